//! How reports say what a comparison found.

use contracts_compat::{
    Report,
    report::{Class, Direction, Finding, Status, Step, Verdict},
};
use serde_json::Value;

use crate::{
    report::plural,
    visible::{line, shorten},
};

/// Characters of a document that fit where there is one line.
pub(super) const ONE_LINE: usize = 200;

/// The words for a class.
pub(super) fn class(class: Class) -> &'static str {
    match class {
        Class::Breaking => "breaking",
        Class::Contract => "breaks the contract",
        Class::Undecided => "undecided",
        Class::Undeclared => "breaks undeclared members only",
        Class::Tolerated => "tolerated by readers",
        Class::Compatible => "compatible",
        Class::Annotation => "annotation",
        Class::Version => "version",
        Class::Approval => "approval",
    }
}

/// The result in one line.
pub(super) fn headline(report: &Report) -> String {
    let broken = |direction: Direction| {
        let verdicts = report.schemas.iter().filter_map(|schema| match direction {
            Direction::Backward => schema.backward.as_ref(),
            Direction::Forward => schema.forward.as_ref(),
        });
        verdicts.filter(|verdict| verdict.verdict == Verdict::Breaking).count()
    };
    let mut parts = Vec::new();
    for (direction, verdict) in report.directions() {
        let count = broken(direction);
        let whom = match direction {
            Direction::Backward => "new readers of old documents",
            Direction::Forward => "old readers of new documents",
        };
        parts.push(match verdict.verdict {
            Verdict::Breaking => {
                format!("breaking for {whom} ({} of {})", plural(count, "schema"), report.schemas.len())
            }
            Verdict::Undecided => format!("undecided for {whom}"),
            Verdict::Compatible if report.problems.is_empty() => format!("compatible for {whom}"),
            Verdict::Compatible => format!("compatible for {whom} as far as it could be compared"),
        });
    }
    let unshown = |finding: &Finding| {
        finding.class == Class::Contract && finding.approved.is_none() && finding.witness.is_none()
    };
    let contract = merged(report).into_iter().filter(|(finding, _)| unshown(finding)).count();
    if contract > 0 {
        parts.push(format!("{} of the contract that no document shows", plural(contract, "change")));
    }
    if !report.problems.is_empty() {
        parts.push(format!("{} could not be read", plural(report.problems.len(), "place")));
    }
    if report.schemas.is_empty() && !report.problems.is_empty() {
        parts = vec![format!(
            "nothing could be compared; {} could not be read",
            plural(report.problems.len(), "place")
        )];
    }
    if parts.is_empty() { "nothing to compare".to_owned() } else { parts.join(", ") }
}

/// What became of the schemas, counted.
pub(super) fn statuses(report: &Report) -> String {
    let count = |status: Status| report.schemas.iter().filter(|schema| schema.status == status).count();
    let mut parts = vec![plural(report.schemas.len(), "schema")];
    for (status, word) in [
        (Status::Unchanged, "unchanged"),
        (Status::Changed, "changed"),
        (Status::Added, "added"),
        (Status::Removed, "removed"),
        (Status::Renamed, "renamed"),
        (Status::Unreadable, "unreadable"),
    ] {
        if count(status) > 0 {
            parts.push(format!("{} {word}", count(status)));
        }
    }
    format!("{}: {}", parts[0], if parts.len() > 1 { parts[1..].join(", ") } else { "none".to_owned() })
}

/// What the version of the set should do.
pub(super) fn version(report: &Report) -> Option<String> {
    let version = report.version.as_ref()?;
    let went = if version.old == version.new {
        format!("still {}", version.new)
    } else {
        format!("{} -> {}", version.old, version.new)
    };
    Some(match (version.needed, version.enough) {
        (Step::None, _) => format!("{went}; the changes need no step"),
        (needed, true) => format!("{went}; the changes need a {} step, which was made", needed.as_str()),
        (needed, false) => {
            format!("{went}; the changes need a {} step: {} or later", needed.as_str(), version.at_least)
        }
    })
}

