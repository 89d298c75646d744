//! What is wrong with an instance: which assertion, where, what was expected and what was found.

use std::{
    error,
    fmt::{self, Write as _},
};

use crate::{
    instance::{Instance, write_json, write_string},
    pattern::PatternError,
};

/// Most characters of a value that a message shows.
const SHOWN: usize = 80;

/// One assertion that an instance does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer of the value in the document; empty for the whole document.
    pub pointer: String,
    /// The keyword that failed (`required`, `minimum`; `false` for the schema `false`), or one of the rules that every
    /// document obeys: `duplicate-key`, `depth`, `number-range`, and, in other formats than JSON, `not-json`; or
    /// `pattern-limit`, when a pattern that backtracks took too many steps and so nothing is known.
    pub keyword: &'static str,
    /// Where that keyword stands: URI or file, `#`, JSON pointer; empty for the rules of every document.
    pub schema: String,
    /// What was expected, in words.
    pub expected: String,
    /// What was found: the value as compact JSON, cut when it is long, or words (`3 items`).
    pub found: String,
    /// For a union that no branch accepts: per branch what was wrong there, the closest branch first.
    pub causes: Vec<Violation>,
}

impl Violation {
    /// A violation of a rule that every document obeys, at the place where reading stands.
    pub fn of_document(keyword: &'static str, expected: String, found: String) -> Self {
        Self { pointer: String::new(), keyword, schema: String::new(), expected, found, causes: Vec::new() }
    }

    /// A pattern of which it is not known whether it matches the text at the place where reading stands.
    pub fn of_pattern(error: &PatternError) -> Self {
        let expected = format!("that matching {} stays within its limits", error.pattern());
        Self::of_document("pattern-limit", expected, error.found())
    }

    /// A member that a closed object does not declare. `closed` is where it is closed, keyword included; `declared`
    /// are the names that it knows.
    pub fn undeclared_member(name: &str, closed: &str, declared: &[&str]) -> Self {
        let keyword = if closed.ends_with("/unevaluatedProperties") {
            "unevaluatedProperties"
        } else {
            "additionalProperties"
        };
        let expected = match declared {
            [] => "no members".to_owned(),
            _ => format!("no members but {}", quoted(declared.iter().copied(), "and")),
        };
        Self {
            pointer: String::new(),
            keyword,
            schema: closed.to_owned(),
            expected,
            found: format!("the member {}", describe(Instance::String(name))),
            causes: Vec::new(),
        }
    }

    /// Members that an object lacks; `required` is where they are required, keyword included.
    pub fn missing_members(missing: &[&str], required: &str) -> Self {
        let (noun, found) = match missing {
            [_] => ("member", "no such member"),
            [_, _] => ("members", "neither"),
            _ => ("members", "none of them"),
        };
        Self {
            pointer: String::new(),
            keyword: "required",
            schema: required.to_owned(),
            expected: format!("the {noun} {}", quoted(missing.iter().copied(), "and")),
            found: found.to_owned(),
            causes: Vec::new(),
        }
    }

    /// Puts a pointer before this violation's own and before those of its causes.
    pub fn prefix(&mut self, pointer: &str) {
        self.pointer.insert_str(0, pointer);
        for cause in &mut self.causes {
            cause.prefix(pointer);
        }
    }

    /// The same violation for logs that must not hold values of the document: a value that was found is named by its
    /// type alone. Member names, which pointers are made of, stay.
    #[must_use]
    pub fn without_values(&self) -> Self {
        Self {
            found: type_of_text(&self.found).map_or_else(|| self.found.clone(), ToOwned::to_owned),
            causes: self.causes.iter().map(Self::without_values).collect(),
            ..self.clone()
        }
    }

    /// Writes the violation without its causes.
    pub(crate) fn write_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str("document")?;
        } else {
            write_plain(&self.pointer, f)?;
        }
        write!(f, ": expected {}, found {} ({})", self.expected, self.found, self.keyword)
    }

    /// Writes an indented line for each cause.
    pub(crate) fn write_causes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_causes_at(f, 2)
    }

    fn write_causes_at(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        for cause in &self.causes {
            write!(f, "\n{:indent$}- ", "")?;
            cause.write_line(f)?;
            cause.write_causes_at(f, indent + 2)?;
        }
        Ok(())
    }
}

impl fmt::Display for Violation {
    /// One line, then one indented line for each cause.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_line(f)?;
        self.write_causes(f)
    }
}

impl error::Error for Violation {}

/// Writes a pointer so that a hostile member name cannot break the line.
fn write_plain(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for character in text.chars() {
        if character.is_control() {
            write!(f, "{}", character.escape_unicode())?;
        } else {
            f.write_char(character)?;
        }
    }
    Ok(())
}

/// Names the type of a value that `found` shows as JSON; `None` when it holds words.
fn type_of_text(found: &str) -> Option<&'static str> {
    match found {
        "true" | "false" => return Some("a boolean"),
        "null" => return Some("null"),
        _ => {}
    }
    match found.bytes().next()? {
        b'"' => Some("a string"),
        b'[' => Some("an array"),
        b'{' => Some("an object"),
        b'-' | b'0'..=b'9' if !found.contains(' ') => Some("a number"),
        _ => None,
    }
}

