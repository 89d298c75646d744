use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "missing-id",
    level: None,
    strict: Level::Error,
    what: "a schema file without `$id`",
    why: "A contract is known by its URI: references from other files, reports and comparisons use it. Without one \
          the place of the file is its name, and moving the file changes the contract.",
    bad: Example::bad(
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
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
        if !context.model.resource(context.model.schema(document.root).resource).declared {
            report.schema(document.root, "the schema has no `$id`").help(
                "add an absolute URI that will stay the same, such as https://example.com/schemas/name.schema.json",
            );
        }
    }
}
