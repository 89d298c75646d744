use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "if-without-branches",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "`if` without `then` and `else`",
    why: "A condition alone asserts nothing: whether it holds or not, the value is accepted.",
    bad: Example::bad(r#"{ "type": "string", "if": { "minLength": 10 }, "maxLength": 80 }"#, &["/if"]),
    good: Example::good(r#"{ "type": "string", "if": { "minLength": 10 }, "then": { "pattern": "^[a-z ]*$" } }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        if keywords.if_schema.is_some() && keywords.then_schema.is_none() && keywords.else_schema.is_none() {
            report
                .at(context.name_place(id, "if"), "`if` has neither `then` nor `else`, so nothing follows from it")
                .help("add a branch, or take the condition out");
        }
    }
}
