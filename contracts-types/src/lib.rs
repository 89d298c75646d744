//! The wire contracts of the gateway as exact Rust types.

#[allow(clippy::all, clippy::pedantic)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
}

pub use generated::*;

pub use contracts_runtime::{
    Contract, Error, Json, Map, Mode, Nullable, Number, Object, Tolerant, Unrecognized, UnrecognizedValue,
    Violation,
    document::{from_slice, from_slice_tolerant, from_str, from_str_tolerant, from_value, validate, violations},
};

pub use adapter_conformance::AdapterConformance;
pub use agent_run_receipt::AgentRunReceipt;
pub use cache_guard::CacheGuard;
pub use canonical_span::CanonicalSpan;
pub use cave_build::CaveBuild;
pub use cave_plan::CavePlan;
pub use context_ir::ContextIr;
pub use continuous_improvement_report::ContinuousImprovementReport;
pub use eval_case::EvalCase;
pub use grader_registry::GraderRegistry;
pub use harness_event::HarnessEvent;
pub use policy::Policy;
pub use practice::Practice;
pub use transform_capability::TransformCapability;
pub use transform_trace::TransformTrace;
