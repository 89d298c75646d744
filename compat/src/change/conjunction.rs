//! What schemas that apply to one value together say, keyword by keyword.
//!
//! References and `allOf` are followed, so that it makes no difference where an assertion is written.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use contracts_model::{
    Model,
    number::Number,
    schema::{Body, DynamicReference, Keywords, SchemaId, TypeSet},
    value::Value,
};
use regex::Regex;

use super::Union;

/// Schemas that hold together, with their references and `allOf` followed.
#[derive(Debug)]
pub(super) struct Conjunction<'m> {
    pub(super) model: &'m Model,
    /// The schema objects, each once.
    pub(super) parts: Vec<(SchemaId, &'m Keywords)>,
    /// The schema that no value satisfies, when there is one.
    pub(super) never: Option<SchemaId>,
}

/// A value of a facet with the schema that it is written in.
pub(super) type From<T> = (T, SchemaId);

/// A bound of numbers, lengths or counts.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) keyword: &'static str,
    pub(super) value: Number,
    pub(super) exclusive: bool,
    pub(super) part: SchemaId,
}

/// What is said about members or items that are not declared.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    pub(super) keyword: &'static str,
    /// The names that count as declared.
    pub(super) names: BTreeSet<String>,
    /// The patterns of names that count as declared.
    pub(super) patterns: BTreeSet<String>,
    pub(super) schema: SchemaId,
    pub(super) part: SchemaId,
}

/// `contains` with its counts.
#[derive(Clone, Debug)]
pub(super) struct Contains {
    pub(super) schema: SchemaId,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    pub(super) part: SchemaId,
}

/// `if` with its branches.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) asked: SchemaId,
    pub(super) then_schema: Option<SchemaId>,
    pub(super) else_schema: Option<SchemaId>,
    pub(super) part: SchemaId,
}

