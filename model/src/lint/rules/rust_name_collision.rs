use std::collections::HashMap;

use heck::{ToSnakeCase, ToUpperCamelCase};

use crate::{
    Level,
    lint::{
        context::{Context, Help, list},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::SchemaId,
    value::Value,
};

pub(crate) const RULE: Rule = Rule {
    id: "rust-name-collision",
    level: Some(Level::Warning),
    strict: Level::Warning,
    what: "two properties, or two values of an enum, that get the same name in Rust, or one that leaves none",
    why: "Fields are named in `snake_case` and variants in `UpperCamelCase`, so `a-b` and `a_b` meet. The generated \
          names are told apart, but by something that nobody chose.",
    bad: Example::bad(
        r#"{
  "type": "object",
  "properties": { "user-id": { "type": "string" }, "user_id": { "type": "string" } },
  "additionalProperties": false
}"#,
        &["/properties/user_id"],
    ),
    good: Example::good(
        r#"{
  "type": "object",
  "properties": { "user_id": { "type": "string" }, "account_id": { "type": "string" } },
  "additionalProperties": false
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas().filter(|(id, _)| !context.is_condition(*id)) {
        let properties = keywords.properties.iter().map(|property| property.name.as_str());
        let fields =
            properties.map(|name| (name, name.to_snake_case(), ["properties".to_owned(), name.to_owned()]));
        collide(context, report, id, "field", fields);
        let members = keywords.enumeration.as_deref().unwrap_or_default();
        let texts: Option<Vec<&str>> = members.iter().map(Value::as_str).collect();
        let variants = texts
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(number, text)| (text, text.to_upper_camel_case(), ["enum".to_owned(), number.to_string()]));
        collide(context, report, id, "variant", variants);
    }
}

fn collide<'m>(
    context: &Context<'m>,
    report: &mut Report<'_, '_>,
    id: SchemaId,
    what: &str,
    names: impl Iterator<Item = (&'m str, String, [String; 2])>,
) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut nameless: Vec<&str> = Vec::new();
    let mut first_nameless = None;
    for (name, rust, [keyword, key]) in names {
        let place = || context.place_below(id, &[&keyword, &key]);
        if !rust.chars().any(char::is_alphanumeric) {
            nameless.push(name);
            first_nameless.get_or_insert_with(place);
            continue;
        }
        let first = *seen.entry(rust.clone()).or_insert(name);
        // Equal values of an enum have a rule of their own.
        if first != name {
            report
                .at(place(), format!("{name:?} and {first:?} are both called `{rust}` as a Rust {what}"))
                .help("rename one of them, or allow it in the manifest and live with a generated name");
        }
    }
    if let Some(place) = first_nameless {
        let (have, names) = if nameless.len() == 1 { ("has", "name") } else { ("have", "names") };
        report
            .at(
                place,
                format!("{} {have} no letter or digit to make the {names} of a Rust {what} from", list(&nameless)),
            )
            .help("choose words, or allow it in the manifest and live with a generated name");
    }
}
