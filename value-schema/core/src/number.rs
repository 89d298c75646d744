//! Numbers that a round trip through JSON text does not change.

use std::{
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

use thiserror::Error;

/// A JSON number: an integer of 64 bits, or a finite double that is not negative zero.
///
/// `==` is JSON Schema's: numbers are equal when their values are, so `1` equals `1.0`, exactly and at any size.
///
/// ```
/// use value_schema_core::JsonNumber;
///
/// let number: JsonNumber = "1e2".parse()?;
/// assert_eq!(number, JsonNumber::from(100));
/// assert!(number.is_integer());
/// assert!("0.1000000000000000000001".parse::<JsonNumber>().is_err());
/// # Ok::<(), value_schema_core::NumberError>(())
/// ```
#[derive(Clone, Copy)]
pub struct JsonNumber(Form);

#[derive(Clone, Copy)]
enum Form {
    Unsigned(u64),
    /// Below zero.
    Negative(i64),
    /// Finite, and not negative zero.
    Float(f64),
}

/// Why something is no number that JSON text can carry unchanged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberError {
    /// Infinity or NaN.
    #[error("{0} is not in JSON: a number is finite")]
    NonFinite(String),
    /// `-0`, in any spelling.
    #[error("negative zero does not survive a round trip: write 0")]
    NegativeZero,
    /// A decimal value that no 64-bit integer and no double has.
    #[error("the number {literal} does not survive a round trip: it would become {becomes}")]
    Changes {
        /// The number as it was written; long ones are cut.
        literal: String,
        /// What a reader of doubles would make of it.
        becomes: String,
    },
    /// An integer outside of `i64` and `u64`.
    #[error("the integer {0} is outside of the 64-bit range")]
    IntegerOutOfRange(String),
    /// No number in JSON's spelling.
    #[error("{0:?} is not a number in JSON's spelling")]
    Spelling(String),
}

/// What a number is when it is looked at by value.
#[derive(PartialEq, Eq, Hash)]
enum ByValue {
    Integer(i128),
    /// The bits of a double that is not an integer of 65 bits.
    Other(u64),
}

const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

impl JsonNumber {
    /// Whether it is an integer by value: `1.0` and `1e300` are.
    pub fn is_integer(&self) -> bool {
        match self.0 {
            Form::Unsigned(_) | Form::Negative(_) => true,
            Form::Float(float) => float.fract() == 0.0,
        }
    }

