//! Which Rust type each schema becomes.
//!
//! Types are exact down to [`CONTAINERS`] containers inside each other; a container below that is a `JsonValue`. A value
//! keeps all of its parts either way, and decoding checks it at any depth.

use std::collections::{HashSet, VecDeque};

use contracts_codegen::naming::{BranchFacts, TypeNames, extra_field, fields, union_variant_names, variants};
use value_schema_core::{JsonSchemaNode, JsonValue, NodeKind, ObjectNode, OneOfNode, ScalarNode, ScalarType};

use crate::kinds::Kinds;

/// How many arrays and objects inside each other have types of their own.
const CONTAINERS: usize = 16;

/// How many unions directly inside each other have types of their own. They contain nothing, so that they do not count as
/// containers, and a schema may have any number of them.
const UNIONS: usize = 16;

/// A Rust type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Any,
    Null,
    Bool,
    Integer,
    Number,
    String,
    /// An object without declared members.
    Object,
    List(Box<Type>),
    Nullable(Box<Type>),
    /// A generated type.
    Item(String),
}

/// A generated type.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) schema: JsonSchemaNode,
    pub(crate) kind: ItemKind,
}

#[derive(Debug)]
pub(crate) enum ItemKind {
    Struct {
        fields: Vec<Field>,
        extra: Option<String>,
    },
    /// Strings that the schema lists.
    Strings(Vec<StringVariant>),
    /// Other literals that it lists: index among them, and name.
    Literals(Vec<(String, JsonValue)>),
    /// The one literal that it accepts.
    Constant(JsonValue),
    Union {
        choice: Choice,
        variants: Vec<Variant>,
    },
    /// What a root is that has no items of its own.
    Newtype(Type),
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) wire: String,
    pub(crate) ty: Type,
    pub(crate) required: bool,
    pub(crate) schema: JsonSchemaNode,
}

#[derive(Debug)]
pub(crate) struct StringVariant {
    pub(crate) name: String,
    pub(crate) wire: String,
    /// The branch that says so, when the strings are the branches of a union.
    pub(crate) schema: Option<JsonSchemaNode>,
}

#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) schema: JsonSchemaNode,
}

/// How the branch of a value is found; one entry for each branch.
#[derive(Debug)]
pub(crate) enum Choice {
    Kind(Vec<Vec<&'static str>>),
    Tag(String, Vec<Vec<String>>),
    Schema,
}

/// A schema that waits for its item.
struct Waiting {
    name: String,
    schema: JsonSchemaNode,
    place: Place,
}

/// How deep a schema stands.
#[derive(Clone, Copy, Default)]
struct Place {
    containers: usize,
    unions: usize,
}

impl Place {
    fn in_container(self) -> Self {
        Self { containers: self.containers + 1, unions: 0 }
    }

    fn in_union(self) -> Self {
        Self { unions: self.unions + 1, ..self }
    }
}

#[derive(Default)]
struct Planner {
    names: TypeNames,
    waiting: VecDeque<Waiting>,
}

/// The items of a schema, the root first.
pub(crate) fn plan(schema: &JsonSchemaNode, name: &str) -> Vec<Item> {
    let mut planner = Planner::default();
    planner.names.reserve(name);
    let mut items = Vec::new();
    let root = Waiting { name: name.to_owned(), schema: schema.clone(), place: Place::default() };
    planner.waiting.push_back(root);
    while let Some(next) = planner.waiting.pop_front() {
        let kind = planner.kind(&next);
        items.push(Item { name: next.name, schema: next.schema, kind });
    }
    items
}

impl Planner {
    /// The type of a schema that stands in an item; `words` is the way to it.
    fn type_of(&mut self, schema: &JsonSchemaNode, owner: &str, words: &str, place: Place) -> Type {
        let kind = match schema.kind() {
            NodeKind::Array(_) | NodeKind::Object(_) if place.containers >= CONTAINERS => return Type::Any,
            NodeKind::OneOf(_) if place.unions >= UNIONS => return Type::Any,
            NodeKind::Scalar(scalar) => match (scalar.scalar_type(), scalar.literals()) {
                (ScalarType::Null, _) => return Type::Null,
                (_, Some(_)) if scalar.constant().is_some() => "Constant",
                (_, Some(_)) => "Enum",
                (ScalarType::Boolean, None) => return Type::Bool,
                (ScalarType::Integer, None) => return Type::Integer,
                (ScalarType::Number, None) => return Type::Number,
                (ScalarType::String, None) => return Type::String,
            },
            NodeKind::Array(array) => {
                let item = array.items().map_or(Type::Any, |items| {
                    self.type_of(&items, owner, &format!("{words}Item"), place.in_container())
                });
                return Type::List(Box::new(item));
            }
            NodeKind::Object(object) if object.is_open() && object.properties().len() == 0 => return Type::Object,
            NodeKind::Object(_) => "Object",
            NodeKind::OneOf(union) => {
                if let Some(other) = other_than_null(union) {
                    let other = self.type_of(&other, owner, words, place.in_union());
                    return Type::Nullable(Box::new(other));
                }
                "Union"
            }
            _ => return Type::Any,
        };
        let name = self.names.part(owner, words, kind);
        self.waiting.push_back(Waiting { name: name.clone(), schema: schema.clone(), place });
        Type::Item(name)
    }

