//! JSON numbers: `u64` and `i64` exactly, otherwise the nearest `f64`; every size and digit in exact mode.
//!
//! All comparisons are by mathematical value, across the four forms, without a lossy cast. What a [`Number::Float`]
//! stands for is fixed by one rule: its exact value when it is an integer below 2^64 in magnitude, otherwise the
//! shortest decimal that reads back as the same `f64`, because that is the number that the document wrote or could
//! have written (`0.3`, not 0.299999999999999988…). The two halves of the rule agree with each other and with the
//! order of the integers, so the order is total.

use std::{
    borrow::Cow,
    cmp::Ordering,
    error, fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

/// 2^64 as `f64`, exact.
const TWO_POW_64: f64 = 18_446_744_073_709_551_616.0;

/// Most digits that the exponent of a [`Decimal`] may have, leading zeros aside.
const MAX_EXPONENT_DIGITS: usize = 18;

/// How the numbers of documents are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// As `u64` or `i64` exactly, otherwise as the nearest `f64`. A number beyond the range of `f64` is refused.
    #[default]
    Native,
    /// Any size and every digit.
    Exact,
}

impl Numbers {
    /// Reads a JSON number.
    ///
    /// # Errors
    /// When the text is no JSON number or the number cannot be held ([`NumberError::Range`]).
    pub fn read(self, text: &str) -> Result<Number, NumberError> {
        match self {
            Self::Native => text.parse(),
            Self::Exact => Number::parse_exact(text),
        }
    }
}

/// A decimal number of any size, as text. Only sets with `numbers = "exact"` make them.
///
/// Any number of digits; the exponent of a number other than zero lies between -10^18 and 10^18 (exclusive). Equality and order are by value:
/// `1.0` equals `10e-1`.
#[derive(Clone, Debug)]
pub struct Decimal {
    text: Cow<'static, str>,
}

/// An owned JSON number.
///
/// Equality, order and hash are by mathematical value (see the [module](self)).
#[derive(Clone, Debug)]
pub enum Number {
    /// An integer from 0 to 2^64 - 1.
    Unsigned(u64),
    /// An integer from -2^63 to -1.
    Negative(i64),
    /// Any other number, as the nearest `f64`; always finite.
    Float(f64),
    /// Exactly as written.
    Decimal(Decimal),
}

/// A borrowed JSON number.
#[derive(Clone, Copy, Debug)]
pub enum NumberRef<'a> {
    /// An integer from 0 to 2^64 - 1.
    Unsigned(u64),
    /// An integer from -2^63 to -1.
    Negative(i64),
    /// Any other number, as the nearest `f64`; always finite.
    Float(f64),
    /// Exactly as written.
    Decimal(&'a Decimal),
}

/// Why a text is not a number that can be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// The text is not a JSON number (RFC 8259, section 6).
    Syntax,
    /// The number is too large for an `f64`, or, in exact mode, its exponent has more than eighteen digits.
    Range,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "not a JSON number",
            Self::Range => "number out of range",
        })
    }
}

impl error::Error for NumberError {}

/// Holds a text against the number grammar of RFC 8259 and the limit of exponents.
const fn check(text: &[u8]) -> Result<(), NumberError> {
    let mut at = 0;
    let mut zero = true;
    if at < text.len() && text[at] == b'-' {
        at += 1;
    }
    let whole = at;
    while at < text.len() && text[at].is_ascii_digit() {
        zero = zero && text[at] == b'0';
        at += 1;
    }
    if at == whole || (text[whole] == b'0' && at > whole + 1) {
        return Err(NumberError::Syntax);
    }
    if at < text.len() && text[at] == b'.' {
        at += 1;
        let fraction = at;
        while at < text.len() && text[at].is_ascii_digit() {
            zero = zero && text[at] == b'0';
            at += 1;
        }
        if at == fraction {
            return Err(NumberError::Syntax);
        }
    }
    if at < text.len() && (text[at] == b'e' || text[at] == b'E') {
        at += 1;
        if at < text.len() && (text[at] == b'+' || text[at] == b'-') {
            at += 1;
        }
        let exponent = at;
        let mut significant = 0;
        while at < text.len() && text[at].is_ascii_digit() {
            if significant > 0 || text[at] != b'0' {
                significant += 1;
            }
            at += 1;
        }
        if at == exponent {
            return Err(NumberError::Syntax);
        }
        // Zero is zero, whatever its exponent.
        if at == text.len() && significant > MAX_EXPONENT_DIGITS && !zero {
            return Err(NumberError::Range);
        }
    }
    if at == text.len() { Ok(()) } else { Err(NumberError::Syntax) }
}

