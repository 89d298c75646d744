//! A schema as static data: what the generator writes and the evaluator reads.
//!
//! Schemas are `static`s that refer to each other, cycles included. Every dialect arrives in one normal form (that of
//! `contracts-model`), so a keyword here means what 2020-12 says it means.
//!
//! # How a schema becomes a table
//!
//! - The schema `true` has no keywords; the schema `false` has [`Keyword::Never`] alone. The evaluator knows `false`
//!   by that and names the keyword above it (`additionalProperties`) when it fails.
//! - Keywords that assert nothing stay out: annotations, `format` unless it asserts, `minLength: 0`, an empty
//!   `required`, `if` without `then` and `else` where nothing collects annotations.
//! - The order of the keywords is the order in which violations are found, and cheap ones should come first: `type`,
//!   `enum`, `const`; bounds, lengths, `pattern`, counts, `required`, `dependentRequired`, `uniqueItems`;
//!   `prefixItems`, `items`, `contains`; `properties`, `patternProperties`, `additionalProperties`, `propertyNames`;
//!   `$ref`, `$dynamicRef`, `allOf`, `anyOf`, `oneOf`, `not`, `if`, `dependentSchemas`; then `unevaluatedItems` and
//!   `unevaluatedProperties`. Only the last rule is about meaning: the `unevaluated*` keywords stand at the very end.
//! - [`Keyword::Items`] carries in `from` the length of the adjacent `prefixItems`; [`Keyword::Contains`] carries the
//!   adjacent `minContains` (1 when absent) and `maxContains`, which do not stand alone.
//! - [`Keyword::AdditionalProperties`] repeats the names of the adjacent `properties`, **sorted by their bytes** (they
//!   are searched), and the patterns of the adjacent `patternProperties`. Adjacent means in the same schema object:
//!   nothing behind a `$ref` or in an `allOf` counts.
//! - `then` and `else` without `if` stay out.
//! - A `$dynamicRef` whose initial target is no `$dynamicAnchor` of that name is a [`Keyword::Ref`].
//! - [`Schema::resource`] matters only in sets with a [`Keyword::DynamicRef`]. There it is set on every schema at which
//!   evaluation can enter a resource: the root of each resource, each target of a `$ref` or `$dynamicRef`, and the
//!   schema that evaluation starts at. To set it on more schemas of the resource is harmless. Evaluation has to start
//!   where the document starts: a dynamic reference cannot know of resources that were passed outside.

use std::sync::OnceLock;

use crate::{
    format::Format,
    instance::{ArrayView, Instance, View},
    number::NumberRef,
    pattern::Pattern,
};

/// A schema: its place and its keywords.
#[derive(Debug)]
pub struct Schema {
    /// Where it stands: URI or file, `#`, JSON pointer.
    pub location: &'static str,
    /// Its assertions and applicators, in evaluation order.
    pub keywords: &'static [Keyword],
    /// The resource whose dynamic scope evaluation enters here; `None` inside the resource of the parent schema and
    /// in sets without dynamic references.
    pub resource: Option<&'static Resource>,
}

/// A schema resource with dynamic anchors.
#[derive(Debug)]
pub struct Resource {
    /// `$dynamicAnchor` names and the schemas that carry them.
    pub dynamic_anchors: &'static [(&'static str, &'static Schema)],
}

/// A set of JSON types as a bit mask; `integer` is a subset of `number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(pub u8);

impl Types {
    /// `null`.
    pub const NULL: Self = Self(1);
    /// `boolean`.
    pub const BOOLEAN: Self = Self(2);
    /// `integer`: numbers without a fractional part.
    pub const INTEGER: Self = Self(4);
    /// `number`, integers included.
    pub const NUMBER: Self = Self(8 | 4);
    /// `string`.
    pub const STRING: Self = Self(16);
    /// `array`.
    pub const ARRAY: Self = Self(32);
    /// `object`.
    pub const OBJECT: Self = Self(64);

    /// The types of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every type of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two sets share a type.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a value has one of the types.
    pub(crate) fn hold(self, value: Instance<'_>) -> bool {
        let own = match value {
            Instance::Null => Self::NULL,
            Instance::Bool(_) => Self::BOOLEAN,
            Instance::Number(number) if number.is_integer() => Self::INTEGER,
            Instance::Number(_) => return self.contains(Self::NUMBER),
            Instance::String(_) => Self::STRING,
            Instance::Array(_) => Self::ARRAY,
            Instance::Object(_) => Self::OBJECT,
        };
        self.intersects(own)
    }
}

