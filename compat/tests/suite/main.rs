//! Tests of the decision against published questions and against the validator.

mod corpus;
#[path = "../../../tests/random/documents.rs"]
mod documents;
mod hostile;
mod mutants;
mod pairs;
mod random;
mod samples;
#[expect(dead_code, reason = "the tests of decoders make whole documents with it")]
#[path = "../../../tests/random/schemas.rs"]
mod schemas;
mod spelling;
mod support;

use std::path::PathBuf;

use contracts_compat::Subject;
use contracts_model::{Backtracking, Model, Options, SchemaSet};
use serde_json::Value;

/// A path relative to the repository.
fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The model of one schema, which may have everything that the published questions have.
fn load(schema: &Value) -> Option<Model> {
    let options = Options { backtracking: Backtracking::Everywhere, reference_loops: true, ..Options::default() };
    SchemaSet::with_options(options).add("schema.json", None, schema.to_string()).resolve().0
}

fn root(model: &Model) -> Subject<'_> {
    Subject { model, root: model.documents()[0].root }
}

/// The judge, independent of what the crate does with it.
fn validator(schema: &Value) -> Option<jsonschema::Validator> {
    jsonschema::options().should_validate_formats(false).offline().build(schema).ok()
}