impl<'m> Conjunction<'m> {
    pub(super) fn new(model: &'m Model, ids: &[SchemaId]) -> Self {
        let mut conjunction = Self { model, parts: Vec::new(), never: None };
        let mut seen = HashSet::new();
        let mut stack: Vec<SchemaId> = ids.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &model.schema(id).body {
                Body::Bool(true) => {}
                Body::Bool(false) => _ = conjunction.never.get_or_insert(id),
                Body::Keywords(keywords) => {
                    if is_never(model, keywords) {
                        conjunction.never.get_or_insert(id);
                    }
                    conjunction.parts.push((id, keywords));
                    let single =
                        |branches: &'m Option<Vec<SchemaId>>| branches.as_deref().filter(|list| list.len() == 1);
                    let single = [single(&keywords.one_of), single(&keywords.any_of)];
                    stack.extend(single.into_iter().flatten().flatten().copied());
                    stack.extend(keywords.all_of.iter().rev());
                    stack.extend(keywords.reference);
                }
            }
        }
        conjunction
    }

    /// The schema that stands for the whole: the first one that says something.
    pub(super) fn first(&self) -> Option<SchemaId> {
        self.never.or_else(|| self.parts.first().map(|(id, _)| *id))
    }

    fn facet<T>(&self, read: impl Fn(&'m Keywords) -> Option<T>) -> Vec<From<T>> {
        self.parts.iter().filter_map(|(id, keywords)| Some((read(keywords)?, *id))).collect()
    }

    /// The types that all parts allow.
    pub(super) fn types(&self) -> Option<From<TypeSet>> {
        let found = self.facet(|keywords| keywords.types);
        let first = found.first()?.1;
        let types = found.iter().fold(TypeSet::ANY, |types, (more, _)| types.intersection(*more));
        let narrowest = found.iter().find(|(own, _)| *own == types).map_or(first, |(_, id)| *id);
        (types != TypeSet::ANY).then_some((types, narrowest))
    }

    /// The values that all `enum` and `const` allow.
    pub(super) fn values(&self) -> Option<From<Vec<&'m Value>>> {
        let listed = self.facet(|keywords| keywords.enumeration.as_ref().map(|values| values.iter().collect()));
        let constant = self.facet(|keywords| keywords.constant.as_ref().map(|value| vec![value]));
        listed.into_iter().chain(constant).reduce(|(left, left_id): From<Vec<&Value>>, (right, right_id)| {
            let id = if right.len() < left.len() { right_id } else { left_id };
            (left.into_iter().filter(|value| right.contains(value)).collect(), id)
        })
    }

    /// The tightest bound of each kind, `None` where nothing is excluded.
    pub(super) fn bounds(&self) -> [(bool, Option<Bound>); 8] {
        let count = |keyword: &'static str, read: fn(&Keywords) -> Option<u64>, least: bool| {
            let found = self.facet(read).into_iter().filter(|(value, _)| !least || *value > 0);
            let bounds = found.map(|(value, part)| Bound { keyword, value: value.into(), exclusive: false, part });
            (least, tightest(bounds, least))
        };
        let number = |inclusive: &'static str, exclusive: &'static str, least: bool| {
            let plain =
                self.facet(|keywords| if least { keywords.minimum.clone() } else { keywords.maximum.clone() });
            let strict = self.facet(|keywords| {
                if least { keywords.exclusive_minimum.clone() } else { keywords.exclusive_maximum.clone() }
            });
            let plain =
                plain.into_iter().map(|(value, part)| Bound { keyword: inclusive, value, exclusive: false, part });
            let strict =
                strict.into_iter().map(|(value, part)| Bound { keyword: exclusive, value, exclusive: true, part });
            (least, tightest(plain.chain(strict), least))
        };
        [
            number("minimum", "exclusiveMinimum", true),
            number("maximum", "exclusiveMaximum", false),
            count("minLength", |keywords| keywords.min_length, true),
            count("maxLength", |keywords| keywords.max_length, false),
            count("minItems", |keywords| keywords.min_items, true),
            count("maxItems", |keywords| keywords.max_items, false),
            count("minProperties", |keywords| keywords.min_properties, true),
            count("maxProperties", |keywords| keywords.max_properties, false),
        ]
    }

    pub(super) fn multiples(&self) -> Vec<From<Number>> {
        distinct(self.facet(|keywords| keywords.multiple_of.clone()))
    }

    pub(super) fn patterns(&self) -> Vec<From<String>> {
        distinct(self.facet(|keywords| keywords.pattern.as_ref().map(|pattern| pattern.source.clone())))
    }

    pub(super) fn unique(&self) -> Option<SchemaId> {
        self.parts.iter().find(|(_, keywords)| keywords.unique_items).map(|(id, _)| *id)
    }

    /// The declared properties in the order of the files, each with its schemas and the part that declares it first.
    pub(super) fn properties(&self) -> Vec<(&'m str, Vec<SchemaId>, SchemaId)> {
        let mut found: Vec<(&str, Vec<SchemaId>, SchemaId)> = Vec::new();
        let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
        for (id, keywords) in &self.parts {
            for property in &keywords.properties {
                let position = *positions.entry(&property.name).or_insert(found.len());
                if position == found.len() {
                    found.push((&property.name, vec![property.schema], *id));
                } else {
                    found[position].1.push(property.schema);
                }
            }
        }
        found
    }

    /// The pattern properties, each with its schemas and the part that has it first.
    pub(super) fn pattern_properties(&self) -> BTreeMap<&'m str, (Vec<SchemaId>, SchemaId)> {
        let mut found: BTreeMap<&str, (Vec<SchemaId>, SchemaId)> = BTreeMap::new();
        for (id, keywords) in &self.parts {
            for (pattern, schema) in &keywords.pattern_properties {
                found.entry(&pattern.source).or_insert_with(|| (Vec::new(), *id)).0.push(*schema);
            }
        }
        found
    }

    /// The schemas that apply to a member that is not declared by name; empty where anything goes.
    pub(super) fn undeclared_member(&self, name: &str) -> Vec<SchemaId> {
        let mut applied = Vec::new();
        for (id, keywords) in &self.parts {
            let before = applied.len();
            let declared = keywords.properties.iter().filter(|property| property.name == name);
            applied.extend(declared.map(|property| property.schema));
            for (pattern, schema) in &keywords.pattern_properties {
                if matches(pattern.translated.as_deref(), name) {
                    applied.push(*schema);
                }
            }
            if applied.len() == before {
                applied.extend(keywords.additional_properties);
            }
            if let Some(schema) = keywords.unevaluated_properties {
                let known = self.evaluated(*id).is_none_or(|(names, patterns)| {
                    names.contains(name) || patterns.iter().any(|pattern| matches(Some(pattern), name))
                });
                if !known {
                    applied.push(schema);
                }
            }
        }
        applied
    }

    /// Names and patterns that a schema declares in itself and in what it applies in place without a condition; `None`
    /// where it says something about all members.
    fn evaluated(&self, id: SchemaId) -> Option<(BTreeSet<String>, BTreeSet<String>)> {
        let (mut names, mut patterns) = (BTreeSet::new(), BTreeSet::new());
        for (_, keywords) in Conjunction::new(self.model, &[id]).parts {
            if keywords.additional_properties.is_some() {
                return None;
            }
            names.extend(keywords.properties.iter().map(|property| property.name.clone()));
            patterns.extend(keywords.pattern_properties.iter().map(|(pattern, _)| pattern.source.clone()));
        }
        Some((names, patterns))
    }

    /// What is said about undeclared members.
    pub(super) fn rests(&self) -> Vec<Rest> {
        let mut found = Vec::new();
        for (id, keywords) in &self.parts {
            if let Some(schema) = keywords.additional_properties {
                let names = keywords.properties.iter().map(|property| property.name.clone()).collect();
                let patterns =
                    keywords.pattern_properties.iter().map(|(pattern, _)| pattern.source.clone()).collect();
                let keyword = "additionalProperties";
                found.push(Rest { keyword, names, patterns, schema, part: *id });
            }
            if let Some(schema) = keywords.unevaluated_properties
                && let Some((names, patterns)) = self.evaluated(*id)
            {
                found.push(Rest { keyword: "unevaluatedProperties", names, patterns, schema, part: *id });
            }
        }
        found.retain(|rest| !is_always(self.model, rest.schema));
        found
    }

    /// What is said about the items that no part has evaluated.
    pub(super) fn unevaluated_items(&self) -> Vec<From<SchemaId>> {
        let found = self.facet(|keywords| keywords.unevaluated_items);
        found.into_iter().filter(|(schema, _)| !is_always(self.model, *schema)).collect()
    }

    /// How many items have a schema of their own.
    pub(super) fn prefix(&self) -> usize {
        self.parts.iter().map(|(_, keywords)| keywords.prefix_items.len()).max().unwrap_or(0)
    }

    /// The schemas of the item with that number, each with its part.
    pub(super) fn item(&self, index: usize) -> Vec<From<SchemaId>> {
        self.facet(|keywords| keywords.prefix_items.get(index).copied().or(keywords.items))
    }

    /// The schemas of the items that have none of their own.
    pub(super) fn items(&self) -> Vec<From<SchemaId>> {
        self.facet(|keywords| keywords.items)
    }

    pub(super) fn contains(&self) -> Vec<Contains> {
        let contains = self.parts.iter().filter_map(|(id, keywords)| {
            let (least, most) = (keywords.min_contains.unwrap_or(1), keywords.max_contains);
            let schema = keywords.contains.filter(|_| least > 0 || most.is_some())?;
            Some(Contains { schema, least, most, part: *id })
        });
        contains.collect()
    }

    pub(super) fn property_names(&self) -> Vec<From<SchemaId>> {
        self.facet(|keywords| keywords.property_names)
    }

    pub(super) fn required(&self) -> BTreeMap<&'m str, SchemaId> {
        let mut found = BTreeMap::new();
        for (id, keywords) in &self.parts {
            for name in &keywords.required {
                found.entry(name.as_str()).or_insert(*id);
            }
        }
        found
    }

    pub(super) fn dependent_required(&self) -> BTreeMap<(&'m str, &'m str), SchemaId> {
        let mut found = BTreeMap::new();
        for (id, keywords) in &self.parts {
            for (trigger, names) in &keywords.dependent_required {
                for name in names.iter().filter(|name| *name != trigger) {
                    found.entry((trigger.as_str(), name.as_str())).or_insert(*id);
                }
            }
        }
        found
    }

    pub(super) fn dependent_schemas(&self) -> BTreeMap<&'m str, (Vec<SchemaId>, SchemaId)> {
        let mut found: BTreeMap<&str, (Vec<SchemaId>, SchemaId)> = BTreeMap::new();
        for (id, keywords) in &self.parts {
            for (trigger, schema) in &keywords.dependent_schemas {
                found.entry(trigger).or_insert_with(|| (Vec::new(), *id)).0.push(*schema);
            }
        }
        found
    }

    /// The unions of more than one branch.
    pub(super) fn unions(&self) -> Vec<(Union, &'m [SchemaId], SchemaId)> {
        let mut found = Vec::new();
        for (id, keywords) in &self.parts {
            for (union, branches) in [(Union::AnyOf, &keywords.any_of), (Union::OneOf, &keywords.one_of)] {
                let branches = branches.as_deref().filter(|branches| branches.len() > 1);
                found.extend(branches.map(|branches| (union, branches, *id)));
            }
        }
        found
    }

    pub(super) fn nots(&self) -> Vec<From<SchemaId>> {
        let nots = self.facet(|keywords| keywords.not);
        nots.into_iter().filter(|(not, _)| !matches!(self.model.schema(*not).body, Body::Bool(false))).collect()
    }

    pub(super) fn conditions(&self) -> Vec<Condition> {
        let conditions = self.parts.iter().filter_map(|(id, keywords)| {
            let (then_schema, else_schema) = (keywords.then_schema, keywords.else_schema);
            let asked = keywords.if_schema.filter(|_| then_schema.is_some() || else_schema.is_some())?;
            Some(Condition { asked, then_schema, else_schema, part: *id })
        });
        conditions.collect()
    }

    pub(super) fn dynamic_references(&self) -> Vec<From<&'m DynamicReference>> {
        self.facet(|keywords| keywords.dynamic_reference.as_ref())
    }

    pub(super) fn unknown(&self) -> BTreeMap<&'m str, From<&'m Value>> {
        let mut found = BTreeMap::new();
        for (id, keywords) in &self.parts {
            for (keyword, value) in &keywords.unknown {
                found.entry(keyword.as_str()).or_insert((value, *id));
            }
        }
        found
    }

    /// Whether something about `unevaluatedProperties` or `unevaluatedItems` depends on what is applied in place.
    pub(super) fn has_unevaluated(&self) -> bool {
        let unevaluated =
            |keywords: &Keywords| keywords.unevaluated_items.is_some() || keywords.unevaluated_properties.is_some();
        self.parts.iter().any(|(_, keywords)| unevaluated(keywords))
    }

    /// Whether something is applied in place under a condition, so that what counts as evaluated depends on the value.
    pub(super) fn is_conditional(&self) -> bool {
        self.parts.iter().any(|(_, keywords)| {
            keywords.any_of.as_ref().is_some_and(|branches| branches.len() > 1)
                || keywords.one_of.as_ref().is_some_and(|branches| branches.len() > 1)
                || keywords.if_schema.is_some()
                || keywords.not.is_some()
                || keywords.dynamic_reference.is_some()
                || !keywords.dependent_schemas.is_empty()
        })
    }

    /// Whether nothing but unions is asserted.
    pub(super) fn is_only_unions(&self) -> bool {
        self.parts.iter().all(|(_, keywords)| {
            let bare =
                Keywords { any_of: None, one_of: None, all_of: Vec::new(), reference: None, ..(*keywords).clone() };
            asserts_nothing(self.model, &bare)
        })
    }

    /// The keyword beside a reference that the dialect ignores, with the part that has it.
    pub(super) fn ignored(&self, keyword: &str) -> Option<SchemaId> {
        let part = self.parts.iter().find(|(_, keywords)| keywords.ignored.iter().any(|name| name == keyword));
        part.map(|(id, _)| *id)
    }
}

