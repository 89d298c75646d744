//! `validate`: documents against one schema.

use contracts_model::{Level, manifest::FormatMode};

use crate::{
    args::ValidateArgs,
    contract_set::ContractSet,
    document::Document,
    exit::Failure,
    files, loose,
    progress::Progress,
    report::{Report, plural},
    resources::Resource,
    validator::Validators,
};

/// Validates documents and reports all that is wrong with them.
pub(crate) fn validate(
    arguments: &ValidateArgs,
    resources: &[Resource],
    mut report: Report,
    progress: &mut Progress,
) -> Result<Report, Failure> {
    let path = files::spelled(&arguments.schema);
    report.subject = plural(arguments.documents.len(), "document");
    if !files::is_file(&path) && files::is_folder(&path) {
        return Err(files::unreadable(&path, &std::io::ErrorKind::IsADirectory.into()));
    }

    let set = match ContractSet::containing(&path) {
        Some(folder) => ContractSet::load(&folder, resources, &mut report)?,
        None => None,
    };
    let entry = set.as_ref().and_then(|set| set.manifest.schema(&path));
    let assert_formats = entry.is_some_and(|entry| entry.formats == FormatMode::Assert);
    let options = loose::options(arguments.allow_backtracking);
    let model = match set.filter(|set| set.schemas.contains(&path)) {
        Some(set) => set.model,
        None => loose::load(std::slice::from_ref(&path), options, resources, &mut report)?,
    };
    // What lint or the loader merely warn about is not what was asked.
    report.findings.retain(|finding| finding.level == Level::Error);
    let Some(model) = model else { return Ok(report) };
    let Some(file) = model.document(&path) else { return Ok(report) };
    let validator = match Validators::new(&model).and_then(|validators| validators.compile(file, assert_formats)) {
        Ok(validator) => validator,
        Err(findings) => {
            report.findings.extend(findings);
            return Ok(report);
        }
    };
    progress.step("validate");
    for path in &arguments.documents {
        let path = files::spelled(path);
        progress.tick(&path);
        match Document::read(&path, &mut report.texts)? {
            Ok(document) => {
                let violations = validator.violations(&document);
                report.findings.extend(violations.into_iter().map(|violation| violation.finding));
            }
            Err(findings) => report.findings.extend(findings),
        }
    }
    Ok(report)
}
