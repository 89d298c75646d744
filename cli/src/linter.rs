//! Lint, as the commands ask for it.

use contracts_model::{Finding, Model, lint, manifest::Manifest};

/// What lint finds in a set: strictly, except for what its manifest allows.
pub(crate) fn lint_set(model: &Model, manifest: &Manifest) -> Vec<Finding> {
    lint::lint(model, &lint::Options::for_manifest(manifest))
}

/// What lint finds in schemas that belong to no set.
pub(crate) fn lint_loose(model: &Model, strict: bool) -> Vec<Finding> {
    lint::lint(model, &lint::Options { strict, ..lint::Options::default() })
}