/// Whether a name matches a pattern; a pattern that cannot be run may match anything.
fn matches(translated: Option<&str>, name: &str) -> bool {
    let Some(translated) = translated else { return true };
    Regex::new(translated).map_or(true, |pattern| pattern.is_match(name))
}

fn distinct<T: PartialEq>(found: Vec<From<T>>) -> Vec<From<T>> {
    let mut distinct: Vec<From<T>> = Vec::new();
    for (value, id) in found {
        if !distinct.iter().any(|(other, _)| *other == value) {
            distinct.push((value, id));
        }
    }
    distinct
}

fn tightest(bounds: impl Iterator<Item = Bound>, least: bool) -> Option<Bound> {
    bounds.reduce(|left, right| if is_tighter(&right, &left, least) { right } else { left })
}

/// Whether a bound excludes more than another one.
pub(super) fn is_tighter(bound: &Bound, other: &Bound, least: bool) -> bool {
    match bound.value.cmp(&other.value) {
        std::cmp::Ordering::Equal => bound.exclusive && !other.exclusive,
        std::cmp::Ordering::Greater => least,
        std::cmp::Ordering::Less => !least,
    }
}

/// Whether a schema takes every value by its very form.
pub(super) fn is_always(model: &Model, id: SchemaId) -> bool {
    match &model.schema(id).body {
        Body::Bool(value) => *value,
        Body::Keywords(keywords) => asserts_nothing(model, keywords),
    }
}

