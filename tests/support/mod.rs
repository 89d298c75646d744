//! What the tests of the contracts share: every contract by the stem of its file, and the fixtures on disk.

#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod cases;
pub(crate) mod exact;
pub(crate) mod generated;
pub(crate) mod mutants;
pub(crate) mod official;
pub(crate) mod parallel;
pub(crate) mod random;

use std::{
    fs,
    path::{Path, PathBuf},
};

use contracts_types::{Contract, Error, Violation};
use serde::de::DeserializeOwned;

/// A document that was decoded tolerantly: as it is written again, and the pointers of unrecognized values.
type Tolerated = (serde_json::Value, Vec<String>);

/// A contract without its type: what the tests ask of it.
#[derive(Clone, Copy)]
pub(crate) struct Erased {
    /// Stem of the schema file.
    pub(crate) stem: &'static str,
    /// Decodes strictly and encodes again.
    pub(crate) round_trip: fn(&[u8]) -> Result<serde_json::Value, Error>,
    /// Decodes tolerantly and encodes again; with the pointers of unrecognized values.
    pub(crate) round_trip_tolerant: fn(&[u8]) -> Result<Tolerated, Error>,
    /// The same from CBOR.
    pub(crate) round_trip_cbor: fn(&[u8]) -> Result<serde_json::Value, String>,
    /// The same from YAML.
    pub(crate) round_trip_yaml: fn(&str) -> Result<serde_json::Value, String>,
    /// Everything that the schema has against a document.
    pub(crate) violations: fn(&[u8]) -> Result<Vec<Violation>, Error>,
}

fn round_trip<T: Contract>(bytes: &[u8]) -> Result<serde_json::Value, Error> {
    let value: T = contracts_types::from_slice(bytes)?;
    contracts_types::validate(&value)?;
    Ok(serde_json::to_value(&value).expect("a decoded value can be written"))
}

fn round_trip_tolerant<T: Contract>(bytes: &[u8]) -> Result<Tolerated, Error> {
    let tolerant = contracts_types::from_slice_tolerant::<T>(bytes)?;
    let pointers = tolerant.unrecognized.iter().map(|value| value.pointer.clone()).collect();
    Ok((serde_json::to_value(&tolerant.value).expect("a decoded value can be written"), pointers))
}

/// Decodes CBOR, writes it as CBOR, decodes that.
fn round_trip_cbor<T: Contract + DeserializeOwned>(bytes: &[u8]) -> Result<serde_json::Value, String> {
    let value: T = ciborium::from_reader(bytes).map_err(|error| error.to_string())?;
    let mut written = Vec::new();
    ciborium::into_writer(&value, &mut written).expect("a decoded value can be written");
    let again: T = ciborium::from_reader(written.as_slice()).expect("what was written can be read");
    Ok(serde_json::to_value(&again).expect("a decoded value can be written"))
}

/// Decodes YAML, writes it as YAML, decodes that.
fn round_trip_yaml<T: Contract + DeserializeOwned>(text: &str) -> Result<serde_json::Value, String> {
    let value: T = yaml_serde::from_str(text).map_err(|error| error.to_string())?;
    let written = yaml_serde::to_string(&value).expect("a decoded value can be written");
    let again: T = yaml_serde::from_str(&written).expect("what was written can be read");
    Ok(serde_json::to_value(&again).expect("a decoded value can be written"))
}

fn violations<T: Contract>(bytes: &[u8]) -> Result<Vec<Violation>, Error> {
    contracts_types::violations::<T>(bytes, 100)
}

const fn erased<T: Contract + DeserializeOwned>(stem: &'static str) -> Erased {
    Erased {
        stem,
        round_trip: round_trip::<T>,
        round_trip_tolerant: round_trip_tolerant::<T>,
        round_trip_cbor: round_trip_cbor::<T>,
        round_trip_yaml: round_trip_yaml::<T>,
        violations: violations::<T>,
    }
}