impl Decimal {
    /// A number in static data.
    ///
    /// # Panics
    ///
    /// When `text` is not a JSON number; in a `static` or `const` that is a compile error.
    pub const fn from_static(text: &'static str) -> Self {
        assert!(check(text.as_bytes()).is_ok(), "not a JSON number");
        Self { text: Cow::Borrowed(text) }
    }

    /// The number as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The value when it is an integer of at most 38 digits.
    pub(crate) fn as_i128(&self) -> Option<i128> {
        self.scientific().wide_integer()
    }

    fn scientific(&self) -> Scientific<'_> {
        Scientific::read(self.text.as_bytes())
    }
}

impl FromStr for Decimal {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        check(text.as_bytes())?;
        Ok(Self { text: Cow::Owned(text.to_owned()) })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.scientific().cmp(&other.scientific())
    }
}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        NumberRef::Decimal(self).hash(state);
    }
}

impl Number {
    /// Reads a JSON number without loss, as a [`Decimal`] where neither `u64` nor `i64` holds its text.
    pub fn parse_exact(text: &str) -> Result<Self, NumberError> {
        match integer_text(text) {
            Some(number) => Ok(number),
            None => text.parse().map(Self::Decimal),
        }
    }

    /// [`FromStr`] for callers that only want to know whether there is such a number.
    pub fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    /// A finite `f64` as it is; `None` for infinities and NaN, which JSON cannot write.
    pub fn from_f64(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self::Float(value))
    }

    /// The shortest decimal that reads back as this `f64`, without loss; `None` for infinities and NaN. A
    /// [`Number::Float`] stands for that decimal too, but for integers from 2^53 to 2^64 in magnitude.
    pub fn shortest(value: f64) -> Option<Self> {
        /// 2^53: up to here every integer is an `f64`.
        const CONTIGUOUS: i128 = 1 << 53;
        match float_integer(value) {
            Some(integer) if integer.abs() > CONTIGUOUS => Self::parse_exact(&format!("{value:e}")).ok(),
            _ => Self::from_f64(value),
        }
    }

    /// The same number, borrowed.
    pub fn to_ref(&self) -> NumberRef<'_> {
        match self {
            Self::Unsigned(value) => NumberRef::Unsigned(*value),
            Self::Negative(value) => NumberRef::Negative(*value),
            Self::Float(value) => NumberRef::Float(*value),
            Self::Decimal(value) => NumberRef::Decimal(value),
        }
    }

    /// Whether it has no fractional part; `1.0` has none.
    pub fn is_integer(&self) -> bool {
        self.to_ref().is_integer()
    }

    /// See [`NumberRef::as_u64`].
    pub fn as_u64(&self) -> Option<u64> {
        self.to_ref().as_u64()
    }

    /// See [`NumberRef::as_i64`].
    pub fn as_i64(&self) -> Option<i64> {
        self.to_ref().as_i64()
    }

    /// See [`NumberRef::as_f64`].
    pub fn as_f64(&self) -> Option<f64> {
        self.to_ref().as_f64()
    }

    /// See [`NumberRef::multiple_of`].
    pub fn multiple_of(&self, divisor: NumberRef<'_>) -> bool {
        self.to_ref().multiple_of(divisor)
    }
}

