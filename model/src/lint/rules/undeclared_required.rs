use std::collections::HashSet;

use crate::{
    Level,
    lint::{
        beside::beside,
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::{Keywords, SchemaId},
    value::Value,
};

pub(crate) const RULE: Rule = Rule {
    id: "undeclared-required",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a required name that neither the schema nor one that applies beside it declares",
    why: "It is mostly a misspelt name: the property that was meant stays optional, and every document must have one \
          that nobody knows. Declarations are looked for in `allOf`, `$ref`, the branches beside and the schemas \
          around, so a branch may require what its parent declares.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": { "colour": { "type": "string" } },
  "required": ["color"],
  "additionalProperties": true
}"#,
        &["/required/0"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": { "colour": { "type": "string" }, "weight": { "type": "number" } },
  "anyOf": [{ "required": ["colour"] }, { "required": ["weight"] }],
  "additionalProperties": true
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let mut missing: Vec<(Vec<&str>, &str)> = Vec::new();
        let declared_here: HashSet<&str> =
            keywords.properties.iter().map(|property| property.name.as_str()).collect();
        let numbers: Vec<String> = (0..keywords.required.len()).map(|number| number.to_string()).collect();
        for (number, name) in numbers.iter().zip(&keywords.required) {
            if !declared_here.contains(name.as_str()) {
                missing.push((vec!["required", number], name));
            }
        }
        if missing.is_empty() {
            continue;
        }
        let Some(family) = beside(context, id) else { continue };
        let mut names: Vec<&str> = family.iter().flat_map(|other| declared(context, *other)).collect();
        names.sort_unstable();
        names.dedup();
        for (place, name) in missing {
            if names.binary_search(&name).is_ok() || family.iter().any(|other| matches(context, *other, name)) {
                continue;
            }
            let finding = report.below(id, &place, format!("the required property {name:?} is declared nowhere"));
            match context.nearest(name, names.iter().copied()) {
                Some(close) => finding.help(format!("did you mean {close:?}?")),
                None => finding.help("declare it under `properties`; `true` is enough when any value will do"),
            };
        }
    }
}

fn declared<'m>(context: &Context<'m>, id: SchemaId) -> Vec<&'m str> {
    let Some(keywords) = context.model.keywords(id) else { return Vec::new() };
    let mut names: Vec<&str> = keywords.properties.iter().map(|property| property.name.as_str()).collect();
    let listed = keywords.property_names.and_then(|id| context.model.keywords(id));
    let listed = listed.into_iter().flat_map(|names: &Keywords| names.enumeration.iter().flatten());
    names.extend(listed.filter_map(Value::as_str));
    names
}

fn matches(context: &Context<'_>, id: SchemaId, name: &str) -> bool {
    let Some(keywords) = context.model.keywords(id) else { return false };
    let mut patterns = context.patterns.borrow_mut();
    keywords.pattern_properties.iter().any(|(pattern, _)| patterns.is_match(pattern, name) != Some(false))
}
