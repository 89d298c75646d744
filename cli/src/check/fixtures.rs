//! Fixtures: `FIXTURES/X/valid/*.json` and `FIXTURES/X/invalid/*.json` for `X.schema.json`.

use std::collections::BTreeSet;

use contracts_model::{Finding, Place, source::Source};

use super::{Check, Outcome};
use crate::{
    contract_set::ContractSet,
    document::{self, Document},
    exit::Failure,
    files::{self, Folder},
    progress::Progress,
    report::Report,
    rules,
    visible::shorten,
};

/// How many of how many did what they should.
#[derive(Default)]
struct Tally {
    right: usize,
    all: usize,
}

pub(super) fn run(check: &mut Check<'_>, report: &mut Report, progress: &mut Progress) -> Result<Outcome, Failure> {
    let manifest = &check.set.manifest;
    let Some(root) = manifest.fixtures.as_ref().map(|fixtures| manifest.resolve_path(fixtures)) else {
        return Ok("none declared in the manifest".to_owned().into());
    };
    if !files::is_folder(&root) {
        let message = format!("the folder of the fixtures, {root:?}, is not there");
        report.findings.push(rules::MISSING_FOLDER.finding(Place::file(&manifest.file), message));
        return Ok("none".to_owned().into());
    }
    let contracts: Vec<(String, String)> = manifest
        .schemas
        .iter()
        .map(|entry| (ContractSet::stem(&entry.path).to_owned(), manifest.resolve_path(&entry.path)))
        .collect();
    let records: BTreeSet<String> =
        manifest.record_sets.iter().map(|set| manifest.resolve_path(&set.files)).collect();

    strays_of_root(&root, &contracts, report)?;
    let (mut valid, mut invalid) = (Tally::default(), Tally::default());
    for (stem, schema) in &contracts {
        let folder = files::join(&root, stem);
        if !check.set.schemas.contains(schema) {
            continue;
        }
        if files::is_folder(&folder) {
            strays_of_contract(&folder, &records, report)?;
        }
        for (name, tally) in [("valid", &mut valid), ("invalid", &mut invalid)] {
            let folder = files::join(&folder, name);
            let paths = documents(&folder, report)?;
            if paths.is_empty() {
                let message = format!("this schema has no {name} fixtures");
                let finding = rules::NO_FIXTURES.finding(Place::file(schema), message);
                report.findings.push(finding.with_help(format!("add documents to {folder}")));
            }
            for path in paths {
                progress.tick(&path);
                tally.all += 1;
                let right = if name == "valid" {
                    accepted(check, schema, &path, report)?
                } else {
                    refused(check, schema, &path, report)?
                };
                tally.right += usize::from(right);
            }
        }
    }
    Ok(format!("{valid} valid accepted, {invalid} invalid refused as they say").into())
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.right == self.all { write!(f, "{}", self.all) } else { write!(f, "{} of {}", self.right, self.all) }
    }
}

fn list(folder: &str) -> Result<Folder, Failure> {
    files::list(folder).map_err(|error| files::unreadable(folder, &error))
}

/// The JSON files of a folder that holds nothing else; none when it is not there.
pub(super) fn documents(folder: &str, report: &mut Report) -> Result<Vec<String>, Failure> {
    if !files::is_folder(folder) {
        return Ok(Vec::new());
    }
    let listed = list(folder)?;
    let (documents, others): (Vec<_>, Vec<_>) =
        listed.files.iter().partition(|name| name.strip_suffix(".json").is_some());
    for name in others.into_iter().chain(&listed.folders) {
        let path = files::join(folder, name);
        report.findings.push(stray(path, "this folder holds *.json files only, and nothing reads this"));
    }
    Ok(documents.into_iter().map(|name| files::join(folder, name)).collect())
}

fn stray(path: String, message: &str) -> Finding {
    rules::STRAY_FILE.finding(Place::file(path), message).with_help("move it to where it is read, or remove it")
}

/// What stands in the folder of all fixtures and belongs to no contract. Folders without `valid` and `invalid` are
/// for others to read.
fn strays_of_root(root: &str, contracts: &[(String, String)], report: &mut Report) -> Result<(), Failure> {
    let listed = list(root)?;
    for name in listed.folders.iter().filter(|name| !belongs(name, contracts)) {
        let path = files::join(root, name);
        if ["valid", "invalid"].iter().any(|folder| files::is_folder(&files::join(&path, folder))) {
            let message = format!("these fixtures belong to no schema: the manifest lists no {name}.schema.json");
            report.findings.push(stray(path, &message));
        }
    }
    for name in listed.files.iter().filter(|name| *name != "README.md" && name.strip_suffix(".jsonl").is_none()) {
        report.findings.push(stray(files::join(root, name), "nothing reads this file"));
    }
    Ok(())
}

/// Whether a folder is that of a contract, or one above it.
fn belongs(name: &str, contracts: &[(String, String)]) -> bool {
    contracts.iter().any(|(stem, _)| stem.split('/').next() == Some(name))
}

