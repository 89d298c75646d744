//! The Rust form of schemas: what [`plan`](crate::plan) decides and [`emit`](crate::emit) writes down.
//!
//! A shape never holds less than its schema accepts. Where it holds more, the difference is a list of keywords (the
//! *rest*) that the decoder checks on the value it has read.

use contracts_model::schema::SchemaId;

use crate::{conjunction::Conjunction, keyword_set::KeywordSet};

/// Index of an [`Item`] in a [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ItemId(pub(crate) usize);

/// A Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// No value at all.
    Never,
    /// `null`.
    Null,
    /// `bool`.
    Bool,
    /// A primitive integer.
    Integer(IntegerType),
    /// An integer of any size; only with exact numbers.
    BigInteger,
    /// Any number.
    Number,
    /// `String`.
    String,
    /// Any JSON value.
    Any,
    /// An array of one item type.
    List(Box<Type>),
    /// An object of one member type.
    Map(Box<Type>),
    /// A value or `null`.
    Nullable(Box<Type>),
    /// A generated type.
    Item(ItemId),
}

/// The primitive integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntegerType {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
}

impl IntegerType {
    /// In order of preference: the narrowest first, unsigned before signed.
    pub(crate) const ALL: [Self; 8] =
        [Self::U8, Self::I8, Self::U16, Self::I16, Self::U32, Self::I32, Self::U64, Self::I64];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
        }
    }

    pub(crate) fn range(self) -> (i128, i128) {
        match self {
            Self::U8 => (0, u8::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            Self::U64 => (0, u64::MAX.into()),
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::I64 => (i64::MIN.into(), i64::MAX.into()),
        }
    }
}

/// Assertions of some schemas that a decoder checks on the value it has read.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rest {
    /// Per schema the keywords that are left.
    pub(crate) keywords: Vec<(SchemaId, KeywordSet)>,
}

impl Rest {
    pub(crate) fn is_empty(&self) -> bool {
        self.keywords.is_empty()
    }

    pub(crate) fn add(&mut self, schema: SchemaId, keywords: KeywordSet) {
        if keywords.is_empty() {
            return;
        }
        match self.keywords.iter_mut().find(|(known, _)| *known == schema) {
            Some((_, known)) => *known = known.union(keywords),
            None => self.keywords.push((schema, keywords)),
        }
    }
}

/// A generated type.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The schemas that it is the type of; their conjunction.
    pub(crate) schemas: Conjunction,
    /// Where its name comes from.
    pub(crate) origin: Origin,
    /// Text of `title` and `description`.
    pub(crate) docs: Docs,
    /// What it is.
    pub(crate) kind: Kind,
    /// What its fields and variants do not hold.
    pub(crate) rest: Rest,
}

/// Human text of a schema.
#[derive(Clone, Debug, Default)]
pub(crate) struct Docs {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) deprecated: bool,
}

/// Where the name of an item comes from: something that has a name, and the way from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) base: Base,
    pub(crate) steps: Vec<Step>,
}

/// What has a name without further ado.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// The root of a schema file, by index of the document.
    Document(usize),
    /// A definition.
    Definition { document: usize, name: String },
    /// Another item.
    Item(ItemId),
}

impl Origin {
    pub(crate) fn of(base: Base) -> Self {
        Self { base, steps: Vec::new() }
    }

    pub(crate) fn part(item: ItemId, step: Step) -> Self {
        Self { base: Base::Item(item), steps: vec![step] }
    }

    pub(crate) fn then(&self, step: Step) -> Self {
        let mut origin = self.clone();
        origin.steps.push(step);
        origin
    }
}

/// How a part of an item is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The member of this name.
    Member(String),
    /// The items of a list.
    Item,
    /// The values of a map.
    Value,
    /// The values of the members that match a pattern.
    Pattern(usize),
    /// The values of all other members.
    Others,
    /// The item at this index of a tuple.
    Position(usize),
    /// A variant of a union, by its index.
    Variant(usize),
}

/// What an item is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Not decided yet; gone when planning ends.
    Pending,
    Struct(Struct),
    Newtype(Type),
    StringEnum(StringEnum),
    LiteralEnum(Vec<LiteralVariant>),
    Constant(contracts_model::value::Value),
    Union(Union),
    Tuple(Tuple),
}

