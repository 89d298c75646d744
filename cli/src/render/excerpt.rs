//! The part of a line that a place points to, safe to show.

use std::ops::Range;

use contracts_model::Place;

use crate::visible;

/// The most bytes of a line that is shown whole; the renderer fits it to the terminal.
const WHOLE: usize = 1000;

/// The most characters of a longer line that are shown before and from the value on.
const BEFORE: usize = 60;
const FROM: usize = 120;

/// One line of a text, or a part of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The line as it is shown.
    pub(super) text: String,
    /// The value in it, in bytes of the shown text.
    pub(super) span: Range<usize>,
    /// Whether the value stands in the same column as in the text.
    pub(super) same_column: bool,
}

/// What to show of a text for a place in it.
///
/// Only the first line of a value is shown. Of an object or array that goes on to another line only the bracket is
/// marked, since everything between the brackets would be.
pub(super) fn excerpt(text: &str, place: &Place) -> Excerpt {
    let start = boundary(text, place.span.0);
    let end = boundary(text, place.span.1).max(start);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = &text[start..];
    let line_end = start + rest.find('\n').unwrap_or(rest.len());
    let line_end = line_end - usize::from(text[start..line_end].ends_with('\r'));
    let end = match rest.chars().next() {
        Some('{' | '[') if end > line_end => start + 1,
        _ => end.min(line_end),
    };

    let before = &text[line_start..start];
    let (mut before_start, mut shown_end) = (0, line_end);
    if line_end - line_start > WHOLE {
        before_start = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(offset, _)| offset);
        let rest = text[start..line_end].char_indices().nth(FROM);
        shown_end = rest.map_or(line_end, |(offset, _)| start + offset);
    }

    let mut shown = String::new();
    if before_start > 0 {
        shown.push('…');
    }
    let mut indented = before_start == 0;
    for character in before[before_start..].chars().filter(|character| *character != '\u{feff}') {
        indented &= character == ' ' || character == '\t';
        // Indentation is for the renderer, which gives tabs their width.
        if indented { shown.push(character) } else { visible::push(&mut shown, character) }
    }
    let span_start = shown.len();
    let mut span_end = shown.len();
    for (offset, character) in text[start..shown_end].char_indices() {
        visible::push(&mut shown, character);
        if start + offset < end {
            span_end = shown.len();
        }
    }
    if shown_end < line_end {
        shown.push('…');
    }
    let same_column = shown[..span_start].chars().count() + 1 == place.column;
    Excerpt { text: shown, span: span_start..span_end, same_column }
}

/// The start of the character that an offset lies in; the end of the text when it lies beyond.
fn boundary(text: &str, offset: usize) -> usize {
    let mut boundary = offset.min(text.len());
    while !text.is_char_boundary(boundary) {
        boundary -= 1;
    }
    boundary
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, value: &str, shown: &str, marked: &str) {
        let start = text.find(value).expect("the value stands in the text");
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let column = text[line..start].chars().filter(|character| *character != '\u{feff}').count() + 1;
        let place = Place { span: (start, start + value.len()), column, ..Place::file("x") };
        let excerpt = excerpt(text, &place);
        assert_eq!(excerpt.same_column, !shown.starts_with('…') && !shown.contains("\\u{202e}"));
        assert_eq!(excerpt.text, shown);
        assert_eq!(&excerpt.text[excerpt.span.clone()], marked);
    }

    #[test]
    fn the_line_of_the_value() {
        check("{\n  \"a\": 12\n}", "12", "  \"a\": 12", "12");
        check("{\r\n  \"a\": 12\r\n}", "12", "  \"a\": 12", "12");
        check("\u{feff}{}", "{}", "{}", "{}");
        check("x", "", "x", "");
    }

    #[test]
    fn values_of_several_lines() {
        check("[{\n\"a\": 1\n}]", "{\n\"a\": 1\n}", "[{", "{");
        check("a = 'x\ny'", "'x\ny'", "a = 'x", "'x");
    }

    #[test]
    fn long_lines_are_cut() {
        let text = format!("{}12{}", "x".repeat(1000), "ä".repeat(1000));
        check(&text, "12", &format!("…{}12{}…", "x".repeat(60), "ä".repeat(118)), "12");
    }

    #[test]
    fn hostile_characters_are_escaped() {
        check("\t\"\u{202e}\": \"\u{7f}\"", "\"\u{7f}\"", "\t\"\\u{202e}\": \"\\u{7f}\"", "\"\\u{7f}\"");
    }

    #[test]
    fn places_beyond_the_text() {
        let place = Place { span: (5, 9), ..Place::file("x") };
        assert_eq!(excerpt("äb", &place), Excerpt { text: "äb".into(), span: 3..3, same_column: false });
        assert_eq!(excerpt("", &place), Excerpt { text: String::new(), span: 0..0, same_column: false });
    }
}
