//! The wire contracts of an LLM gateway as exact Rust types.
//!
//! Each module of a contract ([`policy`], [`practice`], …) is generated from its JSON Schema, and its root type stands
//! here under its own name ([`Policy`], [`Practice`], …). A decoder accepts a document exactly when the schema does,
//! loses nothing of it, and fails closed on what it does not know.
//!
//! ```
//! use contracts_types::{Grant, Policy};
//!
//! # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/policy/valid/everything.json"));
//! let policy = Policy::from_str(text)?;
//!
//! assert_eq!(policy.grants().to_string(), "cache_hints, routing");
//! assert!(!policy.grants().contains(Grant::Compress));
//!
//! let error = Policy::from_str(&text.replace("\"soft\": 800", "\"soft\": -1")).unwrap_err();
//! assert_eq!(error.pointer(), "/limits/monthly_usd/soft");
//! assert_eq!(error.rule(), "minimum");
//! assert!(error.to_string().starts_with("/limits/monthly_usd/soft: expected a number at least 0, found -1 (minimum)"));
//! # Ok::<(), contracts_types::Error>(())
//! ```
//!
//! # Strict and tolerant
//!
//! `serde_json::from_str` and the functions [`from_slice`], [`from_str`] and [`from_value`] are strict: the schema is
//! the judge. A service that may meet newer documents decodes with [`from_slice_tolerant`] or [`Tolerant`]: enums that
//! fail closed keep a text that they do not know, act as their safe value (`effective()`), and are listed with their
//! places, so that the service can log what it did not understand. Everything else is as strict as before.
//!
//! ```
//! use contracts_types::{Policy, policy::FailPolicy};
//!
//! # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/policy/valid/everything.json"));
//! let newer = text.replace("fail_open", "fail_sideways");
//! assert!(Policy::from_str(&newer).is_err());
//!
//! let tolerant = Policy::from_slice_tolerant(newer.as_bytes())?;
//! assert_eq!(tolerant.value.fail_policy.effective(), FailPolicy::FailClosed);
//! assert_eq!(tolerant.unrecognized[0].pointer, "/fail_policy");
//! assert_eq!(tolerant.unrecognized[0].text, "fail_sideways");
//! # Ok::<(), contracts_types::Error>(())
//! ```
//!
//! # What the schemas cannot say
//!
//! | Question | Answer |
//! |---|---|
//! | Which transforms may a policy apply? | [`Policy::grants`] |
//! | Which mode is displayed, and is the stored one stale? | [`Policy::display_mode`], [`Policy::mode_mismatch`] |
//! | How is a policy made without choosing its mode? | [`NewPolicy`] |
//! | May this provider be used? | [`policy::Providers::allows`] |
//! | How does a granted feature work, and does it stay off? | [`Tuning`] |
//! | Which runtime policies are published? | [`render`] |
//! | Does a runtime policy apply here? | [`guard`] |
//! | Which arm does a unit get? | [`experiment`], [`policy_unit_fraction`] |

mod display_mode;
pub mod experiment;
mod grants;
pub mod guard;
mod policy_builder;
mod providers;
pub mod render;
pub mod text;
mod tuning;
mod unit_fraction;

#[allow(clippy::all, clippy::pedantic)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
}

#[doc(inline)]
pub use generated::*;

#[doc(inline)]
pub use contracts_runtime::{
    ArrayView, Contract, Error, Instance, Json, Map, Mode, Nullable, Number, Object, ObjectView, Tolerant,
    Unrecognized, UnrecognizedValue, View, Violation,
    document::{from_slice, from_slice_tolerant, from_str, from_str_tolerant, from_value, validate, violations},
};

pub use display_mode::{DisplayMode, ModeMismatch};
pub use grants::{Grant, Grants};
pub use policy_builder::{NewPolicy, NewPolicyBuilder};
pub use tuning::Tuning;
pub use unit_fraction::policy_unit_fraction;

#[doc(no_inline)]
pub use {
    adapter_conformance::AdapterConformance, agent_run_receipt::AgentRunReceipt, cache_guard::CacheGuard,
    canonical_span::CanonicalSpan, cave_build::CaveBuild, cave_plan::CavePlan, context_ir::ContextIr,
    continuous_improvement_report::ContinuousImprovementReport, eval_case::EvalCase,
    grader_registry::GraderRegistry, harness_event::HarnessEvent, policy::Policy, practice::Practice,
    transform_capability::TransformCapability, transform_trace::TransformTrace,
};
