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
    id: "unsatisfiable",
    level: Some(Level::Error),
    strict: Level::Error,
    what: "a schema that no value can satisfy",
    why: "Its keywords contradict each other, or each value of it would need another one inside without end. Whoever \
          means \"never\" writes `false`. The fault is reported once, where it is, and not in every schema that needs \
          this one.",
    bad: Example::bad(
        r##"{
  "$ref": "#/$defs/tree",
  "$defs": {
    "tree": {
      "type": "object",
      "properties": { "left": { "$ref": "#/$defs/tree" }, "right": { "$ref": "#/$defs/tree" } },
      "required": ["left", "right"],
      "additionalProperties": false
    }
  }
}"##,
        &["/$defs/tree"],
    ),
    good: Example::good(
        r##"{
  "$ref": "#/$defs/tree",
  "$defs": {
    "tree": {
      "type": "object",
      "properties": { "left": { "$ref": "#/$defs/tree" }, "right": { "$ref": "#/$defs/tree" } },
      "additionalProperties": false
    }
  }
}"##,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for verdict in context.verdicts() {
        let help = match verdict.kind {
            VerdictKind::Schema => "loosen what excludes the rest; write `false` if nothing may stand here",
            VerdictKind::Endless => "let one of them end: make a property optional, or allow `null` in its place",
            _ => continue,
        };
        let finding = report.schema(verdict.schema, format!("no value satisfies this schema: {}", verdict.reason));
        for place in &verdict.related {
            finding.related(place.clone(), "has part in it");
        }
        finding.help(help);
    }
}
