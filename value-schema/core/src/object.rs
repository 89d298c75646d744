//! Objects.

use std::{
    fmt,
    hash::{BuildHasher as _, RandomState},
    vec,
};

use hashbrown::HashTable;
use thiserror::Error;

use crate::{compare, release, value::JsonValue, walk::Walk, write};

pub(crate) type Member = (String, JsonValue);

/// The members of a JSON object, in the order in which they came. No two have the same name.
///
/// A name is found in constant time, also among many; removing a member takes time linear in their number. Dropping,
/// cloning and comparing it takes no stack.
///
/// ```
/// use value_schema_core::JsonObject;
///
/// let call = JsonObject::new().with("city", "Oslo").with("days", 3);
/// assert_eq!(call.get("city").and_then(|city| city.as_str()), Some("Oslo"));
/// assert_eq!(call.keys().collect::<Vec<_>>(), ["city", "days"]);
/// ```
#[derive(Default)]
pub struct JsonObject {
    members: Vec<Member>,
    index: Option<Box<Index>>,
}

/// A second member with the same name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the member {name:?} is there already: an object has one member of a name")]
pub struct SecondMember {
    /// The name.
    pub name: String,
}

/// Where the members of an object are, by the hash of their names.
#[derive(Clone)]
pub(crate) struct Index {
    /// Keyed anew for each object, so that nobody can write names that meet.
    hasher: RandomState,
    positions: HashTable<usize>,
}

impl Index {
    /// The number of members from which on an index is faster than looking at each of them.
    pub(crate) const WORTHWHILE: usize = 32;

    pub(crate) fn of(members: &[Member]) -> Self {
        let mut index = Self { hasher: RandomState::new(), positions: HashTable::with_capacity(2 * members.len()) };
        for end in 1..=members.len() {
            index.add_last(&members[..end]);
        }
        index
    }

    /// Adds the last of the members.
    pub(crate) fn add_last(&mut self, members: &[Member]) {
        let Some((name, _)) = members.last() else { return };
        let hash = self.hasher.hash_one(name.as_str());
        let hasher = &self.hasher;
        self.positions
            .insert_unique(hash, members.len() - 1, |&position| hasher.hash_one(members[position].0.as_str()));
    }

    fn position(&self, members: &[Member], name: &str) -> Option<usize> {
        let hash = self.hasher.hash_one(name);
        self.positions.find(hash, |&position| members[position].0 == name).copied()
    }
}

/// The position of the member with this name.
pub(crate) fn position(members: &[Member], index: Option<&Index>, name: &str) -> Option<usize> {
    match index {
        Some(index) => index.position(members, name),
        // Names of one length mostly differ at the end (`option_1`, `option_2`), which is cheaper to see than all of it.
        None => members.iter().position(|(member, _)| {
            member.len() == name.len() && member.as_bytes().last() == name.as_bytes().last() && member == name
        }),
    }
}

impl JsonObject {
    /// An object without members.
    pub const fn new() -> Self {
        Self { members: Vec::new(), index: None }
    }

    /// An object without members that has room for some.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { members: Vec::with_capacity(capacity), index: None }
    }

    /// The members as an object, if no name comes twice.
    pub fn from_members<K: Into<String>, V: Into<JsonValue>>(
        members: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Self, SecondMember> {
        let mut object = Self::new();
        for (name, value) in members {
            object.insert_new(name, value)?;
        }
        Ok(object)
    }

    /// Members with different names. Without an index, it is made when they are many.
    pub(crate) fn from_parts(members: Vec<Member>, index: Option<Box<Index>>) -> Self {
        let index = match index {
            None if members.len() > Index::WORTHWHILE => Some(Box::new(Index::of(&members))),
            index => index,
        };
        Self { members, index }
    }

    pub(crate) fn members(&self) -> &[Member] {
        &self.members
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The value of the member with this name.
    pub fn get(&self, name: &str) -> Option<&JsonValue> {
        self.index_of(name).map(|position| &self.members[position].1)
    }

    /// The value of the member with this name.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut JsonValue> {
        self.index_of(name).map(|position| &mut self.members[position].1)
    }

    /// Whether there is a member with this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.index_of(name).is_some()
    }

    /// The position of the member with this name, counted from 0.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        position(&self.members, self.index.as_deref(), name)
    }

    /// The member at a position, counted from 0.
    pub fn get_index(&self, position: usize) -> Option<(&str, &JsonValue)> {
        self.members.get(position).map(|(name, value)| (name.as_str(), value))
    }

    /// Sets the member with this name, and gives the value that it had. A member that is there keeps its place.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<JsonValue>) -> Option<JsonValue> {
        let (name, value) = (name.into(), value.into());
        if let Some(position) = self.index_of(&name) {
            return Some(std::mem::replace(&mut self.members[position].1, value));
        }
        self.push(name, value);
        None
    }

    /// Adds a member, unless there is one with this name.
    pub fn insert_new(&mut self, name: impl Into<String>, value: impl Into<JsonValue>) -> Result<(), SecondMember> {
        let name = name.into();
        if self.contains_key(&name) {
            return Err(SecondMember { name });
        }
        self.push(name, value.into());
        Ok(())
    }

    /// The same object with this member set: see [`Self::insert`].
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<JsonValue>) -> Self {
        self.insert(name, value);
        self
    }

    /// The value of the member with this name, which is added when it is not there.
    pub fn get_or_insert_with(&mut self, name: &str, value: impl FnOnce() -> JsonValue) -> &mut JsonValue {
        let position = self.index_of(name).unwrap_or_else(|| {
            self.push(name.to_owned(), value());
            self.members.len() - 1
        });
        &mut self.members[position].1
    }

    /// Takes away the member with this name; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<JsonValue> {
        let position = self.index_of(name)?;
        let (_, value) = self.members.remove(position);
        self.index = None;
        if self.members.len() > Index::WORTHWHILE {
            self.index = Some(Box::new(Index::of(&self.members)));
        }
        Some(value)
    }

    /// The members in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &JsonValue)> + ExactSizeIterator {
        self.members.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The names in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// The values in their order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &JsonValue> + ExactSizeIterator {
        self.members.iter().map(|(_, value)| value)
    }

    /// The values in their order.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut JsonValue> + ExactSizeIterator {
        self.members.iter_mut().map(|(_, value)| value)
    }

    /// Adds a member whose name is new.
    fn push(&mut self, name: String, value: JsonValue) {
        self.members.push((name, value));
        match &mut self.index {
            Some(index) => index.add_last(&self.members),
            None if self.members.len() > Index::WORTHWHILE => {
                self.index = Some(Box::new(Index::of(&self.members)));
            }
            None => {}
        }
    }
}

impl Drop for JsonObject {
    fn drop(&mut self) {
        release::children(self.members.iter_mut().map(|(_, value)| value));
    }
}

impl Clone for JsonObject {
    fn clone(&self) -> Self {
        match Walk::object(self).copy() {
            JsonValue::Object(object) => object,
            _ => unreachable!("the copy of an object is one"),
        }
    }
}

impl PartialEq for JsonObject {
    /// Whether both have the same members, in whatever order.
    fn eq(&self, other: &Self) -> bool {
        compare::objects(self, other)
    }
}

impl Eq for JsonObject {}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::compact(Walk::object(self), f)
    }
}

impl IntoIterator for JsonObject {
    type Item = (String, JsonValue);
    type IntoIter = vec::IntoIter<(String, JsonValue)>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.members).into_iter()
    }
}
