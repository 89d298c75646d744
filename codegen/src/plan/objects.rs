//! Types of objects: structs, maps, and the schemas that each member is subject to.

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::{
    pattern::Pattern,
    schema::{Body, SchemaId},
};

use super::{Planner, scalars::specific};
use crate::{
    conjunction::{Conjunction, Flat, Holder, Part},
    keyword_set::KeywordSet,
    shape::{Docs, Field, Kind, Origin, Others, PatternField, Step, Struct, Type},
};

/// An `unevaluatedProperties` (or `unevaluatedItems`) whose annotations come from known places only, so that it is an
/// `additionalProperties` over all of them.
struct Unevaluated {
    schema: SchemaId,
    owner: SchemaId,
    /// The holders whose members count as evaluated.
    inside: Vec<SchemaId>,
}

impl<'m> Planner<'m> {
    pub(super) fn object_type(&mut self, flat: &Flat<'m>, conjunction: &Conjunction, origin: &Origin) -> Type {
        let mut held = specific().without(KeywordSet::OBJECT);
        held = held.union(KeywordSet::PROPERTIES).union(KeywordSet::REQUIRED);
        held = held.union(KeywordSet::ADDITIONAL_PROPERTIES).union(KeywordSet::PATTERN_PROPERTIES);
        let unevaluated =
            absorbed(flat, KeywordSet::UNEVALUATED_PROPERTIES, |keywords| keywords.unevaluated_properties);
        if unevaluated.is_some() {
            held = held.union(KeywordSet::UNEVALUATED_PROPERTIES);
        }
        let unevaluated = unevaluated.unwrap_or_default();
        let objects = Objects::new(self, flat, unevaluated);
        let patterns = objects.patterns();
        let regexes: Vec<_> = patterns.iter().map(compile).collect();
        // One pattern is held by a map of its own; more of them may meet in one name.
        let several = patterns.len() > 1 || regexes.iter().any(Option::is_none);
        let names = objects.names();
        let fields: Vec<(String, bool, Conjunction, Docs)> = names
            .iter()
            .map(|name| {
                let parts = objects.parts_of(name, &regexes);
                (name.clone(), objects.is_required(name), Conjunction::new(self.model, parts), objects.docs(name))
            })
            .collect();
        let pattern_parts: Vec<Conjunction> = patterns
            .iter()
            .map(|pattern| Conjunction::new(self.model, objects.parts_of_pattern(pattern, several)))
            .collect();
        let others = Conjunction::new(self.model, objects.parts_of_others(several));
        let closed = objects.closed();
        let required_by = objects.required_by();
        if several {
            // Only what surely applies was given to the fields, so the rest checks the keywords once more.
            held = held
                .without(KeywordSet::PATTERN_PROPERTIES)
                .without(KeywordSet::ADDITIONAL_PROPERTIES)
                .without(KeywordSet::UNEVALUATED_PROPERTIES);
        }
        if names.is_empty() && patterns.is_empty() {
            let rest = self.rest(flat, held);
            if closed.is_none() {
                return self.map_type(&others, rest, conjunction, origin);
            }
        }
        let id = self.reserve(conjunction, origin);
        let mut planned = Vec::new();
        let mut impossible = false;
        for (wire, required, schemas, docs) in fields {
            let ty = self.type_of(&schemas, &Origin::part(id, Step::Member(wire.clone())));
            if ty == Type::Never && required {
                // No object can have what every object must have. Items that were planned on the way stay unused.
                self.items[id.0].kind = Kind::Newtype(Type::Never);
                return Type::Item(id);
            }
            if ty == Type::Never {
                impossible = true;
                continue;
            }
            planned.push(Field { wire, ty, required, schemas, docs, boxed: false });
        }
        if impossible {
            held = held
                .without(KeywordSet::PROPERTIES)
                .without(KeywordSet::PATTERN_PROPERTIES)
                .without(KeywordSet::ADDITIONAL_PROPERTIES);
        }
        let mut pattern_fields = Vec::new();
        for (index, (pattern, schemas)) in patterns.into_iter().zip(pattern_parts).enumerate() {
            if regexes[index].is_none() {
                continue;
            }
            let ty = self.type_of(&schemas, &Origin::part(id, Step::Pattern(index)));
            pattern_fields.push(PatternField { pattern, ty, schemas });
        }
        let others = match closed {
            Some((schema, keyword)) if !regexes.iter().any(Option::is_none) => Others::Closed(schema, keyword),
            _ => {
                let ty = self.type_of(&others, &Origin::part(id, Step::Others));
                Others::Open { ty, schemas: others }
            }
        };
        let rest = self.rest(flat, held);
        self.items[id.0].kind =
            Kind::Struct(Struct { fields: planned, patterns: pattern_fields, others, required_by });
        self.items[id.0].rest = rest;
        Type::Item(id)
    }

