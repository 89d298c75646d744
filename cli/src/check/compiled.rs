//! The compiled schemas of a set.

use std::collections::BTreeMap;

use contracts_model::{
    Finding, Model,
    manifest::{Modes, NumberMode},
};

use crate::{
    contract_set::ContractSet,
    validator::{SchemaValidator, Validators},
};

/// Validators by the path of the schema.
pub(super) struct Compiled<'s> {
    validators: BTreeMap<String, SchemaValidator<'s>>,
    modes: BTreeMap<String, Modes>,
}

impl<'s> Compiled<'s> {
    /// Compiles the schemas that the manifest lists, and those of the advices. A schema that cannot be compiled is
    /// a finding, and has no validator.
    pub(super) fn new(set: &ContractSet, model: &'s Model, findings: &mut Vec<Finding>) -> Self {
        let manifest = &set.manifest;
        let listed = manifest.modes(model);
        let names = model.documents().iter().map(|file| file.name.clone());
        let of_files: BTreeMap<String, Modes> = names.zip(listed.iter().copied()).collect();
        let validators = match Validators::new(model, &listed) {
            Ok(validators) => validators,
            Err(found) => {
                findings.extend(found);
                return Self { validators: BTreeMap::new(), modes: of_files };
            }
        };
        let schemas = manifest.schemas.iter().map(|entry| (&entry.path, &entry.path));
        // An advice looks at the documents of its schema.
        let advice = manifest.advice.iter().map(|advice| (&advice.advice, &advice.schema));
        let mut compiled = BTreeMap::new();
        for (path, documents) in schemas.chain(advice) {
            let path = manifest.resolve_path(path);
            let Some(file) = model.document(&path) else { continue };
            let of = |path: &str| of_files.get(path).copied().unwrap_or_default();
            let own = Modes { numbers: of(&manifest.resolve_path(documents)).numbers, ..of(&path) };
            match validators.compile(file, own) {
                Ok(validator) => _ = compiled.insert(path, validator),
                Err(found) => findings.extend(found),
            }
        }
        Self { validators: compiled, modes: of_files }
    }

    /// How the documents of a schema hold numbers.
    pub(super) fn numbers(&self, path: &str) -> NumberMode {
        self.modes.get(path).map_or(NumberMode::Default, |modes| modes.numbers)
    }

    /// The validator of a schema; `None` when a finding says why there is none.
    pub(super) fn get(&self, path: &str) -> Option<&SchemaValidator<'s>> {
        self.validators.get(path)
    }
}