/// Who is hurt, by the manifest.
pub(super) fn consumers(report: &Report, schema: &str) -> Option<String> {
    let schema = report.schemas.iter().find(|other| other.path == schema)?;
    (!schema.consumers.is_empty()).then(|| schema.consumers.join(", "))
}

/// What stood in the way of a proof, for a finding that is undecided because the whole schema is.
pub(super) fn reason<'r>(report: &'r Report, finding: &Finding) -> Option<&'r str> {
    if finding.class != Class::Undecided
        || ["undecided", "unknown-keyword-changed"].contains(&finding.rule.as_str())
    {
        return None;
    }
    let schema = report.schemas.iter().find(|schema| schema.path == finding.schema)?;
    let verdicts = [&schema.backward, &schema.forward];
    verdicts.into_iter().flatten().find_map(|verdict| verdict.reason.as_deref())
}

/// The findings of all directions, each once with the directions that it was found in.
pub(super) fn merged(report: &Report) -> Vec<(&Finding, Vec<Direction>)> {
    let mut merged: Vec<(&Finding, Vec<Direction>)> = Vec::new();
    for (direction, of_direction) in report.directions() {
        for finding in &of_direction.findings {
            let same = |other: &Finding| other.key() == finding.key() && other.message == finding.message;
            match merged.iter_mut().find(|(other, _)| same(other)) {
                Some((other, directions)) if other.class == finding.class => directions.push(direction),
                // The graver of two readings is the one to show.
                Some((other, directions)) if finding.severity > other.severity => {
                    *other = finding;
                    *directions = vec![direction];
                }
                Some(_) => {}
                None => merged.push((finding, vec![direction])),
            }
        }
    }
    merged.extend(report.findings.iter().map(|finding| (finding, Vec::new())));
    merged
}

/// Why a change is believed to break something, a line each. Documents of more characters are cut.
pub(super) fn evidence(report: &Report, finding: &Finding, longest: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(witness) = &finding.witness {
        let forward =
            report.forward.as_ref().is_some_and(|forward| forward.findings.iter().any(|other| other == finding));
        let (accepting, refusing) = if forward { ("new", "old") } else { ("old", "new") };
        lines.push(format!(
            "valid under the {accepting} version and refused by the {refusing} one: {}",
            document(witness, longest)
        ));
        if let Some(refusal) = finding.refusals.first() {
            lines.push(format!("refused because {}", refusal_text(refusal)));
        }
    }
    if let Some(reason) = reason(report, finding) {
        lines.push(format!("nothing was proved; in the way stood {}", line(reason)));
    }
    if let Some(reason) = &finding.approved {
        lines.push(format!("approved: {}", line(reason)));
    }
    if finding.introduced == Some(false) {
        lines.push("the base has this change already".to_owned());
    }
    lines
}

/// Why a document is refused, with the place in it.
pub(super) fn refusal_text(refusal: &contracts_compat::report::Refusal) -> String {
    let at = if refusal.at.is_empty() { "the document".to_owned() } else { line(&refusal.at) };
    // The validator quotes the whole value, which may be the whole document.
    format!("{} (`{}` at {at})", shorten(&line(&refusal.message), 200), line(&refusal.keyword))
}

/// A document on one line.
pub(super) fn document(document: &Value, longest: usize) -> String {
    shorten(&line(&document.to_string()), longest)
}

/// The entry of the manifest that approves a finding.
pub(super) fn approval(report: &Report, finding: &Finding) -> Option<String> {
    let version = &report.version.as_ref()?.new;
    let quoted = |text: &str| Value::String(text.to_owned()).to_string();
    Some(format!(
        "[[approve]]\nrule = {}\nschema = {}\nat = {}\nversion = {}\nreason = \"say why nobody is hurt\"",
        quoted(&finding.rule),
        quoted(&finding.schema),
        quoted(&finding.at),
        quoted(version)
    ))
}
