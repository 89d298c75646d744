//! `check` on a small set with one of everything.

use contracts_cli::ExitStatus;

use crate::support::{Folder, MANIFEST, SET};

/// Changes one thing in the set and expects the findings.
fn check(change: impl Fn(&Folder), expected: &[&str]) {
    let folder = Folder::with(SET);
    change(&folder);
    let outcome = folder.run(&["check", "@schemas", "--format", "json"]);
    assert_eq!(outcome.places(), expected, "{outcome:?}");
    let errors = outcome.findings().iter().filter(|finding| finding["level"] == "error").count();
    assert_eq!(outcome.status, if errors > 0 { ExitStatus::Findings } else { ExitStatus::Clean });
}

const FIRST: &str = "fixtures/order/records/first.json";
const SECOND: &str = "fixtures/order/records/second.json";
const INVALID: &str = "fixtures/order/invalid/no-currency.json";

#[test]
fn a_sound_set() {
    check(|_| {}, &[]);
    let outcome = Folder::with(SET).run(&["check", "@schemas"]);
    insta::assert_snapshot!(outcome.out);
}

#[test]
fn schemas_and_manifest() {
    let schema = "schemas/order.schema.json";
    check(
        |folder| folder.replace(schema, "\"minimum\": 0", "\"minimun\": 0"),
        &["unknown-keyword @schemas/order.schema.json:13 /properties/lines/minimun"],
    );
    check(
        |folder| folder.replace(schema, "\"$id\": \"https://example.com/order.schema.json\",", ""),
        &["missing-id @schemas/order.schema.json:1"],
    );
    check(
        |folder| folder.replace(schema, "\"minimum\": 0", "\"$ref\": \"lines.json\""),
        &["dangling-reference @schemas/order.schema.json:13 /properties/lines/$ref"],
    );
    check(
        |folder| folder.replace(schema, "\"required\":", "\"title\": \"Twice\", \"required\":"),
        &["duplicate-key @schemas/order.schema.json:15 /title"],
    );
    check(
        |folder| folder.replace("schemas/contracts.toml", "[schemas.\"rates.schema.json\"]\nversion = 1\n", ""),
        &["unlisted-schema @schemas/rates.schema.json:0", "stray-file @fixtures/rates:0"],
    );
    check(
        |folder| folder.replace("schemas/contracts.toml", "distinct =", "distinkt ="),
        &["manifest-syntax @schemas/contracts.toml:17"],
    );
    check(
        |folder| folder.write("schemas/order.schema.json", b"{\"a\": \"\xff\"}"),
        &["not-utf-8 @schemas/order.schema.json:1"],
    );
}

#[test]
fn data_files() {
    check(
        |folder| folder.write("schemas/rates.json", "{\n  \"rates\": [{\"name\": 7}]\n}"),
        &[
            "invalid-document @schemas/rates.json:2 /rates/0/name",
            "record-not-listed @fixtures/order/records/first.json:1 /rate",
        ],
    );
    check(|folder| folder.write("schemas/prices.json", "{}"), &["data-file-without-schema @schemas/prices.json:0"]);
    check(
        |folder| folder.write("schemas/rates.json", "{\"rates\": [],\n \"rates\": []}"),
        &["duplicate-key @schemas/rates.json:2 /rates", "missing-list @schemas/contracts.toml:13"],
    );
}

#[test]
fn valid_fixtures() {
    let path = "fixtures/order/valid/small.json";
    check(
        |folder| folder.write(path, "{\"id\": \"\", \"currency\": \"EUR\"}"),
        &["invalid-document @fixtures/order/valid/small.json:1 /id"],
    );
    check(
        |folder| folder.write(path, "{\"id\": \"a\", \"id\": \"b\", \"currency\": \"EUR\"}"),
        &["duplicate-key @fixtures/order/valid/small.json:1 /id"],
    );
    check(|folder| folder.write(path, "{\"id\": "), &["syntax @fixtures/order/valid/small.json:1"]);
    check(
        |folder| std::fs::remove_file(folder.path().join(path)).expect("it is there"),
        &["no-fixtures @schemas/order.schema.json:0"],
    );
}

#[test]
fn invalid_fixtures() {
    check(
        |folder| folder.replace(INVALID, "{ \"id\": \"a\" }", "{ \"id\": \"a\", \"currency\": \"EUR\" }"),
        &["fixture-accepted @fixtures/order/invalid/no-currency.json:5 /document"],
    );
    check(
        |folder| folder.replace(INVALID, "\"required\"", "\"type\""),
        &["fixture-breaks-other @fixtures/order/invalid/no-currency.json:4 /keyword"],
    );
    check(
        |folder| folder.replace(INVALID, "\"pointer\": \"\"", "\"pointer\": \"/id\""),
        &["fixture-breaks-other @fixtures/order/invalid/no-currency.json:4 /keyword"],
    );
    check(
        |folder| folder.replace(INVALID, "\"why\": \"Every order has a currency.\",", ""),
        &["fixture-form @fixtures/order/invalid/no-currency.json:1"],
    );
    check(
        |folder| folder.replace(INVALID, "\"keyword\"", "\"key\""),
        &[
            "fixture-form @fixtures/order/invalid/no-currency.json:4",
            "fixture-form @fixtures/order/invalid/no-currency.json:1",
        ],
    );
}

