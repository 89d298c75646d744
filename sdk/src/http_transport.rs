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

/// Headers that say something of a body, and go with it.
const BODY_HEADERS: [HeaderName; 5] = [
    header::CONTENT_ENCODING,
    header::CONTENT_LANGUAGE,
    header::CONTENT_LENGTH,
    header::CONTENT_LOCATION,
    header::CONTENT_TYPE,
];

/// How long an idle connection is kept for the next request.
const IDLE: Duration = Duration::from_secs(60);

/// How many pools of connections are kept; when one more is needed, the oldest is dropped.
const MOST_POOLS: usize = 16;

/// HTTP/1.1 over TCP, or over TLS by rustls with the platform's certificates. Connections are kept and used again.
///
/// A connection is driven by the tokio runtime that opened it, so each runtime has pools of its own.
///
/// TLS is set up for the first `https` URL, also when it is the target of a redirect: the certificates are read from the
/// disk then. Where there are only `http` URLs, no certificates are needed.
///
/// Responses are asked for without compression, unless a raw request asks for some itself.
///
/// Proxies of the environment are not used. Redirects are followed as fetch does, with one exception: keys do not go along
/// to another origin.
#[derive(Clone, Debug, Default)]
pub struct HttpTransport(Arc<Mutex<Connections>>);

#[derive(Debug, Default)]
struct Connections {
    /// Set up for the first `https` URL.
    tls: Option<rustls::ClientConfig>,
    pools: Vec<Pool>,
}

#[derive(Debug)]
struct Pool {
    runtime: runtime::Id,
    tls: bool,
    client: reqwest::Client,
}

impl HttpTransport {
    /// A transport with connections of its own; clones share them. There is no I/O.
    pub fn new() -> Self {
        Self::default()
    }

    /// The connections of the runtime that asks, with TLS or without.
    fn client(&self, tls: bool) -> Result<reqwest::Client, TransportError> {
        let no_runtime = |error| TransportError::with_source("a request needs a tokio runtime", error);
        let runtime = runtime::Handle::try_current().map_err(no_runtime)?.id();
        let mut connections = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = connections.pools.iter().find(|pool| pool.runtime == runtime && pool.tls == tls) {
            return Ok(pool.client.clone());
        }
        let config = if tls { connections.tls()? } else { trusts_nobody()? };
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(config)
            .redirect(reqwest::redirect::Policy::none())
            .pool_idle_timeout(IDLE)
            .no_proxy()
            .build()
            .map_err(|error| TransportError::with_source("cannot set up the HTTP client", error))?;
        if connections.pools.len() == MOST_POOLS {
            connections.pools.remove(0);
        }
        connections.pools.push(Pool { runtime, tls, client: client.clone() });
        Ok(client)
    }

    async fn follow(&self, mut request: TransportRequest) -> Result<TransportResponse, TransportError> {
        for _ in 0..=MAX_REDIRECTS {
            let response = self.once(&request).await?;
            let Some(target) = redirect_target(&request.url, &response) else { return Ok(response) };
            let target = target?;
            let status = response.status;
            response.drain().await;
            redirect(&mut request, status, target);
        }
        Err(TransportError::new(format!("more than {MAX_REDIRECTS} redirects")))
    }

    async fn once(&self, request: &TransportRequest) -> Result<TransportResponse, TransportError> {
        let mut outgoing = reqwest::Request::new(request.method.clone(), request.url.clone());
        outgoing.headers_mut().clone_from(&request.headers);
        // Without this header a server may use any coding.
        outgoing.headers_mut().entry(header::ACCEPT_ENCODING).or_insert(HeaderValue::from_static("identity"));
        *outgoing.body_mut() = request.body.clone().map(reqwest::Body::from);
        let mut response = self.client(request.url.scheme() == "https")?.execute(outgoing).await.map_err(failed)?;
        Ok(TransportResponse {
            status: response.status(),
            headers: std::mem::take(response.headers_mut()),
            body: Body::from_stream(Incoming(response)),
        })
    }
}

impl Connections {
    /// TLS with the certificates that the platform trusts. A failure is not kept, as the certificates may come.
    fn tls(&mut self) -> Result<rustls::ClientConfig, TransportError> {
        if let Some(tls) = &self.tls {
            return Ok(tls.clone());
        }
        let tls = tls_builder()?.with_platform_verifier().map_err(no_tls)?.with_no_client_auth();
        Ok(self.tls.insert(tls).clone())
    }
}

/// For pools of `http` URLs: the HTTP crate asks for some TLS, which must not read any certificates.
fn trusts_nobody() -> Result<rustls::ClientConfig, TransportError> {
    Ok(tls_builder()?.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth())
}

fn tls_builder() -> Result<rustls::ConfigBuilder<rustls::ClientConfig, rustls::WantsVerifier>, TransportError> {
    rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(no_tls)
}

