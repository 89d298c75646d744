//! The six formats, on one set of findings.

use std::fmt::Write;

use contracts_cli::{Console, ExitStatus};

use crate::support::{Folder, SET};

fn broken() -> Folder {
    let folder = Folder::with(SET);
    folder.write(
        "fixtures/order/valid/small.json",
        "{\n\t\"id\": \"\u{202e}|<b>\",\n\t\"currency\": \"100%, €:\\u001b\", \"extra\": null\n}\n",
    );
    folder.replace("fixtures/order/records/second.json", "EUR", "USD");
    folder.replace("fixtures/order/records/first.json", "\"open\"", "\"lines\": 0, \"open\"");
    folder.write("fixtures/order/notes.txt", "");
    folder
}

fn output(format: &str) -> String {
    let outcome = broken().run(&["check", "@schemas", "--format", format]);
    assert_eq!(outcome.status, ExitStatus::Findings);
    assert_eq!(outcome.err, "");
    outcome.out
}

#[test]
fn human() {
    insta::assert_snapshot!(output("human"));
}

#[test]
fn json() {
    insta::assert_snapshot!(output("json"));
}

#[test]
fn github() {
    insta::assert_snapshot!(output("github"));
}

#[test]
fn markdown() {
    insta::assert_snapshot!(output("markdown"));
}

#[test]
fn sarif() {
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    insta::assert_snapshot!(output("sarif").replace(version, "\"version\": \"VERSION\""));
}

#[test]
fn junit() {
    insta::assert_snapshot!(output("junit"));
}

#[test]
fn nothing_found() {
    let folder = Folder::with(SET);
    let mut all = String::new();
    for format in ["human", "json", "github", "markdown", "junit"] {
        let outcome =
            folder.run(&["validate", "@schemas/rates.schema.json", "@schemas/rates.json", "--format", format]);
        assert_eq!(outcome.status, ExitStatus::Clean);
        write!(all, "{format}:\n{}\n", outcome.out).expect("writing to a string does not fail");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn colour_is_used_when_it_is_asked_for() {
    let folder = broken();
    let colored = folder.run(&["check", "@schemas", "--color", "always"]).out;
    assert!(colored.contains("\u{1b}[1m"), "{colored}");
    for arguments in [&["check", "@schemas"][..], &["check", "@schemas", "--color", "never"]] {
        assert!(!folder.run(arguments).out.contains('\u{1b}'));
    }
    // On a terminal.
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console { color: true, ..Console::plain(&mut out, &mut err) };
    contracts_cli::run(["contracts", "check", &folder.join("schemas")], &mut console);
    assert!(out.contains(&0x1b));
}

#[test]
fn long_lines_are_cut_and_keep_their_position() {
    let folder = Folder::with(&[("a.json", r#"{"items": {"type": "string"}}"#)]);
    let long = format!("[\"{}\", 7, \"{}\"]", "x".repeat(5000), "y".repeat(5000));
    folder.write("b.json", long);
    insta::assert_snapshot!(folder.run(&["validate", "@a.json", "@b.json"]).out);
}