#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) fields: Vec<Field>,
    pub(crate) patterns: Vec<PatternField>,
    pub(crate) others: Others,
    /// The schema whose `required` an error names.
    pub(crate) required_by: Option<SchemaId>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The member name on the wire.
    pub(crate) wire: String,
    pub(crate) ty: Type,
    pub(crate) required: bool,
    pub(crate) schemas: Conjunction,
    pub(crate) docs: Docs,
    /// Set when the type would contain itself otherwise.
    pub(crate) boxed: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct PatternField {
    pub(crate) pattern: contracts_model::pattern::Pattern,
    pub(crate) ty: Type,
    pub(crate) schemas: Conjunction,
}

/// Members that neither `properties` nor a pattern declares.
#[derive(Clone, Debug)]
pub(crate) enum Others {
    /// Refused; the schema whose `additionalProperties` or `unevaluatedProperties` says so, and that keyword.
    Closed(SchemaId, &'static str),
    /// Kept.
    Open { ty: Type, schemas: Conjunction },
}

#[derive(Clone, Debug)]
pub(crate) struct StringEnum {
    pub(crate) values: Vec<StringVariant>,
    pub(crate) unknown: Unknown,
}

/// What becomes of a string that an enum does not list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// Refused.
    Refused,
    /// Kept by tolerant decoding; it acts as this value, or as none.
    Kept(Option<String>),
}

#[derive(Clone, Debug)]
pub(crate) struct StringVariant {
    pub(crate) wire: String,
    pub(crate) docs: Docs,
}

#[derive(Clone, Debug)]
pub(crate) struct LiteralVariant {
    pub(crate) value: contracts_model::value::Value,
    pub(crate) docs: Docs,
}

#[derive(Clone, Debug)]
pub(crate) struct Union {
    pub(crate) choice: Choice,
    pub(crate) variants: Vec<Variant>,
}

/// How the branch of a union is found.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// The first branch that accepts the value (`anyOf`).
    First,
    /// The only branch that accepts the value (`oneOf`).
    Only,
    /// The branch whose JSON types hold the value; they share none.
    Kind,
    /// The branch that lists the value of this required member; they share none.
    Tag(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// Where its name comes from, the best first.
    pub(crate) name: VariantName,
    pub(crate) ty: Type,
    /// The branch as the union lists it; `None` for the parts of a `type` list.
    pub(crate) branch: Option<SchemaId>,
    /// The JSON types that it takes, for [`Choice::Kind`].
    pub(crate) types: contracts_model::schema::TypeSet,
    /// Tag values that lead here, for [`Choice::Tag`].
    pub(crate) tags: Vec<String>,
    pub(crate) schemas: Conjunction,
    pub(crate) docs: Docs,
    pub(crate) boxed: bool,
}

/// Where the name of a variant comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VariantName {
    /// A text of the schema: tag value, title, name of the definition, constant.
    Text(String),
    /// A JSON type.
    Types(&'static str),
    /// A member that only this branch requires.
    Member(String),
    /// Nothing better than the position, counted from 0.
    Position(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub(crate) items: Vec<TupleItem>,
    /// The items behind those; `None` when there are none.
    pub(crate) tail: Option<(Type, Conjunction)>,
}

#[derive(Clone, Debug)]
pub(crate) struct TupleItem {
    pub(crate) ty: Type,
    /// Whether every valid array has it.
    pub(crate) required: bool,
    pub(crate) schemas: Conjunction,
    pub(crate) boxed: bool,
}

/// All generated types.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) items: Vec<Item>,
    /// Schemas whose meaning depends on the dynamic scope.
    pub(crate) dynamic: std::collections::BTreeSet<SchemaId>,
    /// Per document the type of its root.
    pub(crate) roots: Vec<ItemId>,
    /// Every conjunction that has a place in the types, with its type.
    pub(crate) typed: Vec<(Conjunction, Type)>,
}

impl Plan {
    pub(crate) fn item(&self, id: ItemId) -> &Item {
        &self.items[id.0]
    }
}
