//! What generated decoders say to documents of small schemas: the rules that hold for every document, and a case for each
//! fault that was found.

use crate::support;

use support::{
    cases::{self, Expected},
    generated::{Verdict, Ways, ask},
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
