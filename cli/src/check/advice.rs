//! Advice: schemas that valid documents should match too.

use contracts_model::Finding;

use super::{Check, Outcome};
use crate::{
    progress::Progress,
    report::{Report, plural},
    rules,
};

pub(super) fn run(check: &Check<'_>, report: &mut Report, progress: &mut Progress) -> Outcome {
    let manifest = &check.set.manifest;
    let mut asked = 0;
    for advice in &manifest.advice {
        let schema = manifest.resolve_path(&advice.schema);
        let Some(validator) = check.compiled.get(&manifest.resolve_path(&advice.advice)) else { continue };
        for valid in check.valid.iter().filter(|valid| valid.schema == schema) {
            progress.tick(valid.document.file());
            asked += 1;
            // One word of advice a document: the first place stands for all.
            if let Some(violation) = validator.violations(&valid.document).into_iter().next() {
                let found = violation.finding;
                let finding = rules::ADVICE.finding(found.place, &advice.message);
                report.findings.push(Finding { related: found.related, ..finding.with_help(found.message) });
            }
        }
    }
    format!("{}, {}", plural(manifest.advice.len(), "schema"), plural(asked, "document")).into()
}
