//! The boundary against `serde_json`, on random texts, on texts with mistakes and on random Rust values.

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap as _, SerializeSeq as _, SerializeStruct as _, SerializeTupleVariant as _},
};
use value_schema::{JsonValue, LossyError, LossyKind, Syntax};

use crate::random::Random;

const TEXTS: usize = 60_000;
const VALUES: usize = 30_000;

const NAMES: [&str; 8] =
    ["a", "b", "\\u0061", "", "ü", "a/b~", "$serde_json::private::Number", "long enough for two words"];
const STRINGS: [&str; 10] = [
    "",
    "x",
    "\\n",
    "\\u00fc",
    "\\ud83c\\udf88",
    "\\ud83c",
    "\\udf88x",
    "plain text of some length",
    "\\/\\\"\\\\",
    "é🎈",
];
const NUMBERS: [&str; 24] = [
    "0",
    "-0",
    "-0.0",
    "0.0",
    "1",
    "1.0",
    "1e2",
    "1E-2",
    "0.1",
    "0.30000000000000004",
    "0.1000000000000000055",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "1e400",
    "1e-400",
    "5e-324",
    "2.2250738585072011e-308",
    "123456789012345678",
    "1.7976931348623157e308",
    "9007199254740993.0",
    "1e22",
    "-1.5e+3",
];

/// Random JSON text, with white space, escapes and numbers that do not survive.
fn text(random: &mut Random, depth: usize, out: &mut String) {
    let space = |random: &mut Random| random.of(&["", "", "", " ", "\n", "\t \r\n"]);
    out.push_str(space(random));
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => out.push_str(random.of(&["null", "true", "false"])),
        1 | 2 => {
            out.push('"');
            out.push_str(random.of(&STRINGS));
            out.push('"');
        }
        3 => out.push_str(random.of(&NUMBERS)),
        4 => out.push_str(&number(random)),
        5 => out.push_str(&(random.next() >> random.below(64)).to_string()),
        6 | 7 => {
            out.push('[');
            for index in 0..random.below(4) {
                if index > 0 {
                    out.push(',');
                }
                text(random, depth - 1, out);
            }
            out.push_str(space(random));
            out.push(']');
        }
        _ => {
            out.push('{');
            let many = random.one_in(40);
            for index in 0..random.below(if many { 60 } else { 4 }) {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(space(random));
                let name = if many { random.below(500).to_string() } else { random.of(&NAMES).to_owned() };
                out.push('"');
                out.push_str(&name);
                out.push('"');
                out.push_str(space(random));
                out.push(':');
                text(random, if many { 0 } else { depth - 1 }, out);
            }
            out.push_str(space(random));
            out.push('}');
        }
    }
    out.push_str(space(random));
}

/// A number of random digits, or a double with all its digits, right or with one too many.
fn number(random: &mut Random) -> String {
    if random.one_in(2) {
        let float = f64::from_bits(random.next());
        if float.is_finite() {
            return format!("{float:?}");
        }
    }
    let mut text = random.of(&["", "-"]).to_owned();
    let digits = |random: &mut Random, count: usize| -> String {
        (0..count).map(|_| char::from(b'0' + u8::try_from(random.below(10)).expect("a digit"))).collect()
    };
    text.push_str(random.of(&["0", "1", "7", "92", "18446744073709551"]));
    if random.one_in(2) {
        let count = 1 + random.below(20);
        text.push('.');
        text.push_str(&digits(random, count));
    }
    if random.one_in(3) {
        text.push_str(random.of(&["e", "E+", "e-"]));
        let count = 1 + random.below(3);
        text.push_str(&digits(random, count));
    }
    text
}

/// Makes some mistakes.
fn spoil(random: &mut Random, text: &mut Vec<u8>) {
    const BYTES: [u8; 23] = *b"[]{},:\"\\/-+.0123e\x01 u\xff\xc3d";
    for _ in 0..=random.below(3) {
        let byte = random.of(&BYTES);
        let at = random.below(text.len() + 1);
        match random.below(4) {
            0 => text.insert(at, byte),
            1 if at < text.len() => text[at] = byte,
            2 if at < text.len() => drop(text.remove(at)),
            _ => text.truncate(at),
        }
    }
}

/// A decimal number by its significant digits and the exponent behind them, independent of the code in question.
fn decimal(literal: &str) -> (bool, String, i64) {
    let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().expect("an exponent");
    let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
    let significant = digits.trim_end_matches('0');
    let exponent = exponent + i64::try_from(digits.len() - significant.len()).expect("a length")
        - i64::try_from(fraction.len()).expect("a length");
    (whole.starts_with('-'), significant.trim_start_matches('0').to_owned(), exponent)
}