    /// The value as `u64`, if it is one of them: `1.0` gives 1.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128().and_then(|integer| u64::try_from(integer).ok())
    }

    /// The value as `i64`, if it is one of them: `1.0` gives 1.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_i128().and_then(|integer| i64::try_from(integer).ok())
    }

    /// The nearest double; integers above 2^53 are rounded.
    #[allow(clippy::cast_precision_loss, reason = "it says so")]
    pub fn as_f64(&self) -> f64 {
        match self.0 {
            Form::Unsigned(integer) => integer as f64,
            Form::Negative(integer) => integer as f64,
            Form::Float(float) => float,
        }
    }

    /// Whether it is held as a double, and so written with a point or an exponent.
    pub fn is_float(&self) -> bool {
        matches!(self.0, Form::Float(_))
    }

    #[allow(clippy::cast_possible_truncation, reason = "the range is checked before")]
    fn as_i128(self) -> Option<i128> {
        match self.0 {
            Form::Unsigned(integer) => Some(integer.into()),
            Form::Negative(integer) => Some(integer.into()),
            Form::Float(float) => (float.fract() == 0.0 && float.abs() <= TWO_TO_64).then_some(float as i128),
        }
    }

    fn by_value(self) -> ByValue {
        match self.as_i128() {
            Some(integer) => ByValue::Integer(integer),
            None => ByValue::Other(self.as_f64().to_bits()),
        }
    }

    /// The number that serde's data model sees.
    pub(crate) fn serialize_into<S: serde::Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Form::Unsigned(integer) => serializer.serialize_u64(integer),
            Form::Negative(integer) => serializer.serialize_i64(integer),
            Form::Float(float) => serializer.serialize_f64(float),
        }
    }

    /// The number `mantissa / 10^fraction`, if that can be told without looking closer: at most 15 digits, which every
    /// double of this range keeps, divided once by a power of ten that is a double.
    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "the mantissa is below 2^53")]
    pub(crate) fn from_short_decimal(negative: bool, mantissa: i64, fraction: usize) -> Option<Self> {
        if !(1..1_000_000_000_000_000).contains(&mantissa) {
            return None;
        }
        let magnitude = mantissa as f64 / POWERS.get(fraction)?;
        Some(Self(Form::Float(if negative { -magnitude } else { magnitude })))
    }

    /// The number of `serde_json`.
    pub(crate) fn to_serde_json(self) -> serde_json::Value {
        match self.0 {
            Form::Unsigned(integer) => integer.into(),
            Form::Negative(integer) => integer.into(),
            Form::Float(float) => float.into(),
        }
    }

    /// The number that a literal in JSON's spelling writes. The spelling has been checked.
    pub(crate) fn from_checked_literal(literal: &str) -> Result<Self, NumberError> {
        // 20 digits and a sign.
        if literal.len() <= 21 {
            if let Ok(integer) = literal.parse::<u64>() {
                return Ok(integer.into());
            }
            if let Ok(integer) = literal.parse::<i64>() {
                return if integer == 0 { Err(NumberError::NegativeZero) } else { Ok(integer.into()) };
            }
        }
        Decimal::read(literal).to_float(literal).map(|float| Self(Form::Float(float)))
    }
}

/// A decimal number: `digits` significant digits, `mantissa * 10^exponent`.
struct Decimal {
    negative: bool,
    mantissa: u64,
    digits: u64,
    exponent: i64,
}

/// More significant digits than the shortest form of any double has.
const TOO_MANY_DIGITS: u64 = 18;

/// The powers of ten that are doubles.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
];

impl Decimal {
    /// Reads a literal whose spelling has been checked, in time linear in its length. Where it has too many digits, the
    /// mantissa is not theirs.
    fn read(literal: &str) -> Self {
        let bytes = literal.as_bytes();
        let negative = bytes.first() == Some(&b'-');
        let mut decimal = Self { negative, mantissa: 0, digits: 0, exponent: 0 };
        // Zeros that may turn out to be the last ones.
        let mut zeros: u64 = 0;
        let mut fraction = false;
        let mut at = usize::from(negative);
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'.' => fraction = true,
                b'e' | b'E' => break,
                b'0' if decimal.digits == 0 => decimal.exponent -= i64::from(fraction),
                b'0' => {
                    zeros += 1;
                    decimal.exponent -= i64::from(fraction);
                }
                digit => {
                    decimal.digits += zeros + 1;
                    decimal.exponent -= i64::from(fraction);
                    if decimal.digits < TOO_MANY_DIGITS {
                        for _ in 0..=zeros {
                            decimal.mantissa *= 10;
                        }
                        decimal.mantissa += u64::from(digit - b'0');
                    }
                    zeros = 0;
                }
            }
        }
        decimal.exponent = decimal.exponent.saturating_add_unsigned(zeros);
        let (sign, digits) = match bytes.get(at) {
            Some(b'-') => (-1, &bytes[at + 1..]),
            Some(b'+') => (1, &bytes[at + 1..]),
            _ => (1, &bytes[at..]),
        };
        // An exponent beyond this cannot be made good by the digits before it: there are not that many bytes.
        let exponent = digits.iter().fold(0_i64, |exponent, digit| {
            exponent.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(i64::MAX / 4)
        });
        decimal.exponent += sign * exponent;
        decimal
    }

    /// The double whose shortest decimal form is this number.
    fn to_float(&self, literal: &str) -> Result<f64, NumberError> {
        if self.digits == 0 {
            return if self.negative { Err(NumberError::NegativeZero) } else { Ok(0.0) };
        }
        let changes = |becomes: f64| {
            let becomes = if becomes.is_finite() { written(becomes) } else { "infinite".to_owned() };
            Err(NumberError::Changes { literal: cut(literal), becomes })
        };
        let magnitude = self.exponent.saturating_add_unsigned(self.digits) - 1;
        if self.digits >= TOO_MANY_DIGITS || !(-324..=308).contains(&magnitude) {
            // The reader of the standard library is linear too.
            return changes(literal.parse().unwrap_or(f64::NAN));
        }
        let float = self.nearest();
        // A decimal of at most 15 digits comes back from a normal double, and so is its shortest form.
        let kept = self.digits <= 15 && (-300..=300).contains(&magnitude);
        if kept || (float != 0.0 && float.is_finite() && self.is_shortest_of(float)) {
            Ok(float)
        } else {
            changes(float)
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "the mantissa is checked to be a double")]
    fn nearest(&self) -> f64 {
        let power = usize::try_from(self.exponent.unsigned_abs()).ok().and_then(|power| POWERS.get(power));
        let magnitude = match power {
            // One operation on two exact doubles is rounded once.
            Some(power) if self.mantissa < 1 << 53 && self.exponent < 0 => self.mantissa as f64 / power,
            Some(power) if self.mantissa < 1 << 53 => self.mantissa as f64 * power,
            _ => format!("{}e{}", self.mantissa, self.exponent).parse().unwrap_or(f64::NAN),
        };
        if self.negative { -magnitude } else { magnitude }
    }

    fn is_shortest_of(&self, float: f64) -> bool {
        let shortest = Self::read(&written(float));
        (shortest.mantissa, shortest.exponent) == (self.mantissa, self.exponent)
    }
}

