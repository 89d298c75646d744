//! Exact decimal numbers.
//!
//! JSON Schema compares numbers by their mathematical value. A double cannot: `0.1` is no multiple of `0.01` in
//! binary, and `9007199254740993` is another number than `9007199254740992`. A [`Number`] is kept as
//! `±digits × 10^exponent`, so that every comparison is exact and `1e999999999` costs no more than `1`.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

/// The most significant digits that a number may have. It bounds the work of [`Number::is_multiple_of`].
pub const MAX_DIGITS: usize = 4096;

/// The largest exponent, in either direction, that a number may be written with.
pub const MAX_EXPONENT: i64 = 1_000_000_000_000_000;

/// A JSON number, kept exactly: `±digits × 10^exponent`.
///
/// Equality, order and hash are those of the value: `1`, `1.0` and `10e-1` are one number. The text is kept as
/// written and is what [`fmt::Display`] gives back.
#[derive(Clone, Debug)]
pub struct Number {
    text: Box<str>,
    negative: bool,
    /// Decimal digits without leading and trailing zeros; empty for zero.
    digits: Box<str>,
    /// Power of ten of the last digit; 0 for zero.
    exponent: i64,
}

/// Why a text is no [`Number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// The text is not a number in the grammar of RFC 8259.
    Syntax,
    /// More than [`MAX_DIGITS`] significant digits.
    TooManyDigits,
    /// An exponent beyond ±[`MAX_EXPONENT`].
    ExponentTooLarge,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("not a JSON number"),
            Self::TooManyDigits => write!(f, "the number has more than {MAX_DIGITS} significant digits"),
            Self::ExponentTooLarge => write!(f, "the exponent of the number is beyond ±{MAX_EXPONENT}"),
        }
    }
}

impl std::error::Error for NumberError {}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, written_exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (unsigned, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        if !is_digits(whole) || (whole.len() > 1 && whole.starts_with('0')) || !fraction.is_none_or(is_digits) {
            return Err(NumberError::Syntax);
        }
        let fraction = fraction.unwrap_or("");
        let power = written_exponent.map_or(Ok(0), parse_exponent)?;

        let all = [whole, fraction].concat();
        let significant = all.trim_start_matches('0');
        let digits = significant.trim_end_matches('0');
        if digits.len() > MAX_DIGITS {
            return Err(NumberError::TooManyDigits);
        }
        let exponent =
            if digits.is_empty() { 0 } else { power - length(fraction) + (length(significant) - length(digits)) };
        Ok(Self { text: text.into(), negative: negative && !digits.is_empty(), digits: digits.into(), exponent })
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_exponent(text: &str) -> Result<i64, NumberError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if !is_digits(digits) {
        return Err(NumberError::Syntax);
    }
    let digits = digits.trim_start_matches('0');
    let size = if digits.is_empty() { 0 } else { digits.parse::<i64>().unwrap_or(i64::MAX) };
    if size > MAX_EXPONENT {
        return Err(NumberError::ExponentTooLarge);
    }
    Ok(if negative { -size } else { size })
}

/// The number that a finite double stands for.
fn double_text(double: f64) -> String {
    /// 2^64, which is a double.
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;
    if double.fract() == 0.0 && double.abs() < LIMIT {
        // Written without exponent, a double that is an integer has all its digits.
        #[expect(clippy::cast_possible_truncation, reason = "integral and far below 2^127")]
        let integer = double as i128;
        integer.to_string()
    } else {
        format!("{double:e}")
    }
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).expect("a text is shorter than 2^63 bytes")
}

impl Number {
    /// The text as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the value is zero.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Whether the value is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether the value has no fractional part: `1.0` and `1e3` are integers.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The value, when it is an integer that fits.
    pub fn as_i128(&self) -> Option<i128> {
        if !self.is_integer() || self.magnitude() > 39 {
            return None;
        }
        let power = 10_i128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let digits = self.digits.bytes().try_fold(0_i128, |value, digit| {
            let digit = i128::from(digit - b'0');
            // Built downwards, so that the smallest value is reached too.
            value.checked_mul(10)?.checked_sub(digit)
        })?;
        let value = digits.checked_mul(power)?;
        if self.negative { Some(value) } else { value.checked_neg() }
    }

