use std::collections::HashMap;

use crate::{
    Level,
    lint::{
        context::{Context, Help, conjuncts},
        emptiness::{Emptiness, asserts_nothing_but_types_and_required},
        report::Report,
        rule::{Check, Example, Rule},
        rules::identical_branches,
    },
    schema::{Keywords, SchemaId},
};

pub(crate) const RULE: Rule = Rule {
    id: "overlapping-one-of",
    level: Some(Level::Warning),
    strict: Level::Warning,
    what: "branches of `oneOf` that are not provably disjoint and have no tag that tells them apart",
    why: "`oneOf` refuses what two branches accept, so a document may be invalid because it is valid twice; and a \
          decoder must try all branches to find that out. A required property with another `const` in each branch \
          tells them apart. Branches that only say which properties are required are meant to overlap and are left \
          alone.",
    bad: Example::bad(
        r#"{
  "oneOf": [
    { "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": true },
    { "type": "object", "properties": { "b": { "type": "string" } }, "additionalProperties": true }
  ]
}"#,
        &["/oneOf"],
    ),
    good: Example::good(
        r#"{
  "oneOf": [
    { "type": "string" },
    {
      "type": "object",
      "properties": { "kind": { "const": "a" }, "a": { "type": "string" } },
      "required": ["kind"],
      "additionalProperties": true
    },
    {
      "type": "object",
      "properties": { "kind": { "const": "b" }, "b": { "type": "string" } },
      "required": ["kind"],
      "additionalProperties": true
    }
  ]
}"#,
    ),
    check: Check::Schemas(check),
};

/// Pairs of branches that are compared in one `oneOf`.
const MOST_PAIRS: usize = 2000;

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let Some(branches) = keywords.one_of.as_deref().filter(|branches| branches.len() > 1) else { continue };
        if branches.iter().all(|branch| context.model.keywords(*branch).is_some_and(only_requires)) {
            continue;
        }
        let mut emptiness = context.emptiness();
        // What can never hold overlaps with nothing.
        if emptiness.is_empty(emptiness.seed(id)) {
            continue;
        }
        let groups = groups(context, &emptiness, branches);
        let mut pairs = groups.iter().flat_map(|group| {
            group
                .iter()
                .enumerate()
                .flat_map(move |(number, first)| group[..number].iter().map(move |second| (*second, *first)))
        });
        let overlapping = pairs.by_ref().take(MOST_PAIRS).find(|(first, second)| {
            let (left, right) = (branches[*first], branches[*second]);
            let node = emptiness.with_branches(id, &[left, right]);
            !emptiness.is_empty(node) && !identical_branches::are_identical(context, left, right)
        });
        let Some((first, second)) = overlapping else { continue };
        let [first_number, second_number] = [first, second].map(|number| number.to_string());
        let place = context.place_below(id, &["oneOf"]);
        let related = [
            context.place_below(id, &["oneOf", &first_number]),
            context.place_below(id, &["oneOf", &second_number]),
        ];
        let finding = report.at(
            place,
            format!("branches {first} and {second} may both hold for one value, and `oneOf` refuses it then"),
        );
        for place in related {
            finding.related(place, "this branch");
        }
        finding.help(
            "give each branch a required property with a `const` of its own, or use `anyOf` if more than one may hold",
        );
    }
}

/// Branches that a tag does not tell apart: those with the same value of it, and all where there is none.
fn groups(context: &Context<'_>, emptiness: &Emptiness<'_>, branches: &[SchemaId]) -> Vec<Vec<usize>> {
    let everything = || vec![(0..branches.len()).collect()];
    let Some(first) = branches.first() else { return Vec::new() };
    let parts = |branch: SchemaId| conjuncts(context.model, [branch]);
    let required = parts(*first).into_iter().filter_map(|id| context.model.keywords(id));
    for name in required.flat_map(|keywords| &keywords.required) {
        let tags: Option<Vec<Vec<String>>> =
            branches.iter().map(|branch| tags(context, emptiness, &parts(*branch), name)).collect();
        let Some(tags) = tags else { continue };
        let mut by_tag: HashMap<&str, usize> = HashMap::new();
        let mut grouped: Vec<Vec<usize>> = Vec::new();
        for (number, values) in tags.iter().enumerate() {
            let known = values.iter().find_map(|value| by_tag.get(value.as_str()).copied());
            let group = known.unwrap_or_else(|| {
                grouped.push(Vec::new());
                grouped.len() - 1
            });
            grouped[group].push(number);
            for value in values {
                // Branches that share a value of two groups are compared within one of them; a miss is no error.
                by_tag.entry(value).or_insert(group);
            }
        }
        return grouped;
    }
    everything()
}

/// The values that a branch allows for a required property of an object, when it lists them.
fn tags(context: &Context<'_>, emptiness: &Emptiness<'_>, parts: &[SchemaId], name: &str) -> Option<Vec<String>> {
    const MOST_VALUES: usize = 64;
    let keywords = || parts.iter().filter_map(|id| context.model.keywords(*id));
    let object = crate::schema::TypeSet::OBJECT;
    keywords().find(|keywords| keywords.types.is_some_and(|types| object.contains(types)))?;
    keywords().find(|keywords| keywords.required.iter().any(|required| required == name))?;
    let property = parts.iter().find_map(|part| emptiness.properties(*part).get(name).copied())?;
    let property = conjuncts(context.model, [property]);
    let mut values = property.iter().filter_map(|id| {
        let keywords = context.model.keywords(*id)?;
        let constant = keywords.constant.as_ref().map(std::slice::from_ref);
        constant.or(keywords.enumeration.as_deref()).filter(|values| values.len() <= MOST_VALUES)
    });
    Some(values.next()?.iter().map(crate::value::Value::canonical).collect())
}

/// Whether a branch asserts nothing but `required`.
fn only_requires(keywords: &Keywords) -> bool {
    !keywords.required.is_empty() && asserts_nothing_but_types_and_required(keywords)
}
