//! `generate`: types of a set, of one schema, and the schema that tolerant decoding accepts.

use contracts_cli::ExitStatus;
use contracts_codegen::{File, generate_set};

use crate::support::{Folder, SET};

#[test]
fn a_set_gives_what_a_build_makes_of_it() {
    let folder = Folder::with(SET);
    let outcome = folder.run(&["generate", "@schemas", "--out", "@types.rs"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");
    let manifest = folder.read("schemas/contracts.toml");
    let names = ["order.schema.json", "rates.schema.json", "advice/order.schema.json"];
    let texts = names.map(|name| folder.read(&format!("schemas/{name}")));
    let files: Vec<File<'_>> = names.iter().zip(&texts).map(|(name, text)| File { name, text }).collect();
    let expected = generate_set(File { name: "contracts.toml", text: &manifest }, &files).expect("a sound set");
    assert!(folder.read("types.rs") == expected, "the module is what a build makes");
}

#[test]
fn the_reviewed_file_holds_the_declarations() {
    let folder = Folder::with(SET);
    let outcome = folder.run(&["generate", "@schemas"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");
    let reviewed = folder.read("fixtures/types/shop.rs");
    assert!(reviewed.contains("pub struct OrderId(String);"), "{reviewed}");
    assert!(!reviewed.contains("impl "), "{reviewed}");
}

#[test]
fn a_file_is_held_against_the_schemas() {
    let folder = Folder::with(SET);
    let check = ["generate", "@schemas", "--check", "--format", "json"];
    assert_eq!(folder.run(&check).places(), ["stale-types @fixtures/types/shop.rs:0"]);

    folder.run(&["generate", "@schemas"]);
    let outcome = folder.run(&check);
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");

    let text = folder.read("fixtures/types/shop.rs");
    let line = text.lines().position(|line| line.contains("pub struct")).expect("there is a struct");
    folder.write("fixtures/types/shop.rs", text.replacen("pub struct", "struct", 1));
    let outcome = folder.run(&check);
    assert_eq!(outcome.places(), [format!("stale-types @fixtures/types/shop.rs:{}", line + 1)]);
    assert_eq!(outcome.status, ExitStatus::Findings);
    assert_eq!(folder.read("fixtures/types/shop.rs"), text.replacen("pub struct", "struct", 1));
}

#[test]
fn a_broken_set_gives_nothing() {
    let folder = Folder::with(SET);
    folder.replace("schemas/contracts.toml", "rates.schema.json", "rate.schema.json");
    let outcome = folder.run(&["generate", "@schemas", "--format", "json"]);
    assert_eq!(outcome.status, ExitStatus::Findings);
    assert!(!folder.path().join("fixtures/types").exists());
}

#[test]
fn one_schema() {
    let folder = Folder::with(&[
        ("a.json", r#"{"type": "object", "properties": {"b": {"$ref": "b.json"}}, "required": ["b"]}"#),
        ("b.json", r#"{"type": "string"}"#),
    ]);
    let outcome = folder.run(&["generate", "--schema", "@a.json", "--root", "Thing", "--out", "@src/thing.rs"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");
    let code = folder.read("src/thing.rs");
    assert!(code.contains("pub struct Thing"), "{code}");
    let outcome = folder.run(&["generate", "--schema", "@a.json", "--root", "Thing", "--out", "-"]);
    assert_eq!(outcome.out, code);
}

#[test]
fn wrong_use() {
    let folder = Folder::with(&[("a.json", "{}")]);
    for arguments in [
        &["generate", "--schema", "@a.json"][..],
        &["generate", "--schema", "@a.json", "--root", "A"],
        &["generate", "--schema", "@a.json", "--root", "a", "--out", "-"],
        &["generate", "--root", "A", "--out", "-"],
        &["generate", "@schemas", "--schema", "@a.json"],
        &["generate", "--schema", "@a.json", "--tolerant-schema"],
        &["generate", "--schema", "@none.json", "--root", "A", "--out", "-"],
        &["generate", "@"],
    ] {
        let outcome = folder.run(arguments);
        assert_eq!(outcome.status, ExitStatus::Failure, "{arguments:?}");
        assert!(outcome.err.starts_with("error: "), "{}", outcome.err);
        assert!(outcome.out.is_empty());
    }
}

#[test]
fn the_tolerant_schema() {
    let folder = Folder::with(&[
        (
            "contracts.toml",
            "[set]\nname = \"s\"\nversion = \"1.0.0\"\n[schemas.\"a.schema.json\"]\nversion = 1\n\
             [[fail_closed]]\nschema = \"a.schema.json\"\nat = \"/properties/mode\"\n",
        ),
        (
            "a.schema.json",
            r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/a.schema.json",
  "type": "object",
  "properties": {
    "mode": { "enum": ["on", "off"] },
    "kind": { "enum": ["a"] }
  },
  "additionalProperties": true
}
"#,
        ),
    ]);
    let outcome = folder.run(&["generate", "--schema", "@a.schema.json", "--tolerant-schema"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");
    assert_eq!(
        outcome.out,
        folder
            .read("a.schema.json")
            .replace(r#""mode": { "enum": ["on", "off"] }"#, r#""mode": { "type": "string" }"#)
    );
}

#[test]
fn patterns_that_backtrack_are_taken_when_asked() {
    let folder = Folder::with(&[
        ("a.json", r#"{"type": "string", "pattern": "^(?!tmp)"}"#),
        ("good.json", r#""name""#),
        ("bad.json", r#""tmp""#),
    ]);
    let arguments = ["generate", "--schema", "@a.json", "--root", "Name", "--out", "@name.rs", "--format", "json"];
    assert_eq!(folder.run(&arguments).places(), ["non-linear-pattern @a.json:1 /pattern"]);
    let outcome = folder.run(&[&arguments[..], &["--allow-backtracking"]].concat());
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");
    assert!(folder.read("name.rs").contains("// Needs the feature `backtracking` of contracts-runtime"));
    let validate = ["validate", "@a.json", "@good.json", "@bad.json", "--format", "json"];
    assert_eq!(folder.run(&validate).places(), ["non-linear-pattern @a.json:1 /pattern"]);
    let outcome = folder.run(&[&validate[..], &["--allow-backtracking"]].concat());
    assert_eq!(outcome.places(), ["invalid-document @bad.json:1"]);
}
