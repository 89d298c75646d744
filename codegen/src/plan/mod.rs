//! Decides the Rust type of every schema.
//!
//! The planner walks the model from the roots of its documents. Each [`Conjunction`] that it meets gets one type; what
//! that type does not hold is left to the decoder as a [`Rest`].

mod arrays;
mod literals;
mod objects;
mod scalars;
#[cfg(test)]
mod scale;
mod unions;

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::{
    Model,
    schema::{Body, SchemaId, TypeSet},
};
pub(crate) use literals::has_type;

use crate::{
    Settings, boxes,
    conjunction::{Conjunction, Flat, flatten},
    keyword_set::KeywordSet,
    shape::{Base, Docs, Item, ItemId, Kind, Origin, Plan, Rest, Step, Type},
};

/// More parts than this in one conjunction, or more levels of parts without a name, and the planner stops splitting:
/// the value is kept as it is and checked as a whole. Types that large help nobody, and hostile schemas could make
/// exponentially many.
const MAX_PARTS: usize = 64;

/// The greatest number of types, beside [`ITEMS_PER_SCHEMA`] for each schema.
const MAX_ITEMS: usize = 1_000;

/// How many types each schema may give rise to, on average.
const ITEMS_PER_SCHEMA: usize = 4;

/// How many types may be decided inside each other before one waits until the others are done. The stack of a thread
/// holds this many in a build without optimization.
const MAX_NESTING: usize = 100;

/// How many lists, maps and nullables may stand inside each other before they get a name.
const MAX_INLINE: usize = 16;

/// Decides the types of all documents.
pub(crate) fn plan(model: &Model, settings: &Settings) -> Plan {
    let mut planner = Planner::new(model, settings);
    let mut roots = Vec::new();
    for document in 0..model.documents().len() {
        if settings.wants(document) {
            let root = planner.root(document);
            planner.finish();
            roots.push(root);
        }
    }
    let typed = planner.used();
    let mut plan = Plan { items: planner.items, dynamic: planner.dynamic, roots, typed };
    boxes::insert(&mut plan);
    plan
}

enum Slot {
    /// Being decided; the item is there once somebody needed it.
    Pending(Option<ItemId>),
    Done(Type),
}

pub(crate) struct Planner<'m> {
    model: &'m Model,
    settings: &'m Settings,
    items: Vec<Item>,
    memo: BTreeMap<Conjunction, Slot>,
    /// The conjunctions whose types are being decided, the outermost first.
    deciding: Vec<Conjunction>,
    /// Per conjunction those whose types were asked for while its own was decided.
    parts: BTreeMap<Conjunction, Vec<Conjunction>>,
    /// How many types are being decided inside each other.
    nesting: usize,
    /// What was met too deep inside: the items wait to be decided.
    waiting: Vec<(Conjunction, Origin)>,
    max_items: usize,
    /// Definitions by schema: document and name.
    definitions: BTreeMap<SchemaId, (usize, String)>,
    documents: BTreeMap<SchemaId, usize>,
    /// Schemas whose meaning depends on the dynamic scope: a `$dynamicRef` can be reached from them.
    dynamic: BTreeSet<SchemaId>,
}

impl<'m> Planner<'m> {
    fn new(model: &'m Model, settings: &'m Settings) -> Self {
        let documents: BTreeMap<SchemaId, usize> =
            model.documents().iter().enumerate().map(|(index, document)| (document.root, index)).collect();
        let mut definitions = BTreeMap::new();
        for id in model.ids() {
            let Some(keywords) = model.keywords(id) else { continue };
            for definition in &keywords.definitions {
                let document = document_of(model, &documents, definition.schema);
                definitions.insert(definition.schema, (document, definition.name.clone()));
            }
        }
        let dynamic = crate::dynamic::reaching(model);
        let max_items = MAX_ITEMS + ITEMS_PER_SCHEMA * model.ids().count();
        Self {
            model,
            settings,
            items: Vec::new(),
            memo: BTreeMap::new(),
            deciding: Vec::new(),
            parts: BTreeMap::new(),
            nesting: 0,
            waiting: Vec::new(),
            max_items,
            definitions,
            documents,
            dynamic,
        }
    }

