//! Types of listed values: enums of strings, closed or failing closed, enums of any values, and constants.

use std::fmt;

use serde::{Deserializer, Serialize, Serializer};

use crate::{
    Instance, View,
    context::Context,
    decode::{Scalar, checked, decode_json, decode_scalar},
    evaluate::Mode,
    schema::{Literal, Schema},
};

/// A text that an enum does not list, kept by tolerant decoding.
///
/// Only decoding makes one. It serializes as it came, and never validates.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Unrecognized(String);

impl Unrecognized {
    /// The text as it came.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Unrecognized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Unrecognized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a value of a closed enum.
///
/// # Errors
/// When the value is not listed.
pub fn decode_closed<'de, D: Deserializer<'de>, T: View>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    rest: Option<&'static Schema>,
    known: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    decode_scalar(deserializer, context, schema, |scalar, context| {
        if let Scalar::String(text) = &scalar
            && let Some(value) = known(text)
        {
            return checked(value, context, rest);
        }
        Err(context.rejection(schema, scalar.view()))
    })
}

/// Reads a value of an enum that fails closed.
///
/// # Errors
/// When the value is no string, or is not listed and decoding is strict.
pub fn decode_fail_closed<'de, D: Deserializer<'de>, T: View>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    rest: Option<&'static Schema>,
    known: fn(&str) -> Option<T>,
    unknown: fn(Unrecognized) -> T,
) -> Result<T, D::Error> {
    decode_scalar(deserializer, context, schema, |scalar, context| {
        if let Scalar::String(text) = &scalar {
            if let Some(value) = known(text) {
                return checked(value, context, rest);
            }
            if context.mode() == Mode::Tolerant {
                context.unrecognized(text);
                return checked(unknown(Unrecognized(text.clone().into_owned())), context, rest);
            }
        }
        Err(context.rejection(schema, scalar.view()))
    })
}

/// Reads one of some listed values of any kind and gives its index.
///
/// # Errors
/// When the value is not listed.
pub fn decode_listed<'de, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    rest: Option<&'static Schema>,
    values: &'static [Literal],
) -> Result<usize, D::Error> {
    decode_json(deserializer, context, |value, context| {
        match values.iter().position(|listed| listed.view() == value.view()) {
            Some(index) => checked(&values[index], context, rest).map(|_| index),
            None => Err(context.rejection(schema, value.view())),
        }
    })
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.to_number().serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(*items),
            Self::Object(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, value))),
        }
    }
}

/// The error of a text that is none of the listed ones.
#[cold]
pub fn not_listed(schema: &'static Schema, text: &str) -> crate::Error {
    match schema.check(Instance::String(text), Mode::Strict) {
        Err(violation) => violation.into(),
        Ok(()) => crate::Error::text("the text is not a listed value", None),
    }
}

