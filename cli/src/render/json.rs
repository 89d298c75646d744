//! One JSON object: findings, steps, summary.

use std::io::{self, Write};

use contracts_model::{Finding, Place};
use serde::Serialize;

use crate::report::Report;

#[derive(Serialize)]
struct Output<'r> {
    findings: Vec<FindingOutput<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepOutput<'r>>,
    summary: Summary,
}

#[derive(Serialize)]
struct FindingOutput<'r> {
    rule: &'r str,
    level: &'r str,
    #[serde(flatten)]
    place: PlaceOutput<'r>,
    message: &'r str,
    help: Option<&'r str>,
    related: Vec<RelatedOutput<'r>>,
}

#[derive(Serialize)]
struct PlaceOutput<'r> {
    file: &'r str,
    line: usize,
    column: usize,
    pointer: &'r str,
}

#[derive(Serialize)]
struct RelatedOutput<'r> {
    #[serde(flatten)]
    place: PlaceOutput<'r>,
    message: &'r str,
}

#[derive(Serialize)]
struct StepOutput<'r> {
    name: &'r str,
    outcome: &'r str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    details: &'r [String],
}

#[derive(Serialize)]
struct Summary {
    errors: usize,
    warnings: usize,
    notes: usize,
    exit: u8,
}

impl<'r> From<&'r Place> for PlaceOutput<'r> {
    fn from(place: &'r Place) -> Self {
        Self { file: &place.file, line: place.line, column: place.column, pointer: &place.pointer }
    }
}

impl<'r> From<&'r Finding> for FindingOutput<'r> {
    fn from(finding: &'r Finding) -> Self {
        let related = finding.related.iter();
        Self {
            rule: finding.rule,
            level: finding.level.as_str(),
            place: (&finding.place).into(),
            message: &finding.message,
            help: finding.help.as_deref(),
            related: related.map(|(place, message)| RelatedOutput { place: place.into(), message }).collect(),
        }
    }
}

pub(super) fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let counts = report.counts();
    let steps = report.steps.iter();
    let output = Output {
        findings: report.findings.iter().map(Into::into).collect(),
        steps: steps
            .map(|step| StepOutput { name: step.name, outcome: &step.outcome, details: &step.details })
            .collect(),
        summary: Summary {
            errors: counts.errors,
            warnings: counts.warnings,
            notes: counts.notes,
            exit: report.status() as u8,
        },
    };
    serde_json::to_writer_pretty(&mut *out, &output)?;
    writeln!(out)
}
