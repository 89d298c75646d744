//! The official test suite for 2020-12: every group generates, compiles and decides every instance rightly, and valid
//! instances come back as they were.

mod support;

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use contracts_codegen::{Settings, generate};
use contracts_model::{Level, Options, SchemaSet};
use serde_json::Value;
use support::{
    equal,
    generated::{Module, Verdict, ask},
    json_files_below, suites,
};

struct Case {
    file: String,
    group: String,
    description: String,
    document: String,
    valid: bool,
}

/// Reads the groups of some files into modules and cases.
fn read(folder: &Path, files: &[(String, std::path::PathBuf)]) -> (Vec<Module>, Vec<(usize, Case)>) {
    let remotes: Vec<(String, String)> = json_files_below(&folder.join("remotes"))
        .into_iter()
        .map(|(name, path)| (format!("http://localhost:1234/{name}"), fs::read_to_string(path).expect("a remote")))
        .collect();
    let mut modules = Vec::new();
    let mut cases = Vec::new();
    for (file, path) in files {
        let groups: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(path).expect("a suite file")).expect("a list of groups");
        for group in groups {
            let description = group["description"].as_str().expect("a description").to_owned();
            let code = generate_group(&group["schema"], &remotes)
                .unwrap_or_else(|error| panic!("{file}, {description}: {error}"));
            let index = modules.len();
            modules.push(Module { name: format!("group_{index}"), code });
            for test in group["tests"].as_array().expect("tests") {
                cases.push((
                    index,
                    Case {
                        file: file.clone(),
                        group: description.clone(),
                        description: test["description"].as_str().expect("a description").to_owned(),
                        document: test["data"].to_string(),
                        valid: test["valid"].as_bool().expect("a verdict"),
                    },
                ));
            }
        }
    }
    (modules, cases)
}

fn generate_group(schema: &Value, remotes: &[(String, String)]) -> Result<String, String> {
    let mut set = SchemaSet::with_options(Options::default());
    set.add("schema.json", None, schema.to_string());
    for (uri, text) in remotes {
        set.add_resource(uri.clone(), uri, text.clone());
    }
    let (model, findings) = set.resolve();
    let told = |findings: &[contracts_model::Finding]| {
        findings
            .iter()
            .filter(|finding| finding.level == Level::Error)
            .map(|finding| format!("{}: {}", finding.place, finding.message))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let model = model.ok_or_else(|| told(&findings))?;
    generate(&model, &Settings::single(&model, "schema.json", "Root")).map_err(|findings| told(&findings))
}

#[derive(Default)]
struct Tally {
    groups: BTreeMap<String, bool>,
    instances: usize,
    right: usize,
    valid: usize,
    kept: usize,
}

#[test]
fn required_instances_are_decided_rightly() {
    let Some(suites) = suites() else { return };
    let folder = suites.join("json-schema-test-suite");
    let files: Vec<_> = json_files_below(&folder.join("tests/draft2020-12"))
        .into_iter()
        .filter(|(name, _)| !name.contains('/'))
        .collect();
    let (modules, cases) = read(&folder, &files);
    let documents: Vec<(usize, String)> =
        cases.iter().map(|(module, case)| (*module, case.document.clone())).collect();
    let verdicts = ask("suite-required", &modules, &documents);
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut wrong = Vec::new();
    for ((_, case), verdict) in cases.iter().zip(&verdicts) {
        let tally = tallies.entry(&case.file).or_default();
        tally.instances += 1;
        let right = match verdict {
            Verdict::Accepted(text) => {
                if case.valid {
                    tally.valid += 1;
                    let written: Value = serde_json::from_str(text).expect("JSON");
                    let document: Value = serde_json::from_str(&case.document).expect("JSON");
                    if equal(&written, &document) {
                        tally.kept += 1;
                    } else {
                        wrong.push(format!(
                            "{} / {} / {}: {} came back as {text}",
                            case.file, case.group, case.description, case.document
                        ));
                    }
                }
                case.valid
            }
            Verdict::Refused { .. } => !case.valid,
        };
        if right {
            tally.right += 1;
        } else {
            wrong.push(format!(
                "{} / {} / {}: {} should be {}: {verdict:?}",
                case.file,
                case.group,
                case.description,
                case.document,
                if case.valid { "valid" } else { "invalid" }
            ));
        }
        *tally.groups.entry(case.group.clone()).or_insert(true) &= right;
    }
    print!("{}", table(&tallies));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn table(tallies: &BTreeMap<&str, Tally>) -> String {
    let mut text = String::from("file                            instances   groups   lossless\n");
    let mut sum = [0; 6];
    let line = |text: &mut String, name: &str, n: [usize; 6]| {
        writeln!(
            text,
            "{name:<30} {:>5}/{:<5} {:>4}/{:<4} {:>5}/{:<5}",
            n[0], n[1], n[2], n[3], n[4], n[5]
        )
        .expect("text");
    };
    for (file, tally) in tallies {
        let groups_right = tally.groups.values().filter(|right| **right).count();
        let numbers =
            [tally.right, tally.instances, groups_right, tally.groups.len(), tally.kept, tally.valid];
        line(&mut text, file, numbers);
        for (sum, number) in sum.iter_mut().zip(numbers) {
            *sum += number;
        }
    }
    line(&mut text, "all", sum);
    text
}
