//! One input: which document it makes, and whether decoder and validator agree on it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use contracts_types::{Json, Violation};
use serde_json::{Map, Value};

use crate::{random::Random, repeated::Repeated, subjects::Subject};

/// What decoder and validator both say.
pub struct Outcome {
    /// Whether the document is valid.
    pub valid: bool,
    /// What happened: the schema and, for what was refused, the assertion that failed. Inputs with a new one are worth
    /// changing further.
    pub kind: String,
}

/// A document on which they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the schema.
    pub subject: String,
    /// The text, escaped where it is no UTF-8.
    pub text: String,
    /// What the decoder should have said, and what it said.
    pub message: String,
}

/// Pieces of text that mean something to a reader of JSON.
const TOKENS: [&[u8]; 40] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\\uD83D\\uDE00",
    b"null",
    b"true",
    b"false",
    b"0",
    b"-",
    b"-0",
    b"1e400",
    b"1E-400",
    b"0.1",
    b"1.0",
    b"01",
    b"+1",
    b".5",
    b"18446744073709551615",
    b"18446744073709551616",
    b"-9223372036854775809",
    b"9007199254740993",
    b"\"\":1,",
    b"\"$serde_json::private::Number\":\"1\",",
    b"{\"$serde_json::private::RawValue\":\"1\"}",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\x00",
    b" ",
    b"\n",
    b"/**/",
    b"[[[[[[[[[[[[[[[[",
    b"]]]]]]]]]]]]]]]]",
];

/// Makes a document of bytes and compares what is said about it.
///
/// # Errors
/// When the decoder and the validator differ, or the decoder panics.
///
/// # Panics
/// Without subjects.
pub fn compare(subjects: &[Subject], bytes: &[u8]) -> Result<Outcome, Difference> {
    let mut random = Random::new(bytes);
    let subject = random.pick(subjects);
    let mut text = match random.below(8) {
        0 => any(subject, 4, &mut random).to_string().into_bytes(),
        1 => Vec::new(),
        2 | 3 => random.pick(&subject.documents).to_string().into_bytes(),
        _ => {
            let mut document = random.pick(&subject.documents).clone();
            loop {
                document = subject.mutator.mutant(&document, &mut random);
                // Where the bytes end, every choice is the first one.
                if !random.goes_on() || !random.chance(1, 3) {
                    break;
                }
            }
            return judge(subject, document.to_string().as_bytes());
        }
    };
    while random.goes_on() {
        edit(&mut text, &mut random);
    }
    judge(subject, &text)
}

/// A document of what the schema mentions.
fn any(subject: &Subject, depth: usize, random: &mut Random<'_>) -> Value {
    match random.below(if depth == 0 { 2 } else { 6 }) {
        0 | 1 => random.pick(subject.mutator.values()).clone(),
        2 => (0..random.below(4)).map(|_| any(subject, depth - 1, random)).collect(),
        _ => {
            let members: Map<_, _> = (0..random.below(6))
                .map(|_| (random.pick(subject.mutator.names()).clone(), any(subject, depth - 1, random)))
                .collect();
            Value::Object(members)
        }
    }
}

/// Changes a text in one place.
fn edit(text: &mut Vec<u8>, random: &mut Random<'_>) {
    let at = random.below(text.len() + 1);
    let end = (at + random.below(16)).min(text.len());
    match random.below(6) {
        0 => drop(text.drain(at..end)),
        1 => {
            let copy = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        2 => {
            let byte = u8::try_from(random.below(256)).expect("a byte");
            text.splice(at..end, [byte]);
        }
        3 => drop(text.splice(at..end, random.pick(&TOKENS).iter().copied())),
        _ => drop(text.splice(at..at, random.pick(&TOKENS).iter().copied())),
    }
}

/// Compares what decoder and validator say about a text.
fn judge(subject: &Subject, text: &[u8]) -> Result<Outcome, Difference> {
    let difference = |message: String| Difference {
        subject: subject.name.clone(),
        text: text.escape_ascii().to_string(),
        message,
    };
    let answer = catch_unwind(AssertUnwindSafe(|| (subject.decode)(text)))
        .map_err(|_| difference("the decoder panics".to_owned()))?;
    // No text, or none of JSON, is a document, and one with a repeated name is refused whatever it holds.
    let value: Option<Value> = serde_json::from_slice(text).ok();
    let single = serde_json::from_slice::<Repeated>(text).is_ok_and(|Repeated(repeated)| !repeated);
    let Some(value) = value.filter(|_| single) else {
        return match answer {
            Ok(_) => Err(difference("no document, and accepted".to_owned())),
            Err(error) => Ok(Outcome { valid: false, kind: format!("{} {}", subject.name, error.rule()) }),
        };
    };
    let valid = subject.oracle.is_valid(&value);
    match answer {
        Ok(written) if valid => {
            let again: Value = serde_json::from_str(&written)
                .map_err(|error| difference(format!("written as {written}, which is no JSON: {error}")))?;
            let equal = Json::try_from(again).is_ok_and(|again| Json::try_from(value) == Ok(again));
            let kind = format!("{} accepted {}", subject.name, written.len().ilog2());
            if equal { Ok(Outcome { valid, kind }) } else { Err(difference(format!("came back as {written}"))) }
        }
        Ok(written) => Err(difference(format!("invalid, and accepted as {written}"))),
        Err(error) if valid && error.rule() == "number-range" && beyond(&value, error.pointer()) => {
            Ok(Outcome { valid, kind: format!("{} number-range {}", subject.name, error.pointer()) })
        }
        Err(error) if valid => Err(difference(format!("valid, and refused: {error}"))),
        Err(error) => {
            let mut kind = subject.name.clone();
            if let Some(violation) = error.violation() {
                path(violation, &mut kind);
            }
            Ok(Outcome { valid, kind })
        }
    }
}

/// Whether a whole number stands there that 64 bits do not hold: the one thing that is valid and has no value of its type.
fn beyond(document: &Value, pointer: &str) -> bool {
    let number = document.pointer(pointer).and_then(Value::as_f64);
    number.is_some_and(|number| number.fract() == 0.0 && number.abs() >= 9_223_372_036_854_775_807.0)
}

/// The assertion that failed, and in unions those of the closest branches.
fn path(violation: &Violation, kind: &mut String) {
    kind.push(' ');
    kind.push_str(if violation.schema.is_empty() { violation.keyword } else { &violation.schema });
    if let Some(cause) = violation.causes.first() {
        path(cause, kind);
    }
}
