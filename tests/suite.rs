//! The official test suite for 2020-12: every group generates, compiles and decides every instance rightly, and valid
//! instances come back as they were.

use crate::support;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use contracts_codegen::Settings;
use contracts_model::{Model, source::Source};
use support::{
    generated::{Dependencies, Module, Verdict, Ways, ask_with},
    json_files_below,
    official::{read_as, required_files},
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

/// Whether two texts are the same JSON value, with every digit of their numbers.
fn equal(left: &str, right: &str) -> bool {
    let value = |text: &str| Source::parse("", text).expect("JSON").root().to_value();
    value(left) == value(right)
}

/// Decides all cases and gives the tallies per file and what was wrong.
fn decide(crate_name: &str, folder: &Path, files: &[(String, PathBuf)]) -> (BTreeMap<String, Tally>, Vec<String>) {
    decide_as(Dependencies::default(), crate_name, folder, &[(files, |settings, _| settings)])
}

/// Other settings for generated modules.
type Change = fn(Settings, &Model) -> Settings;

/// The same with files that need other settings, and what those need.
fn decide_as(
    dependencies: Dependencies<'_>,
    crate_name: &str,
    folder: &Path,
    parts: &[(&[(String, PathBuf)], Change)],
) -> (BTreeMap<String, Tally>, Vec<String>) {
    let (mut modules, mut cases) = (Vec::new(), Vec::new());
    for (part, (files, change)) in parts.iter().enumerate() {
        let (more, instances) = read_as(folder, files, change);
        let first = modules.len();
        modules.extend(
            more.into_iter().map(|module| Module { name: format!("part_{part}_{}", module.name), ..module }),
        );
        cases.extend(instances.into_iter().map(|(module, case)| (first + module, case)));
    }
    let documents: Vec<(usize, String)> =
        cases.iter().map(|(module, case)| (*module, case.document.clone())).collect();
    let verdicts = ask_with(dependencies, crate_name, Ways::All, &modules, &documents);
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
                    if equal(text, &case.document) {
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

/// Optional files that are passed as they stand.
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

/// Files that are passed with `numbers = "exact"`.
const EXACT: [&str; 2] = ["optional/bignum.json", "optional/float-overflow.json"];

/// The file whose schemas say themselves that formats are asserted.
const VOCABULARY: &str = "optional/format-assertion.json";

/// Instances that are not decided as the suite has it, and why. An instance stands here as file, group and description.
const LEFT_OUT: [(&str, &str, &str, &str); 0] = [];

#[test]
fn every_optional_file_is_decided_in_the_mode_that_it_is_about() {
    let Some(suites) = suites() else { return };
    let folder = suites.join("json-schema-test-suite");
    let files = |wanted: &dyn Fn(&str) -> bool| -> Vec<(String, PathBuf)> {
        let all = json_files_below(&folder.join("tests/draft2020-12"));
        all.into_iter().filter(|(name, _)| name.starts_with("optional/") && wanted(name)).collect()
    };
    let dependencies = Dependencies { all_modes: true, ..Dependencies::default() };
    let exact = files(&|name| EXACT.contains(&name));
    let formats = files(&|name| name.starts_with("optional/format/"));
    let vocabulary = files(&|name| name == VOCABULARY);
    let rest = files(&|name| OPTIONAL.contains(&name));
    let all = files(&|_| true);
    assert_eq!(exact.len() + formats.len() + vocabulary.len() + rest.len(), all.len(), "no file is left out");
    assert_eq!((exact.len(), formats.len(), vocabulary.len()), (2, 21, 1));

    let modes: [(&[_], Change); 3] = [
        (&exact, Settings::with_exact_numbers),
        (&formats, Settings::with_asserted_formats),
        (&vocabulary, |settings, _| settings),
    ];
    let (tallies, wrong) = decide_as(dependencies, "suite-modes", &folder, &modes);
    print!("{}", table(&tallies));
    println!("left out                               {}", LEFT_OUT.len());
    for (file, group, description, reason) in LEFT_OUT {
        println!("  {file} / {group} / {description}: {reason}");
    }
    let unexplained: Vec<_> = wrong
        .iter()
        .filter(|text| {
            !LEFT_OUT.iter().any(|(file, group, description, _)| {
                text.starts_with(&format!("{file} / {group} / {description}:"))
            })
        })
        .cloned()
        .collect();
    assert!(unexplained.is_empty(), "{} wrong:\n{}", unexplained.len(), unexplained.join("\n"));
    assert_eq!(wrong.len(), LEFT_OUT.len(), "what is left out would pass");
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
