//! The author form: what somebody wrote, before it is compiled.

use std::fmt;

use crate::{
    JsonValue, LossyError,
    schema_problem::{SchemaProblemKind, Step},
};

/// A declaration of a JSON value of any kind, as its author wrote it.
///
/// It is author JSON: built by [`string()`](crate::string), [`object()`](crate::object) and their like, or read from JSON.
/// Whether it keeps to the vocabulary is judged by [`value_schema_to_json_schema`](crate::value_schema_to_json_schema), which
/// tells all problems at once.
///
/// ```
/// use value_schema_core::{ValueSchemaSpec, array, string};
///
/// let built: ValueSchemaSpec = array(string().title("Tag")).into();
/// let read = ValueSchemaSpec::from_text(r#"{"type": "array", "items": {"type": "string", "title": "Tag"}}"#)?;
/// assert_eq!(built, read);
/// # Ok::<(), value_schema_core::LossyError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct ValueSchemaSpec(Written);

/// A declaration of parameters, as its author wrote it: the properties of an object, each perhaps with `required: true`.
///
/// ```
/// use value_schema_core::{ParameterSchemaSpec, integer, parameters, string};
///
/// let built: ParameterSchemaSpec = parameters().required("city", string()).optional("days", integer()).into();
/// let read = ParameterSchemaSpec::from_text(
///     r#"{"city": {"type": "string", "required": true}, "days": {"type": "integer"}}"#,
/// )?;
/// assert_eq!(built, read);
/// # Ok::<(), value_schema_core::LossyError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct ParameterSchemaSpec(Written);

/// Author JSON, and what a builder was given that JSON cannot hold.
#[derive(Clone, PartialEq)]
pub(crate) struct Written {
    pub(crate) json: JsonValue,
    pub(crate) faults: Vec<Fault>,
}

/// What a builder was given and could not write down.
#[derive(Clone, PartialEq)]
pub(crate) struct Fault {
    /// From the fault up to the root: builders put schemas into each other from the inside.
    pub(crate) way_up: Vec<Step>,
    pub(crate) kind: SchemaProblemKind,
}

impl Written {
    pub(crate) fn new(json: JsonValue) -> Self {
        Self { json, faults: Vec::new() }
    }
}

macro_rules! spec {
    ($name:ident) => {
        impl $name {
            pub(crate) fn new(written: Written) -> Self {
                Self(written)
            }

            pub(crate) fn faults(&self) -> &[Fault] {
                &self.0.faults
            }

            /// Takes author JSON. Any JSON will do; compiling it tells what is wrong with it.
            pub fn from_json(json: JsonValue) -> Self {
                Self(Written::new(json))
            }

            /// Reads author JSON.
            ///
            /// # Errors
            ///
            /// What is wrong with the text, as [`JsonValue::from_text`].
            pub fn from_text(text: &str) -> Result<Self, LossyError> {
                JsonValue::from_text(text).map(Self::from_json)
            }

            /// The author JSON.
            pub fn as_json(&self) -> &JsonValue {
                &self.0.json
            }

            /// The author JSON.
            pub fn to_json(&self) -> JsonValue {
                self.0.json.clone()
            }

            /// The author JSON as text, without white space.
            pub fn to_text(&self) -> String {
                self.0.json.to_text()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!(stringify!($name), "({})"), self.to_text())
            }
        }

        impl serde::Serialize for $name {
            /// Writes the author JSON. Serializers recurse;
            #[doc = concat!("[`", stringify!($name), "::to_text`] does not.")]
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.json.serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            /// Reads author JSON. Deserializers recurse;
            #[doc = concat!("[`", stringify!($name), "::from_text`] does not.")]
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                JsonValue::deserialize(deserializer).map(Self::from_json)
            }
        }
    };
}

impl ValueSchemaSpec {
    pub(crate) fn into_written(self) -> Written {
        self.0
    }
}

spec!(ValueSchemaSpec);
spec!(ParameterSchemaSpec);
