//! The formats of a comparison of versions.

mod human;
mod markdown;
mod words;

use std::io::{self, Write};

use contracts_compat::{
    report::{Class, Finding, Severity},
    rules,
};
use contracts_model::{Finding as ModelFinding, Level, Place};

use super::{Format, Style, github, junit, sarif};
use crate::{
    compat::Comparison,
    report::{Report, Step, plural},
};

/// Writes a comparison in a format.
pub(crate) fn comparison(
    comparison: &Comparison,
    format: Format,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Human => human::render(comparison, style, out),
        Format::Markdown => markdown::render(comparison, out),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &comparison.report)?;
            writeln!(out)
        }
        Format::Sarif => sarif::render(&findings(comparison, Severity::Note), out),
        Format::Github => github::render(&findings(comparison, Severity::Warning), out),
        Format::Junit => junit::render(&findings(comparison, Severity::Warning), out),
    }?;
    out.flush()
}

/// A comparison as the findings that the formats of all commands know: those of a severity and above.
///
/// They stand in the new version, which is what a pull request shows, and name the old place beside it.
fn findings(comparison: &Comparison, least: Severity) -> Report {
    let report = &comparison.report;
    let mut all: Vec<ModelFinding> = report
        .problems
        .iter()
        .map(|problem| {
            let mut finding = ModelFinding::new(
                "not-compared",
                Level::Error,
                Place::from(&problem.place),
                format!("this could not be compared: {}", problem.message),
            );
            finding.help.clone_from(&problem.help);
            finding
        })
        .collect();
    for (finding, _) in words::merged(report).into_iter().filter(|(finding, _)| finding.severity >= least) {
        all.push(model_finding(comparison, finding));
    }
    Report {
        steps: vec![Step { name: "compat", outcome: words::headline(report), details: report.notes.clone() }],
        subject: format!("{} of {} and {}", plural(report.schemas.len(), "schema"), report.old, report.new),
        findings: all,
        texts: comparison.texts.clone(),
        strict: false,
    }
}

fn model_finding(comparison: &Comparison, finding: &Finding) -> ModelFinding {
    let level = match finding.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let place = finding.new.as_ref().or(finding.old.as_ref());
    let mut place = place.map_or_else(|| Place::file(&finding.schema), Place::from);
    // The line is where to look; the pointer is what changed, by which the manifest approves it. What is gone stands nowhere
    // in the new version.
    if finding.class != Class::Version {
        place.pointer.clone_from(&finding.at);
    }
    let rule = rules::find(&finding.rule).map_or("compat", |rule| rule.id);
    let mut message = format!("{}: {}", words::class(finding.class), finding.message);
    for line in words::evidence(&comparison.report, finding, words::ONE_LINE) {
        message = format!("{message}; {line}");
    }
    let mut converted = ModelFinding::new(rule, level, place, message);
    if level > Level::Note || finding.class == Class::Compatible {
        converted.help = Some(finding.help.clone()).filter(|_| level > Level::Note);
    }
    if let (Some(old), true) = (&finding.old, finding.new.is_some()) {
        converted = converted.with_related(Place::from(old), "the old version stands here");
    }
    converted
}
