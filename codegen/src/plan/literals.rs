//! Types of `enum` and `const`.

use std::collections::HashSet;

use contracts_model::{
    schema::{SchemaId, TypeSet},
    value::Value,
};

use super::Planner;
use crate::{
    conjunction::{Conjunction, Flat, flatten},
    keyword_set::KeywordSet,
    shape::{Docs, Kind, LiteralVariant, Origin, StringEnum, StringVariant, Type, Unknown},
};

/// A value that a schema lists, with the text that stands next to it.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) value: Value,
    pub(super) docs: Docs,
}

/// Unions that do nothing but list values: where they stand, and which keyword they are.
type Held = Vec<(SchemaId, KeywordSet)>;

impl<'m> Planner<'m> {
    /// The type of a conjunction that lists its values; `None` when it does not.
    pub(super) fn literal_type(
        &mut self,
        flat: &Flat<'m>,
        types: TypeSet,
        conjunction: &Conjunction,
        origin: &Origin,
    ) -> Option<Type> {
        let (listed, held) = self.listed(flat)?;
        let mut seen = HashSet::new();
        let mut values: Vec<Listed> = listed
            .into_iter()
            .filter(|listed| has_type(&listed.value, types) && seen.insert(listed.value.clone()))
            .collect();
        if values.is_empty() {
            return Some(Type::Never);
        }
        let fail_closed = flat
            .holders
            .iter()
            .find_map(|holder| self.settings.fail_closed(holder.schema).map(|safe| (holder.schema, safe.clone())));
        let rest = self.rest_where(flat, |schema, set| {
            let mut left = set.without(KeywordSet::TYPE).without(KeywordSet::ENUM).without(KeywordSet::CONST);
            // A tolerant reader takes any text in place of the enum that fails closed; other lists stay as strict.
            if fail_closed.as_ref().is_some_and(|(owner, _)| *owner != schema) {
                left = set.without(KeywordSet::TYPE);
            }
            for (holder, keyword) in &held {
                if *holder == schema {
                    left = left.without(*keyword);
                }
            }
            // Keywords about types that no listed value has cannot refuse anything.
            for (keywords, about) in [
                (KeywordSet::NUMBER, TypeSet::NUMBER),
                (KeywordSet::STRING, TypeSet::STRING),
                (KeywordSet::ARRAY, TypeSet::ARRAY),
                (KeywordSet::OBJECT, TypeSet::OBJECT),
            ] {
                if !values.iter().any(|listed| has_type(&listed.value, about)) {
                    left = left.without(keywords);
                }
            }
            left
        });
        let all_strings = values.iter().all(|listed| matches!(listed.value, Value::String(_)));
        if !all_strings && rest.is_empty() {
            match values.as_slice() {
                [Listed { value: Value::Null, .. }] => return Some(Type::Null),
                [Listed { value: Value::Bool(a), .. }, Listed { value: Value::Bool(b), .. }] if a != b => {
                    return Some(Type::Bool);
                }
                _ => {}
            }
        }
        let id = self.reserve(conjunction, origin);
        let is_constant = flat.holders.iter().any(|holder| holder.set.intersects(KeywordSet::CONST));
        self.items[id.0].kind = if values.len() == 1 && (is_constant || !all_strings) {
            Kind::Constant(values.remove(0).value)
        } else if all_strings {
            let unknown = fail_closed.map_or(Unknown::Refused, |(_, safe)| Unknown::Kept(safe));
            let values = values
                .into_iter()
                .filter_map(|listed| match listed.value {
                    Value::String(wire) => Some(StringVariant { wire, docs: listed.docs }),
                    _ => None,
                })
                .collect();
            Kind::StringEnum(StringEnum { values, unknown })
        } else {
            Kind::LiteralEnum(
                values
                    .into_iter()
                    .map(|listed| LiteralVariant { value: listed.value, docs: listed.docs })
                    .collect(),
            )
        };
        self.items[id.0].rest = rest;
        Some(Type::Item(id))
    }

