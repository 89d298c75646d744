//! A value or `null`.

use serde::{Serialize, Serializer};

use super::ValuePart;
use crate::JsonValue;

/// A value or `null`. It is no `Option`: that is for a member that may be absent, and a member may be both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nullable<T> {
    /// `null`.
    #[default]
    Null,
    /// Another value.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value, if it is not `null`.
    pub fn as_option(&self) -> Option<&T> {
        match self {
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }

    /// The value, if it is not `null`.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl<T: ValuePart> ValuePart for Nullable<T> {
    fn from_valid(value: JsonValue) -> Self {
        if value.is_null() { Self::Null } else { Self::Value(T::from_valid(value)) }
    }

    fn to_json(&self) -> JsonValue {
        self.as_option().map_or(JsonValue::Null, T::to_json)
    }

    fn into_json(self) -> JsonValue {
        self.into_option().map_or(JsonValue::Null, T::into_json)
    }
}
