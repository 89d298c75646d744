//! The compiled schemas of a set.

use std::collections::BTreeMap;

use contracts_model::{Finding, Model, manifest::FormatMode};

use crate::{
    contract_set::ContractSet,
    validator::{SchemaValidator, Validators},
};

/// Validators by the path of the schema.
pub(super) struct Compiled<'s>(BTreeMap<String, SchemaValidator<'s>>);

impl<'s> Compiled<'s> {
    /// Compiles the schemas that the manifest lists, and those of the advices. A schema that cannot be compiled is
    /// a finding, and has no validator.
    pub(super) fn new(set: &ContractSet, model: &'s Model, findings: &mut Vec<Finding>) -> Self {
        let validators = match Validators::new(model) {
            Ok(validators) => validators,
            Err(found) => {
                findings.extend(found);
                return Self(BTreeMap::new());
            }
        };
        let manifest = &set.manifest;
        let schemas = manifest.schemas.iter().map(|entry| (&entry.path, entry.formats == FormatMode::Assert));
        let advice = manifest.advice.iter().map(|advice| (&advice.advice, false));
        let mut compiled = BTreeMap::new();
        for (path, assert_formats) in schemas.chain(advice) {
            let path = manifest.resolve_path(path);
            let Some(file) = model.document(&path) else { continue };
            match validators.compile(file, assert_formats) {
                Ok(validator) => _ = compiled.insert(path, validator),
                Err(found) => findings.extend(found),
            }
        }
        Self(compiled)
    }

    /// The validator of a schema; `None` when a finding says why there is none.
    pub(super) fn get(&self, path: &str) -> Option<&SchemaValidator<'s>> {
        self.0.get(path)
    }
}
