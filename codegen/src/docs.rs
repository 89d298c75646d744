//! Text of schemas as Rust documentation.
//!
//! A description is foreign text. In a doc comment it could become code: a fenced or indented block is a doctest, a
//! bracket an intra-doc link, an angle bracket HTML. Everything that could is escaped; the words stay.

use proc_macro2::TokenStream;
use quote::quote;

use crate::shape::Docs;

/// The doc attributes of an item: title, description, and `extra` sentences of our own.
pub(crate) fn attributes(docs: &Docs, extra: &[&str]) -> TokenStream {
    let mut paragraphs: Vec<String> = Vec::new();
    for text in [&docs.title, &docs.description].into_iter().flatten() {
        let text = escape(text);
        if !text.is_empty() && !paragraphs.contains(&text) {
            paragraphs.push(text);
        }
    }
    paragraphs.extend(extra.iter().map(|text| (*text).to_owned()));
    let mut lines: Vec<String> = Vec::new();
    for paragraph in paragraphs {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(paragraph.lines().flat_map(|line| wrap(line, 100)));
    }
    let lines = lines.into_iter().map(|line| if line.is_empty() { line } else { format!(" {line}") });
    let deprecated = docs.deprecated.then(|| quote!(#[deprecated]));
    quote!(#(#[doc = #lines])* #deprecated)
}

/// A sentence of ours that ends with a text of a schema.
pub(crate) fn quoted(words: &str, text: &str) -> String {
    format!(" {words} {}.", escape(&format!("{text:?}")))
}

/// The text as Markdown that shows it and does nothing else.
fn escape(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut escaped = String::new();
        for character in line.trim().chars() {
            match character {
                '`' | '[' | ']' | '<' | '>' | '*' | '_' | '\\' | '#' | '|' | '~' => {
                    escaped.push('\\');
                    escaped.push(character);
                }
                // Text direction and other invisible characters could make the comment read as something else.
                c if c.is_control() || is_invisible(c) => escaped.push_str(&format!("\\\\u{{{:x}}}", u32::from(c))),
                c => escaped.push(c),
            }
        }
        // A setext underline or a thematic break would change the lines around it.
        if escaped.starts_with(['=', '-', '+']) {
            escaped.insert(0, '\\');
        }
        lines.push(escaped);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let start = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..start);
    lines.join("\n")
}

fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Breaks a line between words; a word longer than the width stays whole.
fn wrap(line: &str, width: usize) -> Vec<String> {
    if line.is_empty() {
        return vec![String::new()];
    }
    let mut lines = Vec::new();
    let mut current = String::new();
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut current));
        }
        if !current.is_empty() {
            current.push(' ');
        }
        // A word that begins a line must not begin a list there.
        if current.is_empty() && !lines.is_empty() && word.starts_with(['-', '+', '=']) {
            current.push('\\');
        }
        current.push_str(word);
    }
    lines.push(current);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_description_becomes_code() {
        for (text, shown) in [
            ("a\n```\nfn main() {}\n```", "a\n\\`\\`\\`\nfn main() {}\n\\`\\`\\`"),
            ("    indented", "indented"),
            ("\tindented", "indented"),
            ("see [Vec] and <b>", "see \\[Vec\\] and \\<b\\>"),
            ("*/ end */", "\\*/ end \\*/"),
            ("one\n===\ntwo", "one\n\\===\ntwo"),
            ("~~~\nx\n~~~", "\\~\\~\\~\nx\n\\~\\~\\~"),
            ("\u{202e}x", "\\\\u{202e}x"),
        ] {
            assert_eq!(escape(text), shown);
        }
    }
}
