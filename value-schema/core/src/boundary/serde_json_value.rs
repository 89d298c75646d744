//! Values of `serde_json`, without recursion.

use serde_json::{Map, Value, map};

use super::error::{LossyError, LossyKind};
use crate::{
    assemble::Assembler,
    number::{JsonNumber, NumberError},
    value::JsonValue,
    walk::{Event, Walk},
};

enum Open<'a> {
    Array(std::slice::Iter<'a, Value>),
    Object(map::Iter<'a>),
}

impl JsonValue {
    /// A copy of a value of `serde_json`, at any depth.
    ///
    /// Refused are negative zero and, where some crate has switched on the feature `arbitrary_precision` of
    /// `serde_json`, numbers whose decimal value would change. Without that feature `serde_json` has changed them
    /// before: read text with [`Self::from_text`] to have them refused.
    pub fn from_serde_json(value: &Value) -> Result<Self, LossyError> {
        let mut copy = Assembler::default();
        let mut open = Vec::new();
        let mut next = Some(value);
        loop {
            if let Some(value) = next.take() {
                match value {
                    Value::Null => copy.value(Self::Null),
                    Value::Bool(value) => copy.value(Self::Bool(*value)),
                    Value::Number(value) => match number(value) {
                        Ok(value) => copy.value(Self::Number(value)),
                        Err(error) => return Err(LossyError::new(error.into(), copy.pointer(copy.depth()))),
                    },
                    Value::String(value) => copy.value(Self::String(value.clone())),
                    Value::Array(items) => {
                        copy.open_array();
                        open.push(Open::Array(items.iter()));
                    }
                    Value::Object(members) => {
                        copy.open_object();
                        open.push(Open::Object(members.iter()));
                    }
                }
            }
            match open.last_mut() {
                None => return Ok(copy.finish()),
                Some(Open::Array(items)) => next = items.next(),
                Some(Open::Object(members)) => {
                    next = match members.next() {
                        None => None,
                        Some((name, value)) => {
                            if !copy.name(name.clone()) {
                                let kind = LossyKind::DuplicateKey;
                                return Err(LossyError::new(kind, copy.pointer(copy.depth())));
                            }
                            Some(value)
                        }
                    };
                }
            }
            if next.is_none() {
                open.pop();
                copy.close();
            }
        }
    }

    /// A copy as a value of `serde_json`. It is made without recursion, but `serde_json` drops, clones and writes its
    /// values by recursion: a stack of 2 MB holds some ten thousand levels.
    pub fn to_serde_json(&self) -> Value {
        enum Building {
            Array(Vec<Value>),
            Object(Map<String, Value>, String),
        }
        let mut open: Vec<Building> = Vec::new();
        let mut whole = Value::Null;
        for event in Walk::value(self) {
            let value = match event {
                Event::OpenArray => {
                    open.push(Building::Array(Vec::new()));
                    continue;
                }
                Event::OpenObject => {
                    open.push(Building::Object(Map::new(), String::new()));
                    continue;
                }
                Event::Name(new) => {
                    if let Some(Building::Object(_, name)) = open.last_mut() {
                        new.clone_into(name);
                    }
                    continue;
                }
                Event::CloseArray | Event::CloseObject => match open.pop() {
                    Some(Building::Array(items)) => Value::Array(items),
                    Some(Building::Object(members, _)) => Value::Object(members),
                    None => Value::Null,
                },
                Event::Scalar(Self::Bool(value)) => Value::Bool(*value),
                Event::Scalar(Self::Number(value)) => value.to_serde_json(),
                Event::Scalar(Self::String(value)) => Value::String(value.clone()),
                Event::Scalar(_) => Value::Null,
            };
            match open.last_mut() {
                None => whole = value,
                Some(Building::Array(items)) => items.push(value),
                Some(Building::Object(members, name)) => {
                    members.insert(std::mem::take(name), value);
                }
            }
        }
        whole
    }
}

/// A number, by its digits: they are all of it, also where `serde_json` keeps them.
fn number(number: &serde_json::Number) -> Result<JsonNumber, NumberError> {
    match number.as_u64() {
        Some(integer) => Ok(integer.into()),
        None => number.to_string().parse(),
    }
}

impl TryFrom<&Value> for JsonValue {
    type Error = LossyError;

    /// As [`JsonValue::from_serde_json`].
    fn try_from(value: &Value) -> Result<Self, LossyError> {
        Self::from_serde_json(value)
    }
}
