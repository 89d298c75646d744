//! `check`: a whole set, step by step.
//!
//! Nothing here knows any contract by name: what is checked comes from the manifest and from where files stand.

mod advice;
mod compiled;
mod data_files;
mod fixtures;
mod record_checks;
mod record_sets;

use contracts_model::Finding;

use self::compiled::Compiled;
use crate::{
    args::CheckArgs,
    contract_set::ContractSet,
    document::Document,
    exit::Failure,
    linter,
    progress::Progress,
    report::{Counts, Report, Step, plural},
    resources::Resource,
};

/// A document that its schema accepts.
struct ValidDocument {
    /// Path of the schema.
    schema: String,
    document: Document,
}

/// What the steps share.
struct Check<'s> {
    set: &'s ContractSet,
    compiled: Compiled<'s>,
    /// What the steps so far found valid, for the advices.
    valid: Vec<ValidDocument>,
}

/// A step after the schemas are loaded.
type Run = fn(&mut Check<'_>, &mut Report, &mut Progress) -> Result<Outcome, Failure>;

/// Checks the set in a folder.
pub(crate) fn check(
    arguments: &CheckArgs,
    resources: &[Resource],
    mut report: Report,
    progress: &mut Progress,
) -> Result<Report, Failure> {
    let folder = ContractSet::folder(arguments.folder.as_deref())?;
    report.strict = arguments.strict;
    report.subject = format!("set {folder}");

    progress.step("schemas");
    progress.tick(&folder);
    let Some(set) = ContractSet::load(&folder, resources, &mut report)? else {
        push_step(&mut report, 0, "schemas", "not loaded: the manifest is broken", Vec::new());
        return Ok(report);
    };
    report.subject = format!("set {} in {folder}", set.manifest.name);
    let Some(model) = &set.model else {
        let outcome = format!("{} found, which do not load", set.schemas.len());
        push_step(&mut report, 0, "schemas", &outcome, Vec::new());
        for name in ["lint", "manifest", "data files", "fixtures", "record sets", "advice"] {
            let outcome = "skipped, since the schemas do not load".into();
            report.steps.push(Step { name, outcome, details: Vec::new() });
        }
        return Ok(report);
    };
    if set.schemas.is_empty() {
        return Err(Failure::new(format!("there are no schemas in {folder:?}"))
            .with_help("name the folder that holds the `*.schema.json` files beside `contracts.toml`"));
    }
    let compiled = Compiled::new(&set, model, &mut report.findings);
    push_step(&mut report, 0, "schemas", &format!("{} loaded", set.schemas.len()), Vec::new());

    progress.step("lint");
    progress.tick(&folder);
    let before = report.findings.len();
    let linted = linter::lint_set(model, &set.manifest);
    report.findings.extend(linted);
    push_step(&mut report, before, "lint", &plural(set.schemas.len(), "schema"), Vec::new());

    let before = report.findings.len();
    report.findings.extend(set.manifest.check(model));
    // What generating the types has against the set.
    report.findings.extend(contracts_codegen::Settings::for_set(model, &set.manifest).err().unwrap_or_default());
    let outcome = format!(
        "{} {}, {} listed",
        set.manifest.name,
        set.manifest.version,
        plural(set.manifest.schemas.len(), "schema")
    );
    push_step(&mut report, before, "manifest", &outcome, Vec::new());

    let mut check = Check { set: &set, compiled, valid: Vec::new() };
    let steps: [(&'static str, Run); 4] = [
        ("data files", data_files::run),
        ("fixtures", fixtures::run),
        ("record sets", record_sets::run),
        ("advice", |check, report, progress| Ok(advice::run(check, report, progress))),
    ];
    for (name, run) in steps {
        progress.step(name);
        let before = report.findings.len();
        let outcome = run(&mut check, &mut report, progress)?;
        push_step(&mut report, before, name, &outcome.text, outcome.details);
    }
    Ok(report)
}

/// What a step did.
struct Outcome {
    /// With counts.
    text: String,
    /// More that is worth a line each.
    details: Vec<String>,
}

impl From<String> for Outcome {
    fn from(text: String) -> Self {
        Self { text, details: Vec::new() }
    }
}

/// Closes a step; its findings are those from `before` on.
fn push_step(report: &mut Report, before: usize, name: &'static str, outcome: &str, details: Vec<String>) {
    let outcome = match Counts::of(&report.findings[before..]) {
        Counts { errors: 0, warnings: 0, notes: 0 } => format!("{outcome}, no findings"),
        counts => format!("{outcome}, {counts}"),
    };
    report.steps.push(Step { name, outcome, details });
}

impl Check<'_> {
    /// Validates a document; a valid one is kept for the advices. Says whether it is valid.
    fn validate(&mut self, schema: &str, document: Document, findings: &mut Vec<Finding>) -> bool {
        let Some(validator) = self.compiled.get(schema) else { return false };
        let violations = validator.violations(&document);
        let valid = violations.is_empty();
        findings.extend(violations.into_iter().map(|violation| violation.finding));
        if valid {
            self.valid.push(ValidDocument { schema: schema.to_owned(), document });
        }
        valid
    }
}
