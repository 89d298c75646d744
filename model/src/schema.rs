//! The representation: every dialect in one normal form, spelled as 2020-12 spells it.
//!
//! A [`Model`] is an arena of [`Schema`]s. The loader has already read each schema by the rules of its own
//! dialect, so that what stands here means the same for everyone: a draft-07 `items` array is `prefix_items`, its
//! `additionalItems` is `items`, `dependencies` is split into `dependent_required` and `dependent_schemas`, the
//! siblings of a draft-07 `$ref` are gone, `$recursiveRef` is a dynamic reference, and so on.

use std::{collections::BTreeSet, sync::Arc};

pub use crate::index::Origin;
use crate::{
    Place, dialect::Vocabularies, lookup::Lookup, number::Number, pattern::Pattern, source::Source, value::Value,
};

/// Index of a schema in its [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaId(pub(crate) u32);

/// Index of a schema resource (a schema with its own base URI) in its [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(pub(crate) u32);

impl ResourceId {
    /// Index in [`Model::resources`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The JSON Schema dialect that a resource is written in, chosen by its `$schema`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Draft 4.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// 2019-09.
    Draft201909,
    /// 2020-12.
    Draft202012,
}

/// Set of the six JSON types and `integer`. `integer` is a subset of `number`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TypeSet(u8);

impl TypeSet {
    /// No type at all.
    pub const NONE: Self = Self(0);
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
    /// Every type.
    pub const ANY: Self = Self(127);

    /// The type of one value: an integer is `integer` alone, another number is `number` without `integer`.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => TypeSet::NULL,
            Value::Bool(_) => TypeSet::BOOLEAN,
            Value::Number(number) if number.is_integer() => TypeSet::INTEGER,
            Value::Number(_) => TypeSet::NUMBER.difference(TypeSet::INTEGER),
            Value::String(_) => TypeSet::STRING,
            Value::Array(_) => TypeSet::ARRAY,
            Value::Object(_) => TypeSet::OBJECT,
        }
    }

    /// Union.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Intersection; `number` and `integer` meet in `integer`.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is left without the types of `other`; `number` without `integer` is the numbers that are no integers.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every type of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two sets share a type.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether no type is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of the types in a fixed order; `number` stands for itself and `integer`.
    pub fn names(self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for (set, name) in [
            (Self::NULL, "null"),
            (Self::BOOLEAN, "boolean"),
            (Self::STRING, "string"),
            (Self::NUMBER, "number"),
            (Self::INTEGER, "integer"),
            (Self::ARRAY, "array"),
            (Self::OBJECT, "object"),
        ] {
            let covered = name == "integer" && self.contains(Self::NUMBER);
            if self.contains(set) && !covered {
                names.push(name);
            }
        }
        names
    }

    /// The set of one type name of JSON Schema.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }
}

impl std::fmt::Debug for TypeSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TypeSet({})", self.names().join("|"))
    }
}

/// A schema resource: what has a base URI of its own.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Absolute URI without fragment. A file without `$id` has the URI that it was added under.
    pub uri: String,
    /// Whether the URI was declared by `$id` (and not taken from the place of the file).
    pub declared: bool,
    /// The dialect that it is read in.
    pub dialect: Dialect,
    /// The vocabularies that are on: all, unless its `$schema` names a meta-schema that switches some off.
    /// Keywords of a vocabulary that is off are among the unknown ones.
    pub vocabularies: Vocabularies,
    /// Its root schema.
    pub root: SchemaId,
    /// `$dynamicAnchor`s in it, by name. A 2019-09 `$recursiveAnchor: true` is the dynamic anchor `""`.
    pub dynamic_anchors: Vec<(String, SchemaId)>,
}

/// A schema file of the set.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name that it was added under (a path).
    pub name: String,
    /// Its root schema.
    pub root: SchemaId,
    /// Whether it was added to the set, or is here because something refers to it.
    pub origin: Origin,
    /// Its text, with positions.
    pub source: Arc<Source>,
}