    fn kind(&mut self, waiting: &Waiting) -> ItemKind {
        let Waiting { name, schema, place } = waiting;
        match schema.kind() {
            NodeKind::Object(object) => self.object(object, name, place.in_container()),
            NodeKind::OneOf(union) if other_than_null(union).is_none() => {
                constants(union).unwrap_or_else(|| self.union(union, name, place.in_union()))
            }
            NodeKind::Scalar(scalar) if scalar.scalar_type() != ScalarType::Null => {
                listed(scalar).unwrap_or_else(|| ItemKind::Newtype(self.type_of(schema, name, "", *place)))
            }
            // The parts of a root get its name with the way to them.
            _ => ItemKind::Newtype(self.type_of(schema, name, "", *place)),
        }
    }

    fn object(&mut self, object: ObjectNode<'_>, name: &str, place: Place) -> ItemKind {
        let properties: Vec<_> = object.properties().collect();
        let wires: Vec<String> = properties.iter().map(|property| property.name.to_owned()).collect();
        let names = fields(&wires, &[]);
        // Distinct beside each other, so that no type is called after the position of its property.
        let words = variants(&wires, &[]);
        let extra = object.is_open().then(|| extra_field(&names));
        let fields = properties
            .into_iter()
            .zip(names)
            .zip(words)
            .map(|((property, field), words)| Field {
                name: field,
                wire: property.name.to_owned(),
                ty: self.type_of(&property.schema, name, &words, place),
                required: property.required,
                schema: property.schema,
            })
            .collect();
        ItemKind::Struct { fields, extra }
    }

