//! The official test suite for 2020-12: every group generates, compiles and decides every instance rightly, and valid
//! instances come back as they were.

use crate::support;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use serde_json::Value;
use support::{
    equal,
    generated::{Verdict, Ways, ask},
    json_files_below,
    official::{read, required_files},
    suites,
};

#[derive(Default)]
struct Tally {
    groups: BTreeMap<String, bool>,
    instances: usize,
    right: usize,
    valid: usize,
    kept: usize,
}

/// Decides all cases and gives the tallies per file and what was wrong.
fn decide(crate_name: &str, folder: &Path, files: &[(String, PathBuf)]) -> (BTreeMap<String, Tally>, Vec<String>) {
    let (modules, cases) = read(folder, files);
    let documents: Vec<(usize, String)> =
        cases.iter().map(|(module, case)| (*module, case.document.clone())).collect();
    let verdicts = ask(crate_name, Ways::All, &modules, &documents);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut wrong = Vec::new();
    for ((_, case), verdict) in cases.iter().zip(&verdicts) {
        let tally = tallies.entry(case.file.clone()).or_default();
        tally.instances += 1;
        let named = format!("{} / {} / {}", case.file, case.group, case.description);
        let right = match verdict {
            Verdict::Accepted(text) => {
                if case.valid {
                    tally.valid += 1;
                    let written: Value = serde_json::from_str(text).expect("JSON");
                    let document: Value = serde_json::from_str(&case.document).expect("JSON");
                    if equal(&written, &document) {
                        tally.kept += 1;
                    } else {
                        wrong.push(format!("{named}: {} came back as {text}", case.document));
                    }
                }
                case.valid
            }
            Verdict::Refused { .. } => !case.valid,
            Verdict::Divided(_) => false,
        };
        if right {
            tally.right += 1;
        } else {
            let should = if case.valid { "valid" } else { "invalid" };
            wrong.push(format!("{named}: {} should be {should}: {verdict:?}", case.document));
        }
        *tally.groups.entry(case.group.clone()).or_insert(true) &= right;
    }
    (tallies, wrong)
}

#[test]
fn required_instances_are_decided_rightly() {
    let Some(suites) = suites() else { return };
    let folder = suites.join("json-schema-test-suite");
    let (tallies, wrong) = decide("suite-required", &folder, &required_files(&folder));
    let sum = total(&tallies);
    print!("{}", table(&tallies));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((sum[0], sum[2], sum[4]), (1299, 383, sum[5]), "instances, groups, kept whole");
}

/// Optional files that say what this project promises. `bignum` and `float-overflow` need exact numbers, `format/`
/// asserted formats, which are not offered.
const OPTIONAL: [&str; 10] = [
    "optional/anchor.json",
    "optional/cross-draft.json",
    "optional/dependencies-compatibility.json",
    "optional/dynamicRef.json",
    "optional/ecmascript-regex.json",
    "optional/id.json",
    "optional/no-schema.json",
    "optional/non-bmp-regex.json",
    "optional/refOfUnknownKeyword.json",
    "optional/unknownKeyword.json",
];

#[test]
fn optional_instances_are_decided_rightly() {
    let Some(suites) = suites() else { return };
    let folder = suites.join("json-schema-test-suite");
    let files: Vec<_> = json_files_below(&folder.join("tests/draft2020-12"))
        .into_iter()
        .filter(|(name, _)| OPTIONAL.contains(&name.as_str()))
        .collect();
    assert_eq!(files.len(), OPTIONAL.len(), "every file that is named is there");
    let (tallies, wrong) = decide("suite-optional", &folder, &files);
    print!("{}", table(&tallies));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn total(tallies: &BTreeMap<String, Tally>) -> [usize; 6] {
    let mut sum = [0; 6];
    for tally in tallies.values() {
        for (sum, number) in sum.iter_mut().zip(tally.numbers()) {
            *sum += number;
        }
    }
    sum
}

impl Tally {
    /// Instances right and in all, groups right and in all, valid instances kept and in all.
    fn numbers(&self) -> [usize; 6] {
        let groups_right = self.groups.values().filter(|right| **right).count();
        [self.right, self.instances, groups_right, self.groups.len(), self.kept, self.valid]
    }
}

fn table(tallies: &BTreeMap<String, Tally>) -> String {
    let mut text = String::from("file                                    instances      groups    lossless\n");
    let mut line = |name: &str, n: [usize; 6]| {
        writeln!(text, "{name:<38} {:>5}/{:<5} {:>4}/{:<4} {:>5}/{:<5}", n[0], n[1], n[2], n[3], n[4], n[5])
            .expect("text");
    };
    for (file, tally) in tallies {
        line(file, tally.numbers());
    }
    line("all", total(tallies));
    text
}
