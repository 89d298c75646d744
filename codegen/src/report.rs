//! How much of a schema its Rust types say, and how much is left to checks of the value that was read.

use std::collections::BTreeSet;

use contracts_model::{
    Model, Place,
    schema::{Keywords, SchemaId, TypeSet},
    value::Value,
};

use crate::{
    Settings,
    conjunction::{Conjunction, flatten},
    keyword_set::KeywordSet,
    plan,
    plan::has_type,
    shape::{Choice, ItemId, Kind, Plan, Struct, Type},
};

/// The keywords that a Rust type can say by its form, with their names.
const FORMS: [(KeywordSet, &str); 6] = [
    (KeywordSet::TYPE, "type"),
    (KeywordSet::ENUM, "enum"),
    (KeywordSet::CONST, "const"),
    (KeywordSet::PROPERTIES, "properties"),
    (KeywordSet::ITEMS, "items"),
    (KeywordSet::REQUIRED, "required"),
];

/// What the Rust types of a schema say of it. Made by [`report`].
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Schemas that a document is subject to and that have a `type`, `enum`, `const`, `properties`, `items` or
    /// `required`, each counted once however often it is referred to. Unused definitions are not among them.
    pub nodes: usize,
    /// Those of them that are *precise*: wherever their type stands, it says all that these keywords say.
    pub precise: usize,
    /// The other ones, in the order of the schemas.
    pub imprecise: Vec<Imprecise>,
    /// Schemas, with these keywords or without, of which something is checked on the value after it was read: bounds,
    /// lengths, patterns, conditionals, and all that an imprecise type does not say.
    pub checked: usize,
}

/// A schema whose Rust type says less than the schema.
#[derive(Clone, Debug)]
pub struct Imprecise {
    /// Where it stands.
    pub place: Place,
    /// The keywords that its type does not say in full; decoders check them on the value that was read.
    pub keywords: Vec<&'static str>,
    /// Whether no type was made for it at all, as for what stands below `not`, `if` or `contains`: it says whether a
    /// value is valid, not what it looks like.
    pub untyped: bool,
}

/// Compares the types that [`generate`](crate::generate) makes of a model with its schemas, keyword by keyword.
///
/// The comparison does not take the planner's word: it looks at the types (fields, variants, listed values) and asks
/// whether a value of them could be something that the keyword refuses.
pub fn report(model: &Model, settings: &Settings) -> Report {
    let plan = plan::plan(model, settings);
    let view = View { model, plan: &plan };
    let mut typed: std::collections::BTreeMap<SchemaId, KeywordSet> = std::collections::BTreeMap::new();
    for (conjunction, ty) in &plan.typed {
        for holder in flatten(model, conjunction).holders {
            let unsaid = FORMS
                .iter()
                .filter(|(keyword, _)| holder.set.intersects(*keyword))
                .filter(|(keyword, _)| {
                    !view.says(ty, conjunction.types(), *keyword, holder.keywords, &mut Vec::new())
                })
                .fold(KeywordSet::NONE, |set, (keyword, _)| set.union(*keyword));
            let known = typed.entry(holder.schema).or_default();
            *known = known.union(unsaid);
        }
    }
    let forms = FORMS.iter().fold(KeywordSet::NONE, |set, (keyword, _)| set.union(*keyword));
    let mut report = Report::default();
    for schema in applied(model, settings) {
        let Some(keywords) = model.keywords(schema) else { continue };
        let own = KeywordSet::of(keywords).intersection(forms);
        if own.is_empty() {
            continue;
        }
        report.nodes += 1;
        let unsaid = typed.get(&schema);
        if unsaid.is_some_and(|unsaid| unsaid.is_empty()) {
            report.precise += 1;
            continue;
        }
        let left = unsaid.copied().unwrap_or(own);
        report.imprecise.push(Imprecise {
            place: model.schema(schema).place.clone(),
            keywords: FORMS
                .iter()
                .filter(|(keyword, _)| left.intersects(*keyword))
                .map(|(_, name)| *name)
                .collect(),
            untyped: unsaid.is_none(),
        });
    }
    let rests = plan.items.iter().flat_map(|item| &item.rest.keywords);
    report.checked = rests.map(|(schema, _)| *schema).collect::<BTreeSet<_>>().len();
    report
}

/// The schemas that the wanted documents are subject to.
fn applied(model: &Model, settings: &Settings) -> BTreeSet<SchemaId> {
    let mut found = BTreeSet::new();
    let wanted = model.documents().iter().enumerate().filter(|(index, _)| settings.wants(*index));
    let mut queue: Vec<SchemaId> = wanted.map(|(_, document)| document.root).collect();
    while let Some(schema) = queue.pop() {
        if found.insert(schema) {
            queue.extend(model.applied(schema));
        }
    }
    found
}

struct View<'p> {
    model: &'p Model,
    plan: &'p Plan,
}

