use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
        rules::enum_member_type::dead_members,
    },
    read::shorten,
};

pub(crate) const RULE: Rule = Rule {
    id: "dead-enum-value",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a value of an `enum` that a keyword beside it refuses",
    why: "The value reads as allowed and is refused. Values of another type are found by `enum-member-type`.",
    bad: Example::bad(r#"{ "type": "string", "enum": ["ok", "too long"], "maxLength": 4 }"#, &["/enum/1"]),
    good: Example::good(r#"{ "type": "string", "enum": ["ok", "long"], "maxLength": 4 }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        for (number, value, keyword) in dead_members(context, id, keywords) {
            if keyword == "type" {
                continue;
            }
            report
                .below(
                    id,
                    &["enum", &number.to_string()],
                    format!("the value {} is never valid: `{keyword}` refuses it", shorten(&value.to_string())),
                )
                .help(format!("take it out, or loosen `{keyword}`"));
        }
    }
}
