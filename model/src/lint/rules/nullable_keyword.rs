use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::TypeSet,
    value::Value,
};

pub(crate) const RULE: Rule = Rule {
    id: "nullable-keyword",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "`nullable`, which is OpenAPI 3.0 and no keyword of JSON Schema",
    why: "The schema does not accept `null`, whatever its author meant.",
    bad: Example::bad(r#"{ "type": "string", "nullable": true }"#, &["/nullable"]),
    good: Example::good(r#"{ "type": ["string", "null"] }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let Some((_, value)) = keywords.unknown.iter().find(|(name, _)| name == "nullable") else { continue };
        if context.extensions.iter().any(|name| name == "nullable") {
            continue;
        }
        let finding = report.at(context.name_place(id, "nullable"), "`nullable` says nothing in JSON Schema");
        finding.help(match (value, keywords.types) {
            (Value::Bool(true), Some(types)) if !types.intersects(TypeSet::NULL) => {
                let names: Vec<String> = types.names().iter().map(|name| format!("{name:?}")).collect();
                let members = if keywords.enumeration.is_some() { ", and add null to the `enum`" } else { "" };
                format!("write `\"type\": [{}, \"null\"]`{members}", names.join(", "))
            }
            (Value::Bool(true), None) if keywords.reference.is_some() => {
                "write `\"anyOf\": [{\"$ref\": …}, {\"type\": \"null\"}]`".to_owned()
            }
            (Value::Bool(true), None) if keywords.enumeration.is_some() => "add null to the `enum`".to_owned(),
            _ => "take it out".to_owned(),
        });
    }
}
