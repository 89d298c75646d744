//! Holds the rules against the pairs of schemas under `fixtures/compat/RULE/`.

use std::{collections::BTreeSet, fs, path::PathBuf};

use contracts_model::{Model, SchemaSet};
use serde_json::{Value, json};

use super::{ALL, Impact, Kind};
use crate::{
    Change, Directions, Options, Snapshot, SnapshotFile, Subject, changes, compare,
    report::{Class, DirectionReport, Report, Verdict},
};

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

/// Every pair of schemas under `fixtures/compat`: rule, name, and the file.
fn pairs() -> Vec<(String, String, Value)> {
    let mut pairs = files();
    pairs.retain(|(_, _, pair)| pair.get("old").is_some());
    pairs
}

/// Every pair under `fixtures/compat`.
fn files() -> Vec<(String, String, Value)> {
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
            pairs.push((id.clone(), name, pair));
        }
    }
    pairs.sort_by(|left, right| (&left.0, &left.1).cmp(&(&right.0, &right.1)));
    pairs
}

fn snapshot(label: &str, schema: &Value) -> Snapshot {
    let file = SnapshotFile { name: format!("{label}.json"), path: "schema.json".into(), text: schema.to_string() };
    let snapshot = Snapshot::load(label, vec![file], None, Vec::new());
    assert!(snapshot.problems.is_empty(), "{:#?}", snapshot.problems);
    snapshot
}

/// What `compat` says about a pair in both directions.
fn compared(old: &Value, new: &Value) -> Report {
    let options = Options { directions: Some(Directions::Both), threads: 1, ..Options::default() };
    compare(&snapshot("old", old), &snapshot("new", new), &options)
}

/// A verdict, and the rules of each class that explain it.
fn summary(direction: &DirectionReport) -> Value {
    let of = |class: Class| -> Vec<&str> {
        let found = direction.findings.iter().filter(|finding| finding.class == class);
        found.map(|finding| finding.rule.as_str()).collect()
    };
    let mut summary = json!({ "verdict": direction.verdict.as_str() });
    for class in [Class::Breaking, Class::Contract, Class::Undecided] {
        if !of(class).is_empty() {
            summary[serde_json::to_value(class).expect("a word").as_str().expect("a word")] = json!(of(class));
        }
    }
    summary
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
            .map(|change| json!({ "rule": change.rule.id, "at": change.at, "message": change.message }))
            .collect();
        if name.starts_with("unchanged") {
            assert!(found.is_empty(), "{rule}/{name}: a rule fires on an unchanged pair: {found:#?}");
        }
        let report = compared(&pair["old"], &pair["new"]);
        let (Some(backward), Some(forward)) = (&report.backward, &report.forward) else {
            panic!("{rule}/{name}: both directions were asked about");
        };
        let (backward, forward) = (summary(backward), summary(forward));
        let expected = json!({ "backward": backward, "forward": forward, "changes": found });
        if pair["expected"] != expected {
            wrong.push(format!("{rule}/{name}: {expected:#}"));
            if bless {
                let lines: Vec<String> = found.iter().map(|change| format!("      {change}")).collect();
                let list =
                    if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n    ]", lines.join(",\n")) };
                let members =
                    format!("\"backward\": {backward},\n    \"forward\": {forward},\n    \"changes\": {list}");
                write_expectation(&rule, &name, &members);
            }
        }
    }
    assert!(wrong.is_empty(), "with BLESS=1 the expectations are written anew:\n{}", wrong.join("\n"));
    let of_schemas = |kind| !matches!(kind, Kind::Version | Kind::Approval);
    let beyond_one_schema =
        ["schema-removed", "schema-added", "schema-renamed", "id-changed", "undecided", "unexplained"];
    for rule in ALL.iter().filter(|rule| of_schemas(rule.kind) && !beyond_one_schema.contains(&rule.id)) {
        assert!(fired.contains(rule.id), "no pair shows {}", rule.id);
    }
}

/// Puts an expectation at the end of a pair.
fn write_expectation(rule: &str, name: &str, members: &str) {
    let path = folder().join(rule).join(format!("{name}.json"));
    let text = fs::read_to_string(&path).expect("a readable file");
    let start = text.find("\n  \"expected\":").expect("an expectation");
    let text = format!("{}\n  \"expected\": {{\n    {members}\n  }}\n}}\n", &text[..start]);
    fs::write(&path, text).expect("a writable file");
}

