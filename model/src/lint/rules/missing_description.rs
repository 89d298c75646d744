use crate::{
    Level,
    lint::{
        context::{Context, Help, Role},
        report::Report,
        rule::{Check, Example, Rule},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "missing-description",
    level: None,
    strict: Level::Note,
    what: "a root or a definition with neither `title` nor `description`",
    why: "Both become types, and the description becomes their documentation.",
    bad: Example::bad(
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/schemas/order.schema.json",
  "type": "object",
  "additionalProperties": false
}"#,
        &[""],
    ),
    good: Example::good(
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/schemas/order.schema.json",
  "description": "What a customer ordered.",
  "type": "object",
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let is_type = match context.role(id) {
            Role::Root => context.parent(id).is_none(),
            Role::Definition(_) => true,
            _ => false,
        };
        if is_type && keywords.title.is_none() && keywords.description.is_none() {
            report
                .schema(id, "this schema has neither `title` nor `description`")
                .help("say in a sentence what such a value is");
        }
    }
}
