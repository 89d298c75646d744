//! The Rust client of the Caveman gateway: the same requests, results and refusals as its TypeScript and Python clients.
//!
//! A [`Cave`] is made by its [builder](Cave::builder). Its calls are async on tokio, and are cancelled by dropping them.
//! Figures that the gateway reports are inferred, never measured, and where it reports nothing that can be true, nothing is
//! claimed.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `http` | yes | [`HttpTransport`]; without it, a [`Transport`] of your own is required |
//! | `blocking` | no | `blocking::Blocking`, which waits for calls in code that is not async |
//! | `opentelemetry` | no | `OpenTelemetrySpans`, which hands recorded spans to an OpenTelemetry span processor as well |

mod answer;
mod artifacts;
mod assemble;
mod base_url;
mod basis;
#[cfg(feature = "blocking")]
pub mod blocking;
mod breaker;
mod builder;
mod canonical_json;
mod cave;
mod cave_plan;
mod checkpoints;
mod compress;
mod context_pack;
mod endpoint;
mod error;
mod gateway;
mod headers;
mod hex;
#[cfg(feature = "http")]
mod http_transport;
mod jobs;
pub mod json_text;
mod otlp;
mod policy;
pub mod prompts;
mod providers;
mod safe_uint;
mod secret;
mod shared_context;
mod text;
mod tools;
mod trace;
mod trace_ids;
pub mod transport;
mod unwind;
pub mod wire;

pub use artifacts::{ArtifactOptions, ArtifactStrategy, Artifacts, Paged};
pub use assemble::{AssembleInput, AssembledRequest, Assembly, CacheHints, Slot, Stability};
pub use basis::Basis;
pub use breaker::RetryLoopBreaker;
pub use builder::CaveBuilder;
pub use cave::Cave;
pub use checkpoints::Checkpoints;
pub use compress::{Compressed, ContentType};
pub use context_pack::{ContextItem, PackOptions, PackedContext};
pub use error::{AssemblyStabilityError, AsyncJobsUnavailableError, Error, RequestFailure, RetryLoopError};
pub use gateway::Retention;
#[cfg(feature = "http")]
pub use http_transport::HttpTransport;
pub use jobs::Jobs;
#[cfg(feature = "opentelemetry")]
pub use otlp::OpenTelemetrySpans;
pub use otlp::{AttributeValue, Exporter, Span, SpanKind, SpanObserver, SpanOptions, SpanSink, SpanStatus};
pub use policy::{
    DecideOptions, PolicyAction, PolicyDecision, PolicyReason, Refresh, RefreshError, RuntimePolicyBuilder,
    RuntimePolicyClient, RuntimePolicyState,
};
pub use providers::{
    Bedrock, BedrockEndpoint, CreateBody, CreateHints, LatencyClass, Provider, ProviderClient, RawRequest,
};
pub use safe_uint::MAX_SAFE_INTEGER;
pub use shared_context::SharedContext;
pub use tools::{Ranker, Tool, ToolSearch, ToolSearchOptions, ToolStrategy, Tools, ToolsBuilder};
pub use trace::{Trace, TraceOpenAi, TraceOptions};
pub use transport::{
    Body, BodyStream, BoxFuture, ReadError, Transport, TransportError, TransportRequest, TransportResponse,
};

#[doc(no_inline)]
pub use {
    contracts_types::{Json, Object, policy::TaskProfile, policy_unit_fraction},
    tokio_util::sync::CancellationToken,
};

/// Compiles the Rust of the repository's README. Its other blocks name their language: one without is Rust to rustdoc.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
