//! Record sets: documents that are valid one by one and then checked together.

use std::sync::Arc;

use contracts_model::{
    manifest::RecordSet,
    source::{Node, Object, Source},
    value::Value,
};

use super::{Check, Outcome, fixtures, record_checks};
use crate::{
    document::{self, Document},
    exit::Failure,
    files,
    progress::Progress,
    report::{Report, plural},
    rules,
};

/// A record that its schema accepts.
pub(super) struct Record {
    /// Path of its file.
    pub(super) file: String,
    pub(super) document: Document,
}

pub(super) fn run(check: &mut Check<'_>, report: &mut Report, progress: &mut Progress) -> Result<Outcome, Failure> {
    let set = check.set;
    let mut details = Vec::new();
    let mut all = 0;
    for records in &set.manifest.record_sets {
        let before = report.findings.len();
        let count = run_set(check, records, report, progress)?;
        all += count;
        let outcome = match (&records.note, report.findings.len() - before) {
            (_, found @ 1..) => plural(found, "finding"),
            (Some(note), 0) => note.clone(),
            (None, 0) => "they agree".to_owned(),
        };
        details.push(format!("{}: {}; {outcome}", records.name, plural(count, "record")));
    }
    let sets = plural(set.manifest.record_sets.len(), "set");
    Ok(Outcome { text: format!("{sets}, {}", plural(all, "record")), details })
}

/// Checks one record set; returns how many files it has.
fn run_set(
    check: &mut Check<'_>,
    set: &RecordSet,
    report: &mut Report,
    progress: &mut Progress,
) -> Result<usize, Failure> {
    let manifest = &check.set.manifest;
    let schema = manifest.resolve_path(&set.schema);
    let folder = manifest.resolve_path(&set.files);
    if !files::is_folder(&folder) {
        let message = format!("the folder of the records, {folder:?}, is not there");
        report.findings.push(rules::MISSING_FOLDER.finding(set.place.clone(), message));
        return Ok(0);
    }
    let paths = fixtures::documents(&folder, report)?;
    let count = paths.len();
    let mut records = Vec::new();
    for path in paths {
        progress.tick(&path);
        match Document::read(&path, check.compiled.numbers(&schema), &mut report.texts)? {
            Ok(document) => {
                if check.validate(&schema, document.clone(), &mut report.findings) {
                    records.push(Record { file: path, document });
                }
            }
            Err(findings) => report.findings.extend(findings),
        }
    }
    record_checks::equal(set, &records, &mut report.findings);
    record_checks::distinct(set, &records, &mut report.findings);
    record_checks::constants(set, &records, &mut report.findings);
    // A record that is not valid may be the missing one.
    let complete = records.len() == count;
    record_checks::exactly_once(set, &records, complete, &mut report.findings);
    for (pointer, list) in &set.listed_in {
        let Some((file, at)) = list.split_once('#') else { continue };
        let path = check.set.manifest.resolve_path(file);
        match read_list(&path, at, report)? {
            Ok(allowed) => record_checks::listed_in(&records, pointer, list, &allowed, &mut report.findings),
            Err(reason) => {
                let finding = rules::MISSING_LIST.finding(set.place.clone(), reason);
                report.findings.push(finding);
            }
        }
    }
    Ok(count)
}

/// The values that a list holds, or why there is none.
fn read_list(path: &str, at: &str, report: &mut Report) -> Result<Result<Vec<Value>, String>, Failure> {
    if !files::is_file(path) {
        return Ok(Err(format!("the record set names a list in {path:?}, which is not there")));
    }
    let source: Arc<Source> = match document::read_source(path, &mut report.texts)? {
        Ok(source) => source,
        Err(findings) => {
            report.findings.extend(findings);
            return Ok(Err(format!("the record set names a list in {path:?}, which is broken")));
        }
    };
    let tokens = contracts_model::source::pointer_tokens(at).unwrap_or_default();
    let mut nodes = vec![source.root()];
    for token in &tokens {
        nodes = nodes.into_iter().flat_map(|node| steps(node, token)).collect();
    }
    if nodes.is_empty() {
        return Ok(Err(format!("the record set names a list at {at:?} of {path:?}, where nothing stands")));
    }
    Ok(Ok(nodes.into_iter().map(Node::to_value).collect()))
}

/// Where one token of a pointer leads to; `*` leads to every item or member.
fn steps<'n>(node: &'n Node, token: &str) -> Vec<&'n Node> {
    if token != "*" {
        return node.step(token).into_iter().collect();
    }
    let items = node.as_array().into_iter().flatten();
    let members = node.as_object().into_iter().flat_map(Object::members).map(|member| &member.value);
    items.chain(members).collect()
}
