//! A comparison as a comment on a pull request: the summary first, the details folded, never longer than a comment may
//! be.

use std::io::{self, Write};

use contracts_compat::{
    Report,
    report::{Class, Direction, Finding, Location, Severity, Status},
};

use super::{
    super::markdown::{html, text},
    words,
};
use crate::{compat::Comparison, visible};

/// The most characters of a comment, with room for what the caller puts around it: GitHub takes 65,536.
const LONGEST: usize = 64_000;

/// What is kept free for the closing line.
const RESERVE: usize = 300;

/// The first line, by which a later run finds the comment that it updates.
const MARK: &str = "<!-- contracts compat -->";

/// Characters of a line of a document.
const WIDEST: usize = 200;

/// Lines of a document.
const MOST_LINES: usize = 60;

/// Rows of the table of schemas.
const MOST_ROWS: usize = 100;

/// Characters of all that comes before the details.
const LONGEST_SUMMARY: usize = LONGEST / 2;

/// Consumers of a schema in its row.
const MOST_CONSUMERS: usize = 10;

pub(super) fn render(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(comment(&comparison.report).as_bytes())
}

fn comment(report: &Report) -> String {
    let mut comment = summary(report);
    let merged = words::merged(report);
    let (grave, light): (Vec<_>, Vec<_>) =
        merged.into_iter().partition(|(finding, _)| finding.severity > Severity::Note);
    let mut left_out = 0;
    for (finding, directions) in &grave {
        left_out += add(&mut comment, &details(report, finding, directions));
    }
    if !light.is_empty() {
        let mut open = format!(
            "\n<details><summary>{}</summary>\n\n",
            match light.len() {
                1 => "1 more change, which breaks nobody".to_owned(),
                many => format!("{many} more changes, which break nobody"),
            }
        );
        let end = "\n</details>\n";
        let before = comment.len();
        let mut rows = 0;
        for (finding, _) in &light {
            let row = row(report, finding);
            if before + open.len() + row.len() + end.len() + RESERVE > LONGEST {
                break;
            }
            open.push_str(&row);
            rows += 1;
        }
        open.push_str(end);
        left_out += light.len() - rows;
        if rows > 0 {
            comment.push_str(&open);
        }
    }
    if left_out > 0 {
        let what = if left_out == 1 { "1 change is".to_owned() } else { format!("{left_out} changes are") };
        comment.push('\n');
        comment.push_str(&what);
        comment.push_str(" left out here, because a comment has an end; `contracts compat` prints all of them.\n");
    }
    comment
}

/// Adds a part that still fits; says how many parts were left out.
fn add(comment: &mut String, part: &str) -> usize {
    if comment.len() + part.len() + RESERVE > LONGEST {
        return 1;
    }
    comment.push_str(part);
    0
}

fn summary(report: &Report) -> String {
    let sign = match report.exit {
        0 => "✅",
        1 => "❌",
        _ => "⚠️",
    };
    let (old, new) = (text(&report.old), text(&report.new));
    let mut lines =
        vec![MARK.to_owned(), format!("## {sign} Contracts: {}", text(&words::headline(report))), String::new()];
    lines.push(format!("Compared {old} with {new}. {}.", text(&words::statuses(report))));
    if let Some(version) = words::version(report) {
        lines.push(format!("Version of the set: {}.", text(&version)));
    }
    lines.extend(report.notes.iter().take(10).map(|note| format!("Note: {}.", text(note))));
    for problem in report.problems.iter().take(20) {
        let help = problem.help.as_ref().map_or(String::new(), |help| format!("; {}", text(help)));
        let place = &problem.place;
        lines.push(format!(
            "- **not compared** {}:{}: {}{help}",
            text(&place.file),
            place.line,
            text(&problem.message)
        ));
    }
    let mut summary = lines.join("\n");
    if summary.len() > LONGEST_SUMMARY {
        summary = cut(&summary, LONGEST_SUMMARY);
        summary.push_str("\n- … and more that is left out here, because a comment has an end");
    }
    let mut rows = Vec::new();
    let changed: Vec<_> = report.schemas.iter().filter(|schema| schema.status != Status::Unchanged).collect();
    if !changed.is_empty() {
        summary.push_str("\n\n| schema | result | used by |\n|---|---|---|");
    }
    let mut room = LONGEST_SUMMARY.saturating_sub(summary.len());
    for schema in changed.iter().take(MOST_ROWS) {
        let verdict = |name: &str, verdict: &Option<contracts_compat::report::SchemaVerdict>| {
            verdict.as_ref().map(|verdict| format!("{name} {}", verdict.verdict.as_str()))
        };
        let verdicts = [verdict("backward", &schema.backward), verdict("forward", &schema.forward)];
        let result = match schema.status {
            Status::Added => "added".to_owned(),
            Status::Removed => "**removed**".to_owned(),
            Status::Unreadable => "**could not be compared**".to_owned(),
            Status::Unchanged | Status::Changed | Status::Renamed => {
                verdicts.into_iter().flatten().collect::<Vec<_>>().join(", ")
            }
        };
        let mut consumers: Vec<_> = schema.consumers.iter().take(MOST_CONSUMERS).map(|name| text(name)).collect();
        if schema.consumers.len() > MOST_CONSUMERS {
            consumers.push(format!("{} more", schema.consumers.len() - MOST_CONSUMERS));
        }
        let row = format!("\n| {} | {result} | {} |", text(&schema.path), consumers.join(", "));
        if row.len() > room {
            break;
        }
        room -= row.len();
        rows.push(row);
    }
    summary.push_str(&rows.concat());
    if changed.len() > rows.len() {
        let more = format!("\n| {} more | | |", changed.len() - rows.len());
        summary.push_str(&more);
    }
    summary + "\n"
}