/// What stands in the folder of a contract and is neither fixtures nor records.
fn strays_of_contract(folder: &str, records: &BTreeSet<String>, report: &mut Report) -> Result<(), Failure> {
    let listed = list(folder)?;
    let folders = listed.folders.iter().filter(|name| !["valid", "invalid"].contains(&name.as_str()));
    for path in folders.map(|name| files::join(folder, name)).filter(|path| !records.contains(path)) {
        report
            .findings
            .push(stray(path, "this folder is none of valid, invalid, and no record set of the manifest"));
    }
    for name in listed.files.iter().filter(|name| *name != "README.md") {
        report.findings.push(stray(files::join(folder, name), "fixtures stand in the folders valid and invalid"));
    }
    Ok(())
}

fn accepted(check: &mut Check<'_>, schema: &str, path: &str, report: &mut Report) -> Result<bool, Failure> {
    Ok(match Document::read(path, check.compiled.numbers(schema), &mut report.texts)? {
        Ok(document) => check.validate(schema, document, &mut report.findings),
        Err(findings) => {
            report.findings.extend(findings);
            false
        }
    })
}

/// What an invalid fixture says about its document.
struct Claim<'s> {
    why: &'s str,
    pointer: &'s str,
    keyword: &'s str,
}

fn refused(check: &Check<'_>, schema: &str, path: &str, report: &mut Report) -> Result<bool, Failure> {
    let Some(validator) = check.compiled.get(schema) else { return Ok(false) };
    let source = match document::read_source(path, &mut report.texts)? {
        Ok(source) => source,
        Err(findings) => {
            report.findings.extend(findings);
            return Ok(false);
        }
    };
    let claim = match claim(&source) {
        Ok(claim) => claim,
        Err(findings) => {
            report.findings.extend(findings);
            return Ok(false);
        }
    };
    let document = match Document::at(source.clone(), "/document".into(), check.compiled.numbers(schema)) {
        Ok(document) => document,
        Err(findings) => {
            report.findings.extend(findings);
            return Ok(false);
        }
    };
    let violations = validator.violations(&document);
    if violations.iter().any(|violation| violation.pointer == claim.pointer && violation.keyword == claim.keyword) {
        return Ok(true);
    }
    report.findings.push(match violations.first() {
        None => rules::FIXTURE_ACCEPTED
            .finding(
                document.place(claim.pointer),
                format!("the document is valid, and should break `{}`", shorten(claim.keyword, 60)),
            )
            .with_help(format!("it says why: {}", claim.why)),
        Some(first) => {
            let place = source.place_of("/keyword").unwrap_or_else(|| Place::file(path));
            let found: Vec<String> = violations
                .iter()
                .take(3)
                .map(|violation| format!("`{}` at {:?}", violation.keyword, violation.pointer))
                .collect();
            let more = if violations.len() > found.len() { ", …" } else { "" };
            let message = format!(
                "the document should break `{}` at {:?}, and breaks {}{more}",
                shorten(claim.keyword, 60),
                claim.pointer,
                found.join(", ")
            );
            rules::FIXTURE_BREAKS_OTHER
                .finding(place, message)
                .with_related(first.finding.place.clone(), &first.finding.message)
        }
    });
    Ok(false)
}

/// Reads the wrapper of an invalid fixture.
fn claim(source: &Source) -> Result<Claim<'_>, Vec<Finding>> {
    let root = source.root();
    let report = |node: &contracts_model::source::Node, pointer: &str, message: &str| {
        let finding = rules::FIXTURE_FORM.finding(source.place(node.span, pointer), message);
        finding.with_help("write {\"why\": text, \"pointer\": text, \"keyword\": text, \"document\": the document}")
    };
    let Some(object) = root.as_object() else {
        return Err(vec![report(root, "", "an invalid fixture is an object around its document")]);
    };
    let mut findings = Vec::new();
    for member in object.members() {
        if !["why", "pointer", "keyword", "document"].contains(&member.name.as_str()) {
            let place = source.place(member.name_span, "");
            let message = format!("an invalid fixture has no member {:?}", shorten(&member.name, 60));
            findings.push(rules::FIXTURE_FORM.finding(place, message));
        }
    }
    let mut text = |name: &'static str| match object.get(name) {
        None => {
            findings.push(report(root, "", &format!("an invalid fixture needs the member {name:?}")));
            ""
        }
        Some(member) => member.value.as_str().unwrap_or_else(|| {
            let message = format!("{name:?} must be a string, found {}", member.value.kind());
            findings.push(report(&member.value, &format!("/{name}"), &message));
            ""
        }),
    };
    let claim = Claim { why: text("why"), pointer: text("pointer"), keyword: text("keyword") };
    if object.get("document").is_none() {
        findings.push(report(root, "", "an invalid fixture needs the member \"document\""));
    }
    if findings.is_empty() { Ok(claim) } else { Err(findings) }
}
