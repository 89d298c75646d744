//! Schemas about numbers, and what is right about them by the arithmetic of big integers, which decoders do not use.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::random::Random;

/// Spellings that meet each other: equal numbers in several of them, neighbours that no `f64` tells apart, numbers at the
/// edges of 64 bits and of `f64`, zeros of both signs.
const NUMBERS: [&str; 40] = [
    "0",
    "-0",
    "0.0",
    "-0e7",
    "1",
    "1.0",
    "10e-1",
    "0.1e+1",
    "1.00000000000000000000000000000001",
    "0.1",
    "0.10",
    "1e-1",
    "0.1000000000000000055511151231257827",
    "0.3",
    "0.30000000000000004",
    "2.5",
    "-2.5",
    "7",
    "1e2",
    "9007199254740992",
    "9007199254740993",
    "9007199254740993.0",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "18446744073709551616.0",
    "12345678901234567000",
    "-1.2345678901234567e19",
    "-12345678901234567168",
    "12345678910111213141516171819202122232425262728293031",
    "-12345678910111213141516171819202122232425262728293031",
    "1e400",
    "10e399",
    "-1e400",
    "1e-400",
    "123e-402",
    "1.7976931348623157e308",
];

/// A decimal number: mantissa × 10^exponent.
struct Exact {
    mantissa: BigInt,
    exponent: u32,
}

/// All exponents are counted from here, so that they are natural.
const LOWEST: i64 = -500;

impl Exact {
    fn read(text: &str) -> Self {
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mantissa = format!("{whole}{fraction}").parse().expect("digits");
        let exponent =
            exponent.parse::<i64>().expect("an exponent") - i64::try_from(fraction.len()).expect("few digits");
        Self { mantissa, exponent: u32::try_from(exponent - LOWEST).expect("a small exponent") }
    }

    /// The number times 10^500, an integer.
    fn scaled(&self) -> BigInt {
        &self.mantissa * BigInt::from(10).pow(self.exponent)
    }
}

fn compare(left: &str, right: &str) -> Ordering {
    Exact::read(left).scaled().cmp(&Exact::read(right).scaled())
}

fn is_multiple(left: &str, right: &str) -> bool {
    let zero = BigInt::from(0);
    let (left, right) = (Exact::read(left).scaled(), Exact::read(right).scaled());
    left % right == zero
}

/// Whether a number holds what a keyword with another number says.
type Holds = fn(&str, &str) -> bool;

/// Keywords about numbers.
const KEYWORDS: [(&str, Holds); 6] = [
    ("minimum", |value, bound| compare(value, bound).is_ge()),
    ("exclusiveMinimum", |value, bound| compare(value, bound).is_gt()),
    ("maximum", |value, bound| compare(value, bound).is_le()),
    ("exclusiveMaximum", |value, bound| compare(value, bound).is_lt()),
    ("multipleOf", |value, divisor| is_multiple(value, divisor)),
    ("const", |value, other| compare(value, other).is_eq()),
];

/// A schema and documents with whether they are valid.
pub(crate) struct Case {
    pub(crate) schema: String,
    pub(crate) documents: Vec<(String, bool)>,
}

/// Random schemas about numbers, each with every number of the list; and arrays of unique items.
pub(crate) fn cases(count: usize) -> Vec<Case> {
    let mut random = Random::new(5);
    let mut cases: Vec<Case> = (0..count).map(|_| numbers(&mut random)).collect();
    cases.push(unique(&mut random));
    cases.push(listed(&mut random));
    cases
}

fn numbers(random: &mut Random) -> Case {
    let integer = random.chance(1, 2);
    let mut keywords = vec![(if integer { r#""type":"integer""# } else { r#""type":"number""# }).to_owned()];
    let mut checks = Vec::new();
    for (name, holds) in KEYWORDS {
        let chosen = if name == "const" { random.chance(1, 12) } else { random.chance(1, 4) };
        let bound = *random.pick(&NUMBERS);
        let positive = compare(bound, "0").is_gt();
        if chosen && (name != "multipleOf" || positive) {
            keywords.push(format!("\"{name}\":{bound}"));
            checks.push((holds, bound));
        }
    }
    let documents = NUMBERS.iter().map(|number| {
        let valid = checks.iter().all(|(holds, bound)| holds(number, bound));
        ((*number).to_owned(), valid && (!integer || is_multiple(number, "1")))
    });
    Case { schema: format!("{{{}}}", keywords.join(",")), documents: documents.collect() }
}

fn unique(random: &mut Random) -> Case {
    let documents = (0..200).map(|_| {
        let length = 1 + random.below(12);
        let items: Vec<&str> = (0..length).map(|_| *random.pick(&NUMBERS)).collect();
        let valid = (0..length).all(|index| items[..index].iter().all(|item| compare(item, items[index]).is_ne()));
        (format!("[{}]", items.join(",")), valid)
    });
    let schema = r#"{"type":"array","items":{"type":"number"},"uniqueItems":true}"#.to_owned();
    Case { schema, documents: documents.collect() }
}

fn listed(random: &mut Random) -> Case {
    let mut values: Vec<&str> = Vec::new();
    while values.len() < 8 {
        let value = *random.pick(&NUMBERS);
        if values.iter().all(|known| compare(known, value).is_ne()) {
            values.push(value);
        }
    }
    let documents = NUMBERS
        .iter()
        .map(|number| (format!("{{\"n\":{number}}}"), values.iter().any(|value| compare(value, number).is_eq())));
    let schema = format!(r#"{{"type":"object","properties":{{"n":{{"enum":[{}]}}}}}}"#, values.join(","));
    Case { schema, documents: documents.collect() }
}
