//! The JSON types that a schema may accept.

use value_schema_core::{JsonSchemaNode, JsonValue, NodeKind, ScalarType};

/// A set of JSON types. Integers and numbers that are none are two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

const WORDS: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

impl Kinds {
    pub(crate) const NULL: Self = Self(1);
    const BOOLEAN: Self = Self(1 << 1);
    const INTEGER: Self = Self(1 << 2);
    const FRACTION: Self = Self(1 << 3);
    const STRING: Self = Self(1 << 4);
    const ARRAY: Self = Self(1 << 5);
    const OBJECT: Self = Self(1 << 6);
    const ALL: Self = Self((1 << 7) - 1);

    /// Every type that a valid value may have. Unions are followed without recursion.
    pub(crate) fn of(schema: &JsonSchemaNode) -> Self {
        let mut kinds = Self::default();
        let mut waiting = vec![schema.clone()];
        while let Some(schema) = waiting.pop() {
            kinds = kinds.with(match schema.kind() {
                NodeKind::Scalar(scalar) => match scalar.literals() {
                    Some(literals) => {
                        literals.into_iter().fold(Self::default(), |all, value| all.with(Self::of_value(value)))
                    }
                    None => Self::of_scalar(scalar.scalar_type()),
                },
                NodeKind::Array(_) => Self::ARRAY,
                NodeKind::Object(_) => Self::OBJECT,
                NodeKind::OneOf(union) => {
                    waiting.extend(union.branches());
                    Self::default()
                }
                _ => Self::ALL,
            });
        }
        kinds
    }

    fn of_scalar(scalar: ScalarType) -> Self {
        match scalar {
            ScalarType::Null => Self::NULL,
            ScalarType::Boolean => Self::BOOLEAN,
            ScalarType::Integer => Self::INTEGER,
            ScalarType::Number => Self::INTEGER.with(Self::FRACTION),
            ScalarType::String => Self::STRING,
        }
    }

    fn of_value(value: &JsonValue) -> Self {
        match value {
            JsonValue::Null => Self::NULL,
            JsonValue::Bool(_) => Self::BOOLEAN,
            JsonValue::Number(number) if number.is_integer() => Self::INTEGER,
            JsonValue::Number(_) => Self::FRACTION,
            JsonValue::String(_) => Self::STRING,
            JsonValue::Array(_) => Self::ARRAY,
            JsonValue::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The words that `value_schema_core::typed::Choice::Kind` has for them.
    pub(crate) fn words(self) -> Vec<&'static str> {
        WORDS.iter().enumerate().filter(|(bit, _)| self.0 & (1 << bit) != 0).map(|(_, word)| *word).collect()
    }

    /// What a variant of this type is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NULL => "Null",
            Self::BOOLEAN => "Boolean",
            Self::INTEGER => "Integer",
            Self::STRING => "String",
            Self::ARRAY => "Array",
            Self::OBJECT => "Object",
            Self::FRACTION => "Number",
            both if both == Self::INTEGER.with(Self::FRACTION) => "Number",
            _ => "Other",
        }
    }

    /// Whether the type says too little for a name.
    pub(crate) fn is_vague(self) -> bool {
        self == Self::OBJECT || self == Self::ALL
    }
}