fn no_tls(error: rustls::Error) -> TransportError {
    TransportError::with_source("cannot set up TLS", error)
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
        // As in fetch; a user in the URL would become a key of its own.
        Some(target) if !target.username().is_empty() || target.password().is_some() => {
            Err(TransportError::new("a redirect to a URL with a user in it"))
        }
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
        for name in BODY_HEADERS {
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

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use http::HeaderMap;

    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    /// A request with a key, a body and headers about it.
    fn request(method: &str) -> TransportRequest {
        let mut headers = HeaderMap::new();
        for name in BODY_HEADERS.into_iter().chain([header::AUTHORIZATION, HeaderName::from_static("x-own")]) {
            headers.insert(name, HeaderValue::from_static("1"));
        }
        TransportRequest {
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            url: url("http://g.test/a/b?c#d"),
            template: Cow::Borrowed("/a/b"),
            headers,
            body: Some(Bytes::from_static(b"body")),
        }
    }

    #[test]
    fn methods_and_bodies_of_redirects() {
        // Status, method, method that follows, whether the body goes along: as in the Fetch Standard.
        for (status, method, follows, with_body) in [
            (301, "GET", "GET", true),
            (301, "HEAD", "HEAD", true),
            (301, "POST", "GET", false),
            (301, "PUT", "PUT", true),
            (302, "GET", "GET", true),
            (302, "POST", "GET", false),
            (302, "DELETE", "DELETE", true),
            (303, "GET", "GET", true),
            (303, "HEAD", "HEAD", true),
            (303, "POST", "GET", false),
            (303, "PUT", "GET", false),
            (303, "DELETE", "GET", false),
            (307, "POST", "POST", true),
            (307, "PATCH", "PATCH", true),
            (308, "POST", "POST", true),
            (308, "GET", "GET", true),
        ] {
            let place = format!("{status} {method}");
            let mut request = request(method);
            redirect(&mut request, StatusCode::from_u16(status).unwrap(), url("http://g.test/x"));
            assert_eq!((request.method.as_str(), request.body.is_some()), (follows, with_body), "{place}");
            for name in BODY_HEADERS {
                assert_eq!(request.headers.contains_key(&name), with_body, "{place}: {name}");
            }
            assert!(
                request.headers.contains_key("x-own") && request.headers.contains_key("authorization"),
                "{place}"
            );
            assert_eq!(request.url.as_str(), "http://g.test/x#d", "{place}: the fragment is inherited");
        }
    }

    #[test]
    fn keys_stay_at_their_origin() {
        for (target, with_key) in [
            ("http://g.test/x", true),
            ("http://g.test:80/", true),
            ("HTTP://G.TEST/", true),
            ("http://g.test:81/", false),
            ("https://g.test/", false),
            ("http://sub.g.test/", false),
            ("http://other.test/", false),
        ] {
            let mut request = request("GET");
            redirect(&mut request, StatusCode::TEMPORARY_REDIRECT, url(target));
            assert_eq!(request.headers.contains_key("authorization"), with_key, "{target}");
            assert!(request.headers.contains_key("x-own"), "{target}");
        }
    }

    #[test]
    fn where_redirects_go() {
        const REFUSED: &str = "refused";
        for (status, location, expected) in [
            (200, Some("/x"), None),
            (300, Some("/x"), None),
            (304, Some("/x"), None),
            (305, Some("/x"), None),
            (309, Some("/x"), None),
            (302, None, None),
            (302, Some(""), Some("http://g.test/a/b?c")),
            (301, Some("/x"), Some("http://g.test/x")),
            (302, Some("x"), Some("http://g.test/a/x")),
            (303, Some("?y"), Some("http://g.test/a/b?y")),
            (307, Some("../%2e%2e/x#y"), Some("http://g.test/x#y")),
            (308, Some("//h.test/x"), Some("http://h.test/x")),
            (302, Some("https://h.test"), Some("https://h.test/")),
            (302, Some("/\u{e9}"), Some("http://g.test/%C3%A9")),
            (302, Some("ftp://h.test/"), Some(REFUSED)),
            (302, Some("file:///etc/passwd"), Some(REFUSED)),
            (302, Some("data:,x"), Some(REFUSED)),
            (302, Some("http://"), Some(REFUSED)),
            (302, Some("http://user@g.test/"), Some(REFUSED)),
            (302, Some("http://:secret@g.test/"), Some(REFUSED)),
        ] {
            let mut response = TransportResponse::new(status, "");
            if let Some(location) = location {
                response.headers.insert(header::LOCATION, HeaderValue::from_bytes(location.as_bytes()).unwrap());
            }
            let target = redirect_target(&url("http://g.test/a/b?c#d"), &response).map(|target| match target {
                Ok(target) => target.to_string(),
                Err(error) => {
                    assert!(!error.to_string().contains("secret"), "{error}");
                    REFUSED.to_owned()
                }
            });
            assert_eq!(target.as_deref(), expected, "{status} {location:?}");
        }
        let mut response = TransportResponse::new(302, "");
        response.headers.insert(header::LOCATION, HeaderValue::from_bytes(b"/\xE9").unwrap());
        assert!(redirect_target(&url("http://g.test/"), &response).unwrap().is_err(), "no UTF-8");
    }
}
