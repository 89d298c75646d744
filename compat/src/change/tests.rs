//! Holds the change list against questions whose answers are known.

use std::{
    fs,
    path::{Path, PathBuf},
};

use contracts_model::{Backtracking, Model, Options, SchemaSet};
use serde_json::Value;

use super::{Change, changes};
use crate::{
    Budget, Directions, Options as CompareOptions, Snapshot, SnapshotFile, Subject, compare,
    report::{Class, Report, Verdict},
};

/// The model of a schema; `None` for one whose references never come to an assertion, which is no schema to compare.
fn load(schema: &Value) -> Option<Model> {
    let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
    let (model, findings) = SchemaSet::with_options(options).add("schema.json", None, schema.to_string()).resolve();
    let looping = findings.iter().any(|finding| finding.rule == "reference-loop");
    assert!(model.is_some() || looping, "{schema}: {findings:#?}");
    model
}

fn between(old: &Value, new: &Value) -> Option<Vec<Change>> {
    let (old, new) = (load(old)?, load(new)?);
    let root = |model| Subject { model, root: model.documents()[0].root };
    Some(changes(root(&old), root(&new)))
}

/// The lines of a suite, or none where the suites are not there.
fn suite(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: no suites");
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The contract schemas of this repository.
fn contracts() -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the schemas").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.to_str().is_some_and(|path| path.ends_with(".schema.json")));
    paths.sort();
    let mut set = SchemaSet::new();
    for path in &paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        set.add(name, None, fs::read_to_string(path).expect("readable"));
    }
    set.resolve().0.expect("no errors")
}

#[test]
fn what_breaks_has_a_change_that_says_why() {
    let mut unexplained = Vec::new();
    for question in suite("compat/questions.jsonl") {
        let (old, new) = (&question["old"], &question["new"]);
        let (Some(there), Some(back)) = (between(old, new), between(new, old)) else { continue };
        let id = question["id"].as_str().unwrap_or_default();
        if question["backward"] == false && !there.iter().any(|change| change.effect.narrows) {
            unexplained.push(format!("{id}: {old} {new} {there:#?}"));
        }
        if question["backward"] == false && !back.iter().any(|change| change.effect.widens) {
            unexplained.push(format!("{id}, the other way: {old} {new} {back:#?}"));
        }
    }
    assert!(unexplained.is_empty(), "{} unexplained:\n{}", unexplained.len(), unexplained.join("\n"));
}

#[test]
fn the_cases_have_changes_in_the_directions_that_they_break() {
    for case in suite("reports/cases.jsonl") {
        let (Some(old), Some(new)) = (case["schema"].get("old"), case["schema"].get("new")) else { continue };
        let found = between(old, new).expect("schemas");
        let id = &case["id"];
        let narrows = found.iter().any(|change| change.effect.narrows);
        let widens = found.iter().any(|change| change.effect.widens);
        assert!(case["expect"]["backward"] == true || narrows, "{id}: {found:#?}");
        assert!(case["expect"]["forward"] == true || widens, "{id}: {found:#?}");
    }
}

#[test]
fn nothing_changed_is_no_change() {
    let model = contracts();
    for document in model.documents() {
        let root = Subject { model: &model, root: document.root };
        let found = changes(root, root);
        assert!(found.is_empty(), "{}: {found:#?}", document.name);
    }
    for question in suite("compat/questions.jsonl") {
        let found = between(&question["old"], &question["old"]).unwrap_or_default();
        assert!(found.is_empty(), "{}: {found:#?}", question["id"]);
    }
}

#[test]
fn a_keyword_that_was_ignored_beside_a_reference_is_explained() {
    for case in suite("reports/cases.jsonl") {
        if case["id"] == "k-dialect-ref-siblings" {
            let found = between(&case["schema"]["old"], &case["schema"]["new"]).expect("schemas");
            let rules: Vec<_> = found.iter().map(|change| change.rule.id).collect();
            assert_eq!(rules, ["dialect-changed", "bound-tightened"], "{found:#?}");
            assert!(found[1].message.contains("draft-07 ignores it beside `$ref`"), "{}", found[1].message);
        }
    }
}

