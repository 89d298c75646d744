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
    id: "const-invalid",
    level: Some(Level::Error),
    strict: Level::Error,
    what: "a `const` that the other keywords of the schema refuse",
    why: "The one value that the schema names is not valid, so nothing is. In a property the same is an \
          `impossible-property`.",
    bad: Example::bad(r#"{ "type": "array", "items": { "type": "integer", "const": "5" } }"#, &["/items/const"]),
    good: Example::good(r#"{ "type": "array", "items": { "type": "integer", "const": 5 } }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for verdict in context.verdicts().iter().filter(|verdict| verdict.kind == VerdictKind::Constant) {
        report
            .below(verdict.schema, &["const"], format!("no value satisfies this schema: {}", verdict.reason))
            .help("correct the value, or what refuses it");
    }
}
