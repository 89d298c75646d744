//! Whether a JSON Schema is in the supported subset.

use crate::{
    JsonSchemaNode, JsonValue, NodeKind, ObjectJsonSchema, SchemaProblems,
    arena::Arena,
    reading::{Written, read_schema},
    schema_problem::{Raised, SchemaProblemKind},
};

/// Takes a raw JSON Schema as a [`JsonSchemaNode`], if all that it says is in the vocabulary.
///
/// ```
/// use value_schema_core::{JsonValue, assert_supported_json_schema};
///
/// let bounded = JsonValue::from_text(r#"{"type": "object", "properties": {"age": {"type": "integer", "minimum": 0}}}"#)?;
/// let problem = assert_supported_json_schema(&bounded).unwrap_err().first();
/// assert_eq!(problem.pointer.to_string(), "/properties/age/minimum");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Every keyword that is unknown or misplaced and everything else that is wrong, each with its pointer.
pub fn assert_supported_json_schema(schema: &JsonValue) -> Result<JsonSchemaNode, SchemaProblems> {
    read_schema(schema, Written::Raw).finish()
}

/// The same for a schema whose root says `type: "object"`, as structured outputs demand.
///
/// # Errors
///
/// As [`assert_supported_json_schema`], and [`SchemaProblemKind::RootNotObject`].
pub fn assert_object_json_schema(schema: &JsonValue) -> Result<ObjectJsonSchema, SchemaProblems> {
    let node = assert_supported_json_schema(schema)?;
    let found = match node.kind() {
        NodeKind::Object(_) => "an object schema",
        NodeKind::Any => "a schema of any JSON",
        NodeKind::Scalar(_) => "a scalar schema",
        NodeKind::Array(_) => "an array schema",
        NodeKind::OneOf(_) => "a oneOf",
    };
    node.into_object().ok_or_else(|| {
        let kind = SchemaProblemKind::RootNotObject { found };
        SchemaProblems::new(Arena::default(), vec![Raised { node: 0, below: Vec::new(), kind }])
    })
}
