//! Several schemas that apply to one value together.
//!
//! A property that is declared in two members of an `allOf`, a `$ref` with siblings, a branch of a union next to the
//! keywords around the union: the value must be valid against all of them, so the type of the value is the type of
//! their conjunction. Types are looked up by conjunction, which makes equal places share a type.

use std::collections::BTreeSet;

use contracts_model::{
    Model,
    schema::{Body, Keywords, SchemaId, TypeSet},
};

use crate::keyword_set::KeywordSet;

/// A schema, or what is left of it when some of its keywords are dealt with elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    pub(crate) schema: SchemaId,
    /// Keywords that are dealt with elsewhere.
    pub(crate) without: KeywordSet,
}

impl Part {
    pub(crate) fn whole(schema: SchemaId) -> Self {
        Self { schema, without: KeywordSet::NONE }
    }
}

/// A set of parts in canonical form, for values of some JSON types. The empty conjunction of all types accepts
/// everything.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Conjunction {
    parts: Vec<Part>,
    types: TypeSet,
}

impl Conjunction {
    /// The canonical conjunction of some parts: references that stand alone are followed, what accepts everything is
    /// left out, equal parts stand once.
    pub(crate) fn new(model: &Model, parts: impl IntoIterator<Item = Part>) -> Self {
        let mut canonical: Vec<Part> = Vec::new();
        let mut seen = BTreeSet::new();
        for part in parts {
            let part = follow(model, part);
            let trivial = match &model.schema(part.schema).body {
                Body::Bool(accepts) => *accepts,
                Body::Keywords(keywords) => KeywordSet::of(keywords).without(part.without).is_empty(),
            };
            if !trivial && seen.insert(part) {
                canonical.push(part);
            }
        }
        if canonical.iter().any(|part| matches!(model.schema(part.schema).body, Body::Bool(false))) {
            canonical.retain(|part| matches!(model.schema(part.schema).body, Body::Bool(false)));
            canonical.truncate(1);
        }
        Self { parts: canonical, types: TypeSet::ANY }
    }

    /// The same conjunction for values of these types only.
    pub(crate) fn restricted(mut self, types: TypeSet) -> Self {
        self.types = types;
        self
    }

    /// The JSON types of the values in question.
    pub(crate) fn types(&self) -> TypeSet {
        self.types
    }

    /// Whether every value is accepted.
    pub(crate) fn is_trivial(&self) -> bool {
        self.parts.is_empty() && self.types == TypeSet::ANY
    }

    pub(crate) fn one(model: &Model, schema: SchemaId) -> Self {
        Self::new(model, [Part::whole(schema)])
    }

    /// The conjunction of one schema as it stands, even if it only refers to another: what a whole document is checked
    /// against, since a dynamic reference may depend on the way.
    pub(crate) fn verbatim(schema: SchemaId) -> Self {
        Self { parts: vec![Part::whole(schema)], types: TypeSet::ANY }
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The order-free form that types are looked up by.
    pub(crate) fn key(&self) -> Self {
        let mut key = self.clone();
        key.parts.sort_unstable();
        key
    }

    /// The only schema, when it is one and whole.
    pub(crate) fn single(&self) -> Option<SchemaId> {
        match self.parts.as_slice() {
            [part] if part.without.is_empty() && self.types == TypeSet::ANY => Some(part.schema),
            _ => None,
        }
    }
}

/// Follows references that stand alone: their schema says nothing but `$ref` (or an `allOf` of one member).
fn follow(model: &Model, mut part: Part) -> Part {
    let mut seen = BTreeSet::new();
    while part.without.is_empty() && seen.insert(part.schema) {
        let Some(keywords) = model.keywords(part.schema) else { break };
        let set = KeywordSet::of(keywords);
        if set == KeywordSet::REF
            && let Some(target) = keywords.reference
        {
            part = Part::whole(target);
        } else if set == KeywordSet::DYNAMIC_REF
            && let Some(dynamic) = &keywords.dynamic_reference
            && dynamic.anchor.is_none()
        {
            part = Part::whole(dynamic.target);
        } else if set == KeywordSet::ALL_OF
            && let [only] = keywords.all_of.as_slice()
        {
            part = Part::whole(*only);
        } else {
            break;
        }
    }
    part
}

/// A schema that applies in place, with the keywords of it that are still to be dealt with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder<'m> {
    pub(crate) schema: SchemaId,
    pub(crate) keywords: &'m Keywords,
    /// Its keywords without the applicators that led to other holders and without what is dealt with elsewhere.
    pub(crate) set: KeywordSet,
}

/// A conjunction with every `$ref` and `allOf` opened up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flat<'m> {
    pub(crate) holders: Vec<Holder<'m>>,
    /// Whether a member is the schema `false`.
    pub(crate) never: bool,
    /// Per `unevaluated*` holder the other holders that its annotations come from.
    pub(crate) inside: Vec<(SchemaId, Vec<SchemaId>)>,
}

/// Opens up every `$ref` and `allOf` of a conjunction.
pub(crate) fn flatten<'m>(model: &'m Model, conjunction: &Conjunction) -> Flat<'m> {
    let mut flat = Flat::default();
    let mut seen = BTreeSet::new();
    for part in conjunction.parts() {
        open(model, *part, &mut flat, &mut seen);
    }
    let unevaluated = KeywordSet::UNEVALUATED_ITEMS.union(KeywordSet::UNEVALUATED_PROPERTIES);
    let roots: Vec<SchemaId> = flat
        .holders
        .iter()
        .filter(|holder| holder.set.intersects(unevaluated))
        .map(|holder| holder.schema)
        .collect();
    for root in roots {
        let mut below = Flat::default();
        open(model, Part::whole(root), &mut below, &mut BTreeSet::new());
        let inside = below.holders.iter().map(|holder| holder.schema).collect();
        flat.inside.push((root, inside));
    }
    flat
}

fn open<'m>(model: &'m Model, part: Part, flat: &mut Flat<'m>, seen: &mut BTreeSet<Part>) {
    // An explicit stack: a chain of references may be thousands of schemas long.
    let mut stack = vec![part];
    while let Some(part) = stack.pop() {
        if !seen.insert(part) {
            continue;
        }
        let keywords = match &model.schema(part.schema).body {
            Body::Bool(accepts) => {
                flat.never |= !accepts;
                continue;
            }
            Body::Keywords(keywords) => keywords,
        };
        let all = KeywordSet::of(keywords).without(part.without);
        let mut next = Vec::new();
        if all.intersects(KeywordSet::REF)
            && let Some(target) = keywords.reference
        {
            next.push(Part::whole(target));
        }
        let mut set = all.without(KeywordSet::REF).without(KeywordSet::ALL_OF);
        if all.intersects(KeywordSet::DYNAMIC_REF)
            && let Some(dynamic) = &keywords.dynamic_reference
            && dynamic.anchor.is_none()
        {
            next.push(Part::whole(dynamic.target));
            set = set.without(KeywordSet::DYNAMIC_REF);
        }
        if all.intersects(KeywordSet::ALL_OF) {
            next.extend(keywords.all_of.iter().map(|member| Part::whole(*member)));
        }
        stack.extend(next.into_iter().rev());
        if !set.is_empty() {
            flat.holders.push(Holder { schema: part.schema, keywords, set });
        }
    }
}
