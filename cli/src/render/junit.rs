//! `JUnit` XML for test reports: one test case per finding, and one that passes where there is none.

use std::io::{self, Write};

use contracts_model::{Finding, Level};

use crate::{report::Report, visible};

pub(super) fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let counts = report.counts();
    let failures = if report.strict { counts.errors + counts.warnings } else { counts.errors };
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuite name="contracts" tests="{}" failures="{failures}" errors="0">"#,
        report.findings.len().max(1)
    )?;
    if report.findings.is_empty() {
        writeln!(out, r#"  <testcase classname="contracts" name="{}"/>"#, text(&report.subject))?;
    }
    for finding in &report.findings {
        case(finding, report.strict, out)?;
    }
    writeln!(out, "</testsuite>")
}

fn case(finding: &Finding, strict: bool, out: &mut dyn Write) -> io::Result<()> {
    let place = text(&finding.place.to_string());
    writeln!(out, r#"  <testcase classname="contracts.{}" name="{place}">"#, finding.rule)?;
    let mut lines = vec![format!("{place}: {}", text(&finding.message))];
    lines.extend(finding.help.iter().map(|help| format!("help: {}", text(help))));
    let related = finding.related.iter();
    lines.extend(related.map(|(place, words)| format!("note: {}: {}", text(words), text(&place.to_string()))));
    let body = lines.join("\n");
    let failing = finding.level == Level::Error || (strict && finding.level == Level::Warning);
    if failing {
        let message = text(&finding.message);
        writeln!(out, r#"    <failure type="{}" message="{message}">{body}</failure>"#, finding.level)?;
    } else {
        writeln!(out, "    <system-out>{}: {body}</system-out>", finding.level)?;
    }
    writeln!(out, "  </testcase>")
}

/// Text that is nothing but text in XML 1.0; characters that XML cannot hold are escaped as the reports do.
fn text(text: &str) -> String {
    let mut safe = String::new();
    for character in visible::line(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use contracts_model::Place;

    use super::*;

    #[test]
    fn text_stays_text() {
        let report = Report {
            findings: vec![Finding::new("r", Level::Error, Place::file("a\"b.json"), "<x> & \u{1}")],
            ..Report::default()
        };
        let mut out = Vec::new();
        render(&report, &mut out).expect("writing to memory does not fail");
        let out = String::from_utf8(out).expect("UTF-8");
        assert!(out.contains(r#"name="a&quot;b.json""#), "{out}");
        assert!(out.contains(r#"message="&lt;x&gt; &amp; \u{1}""#), "{out}");
    }
}
