//! Every way to read a document, without its type.

use contracts_types::{Contract, Error, Violation};
use serde_json::Value;

/// A mutant in the forms that the ways of reading take.
pub(crate) struct Forms {
    /// The members in the order of their names.
    pub(crate) text: String,
    /// The members in the reverse order.
    pub(crate) reversed: String,
    /// The tree.
    pub(crate) value: Value,
}

/// What every way of reading said.
pub(crate) struct Answers {
    /// `from_slice`, validated again and encoded.
    pub(crate) slice: Result<Value, Error>,
    /// `from_value`.
    pub(crate) value: Result<Value, Error>,
    /// The other strict ways, by name, encoded.
    pub(crate) others: [(&'static str, Result<Value, String>); 3],
    /// The whole list.
    pub(crate) violations: Result<Vec<Violation>, Error>,
    /// `from_slice_tolerant`, with the pointers of unrecognized values, and the same of the reversed text.
    pub(crate) tolerant: [Result<(Value, Vec<String>), Error>; 2],
}

/// Reads a document in every way.
pub(crate) type Reader = fn(&Forms) -> Answers;

fn answers<T: Contract + serde::de::DeserializeOwned>(forms: &Forms) -> Answers {
    let bytes = forms.text.as_bytes();
    let text = |error: serde_json::Error| error.to_string();
    Answers {
        slice: contracts_types::from_slice::<T>(bytes).and_then(|value| {
            contracts_types::validate(&value)?;
            Ok(encode(&value))
        }),
        value: contracts_types::from_value::<T>(forms.value.clone()).map(|value| encode(&value)),
        others: [
            (
                "from_str of the reversed text",
                contracts_types::from_str::<T>(&forms.reversed)
                    .map(|value| encode(&value))
                    .map_err(|error| error.to_string()),
            ),
            (
                "serde_json::from_str of the reversed text",
                serde_json::from_str::<T>(&forms.reversed).map(|value| encode(&value)).map_err(text),
            ),
            (
                "serde_json::from_reader",
                serde_json::from_reader::<_, T>(bytes).map(|value| encode(&value)).map_err(text),
            ),
        ],
        violations: contracts_types::violations::<T>(bytes, 100),
        tolerant: [bytes, forms.reversed.as_bytes()].map(|bytes| {
            let tolerant = contracts_types::from_slice_tolerant::<T>(bytes)?;
            let pointers = tolerant.unrecognized.iter().map(|one| one.pointer.clone()).collect();
            Ok((encode(&tolerant.value), pointers))
        }),
    }
}

fn encode<T: Contract>(value: &T) -> Value {
    serde_json::to_value(value).expect("a decoded value can be written")
}

/// The reader of a contract by the stem of its schema file.
pub(crate) fn reader(stem: &str) -> Reader {
    match stem {
        "adapter-conformance" => answers::<contracts_types::AdapterConformance>,
        "agent-run-receipt" => answers::<contracts_types::AgentRunReceipt>,
        "cache-guard" => answers::<contracts_types::CacheGuard>,
        "canonical-span" => answers::<contracts_types::CanonicalSpan>,
        "cave-build" => answers::<contracts_types::CaveBuild>,
        "cave-plan" => answers::<contracts_types::CavePlan>,
        "context-ir" => answers::<contracts_types::ContextIr>,
        "continuous-improvement-report" => answers::<contracts_types::ContinuousImprovementReport>,
        "eval-case" => answers::<contracts_types::EvalCase>,
        "grader-registry" => answers::<contracts_types::GraderRegistry>,
        "harness-event" => answers::<contracts_types::HarnessEvent>,
        "policy" => answers::<contracts_types::Policy>,
        "practice" => answers::<contracts_types::Practice>,
        "transform-capability" => answers::<contracts_types::TransformCapability>,
        "transform-trace" => answers::<contracts_types::TransformTrace>,
        other => panic!("{other} is no contract"),
    }
}
