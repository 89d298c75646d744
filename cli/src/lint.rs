//! `lint`: schemas in sets and outside.

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::Options;

use crate::{
    args::LintArgs,
    contract_set::{ContractSet, SCHEMA_ENDING},
    exit::Failure,
    files, linter, loose,
    report::{Report, plural},
    resources::Resource,
};

/// Lints files and folders.
pub(crate) fn lint(arguments: &LintArgs, resources: &[Resource], mut report: Report) -> Result<Report, Failure> {
    report.strict = arguments.strict;
    let mut of_sets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut outside: BTreeSet<String> = BTreeSet::new();
    for path in &arguments.paths {
        let path = files::spelled(path);
        for file in schemas(&path)? {
            match ContractSet::containing(&file) {
                Some(folder) => _ = of_sets.entry(folder).or_default().insert(file),
                None => _ = outside.insert(file),
            }
        }
    }
    let count = outside.len() + of_sets.values().map(BTreeSet::len).sum::<usize>();
    report.subject = plural(count, "schema");

    for (folder, files) in of_sets {
        let before = report.findings.len();
        let set = ContractSet::load(&folder, resources, &mut report)?;
        if let Some((set, model)) = set.as_ref().and_then(|set| Some((set, set.model.as_ref()?))) {
            report.findings.extend(linter::lint_set(model, &set.manifest));
            // Files that were not asked about are there for the references of the others.
            let asked = |name: &str| files.contains(name) || !set.schemas.iter().any(|schema| schema == name);
            let mut found = report.findings.split_off(before);
            found.retain(|finding| asked(&finding.place.file));
            report.findings.extend(found);
        }
    }
    if !outside.is_empty() {
        let paths: Vec<String> = outside.into_iter().collect();
        let options = Options { strict: arguments.strict, ..loose::options(arguments.allow_backtracking) };
        if let Some(model) = loose::load(&paths, options, resources, &mut report)? {
            report.findings.extend(linter::lint_loose(&model, arguments.strict));
        }
    }
    Ok(report)
}

/// The schemas that a path names: itself or, in a folder, `*.schema.json` or, without any, `*.json`.
fn schemas(path: &str) -> Result<Vec<String>, Failure> {
    if !files::is_folder(path) {
        // A path that is not there is noticed by whoever reads it.
        return Ok(vec![path.to_owned()]);
    }
    let found = files::walk(path, SCHEMA_ENDING)?;
    let found = if found.is_empty() { files::walk(path, ".json")? } else { found };
    if found.is_empty() {
        return Err(Failure::new(format!("there are no schemas in {path:?}"))
            .with_help("schemas are files that end in .schema.json, or else in .json"));
    }
    Ok(found)
}
