//! The bodies of requests and responses as types, generated from the schemas in `sdk/schemas/`.
//!
//! Calls that give a response as it is give a JSON value, because the gateway may say more than a client knows. The typed
//! view of it is a step of its own, which may fail:
//!
//! ```
//! use caveman_sdk::{Json, wire::CavePlanResponse};
//!
//! # let plan = Json::from_str(r#"{"headline": {"low": 1, "base": 2, "high": 3, "basis": "inferred", "move_count": 0},
//! #     "headroom_by_class": [], "moves": [], "no_signal": [], "methodology": "m", "scope": "project", "project_id": "p",
//! #     "news": true}"#)?;
//! // let plan = cave.cave_plan().await?;
//! let plan: CavePlanResponse = plan.decode_as()?;
//! assert_eq!(plan.headline.basis, "inferred");
//! assert!(plan.extra.contains_key("news"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[allow(clippy::all, clippy::pedantic)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/wire.rs"));
}

#[doc(inline)]
pub use generated::*;

#[doc(no_inline)]
pub use {
    artifact_request::ArtifactRequest, artifact_response::ArtifactResponse, cave_plan_response::CavePlanResponse,
    checkpoint_expansion::CheckpointExpansion, checkpoint_request::CheckpointRequest,
    compress_request::CompressRequest, compress_response::CompressResponse,
    context_pack_request::ContextPackRequest, context_pack_response::ContextPackResponse,
    runtime_policy_bundle::RuntimePolicyBundle, runtime_policy_response::RuntimePolicyResponse,
    shared_context_request::SharedContextRequest, span_export_request::SpanExportRequest, tool_event::ToolEvent,
    tool_search_request::ToolSearchRequest, tool_search_response::ToolSearchResponse,
};
