use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "branch-without-if",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "`then` or `else` without `if`",
    why: "A branch without a condition is never looked at.",
    bad: Example::bad(r#"{ "type": "string", "then": { "minLength": 1 } }"#, &["/then"]),
    good: Example::good(r#"{ "type": "string", "minLength": 1 }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas().filter(|(_, keywords)| keywords.if_schema.is_none()) {
        for (name, branch) in [("then", keywords.then_schema), ("else", keywords.else_schema)] {
            if branch.is_some() {
                report
                    .at(
                        context.name_place(id, name),
                        format!("`{name}` has no `if` beside it, so it is never looked at"),
                    )
                    .help("add the condition, or move what the branch says into the schema");
            }
        }
    }
}