    fn union(&mut self, union: OneOfNode<'_>, name: &str, place: Place) -> ItemKind {
        let branches: Vec<JsonSchemaNode> = union.branches().collect();
        let kinds: Vec<Kinds> = branches.iter().map(Kinds::of).collect();
        let mut seen = Kinds::default();
        let apart = kinds.iter().all(|kinds| {
            let apart = !seen.meets(*kinds);
            seen = seen.with(*kinds);
            apart
        });
        let tag = tag(&branches);
        let names = variant_names(&branches, &kinds, apart, tag.as_ref());
        let variants = branches
            .into_iter()
            .zip(names)
            .map(|(schema, variant)| Variant {
                ty: self.type_of(&schema, name, &variant, place),
                name: variant,
                schema,
            })
            .collect();
        let choice = match tag {
            _ if apart => Choice::Kind(kinds.into_iter().map(Kinds::words).collect()),
            Some((member, tags)) => Choice::Tag(member, tags),
            None => Choice::Schema,
        };
        ItemKind::Union { choice, variants }
    }
}

/// The item of a scalar with listed literals.
fn listed(scalar: ScalarNode<'_>) -> Option<ItemKind> {
    let literals = scalar.literals()?;
    if let Some(constant) = scalar.constant() {
        return Some(ItemKind::Constant(constant.clone()));
    }
    let strings: Option<Vec<String>> = literals.iter().map(|value| value.as_str().map(str::to_owned)).collect();
    if let Some(strings) = strings {
        let names = variants(&strings, &[]);
        let listed = names.into_iter().zip(strings);
        return Some(ItemKind::Strings(
            listed.map(|(name, wire)| StringVariant { name, wire, schema: None }).collect(),
        ));
    }
    let texts: Vec<String> = literals.iter().map(|value| literal_words(value)).collect();
    let names = variants(&texts, &[]);
    Some(ItemKind::Literals(names.into_iter().zip(literals.into_iter().cloned()).collect()))
}

/// A literal in words: `Minus3`, `1Point5`, `True`.
fn literal_words(value: &JsonValue) -> String {
    value.to_text().replace('-', "minus ").replace('.', " point ").replace('+', "")
}

/// The strings of a union whose branches are different string constants: it says the same as an enum.
fn constants(union: OneOfNode<'_>) -> Option<ItemKind> {
    let mut seen = HashSet::new();
    let mut strings = Vec::new();
    for branch in union.branches() {
        let NodeKind::Scalar(scalar) = branch.kind() else { return None };
        let wire = scalar.constant()?.as_str()?.to_owned();
        if !seen.insert(wire.clone()) {
            return None;
        }
        strings.push((wire, branch.clone()));
    }
    let words: Vec<String> =
        strings.iter().map(|(wire, branch)| branch.title().map_or_else(|| wire.clone(), str::to_owned)).collect();
    let names = variants(&words, &[]);
    Some(ItemKind::Strings(
        names
            .into_iter()
            .zip(strings)
            .map(|(name, (wire, schema))| StringVariant { name, wire, schema: Some(schema) })
            .collect(),
    ))
}

/// The other branch of a union of `null` and something that cannot be `null`.
fn other_than_null(union: OneOfNode<'_>) -> Option<JsonSchemaNode> {
    let branches = union.branches();
    if branches.len() != 2 {
        return None;
    }
    let (null, other): (Vec<_>, Vec<_>) = branches.partition(
        |branch| matches!(branch.kind(), NodeKind::Scalar(scalar) if scalar.scalar_type() == ScalarType::Null),
    );
    let [other] = <[JsonSchemaNode; 1]>::try_from(other).ok()?;
    (null.len() == 1 && !Kinds::of(&other).meets(Kinds::NULL)).then_some(other)
}

/// A member that every branch requires, with strings that it lists for it, none of them in two branches.
fn tag(branches: &[JsonSchemaNode]) -> Option<(String, Vec<Vec<String>>)> {
    let objects: Vec<ObjectNode<'_>> = branches
        .iter()
        .map(|branch| if let NodeKind::Object(object) = branch.kind() { Some(object) } else { None })
        .collect::<Option<_>>()?;
    objects.first()?.properties().find_map(|candidate| {
        let mut seen = HashSet::new();
        let tags: Option<Vec<Vec<String>>> = objects
            .iter()
            .map(|object| {
                let property = object.property(candidate.name).filter(|property| property.required)?;
                let NodeKind::Scalar(scalar) = property.schema.kind() else { return None };
                let values = scalar.literals()?;
                let values: Vec<String> =
                    values.into_iter().map(|value| value.as_str().map(str::to_owned)).collect::<Option<_>>()?;
                values.iter().all(|value| seen.insert(value.clone())).then_some(values)
            })
            .collect();
        tags.map(|tags| (candidate.name.to_owned(), tags))
    })
}

fn variant_names(
    branches: &[JsonSchemaNode],
    kinds: &[Kinds],
    apart: bool,
    tag: Option<&(String, Vec<Vec<String>>)>,
) -> Vec<String> {
    let mut requiring: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    let required: Vec<Vec<String>> = branches
        .iter()
        .map(|branch| match branch.kind() {
            NodeKind::Object(object) => object
                .properties()
                .filter(|property| property.required)
                .map(|property| property.name.to_owned())
                .collect(),
            _ => Vec::new(),
        })
        .collect();
    for name in required.iter().flatten() {
        *requiring.entry(name.clone()).or_default() += 1;
    }
    let facts: Vec<BranchFacts<'_>> = branches
        .iter()
        .enumerate()
        .map(|(position, branch)| BranchFacts {
            tag: tag.and_then(
                |(_, tags)| if let [only] = tags[position].as_slice() { Some(only.as_str()) } else { None },
            ),
            definition: None,
            title: branch.title(),
            constant: match branch.kind() {
                NodeKind::Scalar(scalar) => scalar.constant().and_then(JsonValue::as_str),
                _ => None,
            },
            kind: kinds[position].name(),
            only_of_its_kind: apart,
            vague_kind: kinds[position].is_vague(),
            exclusive: required[position].iter().find(|name| requiring[*name] == 1).map(String::as_str),
            position,
        })
        .collect();
    union_variant_names(&facts)
}
