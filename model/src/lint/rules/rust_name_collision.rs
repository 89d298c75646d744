use std::collections::HashMap;

use heck::{ToSnakeCase, ToUpperCamelCase};

use crate::{
    Level,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
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
    for (id, keywords) in context.schemas() {
        let properties = keywords.properties.iter().map(|property| property.name.as_str());
        let fields =
            properties.map(|name| (name, name.to_snake_case(), vec!["properties".to_owned(), name.to_owned()]));
        collide(context, report, id, "field", fields);
        let members = keywords.enumeration.iter().flatten().enumerate();
        let strings = members.filter_map(|(number, value)| Some((number, value.as_str()?)));
        let all_strings = keywords.enumeration.iter().flatten().all(|value| matches!(value, Value::String(_)));
        let variants = strings
            .filter(|_| all_strings)
            .map(|(number, text)| (text, text.to_upper_camel_case(), vec!["enum".to_owned(), number.to_string()]));
        collide(context, report, id, "variant", variants);
    }
}

fn collide<'m>(
    context: &Context<'m>,
    report: &mut Report<'_, '_>,
    id: crate::schema::SchemaId,
    what: &str,
    names: impl Iterator<Item = (&'m str, String, Vec<String>)>,
) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for (name, rust, tokens) in names {
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let place = context.place_below(id, &tokens);
        if !rust.chars().any(char::is_alphanumeric) {
            report
                .at(place, format!("{name:?} has no letter or digit to name a Rust {what} by"))
                .help("choose another name, or allow it in the manifest and live with a generated one");
            continue;
        }
        let first = *seen.entry(rust.clone()).or_insert(name);
        // Equal values of an enum have a rule of their own.
        if first != name {
            report
                .at(place, format!("{name:?} and {first:?} are both called `{rust}` as a Rust {what}"))
                .help("rename one of them, or allow it in the manifest and live with a generated name");
        }
    }
}
