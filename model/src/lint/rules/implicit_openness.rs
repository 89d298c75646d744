use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::{SchemaId, TypeSet},
};

pub(crate) const RULE: Rule = Rule {
    id: "implicit-openness",
    level: Some(Level::Warning),
    strict: Level::Warning,
    what: "an object with declared properties that does not say whether it accepts others",
    why: "By default it accepts them, which surprises those who expect a misspelt name to be refused. Say which is \
          meant. Branches and conditions are left alone: they say more about an object that another schema declares.",
    bad: Example::bad(r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#, &[""]),
    good: Example::good(
        r#"{ "type": "object", "properties": { "name": { "type": "string" } }, "additionalProperties": false }"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let declares = !keywords.properties.is_empty() || !keywords.pattern_properties.is_empty();
        let is_object = context.declared_types(id).intersects(TypeSet::OBJECT);
        if !declares || !is_object || says(context, id) || context.refines(id) || is_part(context, id) {
            continue;
        }
        let extends = keywords.reference.is_some() || !keywords.all_of.is_empty();
        report
            .schema(id, "this object does not say whether it accepts properties that it does not declare")
            .help(if extends {
                "add `\"unevaluatedProperties\": false` to refuse them (it sees those of `allOf` and `$ref`), or `true` \
                 to keep them"
            } else {
                "add `\"additionalProperties\": false` to refuse them, or `true` to keep them"
            });
    }
}

fn says(context: &Context<'_>, id: SchemaId) -> bool {
    context
        .conjuncts(id)
        .iter()
        .filter_map(|part| context.model.keywords(*part))
        .any(|keywords| keywords.additional_properties.is_some() || keywords.unevaluated_properties.is_some())
}

/// Whether a schema is only ever used as part of others, which say it or extend it.
fn is_part(context: &Context<'_>, id: SchemaId) -> bool {
    let referrers = context.referrers(id);
    !referrers.is_empty()
        && referrers.iter().all(|referrer| {
            let extends = context.model.keywords(*referrer).is_some_and(|keywords| !keywords.properties.is_empty());
            context.refines(*referrer) || extends || says(context, *referrer)
        })
}
