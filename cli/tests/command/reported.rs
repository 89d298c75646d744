//! What was missed in other tools when it was used: the reported cases about use, and what must happen in each.

use contracts_cli::ExitStatus;
use serde_json::{Value, json};

use crate::{
    git::{commit, git},
    support::{Folder, Outcome, repository},
};

/// The cases of a kind; none where the suites are absent.
fn cases(kind: &str) -> Vec<Value> {
    let path = repository().join("../shared/suites/reports/cases.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no suites");
        return Vec::new();
    };
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    cases.filter(|case| case["kind"] == kind).collect()
}

fn manifest(version: &str, more: &str) -> String {
    format!("[set]\nname = \"shop\"\nversion = \"{version}\"\n\n[schemas.\"a.schema.json\"]\nversion = 1\n{more}")
}

/// Both versions of a case as sets, under `old` and `new`.
fn sets(case: &Value) -> Folder {
    let folder = Folder::new();
    for version in ["old", "new"] {
        folder.write(&format!("{version}/contracts.toml"), manifest("1.0.0", ""));
        folder.write(&format!("{version}/a.schema.json"), pretty(&case["schema"][version]));
    }
    folder
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("JSON")
}

fn parsed(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.out).unwrap_or_else(|error| panic!("{error}: {outcome:?}"))
}

fn findings<'r>(report: &'r Value, class: &str) -> Vec<&'r Value> {
    let all = report["backward"]["findings"].as_array().into_iter().chain(report["findings"].as_array()).flatten();
    all.filter(|finding| finding["class"] == class).collect()
}

#[test]
fn every_case_about_use() {
    for case in cases("ux") {
        match case["id"].as_str().expect("an id") {
            // tests/reports.rs asks generated code.
            "ux-union-error" => union_error(&case),
            "ux-explain-break" => explain_break(&case),
            "ux-approve-break" => approve_break(&case),
            "ux-only-new-breaks" => only_new_breaks(&case),
            "ux-annotation-place" => annotation_place(&case),
            "ux-baseline-resolution" => baseline_resolution(&case),
            "ux-unsupported-is-error" => unsupported_is_error(&case),
            other => panic!("{other}: nobody says what must happen"),
        }
    }
}

#[test]
fn every_case_about_comparing_has_two_versions() {
    // compat.rs asks them both ways.
    for case in cases("compat") {
        for name in ["backward", "forward"] {
            assert!(case["expect"][name].is_boolean(), "{case}");
        }
        assert!(case["schema"].get("old").is_some() && case["schema"].get("new").is_some(), "{case}");
    }
}