#[test]
fn strays() {
    for path in [
        "fixtures/order/notes.txt",
        "fixtures/order/small.json",
        "fixtures/order/valid/small.jsn",
        "fixtures/order/records/notes.txt",
        "fixtures/stray.json",
    ] {
        check(|folder| folder.write(path, "{}"), &[&format!("stray-file @{path}:0")]);
    }
    for path in ["fixtures/order/vald", "fixtures/order/valid/more", "fixtures/order/records/more"] {
        check(|folder| folder.write(&format!("{path}/a.json"), "{}"), &[&format!("stray-file @{path}:0")]);
    }
    check(|folder| folder.write("fixtures/ordr/valid/a.json", "{}"), &["stray-file @fixtures/ordr:0"]);
    // Folders of fixtures that others read.
    check(|folder| folder.write("fixtures/types/shop.rs", "// generated"), &[]);
}

#[test]
fn records() {
    check(
        |folder| folder.replace(SECOND, "EUR", "USD"),
        &["records-differ @fixtures/order/records/second.json:1 /currency"],
    );
    check(
        |folder| folder.replace(SECOND, "\"b\"", "\"a\""),
        &["records-not-distinct @fixtures/order/records/second.json:1 /id"],
    );
    check(
        |folder| folder.replace(FIRST, "true", "false"),
        &["record-constant @fixtures/order/records/first.json:1 /open"],
    );
    check(
        |folder| folder.replace(FIRST, "\"open\": true,", ""),
        &["record-value-missing @fixtures/order/records/first.json:1"],
    );
    check(
        |folder| folder.replace(SECOND, "\"second\"", "\"first\""),
        &["record-twice @fixtures/order/records/second.json:1 /kind", "record-missing @schemas/contracts.toml:13"],
    );
    check(
        |folder| folder.replace(SECOND, "\"second\"", "\"third\""),
        &[
            "record-unexpected @fixtures/order/records/second.json:1 /kind",
            "record-missing @schemas/contracts.toml:13",
        ],
    );
    check(
        |folder| folder.replace(FIRST, "\"full\"", "\"half\""),
        &["record-not-listed @fixtures/order/records/first.json:1 /rate"],
    );
    check(
        |folder| folder.replace(FIRST, "\"EUR\"", "7"),
        &["invalid-document @fixtures/order/records/first.json:1 /currency"],
    );
    check(
        |folder| {
            std::fs::rename(folder.path().join("fixtures/order/records"), folder.path().join("gone"))
                .expect("it moves");
        },
        &["missing-folder @schemas/contracts.toml:13"],
    );
}

#[test]
fn the_odd_record_out_is_the_one_that_is_reported() {
    check(
        |folder| {
            folder.replace(FIRST, "EUR", "USD");
            folder.write(
                "fixtures/order/records/third.json",
                r#"{ "id": "c", "currency": "EUR", "open": true, "kind": "second" }"#,
            );
            folder.write("schemas/contracts.toml", MANIFEST.replace("exactly_once", "# exactly_once"));
        },
        &["records-differ @fixtures/order/records/first.json:1 /currency"],
    );
}

#[test]
fn a_note_is_printed_only_when_it_holds() {
    let folder = Folder::with(SET);
    let note = "nobody has paid";
    assert!(folder.run(&["check", "@schemas"]).out.contains(note));
    folder.replace(SECOND, "EUR", "USD");
    assert!(!folder.run(&["check", "@schemas"]).out.contains(note));
}

#[test]
fn advice_is_a_warning() {
    let folder = Folder::with(SET);
    folder.replace(FIRST, "\"open\"", "\"lines\": 0, \"open\"");
    let outcome = folder.run(&["check", "@schemas", "--format", "json"]);
    assert_eq!(outcome.places(), ["advice @fixtures/order/records/first.json:1 /lines"]);
    assert_eq!(outcome.findings()[0]["message"], "an order without lines is hardly an order");
    assert_eq!(outcome.status, ExitStatus::Clean);
    assert_eq!(folder.run(&["check", "@schemas", "--strict"]).status, ExitStatus::Findings);
}

#[test]
fn steps_that_cannot_run_say_so() {
    let folder = Folder::with(SET);
    folder.write("schemas/order.schema.json", "{");
    let outcome = folder.run(&["check", "@schemas"]);
    assert_eq!(outcome.status, ExitStatus::Findings);
    assert!(outcome.out.contains("fixtures     skipped, since the schemas do not load"), "{}", outcome.out);
}

#[test]
fn a_folder_without_a_set() {
    let folder = Folder::with(&[("schemas/a.json", "{}")]);
    let outcome = folder.run(&["check", "@schemas"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("\"@schemas\" has no contracts.toml"), "{}", outcome.err);
    let outcome = folder.run(&["check", "@nowhere"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("there is no such folder"), "{}", outcome.err);
}

#[test]
fn a_set_without_schemas_is_no_success() {
    let folder = Folder::with(&[("schemas/contracts.toml", "[set]\nname = \"none\"\nversion = \"1.0.0\"\n")]);
    let outcome = folder.run(&["check", "@schemas"]);
    assert_eq!(outcome.status, ExitStatus::Failure, "{outcome:?}");
    assert!(outcome.err.contains("there are no schemas in"), "{outcome:?}");
}