/// A version of a set from the texts of a pair.
fn set(label: &str, files: &Value) -> Snapshot {
    let files = files.as_object().expect("files by path");
    let schemas = files.iter().filter(|(path, _)| *path != "contracts.toml").map(|(path, schema)| SnapshotFile {
        name: format!("{label}/{path}"),
        path: path.clone(),
        text: schema.to_string(),
    });
    let manifest = files.get("contracts.toml").and_then(Value::as_str);
    let snapshot =
        Snapshot::load(label, schemas.collect(), manifest.map(|text| ("contracts.toml", text)), Vec::new());
    assert!(snapshot.problems.is_empty(), "{:#?}", snapshot.problems);
    snapshot
}

#[test]
fn sets_are_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    let mut fired = BTreeSet::new();
    for (rule, name, pair) in files().into_iter().filter(|(_, _, pair)| pair.get("old_set").is_some()) {
        let report = compare(&set("old", &pair["old_set"]), &set("new", &pair["new_set"]), &Options::default());
        let found: Vec<Value> = report
            .all_findings()
            .map(|finding| {
                json!({
                    "rule": finding.rule,
                    "class": finding.class,
                    "severity": finding.severity,
                    "at": finding.at,
                    "message": finding.message,
                })
            })
            .collect();
        fired.extend(report.all_findings().map(|finding| finding.rule.clone()));
        let version = json!(report.version);
        if name == "unchanged" {
            assert!(found.is_empty(), "{rule}/{name}: a rule fires on an unchanged pair: {found:#?}");
        }
        let (exit, verdict) = (json!(report.exit), json!(report.verdict));
        let expected = json!({ "exit": exit, "verdict": verdict, "version": version, "findings": found });
        if pair["expected"] != expected {
            wrong.push(format!("{rule}/{name}: {expected:#}"));
            if bless {
                let lines: Vec<String> = found.iter().map(|finding| format!("      {finding}")).collect();
                let list =
                    if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n    ]", lines.join(",\n")) };
                let members = format!(
                    "\"exit\": {exit},\n    \"verdict\": {verdict},\n    \"version\": {version},\n    \"findings\": {list}"
                );
                write_expectation(&rule, &name, &members);
            }
        }
    }
    assert!(wrong.is_empty(), "with BLESS=1 the expectations are written anew:\n{}", wrong.join("\n"));
    for rule in ["schema-removed", "schema-added", "schema-renamed", "id-changed"] {
        assert!(fired.contains(rule), "no pair shows {rule}");
    }
    for rule in ALL.iter().filter(|rule| matches!(rule.kind, Kind::Version | Kind::Approval)) {
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

#[test]
fn a_break_is_explained_by_a_rule_and_a_rule_breaks_only_what_breaks() {
    for (rule, name, pair) in pairs() {
        let report = compared(&pair["old"], &pair["new"]);
        for (direction, found) in report.directions() {
            let breaking: Vec<_> =
                found.findings.iter().filter(|finding| finding.class == Class::Breaking).collect();
            let contract = found.findings.iter().any(|finding| finding.class == Class::Contract);
            let is_breaking = found.verdict == Verdict::Breaking;
            assert!(is_breaking || breaking.is_empty(), "{rule}/{name} {direction:?}: {found:#?}");
            assert!(!is_breaking || contract || !breaking.is_empty(), "{rule}/{name} {direction:?}: {found:#?}");
            assert!(breaking.iter().all(|finding| finding.rule != "unexplained"), "{rule}/{name}: {found:#?}");
        }
    }
}

/// Holds a generated file against what generates it; a stale one is written anew and fails the test once.
fn generated(name: &str, fresh: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if fs::read_to_string(&path).is_ok_and(|text| text == fresh) {
        return;
    }
    fs::write(&path, fresh).expect("the file can be written");
    panic!("docs/{name} was stale; it is rewritten");
}

#[test]
fn the_page_of_the_rules_is_fresh() {
    generated("compat-rules.md", &super::page());
}

#[test]
fn the_schema_of_the_report_is_fresh_and_reports_follow_it() {
    let schema = crate::report::json_schema();
    generated("compat-report.schema.json", &(serde_json::to_string_pretty(&schema).expect("JSON") + "\n"));
    let validator = jsonschema::options().build(&schema).expect("a schema");
    for (rule, name, pair) in files() {
        let report = match pair.get("old_set") {
            Some(_) => compare(&set("old", &pair["old_set"]), &set("new", &pair["new_set"]), &Options::default()),
            None => compared(&pair["old"], &pair["new"]),
        };
        let value = serde_json::to_value(&report).expect("JSON");
        if let Some(error) = validator.iter_errors(&value).next() {
            panic!("{rule}/{name}: {error} in {value:#}");
        }
    }
}
