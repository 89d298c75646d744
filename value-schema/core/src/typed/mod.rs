//! What Rust types from declarations stand on.
//!
//! A generated type decodes in two steps: the value is validated against the schema, exactly and at any depth, and then its
//! parts are moved into the type. The second step asserts nothing, so that there is one implementation of the schema.

mod choice;
mod integer;
mod items;
mod nullable;

use std::fmt;

use serde::Serialize;

pub use choice::Choice;
pub use integer::{JsonInteger, NotAnInteger};
pub use nullable::Nullable;
/// For generated code.
#[doc(hidden)]
pub use serde;

use crate::{
    JsonNumber, JsonObject, JsonSchemaNode, JsonValue, NodeKind, ReadProblem, ValueProblem,
    assert_supported_json_schema, read_json_schema_value, validate_json_schema_value,
};

/// What the fields of generated types are made of.
///
/// `String`, `bool`, `()` (which is `null`), [`JsonNumber`], [`JsonInteger`], [`JsonValue`], [`JsonObject`], `Vec`,
/// [`Nullable`] and the generated types themselves are parts.
pub trait ValuePart: Clone + PartialEq + fmt::Debug + Serialize {
    /// Moves a value into the type, which was made from a schema that the value is valid under. Nothing is checked:
    /// [`DeclaredType::decode`] does that before.
    ///
    /// # Panics
    /// When the value does not have the form of the type.
    fn from_valid(value: JsonValue) -> Self;

    /// The value as JSON.
    fn to_json(&self) -> JsonValue;

    /// The value as JSON, without a copy.
    fn into_json(self) -> JsonValue;
}

/// A Rust type that was made from a schema: by the macros `value_type!` and `parameters!`, or as text.
///
/// The generated types have all of this as functions of their own, too; the trait is for code that takes any of them.
pub trait DeclaredType: ValuePart {
    /// The wire schema as JSON text.
    const SCHEMA_TEXT: &'static str;

    /// The wire schema, made once.
    fn schema() -> &'static JsonSchemaNode;

    /// The typed form of a value.
    ///
    /// # Errors
    /// When the value is not valid under the schema: the same answer as [`validate_json_schema_value`] gives.
    #[allow(clippy::result_large_err, reason = "a problem says all there is to say")]
    fn decode(value: JsonValue) -> Result<Self, ValueProblem> {
        validate_json_schema_value(Self::schema(), &value)?;
        Ok(Self::from_valid(value))
    }

    /// The typed form of JSON text.
    ///
    /// # Errors
    /// When the text is not JSON, loses something on the way in, or is not valid under the schema.
    #[allow(clippy::result_large_err, reason = "a problem says all there is to say")]
    fn from_text(text: &str) -> Result<Self, ReadProblem> {
        read_json_schema_value(Self::schema(), text).map(Self::from_valid)
    }

    /// Checks a value that was made by hand against the schema. Types hold every valid value, and some hold more: a value
    /// that two branches of a union accept, or an undeclared member with the name of a declared one.
    ///
    /// # Errors
    /// When the JSON of the value is not valid under the schema.
    #[allow(clippy::result_large_err, reason = "a problem says all there is to say")]
    fn validate(&self) -> Result<(), ValueProblem> {
        validate_json_schema_value(Self::schema(), &self.to_json())
    }
}

/// A value that has not been validated got here, or the generated type does not fit its schema.
fn mismatch(expected: &str, found: &JsonValue) -> ! {
    panic!("a value that is valid under the schema of its type is {expected}, and this is {}", found.type_name())
}

/// The schema of a generated type. For generated code.
///
/// # Panics
/// When the text is not a schema of the supported subset, which the generator rules out.
#[doc(hidden)]
pub fn wire_schema(text: &str) -> JsonSchemaNode {
    let schema = JsonValue::from_text(text).ok().and_then(|wire| assert_supported_json_schema(&wire).ok());
    schema.unwrap_or_else(|| panic!("no schema of the supported subset: {text}"))
}

