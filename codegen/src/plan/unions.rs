//! Types of `anyOf` and `oneOf`.
//!
//! One union of a conjunction may become an enum: each variant is the conjunction of a branch with everything around the
//! union. Unions that only assert (`anyOf: [{required: [a]}, {required: [b]}]` beside declared properties) stay checks.

use std::collections::BTreeSet;

use contracts_model::{
    schema::{SchemaId, TypeSet},
    value::Value,
};

use super::{Planner, literals::has_type};
use crate::{
    conjunction::{Conjunction, Flat, Part, flatten},
    keyword_set::KeywordSet,
    names::{BranchFacts, variant_name},
    shape::{Choice, Kind, Origin, Rest, Step, Type, Union, Variant, VariantName},
};

/// Branches beyond this make no enum that anyone can use.
const MAX_BRANCHES: usize = 1_000;

/// How many combinations of branches the unions around one value may have, as types. Beyond that the first of them
/// gives the value its type, and the others are checks.
const MAX_COMBINATIONS: usize = 128;

/// A union: where it stands, which keyword it is, its branches.
type Found<'m> = (SchemaId, KeywordSet, &'m [SchemaId]);

struct Branch {
    schema: SchemaId,
    /// The branch together with what stands around the union.
    conjunction: Conjunction,
    types: TypeSet,
}

