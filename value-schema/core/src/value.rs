//! JSON values.

use std::fmt;

use crate::{
    array::JsonArray,
    compare,
    number::{JsonNumber, NumberError},
    object::JsonObject,
    pointer::Pointer,
    walk::{Walk, copy_scalar},
    write,
};

/// A JSON value: nothing that JSON text cannot carry unchanged can be held.
///
/// `==` is JSON Schema's equality: `1` equals `1.0`, and the order of members does not matter. Dropping, cloning,
/// comparing and writing a value takes no stack, so that its depth is limited by memory alone.
#[derive(Default)]
pub enum JsonValue {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(JsonNumber),
    /// A string.
    String(String),
    /// An array.
    Array(JsonArray),
    /// An object.
    Object(JsonObject),
}

impl JsonValue {
    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&JsonNumber> {
        if let Self::Number(value) = self { Some(value) } else { None }
    }

    /// The number, if it is one and its value is an `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(JsonNumber::as_i64)
    }

    /// The number, if it is one and its value is a `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(JsonNumber::as_u64)
    }

    /// The double nearest to the number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().map(JsonNumber::as_f64)
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(value) = self { Some(value) } else { None }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&JsonArray> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// The array, if it is one.
    pub fn as_array_mut(&mut self) -> Option<&mut JsonArray> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&JsonObject> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The object, if it is one.
    pub fn as_object_mut(&mut self) -> Option<&mut JsonObject> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The member with this name, if it is an object that has one.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object().and_then(|object| object.get(name))
    }

    /// The item with this index, counted from 0, if it is an array that has one.
    pub fn at(&self, index: usize) -> Option<&Self> {
        self.as_array().and_then(|array| array.get(index))
    }

    /// The value at a JSON pointer (RFC 6901); the empty pointer is the value itself.
    ///
    /// ```
    /// use value_schema_core::{JsonObject, JsonValue};
    ///
    /// let value: JsonValue = JsonObject::new().with("a/b", vec![1, 2]).into();
    /// assert_eq!(value.pointer("/a~1b/1").and_then(JsonValue::as_i64), Some(2));
    /// assert_eq!(value.pointer("/a~1b/01"), None);
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, token| match value {
            Self::Object(object) if token.contains('~') => object.get(&token.replace("~1", "/").replace("~0", "~")),
            Self::Object(object) => object.get(token),
            Self::Array(items) => {
                let plain = token == "0" || token.starts_with(|first: char| matches!(first, '1'..='9'));
                items.get(token.parse::<usize>().ok().filter(|_| plain)?)
            }
            _ => None,
        })
    }

    /// The value at a place.
    pub fn at_pointer(&self, pointer: &Pointer) -> Option<&Self> {
        self.pointer(pointer.as_str())
    }

    /// What it is, in JSON Schema's word: `null`, `boolean`, `number`, `string`, `array` or `object`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// Takes the value away and leaves `null`.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// JSON text without white space. It reads back as an equal value, at any depth.
    pub fn to_text(&self) -> String {
        self.to_string()
    }

    /// JSON text with a line for each item and member; what is more than 32 containers deep stands on one line.
    pub fn to_pretty_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write::pretty(Walk::value(self), &mut text);
        text
    }
}

impl Clone for JsonValue {
    fn clone(&self) -> Self {
        match self {
            Self::Array(array) => Self::Array(array.clone()),
            Self::Object(object) => Self::Object(object.clone()),
            scalar => copy_scalar(scalar),
        }
    }
}

impl PartialEq for JsonValue {
    fn eq(&self, other: &Self) -> bool {
        compare::values(self, other)
    }
}

impl Eq for JsonValue {}

impl fmt::Display for JsonValue {
    /// Writes JSON text, with `{:#}` on lines as [`JsonValue::to_pretty_text`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { write::pretty(Walk::value(self), f) } else { write::compact(Walk::value(self), f) }
    }
}

impl fmt::Debug for JsonValue {
    /// Writes JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::compact(Walk::value(self), f)
    }
}

impl From<bool> for JsonValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for JsonValue {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for JsonValue {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<JsonNumber> for JsonValue {
    fn from(value: JsonNumber) -> Self {
        Self::Number(value)
    }
}

impl From<JsonArray> for JsonValue {
    fn from(array: JsonArray) -> Self {
        Self::Array(array)
    }
}

impl From<JsonObject> for JsonValue {
    fn from(object: JsonObject) -> Self {
        Self::Object(object)
    }
}

impl<T: Into<Self>> From<Vec<T>> for JsonValue {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for JsonValue {
    fn from(items: [T; N]) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

impl<T: Into<Self>> From<Option<T>> for JsonValue {
    /// `None` is `null`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

macro_rules! from_integers {
    ($($integer:ident)*) => {$(
        impl From<$integer> for JsonValue {
            fn from(value: $integer) -> Self {
                Self::Number(value.into())
            }
        }
    )*};
}

from_integers!(u8 u16 u32 u64 i8 i16 i32 i64);

macro_rules! try_from_numbers {
    ($($number:ident)*) => {$(
        impl TryFrom<$number> for JsonValue {
            type Error = NumberError;

            /// Fails as the conversion to [`JsonNumber`] does.
            fn try_from(value: $number) -> Result<Self, NumberError> {
                value.try_into().map(Self::Number)
            }
        }
    )*};
}

try_from_numbers!(f32 f64 u128 i128 usize isize);
