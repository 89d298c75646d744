//! Nodes as wire JSON, and their equality.

use crate::{
    JsonArray, JsonObject, JsonValue,
    arena::{Annotations, Arena, Node, NodeId, ObjectShape, Shape},
};

/// Writes the node `root` as a JSON Schema.
///
/// Children stand behind their parents in the arena, so going through the nodes backwards finds every child finished.
pub(crate) fn to_json(arena: &Arena, root: NodeId) -> JsonValue {
    let order = below(arena, root);
    let mut finished: Vec<JsonValue> = Vec::new();
    // The children of a node were finished one after the other, the last one first, just before the node itself.
    for id in order.into_iter().rev() {
        let node = arena.node(id);
        let mut object = JsonObject::new();
        write_head(&mut object, node);
        let mut child = || finished.pop().unwrap_or(JsonValue::Null);
        match &node.shape {
            Shape::Any => {}
            Shape::Scalar { literals, .. } => {
                if let Some(literals) = literals {
                    if let Some(listed) = &literals.enumeration {
                        put(&mut object, "enum", JsonValue::Array(listed.iter().cloned().collect::<JsonArray>()));
                    }
                    if let Some(constant) = &literals.constant {
                        put(&mut object, "const", constant.clone());
                    }
                }
            }
            Shape::Array { items } => {
                if items.is_some() {
                    put(&mut object, "items", child());
                }
            }
            Shape::Object(shape) => {
                if shape.writes_properties {
                    let mut properties = JsonObject::new();
                    for name in shape.properties.keys() {
                        put(&mut properties, name, child());
                    }
                    put(&mut object, "properties", JsonValue::Object(properties));
                }
                if shape.writes_required {
                    let names = required(shape).map(|name| JsonValue::String(name.to_owned()));
                    put(&mut object, "required", JsonValue::Array(names.collect::<JsonArray>()));
                }
                if let Some(additional) = shape.additional {
                    put(&mut object, "additionalProperties", JsonValue::Bool(additional));
                }
            }
            Shape::OneOf(branches) => {
                let branches = branches.iter().map(|_| child()).collect::<JsonArray>();
                put(&mut object, "oneOf", JsonValue::Array(branches));
            }
        }
        write_tail(&mut object, node.annotations.as_deref());
        finished.push(JsonValue::Object(object));
    }
    finished.pop().unwrap_or(JsonValue::Null)
}

/// The nodes from `root` down, each before its children, whose subtrees follow in written order.
fn below(arena: &Arena, root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        order.push(id);
        let from = waiting.len();
        waiting.extend(arena.children(id));
        waiting[from..].reverse();
    }
    order
}

fn put(object: &mut JsonObject, name: &str, value: JsonValue) {
    object.insert(name.to_owned(), value);
}

fn write_head(object: &mut JsonObject, node: &Node) {
    let word = match &node.shape {
        Shape::Scalar { scalar, .. } => Some(scalar.as_str()),
        Shape::Array { .. } => Some("array"),
        Shape::Object(_) => Some("object"),
        Shape::Any | Shape::OneOf(_) => None,
    };
    if let Some(word) = word {
        put(object, "type", JsonValue::String(word.to_owned()));
    }
    if let Some(annotations) = &node.annotations {
        if let Some(title) = &annotations.title {
            put(object, "title", JsonValue::String(title.clone()));
        }
        if let Some(description) = &annotations.description {
            put(object, "description", JsonValue::String(description.clone()));
        }
    }
}

fn write_tail(object: &mut JsonObject, annotations: Option<&Annotations>) {
    if let Some(annotations) = annotations {
        if let Some(default) = &annotations.default {
            put(object, "default", default.clone());
        }
        if let Some(examples) = &annotations.examples {
            put(object, "examples", examples.clone());
        }
    }
}

/// Whether two schemas have equal wire forms: the order of members does not matter, that of arrays does.
pub(crate) fn equal(left: (&Arena, NodeId), right: (&Arena, NodeId)) -> bool {
    let (left_arena, right_arena) = (left.0, right.0);
    let mut waiting = vec![(left.1, right.1)];
    while let Some((left, right)) = waiting.pop() {
        let (left, right) = (left_arena.node(left), right_arena.node(right));
        if left.annotations != right.annotations {
            return false;
        }
        match (&left.shape, &right.shape) {
            (Shape::Any, Shape::Any) => {}
            (
                Shape::Scalar { scalar: left, literals: left_literals },
                Shape::Scalar { scalar: right, literals: right_literals },
            ) => {
                let same = match (left_literals, right_literals) {
                    (None, None) => true,
                    (Some(left), Some(right)) => {
                        left.enumeration == right.enumeration && left.constant == right.constant
                    }
                    _ => false,
                };
                if left != right || !same {
                    return false;
                }
            }
            (Shape::Array { items: left }, Shape::Array { items: right }) => match (left, right) {
                (Some(left), Some(right)) => waiting.push((*left, *right)),
                (None, None) => {}
                _ => return false,
            },
            (Shape::Object(left), Shape::Object(right)) => {
                if left.additional != right.additional
                    || left.writes_properties != right.writes_properties
                    || left.properties.len() != right.properties.len()
                    || left.writes_required != right.writes_required
                    || !required(left).eq(required(right))
                {
                    return false;
                }
                for (name, property) in &left.properties {
                    let Some(other) = right.properties.get(name) else { return false };
                    waiting.push((property.node, other.node));
                }
            }
            (Shape::OneOf(left), Shape::OneOf(right)) => {
                if left.len() != right.len() {
                    return false;
                }
                waiting.extend(left.iter().copied().zip(right.iter().copied()));
            }
            _ => return false,
        }
    }
    true
}

/// The names of the keyword `required`, in written order.
fn required(object: &ObjectShape) -> impl Iterator<Item = &str> {
    object.required.iter().filter_map(|index| Some(&**object.properties.get_index(*index as usize)?.0))
}