/// Whether a refusal of what `serde_json` takes is right.
fn is_lossy(error: &LossyError, text: &str) -> bool {
    let offset = error.offset().expect("a text was read");
    let end = text[offset..].find(|it: char| !(it.is_ascii_alphanumeric() || "+-.".contains(it)));
    let literal = &text[offset..end.map_or(text.len(), |end| offset + end)];
    match error.kind() {
        LossyKind::NegativeZero => literal.starts_with("-0") && decimal(literal).1.is_empty(),
        LossyKind::NumberChanges { .. } => {
            let number: serde_json::Value = serde_json::from_str(literal).expect("a number");
            decimal(&number.to_string()) != decimal(literal)
        }
        LossyKind::DuplicateKey => text[offset..].starts_with('"'),
        _ => false,
    }
}

#[test]
fn text_is_what_serde_json_reads_unless_it_is_lossy() {
    let mut random = Random(1);
    let (mut taken, mut lossy, mut no_json) = (0, 0, 0);
    for _ in 0..TEXTS {
        let mut made = String::new();
        text(&mut random, 4, &mut made);
        let mut bytes = made.into_bytes();
        if random.one_in(2) {
            spoil(&mut random, &mut bytes);
        }
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let ours = JsonValue::from_slice(&bytes);
        let theirs = serde_json::from_slice::<serde_json::Value>(&bytes);
        if let Ok(text) = str::from_utf8(&bytes) {
            assert_eq!(JsonValue::from_text(text), ours, "{shown}");
        }
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!(ours.to_serde_json(), theirs, "{shown}");
                assert_eq!(JsonValue::from_serde_json(&theirs).as_ref(), Ok(&ours), "{shown}");
                assert_eq!(JsonValue::from_text(&ours.to_text()).as_ref(), Ok(&ours), "{shown}");
                assert_eq!(JsonValue::from_text(&ours.to_pretty_text()), Ok(ours), "{shown}");
                taken += 1;
            }
            (Ok(ours), Err(error)) => panic!("{shown} was read as {ours}, and by serde_json not: {error}"),
            (Err(error), Ok(_)) => {
                assert!(is_lossy(&error, &shown), "{shown}: {error}");
                lossy += 1;
            }
            (Err(error), Err(_)) => {
                assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{shown}: {error}");
                no_json += 1;
            }
        }
    }
    println!("{taken} texts taken, {lossy} refused as lossy, {no_json} that are no JSON");
    assert!(taken > TEXTS / 10 && lossy > TEXTS / 20 && no_json > TEXTS / 10);
}

