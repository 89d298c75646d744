//! Nodes as wire JSON, as text and as a value, and their equality.

use std::ops::Range;

use crate::{
    JsonValue,
    arena::{Annotations, Arena, NodeId, ObjectShape, Shape},
    assemble::Assembler,
    walk::Walk,
    write,
};

/// What a wire form is written into, in the order of its text.
trait Sink {
    fn open_array(&mut self);
    fn open_object(&mut self);
    fn name(&mut self, name: &str);
    fn string(&mut self, text: &str);
    fn value(&mut self, value: &JsonValue);
    fn close_array(&mut self);
    fn close_object(&mut self);
    /// The next object is this schema.
    fn enter(&mut self, _: NodeId) {}
    /// The last object was this schema.
    fn leave(&mut self, _: NodeId) {}
}

/// What is still to be written. The last one is next.
enum Task<'a> {
    Schema(NodeId),
    /// What stands behind the children of a schema.
    Rest(NodeId),
    Name(&'a str),
    CloseArray,
    CloseObject,
}

/// Writes the node `root` as a JSON Schema.
fn write_into(arena: &Arena, root: NodeId, sink: &mut impl Sink) {
    let mut tasks = vec![Task::Schema(root)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Schema(id) => {
                sink.enter(id);
                sink.open_object();
                tasks.push(Task::Rest(id));
                write_head(arena, id, sink, &mut tasks);
            }
            Task::Rest(id) => {
                write_rest(arena, id, sink);
                sink.close_object();
                sink.leave(id);
            }
            Task::Name(name) => sink.name(name),
            Task::CloseArray => sink.close_array(),
            Task::CloseObject => sink.close_object(),
        }
    }
}

/// The members before the children, and the children as tasks.
fn write_head<'a>(arena: &'a Arena, id: NodeId, sink: &mut impl Sink, tasks: &mut Vec<Task<'a>>) {
    let node = arena.node(id);
    let word = match &node.shape {
        Shape::Scalar { scalar, .. } => Some(scalar.as_str()),
        Shape::Array { .. } => Some("array"),
        Shape::Object(_) => Some("object"),
        Shape::Any | Shape::OneOf(_) => None,
    };
    let annotations = node.annotations.as_deref();
    let title = annotations.and_then(|annotations| annotations.title.as_deref());
    let description = annotations.and_then(|annotations| annotations.description.as_deref());
    for (name, text) in [("type", word), ("title", title), ("description", description)] {
        if let Some(text) = text {
            sink.name(name);
            sink.string(text);
        }
    }
    match &node.shape {
        Shape::Any | Shape::Array { items: None } => {}
        Shape::Scalar { literals, .. } => {
            if let Some(listed) = literals.as_ref().and_then(|literals| literals.enumeration.as_ref()) {
                sink.name("enum");
                sink.open_array();
                listed.iter().for_each(|literal| sink.value(literal));
                sink.close_array();
            }
            if let Some(constant) = literals.as_ref().and_then(|literals| literals.constant.as_ref()) {
                sink.name("const");
                sink.value(constant);
            }
        }
        Shape::Array { items: Some(items) } => {
            sink.name("items");
            tasks.push(Task::Schema(*items));
        }
        Shape::Object(shape) => {
            if shape.writes_properties {
                sink.name("properties");
                sink.open_object();
                tasks.push(Task::CloseObject);
                for (name, property) in shape.properties.iter().rev() {
                    tasks.extend([Task::Schema(property.node), Task::Name(name)]);
                }
            }
        }
        Shape::OneOf(branches) => {
            sink.name("oneOf");
            sink.open_array();
            tasks.push(Task::CloseArray);
            tasks.extend(branches.iter().rev().map(|branch| Task::Schema(*branch)));
        }
    }
}

/// The members behind the children.
fn write_rest(arena: &Arena, id: NodeId, sink: &mut impl Sink) {
    let node = arena.node(id);
    if let Shape::Object(shape) = &node.shape {
        if shape.writes_required {
            sink.name("required");
            sink.open_array();
            required(shape).for_each(|name| sink.string(name));
            sink.close_array();
        }
        if let Some(additional) = shape.additional {
            sink.name("additionalProperties");
            sink.value(&JsonValue::Bool(additional));
        }
    }
    if let Some(Annotations { default, examples, .. }) = node.annotations.as_deref() {
        for (name, value) in [("default", default), ("examples", examples)] {
            if let Some(value) = value {
                sink.name(name);
                sink.value(value);
            }
        }
    }
}

impl Sink for Assembler {
    fn open_array(&mut self) {
        self.open_array();
    }

    fn open_object(&mut self) {
        self.open_object();
    }

    fn name(&mut self, name: &str) {
        self.name_known_to_be_new(name.to_owned());
    }

    fn string(&mut self, text: &str) {
        self.value(JsonValue::from(text));
    }

    fn value(&mut self, value: &JsonValue) {
        self.value(value.clone());
    }

    fn close_array(&mut self) {
        self.close();
    }

    fn close_object(&mut self) {
        self.close();
    }
}

/// Text without white space.
#[derive(Default)]
struct Text {
    text: String,
    /// Where each schema stands, by its place in the arena; empty when nobody asks.
    places: Vec<Range<usize>>,
}

impl Text {
    /// Whether what comes next is neither the first item or member nor behind its name.
    fn continues(&self) -> bool {
        // No value ends with one of these: a string ends with its quote.
        !matches!(self.text.as_bytes().last(), None | Some(b'{' | b'[' | b':'))
    }

    fn separate(&mut self) {
        if self.continues() {
            self.text.push(',');
        }
    }
}

impl Sink for Text {
    fn open_array(&mut self) {
        self.separate();
        self.text.push('[');
    }

    fn open_object(&mut self) {
        self.separate();
        self.text.push('{');
    }

    fn name(&mut self, name: &str) {
        self.string(name);
        self.text.push(':');
    }

    fn string(&mut self, text: &str) {
        self.separate();
        // Writing to a string does not fail.
        let _ = write::string(text, &mut self.text);
    }

    fn value(&mut self, value: &JsonValue) {
        self.separate();
        let _ = write::compact(Walk::value(value), &mut self.text);
    }

    fn close_array(&mut self) {
        self.text.push(']');
    }

    fn close_object(&mut self) {
        self.text.push('}');
    }

    fn enter(&mut self, id: NodeId) {
        let start = self.text.len() + usize::from(self.continues());
        if let Some(place) = self.places.get_mut(id as usize) {
            place.start = start;
        }
    }

    fn leave(&mut self, id: NodeId) {
        if let Some(place) = self.places.get_mut(id as usize) {
            place.end = self.text.len();
        }
    }
}

/// The wire form of the node `root`.
pub(crate) fn to_json(arena: &Arena, root: NodeId) -> JsonValue {
    let mut value = Assembler::default();
    write_into(arena, root, &mut value);
    value.finish()
}

/// The text of the wire form.
pub(crate) fn to_text(arena: &Arena, root: NodeId) -> String {
    let mut text = Text::default();
    write_into(arena, root, &mut text);
    text.text
}

/// The text of the wire form, and where in it each node stands.
pub(crate) fn to_text_with_places(arena: &Arena, root: NodeId) -> (String, Vec<Range<usize>>) {
    let mut text = Text { text: String::new(), places: vec![0..0; arena.nodes.len()] };
    write_into(arena, root, &mut text);
    (text.text, text.places)
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
