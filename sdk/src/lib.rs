//! The Rust client of the Caveman gateway.
#![allow(dead_code, reason = "the calls that use the gateway follow")]

mod base_url;
mod builder;
mod cave;
mod error;
mod gateway;
mod headers;
#[cfg(feature = "http")]
mod http_transport;
pub mod json_text;
mod safe_uint;
mod secret;
mod trace_ids;
pub mod transport;

pub use builder::CaveBuilder;
pub use cave::Cave;
pub use error::{AssemblyStabilityError, AsyncJobsUnavailableError, Error, RequestFailure, RetryLoopError};
pub use gateway::Retention;
#[cfg(feature = "http")]
pub use http_transport::HttpTransport;
pub use safe_uint::MAX_SAFE_INTEGER;
pub use transport::{
    Body, BodyStream, BoxFuture, ReadError, Transport, TransportError, TransportRequest, TransportResponse,
};

#[doc(no_inline)]
pub use {
    contracts_types::{Json, Object, policy_unit_fraction},
    tokio_util::sync::CancellationToken,
};
