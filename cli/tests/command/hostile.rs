//! Hostile input: an answer and an exit status, never a panic.

use contracts_cli::ExitStatus;

use crate::support::{Folder, Outcome, SET};

/// Validates a document against `{"type": "object"}`.
fn validate(document: impl AsRef<[u8]>) -> Outcome {
    let folder = Folder::with(&[("schema.json", r#"{"type": "object"}"#)]);
    folder.write("document.json", document);
    let human = folder.run(&["validate", "@schema.json", "@document.json"]);
    assert!(human.out.len() < 5000, "the report is long: {}", human.out.len());
    let json = folder.run(&["validate", "@schema.json", "@document.json", "--format", "json"]);
    assert_eq!(human.status, json.status);
    json
}

fn check(document: impl AsRef<[u8]>, expected: &str) {
    let outcome = validate(document);
    assert_eq!(outcome.places(), [expected]);
    assert_eq!(outcome.status, ExitStatus::Findings);
}

#[test]
fn deep_nesting() {
    check("[".repeat(100_000), "document-depth @document.json:1");
    check("[".repeat(100_000) + &"]".repeat(100_000), "document-depth @document.json:1");
    check("{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000), "document-depth @document.json:1");
    let nested = |depth: usize| format!("{{\"a\": {}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert_eq!(validate(nested(127)).status, ExitStatus::Clean);
    let outcome = validate(nested(128));
    assert!(outcome.places()[0].starts_with("document-depth @document.json:1 /a/0/"), "{}", outcome.out);
}

#[test]
fn long_strings_and_names() {
    let long = "x".repeat(10_000_000);
    check(format!("\"{long}\""), "invalid-document @document.json:1");
    assert_eq!(validate(format!("{{\"{long}\": 1}}")).status, ExitStatus::Clean);
    let outcome = validate(format!("{{\"{long}\": 1, \"{long}\": 2}}"));
    assert_eq!(outcome.status, ExitStatus::Findings);
}

#[test]
fn wrong_text() {
    check(b"{\n \"\xff\": 1}", "not-utf-8 @document.json:2");
    check(b"\xff\xfe{\0}\0", "not-utf-8 @document.json:1");
    check("", "syntax @document.json:1");
    check("{\"a\": 1, \"a\": 2}", "duplicate-key @document.json:1 /a");
    check("{} {}", "syntax @document.json:1");
    check("{\"a\": 1e999}", "number-beyond-double @document.json:1 /a");
    // As decoders do.
    check("\u{feff}{}", "byte-order-mark @document.json:1");
}

#[test]
fn deep_and_cyclic_schemas() {
    let folder = Folder::with(&[("document.json", "{}")]);
    let run = |schema: &str| {
        folder.write("schema.json", schema);
        folder.run(&["validate", "@schema.json", "@document.json", "--format", "json"])
    };
    let outcome = run(&("{\"not\":".repeat(100_000) + "{}" + &"}".repeat(100_000)));
    assert_eq!(outcome.places(), ["too-deep @schema.json:1"]);
    let outcome = run(r##"{"$ref": "#"}"##);
    assert_eq!(outcome.status, ExitStatus::Findings, "{}", outcome.out);
    let outcome = run(r#"{"pattern": "(a"}"#);
    assert_eq!(outcome.places(), ["invalid-pattern @schema.json:1 /pattern"]);
    let outcome = run(r#"{"pattern": "^(a+)+$"}"#);
    assert_eq!(outcome.status, ExitStatus::Clean);
}

#[test]
fn names_that_do_harm_in_a_terminal() {
    let folder = Folder::with(&[("schema.json", r#"{"additionalProperties": false, "minProperties": 2}"#)]);
    folder.write("document.json", "{\"\\u001b[2J\u{202e}\\n::error::x\": 1}");
    for format in ["human", "github", "markdown", "junit"] {
        let outcome = folder.run(&["validate", "@schema.json", "@document.json", "--format", format]);
        assert!(!outcome.out.contains(['\u{1b}', '\u{202e}']), "{}", outcome.out);
        assert!(!outcome.out.contains("\n::error::x"), "{}", outcome.out);
    }
}

#[test]
fn what_cannot_be_read() {
    let folder = Folder::with(SET);
    for (arguments, message) in [
        (
            &["validate", "@none.json", "@schemas/rates.json"][..],
            "cannot read \"@none.json\": there is no such file or folder\n  help: look at the spelling",
        ),
        (&["validate", "@schemas/rates.schema.json", "@none.json"], "cannot read \"@none.json\""),
        (&["validate", "@schemas/rates.schema.json", "@schemas"], "cannot read \"@schemas\": it is a folder"),
        (&["validate", "@schemas", "@schemas/rates.json"], "cannot read \"@schemas\": it is a folder"),
        (&["lint", "@none"], "cannot read \"@none\""),
        (&["check", "@none"], "there is no such folder\n  help: name the folder that holds contracts.toml"),
        (&["compat", "@schemas", "@none"], "cannot read \"@none\": there is no such file or folder"),
        (&["lint", "@schemas", "--resource", "urn:x=@none"], "cannot read"),
    ] {
        let outcome = folder.run(arguments);
        assert_eq!(outcome.status, ExitStatus::Failure, "{arguments:?} {}", outcome.out);
        assert!(outcome.err.contains(message), "{}", outcome.err);
    }
}

#[cfg(unix)]
#[test]
fn links() {
    use std::os::unix::fs::symlink;

    let folder = Folder::with(SET);
    symlink("..", folder.path().join("schemas/up")).expect("a link");
    symlink(".", folder.path().join("fixtures/order/valid/here")).expect("a link");
    let outcome = folder.run(&["check", "@schemas", "--format", "json"]);
    assert_eq!(outcome.places(), ["stray-file @fixtures/order/valid/here:0"]);

    let folder = Folder::with(SET);
    symlink("loop.json", folder.path().join("fixtures/order/valid/loop.json")).expect("a link");
    let outcome = folder.run(&["check", "@schemas"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("cannot read \"@fixtures/order/valid/loop.json\""), "{}", outcome.err);

    let folder = Folder::with(SET);
    symlink("nowhere", folder.path().join("schemas/gone.schema.json")).expect("a link");
    let outcome = folder.run(&["check", "@schemas"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("there is no such file"), "{}", outcome.err);
}

#[test]
fn a_limit_is_not_said_to_be_a_fault_of_the_document() {
    let all = (0..6).fold(r##"{"properties": {"a": {"$ref": "#"}}}"##.to_owned(), |inner, _| {
        format!(r#"{{"allOf": [{inner}]}}"#)
    });
    let folder = Folder::new();
    folder.write("s.json", &all);
    folder.write("document.json", "{\"a\": ".repeat(100) + "{}" + &"}".repeat(100));
    let outcome = folder.run(&["validate", "@s.json", "@document.json", "--format", "json"]);
    assert_eq!(outcome.findings()[0]["rule"], "depth", "{outcome:?}");
    assert!(outcome.out.contains("whether the document is valid is not known"), "{outcome:?}");
}
