//! What the tests of the workspace share: random choices, random schemas and documents.

#[path = "../../../tests/support/mutants.rs"]
pub(crate) mod mutants;
#[path = "../../../tests/support/random.rs"]
pub(crate) mod random;

use contracts_model::value::Value;

/// Equality of JSON Schema: `1` equals `1.0`.
pub(crate) fn equal(left: &serde_json::Value, right: &serde_json::Value) -> bool {
    Value::try_from(left).expect("a value") == Value::try_from(right).expect("a value")
}