    /// The value, when it is an integer that fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128()?.try_into().ok()
    }

    /// The value, when it is an integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_i128()?.try_into().ok()
    }

    /// The nearest double; infinite when the value is beyond every finite double.
    #[expect(clippy::missing_panics_doc, reason = "Rust reads every JSON number")]
    pub fn to_f64(&self) -> f64 {
        self.text.parse().expect("Rust reads every JSON number")
    }

    /// The number that readers without exact numbers take this one for: a `u64` or an `i64` where it is written as one,
    /// otherwise what the nearest double stands for, which is its exact value for integers below 2^64 in magnitude and
    /// the shortest decimal that reads back as the double otherwise. A number beyond all doubles is left as it is.
    #[must_use]
    pub fn nearest(&self) -> Self {
        let integer = self.text.parse::<u64>().is_ok() || self.text.parse::<i64>().is_ok();
        let double = self.to_f64();
        if integer || !double.is_finite() {
            return self.clone();
        }
        // An equal number keeps its spelling.
        double_text(double).parse().ok().filter(|nearest| nearest != self).unwrap_or_else(|| self.clone())
    }

    /// The double that stands for this very number, as described for [`nearest`](Self::nearest).
    pub fn as_f64(&self) -> Option<f64> {
        let double = self.to_f64();
        let same = double.is_finite() && double_text(double).parse::<Self>().is_ok_and(|number| number == *self);
        same.then_some(double)
    }

    /// Whether the value divided by `divisor` is an integer, exactly. Nothing is a multiple of zero.
    ///
    /// The work is bounded by [`MAX_DIGITS`] squared, whatever the exponents.
    pub fn is_multiple_of(&self, divisor: &Self) -> bool {
        if divisor.is_zero() {
            return false;
        }
        if self.is_zero() {
            return true;
        }
        // a·10^x is a multiple of b·10^y when the part of b that is coprime to ten divides a, and the powers of
        // two and five of a·10^(x-y) cover those of b.
        let (mut dividend, mut base) = (Limbs::new(&self.digits), Limbs::new(&divisor.digits));
        let shift = self.exponent - divisor.exponent;
        let covered = |dividend: &mut Limbs, base: &mut Limbs, prime: u32| {
            let needed = base.remove(prime);
            dividend.remove(prime) + shift >= needed
        };
        covered(&mut dividend, &mut base, 2) && covered(&mut dividend, &mut base, 5) && base.divides(&dividend)
    }

    /// The shortest text that all equal numbers share.
    pub fn canonical(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        match usize::try_from(self.exponent) {
            _ if self.is_zero() => "0".to_owned(),
            Ok(zeros) if self.magnitude() <= 21 => format!("{sign}{}{}", self.digits, "0".repeat(zeros)),
            _ => format!("{sign}{}e{}", self.digits, self.exponent),
        }
    }

    /// How many digits stand before the decimal point; zero or below for values under 0.1.
    fn magnitude(&self) -> i64 {
        length(&self.digits) + self.exponent
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Of equal length before the point, the texts of the digits compare as the values do.
            (false, false) => self.magnitude().cmp(&other.magnitude()).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        value.to_string().parse().expect("an integer is a JSON number")
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        value.to_string().parse().expect("an integer is a JSON number")
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.negative == other.negative && self.exponent == other.exponent && self.digits == other.digits
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.negative.hash(state);
        self.digits.hash(state);
        self.exponent.hash(state);
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An unsigned integer in base 10^9, lowest limb first, without leading zero limbs.
struct Limbs(Vec<u32>);

impl Limbs {
    const BASE: u64 = 1_000_000_000;

    fn new(digits: &str) -> Self {
        let limbs = digits
            .as_bytes()
            .rchunks(9)
            .map(|chunk| chunk.iter().fold(0, |limb, digit| limb * 10 + u32::from(digit - b'0')))
            .collect();
        let mut limbs = Self(limbs);
        limbs.trim();
        limbs
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Divides by `prime` as often as that leaves no remainder; returns how often. The value must not be zero.
    fn remove(&mut self, prime: u32) -> i64 {
        let mut times = 0;
        loop {
            let mut quotient = self.0.clone();
            let mut remainder = 0;
            for limb in quotient.iter_mut().rev() {
                let value = u64::from(remainder) * Self::BASE + u64::from(*limb);
                *limb = low(value / u64::from(prime));
                remainder = low(value % u64::from(prime));
            }
            if remainder != 0 {
                return times;
            }
            self.0 = quotient;
            self.trim();
            times += 1;
        }
    }

    /// Whether `other` is a multiple of this value, by long division, one decimal digit at a time.
    fn divides(&self, other: &Self) -> bool {
        let mut remainder = Self(Vec::new());
        for limb in other.0.iter().rev() {
            for place in (0..9).rev() {
                remainder.push_digit(limb / 10_u32.pow(place) % 10);
                while remainder.at_least(self) {
                    remainder.subtract(self);
                }
            }
        }
        remainder.0.is_empty()
    }

    fn push_digit(&mut self, digit: u32) {
        let mut carry = u64::from(digit);
        for limb in &mut self.0 {
            let value = u64::from(*limb) * 10 + carry;
            *limb = low(value % Self::BASE);
            carry = value / Self::BASE;
        }
        if carry > 0 {
            self.0.push(low(carry));
        }
    }

    fn at_least(&self, other: &Self) -> bool {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
            != Ordering::Less
    }

    /// Subtracts `other`, which must not be larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (index, limb) in self.0.iter_mut().enumerate() {
            let taken = u64::from(other.0.get(index).copied().unwrap_or(0)) + borrow;
            borrow = u64::from(u64::from(*limb) < taken);
            *limb = low(u64::from(*limb) + borrow * Self::BASE - taken);
        }
        self.trim();
    }
}

