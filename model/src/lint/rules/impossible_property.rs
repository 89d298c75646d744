use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
        verdict::VerdictKind,
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "impossible-property",
    level: Some(Level::Error),
    strict: Level::Error,
    what: "a declared property that no document can have, because no value satisfies its schema",
    why: "The schema of the property contradicts itself, or schemas that hold together describe the property in ways \
          that exclude each other. Whoever means to forbid a property gives it the schema `false`.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": {
    "count": { "type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 4 },
    "code": { "type": "string", "minLength": 3, "pattern": "^..?$" }
  },
  "additionalProperties": false
}"#,
        &["/properties/count", "/properties/code"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": {
    "count": { "type": "integer", "minimum": 3, "maximum": 4 },
    "code": { "type": "string", "pattern": "^..?$" },
    "secret": false
  },
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for verdict in context.verdicts() {
        let (name, help) = match &verdict.kind {
            VerdictKind::Property(name) => (name, "loosen one of them; write `false` to forbid the property"),
            VerdictKind::SharedProperty(name) => {
                (name, "the schemas hold together, so the property must satisfy all of them; let them agree")
            }
            _ => continue,
        };
        let finding = report
            .schema(verdict.schema, format!("the property {name:?} can never be present: {}", verdict.reason));
        for place in &verdict.related {
            finding.related(place.clone(), "has part in it");
        }
        finding.help(help);
    }
}
