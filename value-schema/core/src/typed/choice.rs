//! Which branch of a union a value belongs to.

use super::mismatch;
use crate::{JsonSchemaNode, JsonValue, NodeKind, is_valid_json_schema_value};

/// How the branch of a valid value is found. Each list has an entry for each branch.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// By the JSON type of the value: no two branches share one. The types are `null`, `boolean`, `integer`, `number` (a
    /// number that is no integer), `string`, `array` and `object`.
    Kind(&'static [&'static [&'static str]]),
    /// By the string that the value has for a member, which every branch requires: no two branches share one.
    Tag(&'static str, &'static [&'static [&'static str]]),
    /// By validating the value against the branches.
    Schema,
}

impl Choice {
    /// The index of the branch that a value belongs to, which is valid under the schema of the union.
    ///
    /// # Panics
    /// When the value belongs to no branch.
    #[doc(hidden)]
    pub fn branch(self, value: &JsonValue, schema: &JsonSchemaNode) -> usize {
        let listed = |lists: &[&[&str]], word: &str| lists.iter().position(|words| words.contains(&word));
        let found = match self {
            Self::Kind(kinds) => listed(kinds, kind_of(value)),
            Self::Tag(member, tags) => {
                value.get(member).and_then(JsonValue::as_str).and_then(|tag| listed(tags, tag))
            }
            Self::Schema => match schema.kind() {
                NodeKind::OneOf(union) => {
                    union.branches().position(|branch| is_valid_json_schema_value(&branch, value))
                }
                _ => None,
            },
        };
        found.unwrap_or_else(|| mismatch("of one of the branches", value))
    }
}

fn kind_of(value: &JsonValue) -> &'static str {
    match value {
        JsonValue::Number(number) if number.is_integer() => "integer",
        other => other.type_name(),
    }
}
