use crate::{
    Level,
    lint::{
        context::{Context, Help},
        literal::{Answer, Except, Judge},
        report::Report,
        rule::{Check, Example, Rule},
    },
    read::shorten,
    schema::{Keywords, SchemaId},
    value::Value,
};

pub(crate) const RULE: Rule = Rule {
    id: "enum-member-type",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a value of an `enum` that is of none of the types that the schema declares",
    why: "The value reads as allowed and is refused. It is often a `null` that `type` was to allow too, or a number \
          in quotes.",
    bad: Example::bad(r#"{ "type": "string", "enum": ["small", "large", null] }"#, &["/enum/2"]),
    good: Example::good(r#"{ "type": ["string", "null"], "enum": ["small", "large", null] }"#),
    check: Check::Schemas(check),
};

/// Steps of holding the values of one `enum` against its schema.
const STEPS: usize = 200_000;

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        for (number, value, keyword) in dead_members(context, id, keywords) {
            if keyword != "type" {
                continue;
            }
            let types = keywords.types.map_or_else(String::new, |types| types.names().join(" or "));
            report
                .below(
                    id,
                    &["enum", &number.to_string()],
                    format!("the value {} is never valid: `type` asks for {types}", shorten(&value.to_string())),
                )
                .help(format!("take it out, or let `type` allow {} too", value.type_name()));
        }
    }
}

/// The values of an `enum` that the rest of the schema refuses, with the keyword that does. None when all are
/// refused: then the schema is unsatisfiable, and that is what is reported.
pub(crate) fn dead_members<'m>(
    context: &Context<'m>,
    id: SchemaId,
    keywords: &'m Keywords,
) -> Vec<(usize, &'m Value, &'static str)> {
    let Some(members) = &keywords.enumeration else { return Vec::new() };
    {
        let emptiness = context.emptiness();
        if emptiness.is_empty(emptiness.seed(id)) {
            return Vec::new();
        }
    }
    let mut patterns = context.patterns.borrow_mut();
    let mut judge = Judge { model: context.model, patterns: &mut patterns, steps: STEPS };
    let answers = members.iter().enumerate().filter_map(|(number, value)| {
        match judge.rest(keywords, value, Except { members: true, ..Except::default() }) {
            Answer::No(keyword) => Some((number, value, keyword)),
            Answer::Yes | Answer::Unknown => None,
        }
    });
    answers.collect()
}