    fn map_type(
        &mut self,
        others: &Conjunction,
        rest: crate::shape::Rest,
        conjunction: &Conjunction,
        origin: &Origin,
    ) -> Type {
        let element = origin.then(Step::Value);
        let value = self.type_of(others, &element);
        self.newtype_unless_exact(Type::Map(Box::new(value)), rest, conjunction, origin)
    }
}

struct Objects<'p, 'm> {
    planner: &'p Planner<'m>,
    flat: &'p Flat<'m>,
    unevaluated: Vec<Unevaluated>,
    /// Per name the holders that have it among their `properties`, in their order.
    declared: BTreeMap<&'m str, Vec<(usize, SchemaId)>>,
    /// The holders that may say something of names that they do not declare.
    open: Vec<usize>,
    /// Per holder the places of its `patternProperties` among the patterns of all.
    patterns: Vec<Vec<usize>>,
    required: BTreeSet<&'m str>,
}

impl<'p, 'm> Objects<'p, 'm> {
    fn new(planner: &'p Planner<'m>, flat: &'p Flat<'m>, unevaluated: Vec<Unevaluated>) -> Self {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        // A place for each pattern of a holder that `Objects::patterns` counts, and for others that only annotate.
        let counted = |holder: &&Holder<'m>| holder.set.intersects(KeywordSet::PATTERN_PROPERTIES);
        for holder in flat.holders.iter().filter(counted) {
            for (pattern, _) in &holder.keywords.pattern_properties {
                let next = places.len();
                places.entry(&pattern.source).or_insert(next);
            }
        }
        let of_holder = |holder: &Holder<'m>| {
            let patterns = holder.keywords.pattern_properties.iter();
            patterns
                .map(|(pattern, _)| places.get(pattern.source.as_str()).copied().unwrap_or(usize::MAX))
                .collect()
        };
        let mut declared: BTreeMap<&str, Vec<(usize, SchemaId)>> = BTreeMap::new();
        for (index, holder) in flat.holders.iter().enumerate() {
            for property in &holder.keywords.properties {
                declared.entry(&property.name).or_default().push((index, property.schema));
            }
        }
        let others = KeywordSet::PATTERN_PROPERTIES.union(KeywordSet::ADDITIONAL_PROPERTIES);
        let open = (0..flat.holders.len()).filter(|index| flat.holders[*index].set.intersects(others)).collect();
        let required = flat.holders.iter().filter(|holder| holder.set.intersects(KeywordSet::REQUIRED));
        Self {
            planner,
            flat,
            unevaluated,
            declared,
            open,
            patterns: flat.holders.iter().map(of_holder).collect(),
            required: required.flat_map(|holder| holder.keywords.required.iter().map(String::as_str)).collect(),
        }
    }

    fn holders(&self, keyword: KeywordSet) -> impl Iterator<Item = &Holder<'m>> {
        self.flat.holders.iter().filter(move |holder| holder.set.intersects(keyword))
    }

    /// Declared names, in the order of the schemas: properties first, then names that are only required.
    fn names(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let properties = self
            .holders(KeywordSet::PROPERTIES)
            .flat_map(|holder| holder.keywords.properties.iter().map(|property| &property.name));
        let required = self.holders(KeywordSet::REQUIRED).flat_map(|holder| holder.keywords.required.iter());
        properties.chain(required).filter(|name| seen.insert((*name).clone())).cloned().collect()
    }

    /// The holders that declare a member, with what they say of it.
    fn declarations(&self, name: &str) -> &[(usize, SchemaId)] {
        self.declared.get(name).map_or(&[], Vec::as_slice)
    }

    fn is_required(&self, name: &str) -> bool {
        self.required.contains(name)
    }

    fn required_by(&self) -> Option<SchemaId> {
        self.holders(KeywordSet::REQUIRED).next().map(|holder| holder.schema)
    }

    fn docs(&self, name: &str) -> Docs {
        self.declarations(name)
            .iter()
            .filter(|(index, _)| self.flat.holders[*index].set.intersects(KeywordSet::PROPERTIES))
            .map(|(_, schema)| self.planner.docs(*schema))
            .find(|docs| docs.title.is_some() || docs.description.is_some() || docs.deprecated)
            .unwrap_or_default()
    }

    /// The patterns of all holders, equal ones once.
    fn patterns(&self) -> Vec<Pattern> {
        let mut seen = BTreeSet::new();
        self.holders(KeywordSet::PATTERN_PROPERTIES)
            .flat_map(|holder| holder.keywords.pattern_properties.iter().map(|(pattern, _)| pattern))
            .filter(|pattern| seen.insert(&pattern.source))
            .cloned()
            .collect()
    }

    /// What a declared member is subject to. A pattern that cannot be tried here is left to the rest.
    fn parts_of(&self, name: &str, regexes: &[Option<regex::Regex>]) -> Vec<Part> {
        let matched: Vec<Option<bool>> =
            regexes.iter().map(|regex| regex.as_ref().map(|regex| regex.is_match(name))).collect();
        let meets = |place: &usize| matched.get(*place).copied().flatten();
        let mut declared = self.declarations(name).iter().copied().peekable();
        let mut open = self.open.iter().copied().peekable();
        let mut parts = Vec::new();
        loop {
            let next = declared.peek().map(|(index, _)| *index).into_iter().chain(open.peek().copied()).min();
            let Some(index) = next else { break };
            let schema = declared.next_if(|(declaring, _)| *declaring == index).map(|(_, schema)| schema);
            open.next_if_eq(&index);
            let holder = &self.flat.holders[index];
            let mut evaluated = false;
            if holder.set.intersects(KeywordSet::PROPERTIES)
                && let Some(schema) = schema
            {
                parts.push(Part::whole(schema));
                evaluated = true;
            }
            if holder.set.intersects(KeywordSet::PATTERN_PROPERTIES) {
                for ((_, schema), place) in holder.keywords.pattern_properties.iter().zip(&self.patterns[index]) {
                    match meets(place) {
                        Some(true) => {
                            parts.push(Part::whole(*schema));
                            evaluated = true;
                        }
                        Some(false) => {}
                        None => evaluated = true,
                    }
                }
            }
            if !evaluated
                && holder.set.intersects(KeywordSet::ADDITIONAL_PROPERTIES)
                && let Some(schema) = holder.keywords.additional_properties
            {
                parts.push(Part::whole(schema));
            }
        }
        for unevaluated in &self.unevaluated {
            let holders = self.flat.holders.iter().enumerate();
            let mut evaluators = holders.filter(|(_, holder)| unevaluated.inside.contains(&holder.schema));
            let evaluated = evaluators.any(|(index, holder)| {
                holder.keywords.additional_properties.is_some()
                    || holder.keywords.unevaluated_properties.is_some() && holder.schema != unevaluated.owner
                    || self.declarations(name).iter().any(|(declaring, _)| *declaring == index)
                    || self.patterns[index].iter().any(|place| meets(place) != Some(false))
            });
            if !evaluated {
                parts.push(Part::whole(unevaluated.schema));
            }
        }
        parts
    }

    fn evaluators(&self, unevaluated: &Unevaluated) -> impl Iterator<Item = &Holder<'m>> {
        self.flat.holders.iter().filter(|holder| unevaluated.inside.contains(&holder.schema))
    }

    /// What a member whose name matches a pattern is subject to. With several patterns only that pattern's own schemas
    /// are sure to apply.
    fn parts_of_pattern(&self, pattern: &Pattern, several: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for holder in &self.flat.holders {
            let mut evaluated = false;
            if holder.set.intersects(KeywordSet::PATTERN_PROPERTIES) {
                for (other, schema) in &holder.keywords.pattern_properties {
                    if other == pattern {
                        parts.push(Part::whole(*schema));
                        evaluated = true;
                    }
                }
            }
            if !evaluated
                && !several
                && holder.set.intersects(KeywordSet::ADDITIONAL_PROPERTIES)
                && let Some(schema) = holder.keywords.additional_properties
            {
                parts.push(Part::whole(schema));
            }
        }
        for unevaluated in &self.unevaluated {
            let evaluated = self.evaluators(unevaluated).any(|holder| {
                holder.keywords.additional_properties.is_some()
                    || holder.keywords.unevaluated_properties.is_some() && holder.schema != unevaluated.owner
                    || holder.keywords.pattern_properties.iter().any(|(other, _)| other == pattern)
            });
            if !evaluated && !several {
                parts.push(Part::whole(unevaluated.schema));
            }
        }
        parts
    }

    /// What a member is subject to that is neither declared nor matches a pattern.
    fn parts_of_others(&self, several: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for holder in self.holders(KeywordSet::ADDITIONAL_PROPERTIES) {
            // With a pattern that cannot be tried here, any name may match it.
            let untried =
                several && holder.keywords.pattern_properties.iter().any(|(pattern, _)| compile(pattern).is_none());
            if let Some(schema) = holder.keywords.additional_properties
                && !untried
            {
                parts.push(Part::whole(schema));
            }
        }
        for unevaluated in &self.unevaluated {
            let evaluated = self.evaluators(unevaluated).any(|holder| {
                holder.keywords.additional_properties.is_some()
                    || holder.keywords.unevaluated_properties.is_some() && holder.schema != unevaluated.owner
                    || several
                        && holder.keywords.pattern_properties.iter().any(|(pattern, _)| compile(pattern).is_none())
            });
            if !evaluated {
                parts.push(Part::whole(unevaluated.schema));
            }
        }
        parts
    }

    /// The keyword that refuses all other members.
    fn closed(&self) -> Option<(SchemaId, &'static str)> {
        let is_false = |schema: SchemaId| matches!(self.planner.model.schema(schema).body, Body::Bool(false));
        let additional = self.holders(KeywordSet::ADDITIONAL_PROPERTIES).find_map(|holder| {
            let schema = holder.keywords.additional_properties?;
            is_false(schema).then_some((holder.schema, "additionalProperties"))
        });
        additional.or_else(|| {
            self.unevaluated.iter().find_map(|unevaluated| {
                let evaluated = self.evaluators(unevaluated).any(|holder| {
                    holder.keywords.additional_properties.is_some()
                        || holder.keywords.unevaluated_properties.is_some() && holder.schema != unevaluated.owner
                });
                (is_false(unevaluated.schema) && !evaluated).then_some((unevaluated.owner, "unevaluatedProperties"))
            })
        })
    }
}

