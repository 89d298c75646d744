//! `compat --base`: the working tree against revisions.

use std::process::Command;

use contracts_cli::ExitStatus;
use serde_json::Value;

use crate::{
    git::{MANIFEST, commit, git, released, schema},
    support::{Folder, repository},
};

fn report(folder: &Folder, arguments: &[&str]) -> (ExitStatus, Value) {
    let mut all = vec!["compat", "@schemas", "--format", "json"];
    all.extend(arguments);
    let outcome = folder.run(&all);
    let report = serde_json::from_str(&outcome.out).unwrap_or_else(|error| panic!("{error}: {outcome:?}"));
    (outcome.status, report)
}

#[test]
fn the_working_tree_against_a_branch() {
    let folder = released();
    assert_eq!(report(&folder, &["--base", "main"]).0, ExitStatus::Clean);
    folder.write("schemas/a.schema.json", schema(5));
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!(status, ExitStatus::Findings);
    let finding = &found["backward"]["findings"][0];
    assert_eq!(finding["rule"], "bound-tightened");
    assert!(
        finding["old"]["file"]
            .as_str()
            .is_some_and(|file| file.starts_with("main:") && file.ends_with("schemas/a.schema.json")),
        "{finding}"
    );
    // A file that came to the base after the branch left it is not the branch's doing.
    git(folder.path(), &["stash", "-q"]);
    git(folder.path(), &["checkout", "-q", "-b", "topic"]);
    git(folder.path(), &["checkout", "-q", "main"]);
    folder.write("schemas/a.schema.json", schema(99));
    commit(&folder, "loosened on main");
    git(folder.path(), &["checkout", "-q", "topic"]);
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!(status, ExitStatus::Clean, "{found:#}");
    assert!(
        found["notes"][0].as_str().is_some_and(|note| note.contains("where the history left main")),
        "{found:#}"
    );
}

