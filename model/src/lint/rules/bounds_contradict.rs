use std::collections::HashSet;

use crate::{
    Level,
    lint::{
        bounds::Bounds,
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
        verdict::VerdictKind,
    },
    schema::{SchemaId, TypeSet},
};

pub(crate) const RULE: Rule = Rule {
    id: "bounds-contradict",
    level: Some(Level::Error),
    strict: Level::Error,
    what: "a lower bound above the upper bound, or bounds with nothing between them",
    why: "No number, string, array or object lies between the bounds. Where that leaves nothing for a property, it is \
          an `impossible-property`.",
    bad: Example::bad(
        r#"{ "type": ["string", "integer"], "minimum": 5, "maximum": 3, "minLength": 1 }"#,
        &["/minimum"],
    ),
    good: Example::good(r#"{ "type": ["string", "integer"], "minimum": 3, "maximum": 5, "minLength": 1 }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    let reported: HashSet<SchemaId> = context
        .verdicts()
        .iter()
        .filter(|verdict| matches!(verdict.kind, VerdictKind::Property(_)))
        .map(|verdict| verdict.schema)
        .collect();
    for (id, keywords) in context.schemas().filter(|(id, _)| !reported.contains(id)) {
        let mut bounds = Bounds::default();
        bounds.add(id, keywords);
        for contradiction in bounds.contradictions() {
            let types = contradiction.types.intersection(context.declared_types(id));
            if types.is_empty() {
                continue;
            }
            let what = match contradiction.types {
                TypeSet::NUMBER => "number",
                TypeSet::INTEGER => "integer",
                TypeSet::STRING => "string",
                TypeSet::ARRAY => "array",
                _ => "object",
            };
            report
                .below(id, &[contradiction.keyword], format!("no {what} is valid here: {}", contradiction.message))
                .help("raise the upper bound, or lower the lower one");
        }
    }
}
