use std::collections::HashMap;

use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    read::shorten,
};

pub(crate) const RULE: Rule = Rule {
    id: "duplicate-enum-members",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a value that stands twice in an `enum`",
    why: "JSON Schema compares by value, so `1` and `1.0` are the same. One of the two was meant to be another value.",
    bad: Example::bad(r#"{ "enum": [1, 2, 1.0] }"#, &["/enum/2"]),
    good: Example::good(r#"{ "enum": [1, 2, 3] }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (number, value) in keywords.enumeration.iter().flatten().enumerate() {
            let first = *seen.entry(value.canonical()).or_insert(number);
            if first == number {
                continue;
            }
            let shown = shorten(&value.to_string());
            let first_place = context.place_below(id, &["enum", &first.to_string()]);
            report
                .below(
                    id,
                    &["enum", &number.to_string()],
                    format!("the value {shown} stands in this `enum` already"),
                )
                .related(first_place, "first listed here")
                .help(
                    "take one of them out; numbers are equal by value, objects whatever the order of their members",
                );
        }
    }
}
