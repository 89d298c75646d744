//! The rules in words: `docs/rules.md`, and what `contracts explain` prints.

use std::fmt::Write;

use super::{
    rule::{Check, Example, Rule},
    rules,
};

/// The text of `docs/rules.md`.
pub fn rules_page() -> String {
    let mut page = String::from(
        "# Rules\n\n\
         This page is generated from the rules in `model/src/lint`. `contracts explain RULE` prints one of them. The rules \
         that name changes between two versions are in [compat-rules.md](compat-rules.md).\n\n\
         An error ends `contracts` with exit status 1. Strict mode is what `contracts check` runs in; it raises rules \
         whose findings a contract must not have, and runs some that are off otherwise. `contracts.toml` can allow \
         single findings of the rules of lint, with a reason:\n\n\
         ```toml\n\
         [[allow]]\n\
         rule = \"implicit-openness\"\n\
         schema = \"order.schema.json\"\n\
         at = \"/properties/labels\"\n\
         reason = \"Labels are kept as they come.\"\n\
         ```\n\n\
         | rule | level | in strict mode | found by | what it finds |\n\
         |---|---|---|---|---|\n",
    );
    for rule in rules::ALL {
        let (outside, strict) = levels(rule);
        let found_by = found_by(rule);
        writeln!(
            page,
            "| [`{0}`](#{0}) | {outside} | {strict} | {found_by} | {1} |",
            rule.id,
            table_cell(rule.what)
        )
        .expect("writing to a string does not fail");
    }
    for rule in rules::ALL {
        write!(page, "\n## {}\n\n{}", rule.id, body(rule)).expect("writing to a string does not fail");
    }
    page
}

/// What `contracts explain` prints about a rule; `None` when there is no such rule.
pub fn explain(id: &str) -> Option<String> {
    let rule = rules::ALL.iter().find(|rule| rule.id == id)?;
    let (outside, strict) = levels(rule);
    let level = if outside == strict { outside.to_owned() } else { format!("{outside}; in strict mode {strict}") };
    Some(format!("# {}\n\nLevel: {level}. Found by: {}.\n\n{}", rule.id, found_by(rule), body(rule)))
}

fn body(rule: &Rule) -> String {
    let needs = if rule.needs_validator() {
        "\n\nThis rule asks a validator, so it runs in the command line and not in build scripts."
    } else {
        ""
    };
    format!(
        "{}.\n\n{}{needs}\n\nBad:\n\n{}\nGood:\n\n{}",
        upper_first(rule.what),
        rule.why,
        block(&rule.bad),
        block(&rule.good)
    )
}

fn block(example: &Example) -> String {
    format!("```{}\n{}\n```\n", example.language.as_str(), example.text.trim_matches('\n'))
}

fn levels(rule: &Rule) -> (&'static str, &'static str) {
    (rule.level.map_or("off", crate::Level::as_str), rule.strict.as_str())
}

fn found_by(rule: &Rule) -> &'static str {
    match rule.check {
        Check::Loader => "the loader",
        Check::Manifest | Check::Suppressions => "the check of the manifest",
        Check::Schemas(_) | Check::Validator(_) => "lint",
    }
}

fn table_cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn upper_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + characters.as_str())
}
