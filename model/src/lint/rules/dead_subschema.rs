use crate::{
    Level,
    lint::{
        context::{Context, Help},
        emptiness::is_false,
        report::Report,
        rule::{Check, Example, Rule},
        verdict::VerdictKind,
    },
    schema::{Body, SchemaId},
};

pub(crate) const RULE: Rule = Rule {
    id: "dead-subschema",
    level: Some(Level::Warning),
    strict: Level::Warning,
    what: "a subschema that no value ever reaches, or a branch that what stands beside it excludes",
    why: "It reads like a rule and is none. Nothing breaks when it is wrong, so nobody finds out.",
    bad: Example::bad(
        r#"{
  "type": "array",
  "prefixItems": [{ "type": "string" }, { "type": "boolean" }, { "type": "number" }],
  "items": false,
  "maxItems": 2
}"#,
        &["/prefixItems/2"],
    ),
    good: Example::good(
        r#"{
  "type": "array",
  "prefixItems": [{ "type": "string" }, { "type": "boolean" }],
  "items": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (_, keywords) in context.schemas() {
        if let Some(most) = keywords.max_items {
            let most_index = usize::try_from(most).unwrap_or(usize::MAX);
            for item in keywords.prefix_items.iter().skip(most_index) {
                report
                    .schema(*item, format!("no array is long enough to have this item: `maxItems` is {most}"))
                    .help("take it out, or raise `maxItems`");
            }
            // `false` after a tuple says the same as `maxItems`.
            if let Some(items) = keywords.items.filter(|items| !is_false(context.model, *items))
                && keywords.prefix_items.len() >= most_index
            {
                report
                    .schema(items, format!("no array is long enough to have such items: `maxItems` is {most}"))
                    .help("take it out, or raise `maxItems`");
            }
        }
        if let Some(condition) = keywords.if_schema {
            let always = accepts_all(context, condition);
            let dead = if always {
                keywords.else_schema
            } else if is_false(context.model, condition) {
                keywords.then_schema
            } else {
                None
            };
            if let Some(branch) = dead {
                let word = if always { "always" } else { "never" };
                report
                    .schema(branch, format!("this branch is never looked at, because `if` {word} holds"))
                    .help("take the branch out, or correct the condition");
            }
        }
    }
    for verdict in context.verdicts() {
        if let VerdictKind::Branch(keyword) = verdict.kind {
            report
                .schema(
                    verdict.schema,
                    format!(
                        "this branch of `{keyword}` can never hold beside the rest of the schema: {}",
                        verdict.reason
                    ),
                )
                .help("take the branch out, or loosen what excludes it");
        }
    }
}

fn accepts_all(context: &Context<'_>, id: SchemaId) -> bool {
    match &context.model.schema(id).body {
        Body::Bool(accepts) => *accepts,
        Body::Keywords(keywords) => {
            keywords.types.is_none() && crate::lint::emptiness::asserts_nothing_but_types(keywords)
        }
    }
}
