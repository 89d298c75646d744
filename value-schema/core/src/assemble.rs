//! Putting a value together from its parts in the order of its text, without recursion.

use crate::{
    array::JsonArray,
    object::{Index, JsonObject, Member, position},
    pointer::Pointer,
    value::JsonValue,
};

/// A value that is being put together.
///
/// The children of all containers that are still open lie on two stacks, so that a container is allocated once, with
/// the size that it has.
#[derive(Default)]
pub(crate) struct Assembler {
    open: Vec<Open>,
    items: Vec<JsonValue>,
    members: Vec<Member>,
    whole: JsonValue,
}

enum Open {
    /// Where its items begin.
    Array(usize),
    Object {
        /// Where its members begin.
        start: usize,
        /// The name of the member whose value comes next.
        name: String,
        /// Of its members, once they are many.
        index: Option<Box<Index>>,
    },
}

impl Assembler {
    pub(crate) fn open_array(&mut self) {
        self.open.push(Open::Array(self.items.len()));
    }

    pub(crate) fn open_object(&mut self) {
        self.open.push(Open::Object { start: self.members.len(), name: String::new(), index: None });
    }

    /// How many containers are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost open container is an object; none if nothing is open.
    #[inline]
    pub(crate) fn innermost_is_object(&self) -> Option<bool> {
        self.open.last().map(|open| matches!(open, Open::Object { .. }))
    }

    /// Names the member whose value comes next. False if the object has a member with this name; [`Self::pointer`]
    /// points to it all the same.
    #[must_use]
    pub(crate) fn name(&mut self, new: String) -> bool {
        let Some(Open::Object { start, name, index }) = self.open.last_mut() else {
            unreachable!("names are given in objects");
        };
        let members = &self.members[*start..];
        if index.is_none() && members.len() >= Index::WORTHWHILE {
            *index = Some(Box::new(Index::of(members)));
        }
        let known = position(members, index.as_deref(), &new).is_some();
        *name = new;
        !known
    }

    /// Names the member whose value comes next, in the copy of an object.
    pub(crate) fn name_known_to_be_new(&mut self, new: String) {
        if let Some(Open::Object { name, .. }) = self.open.last_mut() {
            *name = new;
        }
    }

    /// Adds a value to the innermost open container.
    pub(crate) fn value(&mut self, value: JsonValue) {
        match self.open.last_mut() {
            Some(Open::Array(_)) => self.items.push(value),
            Some(Open::Object { start, name, index }) => {
                self.members.push((std::mem::take(name), value));
                if let Some(index) = index {
                    index.add_last(&self.members[*start..]);
                }
            }
            None => self.whole = value,
        }
    }

    /// Closes the innermost open container.
    pub(crate) fn close(&mut self) {
        let value = match self.open.pop() {
            Some(Open::Array(start)) => JsonValue::Array(JsonArray { items: self.items.drain(start..).collect() }),
            Some(Open::Object { start, index, .. }) => {
                JsonValue::Object(JsonObject::from_parts(self.members.drain(start..).collect(), index))
            }
            None => unreachable!("as many containers are closed as are opened"),
        };
        self.value(value);
    }

    /// The place of the value that comes next, in this many of the open containers: with one less than [`Self::depth`]
    /// it is the place of the innermost one.
    pub(crate) fn pointer(&self, levels: usize) -> Pointer {
        let mut pointer = Pointer::root();
        // The items of an array end where those of the next one begin.
        let starts =
            self.open.iter().filter_map(|open| if let Open::Array(start) = open { Some(*start) } else { None });
        let mut ends = starts.skip(1).chain([self.items.len()]);
        for open in &self.open[..levels] {
            match open {
                Open::Array(start) => pointer.push_index(ends.next().unwrap_or(*start) - start),
                Open::Object { name, .. } => pointer.push_name(name),
            }
        }
        pointer
    }

    /// The value, once everything is closed.
    pub(crate) fn finish(self) -> JsonValue {
        self.whole
    }
}