impl<'m> Planner<'m> {
    /// The type of a conjunction with a union that shapes it; `None` when it has none.
    pub(super) fn union_type(
        &mut self,
        flat: &Flat<'m>,
        types: TypeSet,
        conjunction: &Conjunction,
        origin: &Origin,
    ) -> Option<Type> {
        let mut unions = self.shaping_unions(flat, types).into_iter();
        let (owner, keyword, branches) = unions.next()?;
        // Each branch meets the branches of the other unions, which would be as many types as there are combinations.
        let mut combinations = branches.len();
        let left: Vec<(SchemaId, KeywordSet)> = unions
            .filter(|(_, _, branches)| {
                let more = combinations.saturating_mul(branches.len());
                let fits = more <= MAX_COMBINATIONS;
                if fits {
                    combinations = more;
                }
                !fits
            })
            .map(|(schema, keyword, _)| (schema, keyword))
            .collect();
        let unevaluated = KeywordSet::UNEVALUATED_ITEMS.union(KeywordSet::UNEVALUATED_PROPERTIES);
        let mut whole = Rest::default();
        for holder in &flat.holders {
            // What is unevaluated depends on the branch that is taken, so it is checked on the value as a whole.
            if holder.set.intersects(unevaluated) && !self.is_dynamic(holder.schema, KeywordSet::ALL) {
                whole.add(holder.schema, KeywordSet::ALL);
            }
        }
        for (schema, keyword) in &left {
            if !self.is_dynamic(*schema, *keyword) {
                whole.add(*schema, *keyword);
            }
        }
        let around = |without_types: bool| -> Vec<Part> {
            flat.holders
                .iter()
                .map(|holder| {
                    let mut set = holder.set.without(unevaluated);
                    if holder.schema == owner {
                        set = set.without(keyword);
                    }
                    for (_, keyword) in left.iter().filter(|(schema, _)| *schema == holder.schema) {
                        set = set.without(*keyword);
                    }
                    if without_types {
                        set = set.without(KeywordSet::TYPE);
                    }
                    Part { schema: holder.schema, without: KeywordSet::ALL.without(set) }
                })
                .collect()
        };
        let mut planned: Vec<Branch> = Vec::new();
        for &schema in branches {
            let own = Conjunction::one(self.model, schema);
            let own_types = self.types_of(&own);
            let both = types.intersection(own_types);
            if both.is_empty() {
                continue;
            }
            // When the branch allows no other types than the union does, its own `type` says enough.
            let redundant = types.contains(own_types);
            let mut parts = around(redundant);
            parts.push(Part::whole(schema));
            let mut all = Conjunction::new(self.model, parts);
            if conjunction.types() != TypeSet::ANY && !conjunction.types().contains(own_types) {
                all = all.restricted(conjunction.types());
            }
            let own_parts: Vec<_> = own.parts().to_vec();
            // A branch with nothing around it keeps the type (and the name) that it has elsewhere.
            if all.parts().iter().all(|part| own_parts.contains(part)) && all.types() == TypeSet::ANY {
                all = own;
            }
            planned.push(Branch { schema, conjunction: all, types: both });
        }
        let disjoint = planned
            .iter()
            .enumerate()
            .all(|(index, branch)| planned[index + 1..].iter().all(|other| !branch.types.intersects(other.types)));
        if disjoint && whole.is_empty() {
            match planned.as_slice() {
                [] => return Some(Type::Never),
                [only] => {
                    let only = only.conjunction.clone();
                    return Some(self.type_of(&only, origin));
                }
                [first, second] if first.types == TypeSet::NULL || second.types == TypeSet::NULL => {
                    let (null, other) =
                        if first.types == TypeSet::NULL { (first, second) } else { (second, first) };
                    let (null, other) = (null.conjunction.clone(), other.conjunction.clone());
                    let null = self.type_of(&null, origin);
                    if matches!(null, Type::Null | Type::Never) {
                        let other = self.type_of(&other, origin);
                        return Some(match (null, other) {
                            (Type::Never, other) => other,
                            (null, Type::Never) => null,
                            (_, other) => Type::Nullable(Box::new(other)),
                        });
                    }
                }
                _ => {}
            }
        }
        let id = self.reserve(conjunction, origin);
        let tag = self.tag(&planned);
        let exclusive = self.required_by_one(&planned);
        let mut variants: Vec<Variant> = Vec::new();
        for (index, branch) in planned.iter().enumerate() {
            let ty = self.type_of(&branch.conjunction, &Origin::part(id, Step::Variant(variants.len())));
            if ty == Type::Never {
                continue;
            }
            let tags = tag.as_ref().map(|(_, values)| values[index].clone()).unwrap_or_default();
            let name = self.variant_name(branch, &tags, exclusive[index].as_deref(), index, disjoint);
            variants.push(Variant {
                name,
                ty,
                branch: Some(branch.schema),
                types: branch.types,
                tags,
                schemas: branch.conjunction.clone(),
                docs: self.docs(branch.schema),
                boxed: false,
            });
        }
        // A branch that depends on the dynamic scope cannot be told from the others here.
        let dynamic = planned.iter().any(|branch| self.dynamic.contains(&branch.schema));
        let choice = match tag {
            _ if disjoint => Choice::Kind,
            Some((name, _)) => Choice::Tag(name),
            None if dynamic => {
                self.items[id.0].kind = Kind::Newtype(Type::Any);
                self.items[id.0].rest = self.rest(flat, KeywordSet::NONE);
                return Some(Type::Item(id));
            }
            None if keyword == KeywordSet::ONE_OF => Choice::Only,
            None => Choice::First,
        };
        self.items[id.0].kind = Kind::Union(Union { choice, variants });
        self.items[id.0].rest = whole;
        Some(Type::Item(id))
    }

