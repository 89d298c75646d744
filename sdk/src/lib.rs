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
//!
//! # Where the other clients differ
//!
//! Where the TypeScript and the Python client do not do the same, this one does what the TypeScript one does:
//!
//! | what | here, as in TypeScript |
//! |---|---|
//! | deadline and cancellation | one deadline for every call, and a token that ends all |
//! | required options that are empty | an error |
//! | `http://@host` as a base | accepted, as its user is empty |
//! | labels, service names, content types that are empty | kept |
//! | `! * ' ( )` in identifiers of a path | not encoded |
//! | counts written as `1000.0` | accepted |
//! | tools of a search | of the local catalog, and checked against it |
//! | halves in [`reduction_pct`](ToolSearch::reduction_pct) | rounded up |
//! | options of artifacts | in camel case on the wire |
//! | answers of pages, expansions and shared context that lack something | [`Error::Request`] |
//! | raw requests | any method and body, guarded |
//! | order of names and form of numbers in canonical JSON | by UTF-16 code unit, and as ECMAScript writes them |
//! | letters in the signature of a [`RetryLoopBreaker`] | not escaped |
//! | attributes of a span that are whole numbers | integers, also when they were given as `1.0` |
//! | the span of a decision | of a client, without a parent |
//! | `kill` and `disabled` of policies | only `true` counts |
//! | a fallback that is no object | makes the policy invalid |
//! | the workflow of a fallback that is blank | kept |
//! | a decision by the local kill | names version and sequence of the bundle in force |
//! | members of [`TaskProfile`] that are absent | not written |
//!
//! The README lists where it differs from the TypeScript one.

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
