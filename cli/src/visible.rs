//! Making foreign text safe to show: nothing of a schema or a document can move the cursor, change the direction of
//! writing, hide itself, or start a new line of the report.

use std::fmt::Write;

/// The most characters of a message that are shown.
const LONGEST: usize = 600;

/// Whether a character would do something else than show itself.
fn is_hostile(character: char) -> bool {
    matches!(character,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || character.is_control()
}

/// Appends a character as it is shown: itself, or its escape.
pub(crate) fn push(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        hostile if is_hostile(hostile) => {
            write!(out, "\\u{{{:x}}}", u32::from(hostile)).expect("writing to a string does not fail");
        }
        other => out.push(other),
    }
}

/// A text on one line, with hostile characters escaped, cut where it gets too long.
pub(crate) fn line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(LONGEST * 2));
    let mut characters = text.chars();
    for character in characters.by_ref().take(LONGEST) {
        push(&mut shown, character);
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// A text that is cut where it is longer than that many characters.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_characters_are_escaped() {
        assert_eq!(line("a\u{1b}[31mb\n\u{202e}c\u{7f}\u{9b}"), "a\\u{1b}[31mb\\n\\u{202e}c\\u{7f}\\u{9b}");
        assert_eq!(line("größe 👩‍👩‍👧 日本"), "größe 👩‍👩‍👧 日本");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(line(&"x".repeat(10_000_000)).chars().count(), LONGEST + 1);
        assert_eq!(shorten("äöü", 2), "äö…");
        assert_eq!(shorten("äöü", 3), "äöü");
    }
}
