//! What generated decoders say to documents of small schemas: the rules that hold for every document, and a case for each
//! fault that was found.

use crate::support;

use contracts_codegen::Settings;
use contracts_model::{Options, source::Source};
use support::{
    cases::{self, Expected},
    exact,
    generated::{Dependencies, Module, Verdict, Ways, ask, ask_with, generate_as, generate_one},
};

#[test]
fn small_schemas() {
    let (modules, documents) = cases::modules();
    let verdicts = ask("small-schemas", Ways::All, &modules, &documents);
    let expected = cases::all().into_iter().flat_map(|case| {
        let name = case.name;
        case.documents.into_iter().map(move |(text, expected)| (name, text, expected))
    });
    let mut wrong = Vec::new();
    for ((name, text, expected), verdict) in expected.zip(&verdicts) {
        let right = match (&expected, verdict) {
            (Expected::Written(expected), Verdict::Accepted(text)) => expected == text,
            (Expected::Refused(expected, at), Verdict::Refused { rule, pointer, .. }) => {
                expected == rule && at == pointer
            }
            _ => false,
        };
        if !right {
            let text: String = text.chars().take(200).collect();
            let expected = match expected {
                Expected::Written(text) => format!("is written as {text}"),
                Expected::Refused(rule, pointer) => format!("is refused by {rule} at \"{pointer}\""),
            };
            wrong.push(format!("{name}: {text} {expected}, not {verdict:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), documents.len(), wrong.join("\n"));
}

/// Without exact numbers: a number is a `u64` or an `i64`, or else the nearest `f64`, in the document and where a schema
/// lists it, so that what is spelled alike is equal.
#[test]
fn default_numbers_are_the_nearest_ones() {
    use Expected::{Refused, Written};
    let cases: [(&str, &[(&str, Expected)]); 6] = [
        (
            r#"{"type":"number"}"#,
            &[
                ("-0", Written("-0.0")),
                ("1e400", Refused("number-range", "")),
                ("-1e400", Refused("number-range", "")),
                ("1e-400", Written("0.0")),
                ("0e99999999999999999999", Written("0.0")),
                ("0.1000000000000000055511151231257827", Written("0.1")),
                ("18446744073709551616", Written("1.8446744073709552e+19")),
            ],
        ),
        (
            r#"{"type":"integer"}"#,
            &[("9223372036854775808", Refused("number-range", "")), ("-0", Written("0")), ("1e3", Written("1000"))],
        ),
        (
            r#"{"const":0.1000000000000000055511151231257827}"#,
            &[
                ("0.1000000000000000055511151231257827", Written("0.1")),
                ("0.1", Written("0.1")),
                ("0.10000000000000002", Refused("const", "")),
            ],
        ),
        (
            r#"{"enum":["x",18446744073709551615.0,{"a":[1e-400]}]}"#,
            &[
                ("18446744073709551615.0", Written("1.8446744073709552e+19")),
                ("18446744073709551615", Refused("enum", "")),
                (r#"{"a":[1e-400]}"#, Written(r#"{"a":[0]}"#)),
            ],
        ),
        // No document of this mode holds it.
        (r#"{"const":1e400}"#, &[("1e400", Refused("number-range", "")), ("1e308", Refused("const", ""))]),
        (
            r#"{"type":"number","multipleOf":0.01}"#,
            &[("19.99", Written("19.99")), ("1e308", Written("1e+308")), ("0.001", Refused("multipleOf", ""))],
        ),
    ];
    let modules: Vec<Module> = cases
        .iter()
        .enumerate()
        .map(|(index, (schema, _))| Module {
            name: format!("numbers_{index}"),
            code: generate_one(schema).expect("a sound schema"),
        })
        .collect();
    let documents: Vec<(usize, String)> = cases
        .iter()
        .enumerate()
        .flat_map(|(module, (_, documents))| documents.iter().map(move |(text, _)| (module, (*text).to_owned())))
        .collect();
    let verdicts = ask("default-numbers", Ways::All, &modules, &documents);
    let expected = cases.iter().flat_map(|(_, documents)| documents.iter());
    for (((module, text), (_, expected)), verdict) in documents.iter().zip(expected).zip(&verdicts) {
        let right = match (expected, verdict) {
            (Written(expected), Verdict::Accepted(text)) => expected == text,
            (Refused(expected, at), Verdict::Refused { rule, pointer, .. }) => expected == rule && at == pointer,
            _ => false,
        };
        assert!(right, "{}: {text}: {verdict:?}", cases[*module].0);
    }
}

/// With exact numbers every verdict is that of big integers, and what is accepted is written with every digit.
#[test]
fn exact_numbers_have_any_size_and_every_digit() {
    let cases = exact::cases(40);
    let modules: Vec<Module> = cases
        .iter()
        .enumerate()
        .map(|(index, case)| Module {
            name: format!("exact_{index}"),
            code: generate_as(&case.schema, &[], Options::default(), Settings::with_exact_numbers)
                .unwrap_or_else(|error| panic!("{}: {error}", case.schema)),
        })
        .collect();
    let documents: Vec<(usize, String)> = cases
        .iter()
        .enumerate()
        .flat_map(|(module, case)| case.documents.iter().map(move |(text, _)| (module, text.clone())))
        .collect();
    let dependencies = Dependencies { all_modes: true, ..Dependencies::default() };
    let verdicts = ask_with(dependencies, "exact-numbers", Ways::All, &modules, &documents);
    let expected = cases.iter().flat_map(|case| case.documents.iter().map(|(_, valid)| *valid));
    let value = |text: &str| Source::parse("", text).expect("JSON").root().to_value();
    let mut wrong = Vec::new();
    for (((module, text), valid), verdict) in documents.iter().zip(expected).zip(&verdicts) {
        let right = match verdict {
            Verdict::Accepted(written) => valid && value(written) == value(text),
            Verdict::Refused { rule, .. } => !valid && rule != "number-range",
            Verdict::Divided(_) => false,
        };
        if !right {
            wrong.push(format!("{}: {text} should be {valid}: {verdict:?}", cases[*module].schema));
        }
    }
    println!("{} schemas, {} documents", cases.len(), documents.len());
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), documents.len(), wrong.join("\n"));
}
