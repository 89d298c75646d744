//! Attributes of a span, in the order in which they were set.

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
