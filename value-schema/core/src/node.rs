//! The wire form: a JSON Schema of the supported subset, by construction.

use std::{fmt, ops::Range, sync::Arc};

use crate::{
    JsonValue, Pointer,
    arena::{Annotations, Arena, NodeId, ObjectShape, ScalarType, Shape},
    literals::Literals,
    wire,
};

/// A JSON Schema of the supported subset.
///
/// There is no way to make one but to compile a declaration
/// ([`value_schema_to_json_schema`](crate::value_schema_to_json_schema)) or to have a schema checked
/// ([`assert_supported_json_schema`](crate::assert_supported_json_schema)), so whoever holds a node can enforce all it says.
/// Nodes share what they stand on: a clone and a subschema cost nothing, whatever the size.
///
/// Two nodes are equal when their wire forms are equal JSON values.
///
/// ```
/// use value_schema_core::{JsonValue, NodeKind, assert_supported_json_schema};
///
/// let wire = JsonValue::from_text(r#"{"type": "array", "items": {"type": "integer"}}"#)?;
/// let node = assert_supported_json_schema(&wire)?;
/// let NodeKind::Array(array) = node.kind() else { unreachable!() };
/// assert!(matches!(array.items().unwrap().kind(), NodeKind::Scalar(_)));
/// assert_eq!(node.to_json(), wire);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct JsonSchemaNode {
    arena: Arc<Arena>,
    id: NodeId,
}

/// A [`JsonSchemaNode`] whose root says `type: "object"`.
#[derive(Clone, PartialEq)]
pub struct ObjectJsonSchema(JsonSchemaNode);

/// Where in the text of a schema those below stand. For generators of code.
#[doc(hidden)]
#[derive(Debug)]
pub struct SchemaPlaces(Vec<Range<usize>>);

impl SchemaPlaces {
    /// The bytes of a schema that was reached from the one whose text it is.
    pub fn of(&self, schema: &JsonSchemaNode) -> Range<usize> {
        self.0[schema.id as usize].clone()
    }
}

/// What kind of schema a node is.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum NodeKind<'a> {
    /// Neither `type` nor `oneOf`: any JSON.
    Any,
    /// A string, number, integer, boolean or null, perhaps one of listed literals.
    Scalar(ScalarNode<'a>),
    /// An array.
    Array(ArrayNode<'a>),
    /// An object.
    Object(ObjectNode<'a>),
    /// Exactly one of two or more branches.
    OneOf(OneOfNode<'a>),
}

/// A scalar schema: `type`, `enum`, `const`.
#[derive(Debug, Clone, Copy)]
pub struct ScalarNode<'a> {
    scalar: ScalarType,
    literals: Option<&'a Literals>,
}

/// An array schema: `items`.
#[derive(Debug, Clone, Copy)]
pub struct ArrayNode<'a> {
    arena: &'a Arc<Arena>,
    items: Option<NodeId>,
}

/// An object schema: `properties`, `required`, `additionalProperties`.
#[derive(Debug, Clone, Copy)]
pub struct ObjectNode<'a> {
    arena: &'a Arc<Arena>,
    object: &'a ObjectShape,
}

/// A union: `oneOf`.
#[derive(Debug, Clone, Copy)]
pub struct OneOfNode<'a> {
    arena: &'a Arc<Arena>,
    branches: &'a [NodeId],
}

/// A declared property of an object.
#[derive(Debug, Clone)]
pub struct PropertyNode<'a> {
    /// Its name.
    pub name: &'a str,
    /// What its value has to be.
    pub schema: JsonSchemaNode,
    /// Whether the object must have it.
    pub required: bool,
}

impl JsonSchemaNode {
    pub(crate) fn new(arena: Arena) -> Self {
        Self { arena: Arc::new(arena), id: 0 }
    }

    fn at(arena: &Arc<Arena>, id: NodeId) -> Self {
        Self { arena: Arc::clone(arena), id }
    }

    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }

    pub(crate) fn id(&self) -> NodeId {
        self.id
    }

    /// What kind of schema it is, with what belongs to the kind.
    pub fn kind(&self) -> NodeKind<'_> {
        let arena = &self.arena;
        match &arena.node(self.id).shape {
            Shape::Any => NodeKind::Any,
            Shape::Scalar { scalar, literals } => {
                NodeKind::Scalar(ScalarNode { scalar: *scalar, literals: literals.as_deref() })
            }
            Shape::Array { items } => NodeKind::Array(ArrayNode { arena, items: *items }),
            Shape::Object(object) => NodeKind::Object(ObjectNode { arena, object }),
            Shape::OneOf(branches) => NodeKind::OneOf(OneOfNode { arena, branches }),
        }
    }

    fn annotations(&self) -> Option<&Annotations> {
        self.arena.node(self.id).annotations.as_deref()
    }

    /// The annotation `title`.
    pub fn title(&self) -> Option<&str> {
        self.annotations()?.title.as_deref()
    }

    /// The annotation `description`.
    pub fn description(&self) -> Option<&str> {
        self.annotations()?.description.as_deref()
    }

    /// The annotation `default`. Nothing fills it in, and it need not be valid.
    pub fn default_value(&self) -> Option<&JsonValue> {
        self.annotations()?.default.as_ref()
    }

    /// The annotation `examples`: an array.
    pub fn examples(&self) -> Option<&JsonValue> {
        self.annotations()?.examples.as_ref()
    }

    /// Where the node stands in the schema that it was taken from: empty for the root.
    pub fn pointer(&self) -> Pointer {
        self.arena.pointer(0, self.id)
    }

    /// The wire form. Properties keep their order.
    pub fn to_json(&self) -> JsonValue {
        wire::to_json(&self.arena, self.id)
    }

    /// The wire form as text, without white space.
    pub fn to_text(&self) -> String {
        wire::to_text(&self.arena, self.id)
    }

    /// The wire form as text, and where in it the schemas below stand. For generators of code.
    #[doc(hidden)]
    pub fn to_text_with_places(&self) -> (String, SchemaPlaces) {
        let (text, places) = wire::to_text_with_places(&self.arena, self.id);
        (text, SchemaPlaces(places))
    }

    /// The same schema as an [`ObjectJsonSchema`], when its root says `type: "object"`.
    pub fn into_object(self) -> Option<ObjectJsonSchema> {
        matches!(self.kind(), NodeKind::Object(_)).then_some(ObjectJsonSchema(self))
    }
}

