//! The bodies of requests and responses as types, generated from the schemas in `sdk/schemas/`.
//!
//! Calls that give a response as it is give a JSON value, because the gateway may say more than a client knows. The typed
//! view of it is a step of its own, which may fail:
//!
//! ```
//! # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
//! use caveman_sdk::{Json, SpanOptions, TraceOptions, wire::{CheckpointResponse, SpanExportResponse}};
//!
//! let trace = cave.trace(TraceOptions::new());
//! let checkpoint = Json::from(trace.checkpoints().create(Json::Null, Json::Null).await?);
//! let checkpoint: CheckpointResponse = checkpoint.decode_as()?;
//! assert_eq!(checkpoint.source_ref.as_str(), "ref-1");
//! assert!(checkpoint.extra.contains_key("news"));
//!
//! let exporter = trace.exporter(None);
//! exporter.record_span("chat", SpanOptions::new());
//! let exported: SpanExportResponse = exporter.export().await?.decode_as()?;
//! assert!(exported.ok);
//! # Ok(())
//! # }
//! ```
//!
//! Some bodies have no contract here: those of providers are the providers' own, the value of an artifact is whatever was put
//! away, and of the answer to a tool event nothing is used.

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
    checkpoint_response::CheckpointResponse, compress_request::CompressRequest,
    compress_response::CompressResponse, context_pack_request::ContextPackRequest,
    context_pack_response::ContextPackResponse, runtime_policy_bundle::RuntimePolicyBundle,
    runtime_policy_response::RuntimePolicyResponse, shared_context_request::SharedContextRequest,
    shared_context_response::SharedContextResponse, span_export_request::SpanExportRequest,
    span_export_response::SpanExportResponse, tool_event::ToolEvent, tool_search_request::ToolSearchRequest,
    tool_search_response::ToolSearchResponse,
};
