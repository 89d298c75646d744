use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::TypeSet,
};

pub(crate) const RULE: Rule = Rule {
    id: "enum-misses-type",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a type that the schema declares and that no value of its `enum` has",
    why: "`enum` decides alone: `null` in `type` does not make the value nullable while the `enum` does not list it.",
    bad: Example::bad(r#"{ "type": ["string", "null"], "enum": ["small", "large"] }"#, &["/type"]),
    good: Example::good(r#"{ "type": ["string", "null"], "enum": ["small", "large", null] }"#),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let (Some(types), Some(members)) = (keywords.types, &keywords.enumeration) else { continue };
        let present = members.iter().map(TypeSet::of).fold(TypeSet::NONE, TypeSet::union);
        // Members of other types have a rule of their own; when none is of a declared type nothing is valid at all.
        if !present.intersects(types) {
            continue;
        }
        let missing: Vec<&str> = types
            .names()
            .into_iter()
            .filter(|name| TypeSet::from_name(name).is_some_and(|named| !named.intersects(present)))
            .collect();
        if missing.is_empty() {
            continue;
        }
        let help = if missing == ["null"] {
            "add null to the `enum` if it may be null, or take \"null\" out of `type`".to_owned()
        } else {
            "add a value of that type to the `enum`, or take the type out".to_owned()
        };
        report
            .below(
                id,
                &["type"],
                format!("`type` allows {}, and no value of the `enum` is one", missing.join(" and ")),
            )
            .help(help);
    }
}
