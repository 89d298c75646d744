use std::collections::HashMap;

use crate::{
    Level,
    dialect::Vocabulary,
    keyword,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::SchemaId,
    source::Node,
};

pub(crate) const RULE: Rule = Rule {
    id: "identical-branches",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "two branches of `oneOf`, `anyOf` or `allOf` that say the same",
    why: "In `oneOf` neither can ever be the one: what satisfies the first satisfies the second too, and the value is \
          refused. Elsewhere the second says nothing. A `discriminator` changes none of this.",
    bad: Example::bad(
        r#"{
  "oneOf": [
    { "title": "Cat", "type": "object", "properties": { "kind": { "type": "string" } }, "required": ["kind"] },
    { "title": "Dog", "type": "object", "properties": { "kind": { "type": "string" } }, "required": ["kind"] }
  ]
}"#,
        &["/oneOf/1"],
    ),
    good: Example::good(
        r#"{
  "oneOf": [
    { "title": "Cat", "type": "object", "properties": { "kind": { "const": "cat" } }, "required": ["kind"] },
    { "title": "Dog", "type": "object", "properties": { "kind": { "const": "dog" } }, "required": ["kind"] }
  ]
}"#,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let lists = [
            ("oneOf", keywords.one_of.as_deref().unwrap_or_default()),
            ("anyOf", keywords.any_of.as_deref().unwrap_or_default()),
            ("allOf", keywords.all_of.as_slice()),
        ];
        for (keyword, branches) in lists.into_iter().filter(|(_, branches)| branches.len() > 1) {
            let mut seen: HashMap<String, usize> = HashMap::new();
            for (number, branch) in branches.iter().enumerate() {
                let first = *seen.entry(assertions(context, *branch)).or_insert(number);
                if first == number {
                    continue;
                }
                let so = if keyword == "oneOf" {
                    "so no value can satisfy exactly one of them"
                } else {
                    "so it adds nothing"
                };
                let first_place = context.place_below(id, &[keyword, &first.to_string()]);
                report
                    .schema(*branch, format!("this branch of `{keyword}` says the same as branch {first}, {so}"))
                    .related(first_place, "the same")
                    .help("take one of them out, or say what tells them apart");
            }
        }
    }
}

/// Whether two schemas are the same but for their annotations.
pub(crate) fn are_identical(context: &Context<'_>, left: SchemaId, right: SchemaId) -> bool {
    assertions(context, left) == assertions(context, right)
}

/// The text of a schema without what asserts nothing. References mean the same only from the same resource, which
/// branches of one schema nearly always share; those with an identifier of their own keep it in the text.
fn assertions(context: &Context<'_>, id: SchemaId) -> String {
    let dialect = context.dialect(id);
    let node: &Node = context.node(id);
    let Some(object) = node.as_object() else { return node.to_value().canonical() };
    let mut members: Vec<(String, crate::value::Value)> = Vec::new();
    for member in object.members() {
        let asserts = match keyword::find(dialect, &member.name) {
            Some(keyword) => keyword.vocabulary != Vocabulary::MetaData && keyword.name != "$comment",
            None => false,
        };
        if asserts {
            members.push((member.name.clone(), member.value.to_value()));
        }
    }
    crate::value::Value::Object(members).canonical()
}
