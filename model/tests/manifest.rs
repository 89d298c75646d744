//! The manifest: its form, and how it is held against the schemas.

use std::{fmt::Write as _, fs, path::Path};

use contracts_model::{
    Finding, Model, Options, SchemaSet,
    manifest::{FormatMode, Manifest, NumberMode, Role},
};

fn render(findings: &[Finding]) -> String {
    let mut text = String::new();
    for Finding { rule, level, place, message, help, related } in findings {
        let _ = writeln!(text, "{level}[{rule}] {place}\n  {message}");
        for (place, words) in related {
            let _ = writeln!(text, "  {place}: {words}");
        }
        if let Some(help) = help {
            let _ = writeln!(text, "  help: {help}");
        }
    }
    text
}

fn model(files: &[(&str, &str)]) -> Model {
    let mut set = SchemaSet::new();
    for (name, text) in files {
        set.add(*name, None, *text);
    }
    let (model, findings) = set.resolve();
    model.unwrap_or_else(|| panic!("{findings:#?}"))
}

fn refused(text: &str) -> String {
    render(&Manifest::parse("contracts.toml", text).expect_err(text))
}

const SET: &str = "[set]\nname = \"s\"\nversion = \"1.2.3\"\n";

#[test]
fn everything_that_a_manifest_can_say() {
    let manifest = Manifest::parse(
        "schemas/contracts.toml",
        r#"
[set]
name = "orders"
version = "1.4.0-rc.1"
fixtures = "../fixtures"

[schemas."z.schema.json"]
version = 3
type = "Zed"
module = "zed"
consumers = ["checkout"]
role = "stored"
numbers = "exact"
formats = "assert"
names = { "/properties/b" = "Bee", "/properties/a" = "Ay" }

[schemas."a.schema.json"]
version = 1

[[record_sets]]
name = "regions"
schema = "a.schema.json"
files = "../fixtures/a/records"
const = { "/b" = [1, 2.5, true], "/a" = { x = "y" } }
exactly_once = { "/kind" = ["eu", 1.0] }
listed_in = { "/tax" = "taxes.json#/*/code" }

[[allow]]
rule = "non-linear-pattern"
schema = "z.schema.json"
at = "/properties/a/pattern"
reason = "the format is given"
"#,
    )
    .expect("well-formed");
    assert_eq!(manifest.version.to_string(), "1.4.0-rc.1");
    let paths: Vec<_> = manifest.schemas.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, ["z.schema.json", "a.schema.json"]);
    let entry = manifest.schema("schemas/z.schema.json").expect("listed");
    assert_eq!((entry.version, entry.role, entry.numbers), (3, Some(Role::Stored), NumberMode::Exact));
    assert_eq!((entry.place.line, entry.place.column), (7, 10));
    let names: Vec<_> = entry.names.iter().map(|(pointer, name)| (pointer.as_str(), name.name.as_str())).collect();
    assert_eq!(names, [("/properties/b", "Bee"), ("/properties/a", "Ay")]);
    let constants: Vec<_> =
        manifest.record_sets[0].constants.iter().map(|(pointer, value)| format!("{pointer} {value}")).collect();
    assert_eq!(constants, ["/b [1,2.5,true]", r#"/a {"x":"y"}"#]);
    assert_eq!(manifest.resolve_path("../fixtures/a"), "fixtures/a");
    assert_eq!(manifest.resolve_path("../../x"), "../x");
    assert_eq!(
        manifest.backtracking(),
        contracts_model::Backtracking::At(vec![("schemas/z.schema.json".into(), "/properties/a/pattern".into())])
    );
}

#[test]
fn faults_of_form() {
    let texts = [
        "[set]\nname = \"s\"\nverzion = \"1.0.0\"\n".to_owned(),
        "[set]\nname = \"s\"\n".to_owned(),
        "[set\n".to_owned(),
        format!("{SET}[schemas.\"a.schema.json\"]\nversion = 1\nrole = \"asked\"\n"),
        format!("{SET}[schemas.\"a.schema.json\"]\nversion = \"1\"\n"),
        format!("{SET}[[fail_close]]\nschema = \"a\"\n"),
        format!("{SET}[[allow]]\nrule = \"x\"\nschema = \"a\"\nat = \"\"\n"),
        format!(
            "{SET}[schemas.\"a.schema.json\"]\nversion = 0\n[[allow]]\nrule=\"x\"\nschema=\"a\"\nat=\"\"\nreason=\" \"\n"
        ),
        "[set]\nname = \"\"\nversion = \"1.0\"\n".to_owned(),
        format!(
            "{SET}[[record_sets]]\nname=\"r\"\nschema=\"a\"\nfiles=\"f\"\nconst={{\"/a\" = 2020-01-01, \"/b\" = nan}}\n"
        ),
    ];
    let rendered: Vec<_> = texts.iter().map(|text| refused(text)).collect();
    let found = rendered.join("---\n");
    insta::assert_snapshot!(found);
}

#[test]
fn faults_against_the_schemas() {
    let model = model(&[
        (
            "a.schema.json",
            r##"{
  "properties": {
    "mode": {"enum": ["auto", "manual"]},
    "level": {"enum": [1, 2]},
    "link": {"$ref": "#/properties/mode"},
    "guard": {"enum": ["x"]},
    "deep": {"$ref": "#/$defs/deep"}
  },
  "if": {"properties": {"guard": {"$ref": "#/properties/guard"}}},
  "oneOf": [{"properties": {"deep": {"$ref": "#/$defs/deep"}}}, true],
  "$defs": {"deep": {"items": {"enum": ["d"]}}}
}"##,
        ),
        ("closed.schema.json", r#"{"properties": {"mode": {"enum": ["a"]}}, "additionalProperties": false}"#),
        ("stray.schema.json", "{}"),
        ("advice/a.schema.json", "{}"),
    ]);
    let text = format!(
        r#"{SET}
[schemas."a.schema.json"]
version = 1
type = "Self"
module = "type"
names = {{ "/properties/mode" = "Mode", "/properties/level" = "Mode", "/properties/lnk" = "link-type" }}
[schemas."b.schema.json"]
version = 1
[schemas."closed.schema.json"]
version = 1
module = "type"

[[fail_closed]]
schema = "a.schema.json"
at = "/properties/mode"
safe = "automatic"
[[fail_closed]]
schema = "a.schema.json"
at = "/properties/level"
[[fail_closed]]
schema = "a.schema.json"
at = "/properties/link"
[[fail_closed]]
schema = "a.schema.json"
at = "/properties/guard"
[[fail_closed]]
schema = "a.schema.json"
at = "/$defs/deep/items"
[[fail_closed]]
schema = "a.schema.json"
at = "/properties/nothing"
[[fail_closed]]
schema = "closed.schema.json"
at = "/properties/mode"
[[fail_closed]]
schema = "closed.schema.json"
at = "/properties/mode"
[[fail_closed]]
schema = "c.schema.json"
at = ""

[[record_sets]]
name = "r"
schema = "a.schema.jsn"
files = "f"
equal = ["no-pointer"]
listed_in = {{ "/a" = "list.json" }}

[[advice]]
schema = "a.schema.json"
advice = "advice/a.schema.json"
message = "m"
[[advice]]
schema = "a.schema.json"
advice = "advice/none.schema.json"
message = "m"

[[allow]]
rule = "x"
schema = "a.schema.json"
at = "/properties/mode/enum/7"
reason = "r"
"#
    );
    let manifest = Manifest::parse("contracts.toml", &text).expect("well-formed");
    let found = render(&manifest.check(&model));
    insta::assert_snapshot!(found);
}

#[test]
fn the_contracts_of_this_repository() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let manifest = Manifest::parse("contracts.toml", &read("contracts.toml")).expect("well-formed");
    let mut set = SchemaSet::with_options(Options { strict: true, ..Options::default() });
    let advice = manifest.advice.iter().map(|advice| &advice.advice);
    for path in manifest.schemas.iter().map(|entry| &entry.path).chain(advice) {
        set.add(path.clone(), None, read(path));
    }
    let (model, findings) = set.resolve();
    assert_eq!(render(&findings), "");
    assert_eq!(render(&manifest.check(&model.expect("no errors"))), "");
}

