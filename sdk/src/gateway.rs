//! The one place from which requests go out: options, headers, deadline, cancellation and bounds.

use std::{fmt, future::Future, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use serde::Serialize;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    answer::Answer,
    assemble::Ledger,
    base_url::BaseUrl,
    endpoint::Endpoint,
    error::Error,
    headers,
    otlp::SpanObserver,
    secret::Secret,
    trace_ids::TraceContext,
    transport::{Body, BodyStream, BoxFuture, Transport, TransportError, TransportRequest, TransportResponse},
};

/// The label of calls that nobody has labelled.
pub(crate) const UNLABELED_WORKFLOW: &str = "unlabeled-workflow";

/// What the gateway keeps of the requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Retention {
    /// Metadata only.
    #[default]
    Metadata,
    /// Nothing.
    ZeroDataRetention,
    /// What the project has configured.
    Configured,
}

impl Retention {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Metadata => "metadata",
            Self::ZeroDataRetention => "zdr",
            Self::Configured => "configured",
        }
    }
}

/// What every call of a client shares.
pub(crate) struct Gateway {
    pub(crate) api_key: Secret,
    pub(crate) base: BaseUrl,
    pub(crate) agent: String,
    pub(crate) default_workflow: Option<String>,
    pub(crate) retention: Retention,
    pub(crate) user: Option<String>,
    pub(crate) timeout: Duration,
    pub(crate) cancellation: CancellationToken,
    pub(crate) max_response_bytes: usize,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) span_observers: Vec<Arc<dyn SpanObserver>>,
    pub(crate) assembled: Ledger,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway")
            .field("api_key", &self.api_key)
            .field("base_url", &self.base.as_str())
            .field("agent", &self.agent)
            .field("default_workflow", &self.default_workflow)
            .field("retention", &self.retention)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// Which responses have their body read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadBody {
    /// Those with a status from 200 to 299. Of the others a short body is read and dropped, so that the
    /// connection can be used again.
    OnSuccess,
    /// All.
    Always,
}

impl Gateway {
    /// The label of a call: its own, or else the default, or else the one that says that there is none. An explicit empty
    /// label stays empty.
    pub(crate) fn workflow<'a>(&'a self, explicit: Option<&'a str>) -> &'a str {
        explicit.or(self.default_workflow.as_deref()).unwrap_or(UNLABELED_WORKFLOW)
    }

    /// The standard headers of a call without a label of its own that belongs to no trace.
    pub(crate) fn headers(&self) -> Result<HeaderMap, Error> {
        self.standard_headers(self.workflow(None), None)
    }

    /// The standard headers of a call with a label. `trace` is there for calls that belong to a trace.
    pub(crate) fn standard_headers(
        &self,
        workflow: &str,
        trace: Option<&TraceContext>,
    ) -> Result<HeaderMap, Error> {
        let mut map = HeaderMap::new();
        map.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        map.insert(header::AUTHORIZATION, self.key_header("authorization", "Bearer ")?);
        self.common_headers(&mut map, workflow)?;
        if let Some(trace) = trace {
            headers::set(&mut map, "x-cave-trace-id", &trace.trace_id)?;
            headers::set(&mut map, "x-cave-parent-span-id", &trace.span_id)?;
        }
        Ok(map)
    }

    /// The headers of the plan and of exports. They carry the client's default label, never that of a trace.
    pub(crate) fn otlp_headers(&self) -> Result<HeaderMap, Error> {
        let mut map = HeaderMap::new();
        map.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        map.insert(HeaderName::from_static("x-cave-api-key"), self.key_header("x-cave-api-key", "")?);
        self.common_headers(&mut map, self.workflow(None))?;
        Ok(map)
    }

    fn common_headers(&self, map: &mut HeaderMap, workflow: &str) -> Result<(), Error> {
        headers::set(map, "x-cave-agent", &self.agent)?;
        headers::set(map, "x-cave-workflow", workflow)?;
        headers::set(map, "x-cave-retention", self.retention.as_str())?;
        if let Some(user) = self.user.as_deref().filter(|user| !user.is_empty()) {
            headers::set(map, "x-cave-user-hash", user)?;
        }
        Ok(())
    }

    fn key_header(&self, name: &str, prefix: &str) -> Result<HeaderValue, Error> {
        self.api_key.header_value(prefix).ok_or_else(|| Error::Header { name: name.to_owned() })
    }

