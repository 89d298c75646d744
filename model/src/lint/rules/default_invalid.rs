use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
        validator::{Question, Validator, Violation},
    },
    read::shorten,
};

pub(crate) const RULE: Rule = Rule {
    id: "default-invalid",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a `default` that its own schema refuses",
    why: "Whoever fills in the default makes an invalid document.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": { "retries": { "type": "integer", "minimum": 1, "maximum": 9, "default": 0 } },
  "additionalProperties": false
}"#,
        &["/properties/retries/default"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": { "retries": { "type": "integer", "minimum": 0, "maximum": 9, "default": 0 } },
  "additionalProperties": false
}"#,
    ),
    check: Check::Validator(check),
};

fn check(context: &Context<'_>, validator: &mut Validator<'_>, report: &mut Report<'_, '_>) {
    let questions = context.schemas().filter_map(|(id, keywords)| {
        let value = keywords.default.as_ref()?;
        Some(Question { schema: id, value, place: context.place_below(id, &["default"]) })
    });
    judge("the `default`", &questions.collect::<Vec<_>>(), validator, report);
}

/// Asks all questions, and reports those with a bad answer. `what` names the value in messages.
pub(crate) fn judge(
    what: &str,
    questions: &[Question<'_>],
    validator: &mut Validator<'_>,
    report: &mut Report<'_, '_>,
) {
    match validator.ask(questions) {
        Ok(answers) => {
            for (question, answer) in questions.iter().zip(answers) {
                let Some(Violation { keyword: refusing, message, at }) = answer else { continue };
                let at = if at.is_empty() { String::new() } else { format!(" at {at:?}") };
                let shown = shorten(&question.value.to_string());
                report
                    .at(question.place.clone(), format!("{what} {shown} is refused by `{refusing}`{at}: {message}"))
                    .help("correct the value, or what refuses it");
            }
        }
        Err(error) => {
            if let Some(question) = questions.first() {
                report
                    .at(question.place.clone(), format!("{what} could not be checked: {}", shorten(&error)))
                    .help("the validator does not read these schemas");
            }
        }
    }
}
