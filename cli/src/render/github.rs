//! Workflow commands of GitHub Actions, which become annotations on the lines of a pull request.
//!
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use std::io::{self, Write};

use contracts_model::{Finding, Level};

use super::human;
use crate::{report::Report, visible};

pub(super) fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    human::steps(&report.steps, out)?;
    for finding in &report.findings {
        writeln!(out, "{}", command(finding))?;
    }
    writeln!(out, "{}: {}", report.subject, report.counts())
}

fn command(finding: &Finding) -> String {
    let name = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let place = &finding.place;
    let position =
        if place.line > 0 { format!(",line={},col={}", place.line, place.column) } else { String::new() };

    let mut lines = vec![visible::line(&finding.message)];
    if !place.pointer.is_empty() {
        lines.push(format!("at: {}", visible::line(&place.pointer)));
    }
    lines.extend(finding.help.iter().map(|help| format!("help: {}", visible::line(help))));
    let related = finding.related.iter();
    lines
        .extend(related.map(|(place, words)| {
            format!("note: {}: {}", visible::line(words), visible::line(&place.to_string()))
        }));

    let (file, title, message) = (property(&place.file), property(finding.rule), data(&lines.join("\n")));
    format!("::{name} file={file}{position},title={title}::{message}")
}

/// The message: what would end the command is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property: what would end the property or the command is escaped.
fn property(text: &str) -> String {
    data(&visible::line(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use contracts_model::Place;

    use super::*;

    #[test]
    fn nothing_ends_a_command_early() {
        let mut place = Place::file("a,b:c%.json");
        (place.line, place.column, place.pointer) = (3, 7, "/x\n::error::y".into());
        let finding = Finding::new("some-rule", Level::Warning, place, "100% wrong\r\n::set-env::")
            .with_help("do, this: now")
            .with_related(Place::file("other.json"), "declared here");
        assert_eq!(
            command(&finding),
            "::warning file=a%2Cb%3Ac%25.json,line=3,col=7,title=some-rule::100%25 wrong\\r\\n::set-env::\
             %0Aat: /x\\n::error::y%0Ahelp: do, this: now%0Anote: declared here: other.json"
        );
    }
}
