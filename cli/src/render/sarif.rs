//! SARIF 2.1.0 for code scanning.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use contracts_model::{Finding, Level, Place};
use serde_json::{Value, json};

use crate::{report::Report, uri::encode_path, visible};

pub(super) fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let rules: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "contracts",
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": rules.iter().map(|rule| json!({ "id": rule })).collect::<Vec<_>>(),
                },
            },
            // The unit of columns is one character, not one unit of UTF-16.
            "columnKind": "unicodeCodePoints",
            "results": report.findings.iter().map(result).collect::<Vec<_>>(),
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn result(finding: &Finding) -> Value {
    let mut lines = vec![visible::line(&finding.message)];
    lines.extend(finding.help.iter().map(|help| format!("help: {}", visible::line(help))));
    let related = finding.related.iter().map(|(place, words)| {
        let mut location = location(place);
        location["message"] = json!({ "text": visible::line(words) });
        location
    });
    json!({
        "ruleId": finding.rule,
        "level": match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        },
        "message": { "text": lines.join("\n") },
        "locations": [location(&finding.place)],
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

fn location(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": encode_path(&place.file) } });
    if place.line > 0 {
        physical["region"] = json!({ "startLine": place.line, "startColumn": place.column });
    }
    json!({
        "physicalLocation": physical,
        "logicalLocations": [{ "fullyQualifiedName": place.pointer, "kind": "value" }],
    })
}