/// The shortest digits that read back as the same double, with a point or an exponent. Where two are as short and as
/// near, it matters who chooses: `serde_json` takes the even one, as JavaScript does, and the standard library does not.
fn written(float: f64) -> String {
    serde_json::Number::from_f64(float).map_or_else(|| float.to_string(), |number| number.to_string())
}

/// A literal for a message: the middle of a long one is left out.
fn cut(literal: &str) -> String {
    const SHOWN: usize = 40;
    if literal.len() <= SHOWN || !literal.is_ascii() {
        return literal.to_owned();
    }
    format!("{}...{} ({} characters)", &literal[..24], &literal[literal.len() - 8..], literal.len())
}

/// Whether a text is a number in JSON's spelling.
fn is_literal(text: &str) -> bool {
    let mut rest = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits(exponent);
        return count > 0 && count == exponent.len();
    }
    rest.is_empty()
}

impl FromStr for JsonNumber {
    type Err = NumberError;

    /// Reads a number in JSON's spelling, if the number that is held has exactly its decimal value.
    fn from_str(literal: &str) -> Result<Self, NumberError> {
        if is_literal(literal) {
            Self::from_checked_literal(literal)
        } else {
            Err(NumberError::Spelling(cut(literal)))
        }
    }
}

impl PartialEq for JsonNumber {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Form::Unsigned(one), Form::Unsigned(other)) => one == other,
            _ => self.by_value() == other.by_value(),
        }
    }
}

impl Eq for JsonNumber {}

impl Hash for JsonNumber {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.by_value().hash(state);
    }
}

impl fmt::Display for JsonNumber {
    /// Writes the number in JSON's spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Form::Unsigned(integer) => fmt::Display::fmt(&integer, f),
            Form::Negative(integer) => fmt::Display::fmt(&integer, f),
            Form::Float(float) => match serde_json::Number::from_f64(float) {
                Some(number) => fmt::Display::fmt(&number, f),
                None => unreachable!("a number is finite"),
            },
        }
    }
}

impl fmt::Debug for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<u64> for JsonNumber {
    fn from(integer: u64) -> Self {
        Self(Form::Unsigned(integer))
    }
}

