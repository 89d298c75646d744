use crate::{
    Level,
    keyword::{self, KEYWORDS},
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::{Dialect, SchemaId},
};

pub(crate) const RULE: Rule = Rule {
    id: "unknown-keyword",
    level: Some(Level::Error),
    strict: Level::Error,
    what: "a keyword that the dialect does not have",
    why: "Validators ignore what they do not know, so a misspelt keyword takes its rule away without a word. Names \
          that start with `x-` are for extensions and are never reported.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": { "quantity": { "type": "integer", "min": 1, "max": 99 } },
  "requiredProperties": ["quantity"],
  "additionalProperties": false
}"#,
        &["/properties/quantity/min", "/properties/quantity/max", "/requiredProperties"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": { "quantity": { "type": "integer", "minimum": 1, "maximum": 99, "x-unit": "pieces" } },
  "required": ["quantity"],
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

/// What words of other schema languages and old drafts are in JSON Schema.
const TRANSLATIONS: &[(&str, &str)] = &[
    ("discriminator", "validators ignore it; give the property a `const` in each branch"),
    ("divisibleBy", "the keyword is `multipleOf`"),
    ("elements", "the keyword is `items`"),
    ("example", "the keyword is `examples`, an array"),
    ("extends", "the keyword is `allOf`, an array"),
    ("length", "the keywords are `minLength` and `maxLength`"),
    ("max", "the keyword is `maximum`"),
    ("min", "the keyword is `minimum`"),
    (
        "optionalProperties",
        "list the properties under `properties`; those that `required` does not name are optional",
    ),
    ("optional", "leave the name out of `required`"),
    ("regex", "the keyword is `pattern`"),
    ("requiredProperties", "list the properties under `properties` and their names under `required`"),
    ("values", "the keyword is `additionalProperties` for objects, `enum` for a list of values"),
];

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        for (name, _) in &keywords.unknown {
            // `nullable` has a rule of its own.
            if name.starts_with("x-") || name == "nullable" || context.extensions.contains(name) {
                continue;
            }
            let dialect = context.dialect(id);
            let place = context.name_place(id, name);
            if keyword::find(dialect, name).is_some() {
                report
                    .at(
                        place,
                        format!(
                            "the vocabulary of `{name}` is switched off by the meta-schema, so it says nothing"
                        ),
                    )
                    .help("switch the vocabulary on under `$vocabulary`, or take the keyword out");
                continue;
            }
            report
                .at(place, format!("`{name}` is not a keyword of {dialect}, so it says nothing"))
                .help(help(context, id, dialect, name));
        }
    }
}

fn help(context: &Context<'_>, id: SchemaId, dialect: Dialect, name: &str) -> String {
    if let Some((_, help)) = TRANSLATIONS.iter().find(|(word, _)| *word == name) {
        return (*help).to_owned();
    }
    if let Some(keyword) = KEYWORDS.iter().find(|keyword| keyword.name == name) {
        return match name {
            "additionalItems" => "write what follows a tuple as `items`, next to `prefixItems`".to_owned(),
            "id" => "the keyword is `$id`".to_owned(),
            "$recursiveRef" | "$recursiveAnchor" => {
                "2020-12 has `$dynamicRef` and `$dynamicAnchor` for this".to_owned()
            }
            _ => format!("it is one from {} on; change `$schema`, or take it out", keyword.first),
        };
    }
    let types = context.declared_types(id);
    let candidates = |fitting: bool| {
        KEYWORDS
            .iter()
            .filter(move |keyword| keyword.is_in(dialect))
            .filter(move |keyword| !fitting || keyword.applies_to.intersects(types))
            .map(|keyword| keyword.name)
    };
    let close = context.nearest(name, candidates(true)).or_else(|| context.nearest(name, candidates(false)));
    match close {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("take it out, or call it `x-{name}` if a tool of yours reads it"),
    }
}
