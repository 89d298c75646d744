//! SARIF of every command that writes it, against the JSON Schema of SARIF 2.1.0.

use std::{fs, path::Path};

use contracts_cli::ExitStatus;
use jsonschema::Validator;
use serde_json::Value;

use crate::support::{Folder, SET};

fn standard() -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sarif/sarif-schema-2.1.0.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(path).expect("the schema")).expect("JSON");
    // A lone `]` is no pattern where patterns are read as Unicode; this one means the same.
    for component in ["run", "toolComponent"] {
        let pattern = schema.pointer_mut(&format!("/definitions/{component}/properties/language/pattern"));
        let pattern = pattern.expect("a pattern");
        assert_eq!(*pattern, "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "{component}");
        *pattern = r"^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}\]?$".into();
    }
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

/// Runs the command, and holds what it writes against the standard. Gives the rules of the results.
fn rules(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let mut all = arguments.to_vec();
    all.extend(["--format", "sarif"]);
    let outcome = folder.run(&all);
    assert_eq!(outcome.err, "", "{arguments:?}");
    assert_ne!(outcome.status, ExitStatus::Failure, "{arguments:?}");
    // With the folder's own path again, as a program would read it.
    let log: Value = serde_json::from_str(&outcome.out.replace('@', "/tmp/")).expect("JSON");
    let wrong: Vec<String> =
        standard().iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{arguments:?}: {}\n{log:#}", wrong.join("\n"));
    let results = log["runs"][0]["results"].as_array().expect("results");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let declared: Vec<String> = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .map(|rule| text(&rule["id"]))
        .collect();
    let found: Vec<String> = results.iter().map(|result| text(&result["ruleId"])).collect();
    for rule in &found {
        assert!(declared.contains(rule), "{rule} is not among the rules of the driver");
    }
    found
}

#[test]
fn lint() {
    let folder = Folder::with(&[
        ("100% ünlike #1.schema.json", "{\"type\": \"objct\",\n\t\"minimum\": 3, \"frob\": \"\u{202e}\"}\n"),
        ("broken.schema.json", "{"),
        ("deep/no-text.schema.json", "{\"$ref\": \"#/$defs/none\"}"),
    ]);
    folder.write("bytes.schema.json", [0xff, 0xfe]);
    let found = rules(&folder, &["lint", "@"]);
    for rule in ["invalid-keyword-value", "dangling-reference", "syntax", "not-utf-8"] {
        assert!(found.iter().any(|one| one == rule), "{rule} in {found:?}");
    }
    assert_eq!(rules(&Folder::with(SET), &["lint", "@schemas"]), [""; 0]);
}

#[test]
fn validate() {
    let folder = Folder::with(SET);
    folder.write("a b?.json", "{\n\"id\": \"\", \"currency\": \"eur\", \"\\u0000\u{1f600}/~\": null}");
    folder.write("c.json", "[1,");
    let order = "@schemas/order.schema.json";
    let found = rules(&folder, &["validate", order, "@a b?.json", "@c.json", "@fixtures/order/valid/small.json"]);
    assert!(found.iter().any(|rule| rule == "invalid-document"), "{found:?}");
    assert_eq!(rules(&folder, &["validate", order, "@fixtures/order/valid/small.json"]), [""; 0]);
}

#[test]
fn check() {
    let folder = Folder::with(SET);
    folder.write("fixtures/order/valid/small.json", "{}");
    folder.replace("fixtures/order/records/second.json", "EUR", "USD");
    assert!(rules(&folder, &["check", "@schemas"]).len() > 1);
}

#[test]
fn compat() {
    let manifest = |version: &str| {
        format!(
            "[set]\nname = \"shop\"\nversion = \"{version}\"\n\n[schemas.\"a.schema.json\"]\nversion = 1\n\n\
             [[approve]]\nrule = \"enum-narrowed\"\nschema = \"a.schema.json\"\nat = \"/none\"\nversion = \"1.0.0\"\n\
             reason = \"nobody\"\n"
        )
    };
    let schema = |most: u32, more: &str| {
        format!(
            r#"{{"$id": "https://example.com/a", "properties": {{"a|`<b>` #3": {{"maximum": {most}}}{more}}}, "x-y": {most}}}"#
        )
    };
    let folder = Folder::with(&[
        ("old set/contracts.toml", &manifest("1.0.0")),
        ("old set/a.schema.json", &schema(9, r#", "gone": true"#)),
        ("old set/removed.schema.json", r#"{"$id": "https://example.com/removed"}"#),
        ("new%20set/contracts.toml", &manifest("1.0.1")),
        ("new%20set/a.schema.json", &schema(3, "")),
        ("new%20set/ädded.schema.json", r#"{"$id": "https://example.com/added", "description": "new"}"#),
    ]);
    let found = rules(&folder, &["compat", "@old set", "@new%20set", "--direction", "both"]);
    for rule in [
        "bound-tightened",
        "property-removed",
        "schema-removed",
        "schema-added",
        "version-step-missing",
        "stale-approval",
    ] {
        assert!(found.iter().any(|one| one == rule), "{rule} in {found:?}");
    }
    assert_eq!(rules(&folder, &["compat", "@old set/a.schema.json", "@old set/a.schema.json"]), [""; 0]);
}