/// A value as compact JSON, cut after 80 characters.
pub(crate) fn describe(instance: Instance<'_>) -> String {
    let mut text = Cut { text: String::new(), left: SHOWN };
    // The only error is that the text was cut.
    if write_json(instance, &mut text).is_err() {
        text.text.push('…');
    }
    text.text
}

/// A text, cut after 80 characters.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Appends a member name to a JSON pointer.
pub(crate) fn push_name(pointer: &mut String, name: &str) {
    pointer.push('/');
    for character in name.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(character),
        }
    }
}

/// Appends an array index to a JSON pointer.
pub(crate) fn push_index(pointer: &mut String, index: usize) {
    pointer.push('/');
    pointer.push_str(&index.to_string());
}

/// Names as JSON strings: `"a"`, `"a" and "b"`, `"a", "b" and 7 more`.
pub(crate) fn quoted<'n>(names: impl ExactSizeIterator<Item = &'n str>, word: &str) -> String {
    enumerated(
        names.map(|name| {
            let mut text = String::new();
            // A `String` refuses nothing.
            let _ = write_string(name, &mut text);
            text
        }),
        word,
    )
}

/// Most items of a list that a message shows.
const LISTED: usize = 12;

/// `a`, `a and b`, `a, b and c`; long lists end in `and 7 more`.
pub(crate) fn enumerated(items: impl ExactSizeIterator<Item = String>, word: &str) -> String {
    let count = items.len();
    let shown = if count > LISTED { LISTED - 1 } else { count };
    let mut text = String::new();
    for (index, item) in items.take(shown).enumerate() {
        if index > 0 {
            text.push_str(if index + 1 == count { " " } else { ", " });
            if index + 1 == count {
                text.push_str(word);
                text.push(' ');
            }
        }
        text.push_str(&item);
    }
    if count > shown {
        // Writing to a `String` cannot fail.
        let _ = write!(text, " {word} {} more", count - shown);
    }
    text
}

/// A text that refuses to grow beyond a number of characters.
struct Cut {
    text: String,
    left: usize,
}

impl fmt::Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;

    fn violation(pointer: &str, expected: &str, found: &str, keyword: &'static str) -> Violation {
        Violation {
            pointer: pointer.to_owned(),
            keyword,
            schema: format!("a.json#/{keyword}"),
            expected: expected.to_owned(),
            found: found.to_owned(),
            causes: Vec::new(),
        }
    }

    #[test]
    fn reads_well() {
        let mut whole = violation("", "a match with one of 2 alternatives", "{}", "anyOf");
        whole.causes = vec![
            violation("/limits/soft", "a number at least 0", "-1", "minimum"),
            violation("/a\nb", "a string", "true", "type"),
        ];
        assert_eq!(
            whole.to_string(),
            "document: expected a match with one of 2 alternatives, found {} (anyOf)\n  \
             - /limits/soft: expected a number at least 0, found -1 (minimum)\n  \
             - /a\\u{a}b: expected a string, found true (type)"
        );
        whole.prefix("/x");
        assert_eq!(whole.pointer, "/x");
        assert_eq!(whole.causes[0].pointer, "/x/limits/soft");
    }

    #[test]
    fn values_can_be_left_out() {
        for (found, without) in [
            ("\"secret\"", "a string"),
            ("\"cut…", "a string"),
            ("-1.5", "a number"),
            ("12345", "a number"),
            ("[1]", "an array"),
            ("{\"a\":1}", "an object"),
            ("null", "null"),
            ("true", "a boolean"),
            ("3 items", "3 items"),
            ("no such member", "no such member"),
        ] {
            let mut whole = violation("", "x", "1", "anyOf");
            whole.causes.push(violation("/a", "x", found, "type"));
            assert_eq!(whole.without_values().causes[0].found, without);
        }
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let long = "é".repeat(1000);
        let text = describe(long.view());
        assert_eq!(text.chars().count(), SHOWN + 1);
        assert!(text.starts_with("\"é") && text.ends_with("é…"));
        assert_eq!(cut(&long).chars().count(), SHOWN + 1);
        assert_eq!(cut("short"), "short");
        assert_eq!(describe(vec![1_u8, 2].view()), "[1,2]");
    }

    #[test]
    fn lists() {
        assert_eq!(quoted(["a"].into_iter(), "or"), "\"a\"");
        assert_eq!(quoted(["a", "b\""].into_iter(), "or"), "\"a\" or \"b\\\"\"");
        assert_eq!(quoted(["a", "b", "c"].into_iter(), "and"), "\"a\", \"b\" and \"c\"");
        let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        assert_eq!(enumerated(many.into_iter(), "or"), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 or 9 more");
    }

    #[test]
    fn common_violations() {
        let missing = Violation::missing_members(&["cluster", "ns"], "a.json#/required");
        assert_eq!(
            missing.to_string(),
            "document: expected the members \"cluster\" and \"ns\", found neither (required)"
        );
        let extra = Violation::undeclared_member("x", "a.json#/additionalProperties", &["a"]);
        assert_eq!(
            extra.to_string(),
            "document: expected no members but \"a\", found the member \"x\" (additionalProperties)"
        );
    }

    #[test]
    fn pointers_are_escaped() {
        let mut pointer = String::new();
        push_name(&mut pointer, "a/b~c");
        push_index(&mut pointer, 3);
        assert_eq!(pointer, "/a~1b~0c/3");
    }
}