/// A text of digits alone (and a sign) that `u64` or `i64` holds. `-0` is left to the floats, which keep its sign.
fn integer_text(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    if digits.len() == text.len() {
        text.parse().ok().map(Number::Unsigned)
    } else {
        text.parse().ok().filter(|value| *value < 0).map(Number::Negative)
    }
}

impl FromStr for Number {
    type Err = NumberError;

    /// Reads a JSON number: `u64` and `i64` exactly, otherwise the nearest `f64`.
    fn from_str(text: &str) -> Result<Self, NumberError> {
        if let Some(number) = integer_text(text) {
            return Ok(number);
        }
        // An exponent of any length is either out of range or far below the smallest `f64`; the parse tells which.
        if check(text.as_bytes()) == Err(NumberError::Syntax) {
            return Err(NumberError::Syntax);
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Self::Float(value)),
            Ok(_) => Err(NumberError::Range),
            Err(_) => Err(NumberError::Syntax),
        }
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Self::Unsigned(value)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        NumberRef::from(value).to_number()
    }
}

impl TryFrom<f64> for Number {
    type Error = NumberError;

    /// Fails for infinities and NaN, which JSON cannot write.
    fn try_from(value: f64) -> Result<Self, NumberError> {
        Self::from_f64(value).ok_or(NumberError::Range)
    }
}

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Self {
        Self::Decimal(value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_ref().fmt(f)
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.to_ref() == other.to_ref()
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_ref().cmp(&other.to_ref())
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_ref().hash(state);
    }
}

impl NumberRef<'_> {
    /// The same number, owned.
    pub fn to_number(self) -> Number {
        match self {
            Self::Unsigned(value) => Number::Unsigned(value),
            Self::Negative(value) => Number::Negative(value),
            Self::Float(value) => Number::Float(value),
            Self::Decimal(value) => Number::Decimal(value.clone()),
        }
    }

    /// Whether it has no fractional part; `1.0` has none.
    pub fn is_integer(self) -> bool {
        match self {
            Self::Unsigned(_) | Self::Negative(_) => true,
            Self::Float(value) => value.fract() == 0.0,
            Self::Decimal(value) => value.scientific().exponent >= 0,
        }
    }

    /// The value as `u64` when it is one mathematically (`1.0` is 1).
    pub fn as_u64(self) -> Option<u64> {
        self.integer().and_then(|value| value.try_into().ok())
    }

    /// The value as `i64` when it is one mathematically.
    pub fn as_i64(self) -> Option<i64> {
        self.integer().and_then(|value| value.try_into().ok())
    }

    /// The nearest `f64`; `None` when that is infinite.
    #[allow(clippy::cast_precision_loss, reason = "the nearest value is what is asked for")]
    pub fn as_f64(self) -> Option<f64> {
        let value = match self {
            Self::Unsigned(value) => value as f64,
            Self::Negative(value) => value as f64,
            Self::Float(value) => value,
            Self::Decimal(value) => value.text.parse().ok()?,
        };
        value.is_finite().then_some(value)
    }

    /// Whether the number is an integral multiple of `divisor`, in exact decimal arithmetic: 0.3 is a multiple of
    /// 0.1, and 1e308 of 0.5. Only zero is a multiple of zero.
    pub fn multiple_of(self, divisor: NumberRef<'_>) -> bool {
        if let (Some(value), Some(divisor)) = (self.integer(), divisor.integer()) {
            return if divisor == 0 { value == 0 } else { value % divisor == 0 };
        }
        let (mut left, mut right) = (Buffer::new(), Buffer::new());
        self.scientific(&mut left).multiple_of(&divisor.scientific(&mut right))
    }

    /// The value when it is an integer below 2^64 in magnitude.
    fn integer(self) -> Option<i128> {
        match self {
            Self::Unsigned(value) => Some(value.into()),
            Self::Negative(value) => Some(value.into()),
            Self::Float(value) => float_integer(value),
            Self::Decimal(value) => value.scientific().integer(),
        }
    }

    fn scientific<'t>(&'t self, buffer: &'t mut Buffer) -> Scientific<'t> {
        match (self, self.integer()) {
            (Self::Decimal(value), _) => value.scientific(),
            (_, Some(value)) => Scientific::read(buffer.write(format_args!("{value}"))),
            (Self::Unsigned(value), None) => Scientific::read(buffer.write(format_args!("{value}"))),
            (Self::Negative(value), None) => Scientific::read(buffer.write(format_args!("{value}"))),
            (Self::Float(value), None) => Scientific::read(buffer.write(format_args!("{value:e}"))),
        }
    }
}

