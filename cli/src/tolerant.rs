//! The schema that tolerant decoding accepts: fail-closed enums take any string.

use contracts_model::source::{Member, Source};

/// The text of a schema in which the enums at the given JSON pointers are `"type": "string"`. All else stays as it
/// is written.
pub(crate) fn widen(source: &Source, pointers: &[&str]) -> String {
    let mut edits: Vec<((usize, usize), &str)> = Vec::new();
    for pointer in pointers {
        let Some(object) = source.find(pointer).and_then(|node| node.as_object()) else { continue };
        let members = object.members();
        let Some(position) = members.iter().position(|member| member.name == "enum") else { continue };
        let span = |member: &Member| (member.name_span.0, member.value.span.1);
        match object.get("type") {
            None => edits.push((span(&members[position]), r#""type": "string""#)),
            Some(kind) => {
                edits.push((kind.value.span, r#""string""#));
                // The comma goes with the member: the one after it or, behind the last member, the one before.
                edits.push(match (members.get(position + 1), position.checked_sub(1)) {
                    (Some(next), _) => ((members[position].name_span.0, next.name_span.0), ""),
                    (None, Some(previous)) => {
                        ((members[previous].value.span.1, members[position].value.span.1), "")
                    }
                    (None, None) => (span(&members[position]), ""),
                });
            }
        }
    }
    edits.sort_unstable();
    edits.dedup();
    let mut text = String::with_capacity(source.text().len());
    let mut from = 0;
    for ((start, end), replacement) in edits {
        text.push_str(&source.text()[from..start]);
        text.push_str(replacement);
        from = end;
    }
    text.push_str(&source.text()[from..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &str, pointers: &[&str], expected: &str) {
        let source = Source::parse("a.json", schema).expect("valid JSON");
        assert_eq!(widen(&source, pointers), expected);
    }

    #[test]
    fn enums_become_strings() {
        check(r#"{ "enum": ["a"] }"#, &[""], r#"{ "type": "string" }"#);
        check(r#"{"type": "string", "enum": ["a"]}"#, &[""], r#"{"type": "string"}"#);
        check(r#"{"enum": ["a"], "type": ["string", "null"]}"#, &[""], r#"{"type": "string"}"#);
        check(
            r#"{"title": "t", "type": "string", "enum": ["a"], "description": "d"}"#,
            &[""],
            r#"{"title": "t", "type": "string", "description": "d"}"#,
        );
        check(
            r#"{"properties": {"b": {"enum": ["x"]}, "a": {"enum": ["y"]}}}"#,
            &["/properties/a", "/properties/b"],
            r#"{"properties": {"b": {"type": "string"}, "a": {"type": "string"}}}"#,
        );
    }

    #[test]
    fn what_is_not_named_stays() {
        check(r#"{"enum": ["a"]}"#, &[], r#"{"enum": ["a"]}"#);
        check(r#"{"items": {"type": "string"}}"#, &["/items", "/none"], r#"{"items": {"type": "string"}}"#);
    }
}