impl Document {
    /// Its content, as validators take it; an error when a number is beyond what `serde_json` can hold.
    pub fn content(&self) -> Result<serde_json::Value, serde_json::Error> {
        self.source.root().to_value().to_serde_json()
    }
}

/// `$dynamicRef` (or `$recursiveRef`).
#[derive(Clone, Debug)]
pub struct DynamicReference {
    /// Where it leads when no outer resource has the anchor.
    pub target: SchemaId,
    /// Name of the dynamic anchor that the outermost resource of the dynamic scope may override; `None` when
    /// the reference behaves like `$ref` (the initial target is no dynamic anchor).
    pub anchor: Option<String>,
}

/// One schema of the arena.
#[derive(Clone, Debug)]
pub struct Schema {
    /// Where it stands.
    pub place: Place,
    /// The resource that it belongs to.
    pub resource: ResourceId,
    /// The schema that it stands in, for subschemas.
    pub parent: Option<SchemaId>,
    /// What it says.
    pub body: Body,
}

/// Boolean schemas and object schemas.
#[derive(Clone, Debug)]
pub enum Body {
    /// `true` or `false`.
    Bool(bool),
    /// Keywords.
    Keywords(Box<Keywords>),
}

/// A named subschema with the place of its name.
#[derive(Clone, Debug)]
pub struct Property {
    /// The property name.
    pub name: String,
    /// Its schema.
    pub schema: SchemaId,
}

/// The keywords of a schema object, in normal form. Absent assertions are `None` or empty.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, clippy::struct_excessive_bools, reason = "each field is the keyword of that name")]
pub struct Keywords {
    // Annotations.
    pub title: Option<String>,
    pub description: Option<String>,
    pub comment: Option<String>,
    pub default: Option<Value>,
    pub examples: Vec<Value>,
    pub deprecated: bool,
    pub read_only: bool,
    pub write_only: bool,
    pub content_media_type: Option<String>,
    pub content_encoding: Option<String>,
    pub content_schema: Option<SchemaId>,
    // Any type.
    pub types: Option<TypeSet>,
    pub enumeration: Option<Vec<Value>>,
    pub constant: Option<Value>,
    pub format: Option<String>,
    /// Whether there is a `format` that the dialect defines and that is an assertion: the vocabulary of the meta-schema
    /// says so, or [`Model::assert_formats`] was called.
    pub asserts_format: bool,
    // Numbers.
    pub minimum: Option<Number>,
    pub exclusive_minimum: Option<Number>,
    pub maximum: Option<Number>,
    pub exclusive_maximum: Option<Number>,
    pub multiple_of: Option<Number>,
    // Strings. Lengths count Unicode scalar values.
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    pub pattern: Option<Pattern>,
    // Arrays. `min_contains` and `max_contains` say nothing without `contains`.
    pub prefix_items: Vec<SchemaId>,
    pub items: Option<SchemaId>,
    pub contains: Option<SchemaId>,
    pub min_contains: Option<u64>,
    pub max_contains: Option<u64>,
    pub min_items: Option<u64>,
    pub max_items: Option<u64>,
    pub unique_items: bool,
    pub unevaluated_items: Option<SchemaId>,
    // Objects. Properties keep the order of the schema file.
    pub properties: Vec<Property>,
    pub pattern_properties: Vec<(Pattern, SchemaId)>,
    pub additional_properties: Option<SchemaId>,
    pub property_names: Option<SchemaId>,
    pub required: Vec<String>,
    pub min_properties: Option<u64>,
    pub max_properties: Option<u64>,
    pub dependent_required: Vec<(String, Vec<String>)>,
    pub dependent_schemas: Vec<(String, SchemaId)>,
    pub unevaluated_properties: Option<SchemaId>,
    // Applicators in place. An absent and an empty list are told apart by `Option`.
    pub all_of: Vec<SchemaId>,
    pub any_of: Option<Vec<SchemaId>>,
    pub one_of: Option<Vec<SchemaId>>,
    pub not: Option<SchemaId>,
    // `then_schema` and `else_schema` say nothing without `if_schema`.
    pub if_schema: Option<SchemaId>,
    pub then_schema: Option<SchemaId>,
    pub else_schema: Option<SchemaId>,
    pub reference: Option<SchemaId>,
    pub dynamic_reference: Option<DynamicReference>,
    // Definitions: `$defs` (and `definitions` of older drafts), in file order.
    pub definitions: Vec<Property>,
    /// Keywords that the dialect does not know, with their values, in file order.
    pub unknown: Vec<(String, Value)>,
    /// Names of the keywords that stand next to a `$ref` in a dialect that ignores them (up to draft-07).
    pub ignored: Vec<String>,
}

