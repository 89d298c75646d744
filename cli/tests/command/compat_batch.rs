//! `compat --batch`: many questions at once.

use contracts_cli::ExitStatus;
use serde_json::{Value, json};

use crate::support::Folder;

#[track_caller]
fn check(questions: &str, answers: &[Value], status: ExitStatus) {
    let folder = Folder::with(&[("questions.jsonl", questions)]);
    let outcome = folder.run(&["compat", "--batch", "@questions.jsonl"]);
    let mut found: Vec<Value> = outcome.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (found, expected) in found.iter_mut().zip(answers) {
        // Wording is looked at only where a test names it.
        if expected.get("reason").is_none() {
            found.as_object_mut().expect("an object").remove("reason");
        }
    }
    assert_eq!(found, answers);
    assert_eq!(outcome.status, status, "{}", outcome.err);
}

#[test]
fn every_question_has_an_answer() {
    check(
        "{\"id\": 1, \"old\": {\"type\": \"integer\"}, \"new\": {\"type\": \"number\"}}\n\n\
         {\"id\": \"two\", \"old\": {\"maximum\": 1.5}, \"new\": {\"maximum\": 1.25}}\n",
        &[json!({"id": 1, "verdict": "compatible"}), json!({"id": "two", "verdict": "breaking", "witness": 1.4})],
        ExitStatus::Findings,
    );
}

#[test]
fn what_is_no_question_is_said() {
    check(
        "{\"id\": 1, \"old\": {\"type\": \"odd\"}, \"new\": true}\nnot JSON\n{\"id\": 2, \"old\": true, \"new\": true}\n",
        &[
            json!({"id": 1, "verdict": "undecided"}),
            json!({"id": null, "verdict": "undecided"}),
            json!({"id": 2, "verdict": "compatible"}),
        ],
        ExitStatus::Failure,
    );
}

#[test]
fn a_changed_unknown_keyword_is_no_question_of_documents_and_is_named() {
    let (old, new) = (json!({"type": "string", "maxLenght": 9}), json!({"type": "string", "maxLenght": 3}));
    check(
        &format!("{}\n", json!({"id": 1, "old": old, "new": new})),
        &[json!({
            "id": 1,
            "verdict": "compatible",
            "reason": "as far as validators look; a person should: at the schema, the unknown keyword `maxLenght` was 9 and is 3"
        })],
        ExitStatus::Clean,
    );
    // A comparison of two versions asks for that person.
    let folder = Folder::with(&[("old.json", &old.to_string()), ("new.json", &new.to_string())]);
    let outcome = folder.run(&["compat", "@old.json", "@new.json"]);
    assert_eq!(outcome.status, ExitStatus::Undecided, "{outcome:?}");
    // Where nothing needs one, nothing is said.
    let found = Folder::with(&[("q.jsonl", r#"{"id": 1, "old": {"x-a": 1, "maxLength": 1}, "new": {"x-a": 2}}"#)])
        .run(&["compat", "--batch", "@q.jsonl"])
        .out;
    assert_eq!(found, "{\"id\":1,\"verdict\":\"compatible\"}\n");
}