    /// The unions that can give a conjunction its shape.
    fn shaping_unions(&self, flat: &Flat<'m>, types: TypeSet) -> Vec<Found<'m>> {
        let mut found = Vec::new();
        let declared: BTreeSet<&str> = flat
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::PROPERTIES))
            .flat_map(|holder| holder.keywords.properties.iter().map(|property| property.name.as_str()))
            .collect();
        for holder in &flat.holders {
            for (keyword, branches) in
                [(KeywordSet::ONE_OF, &holder.keywords.one_of), (KeywordSet::ANY_OF, &holder.keywords.any_of)]
            {
                let Some(branches) = branches else { continue };
                if holder.set.intersects(keyword)
                    && branches.len() <= MAX_BRANCHES
                    && branches.iter().any(|branch| self.shapes(*branch, &declared, types))
                {
                    found.push((holder.schema, keyword, branches.as_slice()));
                }
            }
        }
        found
    }

    /// Whether a branch says more about the form of a value than what is declared around its union.
    fn shapes(&self, branch: SchemaId, declared: &BTreeSet<&str>, types: TypeSet) -> bool {
        let conjunction = Conjunction::one(self.model, branch);
        if self.own_origin(&conjunction).is_some() && declared.is_empty() {
            return true;
        }
        let flat = flatten(self.model, &conjunction);
        if flat.never {
            return false;
        }
        let own = flat
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::TYPE))
            .filter_map(|holder| holder.keywords.types)
            .fold(TypeSet::ANY, TypeSet::intersection);
        let forms = KeywordSet::PATTERN_PROPERTIES
            .union(KeywordSet::PREFIX_ITEMS)
            .union(KeywordSet::ITEMS)
            .union(KeywordSet::ENUM)
            .union(KeywordSet::CONST)
            .union(KeywordSet::ANY_OF)
            .union(KeywordSet::ONE_OF);
        types.intersection(own) != types
            || flat.holders.iter().any(|holder| {
                holder.set.intersects(forms)
                    || holder.set.intersects(KeywordSet::PROPERTIES)
                        && holder
                            .keywords
                            .properties
                            .iter()
                            .any(|property| !declared.contains(property.name.as_str()))
                    || holder.keywords.additional_properties.is_some_and(|schema| {
                        holder.set.intersects(KeywordSet::ADDITIONAL_PROPERTIES)
                            && self.model.keywords(schema).is_some()
                    })
            })
    }

    /// The JSON types that a conjunction may accept.
    fn types_of(&self, conjunction: &Conjunction) -> TypeSet {
        let flat = flatten(self.model, conjunction);
        if flat.never {
            return TypeSet::NONE;
        }
        let mut types = conjunction.types();
        for holder in &flat.holders {
            if holder.set.intersects(KeywordSet::TYPE)
                && let Some(own) = holder.keywords.types
            {
                types = types.intersection(own);
            }
            let listed: Option<Vec<&Value>> = match (&holder.keywords.constant, &holder.keywords.enumeration) {
                (Some(value), _) if holder.set.intersects(KeywordSet::CONST) => Some(vec![value]),
                (_, Some(values)) if holder.set.intersects(KeywordSet::ENUM) => Some(values.iter().collect()),
                _ => None,
            };
            if let Some(listed) = listed {
                let of_values = listed.iter().fold(TypeSet::NONE, |types, value| {
                    let own = [
                        TypeSet::NULL,
                        TypeSet::BOOLEAN,
                        TypeSet::INTEGER,
                        TypeSet::NUMBER,
                        TypeSet::STRING,
                        TypeSet::ARRAY,
                        TypeSet::OBJECT,
                    ];
                    let value = self.settings.as_read(self.model, holder.schema, value);
                    let first = own.into_iter().find(|own| has_type(&value, *own));
                    types.union(first.unwrap_or(TypeSet::NONE))
                });
                types = types.intersection(of_values);
            }
        }
        types
    }

    /// The member that tells the branches apart: each requires it and lists strings for it, none of them twice.
    fn tag(&self, branches: &[Branch]) -> Option<(String, Vec<Vec<String>>)> {
        if branches.len() < 2 || branches.iter().any(|branch| branch.types != TypeSet::OBJECT) {
            return None;
        }
        let first = flatten(self.model, &branches[0].conjunction);
        let candidates = first
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::REQUIRED))
            .flat_map(|holder| holder.keywords.required.iter())
            .collect::<Vec<_>>();
        'candidates: for name in candidates {
            let mut all = Vec::new();
            let mut seen: BTreeSet<String> = BTreeSet::new();
            for branch in branches {
                let Some(values) = self.tag_values(&branch.conjunction, name) else { continue 'candidates };
                for value in &values {
                    if !seen.insert(value.clone()) {
                        continue 'candidates;
                    }
                }
                all.push(values);
            }
            return Some((name.clone(), all));
        }
        None
    }

    /// The strings that a conjunction lists for a required member.
    fn tag_values(&self, conjunction: &Conjunction, name: &str) -> Option<Vec<String>> {
        let flat = flatten(self.model, conjunction);
        let required = flat.holders.iter().any(|holder| {
            holder.set.intersects(KeywordSet::REQUIRED)
                && holder.keywords.required.iter().any(|other| other == name)
        });
        if !required {
            return None;
        }
        let parts: Vec<Part> = flat
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::PROPERTIES))
            .flat_map(|holder| &holder.keywords.properties)
            .filter(|property| property.name == name)
            .map(|property| Part::whole(property.schema))
            .collect();
        let values = flatten(self.model, &Conjunction::new(self.model, parts));
        let mut listed: Option<Vec<String>> = None;
        for holder in &values.holders {
            let own: Vec<&Value> = match (&holder.keywords.constant, &holder.keywords.enumeration) {
                (Some(value), _) => vec![value],
                (None, Some(values)) => values.iter().collect(),
                (None, None) => continue,
            };
            let own: Option<Vec<String>> = own.into_iter().map(|value| value.as_str().map(str::to_owned)).collect();
            let own = own?;
            listed = Some(match listed {
                None => own,
                Some(known) => known.into_iter().filter(|value| own.contains(value)).collect(),
            });
        }
        listed.filter(|values| !values.is_empty())
    }

    /// Per branch a member that it requires and no other branch does.
    fn required_by_one(&self, branches: &[Branch]) -> Vec<Option<String>> {
        let required: Vec<Vec<String>> = branches
            .iter()
            .map(|branch| {
                flatten(self.model, &branch.conjunction)
                    .holders
                    .iter()
                    .filter(|holder| holder.set.intersects(KeywordSet::REQUIRED))
                    .flat_map(|holder| holder.keywords.required.clone())
                    .collect()
            })
            .collect();
        let mut count: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for names in &required {
            for name in names.iter().map(String::as_str).collect::<BTreeSet<_>>() {
                *count.entry(name).or_default() += 1;
            }
        }
        required
            .iter()
            .map(|names| names.iter().find(|name| count.get(name.as_str()) == Some(&1)).cloned())
            .collect()
    }

    fn variant_name(
        &self,
        branch: &Branch,
        tags: &[String],
        exclusive: Option<&str>,
        index: usize,
        by_type: bool,
    ) -> VariantName {
        let own = Conjunction::one(self.model, branch.schema);
        let definition = own.single().and_then(|schema| self.definitions.get(&schema));
        let title = self.docs(branch.schema).title;
        let constant = self.model.keywords(branch.schema).and_then(|keywords| match &keywords.constant {
            Some(Value::String(constant)) => Some(constant.as_str()),
            _ => None,
        });
        variant_name(&BranchFacts {
            tag: if let [tag] = tags { Some(tag) } else { None },
            definition: definition.map(|(_, name)| name.as_str()),
            title: title.as_deref(),
            constant,
            kind: type_name(branch.types),
            only_of_its_kind: by_type,
            vague_kind: branch.types == TypeSet::OBJECT || branch.types == TypeSet::ANY,
            exclusive,
            position: index,
        })
    }
}

fn type_name(types: TypeSet) -> &'static str {
    let names = types.names();
    match names.as_slice() {
        ["null"] => "Null",
        ["boolean"] => "Boolean",
        ["integer"] => "Integer",
        ["number"] => "Number",
        ["string"] => "String",
        ["array"] => "Array",
        ["object"] => "Object",
        _ => "Other",
    }
}
