//! `lint`: schemas in sets and outside.

use contracts_cli::ExitStatus;

use crate::support::{Folder, SET};

#[test]
fn files_outside_a_set_have_their_own_levels() {
    let folder = Folder::with(&[("a.json", r#"{"type": "object", "if": {"required": ["a"]}}"#)]);
    let outcome = folder.run(&["lint", "@a.json"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{}", outcome.out);
    assert!(outcome.out.contains("warning[if-without-branches]"), "{}", outcome.out);
    let outcome = folder.run(&["lint", "@a.json", "--strict", "--format", "json"]);
    assert_eq!(outcome.status, ExitStatus::Findings);
    assert!(outcome.places().contains(&"missing-id @a.json:1".to_owned()), "{}", outcome.out);
}

#[test]
fn folders() {
    let folder = Folder::with(&[
        ("only-json/a.json", r#"{"minimun": 1}"#),
        ("only-json/deep/b.json", r#"{"maximun": 1}"#),
        ("both/a.schema.json", r#"{"minimun": 1}"#),
        ("both/data.json", r#"{"maximun": 1}"#),
        ("none/a.txt", ""),
    ]);
    let places = |path: &str| folder.run(&["lint", path, "--format", "json"]).places();
    assert_eq!(
        places("@only-json"),
        ["unknown-keyword @only-json/a.json:1 /minimun", "unknown-keyword @only-json/deep/b.json:1 /maximun"]
    );
    assert_eq!(places("@both"), ["unknown-keyword @both/a.schema.json:1 /minimun"]);
    let outcome = folder.run(&["lint", "@none"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("there are no schemas in \"@none\""), "{}", outcome.err);
}

#[test]
fn a_set_is_linted_strictly_except_for_what_it_allows() {
    let folder = Folder::with(SET);
    let schema = "schemas/order.schema.json";
    folder.replace(schema, "\"additionalProperties\": false", "\"examples\": []");
    let places = |path: &str| folder.run(&["lint", path, "--format", "json"]).places();
    let expected = ["implicit-openness @schemas/order.schema.json:1"];
    assert_eq!(places("@schemas"), expected);
    assert_eq!(places("@schemas/order.schema.json"), expected);
    assert_eq!(places("@schemas/rates.schema.json"), Vec::<String>::new());

    let manifest = folder.read("schemas/contracts.toml");
    let allow =
        "\n[[allow]]\nrule = \"implicit-openness\"\nschema = \"order.schema.json\"\nat = \"\"\nreason = \"r\"\n";
    folder.write("schemas/contracts.toml", manifest + allow);
    assert_eq!(places("@schemas"), Vec::<String>::new());
}

#[test]
fn references_between_loose_files() {
    let folder = Folder::with(&[
        ("a.json", r#"{"$ref": "b.json"}"#),
        ("b.json", r#"{"type": "string"}"#),
        ("c.json", r#"{"$ref": "d.json"}"#),
    ]);
    assert_eq!(folder.run(&["lint", "@a.json"]).status, ExitStatus::Clean);
    assert_eq!(folder.run(&["lint", "@a.json", "@b.json"]).status, ExitStatus::Clean);
    let outcome = folder.run(&["lint", "@c.json", "--format", "json"]);
    assert_eq!(outcome.places(), ["dangling-reference @c.json:1 /$ref"]);
}