/// The value of a float that is an integer below 2^64 in magnitude.
#[allow(clippy::cast_possible_truncation, reason = "integral and far below 2^127")]
fn float_integer(value: f64) -> Option<i128> {
    (value.abs() < TWO_POW_64 && value.fract() == 0.0).then_some(value as i128)
}

/// Compares a float with an integer below 2^64 in magnitude.
#[allow(clippy::cast_possible_truncation, reason = "below 2^64 in magnitude")]
fn compare_float(float: f64, integer: i128) -> Ordering {
    // Integers that every `f64` can hold, which most bounds are: one comparison.
    if let Ok(small) = i32::try_from(integer)
        && let Some(order) = float.partial_cmp(&f64::from(small))
    {
        return order;
    }
    if float >= TWO_POW_64 {
        Ordering::Greater
    } else if float <= -TWO_POW_64 {
        Ordering::Less
    } else {
        let fraction = float.fract().partial_cmp(&0.0).unwrap_or(Ordering::Equal);
        (float.trunc() as i128).cmp(&integer).then(fraction)
    }
}

impl PartialEq for NumberRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for NumberRef<'_> {}

impl PartialOrd for NumberRef<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NumberRef<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (*self, *other) {
            (Self::Unsigned(left), Self::Unsigned(right)) => left.cmp(&right),
            (Self::Negative(left), Self::Negative(right)) => left.cmp(&right),
            (Self::Unsigned(left), Self::Negative(right)) => i128::from(left).cmp(&right.into()),
            (Self::Negative(left), Self::Unsigned(right)) => i128::from(left).cmp(&right.into()),
            (Self::Float(left), Self::Float(right)) => {
                left.partial_cmp(&right).unwrap_or_else(|| left.total_cmp(&right))
            }
            (Self::Float(left), Self::Unsigned(right)) => compare_float(left, right.into()),
            (Self::Float(left), Self::Negative(right)) => compare_float(left, right.into()),
            (Self::Unsigned(left), Self::Float(right)) => compare_float(right, left.into()).reverse(),
            (Self::Negative(left), Self::Float(right)) => compare_float(right, left.into()).reverse(),
            (Self::Decimal(_), _) | (_, Self::Decimal(_)) => compare_digits(*self, *other),
        }
    }
}

/// Compares digit by digit. Apart from the rest, so that the others need no room for digits.
#[cold]
fn compare_digits(left: NumberRef<'_>, right: NumberRef<'_>) -> Ordering {
    let (mut left_digits, mut right_digits) = (Buffer::new(), Buffer::new());
    left.scientific(&mut left_digits).cmp(&right.scientific(&mut right_digits))
}

impl Hash for NumberRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal numbers are equal integers, or they have the same nearest `f64`.
        match self.integer() {
            Some(value) => value.hash(state),
            None => self.as_f64().map(f64::to_bits).hash(state),
        }
    }
}

impl fmt::Display for NumberRef<'_> {
    /// Writes valid JSON that reads back as an equal number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Negative(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Decimal(value) => f.write_str(&value.text),
        }
    }
}

impl From<u64> for NumberRef<'_> {
    fn from(value: u64) -> Self {
        Self::Unsigned(value)
    }
}

impl From<i64> for NumberRef<'_> {
    fn from(value: i64) -> Self {
        u64::try_from(value).map_or(Self::Negative(value), Self::Unsigned)
    }
}