    /// The type of a document: always a type of its own, so that it has a name and the functions of a document.
    fn root(&mut self, document: usize) -> ItemId {
        let root = self.model.documents()[document].root;
        let origin = Origin::of(Base::Document(document));
        let conjunction = Conjunction::one(self.model, root);
        let checked = self.dynamic.contains(&root);
        let ty = self.type_of(&conjunction, &origin);
        if let Type::Item(id) = ty
            && !checked
            && self.items[id.0].origin.base == origin.base
            && self.items[id.0].origin.steps.is_empty()
        {
            return id;
        }
        // The name of the document belongs to the type that every document has, not to what is inside.
        for item in self.items.iter_mut().filter(|item| item.origin == origin) {
            item.origin = origin.then(Step::Value);
        }
        let mut rest = Rest::default();
        if checked {
            rest.add(root, KeywordSet::ALL);
        }
        let docs = self.docs(root);
        let schemas = Conjunction::verbatim(root);
        self.push(Item { schemas, origin, docs, kind: Kind::Newtype(ty), rest })
    }

    /// The type of a conjunction. `origin` names it when it has no name of its own.
    fn type_of(&mut self, conjunction: &Conjunction, origin: &Origin) -> Type {
        let key = conjunction.key();
        if key.is_trivial() {
            return Type::Any;
        }
        // What nothing else asks for is the root of a document.
        let outer = self.deciding.last().cloned().unwrap_or_else(|| Conjunction::new(self.model, []));
        self.parts.entry(outer).or_default().push(key.clone());
        match self.memo.get(&key) {
            Some(Slot::Done(ty)) => return ty.clone(),
            Some(Slot::Pending(Some(id))) => return Type::Item(*id),
            Some(Slot::Pending(None)) => return Type::Item(self.reserve(conjunction, origin)),
            None => {}
        }
        self.memo.insert(key.clone(), Slot::Pending(None));
        let origin = self.own_origin(conjunction).unwrap_or_else(|| origin.clone());
        if self.nesting == MAX_NESTING {
            let id = self.reserve(conjunction, &origin);
            self.waiting.push((conjunction.clone(), origin));
            return Type::Item(id);
        }
        self.decide(conjunction, &origin, key)
    }

    /// Decides what was left waiting, and what is left waiting by that.
    fn finish(&mut self) {
        while let Some((conjunction, origin)) = self.waiting.pop() {
            let key = conjunction.key();
            self.decide(&conjunction, &origin, key);
        }
    }

    /// The conjunctions that have a place in the type of a document, with their types. What was planned inside a type that
    /// became any value after all has none.
    fn used(&self) -> Vec<(Conjunction, Type)> {
        let mut used: BTreeMap<&Conjunction, &Type> = BTreeMap::new();
        let roots = Conjunction::new(self.model, []);
        let mut queue: Vec<&Conjunction> = self.parts.get(&roots).into_iter().flatten().collect();
        while let Some(key) = queue.pop() {
            let Some(Slot::Done(ty)) = self.memo.get(key) else { continue };
            if used.insert(key, ty).is_some() {
                continue;
            }
            let shapeless = match ty {
                Type::Any | Type::Never => true,
                Type::Item(id) => matches!(self.items[id.0].kind, Kind::Newtype(Type::Any | Type::Never)),
                _ => false,
            };
            if !shapeless {
                queue.extend(self.parts.get(key).into_iter().flatten());
            }
        }
        used.into_iter().map(|(key, ty)| (key.clone(), ty.clone())).collect()
    }

    fn decide(&mut self, conjunction: &Conjunction, origin: &Origin, key: Conjunction) -> Type {
        self.nesting += 1;
        self.deciding.push(key.clone());
        let mut ty = self.infer(conjunction, origin);
        self.deciding.pop();
        self.nesting -= 1;
        if inline(&ty) > MAX_INLINE {
            self.reserve(conjunction, origin);
        }
        if let Some(Slot::Pending(Some(id))) = self.memo.get(&key)
            && ty != Type::Item(*id)
        {
            // Something refers to the type by name: it contains itself through lists or maps only, or it was left
            // waiting, or it is too long to stand without a name.
            let id = *id;
            self.items[id.0].kind = Kind::Newtype(ty);
            ty = Type::Item(id);
        }
        self.memo.insert(key, Slot::Done(ty.clone()));
        ty
    }