/// The text of a schema within that of the root, by its bytes. For generated code.
///
/// # Panics
/// When there are not so many bytes; it is called where constants are made, and does not compile then.
#[doc(hidden)]
pub const fn part(root: &'static str, start: usize, end: usize) -> &'static str {
    root.split_at(end).0.split_at(start).1
}

/// The members of a value that is valid under a schema of type object. For generated code.
///
/// # Panics
/// When it is no object.
#[doc(hidden)]
pub fn members(value: JsonValue) -> impl Iterator<Item = (String, JsonValue)> {
    match value {
        JsonValue::Object(object) => object.into_iter(),
        other => mismatch("an object", &other),
    }
}

/// The value of a required member. For generated code.
///
/// # Panics
/// When it is missing.
#[doc(hidden)]
pub fn required<T>(member: Option<T>, name: &str) -> T {
    member.unwrap_or_else(|| panic!("a value that is valid under the schema of its type has the member {name:?}"))
}

/// Refuses a member that a closed object does not declare. For generated code.
///
/// # Panics
/// Always.
#[doc(hidden)]
pub fn undeclared(name: &str) -> ! {
    panic!("a value that is valid under the schema of its type has no member {name:?}")
}

/// Refuses a string that an enum does not list. For generated code.
///
/// # Panics
/// Always.
#[doc(hidden)]
pub fn unlisted(value: &JsonValue) -> ! {
    mismatch("one of the listed strings", value)
}

/// Adds what is not declared to what is. For generated code.
#[doc(hidden)]
pub fn add_undeclared(object: &mut JsonObject, extra: JsonObject) {
    for (name, value) in extra {
        // A declared member wins; `validate` and the documentation of the field say so.
        let _ = object.insert_new(name, value);
    }
}

/// The literals that a scalar schema lists.
fn literals(schema: &JsonSchemaNode) -> Vec<&JsonValue> {
    match schema.kind() {
        NodeKind::Scalar(scalar) => scalar.literals().unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Which of the literals of a schema a value equals. For generated code.
///
/// # Panics
/// When it equals none.
#[doc(hidden)]
pub fn literal_index(value: &JsonValue, schema: &JsonSchemaNode) -> usize {
    literals(schema)
        .into_iter()
        .position(|literal| literal == value)
        .unwrap_or_else(|| mismatch("one of the listed literals", value))
}

/// One of the literals of a schema. For generated code.
///
/// # Panics
/// When there are not so many.
#[doc(hidden)]
pub fn literal(schema: &JsonSchemaNode, index: usize) -> JsonValue {
    literals(schema)[index].clone()
}

macro_rules! scalar_part {
    ($ty:ty, $expected:literal, $pattern:pat => $read:expr, $this:ident => $write:expr) => {
        impl ValuePart for $ty {
            fn from_valid(value: JsonValue) -> Self {
                match value {
                    $pattern => $read,
                    other => mismatch($expected, &other),
                }
            }

            fn to_json(&self) -> JsonValue {
                self.clone().into_json()
            }

            fn into_json(self) -> JsonValue {
                let $this = self;
                $write
            }
        }
    };
}

scalar_part!(String, "a string", JsonValue::String(text) => text, this => JsonValue::String(this));
scalar_part!(bool, "a boolean", JsonValue::Bool(flag) => flag, this => JsonValue::Bool(this));
scalar_part!(JsonNumber, "a number", JsonValue::Number(number) => number, this => JsonValue::Number(this));
scalar_part!(JsonObject, "an object", JsonValue::Object(object) => object, this => JsonValue::Object(this));

impl ValuePart for () {
    fn from_valid(value: JsonValue) -> Self {
        if !value.is_null() {
            mismatch("null", &value);
        }
    }

    fn to_json(&self) -> JsonValue {
        JsonValue::Null
    }

    fn into_json(self) -> JsonValue {
        JsonValue::Null
    }
}

impl ValuePart for JsonValue {
    fn from_valid(value: JsonValue) -> Self {
        value
    }

    fn to_json(&self) -> JsonValue {
        self.clone()
    }

    fn into_json(self) -> JsonValue {
        self
    }
}

impl ValuePart for JsonInteger {
    fn from_valid(value: JsonValue) -> Self {
        let integer = value.as_number().and_then(|number| Self::try_from(*number).ok());
        integer.unwrap_or_else(|| mismatch("an integer", &value))
    }

    fn to_json(&self) -> JsonValue {
        JsonValue::Number(self.number())
    }

    fn into_json(self) -> JsonValue {
        JsonValue::Number(self.number())
    }
}

impl<T: ValuePart> ValuePart for Vec<T> {
    fn from_valid(value: JsonValue) -> Self {
        match value {
            JsonValue::Array(items) => items.into_iter().map(T::from_valid).collect(),
            other => mismatch("an array", &other),
        }
    }

    fn to_json(&self) -> JsonValue {
        JsonValue::Array(self.iter().map(T::to_json).collect())
    }

    fn into_json(self) -> JsonValue {
        JsonValue::Array(self.into_iter().map(T::into_json).collect())
    }
}
