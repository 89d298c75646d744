use crate::{
    Level, format,
    lint::{
        context::{Context, Help},
        report::Report,
        rule::{Check, Example, Rule},
    },
};

pub(crate) const RULE: Rule = Rule {
    id: "unknown-format",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a `format` that JSON Schema does not define",
    why: "Nobody checks what it names, and each tool guesses. Formats are those of section 7.3 of the validation \
          specification.",
    bad: Example::bad(r#"{ "type": "string", "format": "datetime" }"#, &["/format"]),
    good: Example::good(r#"{ "type": "string", "format": "date-time" }"#),
    check: Check::Schemas(check),
};

/// Whether JSON Schema defines a format. All that it defines are about strings.
pub(crate) fn is_known(name: &str) -> bool {
    format::names().any(|known| known == name)
}

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    for (id, keywords) in context.schemas() {
        let Some(name) = keywords.format.as_deref().filter(|name| !is_known(name)) else { continue };
        let finding = report.below(id, &["format"], format!("{name:?} is not a format of JSON Schema"));
        finding.help(match name {
            "int32" | "int64" | "uint32" | "uint64" | "float" | "double" => {
                "give the range with `minimum` and `maximum`".to_owned()
            }
            "byte" | "base64" => "write `\"contentEncoding\": \"base64\"`".to_owned(),
            "url" => "the format is `uri`".to_owned(),
            "ip" | "ip-address" => "the formats are `ipv4` and `ipv6`".to_owned(),
            _ => match context.nearest(name, format::names()) {
                Some(close) => format!("did you mean {close:?}?"),
                None => "say it with `pattern`, or take it out".to_owned(),
            },
        });
    }
}