/// The `unevaluated*` holders when all of them can be read as `additional*` over known holders; `None` otherwise.
fn absorbed(
    flat: &Flat<'_>,
    keyword: KeywordSet,
    value: impl Fn(&contracts_model::schema::Keywords) -> Option<SchemaId>,
) -> Option<Vec<Unevaluated>> {
    let mut found = Vec::new();
    for (owner, inside) in &flat.inside {
        let Some(holder) = flat.holders.iter().find(|holder| holder.schema == *owner) else { continue };
        if !holder.set.intersects(keyword) {
            continue;
        }
        for schema in inside {
            // Annotations of these applicators depend on the instance. A holder that is not there in full was split.
            let conditional = KeywordSet::ANY_OF
                .union(KeywordSet::ONE_OF)
                .union(KeywordSet::IF)
                .union(KeywordSet::DEPENDENT_SCHEMAS)
                .union(KeywordSet::DYNAMIC_REF);
            let known = flat.holders.iter().find(|holder| holder.schema == *schema)?;
            if KeywordSet::of(known.keywords).intersects(conditional) {
                return None;
            }
        }
        found.push(Unevaluated { schema: value(holder.keywords)?, owner: *owner, inside: inside.clone() });
    }
    Some(found)
}

/// The pattern, ready to try names; `None` when it has no linear form.
fn compile(pattern: &Pattern) -> Option<regex::Regex> {
    pattern.translated.as_deref().and_then(|translated| regex::Regex::new(translated).ok())
}