impl<'a> From<&'a Decimal> for NumberRef<'a> {
    fn from(value: &'a Decimal) -> Self {
        Self::Decimal(value)
    }
}

impl<'a> From<&'a Number> for NumberRef<'a> {
    fn from(value: &'a Number) -> Self {
        value.to_ref()
    }
}

/// Room for the text of any `u64`, `i64` or `f64` in scientific notation.
struct Buffer {
    bytes: [u8; 40],
    len: usize,
}

impl Buffer {
    fn new() -> Self {
        Self { bytes: [0; 40], len: 0 }
    }

    fn write(&mut self, text: fmt::Arguments<'_>) -> &[u8] {
        // A text that does not fit would be cut; the longest has 24 bytes.
        let _ = fmt::write(self, text);
        &self.bytes[..self.len]
    }
}

impl fmt::Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// A number as `±digits × 10^exponent`. The digits (`head` then `tail`) neither begin nor end with a zero; zero has
/// no digits and the exponent 0.
struct Scientific<'t> {
    negative: bool,
    head: &'t [u8],
    tail: &'t [u8],
    exponent: i64,
}

impl<'t> Scientific<'t> {
    /// Takes the text of a checked number apart.
    fn read(text: &'t [u8]) -> Self {
        let (negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let mark = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (digits, exponent) = mark.map_or((text, &[][..]), |mark| (&text[..mark], &text[mark + 1..]));
        let point = digits.iter().position(|byte| *byte == b'.');
        let (mut head, mut tail) = point.map_or((digits, &[][..]), |at| (&digits[..at], &digits[at + 1..]));
        let mut exponent = read_exponent(exponent).saturating_sub(length(tail));
        while let [rest @ .., b'0'] = tail {
            tail = rest;
            exponent = exponent.saturating_add(1);
        }
        if tail.is_empty() {
            while let [rest @ .., b'0'] = head {
                head = rest;
                exponent = exponent.saturating_add(1);
            }
        }
        while let [b'0', rest @ ..] = head {
            head = rest;
        }
        if head.is_empty() {
            while let [b'0', rest @ ..] = tail {
                tail = rest;
            }
        }
        if head.is_empty() && tail.is_empty() {
            return Self { negative: false, head, tail, exponent: 0 };
        }
        Self { negative, head, tail, exponent }
    }

    fn digits(&self) -> impl Iterator<Item = u8> + use<'t> {
        self.head.iter().chain(self.tail).map(|byte| byte - b'0')
    }

    fn count(&self) -> i64 {
        length(self.head) + length(self.tail)
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (self.count(), self.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }

    fn cmp(&self, other: &Scientific<'_>) -> Ordering {
        let by_sign = self.sign().cmp(&other.sign());
        if by_sign.is_ne() || self.sign() == 0 {
            return by_sign;
        }
        // Without zeros at either end, the number of places before the point decides, then the digits in order.
        let places = (self.exponent + self.count()).cmp(&(other.exponent + other.count()));
        let magnitude = places.then_with(|| self.digits().cmp(other.digits()));
        if self.negative { magnitude.reverse() } else { magnitude }
    }

    /// The value when it is an integer below 2^64 in magnitude.
    fn integer(&self) -> Option<i128> {
        self.wide_integer().filter(|value| value.unsigned_abs() <= u128::from(u64::MAX))
    }

    /// The value when it is an integer of at most 38 digits, which 128 bits always hold.
    fn wide_integer(&self) -> Option<i128> {
        if self.exponent < 0 || self.exponent + self.count() > 38 {
            return None;
        }
        let digits = self.digits().fold(0_i128, |value, digit| value * 10 + i128::from(digit));
        let magnitude = (0..self.exponent).fold(digits, |value, _| value * 10);
        Some(if self.negative { -magnitude } else { magnitude })
    }

    fn multiple_of(&self, divisor: &Scientific<'_>) -> bool {
        let shift = self.exponent - divisor.exponent;
        if self.sign() == 0 || divisor.sign() == 0 {
            return self.sign() == 0;
        }
        if shift < 0 {
            // The digits end in no zero, so they are no multiple of ten.
            return false;
        }
        // Is digits × 10^shift a multiple of the divisor's digits d? Ten holds each of the factors 2 and 5 of d
        // once, and d has fewer than four of each per digit: a greater power of ten than that adds nothing.
        let zeros = shift.min(divisor.count().saturating_mul(4));
        let digits = self.digits().chain((0..zeros).map(|_| 0));
        if divisor.count() <= 19 {
            let divisor = divisor.digits().fold(0_u64, |value, digit| value * 10 + u64::from(digit));
            let remainder =
                digits.fold(0_u128, |rest, digit| (rest * 10 + u128::from(digit)) % u128::from(divisor));
            remainder == 0
        } else {
            let mut remainder = Natural::default();
            let divisor = divisor.digits().fold(Natural::default(), |mut value, digit| {
                value.append(digit);
                value
            });
            for digit in digits {
                remainder.append(digit);
                while remainder.cmp(&divisor).is_ge() {
                    remainder.subtract(&divisor);
                }
            }
            remainder.limbs.is_empty()
        }
    }
}

fn length(digits: &[u8]) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX)
}

