//! Where the parts of a declaration stand in the source.

use std::collections::HashMap;

use proc_macro2::Span;
use value_schema_core::{SchemaProblem, SchemaProblemKind};

/// The places of all values of a declaration. The first one is the whole declaration.
#[derive(Default)]
pub(crate) struct Places {
    places: Vec<Place>,
}

struct Place {
    key: Option<Span>,
    value: Span,
    children: Children,
}

/// The places of the parts of a value, by index.
pub(crate) enum Children {
    None,
    Items(Vec<usize>),
    Members(HashMap<String, usize>),
}

impl Places {
    /// Adds a value with its key, if it is a member.
    pub(crate) fn add(&mut self, key: Option<Span>, value: Span) -> usize {
        self.places.push(Place { key, value, children: Children::None });
        self.places.len() - 1
    }

    pub(crate) fn set_children(&mut self, place: usize, children: Children) {
        self.places[place].children = children;
    }

    fn child(&self, place: &Place, token: &str) -> Option<&Place> {
        let index = match &place.children {
            Children::None => None,
            Children::Items(items) => token.parse::<usize>().ok().and_then(|index| items.get(index)),
            Children::Members(members) => members.get(token),
        };
        index.map(|index| &self.places[*index])
    }

    /// The token that a problem is about. Something that is missing is told where it should be.
    pub(crate) fn span(&self, problem: &SchemaProblem, whole: Span) -> Span {
        let Some(root) = self.places.first() else { return whole };
        let mut place = root;
        for token in problem.pointer.tokens() {
            match self.child(place, &token) {
                Some(child) => place = child,
                None => break,
            }
        }
        match &problem.kind {
            SchemaProblemKind::UnsupportedKeyword { .. }
            | SchemaProblemKind::MisplacedKeyword { .. }
            | SchemaProblemKind::BesideOneOf { .. }
            | SchemaProblemKind::MissingType { .. }
            | SchemaProblemKind::RequiredMisplaced { .. }
            | SchemaProblemKind::RequiredList => place.key.unwrap_or(place.value),
            SchemaProblemKind::OpennessMissing | SchemaProblemKind::RootNotObject { .. } => {
                self.child(place, "type").unwrap_or(place).value
            }
            _ => place.value,
        }
    }
}