/// The whole lines at the beginning of a text that fit; a line of more bytes than that is left out.
fn cut(text: &str, most: usize) -> String {
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        if kept.len() + line.len() > most {
            break;
        }
        kept.push_str(line);
    }
    kept.truncate(kept.trim_end().len());
    kept
}

fn details(report: &Report, finding: &Finding, directions: &[Direction]) -> String {
    let mut parts = vec![format!(
        "\n<details><summary>{} <b>{}</b> in {}: {}</summary>\n",
        if finding.severity == Severity::Error { "❌" } else { "⚠️" },
        words::class(finding.class),
        html(&finding.schema),
        html(&finding.message)
    )];
    let place = |what: &str, place: &Option<Location>| {
        place.as_ref().map(|place| {
            format!("- {what}: {}:{} {}", text(&place.file), place.line, text(&place.pointer)).trim_end().to_owned()
        })
    };
    parts.push(format!(
        "- rule: `{}`, at {}",
        finding.rule,
        if finding.at.is_empty() { "the schema".to_owned() } else { text(&finding.at) }
    ));
    parts.extend(place("new", &finding.new));
    parts.extend(place("old", &finding.old));
    if let Some(consumers) = words::consumers(report, &finding.schema) {
        parts.push(format!("- used by: {}", text(&consumers)));
    }
    if finding.introduced == Some(true) {
        parts.push("- introduced by this pull request".to_owned());
    }
    if let Some(witness) = &finding.witness {
        let forward = directions == [Direction::Forward];
        let (accepting, refusing) = if forward { ("new", "old") } else { ("old", "new") };
        parts.push(format!("\nThe {accepting} version accepts this document, the {refusing} one refuses it:\n"));
        parts.push(fenced("json", &pretty(witness)));
        parts.extend(
            finding
                .refusals
                .iter()
                .take(3)
                .map(|refusal| format!("\nBecause {}.", text(&words::refusal_text(refusal)))),
        );
    }
    if let Some(reason) = words::reason(report, finding) {
        parts.push(format!("\nNothing was proved; in the way stood {}.", text(reason)));
    }
    parts.push(format!("\n{}", text(&finding.help)));
    let open = matches!(finding.class, Class::Breaking | Class::Contract | Class::Undecided);
    if open && let Some(approval) = words::approval(report, finding) {
        parts.push("\nIf it is meant, approve it in `contracts.toml`:\n".to_owned());
        parts.push(fenced("toml", &approval));
    }
    parts.push("\n</details>\n".to_owned());
    parts.join("\n")
}

fn row(report: &Report, finding: &Finding) -> String {
    let at = if finding.at.is_empty() { String::new() } else { format!(" {}", text(&finding.at)) };
    let evidence = words::evidence(report, finding, words::ONE_LINE);
    let evidence: Vec<String> = evidence.iter().map(|line| format!("; {}", text(line))).collect();
    let evidence = evidence.concat();
    format!("- {}{at}: {} (`{}`){evidence}\n", text(&finding.schema), text(&finding.message), finding.rule)
}

fn pretty(document: &serde_json::Value) -> String {
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    let mut lines: Vec<String> =
        text.lines().take(MOST_LINES).map(|line| visible::shorten(&visible::line(line), WIDEST)).collect();
    if text.lines().nth(MOST_LINES).is_some() {
        lines.push("…".to_owned());
    }
    lines.join("\n")
}

/// A block of code whose fence nothing in it can close.
fn fenced(language: &str, code: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for character in code.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}{language}\n{code}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_are_kept() {
        assert_eq!(cut("one\ntwo\nthree", 8), "one\ntwo");
        assert_eq!(cut("one\ntwo\nthree", 7), "one");
        assert_eq!(cut("é", 1), "");
    }
}