    /// The values that every listing keyword of the holders lists, and the unions among those keywords.
    fn listed(&self, flat: &Flat<'m>) -> Option<(Vec<Listed>, Held)> {
        let mut found: Option<Vec<Listed>> = None;
        let mut held = Vec::new();
        let mut meet = |values: Vec<Listed>| {
            found = Some(match found.take() {
                None => values,
                Some(known) => {
                    let values: HashSet<&Value> = values.iter().map(|listed| &listed.value).collect();
                    known.into_iter().filter(|listed| values.contains(&listed.value)).collect()
                }
            });
        };
        for holder in &flat.holders {
            let plain = |value: &Value| Listed {
                value: self.settings.as_read(self.model, holder.schema, value),
                docs: Docs::default(),
            };
            if holder.set.intersects(KeywordSet::CONST)
                && let Some(value) = &holder.keywords.constant
            {
                meet(vec![plain(value)]);
            }
            if holder.set.intersects(KeywordSet::ENUM)
                && let Some(values) = &holder.keywords.enumeration
            {
                meet(values.iter().map(plain).collect());
            }
            for (keyword, branches) in
                [(KeywordSet::ONE_OF, &holder.keywords.one_of), (KeywordSet::ANY_OF, &holder.keywords.any_of)]
            {
                if holder.set.intersects(keyword)
                    && let Some(branches) = branches
                    && let Some(values) = self.listed_by_branches(branches, keyword == KeywordSet::ONE_OF)
                {
                    meet(values);
                    held.push((holder.schema, keyword));
                }
            }
        }
        found.map(|values| (values, held))
    }

    /// The values of a union whose branches do nothing but list values.
    fn listed_by_branches(&self, branches: &[SchemaId], exactly_one: bool) -> Option<Vec<Listed>> {
        let mut all: Vec<Listed> = Vec::new();
        let mut known: HashSet<Value> = HashSet::new();
        let mut twice: HashSet<Value> = HashSet::new();
        for branch in branches {
            let conjunction = Conjunction::one(self.model, *branch);
            // A branch with a name of its own stays a type of its own.
            if self.own_origin(&conjunction).is_some() {
                return None;
            }
            let flat = flatten(self.model, &conjunction);
            let [holder] = flat.holders.as_slice() else { return None };
            let plain = KeywordSet::TYPE.union(KeywordSet::ENUM).union(KeywordSet::CONST);
            if flat.never || !holder.set.without(plain).is_empty() {
                return None;
            }
            let types = holder.keywords.types.unwrap_or(TypeSet::ANY);
            let values: Vec<&Value> = match (&holder.keywords.constant, &holder.keywords.enumeration) {
                (Some(value), None) => vec![value],
                (None, Some(values)) => values.iter().collect(),
                _ => return None,
            };
            let values: Vec<Value> =
                values.into_iter().map(|value| self.settings.as_read(self.model, holder.schema, value)).collect();
            let docs = self.docs(*branch);
            let mut own: HashSet<Value> = HashSet::new();
            for value in values {
                if !has_type(&value, types) || !own.insert(value.clone()) {
                    continue;
                }
                if known.insert(value.clone()) {
                    all.push(Listed { value, docs: docs.clone() });
                } else {
                    twice.insert(value);
                }
            }
        }
        if exactly_one {
            all.retain(|listed| !twice.contains(&listed.value));
        }
        Some(all)
    }
}

/// Whether a value has one of the types.
pub(crate) fn has_type(value: &Value, types: TypeSet) -> bool {
    let own = match value {
        Value::Null => TypeSet::NULL,
        Value::Bool(_) => TypeSet::BOOLEAN,
        Value::Number(number) if number.is_integer() => TypeSet::INTEGER,
        Value::Number(_) => return types.contains(TypeSet::NUMBER),
        Value::String(_) => TypeSet::STRING,
        Value::Array(_) => TypeSet::ARRAY,
        Value::Object(_) => TypeSet::OBJECT,
    };
    types.intersects(own)
}
