//! Data files: `X.json` beside `X.schema.json`.

use contracts_model::Place;

use super::{Check, Outcome};
use crate::{
    contract_set::SCHEMA_ENDING, document::Document, exit::Failure, files, progress::Progress, report::Report,
    rules,
};

pub(super) fn run(check: &mut Check<'_>, report: &mut Report, progress: &mut Progress) -> Result<Outcome, Failure> {
    let (mut valid, mut count) = (0, 0);
    for path in check.set.walk(".json")?.into_iter().filter(|path| !path.ends_with(SCHEMA_ENDING)) {
        progress.tick(&path);
        count += 1;
        let schema = format!("{}{SCHEMA_ENDING}", path.trim_end_matches(".json"));
        if !check.set.schemas.contains(&schema) {
            let message = format!("this data file has no schema: there is no {}", files::name(&schema));
            let finding = rules::DATA_FILE_WITHOUT_SCHEMA.finding(Place::file(&path), message);
            report.findings.push(finding.with_help("add its schema, or move the file out of the folder"));
            continue;
        }
        match Document::read(&path, check.compiled.numbers(&schema), &mut report.texts)? {
            Ok(document) => valid += usize::from(check.validate(&schema, document, &mut report.findings)),
            Err(findings) => report.findings.extend(findings),
        }
    }
    Ok(format!("{valid} of {count} valid").into())
}
