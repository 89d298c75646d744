//! For a terminal: the source line, a caret under the value, the reason, the help, related places.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use contracts_model::{Finding, Level as FindingLevel, Place};

use super::{Style, excerpt::excerpt};
use crate::{
    report::{Report, Step, Texts},
    visible,
};

/// Columns that the names of steps fill.
const STEP_WIDTH: usize = 13;

pub(super) fn render(report: &Report, style: Style, out: &mut dyn Write) -> io::Result<()> {
    steps(&report.steps, out)?;
    if !report.steps.is_empty() && !report.findings.is_empty() {
        writeln!(out)?;
    }
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() }.term_width(style.width.max(60));
    for finding in &report.findings {
        writeln!(out, "{}\n", renderer.render(&groups(finding, &report.texts)))?;
    }
    writeln!(out, "{}: {}", report.subject, report.counts())
}

/// The lines of the steps, as every format for people to read prints them.
pub(super) fn steps(steps: &[Step], out: &mut dyn Write) -> io::Result<()> {
    for step in steps {
        writeln!(out, "{:STEP_WIDTH$}{}", step.name, visible::line(&step.outcome))?;
        for detail in &step.details {
            writeln!(out, "{:STEP_WIDTH$}{}", "", visible::line(detail))?;
        }
    }
    Ok(())
}

fn groups<'t>(finding: &Finding, texts: &'t Texts) -> Vec<Group<'t>> {
    let level = match finding.level {
        FindingLevel::Error => Level::ERROR,
        FindingLevel::Warning => Level::WARNING,
        FindingLevel::Note => Level::NOTE,
    };
    let title = level.clone().primary_title(visible::line(&finding.message)).id(finding.rule);
    let mut groups = located(Group::with_title(title), level, &finding.place, texts);
    let main = groups.pop().map(|mut main| {
        if !finding.place.pointer.is_empty() {
            let pointer = Level::NOTE.with_name("at").message(visible::line(&finding.place.pointer));
            main = main.element(pointer);
        }
        if let Some(help) = &finding.help {
            main = main.element(Level::HELP.message(visible::line(help)));
        }
        main
    });
    groups.extend(main);
    for (place, words) in &finding.related {
        let title = Level::NOTE.secondary_title(visible::line(words));
        groups.extend(located(Group::with_title(title), Level::NOTE, place, texts));
    }
    groups
}

/// A group with the position of a place and, when the text is known, its line.
pub(super) fn located<'t>(group: Group<'t>, level: Level<'t>, place: &Place, texts: &'t Texts) -> Vec<Group<'t>> {
    let file = visible::line(&place.file);
    if place.line == 0 {
        return vec![group.element(Origin::path(file))];
    }
    let origin = Origin::path(file.clone()).line(place.line).char_column(place.column);
    let Some(text) = texts.get(&place.file) else { return vec![group.element(origin)] };
    let excerpt = excerpt(text, place);
    let snippet =
        Snippet::source(excerpt.text).line_start(place.line).annotation(AnnotationKind::Primary.span(excerpt.span));
    if excerpt.same_column {
        return vec![group.element(snippet.path(file))];
    }
    // The renderer would count the column in what is shown, so the position is given apart from the line.
    vec![group.element(origin), Group::with_level(level).element(snippet)]
}
