use crate::{
    Level,
    lint::rule::{Check, Example, Language, Rule},
};

pub(crate) const RULE: Rule = Rule {
    id: "unused-suppression",
    level: Some(Level::Warning),
    strict: Level::Warning,
    what: "an entry of the manifest that allows a finding which is not there",
    why: "What it allowed was mended or has moved. Left in place, it would hide the next finding there.",
    bad: Example::of(
        Language::Toml,
        r#"[[allow]]
rule = "unbounded-integer"
schema = "order.schema.json"
at = "/properties/quantity"       # which has a `minimum` by now
reason = "Returns are negative.""#,
    ),
    good: Example::of(
        Language::Toml,
        r#"[[allow]]
rule = "unbounded-integer"
schema = "order.schema.json"
at = "/properties/balance"
reason = "A balance is negative after a return, and has no limit.""#,
    ),
    check: Check::Suppressions,
};