/// The value of a checked exponent; 0 without one. Only that of a zero may be too long, where it does not matter.
fn read_exponent(text: &[u8]) -> i64 {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let magnitude =
        digits.iter().fold(0_i64, |value, byte| value.saturating_mul(10).saturating_add(i64::from(byte - b'0')));
    if negative { -magnitude } else { magnitude }
}

/// A natural number of any size, in limbs of eighteen decimal digits, the lowest first, without leading zeros.
#[derive(Default)]
struct Natural {
    limbs: Vec<u64>,
}

impl Natural {
    const BASE: u64 = 1_000_000_000_000_000_000;

    /// Appends a decimal digit on the right.
    fn append(&mut self, digit: u8) {
        let mut carry = u64::from(digit);
        for limb in &mut self.limbs {
            let value = *limb * 10 + carry;
            *limb = value % Self::BASE;
            carry = value / Self::BASE;
        }
        if carry > 0 {
            self.limbs.push(carry);
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.limbs.len().cmp(&other.limbs.len());
        by_length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }

    /// Subtracts a number that is not greater.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (index, limb) in self.limbs.iter_mut().enumerate() {
            let taken = other.limbs.get(index).copied().unwrap_or(0) + borrow;
            borrow = u64::from(*limb < taken);
            *limb = *limb + borrow * Self::BASE - taken;
        }
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::hash_map::DefaultHasher, hash::BuildHasher, hash::BuildHasherDefault};

    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn exact(text: &str) -> Number {
        Number::parse_exact(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn decimal(text: &str) -> Number {
        Number::Decimal(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn grammar() {
        for text in
            ["0", "-0", "10", "0.5", "-1.25e+3", "1E5", "1e-400", "18446744073709551616", "0e99999999999999999999"]
        {
            assert!(text.parse::<Number>().is_ok(), "{text}");
        }
        for text in ["", "-", "01", "-01", "+1", ".5", "1.", "1e", "1e+", "1 ", "0x1", "NaN", "inf", "1_0", "1.e3"]
        {
            assert_eq!(text.parse::<Number>(), Err(NumberError::Syntax), "{text}");
            assert_eq!(Number::parse_exact(text), Err(NumberError::Syntax), "{text}");
        }
        for text in ["1e309", "-1e400", "1e999999999", "1e99999999999999999999"] {
            assert_eq!(text.parse::<Number>(), Err(NumberError::Range), "{text}");
        }
        assert!(Number::parse_exact("1e999999999999999999").is_ok());
        assert!(Number::parse_exact("1e0000000000000000000000001").is_ok());
        assert_eq!(Number::parse_exact("1e9999999999999999999"), Err(NumberError::Range));
        assert_eq!(Number::parse_exact("1e9999999999999999999x"), Err(NumberError::Syntax));
    }

    #[test]
    fn one_order_for_all_forms() {
        let ascending = [
            "-1e999999999",
            "-1e308",
            "-18446744073709551616",
            "-9223372036854775808",
            "-1.5",
            "-1",
            "-0.1",
            "-1e-999999999",
            "0",
            "1e-999999999",
            "0.1",
            "0.3",
            "1",
            "1.0000000000000002",
            "9007199254740991",
            "9007199254740992",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "1e23",
            "1e308",
            "1e309",
            "1e999999999999",
        ];
        for (i, left) in ascending.iter().enumerate() {
            for (j, right) in ascending.iter().enumerate() {
                assert_eq!(decimal(left).cmp(&decimal(right)), i.cmp(&j), "{left} and {right} as decimals");
                assert_eq!(exact(left).cmp(&decimal(right)), i.cmp(&j), "{left} and decimal {right}");
                if let (Ok(a), Ok(b)) = (left.parse::<Number>(), right.parse::<Number>())
                    && !left.contains("e-")
                    && !right.contains("e-")
                {
                    assert_eq!(a.cmp(&b), i.cmp(&j), "{left} and {right}");
                }
            }
        }
    }

    #[test]
    fn equal_numbers_have_equal_hashes() {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let groups: &[&[Number]] = &[
            &[number("0"), number("-0"), number("0.0"), decimal("-0e5"), decimal("0.00")],
            &[number("1"), number("1.0"), number("10e-1"), decimal("1"), decimal("0.1e1")],
            &[number("-7"), number("-7.0"), decimal("-70e-1")],
            &[number("0.1"), number("1e-1"), decimal("0.1"), decimal("0.10")],
            &[number("1e23"), decimal("1e23"), decimal("100000000000000000000000")],
            &[number("18446744073709551615"), decimal("18446744073709551615.0")],
            &[number("9007199254740992"), number("9007199254740992.0"), decimal("9007199254740992")],
        ];
        for (i, group) in groups.iter().enumerate() {
            for (j, other) in groups.iter().enumerate() {
                for left in *group {
                    for right in *other {
                        assert_eq!(left == right, i == j, "{left} and {right}");
                        if i == j {
                            assert_eq!(hasher.hash_one(left), hasher.hash_one(right), "{left} and {right}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn no_lossy_cast_between_integers_and_floats() {
        assert_ne!(number("9007199254740993"), number("9007199254740992.0"));
        assert_ne!(number("18446744073709551615"), number("18446744073709551616"));
        assert!(number("18446744073709551615") < number("18446744073709551616"));
        assert!(Number::Float(-9_223_372_036_854_775_808.0) == number("-9223372036854775808"));
    }

    #[test]
    fn integers() {
        for text in ["0", "-3", "1.0", "1e3", "1e300", "-0.0", "120e-1", "18446744073709551616"] {
            assert!(number(text).is_integer(), "{text}");
            assert!(decimal(text).is_integer(), "{text}");
        }
        for text in ["0.5", "1e-3", "1.0000000000000002", "125e-1"] {
            assert!(!number(text).is_integer(), "{text}");
            assert!(!decimal(text).is_integer(), "{text}");
        }
        assert!(!decimal("1.00000000000000000000000000000000001").is_integer());
        assert!(!decimal("1e-999999999999").is_integer());
    }

    #[test]
    fn conversions() {
        assert_eq!(number("1.0").as_u64(), Some(1));
        assert_eq!(decimal("18446744073709551615").as_u64(), Some(u64::MAX));
        assert_eq!(decimal("18446744073709551616").as_u64(), None);
        assert_eq!(number("-1").as_u64(), None);
        assert_eq!(number("-9223372036854775808").as_i64(), Some(i64::MIN));
        assert_eq!(number("9223372036854775808").as_i64(), None);
        assert_eq!(decimal("-12e2").as_i64(), Some(-1200));
        assert_eq!(number("1.5").as_i64(), None);
        assert_eq!(decimal("0.1").as_f64(), Some(0.1));
        assert_eq!(decimal("1e400").as_f64(), None);
        assert!(Number::try_from(f64::NAN).is_err());
        assert!(matches!(Number::from(-1_i64), Number::Negative(-1)));
        assert!(matches!(Number::from(1_i64), Number::Unsigned(1)));
    }

    #[test]
    fn multiples() {
        let cases = [
            ("0", "3", true),
            ("9", "3", true),
            ("10", "3", false),
            ("-9", "3", true),
            ("9.0", "3", true),
            ("0.3", "0.1", true),
            ("0.30000000000000004", "0.1", false),
            ("4.5", "1.5", true),
            ("35", "1.5", false),
            ("0.0075", "0.0001", true),
            ("0.00751", "0.0001", false),
            ("19.99", "0.01", true),
            ("1e308", "0.5", true),
            ("1e308", "0.123456789", false),
            ("1e308", "0.125", true),
            ("12391239123", "1e-8", true),
            ("1e-8", "12391239123", false),
            ("18446744073709551615", "0.5", true),
            ("18446744073709551615", "5", true),
            ("18446744073709551615", "2", false),
            ("1", "3e-1", false),
            ("3", "3e-1", true),
            ("1e300", "3", false),
            ("3e300", "3", true),
        ];
        for (value, divisor, expected) in cases {
            assert_eq!(number(value).multiple_of(number(divisor).to_ref()), expected, "{value} of {divisor}");
            assert_eq!(decimal(value).multiple_of(decimal(divisor).to_ref()), expected, "{value} of {divisor}");
            assert_eq!(decimal(value).multiple_of(number(divisor).to_ref()), expected, "{value} of {divisor}");
        }
        assert!(number("0").multiple_of(number("0").to_ref()));
        assert!(!number("1").multiple_of(number("0").to_ref()));
    }

    #[test]
    fn multiples_of_any_length() {
        let sevens = "7".repeat(600);
        assert!(decimal(&sevens).multiple_of(decimal(&"7".repeat(300)).to_ref()));
        assert!(decimal(&sevens).multiple_of(decimal(&"1".repeat(200)).to_ref()));
        assert!(!decimal(&sevens).multiple_of(decimal(&"7".repeat(299)).to_ref()));
        assert!(decimal("1e999999999").multiple_of(decimal("1e-999999999").to_ref()));
        assert!(decimal("1e999999999").multiple_of(decimal("1024").to_ref()));
        assert!(!decimal("1e999999999").multiple_of(decimal("3").to_ref()));
        assert!(!decimal("1e-999999999").multiple_of(decimal("1e999999999").to_ref()));
        // 2^200 divides 10^200 and no smaller power of ten.
        let power = "1606938044258990275541962092341162602522202993782792835301376";
        assert!(decimal("1e200").multiple_of(decimal(power).to_ref()));
        assert!(!decimal("1e199").multiple_of(decimal(power).to_ref()));
        assert!(decimal(&"9".repeat(100_000)).multiple_of(decimal("99999999999999999999").to_ref()));
    }

    #[test]
    fn display_is_json_that_reads_back() {
        for text in ["0", "-1", "1.0", "-0.0", "1e300", "5e-324", "0.1", "18446744073709551616", "123456.789"] {
            let value = number(text);
            let shown = value.to_string();
            assert_eq!(shown.parse::<Number>(), Ok(value), "{shown}");
            assert!(serde_json::from_str::<f64>(&shown).is_ok(), "{shown}");
        }
        assert_eq!(decimal("1.10e+2").to_string(), "1.10e+2");
    }

    #[test]
    fn static_decimals() {
        static LIMIT: Decimal = Decimal::from_static("100000000000000000000000000000000000001");
        assert!(NumberRef::Decimal(&LIMIT) > number("1e38").to_ref());
        assert!(NumberRef::Decimal(&LIMIT) < number("1e39").to_ref());
    }
}