    fn infer(&mut self, conjunction: &Conjunction, origin: &Origin) -> Type {
        let flat = flatten(self.model, conjunction);
        if flat.never {
            return Type::Never;
        }
        let types = flat
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::TYPE))
            .filter_map(|holder| holder.keywords.types)
            .fold(conjunction.types(), TypeSet::intersection);
        if types.is_empty() {
            return Type::Never;
        }
        if conjunction.parts().len() > MAX_PARTS || self.items.len() > self.max_items {
            return self.unsplit(&flat, conjunction, origin);
        }
        if let Some(ty) = self.literal_type(&flat, types, conjunction, origin) {
            return ty;
        }
        if let Some(ty) = self.union_type(&flat, types, conjunction, origin) {
            return ty;
        }
        self.by_kind(&flat, types, conjunction, origin)
    }

    /// Any JSON value, checked as a whole.
    fn unsplit(&mut self, flat: &Flat<'m>, conjunction: &Conjunction, origin: &Origin) -> Type {
        let rest = self.rest(flat, KeywordSet::NONE);
        self.newtype_unless_exact(Type::Any, rest, conjunction, origin)
    }

    /// The type itself when nothing is left to check, otherwise a newtype that checks it.
    fn newtype_unless_exact(&mut self, ty: Type, rest: Rest, conjunction: &Conjunction, origin: &Origin) -> Type {
        if rest.is_empty() {
            return ty;
        }
        let id = self.reserve(conjunction, origin);
        self.items[id.0].kind = Kind::Newtype(ty);
        self.items[id.0].rest = rest;
        Type::Item(id)
    }

    /// The keywords of the holders that `held` does not cover.
    fn rest(&self, flat: &Flat<'m>, held: KeywordSet) -> Rest {
        self.rest_where(flat, |_, set| set.without(held))
    }

    /// The keywords of the holders that `left` picks.
    fn rest_where(&self, flat: &Flat<'m>, left: impl Fn(SchemaId, KeywordSet) -> KeywordSet) -> Rest {
        let mut rest = Rest::default();
        for holder in &flat.holders {
            let mut set = left(holder.schema, holder.set);
            if holder.keywords.then_schema.is_none() && holder.keywords.else_schema.is_none() {
                set = set.without(KeywordSet::IF);
            }
            if set.is_empty() {
                continue;
            }
            if set.intersects(KeywordSet::UNEVALUATED_ITEMS.union(KeywordSet::UNEVALUATED_PROPERTIES)) {
                // What is unevaluated depends on everything that applies in place.
                set = KeywordSet::ALL;
            }
            // A check whose meaning depends on the dynamic scope is made once, at the root of the document.
            if !self.is_dynamic(holder.schema, set) {
                rest.add(holder.schema, set);
            }
        }
        rest
    }

    fn is_dynamic(&self, schema: SchemaId, set: KeywordSet) -> bool {
        self.dynamic.contains(&schema) && crate::dynamic::reaches(self.model, &self.dynamic, schema, set)
    }

    /// The item of a conjunction that is being decided.
    fn reserve(&mut self, conjunction: &Conjunction, origin: &Origin) -> ItemId {
        let key = conjunction.key();
        if let Some(Slot::Pending(Some(id))) = self.memo.get(&key) {
            return *id;
        }
        let origin = self.own_origin(conjunction).unwrap_or_else(|| origin.clone());
        let docs = conjunction.parts().first().map(|part| self.docs(part.schema)).unwrap_or_default();
        let id = self.push(Item {
            schemas: conjunction.clone(),
            origin,
            docs,
            kind: Kind::Pending,
            rest: Rest::default(),
        });
        self.memo.insert(key, Slot::Pending(Some(id)));
        id
    }

    fn push(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() - 1)
    }

    /// The name that a conjunction has of its own: it is one definition or the root of a document.
    fn own_origin(&self, conjunction: &Conjunction) -> Option<Origin> {
        let schema = conjunction.single()?;
        if let Some(document) = self.documents.get(&schema) {
            return Some(Origin::of(Base::Document(*document)));
        }
        let (document, name) = self.definitions.get(&schema)?;
        Some(Origin::of(Base::Definition { document: *document, name: name.clone() }))
    }

    fn docs(&self, schema: SchemaId) -> Docs {
        match &self.model.schema(schema).body {
            Body::Bool(_) => Docs::default(),
            Body::Keywords(keywords) => Docs {
                title: keywords.title.clone(),
                description: keywords.description.clone(),
                deprecated: keywords.deprecated,
            },
        }
    }
}

/// How many lists, maps and nullables stand inside each other in a type.
fn inline(ty: &Type) -> usize {
    let mut levels = 0;
    let mut inner = ty;
    while let Type::List(next) | Type::Map(next) | Type::Nullable(next) = inner {
        levels += 1;
        inner = next;
    }
    levels
}

fn document_of(model: &Model, documents: &BTreeMap<SchemaId, usize>, mut schema: SchemaId) -> usize {
    loop {
        if let Some(document) = documents.get(&schema) {
            return *document;
        }
        let Some(parent) = model.schema(schema).parent else {
            // A schema that a reference reached behind an unknown keyword stands in no other; its file is known.
            let file = &model.schema(schema).place.file;
            return model.documents().iter().position(|document| document.name == *file).unwrap_or(0);
        };
        schema = parent;
    }
}
