//! Conversations that were put away, and what brings them back.

use contracts_runtime::{Json, Object};
use http::StatusCode;

use crate::{
    answer::request_error,
    endpoint::Endpoint,
    error::{Error, RequestFailure},
    text::not_blank,
    trace::Trace,
    wire::CheckpointRequest,
};

/// Where conversations go.
const PATH: &str = "/sdk/v1/checkpoints";

/// Where one is brought back.
const EXPAND: &str = "/sdk/v1/checkpoints/{sourceRef}/expand";

/// Conversations that were put away; see [`Trace::checkpoints`].
#[derive(Clone, Debug)]
pub struct Checkpoints(pub(crate) Trace);

impl Checkpoints {
    /// Puts a conversation away and gives the gateway's response, whatever object it is: a summary, and the `source_ref`
    /// that brings the conversation back.
    ///
    /// # Errors
    /// [`Error::Request`] when the gateway refuses or does not answer with an object.
    pub async fn create(&self, messages: impl Into<Json>, options: impl Into<Json>) -> Result<Object, Error> {
        let Self(trace) = self;
        let body = CheckpointRequest {
            messages: messages.into(),
            options: options.into(),
            workflow: trace.workflow().to_owned(),
        };
        trace.post(&Endpoint::fixed(PATH), &body).await?.object_at(PATH)
    }

    /// Brings a conversation back: the gateway's response, which has a `source_ref` and `messages`, and usually a
    /// `version` and the `checkpoint`.
    ///
    /// # Errors
    /// [`Error::Request`] when the gateway refuses or does not answer with such an object.
    pub async fn expand(&self, source_ref: &str) -> Result<Object, Error> {
        let Self(trace) = self;
        let endpoint = Endpoint::of(EXPAND, source_ref);
        let response = trace.get(&endpoint).await?.object_at(endpoint.path())?;
        let lacking = if not_blank(response.get("source_ref")).is_none() {
            "source_ref"
        } else if response.get("messages").and_then(Json::as_array).is_none() {
            "messages"
        } else {
            return Ok(response);
        };
        // The path of every client's error, whatever was asked for.
        Err(request_error(StatusCode::OK, EXPAND, RequestFailure::Lacks(lacking)))
    }
}
