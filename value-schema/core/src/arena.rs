//! Where the nodes of a schema live: one flat list, so that no operation on a schema recurses.

use indexmap::IndexMap;

use crate::{JsonValue, Pointer, literals::Literals};

/// The hash of property names. Seeded, and only names that the schema declares are ever inserted.
pub(crate) type NameHash = hashbrown::DefaultHashBuilder;

/// The place of a node in its [`Arena`].
pub(crate) type NodeId = u32;

/// Stands for "no parent" and for a child that is not read yet.
pub(crate) const NOWHERE: NodeId = NodeId::MAX;

/// All nodes of one schema. Parents stand before their children.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    /// The root is the implicit object of a parameter declaration, whose pointers name no `properties`.
    pub(crate) implicit_root: bool,
}

/// One schema: what it says about itself, what it asks, and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) annotations: Option<Box<Annotations>>,
    pub(crate) shape: Shape,
    pub(crate) parent: NodeId,
    /// Which child of the parent: the index of the property or the branch; 0 for `items`.
    pub(crate) slot: u32,
}

/// What a schema says without asserting anything.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Annotations {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<JsonValue>,
    pub(crate) examples: Option<JsonValue>,
}

/// What a schema asserts.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    Any,
    Scalar { scalar: ScalarType, literals: Option<Box<Literals>> },
    Array { items: Option<NodeId> },
    Object(Box<ObjectShape>),
    OneOf(Box<[NodeId]>),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ObjectShape {
    pub(crate) properties: IndexMap<Box<str>, Property, NameHash>,
    /// Indices into `properties`, in written order.
    pub(crate) required: Vec<u32>,
    pub(crate) additional: Option<bool>,
    /// Whether the wire form writes `properties` and `required` (it may write them empty).
    pub(crate) writes_properties: bool,
    pub(crate) writes_required: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Property {
    pub(crate) node: NodeId,
    pub(crate) required: bool,
}

/// The type of a scalar schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// `"string"`
    String,
    /// `"number"`: any finite number, integers included.
    Number,
    /// `"integer"`: a number without a fraction, `1.0` and `1e300` included.
    Integer,
    /// `"boolean"`
    Boolean,
    /// `"null"`
    Null,
}

impl ScalarType {
    /// The word of the keyword `type`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Null => "null",
        }
    }

    /// The type as messages write it.
    pub(crate) const fn with_article(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Number => "a number",
            Self::Integer => "an integer",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        }
    }

    /// Whether a value is of the type.
    pub fn admits(self, value: &JsonValue) -> bool {
        match (self, value) {
            (Self::String, JsonValue::String(_))
            | (Self::Number, JsonValue::Number(_))
            | (Self::Boolean, JsonValue::Bool(_))
            | (Self::Null, JsonValue::Null) => true,
            (Self::Integer, JsonValue::Number(number)) => number.is_integer(),
            _ => false,
        }
    }
}

impl Arena {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Adds a node and tells its parent about it.
    pub(crate) fn add(&mut self, parent: NodeId, slot: u32, shape: Shape) -> NodeId {
        let id = NodeId::try_from(self.nodes.len()).unwrap_or(NOWHERE);
        assert!(id != NOWHERE, "a schema has fewer than 2^32 - 1 nodes");
        self.nodes.push(Node { annotations: None, shape, parent, slot });
        if parent != NOWHERE {
            match &mut self.nodes[parent as usize].shape {
                Shape::Array { items } => *items = Some(id),
                Shape::Object(object) => object.properties[slot as usize].node = id,
                Shape::OneOf(branches) => branches[slot as usize] = id,
                Shape::Any | Shape::Scalar { .. } => {}
            }
        }
        id
    }

    /// The pointer from `root` to `node`, which stands below it or is it.
    pub(crate) fn pointer(&self, root: NodeId, node: NodeId) -> Pointer {
        let mut below = node;
        let mut path = Vec::new();
        while below != root {
            let here = self.node(below);
            path.push((here.parent, here.slot));
            below = here.parent;
        }
        let mut pointer = Pointer::root();
        for (parent, slot) in path.into_iter().rev() {
            match &self.node(parent).shape {
                Shape::Array { .. } => pointer.push_name("items"),
                Shape::Object(object) => {
                    if !(self.implicit_root && parent == 0) {
                        pointer.push_name("properties");
                    }
                    if let Some((name, _)) = object.properties.get_index(slot as usize) {
                        pointer.push_name(name);
                    }
                }
                Shape::OneOf(_) => {
                    pointer.push_name("oneOf");
                    pointer.push_index(slot as usize);
                }
                Shape::Any | Shape::Scalar { .. } => {}
            }
        }
        pointer
    }
}
