//! The HTTP transport.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, StatusCode, header};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::runtime;
use url::Url;

use crate::{
    headers::mark_keys,
    transport::{Body, BodyStream, BoxFuture, Transport, TransportError, TransportRequest, TransportResponse},
};

/// How many redirects are followed before a call gives up, as fetch does.
const MAX_REDIRECTS: usize = 20;

/// How long an idle connection is kept for the next request.
const IDLE: Duration = Duration::from_secs(60);

/// How many runtimes have a pool of connections; when one more calls, that of the one that called first is dropped.
const MOST_POOLS: usize = 8;

/// HTTP/1.1 over TCP, or over TLS by rustls with the platform's certificates. Connections are kept and used again.
///
/// A connection is driven by the tokio runtime that opened it, so each runtime has a pool of its own.
///
/// Responses are asked for without compression, unless a raw request asks for some itself.
///
/// Proxies of the environment are not used. Redirects are followed as fetch does, with one exception: keys do not go along
/// to another origin.
#[derive(Clone, Debug)]
pub struct HttpTransport {
    tls: rustls::ClientConfig,
    pools: Arc<Mutex<Vec<(runtime::Id, reqwest::Client)>>>,
}

impl HttpTransport {
    /// A transport with connections of its own; clones share them.
    ///
    /// # Errors
    /// When TLS cannot be set up, as without any trusted certificate.
    pub fn new() -> Result<Self, TransportError> {
        let failed = |error: rustls::Error| TransportError::with_source("cannot set up TLS", error);
        let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(failed)?
            .with_platform_verifier()
            .map_err(failed)?
            .with_no_client_auth();
        Ok(Self { tls, pools: Arc::default() })
    }

    /// The connections of the runtime that asks.
    fn client(&self) -> Result<reqwest::Client, TransportError> {
        let no_runtime = |error| TransportError::with_source("a request needs a tokio runtime", error);
        let runtime = runtime::Handle::try_current().map_err(no_runtime)?.id();
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, client)) = pools.iter().find(|(other, _)| *other == runtime) {
            return Ok(client.clone());
        }
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .redirect(reqwest::redirect::Policy::none())
            .pool_idle_timeout(IDLE)
            .no_proxy()
            .build()
            .map_err(|error| TransportError::with_source("cannot set up the HTTP client", error))?;
        if pools.len() == MOST_POOLS {
            pools.remove(0);
        }
        pools.push((runtime, client.clone()));
        Ok(client)
    }

    async fn follow(&self, mut request: TransportRequest) -> Result<TransportResponse, TransportError> {
        for _ in 0..=MAX_REDIRECTS {
            let response = self.once(&request).await?;
            let Some(target) = redirect_target(&request.url, &response) else { return Ok(response) };
            redirect(&mut request, response.status, target?);
        }
        Err(TransportError::new(format!("more than {MAX_REDIRECTS} redirects")))
    }

    async fn once(&self, request: &TransportRequest) -> Result<TransportResponse, TransportError> {
        let mut outgoing = reqwest::Request::new(request.method.clone(), request.url.clone());
        outgoing.headers_mut().clone_from(&request.headers);
        // Without this header a server may use any coding.
        outgoing.headers_mut().entry(header::ACCEPT_ENCODING).or_insert(HeaderValue::from_static("identity"));
        *outgoing.body_mut() = request.body.clone().map(reqwest::Body::from);
        let mut response = self.client()?.execute(outgoing).await.map_err(failed)?;
        Ok(TransportResponse {
            status: response.status(),
            headers: std::mem::take(response.headers_mut()),
            body: Body::from_stream(Incoming(response)),
        })
    }
}

impl Transport for HttpTransport {
    fn send(&self, request: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        Box::pin(self.follow(request))
    }
}

/// Where a response sends the request on to, if it does.
fn redirect_target(from: &Url, response: &TransportResponse) -> Option<Result<Url, TransportError>> {
    if !matches!(response.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.headers.get(header::LOCATION)?;
    let target = std::str::from_utf8(location.as_bytes()).ok().and_then(|location| from.join(location).ok());
    Some(match target {
        Some(target) if matches!(target.scheme(), "http" | "https") => Ok(target),
        _ => Err(TransportError::new("a redirect to what is no http or https URL")),
    })
}

/// Points a request at the target of a redirect.
fn redirect(request: &mut TransportRequest, status: StatusCode, mut target: Url) {
    let becomes_get = match status.as_u16() {
        301 | 302 => request.method == Method::POST,
        303 => !matches!(request.method, Method::GET | Method::HEAD),
        _ => false,
    };
    if becomes_get {
        request.method = Method::GET;
        request.body = None;
        for name in [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
            request.headers.remove(name);
        }
    }
    if target.origin() != request.url.origin() {
        mark_keys(&mut request.headers);
        let keys = request.headers.iter().filter(|(_, value)| value.is_sensitive());
        let keys: Vec<HeaderName> = keys.map(|(name, _)| name.clone()).collect();
        for name in keys {
            request.headers.remove(name);
        }
    }
    if target.fragment().is_none() {
        target.set_fragment(request.url.fragment());
    }
    request.url = target;
}

/// The body of a response, as it comes in.
struct Incoming(reqwest::Response);

impl BodyStream for Incoming {
    fn next_chunk(&mut self) -> BoxFuture<'_, Result<Option<Bytes>, TransportError>> {
        Box::pin(async { self.0.chunk().await.map_err(failed) })
    }
}

fn failed(error: reqwest::Error) -> TransportError {
    let message = if error.is_connect() {
        "cannot connect to the gateway"
    } else if error.is_body() || error.is_decode() {
        "the connection failed while the response was read"
    } else {
        "the request failed"
    };
    TransportError::with_source(message, error.without_url())
}
