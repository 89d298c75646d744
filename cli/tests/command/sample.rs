//! `sample`: documents made from a schema.

use contracts_cli::ExitStatus;

use crate::support::Folder;

const SCHEMA: &str = r#"{
  "type": "object",
  "properties": { "kind": { "enum": ["a", "b"] }, "size": { "type": "integer", "minimum": 1 } },
  "required": ["kind"],
  "additionalProperties": false
}
"#;

#[test]
fn documents_stand_one_a_line() {
    let folder = Folder::with(&[("schema.json", SCHEMA)]);
    let outcome = folder.run(&["sample", "@schema.json", "--count", "3"]);
    assert_eq!(outcome.status, ExitStatus::Clean);
    assert_eq!(outcome.out, "{\"kind\":\"a\"}\n{\"kind\":\"a\",\"size\":1}\n{\"kind\":\"b\"}\n");
}

#[test]
fn near_misses_name_what_they_break() {
    let folder = Folder::with(&[("schema.json", SCHEMA)]);
    let outcome = folder.run(&["sample", "@schema.json", "--invalid"]);
    assert_eq!(outcome.status, ExitStatus::Clean);
    let lines: Vec<serde_json::Value> =
        outcome.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let broken: Vec<_> = lines.iter().map(|line| line["breaks"].as_str().expect("a keyword")).collect();
    assert_eq!(broken, ["type", "additionalProperties", "required", "enum", "type", "minimum"]);
}

#[test]
fn a_schema_that_does_not_load_is_reported() {
    let folder = Folder::with(&[("schema.json", r#"{"type": "strange"}"#)]);
    assert_eq!(folder.run(&["sample", "@schema.json"]).status, ExitStatus::Findings);
    assert_eq!(folder.run(&["sample", "@absent.json"]).status, ExitStatus::Failure);
}
