//! Integers of any size that JSON numbers have here.

use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::{JsonNumber, JsonValue};

/// What a schema of type `integer` accepts: an `i64`, a `u64`, or a double without a fraction, however big. The vocabulary
/// has no bounds, so a primitive integer could not hold it all.
///
/// ```
/// use value_schema_core::JsonInteger;
///
/// let days = JsonInteger::from(3);
/// assert_eq!(days, 3);
/// assert_eq!(i64::try_from(days), Ok(3));
/// let huge = JsonInteger::try_from("1e300".parse::<value_schema_core::JsonNumber>()?)?;
/// assert_eq!(huge.as_i64(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct JsonInteger(JsonNumber);

/// A number with a fraction where an integer is asked for, or an integer outside of the range of a primitive type.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{number} is not an integer of type {wanted}")]
pub struct NotAnInteger {
    /// The number.
    pub number: JsonNumber,
    /// What it was to be.
    pub wanted: &'static str,
}

impl JsonInteger {
    /// The value as `i64`, if it is one.
    pub fn as_i64(self) -> Option<i64> {
        self.0.as_i64()
    }

    /// The value as `u64`, if it is one.
    pub fn as_u64(self) -> Option<u64> {
        self.0.as_u64()
    }

    /// The nearest double; integers above 2^53 are rounded.
    pub fn as_f64(self) -> f64 {
        self.0.as_f64()
    }

    /// The integer as a number.
    pub fn number(self) -> JsonNumber {
        self.0
    }
}

impl fmt::Display for JsonInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for JsonInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Serialize for JsonInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl TryFrom<JsonNumber> for JsonInteger {
    type Error = NotAnInteger;

    fn try_from(number: JsonNumber) -> Result<Self, NotAnInteger> {
        if number.is_integer() { Ok(Self(number)) } else { Err(NotAnInteger { number, wanted: "integer" }) }
    }
}

impl From<JsonInteger> for JsonNumber {
    fn from(integer: JsonInteger) -> Self {
        integer.0
    }
}

impl From<JsonInteger> for JsonValue {
    fn from(integer: JsonInteger) -> Self {
        Self::Number(integer.0)
    }
}

macro_rules! primitive_integers {
    ($($primitive:ident as $wide:ident),*) => {$(
        impl From<$primitive> for JsonInteger {
            fn from(integer: $primitive) -> Self {
                Self(JsonNumber::from($wide::from(integer)))
            }
        }

        impl TryFrom<JsonInteger> for $primitive {
            type Error = NotAnInteger;

            fn try_from(integer: JsonInteger) -> Result<Self, NotAnInteger> {
                let refused = NotAnInteger { number: integer.0, wanted: stringify!($primitive) };
                let signed = integer.as_i64().and_then(|integer| Self::try_from(integer).ok());
                let value = signed.or_else(|| integer.as_u64().and_then(|integer| Self::try_from(integer).ok()));
                value.ok_or(refused)
            }
        }

        impl PartialEq<$primitive> for JsonInteger {
            fn eq(&self, other: &$primitive) -> bool {
                *self == Self::from(*other)
            }
        }
    )*};
}

primitive_integers!(i8 as i64, i16 as i64, i32 as i64, i64 as i64, u8 as u64, u16 as u64, u32 as u64, u64 as u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_of_json_has_a_place() {
        for (literal, wanted) in [
            ("18446744073709551615", Some(u64::MAX.into())),
            ("-9223372036854775808", Some(i64::MIN.into())),
            ("1.0", Some(JsonInteger::from(1))),
            ("1e300", None),
        ] {
            let number: JsonNumber = literal.parse().expect("a number");
            let integer = JsonInteger::try_from(number).expect("an integer");
            assert_eq!(integer.number(), number);
            if let Some(wanted) = wanted {
                assert_eq!(integer, wanted);
            }
        }
        let half = JsonNumber::try_from(0.5).expect("a number");
        assert_eq!(
            JsonInteger::try_from(half).expect_err("a fraction").to_string(),
            "0.5 is not an integer of type integer"
        );
    }

    #[test]
    fn primitives_take_what_they_can_hold() {
        assert_eq!(u8::try_from(JsonInteger::from(255)), Ok(255));
        assert!(u8::try_from(JsonInteger::from(256)).is_err());
        assert!(i64::try_from(JsonInteger::from(u64::MAX)).is_err());
        assert_eq!(u64::try_from(JsonInteger::from(u64::MAX)), Ok(u64::MAX));
        assert!(u64::try_from(JsonInteger::from(-1)).is_err());
    }
}
