//! A comparison for a terminal: each finding with both places, the document that proves it and what to do.

use std::io::{self, Write};

use annotate_snippets::{Group, Level, Renderer};
use contracts_compat::report::{Class, Direction, Finding, Severity, Status};
use contracts_model::Place;

use super::{super::human::located, words};
use crate::{compat::Comparison, render::Style, report::Texts, visible};

/// Lines of a document that are shown.
const MOST_LINES: usize = 40;

/// Characters of a document that stand on one line.
const ONE_LINE: usize = 100;

pub(super) fn render(comparison: &Comparison, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let report = &comparison.report;
    writeln!(out, "{} -> {}: {}", visible::line(&report.old), visible::line(&report.new), words::headline(report))?;
    for note in &report.notes {
        writeln!(out, "note: {}", visible::line(note))?;
    }
    writeln!(out)?;
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() }.term_width(style.width.max(60));
    for problem in &report.problems {
        let title = format!("not compared: {}", problem.message);
        let title = Level::ERROR.primary_title(visible::line(&title)).id("not-compared");
        let place = Place::from(&problem.place);
        let mut groups = located(Group::with_title(title), Level::ERROR, &place, &comparison.texts);
        if let Some((help, last)) = problem.help.as_ref().zip(groups.pop()) {
            groups.push(last.element(Level::HELP.message(visible::line(help))));
        }
        writeln!(out, "{}\n", renderer.render(&groups))?;
    }
    let merged = words::merged(report);
    let (grave, light): (Vec<_>, Vec<_>) =
        merged.into_iter().partition(|(finding, _)| finding.severity > Severity::Note);
    for (finding, directions) in &grave {
        writeln!(out, "{}\n", renderer.render(&groups(comparison, finding, directions)))?;
    }
    if !light.is_empty() {
        writeln!(out, "{}", if grave.is_empty() { "changes:" } else { "other changes:" })?;
        for (finding, _) in &light {
            writeln!(out, "  {}", one_line(comparison, finding))?;
        }
        writeln!(out)?;
    }
    closing(comparison, &grave, out)
}

fn groups<'t>(comparison: &'t Comparison, finding: &Finding, directions: &[Direction]) -> Vec<Group<'t>> {
    let level = if finding.severity == Severity::Error { Level::ERROR } else { Level::WARNING };
    let title = format!("{}: {}", words::class(finding.class), finding.message);
    let title = level.clone().primary_title(visible::line(&title)).id(finding.rule.clone());
    let texts: &'t Texts = &comparison.texts;
    let place = finding.new.as_ref().or(finding.old.as_ref());
    let mut groups = match place {
        Some(place) => located(Group::with_title(title), level, &Place::from(place), texts),
        None => {
            vec![Group::with_title(title).element(annotate_snippets::Origin::path(visible::line(&finding.schema)))]
        }
    };
    let both = finding.old.as_ref().filter(|_| finding.new.is_some() && finding.class != Class::Version);
    if let Some(old) = both {
        let title = Level::NOTE.secondary_title("the old version");
        groups.extend(located(Group::with_title(title), Level::NOTE, &Place::from(old), texts));
    }
    let Some(mut last) = groups.pop() else { return groups };
    if !finding.at.is_empty() {
        last = last.element(Level::NOTE.with_name("at").message(visible::line(&finding.at)));
    }
    if let Some(consumers) = words::consumers(&comparison.report, &finding.schema)
        && matches!(finding.class, Class::Breaking | Class::Contract | Class::Undecided)
    {
        last = last.element(Level::NOTE.with_name("used by").message(visible::line(&consumers)));
    }
    if let Some(witness) = &finding.witness {
        let forward = directions == [Direction::Forward];
        let (accepting, refusing) = if forward { ("new", "old") } else { ("old", "new") };
        let text = format!("valid under the {accepting} version, refused by the {refusing} one:{}", shown(witness));
        last = last.element(Level::NOTE.with_name("witness").message(text));
        for refusal in finding.refusals.iter().take(3) {
            last = last.element(Level::NOTE.with_name("because").message(words::refusal_text(refusal)));
        }
    }
    if let Some(reason) = words::reason(&comparison.report, finding) {
        let text = format!("nothing was proved; in the way stood {}", visible::line(reason));
        last = last.element(Level::NOTE.with_name("because").message(text));
    }
    let mut help = finding.help.clone();
    if matches!(finding.class, Class::Breaking | Class::Contract | Class::Undecided) {
        help = format!("{help} More: contracts explain {}", finding.rule);
    }
    groups.push(last.element(Level::HELP.message(visible::line(&help))));
    groups
}

