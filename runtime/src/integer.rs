//! Integers of any size.

use std::{error, fmt, str::FromStr};

use serde::{Serialize, Serializer};

use crate::{Instance, Number, View, number::NumberError};

/// An integer of any size: the type of `"type": "integer"` in schemas with exact numbers, where no bounds say that a
/// primitive is enough.
///
/// What it was written as is kept: `1e3` and `1000.0` are integers and are written back as they came. Equality, order
/// and hash are by value.
///
/// ```
/// use contracts_runtime::Integer;
///
/// let large: Integer = "18446744073709551616".parse()?;
/// assert!(large > Integer::from(u64::MAX));
/// assert_eq!(large.as_u64(), None);
/// assert_eq!("1e3".parse::<Integer>()?.as_u64(), Some(1000));
/// assert!("0.5".parse::<Integer>().is_err());
/// # Ok::<(), contracts_runtime::integer::IntegerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(pub(crate) Number);

/// Why there is no such integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerError {
    /// It is no number that can be held.
    Number(NumberError),
    /// The number has a fractional part.
    Fraction,
}

impl fmt::Display for IntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(error) => error.fmt(f),
            Self::Fraction => f.write_str("not an integer"),
        }
    }
}

impl error::Error for IntegerError {}

impl Integer {
    /// The value as `u64`, when it is one.
    pub fn as_u64(&self) -> Option<u64> {
        self.0.as_u64()
    }

    /// The value as `i64`, when it is one.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    /// The integer as a number.
    pub fn as_number(&self) -> &Number {
        &self.0
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Self {
        Self(value.into())
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(value.into())
    }
}

impl TryFrom<Number> for Integer {
    type Error = IntegerError;

    /// Fails when the number has a fractional part or is none that JSON can write.
    fn try_from(number: Number) -> Result<Self, IntegerError> {
        match &number {
            Number::Float(value) if !value.is_finite() => Err(IntegerError::Number(NumberError::Range)),
            _ if number.is_integer() => Ok(Self(number)),
            _ => Err(IntegerError::Fraction),
        }
    }
}

impl From<Integer> for Number {
    fn from(integer: Integer) -> Self {
        integer.0
    }
}

impl FromStr for Integer {
    type Err = IntegerError;

    /// Reads a JSON number without a fractional part.
    fn from_str(text: &str) -> Result<Self, IntegerError> {
        Number::parse_exact(text).map_err(IntegerError::Number)?.try_into()
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl View for Integer {
    fn view(&self) -> Instance<'_> {
        self.0.view()
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_integers() {
        for text in ["0", "-0", "1.0", "1e400", "-12345678901234567890123", "120e-1"] {
            assert_eq!(text.parse::<Integer>().map(|integer| integer.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("0.5".parse::<Integer>(), Err(IntegerError::Fraction));
        assert_eq!("1e-400".parse::<Integer>(), Err(IntegerError::Fraction));
        assert_eq!("one".parse::<Integer>(), Err(IntegerError::Number(NumberError::Syntax)));
        assert_eq!(Integer::try_from(Number::Float(f64::INFINITY)), Err(IntegerError::Number(NumberError::Range)));
        assert_eq!(Integer::from(-3_i64).as_i64(), Some(-3));
    }
}
