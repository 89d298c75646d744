//! What the checks of all rules share: how schemas stand to each other, and answers that take long to find.

use std::{
    cell::{Cell, OnceCell, RefCell, RefMut},
    collections::HashMap,
    rc::Rc,
};

use super::{emptiness::Emptiness, literal::Patterns, verdict::Verdict};
use crate::{
    Finding, Model, Place,
    schema::{Dialect, Document, Keywords, Origin, SchemaId, TypeSet},
    source::{Node, Object, join_token},
    suggest,
};

/// How many times a close name is looked for; each takes time in proportion to the names.
const MOST_SUGGESTIONS: usize = 200;

/// What a schema is to the schema that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role<'m> {
    /// The root of a file, or a place of no schemas that a pointer leads to.
    Root,
    Definition(&'m str),
    Property(&'m str),
    PatternProperty,
    AdditionalProperties,
    PropertyNames,
    Items,
    PrefixItem(usize),
    Contains,
    /// `unevaluatedItems`, `unevaluatedProperties`, `contentSchema`.
    Other,
    AllOf(usize),
    AnyOf(usize),
    OneOf(usize),
    Not,
    If,
    Then,
    Else,
    DependentSchema,
}

impl Role<'_> {
    /// Whether the schema applies to the same value as the one around it.
    pub(crate) fn is_in_place(self) -> bool {
        matches!(
            self,
            Self::AllOf(_)
                | Self::AnyOf(_)
                | Self::OneOf(_)
                | Self::Not
                | Self::If
                | Self::Then
                | Self::Else
                | Self::DependentSchema
        )
    }
}

/// A model that is being linted.
pub(crate) struct Context<'m> {
    pub(crate) model: &'m Model,
    /// Names of keywords that are no mistake although no dialect has them.
    pub(crate) extensions: &'m [String],
    documents: HashMap<&'m str, &'m Document>,
    linted: Vec<SchemaId>,
    roles: Vec<Role<'m>>,
    referrers: Vec<Vec<SchemaId>>,
    pub(crate) patterns: RefCell<Patterns>,
    emptiness: RefCell<Option<Emptiness<'m>>>,
    verdicts: OnceCell<Vec<Verdict>>,
    conjuncts: RefCell<Vec<Option<Rc<[SchemaId]>>>>,
    suggestions_left: Cell<usize>,
}

impl<'m> Context<'m> {
    pub(crate) fn new(model: &'m Model, extensions: &'m [String]) -> Self {
        let mut documents = HashMap::new();
        for document in model.documents() {
            documents.entry(document.name.as_str()).or_insert(document);
        }
        let is_member = |id: SchemaId| {
            let document = documents.get(model.schema(id).place.file.as_str());
            document.is_some_and(|document| document.origin == Origin::Member)
        };
        let linted = model.ids().filter(|id| is_member(*id)).collect();
        let count = model.ids().count();
        let mut roles = vec![Role::Root; count];
        let mut referrers = vec![Vec::new(); count];
        for id in model.ids() {
            let Some(keywords) = model.keywords(id) else { continue };
            for (child, role) in children(keywords) {
                roles[child.0 as usize] = role;
            }
            let dynamic = keywords.dynamic_reference.as_ref().map(|reference| reference.target);
            for target in keywords.reference.into_iter().chain(dynamic) {
                referrers[target.0 as usize].push(id);
            }
        }
        Self {
            model,
            extensions,
            documents,
            linted,
            roles,
            referrers,
            patterns: RefCell::default(),
            emptiness: RefCell::default(),
            verdicts: OnceCell::new(),
            conjuncts: RefCell::new(vec![None; count]),
            suggestions_left: Cell::new(MOST_SUGGESTIONS),
        }
    }

    /// The schemas of the files that were added to the set.
    pub(crate) fn ids(&self) -> &[SchemaId] {
        &self.linted
    }

