//! A value that may be `null`, told apart from a member that may be absent.

use serde::{Deserializer, Serialize, Serializer, de};

use crate::{Instance, View, context::Context, decode::Decode, schema::Schema};

/// A value or `null`. An absent member is `Option`, so `Option<Nullable<T>>` keeps all three apart.
///
/// ```
/// # use contracts_runtime::Nullable;
/// let name: Nullable<String> = Some("ada".to_owned()).into();
/// assert_eq!(name.as_ref().into_option().map(String::as_str), Some("ada"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nullable<T> {
    /// `null`.
    Null,
    /// A value.
    Value(T),
}

impl<T> Nullable<T> {
    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value; `None` for `null`.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }

    /// A borrowed form.
    pub fn as_ref(&self) -> Nullable<&T> {
        match self {
            Self::Null => Nullable::Null,
            Self::Value(value) => Nullable::Value(value),
        }
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T> From<Nullable<T>> for Option<T> {
    fn from(value: Nullable<T>) -> Self {
        value.into_option()
    }
}

impl<T: View> View for Nullable<T> {
    fn view(&self) -> Instance<'_> {
        match self {
            Self::Null => Instance::Null,
            Self::Value(value) => value.view(),
        }
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

impl<'de, T: Decode<'de>> Decode<'de> for Nullable<T> {
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_option(NullableVisitor { context, schema, value: std::marker::PhantomData })
    }
}

struct NullableVisitor<'c, T> {
    context: &'c mut Context,
    schema: &'static Schema,
    value: std::marker::PhantomData<T>,
}

impl<'de, T: Decode<'de>> de::Visitor<'de> for NullableVisitor<'_, T> {
    type Value = Nullable<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Nullable::Null)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Nullable::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::decode(deserializer, self.context, self.schema).map(Nullable::Value)
    }
}
