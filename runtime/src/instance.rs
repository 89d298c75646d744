//! A read-only view of a JSON value, whatever holds it.
//!
//! Checks that need more than one member (conditionals, `not`, branch counting, uniqueness) run over this view. A
//! generated type, a [`Json`](crate::Json) tree and a caller's own value all offer it, so each assertion has one
//! implementation for decoding, for `validate` after a change, and for builders.

use crate::number::NumberRef;

/// A JSON value to look at (JSON Schema calls it the instance).
#[derive(Clone, Copy)]
pub enum Instance<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(NumberRef<'a>),
    /// A string.
    String(&'a str),
    /// An array.
    Array(&'a dyn ArrayView),
    /// An object.
    Object(&'a dyn ObjectView),
}

/// The items of an array.
pub trait ArrayView {
    /// Number of items.
    fn len(&self) -> usize;
    /// Whether there is no item.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The item at `index`, counted from 0.
    fn item(&self, index: usize) -> Option<Instance<'_>>;
}

/// The members of an object. Names are unique.
pub trait ObjectView {
    /// Number of members.
    fn len(&self) -> usize;
    /// Whether there is no member.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The value of the member called `name`.
    fn member(&self, name: &str) -> Option<Instance<'_>>;
    /// Calls `visit` with each member, in a fixed order, until it answers `false`. Answers whether all were visited.
    fn each_member<'a>(&'a self, visit: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool;
}

/// A value that can be looked at as JSON.
pub trait View {
    /// The value as JSON.
    fn view(&self) -> Instance<'_>;
}