fn low(value: u64) -> u32 {
    u32::try_from(value).expect("a limb is below 10^9")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn grammar_is_that_of_json() {
        for text in
            ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1_0", "NaN", "Infinity", " 1", "1 ", "--1"]
        {
            assert_eq!(text.parse::<Number>(), Err(NumberError::Syntax), "{text}");
        }
        for text in ["0", "-0", "0.0", "10", "1.5", "1e5", "1E+5", "1e-5", "-0.0e0", "1e0000000000000000000000001"]
        {
            assert_eq!(number(text).to_string(), text);
        }
    }

    #[test]
    fn equality_is_that_of_the_value() {
        for (left, right) in
            [("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), ("0", "0e999"), ("1.50", "15e-1"), ("0.001", "1e-3")]
        {
            assert_eq!(number(left), number(right), "{left} {right}");
            assert_eq!(number(left).canonical(), number(right).canonical());
        }
        assert_ne!(number("9007199254740992"), number("9007199254740993"));
        assert_ne!(number("1"), number("-1"));
        assert_ne!(number("1e999999999"), number("1e999999998"));
    }

    #[test]
    fn order_is_that_of_the_value() {
        let ordered = [
            "-1e400",
            "-12",
            "-11.9",
            "-1",
            "-0.5",
            "-1e-400",
            "0",
            "1e-999999999",
            "0.1",
            "0.11",
            "0.2",
            "1",
            "1.01",
            "2",
            "10",
            "9007199254740992",
            "9007199254740993",
            "1e999999999",
        ];
        for (index, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                assert_eq!(number(left).cmp(&number(right)), index.cmp(&other), "{left} {right}");
            }
        }
    }

    #[test]
    fn integers() {
        for text in ["0", "1.0", "1e3", "-5", "150e-1"] {
            assert!(number(text).is_integer(), "{text}");
        }
        assert!(!number("1.5").is_integer());
        assert!(!number("1e-1").is_integer());
        assert_eq!(number("1e3").as_u64(), Some(1000));
        assert_eq!(number("18446744073709551615").as_u64(), Some(u64::MAX));
        assert_eq!(number("18446744073709551616").as_u64(), None);
        assert_eq!(number("-9223372036854775808").as_i64(), Some(i64::MIN));
        assert_eq!(number("-9223372036854775809").as_i64(), None);
        assert_eq!(number("-170141183460469231731687303715884105728").as_i128(), Some(i128::MIN));
        assert_eq!(number("170141183460469231731687303715884105728").as_i128(), None);
        assert_eq!(number("1e999999999").as_i128(), None);
        assert_eq!(number("-1").as_u64(), None);
        assert_eq!(number("1.5").as_i64(), None);
    }

    #[test]
    fn nearest_double() {
        assert_eq!(number("0.1").to_f64().to_bits(), 0.1_f64.to_bits());
        assert!(number("1e400").to_f64().is_infinite());
        assert_eq!(number("9007199254740993").to_f64().to_bits(), 9_007_199_254_740_992_f64.to_bits());
    }

    #[test]
    fn multiples_are_exact() {
        for (value, divisor) in [
            ("0.3", "0.1"),
            ("4.35", "0.01"),
            ("1e308", "0.5e-300"),
            ("0", "7"),
            ("21", "7"),
            ("-21", "7"),
            ("1.0", "1"),
            ("12391239123", "1e-8"),
            ("1e999999999", "2"),
            ("3e5", "12"),
            ("123456789012345678901234567890", "1234567890123456789012345678.9"),
            ("0.0075", "0.0001"),
            ("98765432109876543210987654321000", "1e3"),
        ] {
            assert!(number(value).is_multiple_of(&number(divisor)), "{value} {divisor}");
        }
        for (value, divisor) in [
            ("0.35", "0.1"),
            ("1e308", "0.123456789"),
            ("22", "7"),
            ("1", "0"),
            ("1e-999999999", "1"),
            ("0.00751", "0.0001"),
            ("5", "10"),
        ] {
            assert!(!number(value).is_multiple_of(&number(divisor)), "{value} {divisor}");
        }
    }

    #[test]
    fn work_is_bounded() {
        let long = "9".repeat(MAX_DIGITS);
        assert!(number(&long).is_multiple_of(&number("9")));
        assert!(!number(&long).is_multiple_of(&number(&format!("{}7", "9".repeat(MAX_DIGITS / 2)))));
        assert_eq!(format!("{long}9").parse::<Number>(), Err(NumberError::TooManyDigits));
        assert_eq!("1e1000000000000001".parse::<Number>(), Err(NumberError::ExponentTooLarge));
        assert_eq!("1e-99999999999999999999999999".parse::<Number>(), Err(NumberError::ExponentTooLarge));
    }

    #[test]
    fn nearest_numbers() {
        for (text, nearest) in [
            ("18446744073709551615", "18446744073709551615"),
            ("18446744073709551615.0", "18446744073709552000"),
            ("18446744073709551616", "18446744073709552000"),
            ("-1.2345678901234567e19", "-12345678901234567168"),
            ("0.1000000000000000055511151231257827", "0.1"),
            ("9007199254740993.0", "9007199254740992"),
            ("1e-400", "0"),
            ("1e400", "1e400"),
        ] {
            assert_eq!(number(text).nearest(), number(nearest), "{text}");
        }
        // An equal number keeps its spelling.
        assert_eq!(number("2.50").nearest().as_str(), "2.50");
        assert_eq!(number("0.3").as_f64(), Some(0.3));
        assert_eq!(number("-12345678901234567000").as_f64(), None);
        assert_eq!(number("1e400").as_f64(), None);
    }
}