/// All contracts.
pub(crate) const CONTRACTS: [Erased; 15] = [
    erased::<contracts_types::AdapterConformance>("adapter-conformance"),
    erased::<contracts_types::AgentRunReceipt>("agent-run-receipt"),
    erased::<contracts_types::CacheGuard>("cache-guard"),
    erased::<contracts_types::CanonicalSpan>("canonical-span"),
    erased::<contracts_types::CaveBuild>("cave-build"),
    erased::<contracts_types::CavePlan>("cave-plan"),
    erased::<contracts_types::ContextIr>("context-ir"),
    erased::<contracts_types::ContinuousImprovementReport>("continuous-improvement-report"),
    erased::<contracts_types::EvalCase>("eval-case"),
    erased::<contracts_types::GraderRegistry>("grader-registry"),
    erased::<contracts_types::HarnessEvent>("harness-event"),
    erased::<contracts_types::Policy>("policy"),
    erased::<contracts_types::Practice>("practice"),
    erased::<contracts_types::TransformCapability>("transform-capability"),
    erased::<contracts_types::TransformTrace>("transform-trace"),
];

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The JSON files of a folder, by name.
pub(crate) fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
}

/// The valid documents of a contract: fixtures and records.
pub(crate) fn valid_documents(stem: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("fixtures").join(stem);
    let mut files = json_files(&folder.join("valid"));
    if folder.join("records").is_dir() {
        files.extend(json_files(&folder.join("records")));
    }
    files.into_iter().map(|file| (file.clone(), fs::read(&file).expect("a readable fixture"))).collect()
}

/// An invalid document and what is wrong with it.
pub(crate) struct Invalid {
    pub(crate) file: PathBuf,
    pub(crate) pointer: String,
    pub(crate) keyword: String,
    pub(crate) document: serde_json::Value,
}

/// The invalid documents of a contract.
pub(crate) fn invalid_documents(stem: &str) -> Vec<Invalid> {
    let folder = root().join("fixtures").join(stem).join("invalid");
    json_files(&folder)
        .into_iter()
        .map(|file| {
            let text = fs::read(&file).expect("a readable fixture");
            let mut wrapper: serde_json::Value = serde_json::from_slice(&text).expect("a JSON fixture");
            let text_of = |name: &str| wrapper[name].as_str().expect("a text").to_owned();
            let (pointer, keyword) = (text_of("pointer"), text_of("keyword"));
            Invalid { file, pointer, keyword, document: wrapper["document"].take() }
        })
        .collect()
}

/// Validators of all contracts, by the `jsonschema` crate.
pub(crate) fn validator(stem: &str) -> jsonschema::Validator {
    let mut registry = jsonschema::Registry::new();
    let mut own = None;
    for contract in CONTRACTS {
        let file = root().join("schemas").join(format!("{}.schema.json", contract.stem));
        let schema: serde_json::Value =
            serde_json::from_slice(&fs::read(&file).expect("a readable schema")).expect("a JSON schema");
        let id = schema["$id"].as_str().expect("an id").to_owned();
        if contract.stem == stem {
            own = Some(schema.clone());
        }
        registry = registry.add(id, schema).expect("a schema with an id of its own");
    }
    let registry = registry.prepare().expect("references within the set");
    jsonschema::options()
        .with_registry(&registry)
        .offline()
        .build(&own.expect("a known contract"))
        .expect("a sound schema")
}

/// The public suites beside the repository; `None` where there are none.
pub(crate) fn suites() -> Option<PathBuf> {
    let folder = root().join("../shared/suites");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no suites");
    None
}

/// All JSON files below a folder, with their paths relative to it.
pub(crate) fn json_files_below(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![(String::new(), folder.to_path_buf())];
    while let Some((prefix, folder)) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push((format!("{prefix}{name}/"), path));
            } else if path.extension().is_some_and(|extension| extension == "json") {
                found.push((format!("{prefix}{name}"), path));
            }
        }
    }
    found.sort();
    found
}

/// Equality of JSON Schema: `1` equals `1.0`.
pub(crate) fn equal(left: &serde_json::Value, right: &serde_json::Value) -> bool {
    let read = |value: &serde_json::Value| contracts_types::Json::try_from(value.clone()).expect("shallow JSON");
    read(left) == read(right)
}
