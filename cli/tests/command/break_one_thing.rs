//! The set of this repository: whatever is broken ends with exit status 1 and the right place.

use std::{collections::BTreeSet, fs, path::Path};

use contracts_cli::ExitStatus;
use serde_json::Value;

use crate::support::{Folder, Outcome};

fn run(folder: &Folder) -> Outcome {
    folder.run(&["check", "@schemas", "--format", "json"])
}

/// Changes one file and expects a finding.
fn check(path: &str, from: &str, to: &str, expected: &str) {
    let folder = Folder::of_repository();
    folder.replace(path, from, to);
    let outcome = run(&folder);
    assert!(outcome.places().iter().any(|place| place == expected), "{expected}: {:#?}", outcome.places());
    assert_eq!(outcome.status, ExitStatus::Findings);
}

/// Paths of the documents in folders of a name below the fixtures.
fn documents(folder: &Folder, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for contract in fs::read_dir(folder.path().join("fixtures")).expect("the fixtures are there") {
        let documents = contract.expect("the folder can be read").path().join(name);
        for document in fs::read_dir(documents).into_iter().flatten() {
            let path = document.expect("the folder can be read").path();
            let relative = path.strip_prefix(folder.path()).expect("it lies in the folder");
            found.push(relative.to_str().expect("a UTF-8 path").to_owned());
        }
    }
    assert!(!found.is_empty());
    found
}

/// The files that findings of a rule are about.
fn files(outcome: &Outcome, rule: &str) -> BTreeSet<String> {
    let findings = outcome.findings();
    let files = findings.iter().filter(|finding| finding["rule"] == rule);
    files.map(|finding| finding["file"].as_str().expect("a string").replacen('@', "", 1)).collect()
}

#[test]
fn nothing_is_broken() {
    let outcome = Folder::of_repository().run(&["check", "@schemas", "--strict"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{}", outcome.out);
}

#[test]
fn every_document_is_read() {
    let folder = Folder::of_repository();
    let mut paths = vec!["schemas/grader-registry.json".to_owned()];
    for name in ["valid", "invalid", "records"] {
        paths.extend(documents(&folder, name));
    }
    for path in &paths {
        folder.write(path, folder.read(path) + "}");
    }
    let outcome = run(&folder);
    assert_eq!(outcome.status, ExitStatus::Findings);
    assert_eq!(files(&outcome, "syntax"), paths.into_iter().collect());
}

#[test]
fn every_invalid_fixture_must_be_refused() {
    let folder = Folder::of_repository();
    let paths = documents(&folder, "invalid");
    for path in &paths {
        let contract = Path::new(path).ancestors().nth(2).expect("a folder of a contract");
        let valid = fs::read_dir(folder.path().join(contract).join("valid")).expect("it has valid ones").next();
        let valid = fs::read_to_string(valid.expect("one at least").expect("it can be read").path());
        let mut wrapper: Value = serde_json::from_str(&folder.read(path)).expect("a fixture is JSON");
        wrapper["document"] = serde_json::from_str(&valid.expect("it can be read")).expect("a fixture is JSON");
        folder.write(path, wrapper.to_string());
    }
    let outcome = run(&folder);
    assert_eq!(files(&outcome, "fixture-accepted"), paths.into_iter().collect());
}

#[test]
fn every_invalid_fixture_must_say_what_it_breaks() {
    let folder = Folder::of_repository();
    let paths = documents(&folder, "invalid");
    for path in &paths {
        let mut wrapper: Value = serde_json::from_str(&folder.read(path)).expect("a fixture is JSON");
        wrapper["keyword"] = "contentSchema".into();
        folder.write(path, wrapper.to_string());
    }
    let outcome = run(&folder);
    assert_eq!(files(&outcome, "fixture-breaks-other"), paths.into_iter().collect());
}

#[test]
fn every_schema_is_linted() {
    let folder = Folder::of_repository();
    let mut paths = BTreeSet::new();
    for entry in fs::read_dir(folder.path().join("schemas")).expect("the schemas are there") {
        let name = entry.expect("the folder can be read").file_name().into_string().expect("a UTF-8 name");
        if name.ends_with(".schema.json") {
            let path = format!("schemas/{name}");
            folder.write(&path, folder.read(&path).replacen('{', "{ \"tpye\": \"object\",", 1));
            paths.insert(path);
        }
    }
    assert_eq!(paths.len(), 15);
    let outcome = run(&folder);
    assert_eq!(files(&outcome, "unknown-keyword"), paths);
}

#[test]
fn every_schema_has_a_version() {
    let folder = Folder::of_repository();
    let manifest = folder.read("schemas/contracts.toml");
    let count = manifest.matches("\nversion = ").count() - 1;
    for number in 1..=count {
        let (at, _) = manifest.match_indices("\nversion = ").nth(number).expect("counted");
        let line = manifest[..at].matches('\n').count() + 2;
        folder.write("schemas/contracts.toml", format!("{}\nversion = 0{}", &manifest[..at], &manifest[at + 12..]));
        let places = run(&folder).places();
        let expected = format!("manifest-value @schemas/contracts.toml:{line}");
        assert_eq!(places.first(), Some(&expected));
    }
}

#[test]
fn conformance_records() {
    let claude = "fixtures/adapter-conformance/records/claude.json";
    let pi = "fixtures/adapter-conformance/records/pi.json";
    let digest = |name: &str| {
        let record: Value = serde_json::from_str(&Folder::of_repository().read(name)).expect("a record is JSON");
        record["build_sha256"].as_str().expect("a digest").to_owned()
    };
    check(
        claude,
        "\"caveman.cache-preserve.v1\",\n    \"caveman.tool-search.v1\"",
        "\"caveman.tool-search.v1\",\n    \"caveman.cache-preserve.v1\"",
        "records-differ @fixtures/adapter-conformance/records/pi.json:10 /ordered_transform_ids",
    );
    check(
        pi,
        &digest(pi),
        &digest(claude),
        "records-not-distinct @fixtures/adapter-conformance/records/pi.json:9 /build_sha256",
    );
    check(
        pi,
        "\"harness\": \"pi\"",
        "\"harness\": \"claude\"",
        "record-twice @fixtures/adapter-conformance/records/pi.json:4 /harness",
    );
}

#[test]
fn practices() {
    let record = "fixtures/practice/records/drop-stale-file-reads.json";
    check(
        record,
        "\"status\": \"unmeasured\"",
        "\"status\": \"measured\"",
        "invalid-document @fixtures/practice/records/drop-stale-file-reads.json:16 /evidence/status",
    );
    check(
        "schemas/grader-registry.json",
        "\"type\": \"exact_match\"",
        "\"type\": \"exact_matches\"",
        "record-not-listed @fixtures/practice/records/drop-stale-file-reads.json:14 /grader/type",
    );
}
