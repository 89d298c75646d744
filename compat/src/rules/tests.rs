//! Holds the rules against the pairs of schemas under `fixtures/compat/RULE/`.

use std::{collections::BTreeSet, fs, path::PathBuf};

use contracts_model::{Model, SchemaSet};
use serde_json::{Value, json};

use super::{ALL, Impact, Kind};
use crate::{Change, Subject, changes};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/compat")
}

fn load(schema: &Value) -> Model {
    let (model, findings) = SchemaSet::new().add("schema.json", None, schema.to_string()).resolve();
    model.unwrap_or_else(|| panic!("{schema}: {findings:#?}"))
}

fn of(old: &Model, new: &Model) -> Vec<Change> {
    let root = |model| Subject { model, root: model.documents()[0].root };
    changes(root(old), root(new))
}

fn effect(change: &Change) -> &'static str {
    match (change.effect.narrows, change.effect.widens) {
        (false, false) => "none",
        (true, false) => "narrows",
        (false, true) => "widens",
        (true, true) => "either",
    }
}

/// Every pair under `fixtures/compat` that is one of schemas: rule, name, and the file.
fn pairs() -> Vec<(String, String, Value)> {
    let mut pairs = Vec::new();
    for rule in fs::read_dir(folder()).expect("the fixtures are there") {
        let rule = rule.expect("a folder").path();
        let id = rule.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if super::find(&id).is_none() {
            continue;
        }
        for file in fs::read_dir(&rule).expect("a folder of pairs") {
            let path = file.expect("a file").path();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            let text = fs::read_to_string(&path).expect("a readable file");
            let pair: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{id}/{name}: {error}"));
            if pair.get("old").is_some() {
                pairs.push((id.clone(), name, pair));
            }
        }
    }
    pairs.sort_by(|left, right| (&left.0, &left.1).cmp(&(&right.0, &right.1)));
    pairs
}

#[test]
fn the_list_is_in_order_and_complete() {
    let ids: Vec<_> = ALL.iter().map(|rule| rule.id).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
    let files = fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/rules")).expect("the rules");
    let files: BTreeSet<String> = files
        .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
        .map(|name| name.trim_end_matches(".rs").replace('_', "-"))
        .filter(|name| !["mod", "page", "rule", "tests", "words"].contains(&name.as_str()))
        .collect();
    assert_eq!(files, ids.iter().map(|id| (*id).to_owned()).collect());
}

#[test]
fn texts_have_one_form() {
    for rule in ALL {
        assert!(rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.id);
        assert!(!rule.what.ends_with('.') && rule.why.ends_with('.') && rule.instead.ends_with('.'), "{}", rule.id);
    }
}

#[test]
fn all_rules_run_on_all_pairs_and_find_what_is_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut fired = BTreeSet::new();
    let mut wrong = Vec::new();
    for (rule, name, pair) in pairs() {
        let (old, new) = (load(&pair["old"]), load(&pair["new"]));
        let found = of(&old, &new);
        fired.extend(found.iter().filter(|change| change.rule.id == rule).map(|change| change.rule.id));
        let found: Vec<Value> = found
            .iter()
            .map(|change| {
                json!({
                    "rule": change.rule.id,
                    "at": change.at,
                    "effect": effect(change),
                    "message": change.message,
                })
            })
            .collect();
        if name.starts_with("unchanged") {
            assert!(found.is_empty(), "{rule}/{name}: a rule fires on an unchanged pair: {found:#?}");
        }
        if pair["expected"]["changes"] != json!(found) {
            wrong.push(format!("{rule}/{name}: {found:#?}"));
            if bless {
                let path = folder().join(&rule).join(format!("{name}.json"));
                let text = fs::read_to_string(&path).expect("a readable file");
                let start = text.find("\n  \"expected\":").expect("an expectation");
                let lines: Vec<String> = found.iter().map(|change| format!("      {change}")).collect();
                let list =
                    if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n    ]", lines.join(",\n")) };
                let text = format!("{}\n  \"expected\": {{\n    \"changes\": {list}\n  }}\n}}\n", &text[..start]);
                fs::write(&path, text).expect("a writable file");
            }
        }
    }
    assert!(wrong.is_empty(), "with BLESS=1 the expectations are written anew:\n{}", wrong.join("\n"));
    let of_schemas = |kind| !matches!(kind, Kind::Version | Kind::Approval);
    let beyond_one_schema = ["schema-removed", "schema-added", "schema-renamed", "id-changed", "undecided"];
    for rule in ALL.iter().filter(|rule| of_schemas(rule.kind) && !beyond_one_schema.contains(&rule.id)) {
        assert!(fired.contains(rule.id), "no pair shows {}", rule.id);
    }
}

#[test]
fn effects_are_what_the_rules_say() {
    for (rule, name, pair) in pairs() {
        let (old, new) = (load(&pair["old"]), load(&pair["new"]));
        for change in of(&old, &new) {
            let may = |impact| matches!(impact, Impact::MayBreak | Impact::Breaking);
            assert!(!change.effect.narrows || may(change.rule.backward), "{rule}/{name}: {change:?}");
            assert!(!change.effect.widens || may(change.rule.forward), "{rule}/{name}: {change:?}");
        }
        // Seen from the other side, what narrows widens.
        let narrows = |changes: &[Change]| changes.iter().any(|change| change.effect.narrows);
        let widens = |changes: &[Change]| changes.iter().any(|change| change.effect.widens);
        let (there, back) = (of(&old, &new), of(&new, &old));
        assert_eq!(narrows(&there), widens(&back), "{rule}/{name}: {there:#?} {back:#?}");
        assert_eq!(widens(&there), narrows(&back), "{rule}/{name}: {there:#?} {back:#?}");
    }
}
