//! `sample`: documents made from a schema.

use std::io::Write;

use contracts_compat::{Budget, Subject, sample};
use contracts_model::Level;

use crate::{
    args::SampleArgs,
    contract_set::ContractSet,
    exit::Failure,
    files, loose,
    report::{Report, plural},
    resources::Resource,
};

/// Writes valid documents, or near-misses, one JSON text a line. Gives the report when the schema does not load.
pub(crate) fn sample(
    arguments: &SampleArgs,
    resources: &[Resource],
    mut report: Report,
    out: &mut dyn Write,
) -> Result<Option<Report>, Failure> {
    let path = files::spelled(&arguments.schema);
    report.subject = plural(1, "schema");
    if !files::is_file(&path) && files::is_folder(&path) {
        return Err(files::unreadable(&path, &std::io::ErrorKind::IsADirectory.into()));
    }
    let set = match ContractSet::containing(&path) {
        Some(folder) => ContractSet::load(&folder, resources, &mut report)?,
        None => None,
    };
    let model = match set.filter(|set| set.schemas.contains(&path)) {
        Some(set) => set.model,
        None => loose::load(std::slice::from_ref(&path), loose::options(false), resources, &mut report)?,
    };
    report.findings.retain(|finding| finding.level == Level::Error);
    let Some(model) = model else { return Ok(Some(report)) };
    let Some(file) = model.document(&path) else { return Ok(Some(report)) };

    let subject = Subject::of_document(&model, file);
    let budget = arguments.budget.map_or(Budget::default(), Budget::new);
    let unusable = |why: String| Failure::new(format!("no documents can be made from {path:?}: {why}"));
    if arguments.invalid {
        for miss in sample::near_misses(subject, arguments.count, &budget).map_err(unusable)? {
            let line = serde_json::json!({
                "document": miss.instance,
                "breaks": miss.keyword,
                "name": miss.name,
                "schema": miss.schema.to_string(),
            });
            writeln!(out, "{line}")?;
        }
    } else {
        for document in sample::valid(subject, arguments.count, &budget).map_err(unusable)? {
            writeln!(out, "{document}")?;
        }
    }
    Ok(None)
}
