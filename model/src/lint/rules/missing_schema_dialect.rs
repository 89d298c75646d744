use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::Dialect,
};

pub(crate) const RULE: Rule = Rule {
    id: "missing-schema-dialect",
    level: None,
    strict: Level::Error,
    what: "a schema file without `$schema`",
    why: "The same text means different things in different dialects, and each tool has another default.",
    bad: Example::bad(
        r#"{
  "$id": "https://example.com/schemas/order.schema.json",
  "title": "Order",
  "type": "object",
  "additionalProperties": false
}"#,
        &[""],
    ),
    good: Example::good(
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/schemas/order.schema.json",
  "title": "Order",
  "type": "object",
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for document in context.documents() {
        if context.object(document.root).is_none_or(|object| object.get("$schema").is_none()) {
            report
                .schema(document.root, "the schema does not say which dialect it is written in")
                .help(format!("add `\"$schema\": \"{}\"`", Dialect::Draft202012.uri()));
        }
    }
}