/// What an enum of strings has in either kind.
#[macro_export]
macro_rules! string_enum {
    ($type:ident, $schema:path, { $($variant:ident = $wire:literal),* $(,)? }) => {
        impl $type {
            fn listed(text: &str) -> ::core::option::Option<Self> {
                match text {
                    $($wire => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl ::core::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                Self::listed(text).ok_or_else(|| $crate::enumeration::not_listed(&$schema, text))
            }
        }

        impl ::core::convert::TryFrom<&str> for $type {
            type Error = $crate::Error;

            fn try_from(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                ::core::str::FromStr::from_str(text)
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::core::convert::AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl $crate::View for $type {
            fn view(&self) -> $crate::Instance<'_> {
                $crate::Instance::String(self.as_str())
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<__S: $crate::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

/// An enum of strings whose unknown values are refused.
#[macro_export]
macro_rules! closed_enum {
    ($type:ident, $schema:path, $rest:expr, { $($variant:ident = $wire:literal),* $(,)? }) => {
        $crate::string_enum!($type, $schema, { $($variant = $wire),* });

        impl $type {
            /// All values, in the order of the schema.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The text on the wire.
            pub fn as_str(&self) -> &'static str {
                match self {
                    $(Self::$variant => $wire,)*
                }
            }
        }

        impl<'de> $crate::decode::Decode<'de> for $type {
            fn decode<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
                context: &mut $crate::context::Context,
                _: &'static $crate::schema::Schema,
            ) -> ::core::result::Result<Self, __D::Error> {
                $crate::enumeration::decode_closed(deserializer, context, &$schema, $rest, Self::listed)
            }
        }
    };
}

/// An enum of strings whose unknown values are kept by tolerant decoding and act as a safe value, or as none.
#[macro_export]
macro_rules! fail_closed_enum {
    ($type:ident, $schema:path, $rest:expr, safe $safe:ident, { $($variant:ident = $wire:literal),* $(,)? }) => {
        $crate::fail_closed_enum!(@common $type, $schema, $rest, { $($variant = $wire),* });

        impl $type {
            /// The value to act on: the value itself, or the safe one for a text that the schema does not list.
            #[must_use]
            pub fn effective(&self) -> Self {
                match self {
                    Self::Unrecognized(_) => Self::$safe,
                    listed => listed.clone(),
                }
            }
        }
    };
    ($type:ident, $schema:path, $rest:expr, safe, { $($variant:ident = $wire:literal),* $(,)? }) => {
        $crate::fail_closed_enum!(@common $type, $schema, $rest, { $($variant = $wire),* });

        impl $type {
            /// The value to act on; `None` for a text that the schema does not list, because no value is safe then.
            #[must_use]
            pub fn effective(&self) -> ::core::option::Option<Self> {
                match self {
                    Self::Unrecognized(_) => None,
                    listed => Some(listed.clone()),
                }
            }
        }
    };
    (@common $type:ident, $schema:path, $rest:expr, { $($variant:ident = $wire:literal),* }) => {
        $crate::string_enum!($type, $schema, { $($variant = $wire),* });

        impl $type {
            /// All listed values, in the order of the schema.
            pub const LISTED: &'static [Self] = &[$(Self::$variant),*];

            /// The text on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $wire,)*
                    Self::Unrecognized(text) => text.as_str(),
                }
            }
        }

        impl<'de> $crate::decode::Decode<'de> for $type {
            fn decode<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
                context: &mut $crate::context::Context,
                _: &'static $crate::schema::Schema,
            ) -> ::core::result::Result<Self, __D::Error> {
                $crate::enumeration::decode_fail_closed(
                    deserializer,
                    context,
                    &$schema,
                    $rest,
                    Self::listed,
                    Self::Unrecognized,
                )
            }
        }
    };
}

/// An enum of listed values of any kind.
#[macro_export]
macro_rules! literal_enum {
    ($type:ident, $schema:path, $rest:expr, $values:path, { $($variant:ident = $index:literal),* $(,)? }) => {
        impl $type {
            /// All values, in the order of the schema.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn literal(&self) -> &'static $crate::schema::Literal {
                match self {
                    $(Self::$variant => &$values[$index],)*
                }
            }
        }

        impl $crate::View for $type {
            fn view(&self) -> $crate::Instance<'_> {
                $crate::View::view(self.literal())
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<__S: $crate::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                $crate::serde::Serialize::serialize(self.literal(), serializer)
            }
        }

        impl<'de> $crate::decode::Decode<'de> for $type {
            fn decode<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
                context: &mut $crate::context::Context,
                _: &'static $crate::schema::Schema,
            ) -> ::core::result::Result<Self, __D::Error> {
                $crate::enumeration::decode_listed(deserializer, context, &$schema, $rest, &$values)
                    .map(|index| Self::ALL[index])
            }
        }
    };
}

/// A type of one value.
#[macro_export]
macro_rules! constant {
    ($type:ident, $schema:path, $rest:expr, $values:path) => {
        impl $crate::View for $type {
            fn view(&self) -> $crate::Instance<'_> {
                $crate::View::view(&$values[0])
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<__S: $crate::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                $crate::serde::Serialize::serialize(&$values[0], serializer)
            }
        }

        impl<'de> $crate::decode::Decode<'de> for $type {
            fn decode<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
                context: &mut $crate::context::Context,
                _: &'static $crate::schema::Schema,
            ) -> ::core::result::Result<Self, __D::Error> {
                $crate::enumeration::decode_listed(deserializer, context, &$schema, $rest, &$values).map(|_| Self)
            }
        }
    };
}
