//! What carries a request to the gateway and brings the response back.
//!
//! The client puts together the whole request and reads the whole response itself; a transport only moves them. Deadline
//! and cancellation are the client's too: it drops the future or the body, and a transport has to do nothing but let
//! itself be dropped.

use std::{borrow::Cow, error, fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, StatusCode, header};
use tokio::time::timeout;
use url::Url;

/// A future on the heap, so that traits with asynchronous methods can be objects.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends one request at a time to wherever it says.
///
/// ```
/// use caveman_sdk::{BoxFuture, Cave, TransportRequest, Transport, TransportError, TransportResponse};
///
/// /// Answers everything with an empty object.
/// struct Empty;
///
/// impl Transport for Empty {
///     fn send(&self, _: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
///         Box::pin(async { Ok(TransportResponse::new(200, "{}")) })
///     }
/// }
///
/// let cave = Cave::builder()
///     .api_key("key")
///     .base_url("https://gateway.example")
///     .agent("agent")
///     .transport(Empty)
///     .build()?;
/// # Ok::<(), caveman_sdk::Error>(())
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends a request and answers when the head of the response is there; the body follows on demand.
    ///
    /// Redirects are the transport's business. Every status is a response; an error means that there is none.
    fn send(&self, request: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>>;
}

impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn send(&self, request: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        (**self).send(request)
    }
}

/// A request as it goes out.
///
/// `Debug` shows of the URL nothing but the origin, of the headers their names, and of the body its length.
#[derive(Clone)]
pub struct TransportRequest {
    /// The method.
    pub method: Method,
    /// Where it goes: `http` or `https`, without user information.
    pub url: Url,
    /// The path of the endpoint, without the base, with names in place of identifiers: `/sdk/v1/artifacts/{id}`. Of raw
    /// requests it is the provider's part of the gateway. This may stand in logs; the URL may hold what must not.
    pub template: Cow<'static, str>,
    /// Its headers. Values are bytes: U+0080 to U+00FF stand as one Latin-1 byte. Keys are marked as sensitive.
    pub headers: HeaderMap,
    /// The body; `None` is no body at all, not an empty one.
    pub body: Option<Bytes>,
}

impl fmt::Debug for TransportRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransportRequest")
            .field("method", &self.method)
            // A path may hold an identifier or, as a query may, a key.
            .field("origin", &self.url.origin().ascii_serialization())
            .field("template", &self.template)
            // Callers of raw requests put in headers that nobody here knows.
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .field("body_bytes", &self.body.as_ref().map(Bytes::len))
            .finish()
    }
}

/// The head of a response, and the body to read.
#[derive(Debug)]
pub struct TransportResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, unread.
    pub body: Body,
}

impl TransportResponse {
    /// A response whose body is there already. A status that is no HTTP status becomes 500.
    pub fn new(status: u16, body: impl Into<Bytes>) -> Self {
        Self {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            headers: HeaderMap::new(),
            body: Body::from(body.into()),
        }
    }

    /// The announced length of the body in bytes: `Content-Length`, when it is all digits. Saturates.
    pub fn content_length(&self) -> Option<u64> {
        let text = self.headers.get(header::CONTENT_LENGTH)?.to_str().ok()?;
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u64::MAX))
    }

    /// The coding of the body, such as `gzip`: `Content-Encoding`, unless it says that there is none.
    pub fn content_coding(&self) -> Option<String> {
        let codings: Vec<_> = self
            .headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .map(|coding| String::from_utf8_lossy(coding.as_bytes()).trim().to_ascii_lowercase())
            .filter(|coding| !coding.is_empty() && coding != "identity")
            .collect();
        (!codings.is_empty()).then(|| codings.join(", "))
    }

    /// Reads the body to its end, unless it is longer than `limit` bytes: then the rest is not read. When the announced
    /// length says so already, nothing is read; nor is a body in a content coding, which the client never asks for.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`], [`ReadError::Coded`], or [`ReadError::Transport`] when the connection fails before the
    /// end.
    pub async fn read_bounded(self, limit: usize) -> Result<Bytes, ReadError> {
        if let Some(coding) = self.content_coding() {
            return Err(ReadError::Coded { coding });
        }
        if self.content_length().is_some_and(|length| length > limit as u64) {
            return Err(ReadError::TooLarge { limit });
        }
        self.body.read_bounded(limit).await
    }

    /// Reads a body that nobody wants to its end, so that its connection can be used again; unless it is long or does not
    /// come at once, as that costs more than another connection.
    pub(crate) async fn drain(mut self) {
        if self.content_length().is_some_and(|length| length > MAX_DRAIN as u64) {
            return;
        }
        let to_the_end = async {
            let mut read = 0;
            while let Ok(Some(chunk)) = self.body.next_chunk().await {
                read += chunk.len();
                if read > MAX_DRAIN {
                    return;
                }
            }
        };
        // Too late is as good as an error: the connection is given up.
        let _ = timeout(DRAIN_TIME, to_the_end).await;
    }
}

