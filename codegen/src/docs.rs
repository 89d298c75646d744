//! Text of schemas as Rust documentation.
//!
//! A description is foreign text. In a doc comment it could become code: a fenced or indented block is a doctest, a
//! bracket an intra-doc link, an angle bracket HTML. Everything that could is escaped; the words stay.

use proc_macro2::TokenStream;
use quote::quote;

use crate::shape::Docs;

/// The doc attributes of an item: its description (or its title, when it has none) and sentences of our own.
pub(crate) fn attributes(docs: &Docs, extra: &[&str]) -> TokenStream {
    let mut paragraphs: Vec<Vec<String>> = Vec::new();
    if let Some(text) = docs.description.as_ref().or(docs.title.as_ref()) {
        paragraphs.push(lines(text));
    }
    paragraphs.extend(extra.iter().map(|text| vec![(*text).to_owned()]));
    if docs.deprecated {
        paragraphs.push(vec!["Deprecated.".to_owned()]);
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    let lines = paragraphs.join(&String::new());
    let lines = lines.into_iter().map(|line| if line.is_empty() { line } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// The doc attributes for a title and a description that come from a schema, with sentences of the generator's own behind
/// them. The description is shown, or the title where there is none.
pub fn documentation(title: Option<&str>, description: Option<&str>, sentences: &[&str]) -> TokenStream {
    let owned = |text: &str| text.to_owned();
    let docs = Docs { title: title.map(owned), description: description.map(owned), deprecated: false };
    attributes(&docs, sentences)
}

/// A sentence of ours that ends with a text of a schema, as code.
pub fn quoted(words: &str, text: &str) -> String {
    if text.is_empty() || text.trim() != text || !is_plain(text) {
        return format!("{words} {}.", pieces(&format!("{text:?}")).concat());
    }
    format!("{words} `{text}`.")
}

/// Whether a text can stand in a code span as it is.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.contains('`') && text.chars().all(|character| visible(character) == [character])
}

/// The widest line of a comment.
const WIDTH: usize = 100;

/// The lines of a text as Markdown that shows it and does nothing else.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .flat_map(|line| {
            let line = wrap(&pieces(line.trim()));
            if line.is_empty() { vec![String::new()] } else { line }
        })
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let start = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..start);
    lines
}

/// A line in pieces that may not be broken: code spans, and words with the space behind them.
fn pieces(line: &str) -> Vec<String> {
    let parts: Vec<&str> = line.split('`').collect();
    // Code spans are kept when every backtick clearly belongs to one; any other backtick could open a block.
    let spans = clear_spans(&parts);
    let mut pieces = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if index % 2 == 1 && spans {
            let code: String = part.chars().flat_map(visible).collect();
            pieces.push(format!("`{code}`"));
            continue;
        }
        if index > 0 && !spans {
            pieces.push("\\`".to_owned());
        }
        for word in part.split_inclusive(' ') {
            pieces.push(escape(word));
        }
    }
    pieces
}

/// Whether the parts between backticks alternate between text and code that is not empty.
fn clear_spans(parts: &[&str]) -> bool {
    parts.len() % 2 == 1 && parts.iter().skip(1).step_by(2).all(|code| !code.trim().is_empty())
}

/// A word of plain text.
fn escape(word: &str) -> String {
    let characters: Vec<char> = word.chars().collect();
    let mut escaped = String::new();
    for (index, character) in characters.iter().enumerate() {
        let inside = |at: Option<usize>| {
            at.and_then(|at| characters.get(at)).is_some_and(|neighbour| neighbour.is_alphanumeric())
        };
        match character {
            // Inside a word an underscore is only an underscore.
            '_' if inside(index.checked_sub(1)) && inside(Some(index + 1)) => escaped.push('_'),
            '`' | '[' | ']' | '<' | '*' | '_' | '\\' | '~' => {
                escaped.push('\\');
                escaped.push(*character);
            }
            other => escaped.extend(visible(*other)),
        }
    }
    escaped
}

/// Text direction and other invisible characters could make a comment read as something else.
fn visible(character: char) -> Vec<char> {
    let hidden = matches!(
        character,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    );
    if character.is_control() || hidden {
        return format!("U+{:04X}", u32::from(character)).chars().collect();
    }
    vec![character]
}

/// Puts pieces into lines. No line begins with what Markdown takes for the beginning of a block.
fn wrap(pieces: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut current = String::new();
    for piece in pieces {
        let length = current.chars().count() + piece.trim_end().chars().count();
        if length > WIDTH && current.ends_with(' ') {
            lines.push(current.trim_end().to_owned());
            current.clear();
        }
        if current.is_empty() {
            let piece = piece.trim_start();
            if begins_block(piece) {
                current.push('\\');
            }
            current.push_str(piece);
        } else {
            current.push_str(piece);
        }
    }
    if !current.trim().is_empty() {
        lines.push(current.trim_end().to_owned());
    }
    lines
}

/// Headings, lists, quotes, rules and underlines.
fn begins_block(piece: &str) -> bool {
    let digits = piece.trim_start_matches(|c: char| c.is_ascii_digit());
    piece.starts_with(['#', '-', '+', '=', '>', '|', ':'])
        || digits.len() < piece.len() && digits.starts_with(['.', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_description_becomes_code() {
        for (text, shown) in [
            ("a\n```\nfn main() {}\n```", "a\n\\`\\`\\`\nfn main() {}\n\\`\\`\\`"),
            ("```rust", "\\`\\`\\`rust"),
            ("    indented", "indented"),
            ("\tindented", "indented"),
            ("see [Vec] and <b>", "see \\[Vec\\] and \\<b>"),
            ("*/ end */", "\\*/ end \\*/"),
            ("one\n===\ntwo", "one\n\\===\ntwo"),
            ("~~~\nx\n~~~", "\\~\\~\\~\nx\n\\~\\~\\~"),
            ("\u{202e}x", "U+202Ex"),
            ("a `code_span` and snake_case", "a `code_span` and snake_case"),
            ("one ` alone", "one \\` alone"),
            ("# no heading", "\\# no heading"),
            ("1. no list", "\\1. no list"),
        ] {
            assert_eq!(lines(text).join("\n"), shown);
        }
    }

    #[test]
    fn long_lines_break_between_words() {
        let text = "word ".repeat(40);
        let lines = lines(&text);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
    }
}
