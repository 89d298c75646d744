//! The core of `value-schema`: JSON values without loss, the boundary over which they come in, declarations, their
//! compiler and their validator.
//!
//! Use it through the crate `value-schema`, which adds the macros. Nothing here recurses over a value, a declaration or a
//! schema: nesting is limited by memory, not by the call stack.

mod arena;
mod array;
mod assemble;
mod boundary;
mod branches;
mod build;
mod check;
mod closeness;
mod compare;
mod compile;
#[cfg(feature = "schemars")]
mod exclusive;
mod foreign;
mod keyword;
mod literals;
mod node;
mod number;
mod object;
mod pointer;
mod reading;
mod registry;
mod release;
mod schema_problem;
#[cfg(feature = "schemars")]
pub mod schemars;
mod spec;
mod support;
pub mod typed;
mod typescript;
mod validate;
mod value;
mod value_problem;
mod verdict;
mod walk;
mod wire;
mod write;

pub use arena::ScalarType;
pub use array::JsonArray;
pub use boundary::{LossyError, LossyKind, MAX_FOREIGN_DEPTH, Syntax, TextPosition};
pub use build::{
    AnySpec, IntegerLiteral, Literal, ObjectSpec, Openness, ParametersSpec, ScalarSpec, array, boolean, integer,
    json, null, nullable, number, object, one_of, parameters, string,
};
pub use compile::{parameter_schema_to_json_schema, value_schema_to_json_schema};
pub use foreign::{Form, RegisterError, ToolSchema, register_foreign_schema, register_json_schema};
#[doc(hidden)]
pub use node::SchemaPlaces;
pub use node::{
    ArrayNode, JsonSchemaNode, NodeKind, ObjectJsonSchema, ObjectNode, OneOfNode, PropertyNode, ScalarNode,
};
pub use number::{JsonNumber, NumberError};
pub use object::{JsonObject, SecondMember};
pub use pointer::Pointer;
pub use registry::{CallProblem, DuplicateTool, Tool, ToolRegistry};
pub use schema_problem::{Position, SchemaProblem, SchemaProblemKind, SchemaProblems};
pub use spec::{ParameterSchemaSpec, ValueSchemaSpec};
pub use support::{assert_object_json_schema, assert_supported_json_schema};
pub use typed::{DeclaredType, JsonInteger, NotAnInteger, Nullable, ValuePart};
pub use typescript::{TypescriptName, typescript_module, typescript_type};
pub use validate::{
    ReadProblem, all_value_problems, is_valid_json_schema_value, read_json_schema_value, validate_json_schema_value,
};
pub use value::JsonValue;
pub use value_problem::{BranchName, ClosestBranch, ValueProblem, ValueProblemKind};
