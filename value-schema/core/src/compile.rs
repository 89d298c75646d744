//! From declarations to wire schemas.

use crate::{
    JsonSchemaNode, ObjectJsonSchema, ParameterSchemaSpec, SchemaProblems, ValueSchemaSpec,
    reading::{Reading, Written, read_parameters, read_schema},
    schema_problem::{Raised, SchemaProblemKind},
};

/// Compiles a declaration of any JSON root to its wire schema.
///
/// ```
/// use value_schema_core::{ValueSchemaSpec, value_schema_to_json_schema};
///
/// let spec = ValueSchemaSpec::from_text(
///     r#"{"type": "object", "additionalProperties": false, "properties": {"city": {"type": "string", "required": true}}}"#,
/// )?;
/// assert_eq!(
///     value_schema_to_json_schema(&spec)?.to_text(),
///     r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}"#,
/// );
///
/// let vague = ValueSchemaSpec::from_text(r#"{"type": "array", "items": {"type": "object"}}"#)?;
/// let problems = value_schema_to_json_schema(&vague).unwrap_err();
/// assert_eq!(problems.first().pointer.to_string(), "/items");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// All that is wrong with the declaration. Pointers lead into it.
pub fn value_schema_to_json_schema(spec: &ValueSchemaSpec) -> Result<JsonSchemaNode, SchemaProblems> {
    let reading = read_schema(spec.as_json(), Written::ByAuthor);
    reading.finish_with(spec.faults())
}

/// Compiles a declaration of parameters to the wire schema of an object, which is open as JSON Schema objects are.
///
/// ```
/// use value_schema_core::{ParameterSchemaSpec, parameter_schema_to_json_schema};
///
/// let spec = ParameterSchemaSpec::from_text(r#"{"days": {"type": "integer", "required": true}}"#)?;
/// assert_eq!(
///     parameter_schema_to_json_schema(&spec)?.to_text(),
///     r#"{"type":"object","properties":{"days":{"type":"integer"}},"required":["days"]}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// All that is wrong with the declaration. Pointers lead into it: `/days` is the property `days`.
pub fn parameter_schema_to_json_schema(spec: &ParameterSchemaSpec) -> Result<ObjectJsonSchema, SchemaProblems> {
    let reading = read_parameters(spec.as_json());
    reading
        .finish_with(spec.faults())
        .map(|node| node.into_object().unwrap_or_else(|| unreachable!("the root of parameters is an object")))
}

impl Reading {
    /// The schema, or its problems.
    pub(crate) fn finish(self) -> Result<JsonSchemaNode, SchemaProblems> {
        let Self { mut arena, problems, .. } = self;
        if !problems.is_empty() {
            return Err(SchemaProblems::new(arena, problems));
        }
        // The wire form names `properties` below the root.
        arena.implicit_root = false;
        Ok(JsonSchemaNode::new(arena))
    }

    /// The same, with what the builders noted.
    fn finish_with(mut self, faults: &[crate::spec::Fault]) -> Result<JsonSchemaNode, SchemaProblems> {
        self.problems.extend(faults.iter().map(|fault| Raised {
            node: 0,
            below: fault.way_up.iter().rev().cloned().collect(),
            kind: SchemaProblemKind::clone(&fault.kind),
        }));
        self.finish()
    }
}