    /// A request to an endpoint.
    pub(crate) fn request(
        &self,
        method: Method,
        endpoint: &Endpoint,
        headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<TransportRequest, Error> {
        let url = self.base.endpoint(endpoint.path())?;
        Ok(TransportRequest { method, url, template: endpoint.template(), headers, body })
    }

    /// Gets what is at an endpoint.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    pub(crate) async fn get(&self, endpoint: &Endpoint, headers: HeaderMap) -> Result<Answer, Error> {
        let request = self.request(Method::GET, endpoint, headers, None)?;
        self.fetch(request, ReadBody::OnSuccess, self.max_response_bytes).await
    }

    /// Sends a body to an endpoint.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch); [`Error::Encode`] when the body has no JSON text.
    pub(crate) async fn post(
        &self,
        endpoint: &Endpoint,
        headers: HeaderMap,
        body: &(impl Serialize + ?Sized),
        read: ReadBody,
    ) -> Result<Answer, Error> {
        let request = self.request(Method::POST, endpoint, headers, Some(json_body(body)?))?;
        self.fetch(request, read, self.max_response_bytes).await
    }

    /// Sends a request and reads the body of the response up to a number of bytes, all before the deadline.
    ///
    /// # Errors
    /// When there is no response: [`Error::Timeout`], [`Error::Aborted`], [`Error::Transport`].
    pub(crate) async fn fetch(
        &self,
        request: TransportRequest,
        read: ReadBody,
        limit: usize,
    ) -> Result<Answer, Error> {
        let deadline = self.deadline();
        let span = request_span(&request);
        async {
            let response = self.head(request, deadline).await?;
            let status = response.status;
            let body = if read == ReadBody::OnSuccess && !status.is_success() {
                // What becomes of it is nothing to the call, which has its answer.
                let _ = self.before(deadline, Error::ReadTimeout, response.drain()).await;
                Ok(Bytes::new())
            } else {
                let body = response.read_bounded(limit);
                match self.before(deadline, Error::ReadTimeout, body).await {
                    Ok(body) => body.map_err(Error::Read),
                    Err(error) => Err(error),
                }
            };
            tracing::debug!(status = status.as_u16(), read = body.is_ok(), "response");
            Ok(Answer { status, body })
        }
        .instrument(span)
        .await
    }

    /// Sends a request and answers with its head. The body is still to be read, before the deadline of the call.
    pub(crate) async fn send(self: &Arc<Self>, request: TransportRequest) -> Result<TransportResponse, Error> {
        let span = request_span(&request);
        let deadline = self.deadline();
        let mut response = self.head(request, deadline).instrument(span).await?;
        response.body = Body::from_stream(TimedBody { body: response.body, gateway: Arc::clone(self), deadline });
        Ok(response)
    }

    async fn head(&self, request: TransportRequest, deadline: Instant) -> Result<TransportResponse, Error> {
        let response = self.before(deadline, Error::Timeout, self.transport.send(request)).await;
        response.and_then(|response| response.map_err(Error::Transport)).inspect_err(|error| {
            // The message of an error holds neither keys nor payloads.
            tracing::debug!(%error, "no response");
        })
    }

    /// When a call that begins now has to be over. A time beyond what the clock can hold is a century.
    pub(crate) fn deadline(&self) -> Instant {
        const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
        Instant::now() + self.timeout.min(CENTURY)
    }

    /// The outcome of a future, unless the deadline passes or the client is cancelled first. The future is dropped then.
    pub(crate) async fn before<T>(
        &self,
        deadline: Instant,
        late: Error,
        future: impl Future<Output = T>,
    ) -> Result<T, Error> {
        tokio::select! {
            biased;
            () = self.cancellation.cancelled() => Err(Error::Aborted),
            outcome = timeout_at(deadline, future) => outcome.map_err(|_| late),
        }
    }
}

/// A body that has to come before the deadline of its call.
struct TimedBody {
    body: Body,
    gateway: Arc<Gateway>,
    deadline: Instant,
}

impl BodyStream for TimedBody {
    fn next_chunk(&mut self) -> BoxFuture<'_, Result<Option<Bytes>, TransportError>> {
        Box::pin(async {
            let chunk = self.gateway.before(self.deadline, Error::ReadTimeout, self.body.next_chunk()).await;
            chunk.unwrap_or_else(|error| Err(TransportError::new(error.to_string())))
        })
    }
}

/// A span of method, host and endpoint. No identifier, no query, no header, no payload.
fn request_span(request: &TransportRequest) -> tracing::Span {
    tracing::debug_span!(
        "cave_request",
        http.request.method = request.method.as_str(),
        server.address = request.url.host_str().unwrap_or_default(),
        url.template = &*request.template,
    )
}

/// A request body as JSON text.
fn json_body(value: &(impl Serialize + ?Sized)) -> Result<Bytes, Error> {
    serde_json::to_vec(value).map(Bytes::from).map_err(|error| Error::Encode(error.to_string()))
}
