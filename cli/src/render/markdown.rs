//! A table for a pull request comment.

use std::io::{self, Write};

use contracts_model::Finding;

use crate::{report::Report, visible};

pub(super) fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "**{}**: {}", text(&report.subject), report.counts())?;
    if !report.steps.is_empty() {
        writeln!(out, "\n| step | outcome |\n|---|---|")?;
    }
    for step in &report.steps {
        let details = step.details.iter().map(|detail| format!("<br>{}", text(detail)));
        writeln!(out, "| {} | {}{} |", step.name, text(&step.outcome), details.collect::<String>())?;
    }
    if !report.findings.is_empty() {
        writeln!(out, "\n| level | rule | place | message |\n|---|---|---|---|")?;
    }
    for finding in &report.findings {
        writeln!(out, "{}", row(finding))?;
    }
    Ok(())
}

fn row(finding: &Finding) -> String {
    let mut lines = vec![text(&finding.message)];
    lines.extend(finding.help.iter().map(|help| format!("*help:* {}", text(help))));
    let related = finding.related.iter();
    lines.extend(related.map(|(place, words)| format!("*note:* {} ({})", text(words), text(&place.to_string()))));
    let (place, message) = (text(&finding.place.to_string()), lines.join("<br>"));
    format!("| {} | `{}` | {place} | {message} |", finding.level, finding.rule)
}

/// Text that is nothing but text in a cell of a table.
pub(super) fn text(text: &str) -> String {
    unlinked(text, |character, safe| match character {
        '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
            safe.push('\\');
            safe.push(character);
        }
        other => html_character(other, safe),
    })
}

/// Text that is nothing but text inside HTML, where Markdown is not read: escaped for it, a backslash would stand there.
pub(super) fn html(text: &str) -> String {
    unlinked(text, html_character)
}

fn html_character(character: char, safe: &mut String) {
    match character {
        '&' => safe.push_str("&amp;"),
        '<' => safe.push_str("&lt;"),
        '>' => safe.push_str("&gt;"),
        other => safe.push(other),
    }
}

/// Shows nothing, and ends a word for those who look for links in what is shown. An escape or an entity would not: links to
/// people and issues are made after both are read.
const BREAK: &str = "<!-- -->";

/// Hexadecimal digits in a row from which on they may name a commit.
const COMMIT: usize = 7;

/// Text in which nothing becomes a link or tells anybody: no address, no `@name`, no `#1` or `GH-1`, no commit.
fn unlinked(text: &str, escape: impl Fn(char, &mut String)) -> String {
    let mut safe = String::new();
    // What stands since the last break.
    let mut word = String::new();
    for character in visible::line(text).chars() {
        if starts_link(&word, character) {
            safe.push_str(BREAK);
            word.clear();
        }
        word.push(character);
        escape(character, &mut safe);
    }
    safe
}

/// Whether a character after that text would make or go on with a link.
fn starts_link(before: &str, next: char) -> bool {
    let mut back = before.chars().rev();
    let (last, last_but_one) = (back.next(), back.next());
    match last {
        // Names, issues and what GitLab marks in the same way.
        Some('@' | '#' | '%' | '~') => next.is_alphanumeric() || next == '_',
        Some('!' | '$' | '&') => next.is_ascii_digit(),
        // Every scheme.
        Some(':') if next == '/' => true,
        Some('w' | 'W') if next == '.' => before.to_ascii_lowercase().ends_with("www"),
        Some('-') if next.is_ascii_digit() => last_but_one.is_some_and(char::is_alphabetic),
        _ => {
            let digits = before.chars().rev().take_while(char::is_ascii_hexdigit).count();
            next.is_ascii_hexdigit() && digits + 1 >= COMMIT
        }
    }
}

#[cfg(test)]
mod tests {
    use contracts_model::{Level, Place};

    use super::*;

    #[test]
    fn text_stays_text() {
        let finding = Finding::new("r", Level::Error, Place::file("a|b.json"), "`x` | <img> @team [l](u)")
            .with_help("**do**");
        assert_eq!(
            row(&finding),
            "| error | `r` | a\\|b.json | \\`x\\` \\| &lt;img&gt; @<!-- -->team \\[l\\](u)<br>*help:* \\*\\*do\\*\\* |"
        );
    }
    #[test]
    fn text_makes_no_links_and_tells_nobody() {
        for (words, safe) in [
            ("see https://a.example/b", "see https:<!-- -->//a.example/b"),
            ("ftp://a", "ftp:<!-- -->//a"),
            ("WWW.a.example", "WWW<!-- -->.a.example"),
            ("me@a.example", "me@<!-- -->a.example"),
            ("@team/all, a@", "@<!-- -->team/all, a@"),
            ("#12 and o/r#12", "\\#<!-- -->12 and o/r\\#<!-- -->12"),
            ("GH-1, draft-7, 1-2, -3", "GH-<!-- -->1, draft-<!-- -->7, 1-2, -3"),
            ("!5 %6 $7 &8 ~9", "\\!<!-- -->5 %<!-- -->6 $<!-- -->7 &amp;<!-- -->8 \\~<!-- -->9"),
            ("abcdef 0123456789abcdef", "abcdef 012345<!-- -->6789ab<!-- -->cdef"),
            ("# a: b - c. ww.", "\\# a: b - c. ww."),
        ] {
            assert_eq!(text(words), safe);
        }
        assert_eq!(html(r"was `^\d+$`"), r"was `^\d+$`");
        assert_eq!(html("a_b*c* <b>&amp; @you #1"), "a_b*c* &lt;b&gt;&amp;amp; @<!-- -->you #<!-- -->1");
    }
}
