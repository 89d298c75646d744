//! What is searched: schemas with their decoder, their validator and valid documents.

use std::{fs, path::Path};

use contracts_types::{Contract, Error};
use jsonschema::Validator;
use serde_json::Value;

use crate::mutants::Mutator;

/// Reads a document and writes it again.
pub(crate) type Decode = fn(&[u8]) -> Result<String, Error>;

/// A schema with what judges its documents.
pub struct Subject {
    /// Stem of the contract's file, or name of the public schema.
    pub name: String,
    pub(crate) decode: Decode,
    pub(crate) oracle: Validator,
    pub(crate) documents: Vec<Value>,
    pub(crate) mutator: Mutator,
}

fn decode<T: Contract>(bytes: &[u8]) -> Result<String, Error> {
    let value: T = contracts_types::from_slice(bytes)?;
    contracts_types::validate(&value)?;
    Ok(serde_json::to_string(&value).expect("a decoded value can be written"))
}

/// The types of the public schemas, as the build script made them.
#[allow(clippy::all, clippy::pedantic, dead_code, deprecated, missing_docs, unreachable_pub, unused)]
mod real {
    use super::{Decode, decode};

    include!(concat!(env!("OUT_DIR"), "/real.rs"));

    pub(super) fn all() -> &'static [(&'static str, Decode)] {
        REAL
    }
}

macro_rules! contracts {
    ($($stem:literal: $type:ident,)*) => {
        const CONTRACTS: &[(&str, Decode)] = &[$(($stem, decode::<contracts_types::$type>)),*];
    };
}

contracts! {
    "adapter-conformance": AdapterConformance,
    "agent-run-receipt": AgentRunReceipt,
    "cache-guard": CacheGuard,
    "canonical-span": CanonicalSpan,
    "cave-build": CaveBuild,
    "cave-plan": CavePlan,
    "context-ir": ContextIr,
    "continuous-improvement-report": ContinuousImprovementReport,
    "eval-case": EvalCase,
    "grader-registry": GraderRegistry,
    "harness-event": HarnessEvent,
    "policy": Policy,
    "practice": Practice,
    "transform-capability": TransformCapability,
    "transform-trace": TransformTrace,
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The JSON files of a folder, by name.
fn files(folder: &Path) -> Vec<Value> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files.iter().map(|file| json(&read(file))).collect()
}

/// All subjects: the contracts, and five public schemas where they lie beside the repository.
///
/// # Panics
/// When a file of the repository or of the suites cannot be read.
pub fn subjects() -> Vec<Subject> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let schemas: Vec<Value> = CONTRACTS
        .iter()
        .map(|(stem, _)| json(&read(&root.join("schemas").join(format!("{stem}.schema.json")))))
        .collect();
    let mut registry = jsonschema::Registry::new();
    for schema in &schemas {
        let id = schema["$id"].as_str().expect("an id").to_owned();
        registry = registry.add(id, schema.clone()).expect("a schema with an id of its own");
    }
    let registry = registry.prepare().expect("references within the set");
    let mut subjects = Vec::new();
    for ((stem, decode), schema) in CONTRACTS.iter().zip(&schemas) {
        let options = jsonschema::options().with_registry(&registry).should_validate_formats(false).offline();
        subjects.push(Subject {
            name: (*stem).to_owned(),
            decode: *decode,
            oracle: options.build(schema).expect("a sound schema"),
            documents: files(&root.join("fixtures").join(stem).join("valid")),
            mutator: Mutator::new(schema),
        });
    }
    let suites = root.join("../shared/suites/real");
    for (name, decode) in real::all() {
        let schema = json(&read(&suites.join(name).join("schema.json")));
        let options = jsonschema::options().should_validate_formats(false).offline();
        subjects.push(Subject {
            name: (*name).to_owned(),
            decode: *decode,
            oracle: options.build(&schema).expect("a sound schema"),
            documents: read(&suites.join(name).join("instances.jsonl")).lines().map(json).collect(),
            mutator: Mutator::new(&schema),
        });
    }
    subjects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contract_is_searched() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
        let mut stems: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .filter_map(|entry| {
                let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
                name.strip_suffix(".schema.json").map(str::to_owned)
            })
            .collect();
        stems.sort();
        stems.retain(|stem| stem != "contract-set");
        let listed: Vec<&str> = CONTRACTS.iter().map(|(stem, _)| *stem).collect();
        assert_eq!(stems, listed);
    }
}
