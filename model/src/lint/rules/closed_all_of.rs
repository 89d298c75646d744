use std::collections::HashSet;

use crate::{
    Level,
    lint::{
        context::{Context, Help, list},
        emptiness::is_false,
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::{Keywords, SchemaId},
};

pub(crate) const RULE: Rule = Rule {
    id: "closed-all-of",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "`additionalProperties: false` that refuses properties which a schema that holds beside it declares",
    why: "`additionalProperties` sees only the `properties` of its own schema, not those of `allOf` or `$ref`. Such \
          properties can never be present; if one is required, nothing is valid. `unevaluatedProperties` sees them \
          all.",
    bad: Example::bad(
        r##"{
  "$ref": "#/$defs/base",
  "properties": { "name": { "type": "string" } },
  "additionalProperties": false,
  "$defs": {
    "base": { "type": "object", "properties": { "id": { "type": "string" } } }
  }
}"##,
        &["/additionalProperties"],
    ),
    good: Example::good(
        r##"{
  "$ref": "#/$defs/base",
  "properties": { "name": { "type": "string" } },
  "unevaluatedProperties": false,
  "$defs": {
    "base": { "type": "object", "properties": { "id": { "type": "string" } } }
  }
}"##,
    ),
    check: Check::Schemas(check),
};

/// Closed schemas that are looked at among those that hold together.
const MOST_CLOSED: usize = 8;

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    let mut seen: HashSet<(SchemaId, SchemaId)> = HashSet::new();
    // Inner schemas first, so that a pair is reported where the two meet.
    for id in context.ids().iter().rev().copied() {
        let parts = context.conjuncts(id);
        if parts.len() < 2 {
            continue;
        }
        let closed = parts.iter().filter_map(|part| Some((*part, context.model.keywords(*part)?)));
        let closed = closed.filter(|(_, keywords)| {
            keywords.additional_properties.is_some_and(|schema| is_false(context.model, schema))
        });
        for (closer, keywords) in closed.take(MOST_CLOSED) {
            for other in parts.iter().filter(|other| **other != closer) {
                let refused = refused(context, closer, keywords, *other);
                if refused.is_empty() || !seen.insert((closer, *other)) {
                    continue;
                }
                let (place, related) = place(context, id, closer);
                let what = if refused.len() == 1 { "the property" } else { "the properties" };
                let finding = report.at(
                    place,
                    format!(
                        "`additionalProperties: false` refuses {what} {}, which {} brings in",
                        list(&refused),
                        context.name_from(id, *other)
                    ),
                );
                if related {
                    finding.related(
                        context.place_below(closer, &["additionalProperties"]),
                        "the schema that is closed",
                    );
                }
                finding.related(context.model.schema(*other).place.clone(), "the schema that brings them in").help(
                    "write `unevaluatedProperties: false` in the outermost schema instead, or repeat the names under \
                     its `properties`",
                );
            }
        }
    }
}

/// The properties that one schema declares or requires and the closed one refuses.
fn refused<'m>(context: &Context<'m>, id: SchemaId, closed: &Keywords, beside: SchemaId) -> Vec<&'m str> {
    let Some(keywords) = context.model.keywords(beside) else { return Vec::new() };
    let declared = context.emptiness().properties(id);
    let mut patterns = context.patterns.borrow_mut();
    let mut allows = |name: &str| {
        declared.contains_key(name)
            || closed.pattern_properties.iter().any(|(pattern, _)| patterns.is_match(pattern, name) != Some(false))
    };
    let properties = keywords.properties.iter().filter(|property| !is_false(context.model, property.schema));
    let names =
        properties.map(|property| property.name.as_str()).chain(keywords.required.iter().map(String::as_str));
    let mut seen = HashSet::new();
    names.filter(|name| !allows(name) && seen.insert(*name)).collect()
}

/// Where the closed schema meets the others: its own keyword, or the one that brings it in.
fn place(context: &Context<'_>, id: SchemaId, closer: SchemaId) -> (crate::Place, bool) {
    if id == closer {
        return (context.place_below(id, &["additionalProperties"]), false);
    }
    let keyword = match context.model.keywords(id) {
        Some(keywords) if keywords.reference == Some(closer) => "$ref",
        _ => "allOf",
    };
    (context.place_below(id, &[keyword]), true)
}
