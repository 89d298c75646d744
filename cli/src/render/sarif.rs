//! SARIF 2.1.0 for code scanning.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use contracts_model::{Finding, Level, Place, uri::encode_path};
use serde::Serialize;

use crate::{report::Report, visible};

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'r> {
    tool: Tool<'r>,
    /// Columns count characters, not units of UTF-16.
    column_kind: &'static str,
    results: Vec<RunResult<'r>>,
}

#[derive(Serialize)]
struct Tool<'r> {
    driver: Driver<'r>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'r> {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule<'r>>,
}

#[derive(Serialize)]
struct Rule<'r> {
    id: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunResult<'r> {
    rule_id: &'r str,
    level: &'static str,
    message: Message,
    locations: [Location<'r>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'r>>,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names are those of SARIF")]
struct Location<'r> {
    physical_location: PhysicalLocation,
    logical_locations: [LogicalLocation<'r>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation<'r> {
    fully_qualified_name: &'r str,
    kind: &'static str,
}

pub(super) fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let rules: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule).collect();
    let log = Log {
        schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "contracts",
                    version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: rules.into_iter().map(|id| Rule { id }).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            results: report.findings.iter().map(result).collect(),
        }],
    };
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn result(finding: &Finding) -> RunResult<'_> {
    let mut lines = vec![visible::line(&finding.message)];
    lines.extend(finding.help.iter().map(|help| format!("help: {}", visible::line(help))));
    let related = finding.related.iter();
    RunResult {
        rule_id: finding.rule,
        level: match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        },
        message: Message { text: lines.join("\n") },
        locations: [location(&finding.place, None)],
        related_locations: related.map(|(place, words)| location(place, Some(words))).collect(),
    }
}

fn location<'r>(place: &'r Place, words: Option<&str>) -> Location<'r> {
    Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri: encode_path(&place.file) },
            region: (place.line > 0).then_some(Region { start_line: place.line, start_column: place.column }),
        },
        logical_locations: [LogicalLocation { fully_qualified_name: &place.pointer, kind: "value" }],
        message: words.map(|words| Message { text: visible::line(words) }),
    }
}
