use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::{Dialect, Keywords, SchemaId},
};

pub(crate) const RULE: Rule = Rule {
    id: "ineffective-keyword",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a keyword that says nothing, because the one that it depends on is missing or leaves it nothing to say",
    why: "`minContains` counts what `contains` describes; `unevaluatedProperties` gets what `additionalProperties` \
          leaves, which is nothing. Take care when taking such a keyword's neighbour out instead: \
          `additionalProperties: true` next to `unevaluatedProperties: false` means open, without it closed.",
    bad: Example::bad(r#"{ "type": "array", "items": { "type": "string" }, "minContains": 2 }"#, &["/minContains"]),
    good: Example::good(r#"{ "type": "array", "items": { "type": "string" }, "minItems": 2 }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        for (name, message, help) in ineffective(context, id, keywords) {
            report.at(context.name_place(id, name), message).help(help);
        }
    }
}

fn ineffective(
    context: &Context<'_>,
    id: SchemaId,
    keywords: &Keywords,
) -> Vec<(&'static str, &'static str, &'static str)> {
    let mut found = Vec::new();
    if keywords.contains.is_none() {
        let message = "this counts the items that `contains` describes, and there is no `contains`";
        let help = "add `contains`, or use `minItems` and `maxItems`";
        if keywords.min_contains.is_some() {
            found.push(("minContains", message, help));
        }
        if keywords.max_contains.is_some() {
            found.push(("maxContains", message, help));
        }
    } else if keywords.min_contains == Some(0) && keywords.max_contains.is_none() {
        found.push((
            "contains",
            "`minContains` is 0 and there is no `maxContains`, so any number of such items will do",
            "give one of the two a number that asks for something",
        ));
    }
    if keywords.content_schema.is_some() && keywords.content_media_type.is_none() {
        found.push((
            "contentSchema",
            "`contentSchema` is ignored without `contentMediaType`",
            "say what the string holds, such as `\"contentMediaType\": \"application/json\"`",
        ));
    }
    if keywords.unevaluated_properties.is_some() && keywords.additional_properties.is_some() {
        found.push((
            "unevaluatedProperties",
            "`additionalProperties` beside it evaluates every property, so none is left for it",
            "take out the one that is not meant; to refuse other properties keep `unevaluatedProperties`",
        ));
    }
    if keywords.unevaluated_items.is_some() && keywords.items.is_some() {
        found.push((
            "unevaluatedItems",
            "`items` beside it evaluates every item, so none is left for it",
            "take out the one that is not meant",
        ));
    }
    if context.dialect(id) < Dialect::Draft202012
        && let Some(object) = context.object(id)
        && keywords.ignored.is_empty()
        && object.get("additionalItems").is_some()
        && object.get("items").is_none_or(|items| items.value.as_array().is_none())
    {
        found.push((
            "additionalItems",
            "`additionalItems` is about the items after those of an `items` array, and `items` is none",
            "take it out, or write `items` as an array",
        ));
    }
    found
}