    /// The same, without boolean schemas.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = (SchemaId, &'m Keywords)> {
        self.linted.iter().filter_map(|id| Some((*id, self.model.keywords(*id)?)))
    }

    /// The files that were added to the set.
    pub(crate) fn documents(&self) -> impl Iterator<Item = &'m Document> {
        self.model.documents().iter().filter(|document| document.origin == Origin::Member)
    }

    pub(crate) fn document(&self, id: SchemaId) -> &'m Document {
        self.documents[self.model.schema(id).place.file.as_str()]
    }

    pub(crate) fn role(&self, id: SchemaId) -> Role<'m> {
        self.roles[id.0 as usize]
    }

    pub(crate) fn parent(&self, id: SchemaId) -> Option<SchemaId> {
        self.model.schema(id).parent
    }

    /// The schemas that refer to this one.
    pub(crate) fn referrers(&self, id: SchemaId) -> &[SchemaId] {
        &self.referrers[id.0 as usize]
    }

    pub(crate) fn dialect(&self, id: SchemaId) -> Dialect {
        self.model.resource(self.model.schema(id).resource).dialect
    }

    /// The text of a schema.
    pub(crate) fn node(&self, id: SchemaId) -> &'m Node {
        let source = &self.document(id).source;
        source.find(&self.model.schema(id).place.pointer).expect("a schema stands in its file")
    }

    /// The members of a schema as the file has them; `None` for a boolean schema.
    pub(crate) fn object(&self, id: SchemaId) -> Option<&'m Object> {
        self.node(id).as_object()
    }

    /// The place of what the tokens lead to from a schema; the innermost that exists.
    pub(crate) fn place_below(&self, id: SchemaId, tokens: &[&str]) -> Place {
        let place = &self.model.schema(id).place;
        let (mut node, mut pointer) = (self.node(id), place.pointer.clone());
        for token in tokens {
            let Some(next) = node.step(token) else { break };
            node = next;
            pointer = join_token(&pointer, token);
        }
        self.document(id).source.place(node.span, pointer)
    }

    /// The place of the name of a keyword.
    pub(crate) fn name_place(&self, id: SchemaId, keyword: &str) -> Place {
        let place = &self.model.schema(id).place;
        match self.object(id).and_then(|object| object.get(keyword)) {
            Some(member) => self.document(id).source.place(member.name_span, join_token(&place.pointer, keyword)),
            None => place.clone(),
        }
    }

    /// Whether the schema stands, at whatever depth, under a keyword that says more about a value that another
    /// schema describes: a branch or a condition.
    pub(crate) fn refines(&self, id: SchemaId) -> bool {
        let mut current = Some(id);
        while let Some(id) = current {
            match self.role(id) {
                Role::Root | Role::Definition(_) => return false,
                role if role.is_in_place() => return true,
                _ => current = self.parent(id),
            }
        }
        false
    }

    /// Whether the schema stands, at whatever depth, in a `not` or an `if`: it asks, and describes nothing.
    pub(crate) fn is_condition(&self, id: SchemaId) -> bool {
        let mut current = Some(id);
        while let Some(id) = current {
            match self.role(id) {
                Role::Not | Role::If => return true,
                Role::Root | Role::Definition(_) => return false,
                _ => current = self.parent(id),
            }
        }
        false
    }

    /// The schema, what it refers to and its `allOf` branches, and theirs: all that holds wherever it holds.
    /// Cut at [`MOST_CONJUNCTS`].
    pub(crate) fn conjuncts(&self, id: SchemaId) -> Rc<[SchemaId]> {
        let mut known = self.conjuncts.borrow_mut();
        Rc::clone(known[id.0 as usize].get_or_insert_with(|| conjuncts(self.model, [id]).into()))
    }

    /// The types that a value can have where a schema holds, by what it and the schemas around it declare.
    pub(crate) fn declared_types(&self, id: SchemaId) -> TypeSet {
        let mut types = TypeSet::ANY;
        let mut current = id;
        loop {
            for conjunct in self.conjuncts(current).iter() {
                let Some(keywords) = self.model.keywords(*conjunct) else { continue };
                types = types.intersection(keywords.types.unwrap_or(TypeSet::ANY));
                let values = keywords.constant.iter().chain(keywords.enumeration.iter().flatten());
                if keywords.constant.is_some() || keywords.enumeration.is_some() {
                    let present = values.map(TypeSet::of).fold(TypeSet::NONE, TypeSet::union);
                    types = types.intersection(present);
                }
            }
            match self.parent(current) {
                Some(parent) if self.role(current).is_in_place() => current = parent,
                _ => return types,
            }
        }
    }

    /// The close one among the names, while the allowance lasts.
    pub(crate) fn nearest<'a>(&self, text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        self.suggestions_left.set(self.suggestions_left.get().checked_sub(1)?);
        suggest::nearest(text, names)
    }

    /// What is known about which schemas can hold.
    pub(crate) fn emptiness(&self) -> RefMut<'_, Emptiness<'m>> {
        RefMut::map(self.emptiness.borrow_mut(), |emptiness| {
            emptiness.get_or_insert_with(|| Emptiness::new(self.model))
        })
    }

    /// The schemas that can never hold, each fault once.
    pub(crate) fn verdicts(&self) -> &[Verdict] {
        self.verdicts.get_or_init(|| super::verdict::find(self))
    }

    /// A pointer of the file for the same file, `file#pointer` for another one.
    pub(crate) fn name_from(&self, from: SchemaId, to: SchemaId) -> String {
        let (from, to_place) = (&self.model.schema(from).place, &self.model.schema(to).place);
        if from.file == to_place.file { format!("#{}", to_place.pointer) } else { self.model.location(to) }
    }
}

