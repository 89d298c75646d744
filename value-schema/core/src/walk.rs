//! Going through a value without recursion.

use std::slice;

use crate::{
    array::JsonArray,
    assemble::Assembler,
    object::{JsonObject, Member},
    value::JsonValue,
};

/// What is met on the way through a value, in the order of its text.
pub(crate) enum Event<'a> {
    /// `null`, a boolean, a number or a string.
    Scalar(&'a JsonValue),
    OpenArray,
    CloseArray,
    OpenObject,
    /// The name of the member whose value comes next.
    Name(&'a str),
    CloseObject,
}

/// The events of a value.
pub(crate) struct Walk<'a> {
    open: Vec<Open<'a>>,
    next: Option<Start<'a>>,
}

enum Open<'a> {
    Array(slice::Iter<'a, JsonValue>),
    Object(slice::Iter<'a, Member>),
}

#[derive(Clone, Copy)]
enum Start<'a> {
    Value(&'a JsonValue),
    Array(&'a JsonArray),
    Object(&'a JsonObject),
}

impl<'a> Walk<'a> {
    pub(crate) fn value(value: &'a JsonValue) -> Self {
        Self { open: Vec::new(), next: Some(Start::Value(value)) }
    }

    pub(crate) fn array(array: &'a JsonArray) -> Self {
        Self { open: Vec::new(), next: Some(Start::Array(array)) }
    }

    pub(crate) fn object(object: &'a JsonObject) -> Self {
        Self { open: Vec::new(), next: Some(Start::Object(object)) }
    }

    /// A copy of what is walked through.
    pub(crate) fn copy(self) -> JsonValue {
        let mut copy = Assembler::default();
        for event in self {
            match event {
                Event::Scalar(value) => copy.value(copy_scalar(value)),
                Event::OpenArray => copy.open_array(),
                Event::OpenObject => copy.open_object(),
                Event::Name(name) => copy.name_known_to_be_new(name.to_owned()),
                Event::CloseArray | Event::CloseObject => copy.close(),
            }
        }
        copy.finish()
    }

    fn start(&mut self, start: Start<'a>) -> Event<'a> {
        match start {
            Start::Value(JsonValue::Array(array)) | Start::Array(array) => {
                self.open.push(Open::Array(array.items.iter()));
                Event::OpenArray
            }
            Start::Value(JsonValue::Object(object)) | Start::Object(object) => {
                self.open.push(Open::Object(object.members().iter()));
                Event::OpenObject
            }
            Start::Value(scalar) => Event::Scalar(scalar),
        }
    }
}

/// A copy of a value that is no container.
pub(crate) fn copy_scalar(value: &JsonValue) -> JsonValue {
    match value {
        JsonValue::Bool(value) => JsonValue::Bool(*value),
        JsonValue::Number(value) => JsonValue::Number(*value),
        JsonValue::String(value) => JsonValue::String(value.clone()),
        JsonValue::Null | JsonValue::Array(_) | JsonValue::Object(_) => JsonValue::Null,
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(start) = self.next.take() {
            return Some(self.start(start));
        }
        let closed = match self.open.last_mut()? {
            Open::Array(items) => {
                if let Some(item) = items.next() {
                    return Some(self.start(Start::Value(item)));
                }
                Event::CloseArray
            }
            Open::Object(members) => {
                if let Some((name, value)) = members.next() {
                    self.next = Some(Start::Value(value));
                    return Some(Event::Name(name));
                }
                Event::CloseObject
            }
        };
        self.open.pop();
        Some(closed)
    }
}