/// A JSON value in static data, for `enum` and `const`.
#[derive(Debug)]
pub enum Literal {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(NumberRef<'static>),
    /// A string.
    String(&'static str),
    /// An array.
    Array(&'static [Literal]),
    /// An object.
    Object(&'static [(&'static str, Literal)]),
}

impl View for Literal {
    fn view(&self) -> Instance<'_> {
        match self {
            Self::Null => Instance::Null,
            Self::Bool(value) => Instance::Bool(*value),
            Self::Number(value) => Instance::Number(*value),
            Self::String(value) => Instance::String(value),
            Self::Array(items) => Instance::Array(items as &dyn ArrayView),
            Self::Object(members) => Instance::Object(members),
        }
    }
}

/// A named subschema.
pub type Named = (&'static str, &'static Schema);

/// One assertion or applicator.
#[derive(Debug)]
pub enum Keyword {
    /// The schema `false`.
    Never,
    /// `type`.
    Type(Types),
    /// `enum`.
    Enum(&'static [Literal]),
    /// `enum` of strings that fails closed: tolerant evaluation accepts any string in its place.
    FailClosedEnum(&'static [&'static str]),
    /// `const`.
    Const(Literal),
    /// `minimum`.
    Minimum(NumberRef<'static>),
    /// `exclusiveMinimum`.
    ExclusiveMinimum(NumberRef<'static>),
    /// `maximum`.
    Maximum(NumberRef<'static>),
    /// `exclusiveMaximum`.
    ExclusiveMaximum(NumberRef<'static>),
    /// `multipleOf`.
    MultipleOf(NumberRef<'static>),
    /// `minLength`, in Unicode scalar values.
    MinLength(u64),
    /// `maxLength`, in Unicode scalar values.
    MaxLength(u64),
    /// `pattern`.
    Pattern(&'static Pattern),
    /// `format` where it is an assertion.
    Format(&'static Format),
    /// `minItems`.
    MinItems(u64),
    /// `maxItems`.
    MaxItems(u64),
    /// `uniqueItems: true`.
    UniqueItems,
    /// `prefixItems`.
    PrefixItems(&'static [&'static Schema]),
    /// `items`: applies to the items from index `from` on (the length of `prefixItems`).
    Items {
        /// First index that it applies to.
        from: usize,
        /// The schema of those items.
        schema: &'static Schema,
    },
    /// `contains` with `minContains` (1 when absent) and `maxContains`.
    Contains {
        /// What matching items are valid against.
        schema: &'static Schema,
        /// Least number of matching items.
        min: u64,
        /// Greatest number of matching items.
        max: Option<u64>,
        /// Whether matching items count as evaluated: from 2020-12 on, not in 2019-09.
        evaluates: bool,
    },
    /// `minProperties`.
    MinProperties(u64),
    /// `maxProperties`.
    MaxProperties(u64),
    /// `required`.
    Required(&'static [&'static str]),
    /// `dependentRequired`.
    DependentRequired(&'static [(&'static str, &'static [&'static str])]),
    /// `properties`.
    Properties(&'static [Named]),
    /// `patternProperties`.
    PatternProperties(&'static [(&'static Pattern, &'static Schema)]),
    /// `additionalProperties`: applies to members that are neither among `properties` nor match `patterns`.
    AdditionalProperties {
        /// Names of the adjacent `properties`, sorted.
        properties: &'static [&'static str],
        /// Patterns of the adjacent `patternProperties`.
        patterns: &'static [&'static Pattern],
        /// The schema of the others.
        schema: &'static Schema,
    },
    /// `propertyNames`.
    PropertyNames(&'static Schema),
    /// `dependentSchemas`.
    DependentSchemas(&'static [Named]),
    /// `allOf`.
    AllOf(&'static [&'static Schema]),
    /// `anyOf`.
    AnyOf(&'static [&'static Schema]),
    /// `oneOf`.
    OneOf(&'static [&'static Schema]),
    /// `not`.
    Not(&'static Schema),
    /// `if` with `then` and `else`.
    If {
        /// The condition.
        condition: &'static Schema,
        /// `then`.
        then: Option<&'static Schema>,
        /// `else`.
        otherwise: Option<&'static Schema>,
    },
    /// `$ref`.
    Ref(&'static Schema),
    /// `$ref` to a schema that is set later: tables that are built at run time cannot refer to themselves otherwise.
    /// As long as nothing is set, nothing is valid.
    LateRef(&'static OnceLock<&'static Schema>),
    /// `$dynamicRef` whose initial target is a dynamic anchor.
    DynamicRef {
        /// Name of the anchor.
        anchor: &'static str,
        /// The target when no outer resource has the anchor.
        initial: &'static Schema,
    },
    /// `unevaluatedItems`. Stands after every keyword that evaluates items.
    UnevaluatedItems(&'static Schema),
    /// `unevaluatedProperties`. Stands after every keyword that evaluates properties.
    UnevaluatedProperties(&'static Schema),
}

impl Schema {
    /// A schema of a set without dynamic references.
    pub const fn new(location: &'static str, keywords: &'static [Keyword]) -> Self {
        Self { location, keywords, resource: None }
    }

    /// A schema at which evaluation enters a resource.
    pub const fn in_resource(
        location: &'static str,
        keywords: &'static [Keyword],
        resource: &'static Resource,
    ) -> Self {
        Self { location, keywords, resource: Some(resource) }
    }

    /// Whether this is the schema `false`.
    pub(crate) fn is_never(&self) -> bool {
        matches!(self.keywords, [Keyword::Never])
    }

    /// Where the schema leads when it is a reference and nothing else.
    pub(crate) fn sole_reference(&self) -> Option<&'static Schema> {
        match self.keywords {
            [keyword] => keyword.reference(),
            _ => None,
        }
    }
}

impl Keyword {
    /// Where a `$ref` leads; `None` for other keywords and for a reference that is not set yet.
    pub(crate) fn reference(&self) -> Option<&'static Schema> {
        match self {
            Self::Ref(target) => Some(target),
            Self::LateRef(target) => target.get().copied(),
            _ => None,
        }
    }

    /// The name that the keyword has in JSON Schema; `false` for the schema `false`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Never => "false",
            Self::Type(_) => "type",
            Self::Enum(_) | Self::FailClosedEnum(_) => "enum",
            Self::Const(_) => "const",
            Self::Minimum(_) => "minimum",
            Self::ExclusiveMinimum(_) => "exclusiveMinimum",
            Self::Maximum(_) => "maximum",
            Self::ExclusiveMaximum(_) => "exclusiveMaximum",
            Self::MultipleOf(_) => "multipleOf",
            Self::MinLength(_) => "minLength",
            Self::MaxLength(_) => "maxLength",
            Self::Pattern(_) => "pattern",
            Self::Format(_) => "format",
            Self::MinItems(_) => "minItems",
            Self::MaxItems(_) => "maxItems",
            Self::UniqueItems => "uniqueItems",
            Self::PrefixItems(_) => "prefixItems",
            Self::Items { .. } => "items",
            Self::Contains { .. } => "contains",
            Self::MinProperties(_) => "minProperties",
            Self::MaxProperties(_) => "maxProperties",
            Self::Required(_) => "required",
            Self::DependentRequired(_) => "dependentRequired",
            Self::Properties(_) => "properties",
            Self::PatternProperties(_) => "patternProperties",
            Self::AdditionalProperties { .. } => "additionalProperties",
            Self::PropertyNames(_) => "propertyNames",
            Self::DependentSchemas(_) => "dependentSchemas",
            Self::AllOf(_) => "allOf",
            Self::AnyOf(_) => "anyOf",
            Self::OneOf(_) => "oneOf",
            Self::Not(_) => "not",
            Self::If { .. } => "if",
            Self::Ref(_) | Self::LateRef(_) => "$ref",
            Self::DynamicRef { .. } => "$dynamicRef",
            Self::UnevaluatedItems(_) => "unevaluatedItems",
            Self::UnevaluatedProperties(_) => "unevaluatedProperties",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_compare_as_json() {
        static LITERAL: Literal = Literal::Object(&[
            ("a", Literal::Array(&[Literal::Number(NumberRef::Float(1.0)), Literal::Null])),
            ("b", Literal::Bool(true)),
        ]);
        let json: crate::Json = serde_json::json!({"b": true, "a": [1, null]}).try_into().unwrap();
        assert_eq!(LITERAL.view(), json.view());
        assert_eq!(json.view(), LITERAL.view());
        assert_ne!(Literal::String("true").view(), Literal::Bool(true).view());
    }

    #[test]
    fn integer_is_part_of_number() {
        assert!(Types::NUMBER.contains(Types::INTEGER));
        assert!(!Types::INTEGER.contains(Types::NUMBER));
        assert!(Types::NULL.union(Types::STRING).intersects(Types::STRING));
    }
}
