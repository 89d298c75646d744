use crate::{
    Level,
    lint::{
        context::{Context, Help, Role},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::TypeSet,
};

pub(crate) const RULE: Rule = Rule {
    id: "unbounded-integer",
    level: Some(Level::Note),
    strict: Level::Note,
    what: "an integer with neither a lower nor an upper bound",
    why: "JSON integers have no size. A generated type has one: without bounds it is `i64`, and a larger number is an \
          error that the schema does not mention. One bound is enough to say what is meant.",
    bad: Example::bad(
        r#"{ "type": "object", "properties": { "count": { "type": "integer" } }, "additionalProperties": false }"#,
        &["/properties/count"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": { "count": { "type": "integer", "minimum": 0 } },
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let Some(types) = keywords.types else { continue };
        let is_integer = types.contains(TypeSet::INTEGER) && !types.contains(TypeSet::NUMBER);
        if !is_integer || context.refines(id) || context.role(id) == Role::PropertyNames {
            continue;
        }
        let bounded =
            context.conjuncts(id).iter().filter_map(|part| context.model.keywords(*part)).any(|keywords| {
                let bounds = [
                    &keywords.minimum,
                    &keywords.exclusive_minimum,
                    &keywords.maximum,
                    &keywords.exclusive_maximum,
                ];
                bounds.iter().any(|bound| bound.is_some())
                    || keywords.constant.is_some()
                    || keywords.enumeration.is_some()
            });
        if !bounded {
            report
                .schema(id, "this integer has no bounds")
                .help("add `minimum` or `maximum`; the generated type is the narrowest that holds the range");
        }
    }
}