impl From<i64> for JsonNumber {
    fn from(integer: i64) -> Self {
        Self(u64::try_from(integer).map_or(Form::Negative(integer), Form::Unsigned))
    }
}

macro_rules! from_narrow {
    ($($narrow:ident into $wide:ident),*) => {$(
        impl From<$narrow> for JsonNumber {
            fn from(integer: $narrow) -> Self {
                $wide::from(integer).into()
            }
        }
    )*};
}

from_narrow!(u8 into u64, u16 into u64, u32 into u64, i8 into i64, i16 into i64, i32 into i64);

macro_rules! try_from_wide {
    ($($wide:ident)*) => {$(
        impl TryFrom<$wide> for JsonNumber {
            type Error = NumberError;

            /// Fails outside of `i64` and `u64`.
            fn try_from(integer: $wide) -> Result<Self, NumberError> {
                u64::try_from(integer)
                    .map(Self::from)
                    .or_else(|_| i64::try_from(integer).map(Self::from))
                    .map_err(|_| NumberError::IntegerOutOfRange(integer.to_string()))
            }
        }
    )*};
}

try_from_wide!(u128 i128 usize isize);

impl TryFrom<f64> for JsonNumber {
    type Error = NumberError;

    /// Fails for infinities, NaN and negative zero.
    fn try_from(float: f64) -> Result<Self, NumberError> {
        if !float.is_finite() {
            Err(NumberError::NonFinite(float.to_string()))
        } else if float == 0.0 && float.is_sign_negative() {
            Err(NumberError::NegativeZero)
        } else {
            Ok(Self(Form::Float(float)))
        }
    }
}

impl TryFrom<f32> for JsonNumber {
    type Error = NumberError;