impl View<'_> {
    /// Whether every value of a type, as far as it has one of these JSON types, has what a keyword asks for.
    fn says(
        &self,
        ty: &Type,
        types: TypeSet,
        keyword: KeywordSet,
        keywords: &Keywords,
        seen: &mut Vec<ItemId>,
    ) -> bool {
        if types.is_empty() {
            return true;
        }
        let only = |own: TypeSet| says_of_type(own.intersection(types), keyword, keywords);
        match ty {
            Type::Never => true,
            Type::Null => says_of_values(&[&Value::Null], keyword, keywords),
            Type::Bool => says_of_values(&[&Value::Bool(false), &Value::Bool(true)], keyword, keywords),
            Type::Integer(_) | Type::BigInteger => only(TypeSet::INTEGER),
            Type::Number => only(TypeSet::NUMBER),
            Type::String => only(TypeSet::STRING),
            Type::Any => only(TypeSet::ANY),
            Type::List(item) if keyword == KeywordSet::ITEMS => {
                // `items` begins behind the items that are listed one by one.
                keywords.prefix_items.is_empty() && self.says_items(item, keywords)
            }
            Type::List(_) => only(TypeSet::ARRAY),
            Type::Map(_) => only(TypeSet::OBJECT),
            Type::Nullable(inner) => {
                self.says(&Type::Null, types, keyword, keywords, seen)
                    && self.says(inner, types.difference(TypeSet::NULL), keyword, keywords, seen)
            }
            Type::Item(id) => {
                // A type that holds itself in place has said what it has to say further out.
                if seen.contains(id) {
                    return true;
                }
                seen.push(*id);
                let says = self.says_item(*id, types, keyword, keywords, seen);
                seen.pop();
                says
            }
        }
    }

    fn says_item(
        &self,
        id: ItemId,
        types: TypeSet,
        keyword: KeywordSet,
        keywords: &Keywords,
        seen: &mut Vec<ItemId>,
    ) -> bool {
        match &self.plan.item(id).kind {
            Kind::Pending => false,
            Kind::Newtype(inner) => self.says(inner, types, keyword, keywords, seen),
            Kind::Constant(value) => says_of_values(&[value], keyword, keywords),
            Kind::StringEnum(listed) => {
                let values: Vec<Value> =
                    listed.values.iter().map(|variant| Value::String(variant.wire.clone())).collect();
                says_of_values(&values.iter().collect::<Vec<_>>(), keyword, keywords)
            }
            Kind::LiteralEnum(variants) => {
                let values: Vec<&Value> = variants.iter().map(|variant| &variant.value).collect();
                says_of_values(&values, keyword, keywords)
            }
            Kind::Union(union) => union.variants.iter().all(|variant| {
                let types = match union.choice {
                    Choice::Kind => types.intersection(variant.types),
                    _ => types,
                };
                self.says(&variant.ty, types, keyword, keywords, seen)
            }),
            Kind::Tuple(tuple) if keyword == KeywordSet::ITEMS => {
                let behind = tuple.items.iter().skip(keywords.prefix_items.len()).map(|item| &item.ty);
                behind.chain(tuple.tail.iter().map(|(ty, _)| ty)).all(|ty| self.says_items(ty, keywords))
            }
            Kind::Tuple(_) => says_of_type(TypeSet::ARRAY, keyword, keywords),
            Kind::Struct(object) => match keyword {
                KeywordSet::PROPERTIES => {
                    keywords.properties.iter().all(|property| declares(object, &property.name))
                }
                KeywordSet::REQUIRED => keywords
                    .required
                    .iter()
                    .all(|name| object.fields.iter().any(|field| field.wire == *name && field.required)),
                _ => says_of_type(TypeSet::OBJECT, keyword, keywords),
            },
        }
    }

    /// Whether a type for the items was made, or has nothing to say; what it says is that schema's own matter.
    fn says_items(&self, item: &Type, keywords: &Keywords) -> bool {
        let Some(schema) = keywords.items else { return true };
        *item != Type::Any || Conjunction::one(self.model, schema).is_trivial()
    }
}

/// Whether a struct has a place for a member of its own, or cannot have the member.
fn declares(object: &Struct, name: &str) -> bool {
    object.fields.iter().any(|field| field.wire == name)
        || matches!(object.others, crate::shape::Others::Closed(..))
}

/// Whether any value of some JSON types has what a keyword asks for.
fn says_of_type(own: TypeSet, keyword: KeywordSet, keywords: &Keywords) -> bool {
    match keyword {
        KeywordSet::TYPE => keywords.types.is_none_or(|types| types.contains(own)),
        KeywordSet::PROPERTIES | KeywordSet::REQUIRED => !own.intersects(TypeSet::OBJECT),
        KeywordSet::ITEMS => !own.intersects(TypeSet::ARRAY),
        _ => own.is_empty(),
    }
}

/// Whether every one of some values has what a keyword asks for. Members and items of listed values are in the list.
fn says_of_values(values: &[&Value], keyword: KeywordSet, keywords: &Keywords) -> bool {
    match keyword {
        KeywordSet::TYPE => keywords.types.is_none_or(|types| values.iter().all(|value| has_type(value, types))),
        KeywordSet::ENUM => {
            keywords.enumeration.as_ref().is_none_or(|listed| values.iter().all(|value| listed.contains(value)))
        }
        KeywordSet::CONST => {
            keywords.constant.as_ref().is_none_or(|constant| values.iter().all(|value| *value == constant))
        }
        _ => true,
    }
}