/// A breaking verdict has a rule that explains it, and nothing is called breaking without the verdict.
#[track_caller]
fn explained(report: &Report, question: &str) {
    for (direction, found) in report.directions() {
        let breaking: Vec<_> = found.findings.iter().filter(|finding| finding.class == Class::Breaking).collect();
        let contract = found.findings.iter().any(|finding| finding.class == Class::Contract);
        let is_breaking = found.verdict == Verdict::Breaking;
        assert!(!is_breaking || contract || !breaking.is_empty(), "{direction:?}: {question} {found:#?}");
        assert!(is_breaking || breaking.is_empty(), "{direction:?}: {question} {found:#?}");
        assert!(
            breaking.iter().all(|finding| finding.rule != "unexplained"),
            "{direction:?}: {question} {found:#?}"
        );
    }
}

#[test]
fn a_breaking_verdict_has_a_rule_and_a_breaking_rule_a_verdict() {
    // All of them take minutes without optimization: FULL=1 asks them all.
    let step = if std::env::var_os("FULL").is_some() { 1 } else { 11 };
    // A small budget leaves hard questions undecided, which is no answer to hold the rules against.
    let budget = Budget::new(20_000);
    let options = CompareOptions { directions: Some(Directions::Both), budget, ..CompareOptions::default() };
    for question in suite("compat/questions.jsonl").iter().step_by(step) {
        let snapshot = |label: &str| {
            let (name, text) = (format!("{label}.json"), question[label].to_string());
            Snapshot::load(label, vec![SnapshotFile { name, path: "schema.json".into(), text }], None, Vec::new())
        };
        let report = compare(&snapshot("old"), &snapshot("new"), &options);
        explained(&report, &question.to_string());
    }
}

/// Every value of a document that differs from it in one place, as someone who edits a schema would make them.
fn mutants(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let mut less = members.clone();
                less.remove(name);
                found.push(Value::Object(less));
                for mutant in mutants(member) {
                    let mut other = members.clone();
                    other.insert(name.clone(), mutant);
                    found.push(Value::Object(other));
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let mut less = items.clone();
                less.remove(index);
                found.push(Value::Array(less));
                for mutant in mutants(item) {
                    let mut other = items.clone();
                    other[index] = mutant;
                    found.push(Value::Array(other));
                }
            }
        }
        Value::Number(number) => {
            let more = number.as_f64().map(|number| number + 1.0).map(Value::from);
            found.extend(more);
        }
        Value::Bool(value) => found.push(Value::Bool(!value)),
        Value::String(text) => {
            for (from, to) in [("string", "integer"), ("integer", "number"), ("object", "array")] {
                found.extend((text == from).then(|| Value::String(to.to_owned())));
            }
        }
        Value::Null => {}
    }
    found
}

#[test]
fn every_edit_of_a_contract_is_explained() {
    let step = if std::env::var_os("FULL").is_some() { 1 } else { 97 };
    let options = CompareOptions {
        directions: Some(Directions::Both),
        budget: Budget::new(20_000),
        ..CompareOptions::default()
    };
    let model = contracts();
    let mut compared = 0;
    let all: Vec<(String, Value)> = model
        .documents()
        .iter()
        .filter(|document| document.origin == contracts_model::schema::Origin::Member)
        .map(|document| (document.name.clone(), serde_json::from_str(document.source.text()).expect("JSON")))
        .collect();
    for (name, original) in &all {
        for mutant in mutants(original).iter().step_by(step) {
            let files = |label: &str, schema: &Value| -> Vec<SnapshotFile> {
                let text = |other: &String, value: &Value| {
                    if other == name { schema.to_string() } else { value.to_string() }
                };
                let file = |(other, value): &(String, Value)| SnapshotFile {
                    name: format!("{label}/{other}"),
                    path: other.clone(),
                    text: text(other, value),
                };
                // The others are there for references, where there are any to other files.
                let text_of_all = original.to_string();
                let references = |start: &str| text_of_all.matches(start).count();
                let needed = references("\"$ref\":\"") > references("\"$ref\":\"#");
                all.iter().filter(|(other, _)| needed || other == name).map(file).collect()
            };
            let old = Snapshot::load("old", files("old", original), None, Vec::new());
            let new = Snapshot::load("new", files("new", mutant), None, Vec::new());
            if new.problems.is_empty() && old.problems.is_empty() {
                compared += 1;
                explained(&compare(&old, &new, &options), &format!("{name}: {mutant}"));
            }
        }
    }
    assert!(compared > 30, "only {compared} edits gave a schema");
    println!("{compared} edits of contracts");
}