#[test]
fn files_that_refer_to_each_other_take_numbers_and_formats_in_one_way() {
    let model = model(&[
        ("order.schema.json", r#"{"properties": {"total": {"$ref": "money.schema.json"}}}"#),
        ("money.schema.json", r#"{"type": "number"}"#),
        ("refund.schema.json", r#"{"items": {"$ref": "money.schema.json#"}}"#),
        ("other.schema.json", r#"{"format": "date"}"#),
    ]);
    let entry = |file: &str, keys: &str| format!("[schemas.\"{file}.schema.json\"]\nversion = 1\n{keys}\n");
    let parse = |entries: &[String]| {
        Manifest::parse("contracts.toml", &format!("{SET}{}", entries.concat())).expect("well-formed")
    };

    let one = parse(&[entry("order", "numbers = \"exact\""), entry("other", "formats = \"assert\"")]);
    let found = one.modes(&model);
    let numbers: Vec<NumberMode> = found.iter().map(|modes| modes.numbers).collect();
    let formats: Vec<FormatMode> = found.iter().map(|modes| modes.formats).collect();
    // What is not listed goes with what leads to it, and with what leads there too.
    assert_eq!(numbers, [NumberMode::Exact, NumberMode::Exact, NumberMode::Exact, NumberMode::Default]);
    let annotation = FormatMode::Annotation;
    assert_eq!(formats, [annotation, annotation, annotation, FormatMode::Assert]);

    let mixed = parse(&[
        entry("order", "numbers = \"exact\""),
        entry("refund", "numbers = \"exact\"\nformats = \"assert\""),
        entry("money", ""),
        entry("other", "formats = \"assert\""),
    ]);
    let findings: Vec<_> =
        mixed.check(&model).into_iter().filter(|finding| finding.rule == "mixed-modes").collect();
    insta::assert_snapshot!(render(&findings));
}
