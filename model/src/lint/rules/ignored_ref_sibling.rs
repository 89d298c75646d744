use crate::{
    Level,
    dialect::Vocabulary,
    keyword,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "ignored-ref-sibling",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a keyword next to `$ref` in a dialect that ignores it there (up to draft-07)",
    why: "The keyword does nothing now, and starts to count as soon as `$schema` names a newer dialect.",
    bad: Example::bad(
        r##"{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "definitions": { "name": { "type": "string" } },
  "type": "object",
  "properties": { "first": { "$ref": "#/definitions/name", "minLength": 1 } },
  "additionalProperties": false
}"##,
        &["/properties/first/minLength"],
    ),
    good: Example::good(
        r##"{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "definitions": { "name": { "type": "string" } },
  "type": "object",
  "properties": { "first": { "allOf": [{ "$ref": "#/definitions/name" }], "minLength": 1 } },
  "additionalProperties": false
}"##,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let dialect = context.dialect(id);
        for name in &keywords.ignored {
            // Tools read annotations there all the same.
            if keyword::find(dialect, name).is_none_or(|keyword| keyword.vocabulary == Vocabulary::MetaData) {
                continue;
            }
            report
                .at(context.name_place(id, name), format!("{dialect} ignores `{name}` next to `$ref`, so it says nothing"))
                .help("wrap the reference, `\"allOf\": [{\"$ref\": …}]`; then the keyword counts, in newer dialects too");
        }
    }
}