/// A document on one line, or on several when it is long.
fn shown(document: &serde_json::Value) -> String {
    let compact = visible::line(&document.to_string());
    if compact.chars().count() <= ONE_LINE {
        return format!(" {compact}");
    }
    let pretty = serde_json::to_string_pretty(document).unwrap_or(compact);
    let mut lines: Vec<String> = pretty.lines().take(MOST_LINES).map(visible::line).collect();
    if pretty.lines().nth(MOST_LINES).is_some() {
        lines.push("…".to_owned());
    }
    format!("\n{}", lines.join("\n"))
}

fn one_line(comparison: &Comparison, finding: &Finding) -> String {
    let place = finding.new.as_ref().or(finding.old.as_ref());
    let place = place.map_or_else(|| finding.schema.clone(), |place| format!("{}:{}", place.file, place.line));
    let mut text = format!(
        "{} [{}] {}: {}",
        visible::line(&place),
        finding.rule,
        at(finding),
        visible::line(&finding.message)
    );
    if finding.class != Class::Compatible && finding.class != Class::Annotation {
        text = format!("{text} ({})", words::class(finding.class));
        for line in words::evidence(&comparison.report, finding, words::ONE_LINE) {
            text = format!("{text}; {line}");
        }
    }
    text
}

fn at(finding: &Finding) -> String {
    if finding.at.is_empty() { "the schema".to_owned() } else { visible::line(&finding.at) }
}

fn closing(comparison: &Comparison, grave: &[(&Finding, Vec<Direction>)], out: &mut dyn Write) -> io::Result<()> {
    let report = &comparison.report;
    let changed: Vec<_> = report.schemas.iter().filter(|schema| schema.status != Status::Unchanged).collect();
    let width = changed.iter().map(|schema| schema.path.chars().count()).max().unwrap_or_default();
    for schema in changed {
        let verdicts = [("backward", &schema.backward), ("forward", &schema.forward)];
        let verdicts = verdicts.iter().filter_map(|(name, verdict)| Some((*name, verdict.as_ref()?.verdict)));
        let words: Vec<String> = verdicts.map(|(name, verdict)| format!("{name} {}", verdict.as_str())).collect();
        let status = match schema.status {
            Status::Unchanged | Status::Changed => words.join(", "),
            Status::Added => "added".to_owned(),
            Status::Removed => "removed".to_owned(),
            Status::Renamed => format!("renamed, {}", words.join(", ")),
            Status::Unreadable => "could not be compared".to_owned(),
        };
        let consumers = words::consumers(report, &schema.path);
        let consumers =
            consumers.map_or(String::new(), |consumers| format!("  (used by {})", visible::line(&consumers)));
        writeln!(out, "{:width$}  {status}{consumers}", visible::line(&schema.path))?;
    }
    writeln!(out, "{}", words::statuses(report))?;
    if let Some(version) = words::version(report) {
        writeln!(out, "version of the set: {version}")?;
    }
    let breaking = |finding: &&Finding| {
        matches!(finding.class, Class::Breaking | Class::Contract) && finding.severity == Severity::Error
    };
    if let Some(finding) = grave.iter().map(|(finding, _)| *finding).find(breaking) {
        if let Some(entry) = words::approval(report, finding) {
            writeln!(
                out,
                "\nWhat to do: undo the change; or, if it is meant, release it as a break, and raise the versions as said \
                 above;\nor, if nobody can be hurt, approve it in contracts.toml:\n"
            )?;
            for line in entry.lines() {
                writeln!(out, "    {}", visible::line(line))?;
            }
            writeln!(out)?;
        } else {
            writeln!(
                out,
                "\nWhat to do: undo the change, or, if it is meant, release it as a break. With a contracts.toml beside the \
                 schemas,\nthe versions are checked too, and an intended break can be approved.\n"
            )?;
        }
    }
    writeln!(out, "verdict: {}", report.verdict.as_str())
}