/// A value in each form that serde's data model has.
#[derive(Debug)]
enum Any {
    Unit,
    Bool(bool),
    Signed(i64),
    Wide(u128),
    Narrow(f32),
    Float(f64),
    Character(char),
    Text(String),
    Bytes,
    Some(Box<Any>),
    Newtype(Box<Any>),
    UnitVariant,
    NewtypeVariant(Box<Any>),
    TupleVariant(Vec<Any>),
    Seq(Vec<Any>),
    Struct(Vec<(&'static str, Any)>),
    Map(Vec<(Any, Any)>),
}

impl Serialize for Any {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unit => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
            Self::Wide(value) => serializer.serialize_u128(*value),
            Self::Narrow(value) => serializer.serialize_f32(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Character(value) => serializer.serialize_char(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Bytes => serializer.serialize_bytes(&[1, 2]),
            Self::Some(value) => serializer.serialize_some(value),
            Self::Newtype(value) => serializer.serialize_newtype_struct("Newtype", value),
            Self::UnitVariant => serializer.serialize_unit_variant("Any", 0, "UnitVariant"),
            Self::NewtypeVariant(value) => serializer.serialize_newtype_variant("Any", 1, "a/b", value),
            Self::TupleVariant(items) => {
                let mut tuple = serializer.serialize_tuple_variant("Any", 2, "Tuple", items.len())?;
                items.iter().try_for_each(|item| tuple.serialize_field(item))?;
                tuple.end()
            }
            Self::Seq(items) => {
                let mut seq = serializer.serialize_seq(None)?;
                items.iter().try_for_each(|item| seq.serialize_element(item))?;
                seq.end()
            }
            Self::Struct(fields) => {
                let mut fields_of = serializer.serialize_struct("Struct", fields.len())?;
                fields.iter().try_for_each(|(name, value)| fields_of.serialize_field(name, value))?;
                fields_of.end()
            }
            Self::Map(members) => {
                let mut map = serializer.serialize_map(None)?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

fn any(random: &mut Random, depth: usize) -> Any {
    const FIELDS: [&str; 4] = ["a", "b", "c", "a"];
    let inner = |random: &mut Random| Box::new(any(random, depth - 1));
    let items = |random: &mut Random| (0..random.below(4)).map(|_| any(random, depth - 1)).collect();
    match random.below(if depth == 0 { 11 } else { 20 }) {
        0 => Any::Unit,
        1 => Any::Bool(random.one_in(2)),
        2 => Any::Signed(random.next().cast_signed() >> random.below(64)),
        3 => Any::Wide(u128::from(random.next()) << if random.one_in(12) { 3 } else { 0 }),
        4 => Any::Narrow(f32::from_bits(u32::try_from(random.next() >> 32).expect("32 bits"))),
        5 => Any::Float(f64::from_bits(random.next())),
        6 if random.one_in(6) => Any::Float(-0.0),
        6 => Any::Float(0.5),
        7 => Any::Character(random.of(&["x", "ü", "\""]).chars().next().expect("one")),
        8 if random.one_in(10) => Any::Bytes,
        8 | 9 => Any::Text(random.of(&["", "a", "b", "\u{1}\"\\/ü🎈"]).to_owned()),
        10 => Any::UnitVariant,
        11 => Any::Some(inner(random)),
        12 => Any::Newtype(inner(random)),
        13 => Any::NewtypeVariant(inner(random)),
        14 => Any::TupleVariant(items(random)),
        15 | 16 => Any::Seq(items(random)),
        17 => {
            let start = random.below(2);
            let count = random.below(FIELDS.len() - start + 1);
            Any::Struct(FIELDS[start..start + count].iter().map(|name| (*name, any(random, depth - 1))).collect())
        }
        _ => Any::Map((0..random.below(4)).map(|_| (name(random), any(random, depth - 1))).collect()),
    }
}

fn name(random: &mut Random) -> Any {
    match random.below(30) {
        0 => Any::Signed(1),
        1 => Any::Bool(true),
        2 => Any::Float(1.5),
        3..6 => Any::Character('c'),
        6..9 => Any::UnitVariant,
        9..12 => Any::Newtype(Box::new(Any::Text("n".to_owned()))),
        _ => Any::Text(random.of(&["a", "b", "c", "d/e~", "", "$serde_json::private::RawValue"]).to_owned()),
    }
}

/// Whether it holds what the text of `serde_json` no longer shows as lossy.
fn is_hidden(value: &Any) -> bool {
    match value {
        Any::Bytes => true,
        Any::Wide(value) => u64::try_from(*value).is_err(),
        Any::Narrow(value) => !value.is_finite(),
        Any::Float(value) => !value.is_finite(),
        Any::Some(value) | Any::Newtype(value) | Any::NewtypeVariant(value) => is_hidden(value),
        Any::TupleVariant(items) | Any::Seq(items) => items.iter().any(is_hidden),
        Any::Struct(fields) => fields.iter().any(|(_, value)| is_hidden(value)),
        Any::Map(members) => members
            .iter()
            .any(|(name, value)| matches!(name, Any::Signed(_) | Any::Bool(_) | Any::Float(_)) || is_hidden(value)),
        _ => false,
    }
}

#[test]
fn serialized_values_are_what_their_text_is() {
    let mut random = Random(2);
    let (mut taken, mut hidden, mut lossy) = (0, 0, 0);
    for _ in 0..VALUES {
        let value = any(&mut random, 4);
        let ours = JsonValue::from_serialize(&value);
        if is_hidden(&value) {
            let error = ours.expect_err("lossy");
            assert!(
                !matches!(error.kind(), LossyKind::NotJson(_) | LossyKind::Refused(_) | LossyKind::TooDeep(_)),
                "{value:?}: {error}"
            );
            hidden += 1;
            continue;
        }
        let text = serde_json::to_string(&value).expect("JSON");
        match (ours, JsonValue::from_text(&text)) {
            (Ok(ours), Ok(read)) => {
                assert_eq!(ours, read, "{value:?}");
                assert_eq!(ours.to_text(), read.to_text(), "{value:?}");
                taken += 1;
            }
            (Err(ours), Err(read)) => {
                assert_eq!((ours.pointer(), ours.kind()), (read.pointer(), read.kind()), "{value:?}");
                lossy += 1;
            }
            (ours, read) => panic!("{value:?}: {ours:?}, as text {read:?}"),
        }
    }
    println!("{taken} values taken, {lossy} refused as their text is, {hidden} whose text shows nothing any more");
    assert!(taken > VALUES / 10 && hidden > VALUES / 50 && lossy > VALUES / 100);
}

#[test]
fn values_of_serde_json_come_in_three_ways_alike() {
    let mut random = Random(3);
    for _ in 0..VALUES / 3 {
        let mut made = String::new();
        text(&mut random, 4, &mut made);
        let Ok(value) = serde_json::from_str::<serde_json::Value>(&made) else { continue };
        let copied = JsonValue::from_serde_json(&value);
        assert_eq!(copied, JsonValue::from_serialize(&value), "{made}");
        let read = JsonValue::from_text(&value.to_string());
        assert_eq!(copied.is_ok(), read.is_ok(), "{made}");
        if let (Ok(copied), Ok(read)) = (copied, read) {
            assert_eq!(copied, read, "{made}");
        }
    }
}

#[test]
fn prefixes_of_a_text_end_early_and_say_so() {
    let text = "{\"a\": [1, -2.5e3, \"\\u00fc\\ud83c\\udf88\", {\"b\": null}], \"c\": true}";
    for end in 0..text.len() {
        let error = JsonValue::from_text(&text[..end]).expect_err("a part");
        assert!(matches!(error.kind(), LossyKind::NotJson(Syntax::End { .. })), "{end}: {error}");
    }
}
