//! Attributes of a span, in the order in which they were set.

use crate::canonical_json;

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttributeValue {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any number. One without a fraction goes out as an integer, as from every client of the gateway.
    Double(f64),
    /// A text.
    String(String),
}

impl From<bool> for AttributeValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for AttributeValue {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<u32> for AttributeValue {
    fn from(value: u32) -> Self {
        Self::Int(value.into())
    }
}

impl From<f64> for AttributeValue {
    fn from(value: f64) -> Self {
        Self::Double(value)
    }
}

impl From<&str> for AttributeValue {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for AttributeValue {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

/// An [`AttributeValue::Double`] without a fraction, which goes out as an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Integral(f64);

impl Integral {
    /// The number, if it has no fraction. Infinities and NaN have none to lack.
    pub(super) fn of(value: f64) -> Option<Self> {
        (value.fract() == 0.0).then_some(Self(value))
    }

    /// Its decimal digits, with a sign where it is negative; from 1e21 on as ECMAScript writes it.
    pub(super) fn digits(self) -> String {
        canonical_json::number(self.0)
    }

    /// The integer, where 64 bits hold it.
    #[cfg(feature = "opentelemetry")]
    #[allow(clippy::cast_possible_truncation, reason = "an integer in range")]
    pub(super) fn to_i64(self) -> Option<i64> {
        // 2^63, the first integer beyond.
        const END: f64 = 9_223_372_036_854_775_808.0;
        (-END..END).contains(&self.0).then_some(self.0 as i64)
    }
}

/// Names and values in the order in which the names were set first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attributes(Vec<(String, AttributeValue)>);

impl Attributes {
    /// Sets an attribute. One that is there already keeps its place.
    pub(crate) fn set(&mut self, name: impl Into<String> + AsRef<str>, value: AttributeValue) {
        match self.0.iter_mut().find(|attribute| attribute.0 == name.as_ref()) {
            Some(attribute) => attribute.1 = value,
            None => self.0.push((name.into(), value)),
        }
    }

    /// Drops the attributes with the names that `drop` names.
    pub(crate) fn without(mut self, drop: impl Fn(&str) -> bool) -> Self {
        self.0.retain(|attribute| !drop(&attribute.0));
        self
    }

    pub(crate) fn as_slice(&self) -> &[(String, AttributeValue)] {
        &self.0
    }
}