    /// The number that JSON text would carry: `0.1_f32` gives `0.1`, the shortest decimal form, which reads back as the
    /// same `f32`. The double of equal value would be written as `0.10000000149011612`.
    ///
    /// Fails for infinities, NaN and negative zero.
    fn try_from(float: f32) -> Result<Self, NumberError> {
        let number = Self::try_from(f64::from(float))?;
        #[allow(clippy::float_cmp, clippy::cast_possible_truncation, reason = "it has to be the very same number")]
        match serde_json::to_string(&float).unwrap_or_default().parse::<Self>() {
            Ok(shortest) if shortest.as_f64() as f32 == float => Ok(shortest),
            // No `f32` is known to come here; the double is as exact.
            _ => Ok(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(literal: &str) -> JsonNumber {
        literal.parse().unwrap_or_else(|error| panic!("{literal}: {error}"))
    }

    #[test]
    fn values_survive_whatever_their_spelling() {
        for (literal, written) in [
            ("0", "0"),
            ("0.0", "0.0"),
            ("0e999999999999999999999", "0.0"),
            ("1e2", "100.0"),
            ("1.0", "1.0"),
            ("1E+2", "100.0"),
            ("100e-2", "1.0"),
            ("0.1", "0.1"),
            ("-0.5", "-0.5"),
            ("18446744073709551615", "18446744073709551615"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("100000000000000000000", "1e+20"),
            ("18446744073709552000", "1.8446744073709552e+19"),
            ("5e-324", "5e-324"),
            ("4.9406564584124654e-324", ""),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("179769313486231570000e288", "1.7976931348623157e+308"),
            ("2.2250738585072014e-308", "2.2250738585072014e-308"),
            ("0.30000000000000004", "0.30000000000000004"),
            // Both have the double 1857965345876736.25.
            ("1857965345876736.2", "1857965345876736.2"),
            ("1857965345876736.3", ""),
        ] {
            match literal.parse::<JsonNumber>() {
                Ok(number) => assert_eq!(number.to_string(), written, "{literal}"),
                Err(error) => assert!(written.is_empty(), "{literal}: {error}"),
            }
        }
    }

    #[test]
    fn what_a_round_trip_would_change_is_refused() {
        for literal in [
            "18446744073709551616",
            "-9223372036854775809",
            "9007199254740993.0",
            "0.1000000000000000055511151231257827",
            "1.00000000000000001",
            "0.10000000000000001",
            "1e309",
            "-1e309",
            "1e-400",
            "-1e-400",
            "1e1000000000",
            "1e-99999999999999999999",
            "1.7976931348623159e308",
        ] {
            let error = literal.parse::<JsonNumber>().expect_err(literal);
            assert!(matches!(error, NumberError::Changes { .. }), "{literal}: {error}");
        }
        for literal in ["-0", "-0.0", "-0e5", "-0.000E-7", "-0e999999999999999999999"] {
            assert_eq!(literal.parse::<JsonNumber>(), Err(NumberError::NegativeZero), "{literal}");
        }
        for text in ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", " 1", "1 ", "0x1", "NaN", "inf", "1_0", "١"] {
            assert!(matches!(text.parse::<JsonNumber>(), Err(NumberError::Spelling(_))), "{text:?}");
        }
    }

    #[test]
    fn long_literals_cost_what_they_are_long() {
        let zeros = "0".repeat(1_000_000);
        assert_eq!(read(&format!("1{zeros}e-1000000")), JsonNumber::from(1));
        assert_eq!(read(&format!("0.{zeros}1e1000001")), JsonNumber::from(1));
        assert_eq!(read(&format!("1.{zeros}")), JsonNumber::from(1));
        assert!(format!("1{zeros}").parse::<JsonNumber>().is_err());
        let error = "7".repeat(1_000_000).parse::<JsonNumber>().expect_err("too many digits");
        assert!(error.to_string().len() < 200, "{error}");
    }

    #[test]
    fn equality_is_exact() {
        assert_eq!(read("1"), read("1.0"));
        assert_eq!(read("9007199254740992"), read("9007199254740992.0"));
        assert_ne!(read("9007199254740993"), read("9007199254740992.0"));
        assert_ne!(read("18446744073709551615"), read("18446744073709552000"));
        assert_ne!(read("1"), read("1.5"));
        assert_eq!(read("-3"), read("-3e0"));
        assert!(read("1e300").is_integer() && !read("1.5").is_integer());
        assert_eq!(read("1.0").as_i64(), Some(1));
        assert_eq!(read("18446744073709552000").as_u64(), None);
        assert_eq!(read("-1").as_u64(), None);
    }

    #[test]
    fn narrow_floats_keep_their_decimal_form() {
        assert_eq!(JsonNumber::try_from(0.1_f32).map(|number| number.to_string()), Ok("0.1".to_owned()));
        // One in some ten thousand of all of them, infinities included.
        for bits in (0..=u32::MAX).step_by(48_017) {
            let float = f32::from_bits(bits);
            match JsonNumber::try_from(float) {
                Ok(number) => {
                    assert_eq!(number.to_string().parse::<f32>().map(f32::to_bits), Ok(bits), "{float:?}");
                    assert_eq!(number, serde_json::to_string(&float).expect("a number").parse().expect("a number"));
                }
                Err(NumberError::NegativeZero) => assert_eq!(bits, 1 << 31),
                Err(error) => assert!(!float.is_finite(), "{error}"),
            }
        }
    }

    #[test]
    fn what_rust_has_and_json_lacks() {
        assert!(matches!(JsonNumber::try_from(f64::NAN), Err(NumberError::NonFinite(_))));
        assert!(matches!(JsonNumber::try_from(f64::NEG_INFINITY), Err(NumberError::NonFinite(_))));
        assert_eq!(JsonNumber::try_from(-0.0), Err(NumberError::NegativeZero));
        assert!(matches!(JsonNumber::try_from(u128::MAX), Err(NumberError::IntegerOutOfRange(_))));
        assert_eq!(JsonNumber::try_from(i128::from(i64::MIN)), Ok(JsonNumber::from(i64::MIN)));
    }
}
