//! The verdicts of generated decoders do not depend on the features of `serde_json` that other crates switch on, nor on
//! those of the runtime that types of other schemas need.
//!
//! Each set of features needs a build of its own, so these tests run on request: `cargo test --test integration matrix:: -- --ignored`.

use crate::support;

use support::{
    cases,
    generated::{Dependencies, Module, Verdict, Ways, ask_with},
    official::{read, required_files},
    suites,
};

/// Features of `serde_json` that change how it hands over numbers, names and order.
const FEATURES: [&str; 5] =
    ["arbitrary_precision", "float_roundtrip", "preserve_order", "raw_value", "unbounded_depth"];

#[test]
#[ignore = "builds the generated crate once per set of features"]
fn features_of_others_change_no_verdict() {
    let (mut modules, mut documents) = cases::modules();
    if let Some(suites) = suites() {
        let folder = suites.join("json-schema-test-suite");
        let (more, instances) = read(&folder, &required_files(&folder));
        let first = modules.len();
        modules.extend(more);
        documents.extend(instances.into_iter().map(|(module, case)| (first + module, case.document)));
    }
    let ask = |dependencies| ask_with(dependencies, "matrix", Ways::All, &modules, &documents);
    let expected = ask(Dependencies::default());
    let mut differences = Vec::new();
    let of_serde_json = FEATURES.iter().map(std::slice::from_ref).chain([FEATURES.as_slice()]);
    let sets = of_serde_json
        .map(|serde_json| Dependencies { serde_json, all_modes: false })
        // Exact numbers and formats of the runtime, which these modules do not ask for.
        .chain([&[][..], &FEATURES].map(|serde_json| Dependencies { serde_json, all_modes: true }));
    for dependencies in sets {
        let found = ask(dependencies);
        let own = compare(&modules, &documents, &expected, &found);
        let runtime = if dependencies.all_modes { "exact-numbers and formats of the runtime" } else { "" };
        println!(
            "{runtime} {}: {} documents, {} differ",
            dependencies.serde_json.join(", "),
            found.len(),
            own.len()
        );
        for difference in &own {
            println!("  {difference}");
        }
        differences.extend(own);
    }
    assert!(differences.is_empty(), "{} verdicts depend on features", differences.len());
}

fn compare(
    modules: &[Module],
    documents: &[(usize, String)],
    expected: &[Verdict],
    found: &[Verdict],
) -> Vec<String> {
    let pairs = expected.iter().zip(found).zip(documents);
    pairs
        .filter(|((expected, found), _)| without_place(expected) != without_place(found))
        .map(|((expected, found), (module, document))| {
            let document: String = document.chars().take(200).collect();
            format!("{}: {document}: {expected:?} became {found:?}", modules[*module].name)
        })
        .collect()
}

/// A verdict without the line and the column where reading stopped: a number is refused one character earlier by a
/// `serde_json` that keeps its digits.
fn without_place(verdict: &Verdict) -> Verdict {
    let mut verdict = verdict.clone();
    if let Verdict::Refused { message, .. } = &mut verdict
        && let Some(place) = message.rfind(" at line ")
    {
        message.truncate(place);
    }
    verdict
}
