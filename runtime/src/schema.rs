//! A schema as static data: what the generator writes and the evaluator reads.
//!
//! Schemas are `static`s that refer to each other, cycles included. Every dialect arrives in one normal form (that of
//! `contracts-model`), so a keyword here means what 2020-12 says it means.

use crate::{number::NumberRef, pattern::Pattern};

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
