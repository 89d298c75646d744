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
    let mut safe = String::new();
    for character in visible::line(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            // As an entity it mentions nobody.
            '@' => safe.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                safe.push('\\');
                safe.push(character);
            }
            other => safe.push(other),
        }
    }
    safe
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
            "| error | `r` | a\\|b.json | \\`x\\` \\| &lt;img&gt; &#64;team \\[l\\](u)<br>*help:* \\*\\*do\\*\\* |"
        );
    }
}
