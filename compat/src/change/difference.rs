//! What can differ between two schemas.

use contracts_model::{
    number::Number,
    schema::{Dialect, TypeSet},
    value::Value,
};

/// `anyOf` or `oneOf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Union {
    /// At least one branch holds.
    AnyOf,
    /// Exactly one branch holds.
    OneOf,
}

impl Union {
    /// The keyword.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::AnyOf => "anyOf",
            Self::OneOf => "oneOf",
        }
    }
}

/// One difference, before a rule has named it. Each is named by exactly one rule.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are what the documentation of the variant names")]
pub enum Difference {
    /// JSON types that are no longer valid; `old` and `new` are all that were and are.
    TypesRemoved { old: TypeSet, new: TypeSet },
    /// JSON types that are valid now.
    TypesAdded { old: TypeSet, new: TypeSet },
    /// A list of values where any value was valid.
    EnumAdded { values: Vec<Value> },
    /// Any value where a list was given.
    EnumRemoved { values: Vec<Value> },
    /// Values that are no longer listed; `left` is how many are.
    ValuesRemoved { values: Vec<Value>, left: usize },
    /// Values that are listed now.
    ValuesAdded { values: Vec<Value> },
    /// A bound of numbers, lengths or counts that excludes more.
    BoundTightened { keyword: &'static str, old: Option<String>, new: String },
    /// A bound that excludes less.
    BoundLoosened { keyword: &'static str, old: String, new: Option<String> },
    /// A `multipleOf` that allows fewer numbers.
    MultipleTightened { old: Option<Number>, new: Number },
    /// A `multipleOf` that allows more numbers.
    MultipleLoosened { old: Number, new: Option<Number> },
    /// A `multipleOf` of which neither is a multiple of the other.
    MultipleChanged { old: Number, new: Number },
    /// A pattern where there was none.
    PatternAdded { pattern: String },
    /// No pattern where there was one.
    PatternRemoved { pattern: String },
    /// Another pattern.
    PatternChanged { old: String, new: String },
    /// `uniqueItems` switched on.
    UniqueAdded,
    /// `uniqueItems` switched off.
    UniqueRemoved,
    /// A property that OLD does not declare. `open` says whether OLD took the name as an undeclared member.
    PropertyAdded { name: String, open: bool },
    /// A property that NEW does not declare. `open` says whether NEW takes the name as an undeclared member; `like` is
    /// an added property with the same schema.
    PropertyRemoved { name: String, open: bool, like: Option<String> },
    /// A member that must be there.
    RequiredAdded { name: String },
    /// A member that may be absent.
    RequiredRemoved { name: String },
    /// A member that must be there beside another one.
    DependentRequiredAdded { trigger: String, name: String },
    /// A member that may be absent beside another one.
    DependentRequiredRemoved { trigger: String, name: String },
    /// A schema that applies where a member is there.
    DependentSchemaAdded { trigger: String },
    /// A schema that no longer applies where a member is there.
    DependentSchemaRemoved { trigger: String },
    /// Undeclared members or items are refused (`keyword` is what refuses them).
    Closed { keyword: &'static str },
    /// Undeclared members or items are taken.
    Opened { keyword: &'static str },
    /// Other members or items count as undeclared.
    DeclaredChanged { keyword: &'static str },
    /// A value that is refused whatever it is.
    Forbidden,
    /// A value that was refused whatever it was.
    Permitted,
    /// A schema of its own for an item of a tuple.
    PrefixItemAdded { index: usize },
    /// No schema of its own for an item of a tuple.
    PrefixItemRemoved { index: usize },
    /// A schema for members whose names match.
    PatternPropertyAdded { pattern: String },
    /// No schema for members whose names match.
    PatternPropertyRemoved { pattern: String },
    /// A branch of a union.
    BranchAdded { union: Union, summary: String },
    /// A branch that is gone.
    BranchRemoved { union: Union, summary: String },
    /// A union where there was none.
    UnionAdded { union: Union, branches: usize },
    /// No union where there was one.
    UnionRemoved { union: Union, branches: usize },
    /// `anyOf` became `oneOf` or the reverse.
    UnionChanged { old: Union, new: Union },
    /// A `not` where there was none.
    NotAdded,
    /// No `not` where there was one.
    NotRemoved,
    /// A conditional where there was none.
    ConditionAdded,
    /// No conditional where there was one.
    ConditionRemoved,
    /// A `contains` where there was none.
    ContainsAdded,
    /// No `contains` where there was one.
    ContainsRemoved,
    /// A dynamic reference that is another one.
    DynamicReferenceChanged { old: Option<String>, new: Option<String> },
    /// A keyword that no dialect knows.
    UnknownKeyword { keyword: String, old: Option<Value>, new: Option<Value> },
    /// A keyword that begins with `x-`, which by custom is an annotation.
    Extension { keyword: String, old: Option<Value>, new: Option<Value> },
    /// An annotation.
    Annotation { keyword: &'static str, old: Option<Value>, new: Option<Value> },
    /// A `$schema` that names another dialect.
    Dialect { old: Dialect, new: Dialect },
    /// The schema has another `$id`.
    IdChanged { old: Option<String>, new: Option<String> },
    /// The schema is gone.
    SchemaRemoved,
    /// The schema is new.
    SchemaAdded,
    /// The schema stands in another file; its `$id` is the same.
    SchemaRenamed { old: String, new: String },
}
