//! Rules about schemas that load but do not say what was meant, or say it so that generated types suffer.
//!
//! A rule is one file of `rules` with its id, its levels, what it finds and why, an example of each kind and the
//! check; `rules/mod.rs` lists them. What a rule needs to know about schemas beyond their keywords is in the files
//! beside this one: which schemas can hold at all (`emptiness`), whether a literal satisfies a schema
//! (`literal`), which schemas apply beside another (`beside`).
//!
//! ```
//! use contracts_model::{SchemaSet, lint};
//!
//! let (model, _) = SchemaSet::new().add("a.json", None, r#"{"type": "string", "maxLenght": 9}"#).resolve();
//! let findings = lint::lint(&model.expect("no errors"), &lint::Options::default());
//! assert_eq!(findings[0].rule, "unknown-keyword");
//! assert_eq!(findings[0].help.as_deref(), Some("did you mean `maxLength`?"));
//! ```

mod beside;
mod bounds;
mod context;
mod emptiness;
mod literal;
mod page;
mod pattern_language;
mod report;
mod rule;
mod rules;
mod suppress;
#[cfg(test)]
mod tests;
mod validator;
mod verdict;

use context::Context;
use report::Report;
use rule::Check;
use validator::Validator;

pub use page::{explain, rules_page};
pub use rule::{Example, Language, Rule};
pub use suppress::{Suppression, suppress};

use crate::{Finding, Model, manifest::Manifest};

/// How a model is linted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether the rules have their strict levels, and those that are off otherwise run.
    pub strict: bool,
    /// Keywords that are no mistake although no dialect has them. Those that start with `x-` never are.
    pub extensions: Vec<String>,
    /// Findings that are meant to be there.
    pub allow: Vec<Suppression>,
}

impl Options {
    /// Strict, with what the manifest allows.
    pub fn for_manifest(manifest: &Manifest) -> Self {
        let allow = manifest.allow.iter().map(|allow| Suppression {
            rule: allow.rule.clone(),
            file: manifest.resolve_path(&allow.schema),
            pointer: allow.at.clone(),
            place: allow.place.clone(),
        });
        Self { strict: true, extensions: Vec::new(), allow: allow.collect() }
    }
}

/// All rules, in alphabetical order: those of lint, of the loader and of the manifest.
pub fn rules() -> &'static [&'static Rule] {
    rules::ALL
}

/// Runs all rules over the files that were added to the set, and takes out what is allowed.
///
/// The findings stand in the order of the files and of the places in them, then of the rules. Rules that need a
/// validator run where the feature `validator` is on.
pub fn lint(model: &Model, options: &Options) -> Vec<Finding> {
    let context = Context::new(model, &options.extensions);
    let mut validator = None;
    let mut findings = Vec::new();
    let mut skipped = Vec::new();
    for rule in rules() {
        let Some(level) = rule.level_in(options.strict) else {
            skipped.push(rule.id);
            continue;
        };
        let mut report = Report::new(&context, rule, level);
        match rule.check {
            Check::Schemas(check) => check(&context, &mut report),
            Check::Validator(check) => match validator.get_or_insert_with(|| Validator::new(model)) {
                Some(validator) => check(&context, validator, &mut report),
                None => skipped.push(rule.id),
            },
            Check::Loader | Check::Manifest | Check::Suppressions => {}
        }
        findings.extend(report.into_findings());
    }
    // An entry for a rule that did not run is not known to be of no use.
    let allow: Vec<Suppression> =
        options.allow.iter().filter(|entry| !skipped.contains(&entry.rule.as_str())).cloned().collect();
    let mut findings = suppress(findings, &allow);
    model.sort_findings(&[], &mut findings);
    findings
}
