//! What runs the command elsewhere: the action, the hooks, and the examples that are to be copied.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
};

use yaml_serde::Value;

use crate::{
    git::{MANIFEST, commit, git, released, schema},
    support::{Folder, repository},
};

/// A YAML file of the repository.
fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(repository().join(path)).expect("the file is there");
    yaml_serde::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is a text in {value:?}"))
}

fn keys(value: &Value) -> BTreeSet<&str> {
    let mapping = value.as_mapping().expect("a mapping");
    mapping.keys().map(|key| key.as_str().expect("a name")).collect()
}

/// A script of the action, with an environment of its own.
fn script(folder: &Folder, name: &str, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new("bash");
    command
        .arg(repository().join("action").join(name))
        .current_dir(folder.path())
        .env("CONTRACTS", env!("CARGO_BIN_EXE_contracts"))
        .env("RUNNER_TEMP", folder.path())
        .envs(environment.iter().copied());
    command.output().expect("bash runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Runs compare.sh; gives its output, and the report and the status that it hands on.
fn compare(folder: &Folder, environment: &[(&str, &str)]) -> (Output, String, String) {
    let (results, summary) = (folder.join("results"), folder.join("summary"));
    _ = fs::remove_file(&results);
    _ = fs::remove_file(&summary);
    let mut all = vec![("GITHUB_OUTPUT", results.as_str()), ("GITHUB_STEP_SUMMARY", summary.as_str())];
    all.extend(environment);
    let output = script(folder, "compare.sh", &all);
    let results = folder.read("results");
    let result = |name: &str| {
        let line = results.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_else(|| panic!("no {name} in {results}")).to_owned()
    };
    let report = fs::read_to_string(result("report")).expect("the report");
    assert_eq!(report, folder.read("summary"));
    (output, report, result("status"))
}

#[test]
fn the_action_agrees_with_its_scripts_and_its_documentation() {
    let action = yaml("action.yml");
    let root = repository();
    let inputs = keys(&action["inputs"]);
    let steps = action["runs"]["steps"].as_sequence().expect("steps");
    let documentation = fs::read_to_string(root.join("docs/ci.md")).expect("the documentation");
    for input in &inputs {
        assert!(documentation.contains(&format!("\n| `{input}` |")), "docs/ci.md does not say what {input} means");
    }
    let mut used = BTreeSet::new();
    for step in steps {
        let run = text(step, "run");
        // An expression would become a part of the script, whatever stands in it.
        assert!(!run.contains("${{"), "{run}");
        let name = run.strip_prefix("bash \"$GITHUB_ACTION_PATH/").and_then(|rest| rest.strip_suffix('"'));
        let name = name.unwrap_or_else(|| panic!("{run} runs a script of the action"));
        let script = fs::read_to_string(root.join(name)).expect("the script is there");
        for (variable, value) in step["env"].as_mapping().expect("variables") {
            let (variable, value) = (variable.as_str().expect("a name"), value.as_str().expect("a text"));
            assert!(
                script.contains(&format!("${variable}")) || script.contains(&format!("${{{variable}")),
                "{variable}"
            );
            used.extend(value.split("inputs.").skip(1).map(|rest| {
                rest.split(|character: char| !character.is_ascii_alphanumeric()).next().expect("a name").to_owned()
            }));
        }
    }
    used.insert("comment".to_owned());
    assert_eq!(used.iter().map(String::as_str).collect::<BTreeSet<_>>(), inputs, "every input reaches a script");
    assert_eq!(keys(&action["outputs"]), BTreeSet::from(["report", "status"]));
}

#[test]
fn the_workflow_uses_the_action_safely() {
    let workflow = yaml("docs/ci/github-workflow.yml");
    assert_eq!(keys(&workflow["on"]), BTreeSet::from(["pull_request"]));
    assert_eq!(text(&workflow["permissions"], "pull-requests"), "write");
    let steps = workflow["jobs"]["compat"]["steps"].as_sequence().expect("steps");
    let [checkout, action] = &steps[..] else { panic!("two steps: {steps:?}") };
    assert!(text(checkout, "uses").starts_with("actions/checkout@"));
    assert_eq!(checkout["with"]["fetch-depth"].as_u64(), Some(0));
    let definition = yaml("action.yml");
    let inputs = keys(&definition["inputs"]);
    assert!(keys(&action["with"]).is_subset(&inputs), "{action:?}");
    let job = &yaml("docs/ci/gitlab-ci.yml")["contracts"];
    assert_eq!(text(&job["variables"], "GIT_DEPTH"), "0");
    let lines = job["script"].as_sequence().expect("lines");
    let last = lines.last().and_then(Value::as_str).expect("a line");
    assert!(last.starts_with("contracts compat --base ") && !last.contains("||"), "{last} decides about the job");
}

#[test]
fn a_pull_request_is_compared() {
    let folder = released();
    git(folder.path(), &["checkout", "-q", "-b", "topic"]);
    let (output, report, status) = compare(&folder, &[("BASE", "main")]);
    assert_eq!((output.status.code(), status.as_str()), (Some(0), "0"), "{output:?}");
    assert!(report.starts_with("<!-- contracts compat -->\n## ✅"), "{report}");

    folder.write("schemas/a.schema.json", schema(5));
    let (output, report, status) = compare(&folder, &[("BASE", "main"), ("FOLDER", "schemas")]);
    assert_eq!((output.status.code(), status.as_str()), (Some(1), "1"), "{output:?}");
    assert!(
        report.starts_with("<!-- contracts compat -->\n## ❌") && report.contains("bound-tightened"),
        "{report}"
    );
    let log = out(&output);
    let (quoted, commands) = log.rsplit_once("\n::").expect("the end of what is quoted").0.split_at(0);
    assert!(quoted.is_empty() && commands.starts_with("::stop-commands::"), "{log}");
    assert!(log.contains("error[bound-tightened]: breaking"), "{log}");
    assert!(log.contains("::error file=schemas/a.schema.json,line=1,"), "{log}");

    let inputs = [("BASE", "main"), ("RELEASE", "v1.0.0"), ("DIRECTION", "forward"), ("ASSUME", "declared-only")];
    let (output, report, status) = compare(&folder, &inputs);
    assert_eq!((output.status.code(), status.as_str()), (Some(0), "0"), "{output:?}");
    assert!(report.contains("compatible for old readers of new documents"), "{report}");
}

#[test]
fn a_name_is_never_a_part_of_a_script() {
    let folder = released();
    for hostile in ["$(touch pwned)", "`touch pwned`", "main; touch pwned", "--help", "\" && touch pwned"] {
        for variable in ["BASE", "RELEASE", "DIRECTION", "ASSUME"] {
            let mut inputs = vec![(variable, hostile)];
            if !matches!(variable, "BASE" | "RELEASE") {
                inputs.push(("BASE", "main"));
            }
            let (output, report, status) = compare(&folder, &inputs);
            assert_eq!((output.status.code(), status.as_str()), (Some(3), "3"), "{variable}={hostile}: {output:?}");
            assert!(report.contains("nothing was compared\n\n    error: "), "{report}");
        }
    }
    assert!(!Path::new(&folder.join("pwned")).exists());
}

#[test]
fn a_shallow_clone_says_what_to_fetch() {
    let folder = released();
    git(folder.path(), &["checkout", "-q", "-b", "topic"]);
    folder.write("schemas/a.schema.json", schema(5));
    commit(&folder, "tightened");
    let clone = Folder::new();
    let from = format!("file://{}", folder.path().display());
    git(clone.path(), &["clone", "-q", "--depth", "1", "--branch", "topic", &from, "."]);
    let (output, report, status) = compare(&clone, &[("BASE", "main")]);
    assert_eq!((output.status.code(), status.as_str()), (Some(3), "3"), "{output:?}");
    for text in [&report, &out(&output)] {
        assert!(text.contains("the clone is shallow") && text.contains("fetch-depth: 0"), "{text}");
    }

    let nothing = script(&clone, "compare.sh", &[]);
    assert_eq!(nothing.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("set the input base or release"), "{nothing:?}");
    let missing = script(&clone, "compare.sh", &[("BASE", "main"), ("CONTRACTS", "./nowhere")]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("./nowhere does not run"), "{missing:?}");
}

/// A `gh` that answers with the comments in `comments.json`, applies queries with jq, and notes what it is told to write.
const GH: &str = r#"#!/usr/bin/env bash
set -uo pipefail
if [ -e forbidden ] && [[ "$*" != *viewerDidAuthor* ]]; then echo 'HTTP 403: Resource not accessible' >&2; exit 1; fi
[ "$GH_TOKEN" = secret ] || exit 4
body='' jq=''
arguments=("$@")
for ((index = 0; index < $#; index++)); do
  case ${arguments[index]} in
    body=@*) body=${arguments[index]#body=@} ;;
    --jq) jq=${arguments[index + 1]} ;;
  esac
done
if [ -n "$jq" ]; then exec jq --raw-output "$jq" comments.json; fi
printf '%s\n' "$*" >>written
cp "$body" body
"#;

fn comments(nodes: &[(&str, bool, &str)]) -> String {
    let nodes: Vec<serde_json::Value> = nodes
        .iter()
        .map(|(id, own, body)| serde_json::json!({ "id": id, "viewerDidAuthor": own, "body": body }))
        .collect();
    serde_json::json!({ "data": { "repository": { "pullRequest": { "comments": { "nodes": nodes } } } } })
        .to_string()
}

#[test]
fn one_comment_is_written_and_kept_up_to_date() {
    if Command::new("jq").arg("--version").output().is_err() {
        println!("skipped: no jq");
        return;
    }
    let folder = Folder::with(&[("bin/gh", GH), ("comments.json", &comments(&[]))]);
    assert!(Command::new("chmod").args(["+x", &folder.join("bin/gh")]).status().expect("chmod runs").success());
    let path = format!("{}:{}", folder.join("bin"), std::env::var("PATH").expect("a PATH"));
    let comment = |name: &str, status: &str, report: &str| {
        folder.write("report.md", report);
        for file in ["written", "body"] {
            _ = fs::remove_file(folder.join(file));
        }
        let report = folder.join("report.md");
        let output = script(
            &folder,
            "comment.sh",
            &[
                ("PATH", &path),
                ("GH_TOKEN", "secret"),
                ("GITHUB_REPOSITORY", "shop/orders"),
                ("NUMBER", "7"),
                ("NAME", name),
                ("REPORT", &report),
                ("STATUS", status),
            ],
        );
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let written = fs::read_to_string(folder.join("written")).unwrap_or_default();
        (written, fs::read_to_string(folder.join("body")).unwrap_or_default(), out(&output))
    };
    let unchanged = "<!-- contracts compat -->\n## ✅ Contracts: compatible\n";
    let broken = "<!-- contracts compat -->\n## ❌ Contracts: breaking\n\n| schema | result |\n";
    let mark = "<!-- contracts compat: schemas -->";

    let (written, _, said) = comment("schemas", "0", unchanged);
    assert_eq!((written.as_str(), said.as_str()), ("", "No schema changed, so that there is nothing to say.\n"));
    let (written, body, _) = comment("schemas", "1", broken);
    assert!(written.contains("--method POST repos/shop/orders/issues/7/comments"), "{written}");
    assert_eq!(body, format!("{mark}\n{broken}"));
    // What went well is worth a comment too, if something changed.
    assert!(comment("schemas", "0", broken).0.contains("POST"));

    // Somebody else wrote the mark, or it is that of another set.
    let other = "<!-- contracts compat: sdk/schemas -->\n";
    folder.write("comments.json", comments(&[("theirs", false, &format!("{mark}\n")), ("other", true, other)]));
    assert!(comment("schemas", "1", broken).0.contains("POST"));
    let nodes =
        [("theirs", false, mark), ("talk", true, "see <!-- contracts compat: schemas -->"), ("own", true, mark)];
    folder.write("comments.json", comments(&nodes));
    for (status, report) in [("1", broken), ("0", unchanged)] {
        let (written, body, _) = comment("schemas", status, report);
        assert!(written.contains("id=own") && written.contains("updateIssueComment"), "{written}");
        assert_eq!((written.matches("graphql").count(), body), (1, format!("{mark}\n{report}")));
    }
    let (_, body, _) = comment("a --> @everybody $(touch pwned)", "1", broken);
    assert!(body.starts_with("<!-- contracts compat: a------everybody---touch-pwned- -->\n"), "{body}");

    // A token that may only read: the result stays what it is, and where the report stands is said.
    folder.write("forbidden", "");
    for name in ["schemas", "another"] {
        let (written, _, said) = comment(name, "1", broken);
        assert_eq!(written, "");
        assert!(said.starts_with("::warning title=contracts::the comment") && said.contains("summary"), "{said}");
    }
}

#[test]
fn the_hooks_run() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_sequence().expect("hooks");
    let folder = released();
    folder.write("cargo/cargo", "#!/bin/sh\nprintf '%s ' \"$@\" >>calls\nexit 1\n");
    assert!(Command::new("chmod").args(["+x", &folder.join("cargo/cargo")]).status().expect("chmod").success());
    let path = format!("{}:{}", folder.join("cargo"), std::env::var("PATH").expect("a PATH"));
    for hook in hooks {
        let entry = text(hook, "entry");
        let (program, words) = entry.split_once(' ').expect("a program and its arguments");
        assert_eq!((text(hook, "language"), program), ("script", "action/contracts.sh"), "{hook:?}");
        // The program is cargo's, with the arguments as they are and the status as it ends.
        let through = script(&folder, "contracts.sh", &[("PATH", &path)]);
        assert_eq!(through.status.code(), Some(1));
        let mut arguments: Vec<&str> = words.split(' ').collect();
        if let Some(more) = hook["args"].as_sequence() {
            arguments.extend(more.iter().filter_map(Value::as_str));
        }
        if hook["pass_filenames"].as_bool() != Some(false) {
            arguments.push("schemas/a.schema.json");
        }
        let run = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_contracts"));
            command.args(&arguments).current_dir(folder.path()).output().expect("the program runs").status.code()
        };
        // The schema of this set has no title, which strict checks mind and comparing does not.
        let sound = if text(hook, "id") == "contracts-compat" { Some(0) } else { Some(1) };
        folder.write("schemas/a.schema.json", schema(9));
        assert_eq!(run(), sound, "{arguments:?}");
        folder.write("schemas/a.schema.json", schema(5));
        assert_eq!(run(), Some(1), "{arguments:?}");
    }
    let calls = folder.read("calls");
    assert!(calls.contains("run --quiet --release --locked --manifest-path"), "{calls}");
    let ids: BTreeSet<&str> = hooks.iter().map(|hook| text(hook, "id")).collect();
    let example = yaml("docs/ci/pre-commit-config.yaml");
    for hook in example["repos"][0]["hooks"].as_sequence().expect("hooks") {
        assert!(ids.contains(text(hook, "id")), "{hook:?}");
    }
}

/// Git tells its hooks where the repository is: in a worktree somewhere else, and sometimes relative to its root.
#[test]
fn a_hook_of_git_compares_what_it_should() {
    let folder = released();
    let program = env!("CARGO_BIN_EXE_contracts");
    folder
        .write(".git/hooks/pre-commit", format!("#!/bin/sh\n\"{program}\" compat --base main schemas >../said\n"));
    let file = folder.join(".git/hooks/pre-commit");
    assert!(Command::new("chmod").args(["+x", &file]).status().expect("chmod runs").success());
    let trees = Folder::new();
    git(folder.path(), &["worktree", "add", "-q", "-b", "topic", &trees.join("worktree")]);
    let from = folder.path().to_str().expect("UTF-8");
    git(trees.path(), &["clone", "-q", from, "clone"]);
    fs::copy(&file, trees.join("clone/.git/hooks/pre-commit")).expect("the hook can be copied");
    let attempt = |tree: &str, most: u32, options: &[&str]| {
        trees.write(&format!("{tree}/schemas/a.schema.json"), schema(most));
        trees.write(&format!("{tree}/schemas/contracts.toml"), MANIFEST.replace("1.0.0", "1.1.0"));
        Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com"])
            .args(options)
            .args(["commit", "-q", "-a", "-m", "x"])
            .current_dir(trees.join(tree))
            .output()
            .expect("git runs")
    };
    let told = ["--git-dir=.git", "--work-tree=."];
    for (tree, options) in [("worktree", &[][..]), ("clone", &told[..1]), ("clone", &told)] {
        let refused = attempt(tree, 5, options);
        let said = trees.read("said");
        assert!(!refused.status.success(), "{options:?} {refused:?} {said}");
        for words in ["main:schemas/a.schema.json", "verdict: breaking", "1.0.0 -> 1.1.0"] {
            assert!(said.contains(words), "{words} in {said}");
        }
    }
    for (tree, options) in [("worktree", &[][..]), ("clone", &told)] {
        let taken = attempt(tree, 11, options);
        assert!(taken.status.success(), "{taken:?} {}", trees.read("said"));
    }
}