/// All schemas of a set, resolved.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) schemas: Vec<Schema>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) documents: Vec<Document>,
    pub(crate) lookup: Lookup,
}

impl Model {
    /// The schema behind an id of this model.
    pub fn schema(&self, id: SchemaId) -> &Schema {
        &self.schemas[id.0 as usize]
    }

    /// Makes `format` an assertion in some documents, given by their names, whatever their vocabularies say. Formats that
    /// the dialect does not define stay annotations.
    pub fn assert_formats(&mut self, documents: &BTreeSet<String>) {
        for schema in self.schemas.iter_mut().filter(|schema| documents.contains(&schema.place.file)) {
            let dialect = self.resources[schema.resource.0 as usize].dialect;
            if let Body::Keywords(keywords) = &mut schema.body {
                keywords.asserts_format =
                    keywords.format.as_ref().is_some_and(|format| crate::format::is_in(dialect, format));
            }
        }
    }

    /// The keywords of a schema; `None` for a boolean schema.
    pub fn keywords(&self, id: SchemaId) -> Option<&Keywords> {
        match &self.schema(id).body {
            Body::Bool(_) => None,
            Body::Keywords(keywords) => Some(keywords),
        }
    }

    /// The resource behind an id of this model.
    pub fn resource(&self, id: ResourceId) -> &Resource {
        &self.resources[id.0 as usize]
    }

    /// All resources, by index.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The schema files in the order in which they were added.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// All schemas, outer ones before the subschemas in them.
    pub fn ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        (0..).take(self.schemas.len()).map(SchemaId)
    }

    /// The schemas that a schema applies to its instance or to parts of it: what its keywords hold and what its
    /// references lead to. Definitions alone do not apply; a dynamic reference applies every schema that it may
    /// lead to.
    pub fn applied(&self, id: SchemaId) -> Vec<SchemaId> {
        let Some(keywords) = self.keywords(id) else { return Vec::new() };
        let mut applied: Vec<SchemaId> = keywords.prefix_items.clone();
        applied.extend(keywords.items);
        applied.extend(keywords.contains);
        applied.extend(keywords.unevaluated_items);
        applied.extend(keywords.properties.iter().map(|property| property.schema));
        applied.extend(keywords.pattern_properties.iter().map(|(_, schema)| *schema));
        applied.extend(keywords.additional_properties);
        applied.extend(keywords.property_names);
        applied.extend(keywords.dependent_schemas.iter().map(|(_, schema)| *schema));
        applied.extend(keywords.unevaluated_properties);
        applied.extend(&keywords.all_of);
        applied.extend(keywords.any_of.iter().flatten());
        applied.extend(keywords.one_of.iter().flatten());
        applied.extend(keywords.not);
        if let Some(condition) = keywords.if_schema {
            applied.push(condition);
            applied.extend(keywords.then_schema);
            applied.extend(keywords.else_schema);
        }
        applied.extend(keywords.reference);
        if let Some(reference) = &keywords.dynamic_reference {
            applied.push(reference.target);
            if let Some(anchor) = &reference.anchor {
                let anchors = self.resources.iter().flat_map(|resource| &resource.dynamic_anchors);
                applied.extend(anchors.filter(|(name, _)| name == anchor).map(|(_, schema)| *schema));
            }
        }
        applied
    }
}
