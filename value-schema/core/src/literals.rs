//! The literals of `enum` and `const`, and how a value is found among them.

use std::collections::HashSet;

use crate::{JsonNumber, JsonValue, arena::NameHash};

/// Below this many literals, comparing with each is faster than hashing.
const FEW: usize = 8;

/// The literals that a scalar schema lists, as written, and an index of those that it admits.
#[derive(Debug, Clone)]
pub(crate) struct Literals {
    pub(crate) enumeration: Option<Box<[JsonValue]>>,
    pub(crate) constant: Option<JsonValue>,
    index: Option<Index>,
}

/// An index of many literals of one scalar type.
#[derive(Debug, Clone)]
struct Index {
    strings: HashSet<Box<str>, NameHash>,
    numbers: HashSet<JsonNumber, NameHash>,
}

impl Literals {
    pub(crate) fn new(enumeration: Option<Box<[JsonValue]>>, constant: Option<JsonValue>) -> Self {
        let index = match (&constant, &enumeration) {
            (None, Some(listed)) if listed.len() > FEW => {
                let mut index = Index { strings: HashSet::default(), numbers: HashSet::default() };
                for literal in listed {
                    match literal {
                        JsonValue::String(text) => _ = index.strings.insert(text.as_str().into()),
                        JsonValue::Number(number) => _ = index.numbers.insert(*number),
                        _ => {}
                    }
                }
                Some(index)
            }
            _ => None,
        };
        Self { enumeration, constant, index }
    }

    /// What a value may be: the constant where there is one, otherwise what is listed.
    pub(crate) fn admitted(&self) -> &[JsonValue] {
        match (&self.constant, &self.enumeration) {
            (Some(constant), _) => std::slice::from_ref(constant),
            (None, Some(listed)) => listed,
            (None, None) => &[],
        }
    }

    /// The admitted literals without repetitions (`1` repeats `1.0`).
    pub(crate) fn distinct(&self) -> Vec<&JsonValue> {
        let mut strings = HashSet::new();
        let mut numbers = HashSet::new();
        let mut others = Vec::new();
        let mut distinct = Vec::new();
        for literal in self.admitted() {
            let new = match literal {
                JsonValue::String(text) => strings.insert(text.as_str()),
                JsonValue::Number(number) => numbers.insert(*number),
                other => {
                    let new = !others.contains(&other);
                    if new {
                        others.push(other);
                    }
                    new
                }
            };
            if new {
                distinct.push(literal);
            }
        }
        distinct
    }

    /// Whether a value equals an admitted literal.
    pub(crate) fn admits(&self, value: &JsonValue) -> bool {
        if let Some(index) = &self.index {
            match value {
                JsonValue::String(text) => return index.strings.contains(text.as_str()),
                JsonValue::Number(number) => return index.numbers.contains(number),
                _ => {}
            }
        }
        self.admitted().contains(value)
    }
}