fn union_error(case: &Value) {
    let folder = Folder::with(&[("schema.json", &case["schema"].to_string())]);
    let said = |document: &str| {
        folder.write("document.json", document);
        let outcome = folder.run(&["validate", "@schema.json", "@document.json"]);
        assert_eq!(outcome.status, ExitStatus::Findings, "{document}");
        outcome.out
    };
    let missing = said(r#"{"kind": "k8s"}"#);
    assert!(missing.contains("cluster") && missing.contains("ns"), "{missing}");
    let unknown = said(r#"{"kind": "zip"}"#);
    assert!(unknown.contains("k8s") && unknown.contains("fn") && unknown.contains("/kind"), "{unknown}");
    let nothing = said("{}");
    assert!(nothing.contains("cluster") && nothing.contains("region"), "{nothing}");
}

fn explain_break(case: &Value) {
    let outcome = sets(case).run(&["compat", "@old", "@new", "--format", "json"]);
    let report = parsed(&outcome);
    let found = findings(&report, "breaking");
    let [finding] = found[..] else { panic!("{report:#}") };
    for (version, file) in [("old", "@old/a.schema.json"), ("new", "@new/a.schema.json")] {
        assert_eq!(finding[version]["file"], file, "{finding:#}");
        assert_eq!(finding[version]["pointer"], "/properties/o/properties/lat/maximum");
        assert!(finding[version]["line"].as_u64() > Some(1), "{finding:#}");
    }
    assert_eq!(finding["message"], "`maximum` was 90 and is 89");
    assert_eq!(finding["witness"], case["instances"][0]["json"], "{finding:#}");
    let refusal = finding["refusals"][0]["message"].as_str().expect("a message");
    assert!(refusal.contains("90 is greater than the maximum of 89"), "{refusal}");
}

fn approve_break(case: &Value) {
    let folder = sets(case);
    let run = |more: &str| {
        folder.write("new/contracts.toml", manifest("1.0.0", more));
        let outcome = folder.run(&["compat", "@old", "@new", "--format", "json"]);
        (outcome.status, parsed(&outcome))
    };
    let (status, open) = run("");
    assert_eq!(status, ExitStatus::Findings, "{open:#}");
    let found = findings(&open, "contract");
    let [finding] = found[..] else { panic!("{open:#}") };
    let approval = |rule: &str, at: &str, version: &str| {
        format!(
            "\n[[approve]]\nrule = \"{rule}\"\nschema = \"a.schema.json\"\nat = \"{at}\"\nversion = \"{version}\"\n\
             reason = \"nobody ever sent it\"\n"
        )
    };
    let (rule, at) = (finding["rule"].as_str().expect("a rule"), finding["at"].as_str().expect("a place"));
    // Exactly this one, for exactly this version of the set.
    let (status, approved) = run(&approval(rule, at, "1.0.0"));
    assert_eq!(status, ExitStatus::Clean, "{approved:#}");
    assert!(approved.to_string().contains("nobody ever sent it"), "{approved:#}");
    for (rule, at, version) in [(rule, "/elsewhere", "1.0.0"), ("enum-narrowed", at, "1.0.0"), (rule, at, "0.9.0")]
    {
        let (status, stale) = run(&approval(rule, at, version));
        assert_eq!(status, ExitStatus::Findings, "{stale:#}");
        assert!(stale.to_string().contains("stale-approval"), "{stale:#}");
    }
    // Other findings still fail.
    let mut narrower = case["schema"]["new"].clone();
    narrower["properties"]["a"]["maxLength"] = json!(3);
    folder.write("new/a.schema.json", pretty(&narrower));
    let (status, other) = run(&approval(rule, at, "1.0.0"));
    assert_eq!(status, ExitStatus::Findings, "{other:#}");
    assert!(findings(&other, "breaking").iter().any(|finding| finding["rule"] == "bound-tightened"), "{other:#}");
}

fn only_new_breaks(case: &Value) {
    let folder = Folder::new();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    folder.write("schemas/contracts.toml", manifest("1.0.0", ""));
    folder.write("schemas/a.schema.json", pretty(&case["schema"]["old"]));
    commit(&folder, "release");
    git(folder.path(), &["tag", "v1.0.0"]);
    folder.write("schemas/a.schema.json", pretty(&case["schema"]["new"]));
    commit(&folder, "a break that was merged");
    git(folder.path(), &["checkout", "-q", "-b", "topic"]);
    let run = || {
        let arguments = ["compat", "@schemas", "--release", "v1.0.0", "--base", "main", "--format", "json"];
        let outcome = folder.run(&arguments);
        (outcome.status, parsed(&outcome))
    };
    let (status, report) = run();
    assert_eq!(
        (status, findings(&report, "breaking")[0]["introduced"].as_bool()),
        (ExitStatus::Clean, Some(false))
    );

    let mut narrower = case["schema"]["new"].clone();
    narrower["minimum"] = json!(0);
    folder.write("schemas/a.schema.json", pretty(&narrower));
    let (status, report) = run();
    assert_eq!(status, ExitStatus::Findings, "{report:#}");
    let introduced = |rule: &str| {
        let found = findings(&report, "breaking");
        let finding = found.iter().find(|finding| finding["message"].as_str().is_some_and(|it| it.contains(rule)));
        finding.unwrap_or_else(|| panic!("{rule} in {report:#}"))["introduced"].as_bool()
    };
    assert_eq!((introduced("maximum"), introduced("minimum")), (Some(false), Some(true)), "{report:#}");
}

fn annotation_place(case: &Value) {
    let folder = sets(case);
    let run = |format: &str| folder.run(&["compat", "@old", "@new", "--format", format]).out;
    // The member is gone; the object that held it survives, and its line in the new file is where the mark goes.
    let new = folder.read("new/a.schema.json");
    let properties = new.lines().position(|line| line.contains("\"properties\"")).expect("a line") + 1;
    let github = run("github");
    let place = format!("::error file=@new/a.schema.json,line={properties},");
    assert!(github.lines().any(|line| line.starts_with(&place) && line.contains("property-removed")), "{github}");
    let sarif: Value = serde_json::from_str(&run("sarif")).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let removed = results.iter().find(|result| result["ruleId"] == "property-removed").expect("the removal");
    let location = &removed["locations"][0]["physicalLocation"];
    assert_eq!(location["region"]["startLine"].as_u64(), u64::try_from(properties).ok(), "{removed:#}");
    let report: Value = serde_json::from_str(&run("json")).expect("JSON");
    assert!(report.to_string().contains("/properties/f#3"), "{report:#}");
    assert!(run("junit").contains("<failure"));
    // A number sign before a number would become a link in a comment.
    let markdown = run("markdown");
    let mut in_code = false;
    for line in markdown.lines() {
        in_code ^= line.starts_with("```");
        let plain = line.replace("\\#", "").replace("&#35;", "").replace("&#", "");
        assert!(in_code || !plain.contains("#3"), "{line}");
    }
}

fn baseline_resolution(case: &Value) {
    // The schema is `true`, which has no identifier: it pairs by its path, and a folder without a past is new.
    let folder = Folder::with(&[("schemas/any.schema.json", &case["schema"].to_string())]);
    git(folder.path(), &["init", "-q", "-b", "main"]);
    let run = || {
        let outcome = folder.run(&["compat", "@schemas", "--base", "main", "--format", "json"]);
        (outcome.status, parsed(&outcome))
    };
    let (status, report) = run();
    assert_eq!(status, ExitStatus::Clean, "{report:#}");
    assert!(report["notes"][0].as_str().is_some_and(|note| note.contains("no commit yet")), "{report:#}");
    folder.write("schemas/named.schema.json", r#"{"$id": "https://example.com/named"}"#);
    commit(&folder, "the past");
    assert_eq!(run().0, ExitStatus::Clean);
    folder.write("schemas/brand-new.schema.json", r#"{"$id": "https://example.com/new"}"#);
    std::fs::rename(folder.join("schemas/named.schema.json"), folder.join("schemas/moved.schema.json"))
        .expect("it moves");
    let (status, report) = run();
    assert_eq!(status, ExitStatus::Clean, "{report:#}");
    for rule in ["schema-added", "schema-renamed"] {
        assert!(report.to_string().contains(rule), "{rule} in {report:#}");
    }
    std::fs::remove_file(folder.join("schemas/any.schema.json")).expect("it goes");
    let (status, report) = run();
    assert_eq!(status, ExitStatus::Findings, "{report:#}");
    assert!(report.to_string().contains("schema-removed"), "{report:#}");
}

fn unsupported_is_error(case: &Value) {
    let old = &case["schema"];
    let run = |new: &Value, format: &str, more: &[&str]| {
        let folder = Folder::with(&[("old.json", &pretty(old)), ("new.json", &pretty(new))]);
        let mut arguments = vec!["compat", "@old.json", "@new.json", "--direction", "both", "--format", format];
        arguments.extend(more);
        folder.run(&arguments)
    };
    // `contentSchema` is an annotation, so that nothing about it stays unsaid: the answer is a proof, and the change listed.
    let folder = Folder::with(&[("schema.json", &pretty(old))]);
    for instance in case["instances"].as_array().expect("instances") {
        folder.write("document.json", instance["json"].to_string());
        let status = folder.run(&["validate", "@schema.json", "@document.json"]).status;
        assert_eq!(status == ExitStatus::Clean, instance["valid"] == true, "{instance}");
    }
    let mut new = old.clone();
    new["properties"]["a"]["contentSchema"] = json!({ "type": "string" });
    let outcome = run(&new, "json", &[]);
    let report = parsed(&outcome);
    assert_eq!((outcome.status, &report["verdict"]), (ExitStatus::Clean, &json!("compatible")), "{report:#}");
    let finding = findings(&report, "annotation")[0];
    assert_eq!(finding["rule"], "content-changed");
    assert_eq!(finding["new"]["pointer"], "/properties/a/contentSchema");

    // What nobody can analyse: a keyword that is unknown. It is undecided, with a status of its own and its place in every
    // report, although everything else was proved.
    new["properties"]["a"]["isEven"] = json!(true);
    for format in ["human", "json", "markdown", "sarif", "github", "junit"] {
        let outcome = run(&new, format, &[]);
        assert_eq!(outcome.status, ExitStatus::Undecided, "{format}");
        for words in ["unknown-keyword-changed", "isEven", "/properties/a"] {
            assert!(outcome.out.contains(words), "{words} in {}", outcome.out);
        }
    }

    // What could not be decided within the budget is said so too, and what cannot be read is not compared.
    let mut narrower = old.clone();
    narrower["properties"]["a"]["pattern"] = json!("^(a|b)*c{3,9}(d|e)*$");
    let outcome = run(&narrower, "json", &["--budget", "1"]);
    let report = parsed(&outcome);
    assert_eq!((outcome.status, &report["verdict"]), (ExitStatus::Undecided, &json!("undecided")), "{report:#}");
    assert!(report["backward"]["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{report:#}");
    let outcome = run(&json!({ "$ref": "#/$defs/gone" }), "json", &[]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    let problem = &parsed(&outcome)["problems"][0];
    assert!(problem.to_string().contains("gone") && problem.to_string().contains("new.json"), "{problem:#}");
}