#[test]
fn files_that_come_go_and_move() {
    let folder = released();
    folder.write("schemas/b.schema.json", r#"{"$id": "https://example.com/b"}"#);
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!(status, ExitStatus::Clean, "{found:#}");
    assert_eq!(found["backward"]["findings"][0]["rule"], "schema-added");

    std::fs::rename(folder.join("schemas/a.schema.json"), folder.join("schemas/c.schema.json")).expect("it moves");
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!(status, ExitStatus::Clean, "{found:#}");
    assert!(found.to_string().contains("schema-renamed"), "{found:#}");

    std::fs::remove_file(folder.join("schemas/c.schema.json")).expect("it goes");
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!((status, found["verdict"].as_str()), (ExitStatus::Findings, Some("compatible")), "{found:#}");
    assert!(found.to_string().contains("schema-removed"), "{found:#}");
}

#[test]
fn a_repository_without_a_past_and_folders_without_one() {
    let folder = Folder::new();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    folder.write("schemas/contracts.toml", MANIFEST);
    folder.write("schemas/a.schema.json", schema(9));
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!(status, ExitStatus::Clean, "{found:#}");
    assert!(found["notes"][0].as_str().is_some_and(|note| note.contains("no commit yet")), "{found:#}");

    folder.write("README.md", "x");
    git(folder.path(), &["add", "README.md"]);
    git(folder.path(), &["commit", "-q", "-m", "no schemas yet"]);
    let (status, found) = report(&folder, &["--base", "main"]);
    assert_eq!(status, ExitStatus::Clean, "{found:#}");
    assert!(found["notes"][0].as_str().is_some_and(|note| note.contains("no schemas")), "{found:#}");
}

#[test]
fn revisions_that_are_not_there() {
    let folder = released();
    let outcome = folder.run(&["compat", "@schemas", "--base", "nowhere"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(
        outcome.err.contains("no revision \"nowhere\"") && outcome.err.contains("git fetch origin nowhere"),
        "{}",
        outcome.err
    );

    folder.write("schemas/a.schema.json", schema(8));
    commit(&folder, "second");
    git(folder.path(), &["checkout", "-q", "-b", "topic"]);
    let clone = Folder::new();
    let from = format!("file://{}", folder.path().display());
    git(clone.path(), &["clone", "-q", "--depth", "1", "--branch", "topic", &from, "."]);
    let outcome = clone.run(&["compat", "@schemas", "--base", "v1.0.0"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("the clone is shallow") && outcome.err.contains("--unshallow"), "{}", outcome.err);
    // The tip of the base is there, the place where the history left it is not.
    git(clone.path(), &["fetch", "-q", "--depth", "1", "origin", "refs/tags/v1.0.0:refs/tags/v1.0.0"]);
    let (status, found) = report(&clone, &["--base", "v1.0.0"]);
    assert_eq!(status, ExitStatus::Findings, "{found:#}");
    assert!(found["notes"][0].as_str().is_some_and(|note| note.contains("too shallow")), "{found:#}");
    git(clone.path(), &["fetch", "-q", "--unshallow"]);
    assert_eq!(report(&clone, &["--base", "v1.0.0"]).1["notes"], serde_json::json!([]));

    let outside = Folder::with(&[("schemas/a.schema.json", "{}")]);
    let outcome = outside.run(&["compat", "@schemas", "--base", "main"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(
        outcome.err.contains("is in no git repository") && outcome.err.contains("compat OLD NEW"),
        "{}",
        outcome.err
    );
}

#[test]
fn what_the_base_has_already_fails_nothing() {
    let folder = released();
    folder.write("schemas/a.schema.json", schema(5));
    commit(&folder, "a break that somebody answered for");
    git(folder.path(), &["checkout", "-q", "-b", "topic"]);
    let (status, found) = report(&folder, &["--release", "v1.0.0"]);
    assert_eq!(status, ExitStatus::Findings, "{found:#}");
    let (status, found) = report(&folder, &["--release", "v1.0.0", "--base", "main"]);
    let finding = &found["backward"]["findings"][0];
    assert_eq!((&finding["rule"], &finding["introduced"]), (&"bound-tightened".into(), &false.into()), "{found:#}");
    assert_eq!(status, ExitStatus::Clean, "{found:#}");

    folder.write("schemas/a.schema.json", schema(4));
    let (status, found) = report(&folder, &["--release", "v1.0.0", "--base", "main"]);
    assert_eq!(found["backward"]["findings"][0]["introduced"], true, "{found:#}");
    assert_eq!(status, ExitStatus::Findings);
}

#[test]
fn a_pull_request_that_narrows_an_enum_fails_with_a_report_that_says_why() {
    let root = repository();
    if !root.join(".git").exists() {
        println!("skipped: not a git checkout");
        return;
    }
    let script = std::fs::read_to_string(root.join(".ci/run")).expect("the script");
    let line = script.lines().find_map(|line| line.strip_prefix("cargo run --quiet -- compat "));
    let line = line.expect(".ci/run compares with the last release");
    let clone = Folder::new();
    git(clone.path(), &["clone", "-q", "--shared", root.to_str().expect("UTF-8"), "."]);
    let compat = |folder: &Folder| {
        Command::new(env!("CARGO_BIN_EXE_contracts"))
            .arg("compat")
            .args(line.split_whitespace())
            .current_dir(folder.path())
            .output()
            .expect("the program runs")
    };
    let output = compat(&clone);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));

    clone.replace("schemas/policy.schema.json", r#""recommend", "shadow", "canary""#, r#""recommend", "canary""#);
    commit(&clone, "Nobody uses shadow");
    let output = compat(&clone);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for words in [
        "breaking for new readers of old documents (1 schema of 15)",
        "error[enum-narrowed]: breaking: \"shadow\" is no longer valid here",
        "schemas/policy.schema.json:27",
        "released/policy.schema.json:27",
        "used by: control-plane, gateway, sdk",
        "\"runtime_mode\": \"shadow\"",
        "is not one of",
        "the set's version is still 1.0.0",
        "if that is meant, set `version = 2`",
        "What to do: undo the change; or, if it is meant,",
        "[[approve]]",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
}