/// Most bytes of a body that nobody wants which are read so that its connection can be used again.
const MAX_DRAIN: usize = 16 * 1024;

/// How long the rest of a body that nobody wants is waited for. A new connection would be made in less time.
const DRAIN_TIME: Duration = Duration::from_millis(250);

/// The chunks of a body, one after the other.
pub trait BodyStream: Send {
    /// The next chunk; `None` at the end. Chunks may be empty.
    fn next_chunk(&mut self) -> BoxFuture<'_, Result<Option<Bytes>, TransportError>>;
}

/// The body of a response. Dropping it before its end gives up the rest.
pub struct Body(Box<dyn BodyStream>);

impl Body {
    /// A body that is read from a stream.
    pub fn from_stream(stream: impl BodyStream + 'static) -> Self {
        Self(Box::new(stream))
    }

    /// The next chunk; `None` at the end.
    ///
    /// # Errors
    /// When the connection fails before the end.
    pub async fn next_chunk(&mut self) -> Result<Option<Bytes>, TransportError> {
        self.0.next_chunk().await
    }

    /// Reads to the end, unless there are more than `limit` bytes: then the rest is not read.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`], or [`ReadError::Transport`] when the connection fails before the end.
    pub async fn read_bounded(mut self, limit: usize) -> Result<Bytes, ReadError> {
        let mut first = Bytes::new();
        let mut all = BytesMut::new();
        while let Some(chunk) = self.next_chunk().await? {
            if first.len() + all.len() + chunk.len() > limit {
                return Err(ReadError::TooLarge { limit });
            }
            if first.is_empty() && all.is_empty() {
                // Most bodies are one chunk, which needs no copy.
                first = chunk;
                continue;
            }
            if all.is_empty() {
                all.extend_from_slice(&std::mem::take(&mut first));
            }
            all.extend_from_slice(&chunk);
        }
        Ok(if all.is_empty() { first } else { all.freeze() })
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self::from_stream(Whole(Some(bytes)))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Body(..)")
    }
}

/// A body that is one chunk.
struct Whole(Option<Bytes>);

impl BodyStream for Whole {
    fn next_chunk(&mut self) -> BoxFuture<'_, Result<Option<Bytes>, TransportError>> {
        let chunk = self.0.take();
        Box::pin(async { Ok(chunk) })
    }
}

/// Why a body could not be read to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is longer than the reader allows.
    #[error("the body is longer than {limit} bytes")]
    TooLarge {
        /// Most bytes that are read.
        limit: usize,
    },
    /// It is compressed or coded in another way, which was not asked for.
    #[error("the body is coded as {coding:?}, which was not asked for")]
    Coded {
        /// The coding, such as `gzip`.
        coding: String,
    },
    /// The connection failed.
    #[error(transparent)]
    Transport(#[from] TransportError),
}

/// Why there is no response, or not all of it. The message names no header value and no payload.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct TransportError {
    message: String,
    source: Option<Box<dyn error::Error + Send + Sync>>,
}

impl TransportError {
    /// An error with its own words.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), source: None }
    }

    /// An error with its cause.
    pub fn with_source(message: impl Into<String>, source: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        Self { message: message.into(), source: Some(source.into()) }
    }
}