impl PartialEq for JsonSchemaNode {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.arena, &other.arena) && self.id == other.id)
            || wire::equal((&self.arena, self.id), (&other.arena, other.id))
    }
}

impl fmt::Debug for JsonSchemaNode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "JsonSchemaNode({})", self.to_text())
    }
}

impl fmt::Display for JsonSchemaNode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_text())
    }
}

impl serde::Serialize for JsonSchemaNode {
    /// Writes the wire form. Serializers recurse; [`JsonSchemaNode::to_text`] does not.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for JsonSchemaNode {
    /// Reads a wire form and checks that it is in the supported subset. Deserializers recurse;
    /// [`JsonValue::from_text`] does not.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = JsonValue::deserialize(deserializer)?;
        crate::assert_supported_json_schema(&wire).map_err(serde::de::Error::custom)
    }
}

impl ObjectJsonSchema {
    /// The schema as a node of any kind.
    pub fn node(&self) -> &JsonSchemaNode {
        &self.0
    }

    /// The schema as a node of any kind.
    pub fn into_node(self) -> JsonSchemaNode {
        self.0
    }

    /// What it says about its members.
    pub fn object(&self) -> ObjectNode<'_> {
        match self.0.kind() {
            NodeKind::Object(object) => object,
            _ => unreachable!("the root of an ObjectJsonSchema is an object"),
        }
    }
}

impl std::ops::Deref for ObjectJsonSchema {
    type Target = JsonSchemaNode;

    fn deref(&self) -> &JsonSchemaNode {
        &self.0
    }
}

impl From<ObjectJsonSchema> for JsonSchemaNode {
    fn from(schema: ObjectJsonSchema) -> Self {
        schema.0
    }
}

impl fmt::Debug for ObjectJsonSchema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ObjectJsonSchema({})", self.0.to_text())
    }
}

impl serde::Serialize for ObjectJsonSchema {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for ObjectJsonSchema {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = JsonValue::deserialize(deserializer)?;
        crate::assert_object_json_schema(&wire).map_err(serde::de::Error::custom)
    }
}

impl<'a> ScalarNode<'a> {
    /// The declared type.
    pub fn scalar_type(self) -> ScalarType {
        self.scalar
    }

    /// The keyword `enum`, as written.
    pub fn enumeration(self) -> Option<&'a [JsonValue]> {
        self.literals?.enumeration.as_deref()
    }

    /// The keyword `const`.
    pub fn constant(self) -> Option<&'a JsonValue> {
        self.literals?.constant.as_ref()
    }

    /// The literals that a value may equal, each once: the constant where there is one, otherwise what `enum` lists.
    /// `None` when the schema lists nothing.
    pub fn literals(self) -> Option<Vec<&'a JsonValue>> {
        self.literals.map(Literals::distinct)
    }
}

impl ArrayNode<'_> {
    /// What each item has to be; `None` for an array of anything.
    pub fn items(self) -> Option<JsonSchemaNode> {
        self.items.map(|id| JsonSchemaNode::at(self.arena, id))
    }
}

impl<'a> ObjectNode<'a> {
    /// The declared properties, in written order.
    pub fn properties(self) -> impl ExactSizeIterator<Item = PropertyNode<'a>> {
        self.object.properties.iter().map(move |(name, property)| PropertyNode {
            name,
            schema: JsonSchemaNode::at(self.arena, property.node),
            required: property.required,
        })
    }

    /// The property of this name.
    pub fn property(self, name: &str) -> Option<PropertyNode<'a>> {
        let (_, name, property) = self.object.properties.get_full(name)?;
        Some(PropertyNode {
            name,
            schema: JsonSchemaNode::at(self.arena, property.node),
            required: property.required,
        })
    }

    /// The keyword `additionalProperties`; `None` where it is left out, which says the same as `true`.
    pub fn additional_properties(self) -> Option<bool> {
        self.object.additional
    }

    /// Whether the object may have members that are not declared.
    pub fn is_open(self) -> bool {
        self.object.additional != Some(false)
    }
}

impl OneOfNode<'_> {
    /// The branches, in written order: at least two.
    pub fn branches(self) -> impl ExactSizeIterator<Item = JsonSchemaNode> {
        self.branches.iter().map(move |id| JsonSchemaNode::at(self.arena, *id))
    }
}
