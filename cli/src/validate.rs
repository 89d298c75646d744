//! `validate`: documents against one schema.

use contracts_model::{
    Level,
    manifest::{FormatMode, Modes, NumberMode},
};

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
    let options = loose::options(arguments.allow_backtracking);
    let asked = Modes {
        numbers: if arguments.modes.exact_numbers { NumberMode::Exact } else { NumberMode::Default },
        formats: if arguments.modes.assert_formats { FormatMode::Assert } else { FormatMode::Annotation },
    };
    let own = Modes {
        numbers: entry
            .map(|entry| entry.numbers)
            .filter(|_| asked.numbers == NumberMode::Default)
            .unwrap_or(asked.numbers),
        formats: entry
            .map(|entry| entry.formats)
            .filter(|_| asked.formats == FormatMode::Annotation)
            .unwrap_or(asked.formats),
    };
    let (model, of_files) = match set.filter(|set| set.schemas.contains(&path)) {
        Some(set) => {
            let of_files =
                set.model.as_ref().filter(|_| asked == Modes::default()).map(|model| set.manifest.modes(model));
            (set.model, of_files)
        }
        None => (loose::load(std::slice::from_ref(&path), options, resources, &mut report)?, None),
    };
    // What lint or the loader merely warn about is not what was asked.
    report.findings.retain(|finding| finding.level == Level::Error);
    let Some(model) = model else { return Ok(report) };
    let Some(file) = model.document(&path) else { return Ok(report) };
    let of_files = of_files.unwrap_or_else(|| vec![own; model.documents().len()]);
    let validator = match Validators::new(&model, &of_files).and_then(|validators| validators.compile(file, own)) {
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
        match Document::read(&path, own.numbers, &mut report.texts)? {
            Ok(document) => {
                let violations = validator.violations(&document);
                report.findings.extend(violations.into_iter().map(|violation| violation.finding));
            }
            Err(findings) => report.findings.extend(findings),
        }
    }
    Ok(report)
}
