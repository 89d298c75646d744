//! Where evaluation stands: the path in the document, the dynamic scope, and how deep it is.

use crate::{
    schema::{Resource, Schema},
    violation::{push_index, push_name},
};

/// The way to a value, from the inside out; it lives on the stack and becomes a pointer only for a violation.
pub(super) enum Path<'p> {
    Root,
    Name(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    pub(super) fn to_pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut path = self;
        while let Path::Name(parent, _) | Path::Index(parent, _) = path {
            steps.push(path);
            path = parent;
        }
        let mut pointer = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Path::Root => {}
                Path::Name(_, name) => push_name(&mut pointer, name),
                Path::Index(_, index) => push_index(&mut pointer, *index),
            }
        }
        pointer
    }
}

/// The dynamic scope: the resources that evaluation came through, each once, from the inside out. A dynamic reference
/// takes the outermost resource with its anchor, so a resource that is entered again changes nothing.
pub(super) struct Scope<'p> {
    outer: Option<(&'p Scope<'p>, &'static Resource)>,
    /// Equal for equal scopes within one evaluation.
    pub(super) id: u32,
}

impl<'p> Scope<'p> {
    pub(super) const fn new() -> Self {
        Scope { outer: None, id: 0 }
    }

    pub(super) fn inside(outer: &'p Scope<'p>, resource: &'static Resource, id: u32) -> Self {
        Scope { outer: Some((outer, resource)), id }
    }

    fn resources(&self) -> impl Iterator<Item = &'static Resource> {
        std::iter::successors(self.outer, |(scope, _)| scope.outer).map(|(_, resource)| resource)
    }

    pub(super) fn holds(&self, resource: &'static Resource) -> bool {
        self.resources().any(|other| std::ptr::eq(other, resource))
    }

    /// The schema with a dynamic anchor in the outermost resource that has one of that name.
    pub(super) fn outermost(&self, anchor: &str) -> Option<&'static Schema> {
        self.resources()
            .filter_map(|resource| resource.dynamic_anchors.iter().find(|(name, _)| *name == anchor))
            .last()
            .map(|(_, schema)| *schema)
    }
}

/// Where evaluation stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) path: &'p Path<'p>,
    pub(super) scope: &'p Scope<'p>,
    /// Number of schemas that evaluation is inside of.
    pub(super) nesting: u32,
}

impl<'p> Place<'p> {
    pub(super) fn new(path: &'p Path<'p>, scope: &'p Scope<'p>) -> Self {
        Self { path, scope, nesting: 0 }
    }

    /// The same value, one schema further in.
    pub(super) fn deeper(self) -> Self {
        Self { nesting: self.nesting + 1, ..self }
    }

    /// A value inside this one, one schema further in.
    pub(super) fn inside<'q>(self, path: &'q Path<'q>) -> Place<'q>
    where
        'p: 'q,
    {
        Place { path, scope: self.scope, nesting: self.nesting + 1 }
    }

    /// The same value in a wider dynamic scope.
    pub(super) fn within<'q>(self, scope: &'q Scope<'q>) -> Place<'q>
    where
        'p: 'q,
    {
        Place { path: self.path, scope, nesting: self.nesting }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_pointers() {
        let root = Path::Root;
        let name = Path::Name(&root, "a/b");
        let index = Path::Index(&name, 4);
        assert_eq!(root.to_pointer(), "");
        assert_eq!(index.to_pointer(), "/a~1b/4");
    }

    #[test]
    fn the_outermost_anchor_wins() {
        static OUTER: Schema = Schema { location: "outer", keywords: &[], resource: None };
        static INNER: Schema = Schema { location: "inner", keywords: &[], resource: None };
        static FIRST: Resource = Resource { dynamic_anchors: &[("a", &OUTER)] };
        static SECOND: Resource = Resource { dynamic_anchors: &[("a", &INNER), ("b", &INNER)] };
        let root = Scope::new();
        let first = Scope::inside(&root, &FIRST, 1);
        let second = Scope::inside(&first, &SECOND, 2);
        assert_eq!(second.outermost("a").map(|schema| schema.location), Some("outer"));
        assert_eq!(second.outermost("b").map(|schema| schema.location), Some("inner"));
        assert!(second.outermost("c").is_none());
        assert!(second.holds(&FIRST) && !first.holds(&SECOND));
    }
}
