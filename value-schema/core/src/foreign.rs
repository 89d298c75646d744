//! Schemas that come from outside: any value that serializes.

use crate::{
    JsonSchemaNode, JsonValue, LossyError, ParameterSchemaSpec, SchemaProblems, ValueSchemaSpec,
    assert_supported_json_schema, parameter_schema_to_json_schema, value_schema_to_json_schema,
};

/// The form that a foreign schema is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A declaration of a value. Its objects have to say whether they are open.
    Author,
    /// A declaration of parameters: the properties of an open object.
    Parameters,
    /// A JSON Schema of the supported subset. An object that leaves `additionalProperties` out is open, and stays so.
    Raw,
    /// Any JSON Schema. What is not in the supported subset is kept as [`ToolSchema::Unknown`].
    RawOrUnknown,
}

/// A schema as the projections take it: enforced, or not understood and so not enforced.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolSchema {
    /// A schema of the supported subset: validated, and rendered as exact types.
    Supported(JsonSchemaNode),
    /// A broader JSON Schema. Nothing is enforced: its values are `JsonValue` in Rust and `unknown` in TypeScript.
    Unknown(JsonValue),
}

/// Why a foreign schema was not taken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// It is not JSON, or would lose something as JSON.
    #[error("the schema cannot be kept without loss: {0}")]
    Lossy(#[from] LossyError),
    /// It is not in the vocabulary.
    #[error("the schema is not in the vocabulary: {0}")]
    Schema(#[from] SchemaProblems),
    /// It is not a JSON Schema at all: neither an object nor a boolean.
    #[error("a JSON Schema is an object, true or false, and this is {found}")]
    NotASchema {
        /// What it is.
        found: &'static str,
    },
}

/// Takes a schema that came from outside, as an owned one.
///
/// The value is written down over the lossless boundary, so members that come twice, bytes and lossy numbers are errors. Then
/// it goes through the same compiler as every other schema.
///
/// ```
/// use value_schema_core::{Form, RegisterError, register_foreign_schema};
///
/// let foreign = serde_json::json!({"type": "object", "properties": {"city": {"type": "string"}}});
/// let raw = register_foreign_schema(&foreign, Form::Raw)?;
/// assert_eq!(raw.to_json().to_text(), r#"{"type":"object","properties":{"city":{"type":"string"}}}"#);
///
/// // A declaration has to say whether its objects are open.
/// assert!(matches!(register_foreign_schema(&foreign, Form::Author), Err(RegisterError::Schema(_))));
/// # Ok::<(), RegisterError>(())
/// ```
///
/// # Errors
///
/// [`RegisterError`]. With [`Form::RawOrUnknown`] a schema is refused only when it cannot be kept, or is no schema.
pub fn register_foreign_schema<T: serde::Serialize + ?Sized>(
    schema: &T,
    form: Form,
) -> Result<ToolSchema, RegisterError> {
    register_json_schema(JsonValue::from_serialize(schema)?, form)
}

/// The same for a schema that is a [`JsonValue`] already, of any depth.
///
/// # Errors
///
/// As [`register_foreign_schema`].
pub fn register_json_schema(schema: JsonValue, form: Form) -> Result<ToolSchema, RegisterError> {
    let node = match form {
        Form::Author => value_schema_to_json_schema(&ValueSchemaSpec::from_json(schema))?,
        Form::Parameters => parameter_schema_to_json_schema(&ParameterSchemaSpec::from_json(schema))?.into_node(),
        Form::Raw => assert_supported_json_schema(&schema)?,
        Form::RawOrUnknown => match assert_supported_json_schema(&schema) {
            Ok(node) => node,
            Err(_) => {
                return match schema {
                    JsonValue::Object(_) | JsonValue::Bool(_) => Ok(ToolSchema::Unknown(schema)),
                    other => Err(RegisterError::NotASchema { found: crate::schema_problem::with_article(&other) }),
                };
            }
        },
    };
    Ok(ToolSchema::Supported(node))
}

impl ToolSchema {
    /// The schema as a node, when it is supported.
    pub fn node(&self) -> Option<&JsonSchemaNode> {
        match self {
            Self::Supported(node) => Some(node),
            Self::Unknown(_) => None,
        }
    }

    /// The JSON Schema that goes over the wire.
    pub fn to_json(&self) -> JsonValue {
        match self {
            Self::Supported(node) => node.to_json(),
            Self::Unknown(schema) => schema.clone(),
        }
    }
}

impl From<JsonSchemaNode> for ToolSchema {
    fn from(node: JsonSchemaNode) -> Self {
        Self::Supported(node)
    }
}

impl From<crate::ObjectJsonSchema> for ToolSchema {
    fn from(schema: crate::ObjectJsonSchema) -> Self {
        Self::Supported(schema.into_node())
    }
}

impl serde::Serialize for ToolSchema {
    /// Writes the JSON Schema that goes over the wire.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Supported(node) => node.serialize(serializer),
            Self::Unknown(schema) => schema.serialize(serializer),
        }
    }
}
