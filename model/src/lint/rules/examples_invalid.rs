use crate::{
    Level,
    lint::{
        context::Context,
        report::Report,
        rule::{Check, Example, Rule},
        rules::default_invalid,
        validator::{Question, Validator},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "examples-invalid",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a value under `examples` that its own schema refuses",
    why: "Readers copy examples. One that is invalid teaches the wrong form, or shows that the schema is not what was \
          meant.",
    bad: Example::bad(
        r#"{ "type": "string", "pattern": "^[A-Z]{3}$", "examples": ["EUR", "euro"] }"#,
        &["/examples/1"],
    ),
    good: Example::good(r#"{ "type": "string", "pattern": "^[A-Z]{3}$", "examples": ["EUR", "USD"] }"#),
    check: Check::Validator(check),
};

fn check(context: &Context<'_>, validator: &mut Validator<'_>, report: &mut Report<'_, '_>) {
    let questions = context.schemas().flat_map(|(id, keywords)| {
        keywords.examples.iter().enumerate().map(move |(number, value)| Question {
            schema: id,
            value,
            place: context.place_below(id, &["examples", &number.to_string()]),
        })
    });
    default_invalid::judge("the example", &questions.collect::<Vec<_>>(), validator, report);
}
