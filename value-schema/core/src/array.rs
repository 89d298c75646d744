//! Arrays.

use std::{
    fmt,
    ops::{Deref, DerefMut},
    slice, vec,
};

use crate::{compare, release, value::JsonValue, walk::Walk, write};

/// The items of a JSON array. It is used as a slice; dropping, cloning and comparing it takes no stack.
#[derive(Default)]
pub struct JsonArray {
    pub(crate) items: Vec<JsonValue>,
}

impl JsonArray {
    /// An array without items.
    pub const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// An array without items that has room for some.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { items: Vec::with_capacity(capacity) }
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: impl Into<JsonValue>) {
        self.items.push(item.into());
    }

    /// Takes the last item away.
    pub fn pop(&mut self) -> Option<JsonValue> {
        self.items.pop()
    }

    /// The items.
    pub fn into_vec(mut self) -> Vec<JsonValue> {
        std::mem::take(&mut self.items)
    }
}

impl Deref for JsonArray {
    type Target = [JsonValue];

    fn deref(&self) -> &[JsonValue] {
        &self.items
    }
}

impl DerefMut for JsonArray {
    fn deref_mut(&mut self) -> &mut [JsonValue] {
        &mut self.items
    }
}

impl Drop for JsonArray {
    fn drop(&mut self) {
        release::children(self.items.iter_mut());
    }
}

impl Clone for JsonArray {
    fn clone(&self) -> Self {
        match Walk::array(self).copy() {
            JsonValue::Array(array) => array,
            _ => unreachable!("the copy of an array is one"),
        }
    }
}

impl PartialEq for JsonArray {
    fn eq(&self, other: &Self) -> bool {
        compare::arrays(self, other)
    }
}

impl Eq for JsonArray {}

impl fmt::Debug for JsonArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::compact(Walk::array(self), f)
    }
}

impl<T: Into<JsonValue>> FromIterator<T> for JsonArray {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self { items: items.into_iter().map(Into::into).collect() }
    }
}

impl<T: Into<JsonValue>> Extend<T> for JsonArray {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.items.extend(items.into_iter().map(Into::into));
    }
}

impl From<Vec<JsonValue>> for JsonArray {
    fn from(items: Vec<JsonValue>) -> Self {
        Self { items }
    }
}

impl IntoIterator for JsonArray {
    type Item = JsonValue;
    type IntoIter = vec::IntoIter<JsonValue>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'a> IntoIterator for &'a JsonArray {
    type Item = &'a JsonValue;
    type IntoIter = slice::Iter<'a, JsonValue>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}
