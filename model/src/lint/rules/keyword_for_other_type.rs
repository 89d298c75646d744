use crate::{
    Level, keyword,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
        rules::unknown_format,
    },
    schema::TypeSet,
};

pub(crate) const RULE: Rule = Rule {
    id: "keyword-for-other-type",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a keyword that cannot apply to the types that the schema declares",
    why: "Keywords about one type accept every value of another: `minLength` says nothing about a number. The \
          keyword, or the type, is a mistake.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": {
    "count": { "type": "integer", "minimum": 0, "minLength": 1 },
    "tags": { "type": "string", "items": { "type": "string" } }
  },
  "additionalProperties": false
}"#,
        &["/properties/count/minLength", "/properties/tags/items"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": {
    "count": { "type": "integer", "minimum": 1 },
    "tags": { "type": "array", "items": { "type": "string" } },
    "size": { "type": ["integer", "string"], "minimum": 1, "minLength": 1 }
  },
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let types = context.declared_types(id);
        if types == TypeSet::ANY || types.is_empty() {
            continue;
        }
        for member in context.object(id).into_iter().flat_map(crate::source::Object::members) {
            if keywords.ignored.contains(&member.name)
                || keywords.unknown.iter().any(|(name, _)| *name == member.name)
            {
                continue;
            }
            let Some(keyword) = keyword::find(context.dialect(id), &member.name) else { continue };
            let applies_to = match (&keywords.format, keyword.name) {
                (Some(format), "format") if unknown_format::is_known(format) => TypeSet::STRING,
                _ => keyword.applies_to,
            };
            if !applies_to.intersects(types) {
                let about = plural(applies_to);
                report
                    .at(
                        context.name_place(id, keyword.name),
                        format!(
                            "`{}` is about {about}, and no value here is one: the type is {}",
                            keyword.name,
                            names(types)
                        ),
                    )
                    .help(format!("take it out, or let `type` allow {about}"));
            }
        }
    }
}

fn plural(types: TypeSet) -> &'static str {
    match types {
        TypeSet::NUMBER => "numbers",
        TypeSet::STRING => "strings",
        TypeSet::ARRAY => "arrays",
        _ => "objects",
    }
}

fn names(types: TypeSet) -> String {
    // Numbers without the integers have no name of their own.
    let names = if types.intersects(TypeSet::NUMBER) { types.union(TypeSet::INTEGER) } else { types }.names();
    names.join(" or ")
}
