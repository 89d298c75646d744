//! What can go wrong, as values.

use contracts_types::Error as ContractError;

use crate::{
    json_text::JsonTextError,
    transport::{ReadError, TransportError},
};

/// Why a call has no result.
///
/// Messages that other clients of the gateway match on are the same here: `cave_request_timeout`,
/// `cave_request_aborted`, `HTTP <status>`, `(<status>)`, `cave_provider_raw_path_not_allowed`. No message holds a key
/// or a request body.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option of the client, of a catalog or of a request cannot be used. Nothing was sent.
    #[error("{option} must {expected}")]
    Option {
        /// Its name on the wire of options, such as `baseURL`.
        option: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// An argument cannot be used.
    #[error("{0}")]
    Argument(String),
    /// A header value has a character that no header can carry. Nothing was sent.
    #[error(
        "the value of the header {name} has a character that a header cannot carry; use characters up to U+00FF, no control characters"
    )]
    Header {
        /// Name of the header.
        name: String,
    },
    /// The deadline passed before the head of the response was there.
    #[error("cave_request_timeout")]
    Timeout,
    /// The cancellation token of the client was cancelled.
    #[error("cave_request_aborted")]
    Aborted,
    /// There is no connection, or it failed.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The request was answered, but not with what the call needs: a status outside 200 to 299, no JSON, no object, or an
    /// object that lacks what it must have. In other clients this is `CaveRequestError`.
    #[error("{path} failed ({status}): {reason}")]
    Request {
        /// The status; 200 when the response itself is at fault.
        status: u16,
        /// Path of the request, without the base; identifiers are percent-encoded.
        path: String,
        /// What is wrong with the response.
        reason: RequestFailure,
    },
    /// A call whose error carries no path was answered with a status outside 200 to 299.
    #[error("{call} failed: HTTP {status}")]
    Status {
        /// The call, such as `cave plan`.
        call: &'static str,
        /// The status.
        status: u16,
    },
    /// A provider or an export answered with a status outside 200 to 299; the message is the response's body.
    #[error("{body}")]
    Rejected {
        /// The status.
        status: u16,
        /// The body, decoded as text.
        body: String,
    },
    /// The body of a response could not be read to its end.
    #[error("cannot read the response: {0}")]
    Read(#[source] ReadError),
    /// The deadline passed while the body was read.
    #[error("the deadline passed while the response was read")]
    ReadTimeout,
    /// The body of a response is no JSON.
    #[error("the response is not JSON: {0}")]
    Json(#[from] JsonTextError),
    /// A response is JSON but not what the call needs.
    #[error("{0}")]
    Response(String),
    /// A request cannot be written as JSON.
    #[error("the request cannot be written as JSON: {0}")]
    Encode(String),
    /// A response does not have the shape of its contract.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// A raw request would leave the part of the gateway that belongs to its provider. Nothing was sent.
    #[error("cave_provider_raw_path_not_allowed")]
    RawPathNotAllowed,
    /// A stable slot changed its content within a session.
    #[error(transparent)]
    AssemblyStability(#[from] AssemblyStabilityError),
    /// A call was repeated too often.
    #[error(transparent)]
    RetryLoop(#[from] RetryLoopError),
    /// Jobs are reserved and not offered yet. Nothing was sent.
    #[error(transparent)]
    AsyncJobsUnavailable(#[from] AsyncJobsUnavailableError),
}

/// What is wrong with the response behind an [`Error::Request`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestFailure {
    /// The status lies outside 200 to 299.
    #[error("the gateway refused it; check the key after 401 or 403, and try again after 429 or 5xx")]
    Status,
    /// The body is no JSON, or could not be read.
    #[error("the response is not JSON")]
    NotJson,
    /// The body is JSON but no object.
    #[error("the response is not an object")]
    NotAnObject,
    /// The object lacks what it must have.
    #[error("the response lacks {0}")]
    Lacks(&'static str),
}

/// A slot that must not change within a session has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the content of slot {slot_id:?} changed within its session; only volatile slots may change")]
#[non_exhaustive]
pub struct AssemblyStabilityError {
    /// Identifier of the slot.
    pub slot_id: String,
}

/// The same call was made more often in a row than the threshold allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{signature} was called {repeats} times in a row, which is more than {threshold}")]
#[non_exhaustive]
pub struct RetryLoopError {
    /// Name and arguments of the call.
    pub signature: String,
    /// How often it was made in a row.
    pub repeats: u64,
    /// How often it may be made in a row.
    pub threshold: u64,
}

/// Jobs are reserved and not offered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("asynchronous jobs are not available yet ({})", Self::CODE)]
#[non_exhaustive]
pub struct AsyncJobsUnavailableError;

impl AsyncJobsUnavailableError {
    /// The code of this error in every client.
    pub const CODE: &'static str = "cave_async_jobs_unavailable";

    /// The code of this error in every client.
    pub const fn code(&self) -> &'static str {
        Self::CODE
    }
}
