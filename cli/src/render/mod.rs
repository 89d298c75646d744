//! Renderers: one file per output format, all over the one [`Report`].

mod compat;
mod excerpt;
mod github;
mod human;
mod json;
mod junit;
mod markdown;
mod sarif;

use std::io::{self, Write};

use crate::report::Report;

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For a terminal: the source line, a caret, the reason, the help.
    #[default]
    Human,
    /// One JSON object: {"findings": [...], "steps": [...], "summary": {...}}.
    Json,
    /// A table for a pull request comment.
    Markdown,
    /// SARIF 2.1.0 for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions, which become annotations.
    Github,
    #[value(help = "JUnit XML for test reports")]
    Junit,
}

/// What the human format may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) color: bool,
    pub(crate) width: usize,
}

pub(crate) use compat::comparison;

pub(crate) fn render(report: &Report, format: Format, style: Style, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Human => human::render(report, style, out),
        Format::Json => json::render(report, out),
        Format::Markdown => markdown::render(report, out),
        Format::Sarif => sarif::render(report, out),
        Format::Github => github::render(report, out),
        Format::Junit => junit::render(report, out),
    }?;
    out.flush()
}