/// Whether a schema object takes no value by its very form.
fn is_never(model: &Model, keywords: &Keywords) -> bool {
    keywords.not.is_some_and(|not| is_always(model, not))
        || keywords.enumeration.as_ref().is_some_and(Vec::is_empty)
}

fn asserts_nothing(model: &Model, keywords: &Keywords) -> bool {
    let trivial = |schema: Option<SchemaId>| {
        schema.is_none_or(|schema| matches!(model.schema(schema).body, Body::Bool(true)))
    };
    keywords.types.is_none_or(|types| types == TypeSet::ANY)
        && keywords.enumeration.is_none()
        && keywords.constant.is_none()
        && keywords.minimum.is_none()
        && keywords.exclusive_minimum.is_none()
        && keywords.maximum.is_none()
        && keywords.exclusive_maximum.is_none()
        && keywords.multiple_of.is_none()
        && keywords.min_length.unwrap_or(0) == 0
        && keywords.max_length.is_none()
        && keywords.pattern.is_none()
        && keywords.prefix_items.is_empty()
        && trivial(keywords.items)
        && keywords.contains.is_none()
        && keywords.min_items.unwrap_or(0) == 0
        && keywords.max_items.is_none()
        && !keywords.unique_items
        && trivial(keywords.unevaluated_items)
        && keywords.properties.is_empty()
        && keywords.pattern_properties.is_empty()
        && trivial(keywords.additional_properties)
        && trivial(keywords.property_names)
        && keywords.required.is_empty()
        && keywords.min_properties.unwrap_or(0) == 0
        && keywords.max_properties.is_none()
        && keywords.dependent_required.is_empty()
        && keywords.dependent_schemas.is_empty()
        && trivial(keywords.unevaluated_properties)
        && keywords.all_of.is_empty()
        && keywords.any_of.is_none()
        && keywords.one_of.is_none()
        && keywords.not.is_none()
        && keywords.if_schema.is_none()
        && keywords.reference.is_none()
        && keywords.dynamic_reference.is_none()
        && keywords.unknown.is_empty()
}

/// Whether a schema declares properties by name, itself or by what it applies in place.
pub(crate) fn declares_properties(model: &Model, id: SchemaId) -> bool {
    !Conjunction::new(model, &[id]).properties().is_empty()
}

/// Whether a schema says itself all that it says about members.
pub(crate) fn is_plain_object(model: &Model, id: SchemaId) -> bool {
    let conjunction = Conjunction::new(model, &[id]);
    conjunction.parts.len() == 1 && !conjunction.is_conditional()
}