/// The most schemas that are looked at together.
pub(crate) const MOST_CONJUNCTS: usize = 64;

/// See [`Context::conjuncts`]; in the order of the text, the given ones first.
pub(crate) fn conjuncts(model: &Model, roots: impl IntoIterator<Item = SchemaId>) -> Vec<SchemaId> {
    let mut found: Vec<SchemaId> = Vec::new();
    for root in roots {
        if !found.contains(&root) {
            found.push(root);
        }
    }
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        next += 1;
        let Some(keywords) = model.keywords(id) else { continue };
        for member in keywords.reference.iter().chain(&keywords.all_of) {
            if found.len() >= MOST_CONJUNCTS {
                return found;
            }
            if !found.contains(member) {
                found.push(*member);
            }
        }
    }
    found
}

/// The schemas that stand directly in a schema.
pub(crate) fn children(keywords: &Keywords) -> Vec<(SchemaId, Role<'_>)> {
    let mut children: Vec<(SchemaId, Role<'_>)> = Vec::new();
    let numbered = |ids: &[SchemaId], role: fn(usize) -> Role<'static>| {
        ids.iter().enumerate().map(|(index, id)| (*id, role(index))).collect::<Vec<_>>()
    };
    children.extend(keywords.definitions.iter().map(|member| (member.schema, Role::Definition(&member.name))));
    children.extend(keywords.properties.iter().map(|member| (member.schema, Role::Property(&member.name))));
    children.extend(keywords.pattern_properties.iter().map(|(_, id)| (*id, Role::PatternProperty)));
    children.extend(keywords.dependent_schemas.iter().map(|(_, id)| (*id, Role::DependentSchema)));
    children.extend(numbered(&keywords.prefix_items, Role::PrefixItem));
    children.extend(numbered(&keywords.all_of, Role::AllOf));
    children.extend(numbered(keywords.any_of.as_deref().unwrap_or_default(), Role::AnyOf));
    children.extend(numbered(keywords.one_of.as_deref().unwrap_or_default(), Role::OneOf));
    let single = [
        (keywords.additional_properties, Role::AdditionalProperties),
        (keywords.property_names, Role::PropertyNames),
        (keywords.items, Role::Items),
        (keywords.contains, Role::Contains),
        (keywords.unevaluated_items, Role::Other),
        (keywords.unevaluated_properties, Role::Other),
        (keywords.content_schema, Role::Other),
        (keywords.not, Role::Not),
        (keywords.if_schema, Role::If),
        (keywords.then_schema, Role::Then),
        (keywords.else_schema, Role::Else),
    ];
    children.extend(single.into_iter().filter_map(|(id, role)| Some((id?, role))));
    children
}

/// Names for a sentence: `"a"`, `"a" and "b"`, `"a", "b" and 3 more`.
pub(crate) fn list(names: &[&str]) -> String {
    const MOST: usize = 4;
    let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("{name:?}")).collect();
    match (quoted.as_slice(), names.len().saturating_sub(MOST)) {
        (shown, more) if more > 0 => format!("{} and {more} more", shown.join(", ")),
        ([first @ .., last], _) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        (shown, _) => shown.join(", "),
    }
}

/// The finding with help; for chains on what [`super::report::Report`] gives.
pub(crate) trait Help {
    fn help(&mut self, text: impl Into<String>) -> &mut Self;
    fn related(&mut self, place: Place, words: impl Into<String>) -> &mut Self;
}

impl Help for Finding {
    fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }

    fn related(&mut self, place: Place, words: impl Into<String>) -> &mut Self {
        self.related.push((place, words.into()));
        self
    }
}
