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
    id: "legacy-keyword",
    level: Some(Level::Note),
    strict: Level::Note,
    what: "a keyword that later dialects keep for compatibility only",
    why: "2019-09 renamed `definitions` and split `dependencies`. The old words still work, but not everywhere.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": { "card": { "type": "string" }, "address": { "type": "string" } },
  "dependencies": { "card": ["address"] },
  "additionalProperties": false
}"#,
        &["/dependencies"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": { "card": { "type": "string" }, "address": { "type": "string" } },
  "dependentRequired": { "card": ["address"] },
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

const NEW_WORDS: [(&str, &str); 2] =
    [("definitions", "`$defs`"), ("dependencies", "`dependentRequired` and `dependentSchemas`")];

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, _) in context.schemas() {
        if context.dialect(id) < Dialect::Draft201909 {
            continue;
        }
        let Some(object) = context.object(id) else { continue };
        for (old, new) in NEW_WORDS {
            if object.get(old).is_some() {
                report
                    .at(context.name_place(id, old), format!("`{old}` is the word of older dialects"))
                    .help(format!("{} has {new}", context.dialect(id)));
            }
        }
    }
}
