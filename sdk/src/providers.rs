//! Model providers behind the gateway.

use std::{fmt, future::Future, str::FromStr, sync::Arc};

use bytes::Bytes;
use contracts_runtime::{Json, Object};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use crate::{
    assemble::AssembledRequest,
    cave::Cave,
    endpoint::Endpoint,
    error::Error,
    gateway::{Gateway, ReadBody},
    headers,
    secret::Secret,
    trace_ids::TraceContext,
    transport::{TransportRequest, TransportResponse},
};

/// A model provider that the gateway speaks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Provider {
    /// `OpenAI`.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Gemini.
    Gemini,
    /// Vertex.
    Vertex,
}

impl Provider {
    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Vertex => "vertex",
        }
    }

    /// Where its part of the gateway begins.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::OpenAi => "/openai/v1",
            Self::Anthropic => "/anthropic",
            Self::Gemini => "/gemini",
            Self::Vertex => "/vertex",
        }
    }
}

/// How long a caller is ready to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LatencyClass {
    /// Somebody waits.
    Interactive,
    /// Nobody waits at the moment.
    Background,
    /// Any time will do.
    Offline,
}

impl LatencyClass {
    /// Its name on the wire of options.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Background => "background",
            Self::Offline => "offline",
        }
    }
}

/// What a call tells the gateway about itself. Everything is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct CreateHints {
    latency_class: Option<LatencyClass>,
    tool_session_id: Option<String>,
}

impl CreateHints {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// How long the caller is ready to wait.
    pub fn latency_class(mut self, class: LatencyClass) -> Self {
        self.latency_class = Some(class);
        self
    }

    /// The session of the tool search that the tools of this call come from.
    pub fn tool_session_id(mut self, id: impl Into<String>) -> Self {
        self.tool_session_id = Some(id.into());
        self
    }
}

/// The body of a provider call: any JSON value, or an assembled request, whose header goes along.
#[derive(Clone, Debug)]
pub struct CreateBody(BodyKind);

#[derive(Clone, Debug)]
enum BodyKind {
    Plain(Json),
    Assembled(AssembledRequest),
}

impl From<Json> for CreateBody {
    fn from(body: Json) -> Self {
        Self(BodyKind::Plain(body))
    }
}

impl From<&Json> for CreateBody {
    fn from(body: &Json) -> Self {
        Self(BodyKind::Plain(body.clone()))
    }
}

impl From<Object> for CreateBody {
    fn from(body: Object) -> Self {
        Self(BodyKind::Plain(body.into()))
    }
}

impl From<&AssembledRequest> for CreateBody {
    fn from(request: &AssembledRequest) -> Self {
        Self(BodyKind::Assembled(request.clone()))
    }
}

impl From<AssembledRequest> for CreateBody {
    fn from(request: AssembledRequest) -> Self {
        Self(BodyKind::Assembled(request))
    }
}

/// Calls a model provider through the gateway. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct ProviderClient {
    gateway: Arc<Gateway>,
    provider: Provider,
    upstream_key: Option<Secret>,
}

impl Cave {
    /// Calls a provider through the gateway.
    pub fn provider(&self, provider: Provider) -> ProviderClient {
        ProviderClient { gateway: Arc::clone(self.gateway()), provider, upstream_key: None }
    }

    /// Calls `OpenAI` through the gateway.
    pub fn openai(&self) -> ProviderClient {
        self.provider(Provider::OpenAi)
    }

    /// Calls Anthropic through the gateway.
    pub fn anthropic(&self) -> ProviderClient {
        self.provider(Provider::Anthropic)
    }

    /// Calls Gemini through the gateway.
    pub fn gemini(&self) -> ProviderClient {
        self.provider(Provider::Gemini)
    }

    /// Calls Vertex through the gateway.
    pub fn vertex(&self) -> ProviderClient {
        self.provider(Provider::Vertex)
    }

    /// Where Bedrock is behind the gateway. Requests to it are signed by its own client, so there is nothing to call here.
    pub fn bedrock(&self, region: impl Into<String>, endpoint: BedrockEndpoint) -> Bedrock {
        Bedrock { region: region.into(), endpoint }
    }
}

/// What belongs to the connection and not to the request, as in fetch's forbidden request headers: a caller's length or
/// host could make the gateway read another request than the one that was checked.
const CONNECTION_HEADERS: [&str; 11] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

impl ProviderClient {
    /// The same client with a key of the provider, which the gateway uses instead of its own. An empty key is none.
    #[must_use]
    pub fn with_upstream_key(mut self, key: impl Into<String>) -> Self {
        self.upstream_key = Some(Secret::new(key.into())).filter(|key| !key.is_empty());
        self
    }

    /// The provider.
    pub const fn provider(&self) -> Provider {
        self.provider
    }

    /// Calls the provider's `responses` and gives its response, whatever JSON it is.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{CreateHints, Json, LatencyClass};
    ///
    /// let body = Json::from_str(r#"{"model": "m-1", "input": "Hello"}"#)?;
    /// let hints = CreateHints::new().latency_class(LatencyClass::Background);
    /// let response = cave.openai().create_response(body, hints).await?;
    /// assert_eq!(response.pointer("/output_text"), Some(&"Hello to you".into()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Rejected`] when the status is not success; its message is the response's body. [`Error::Json`] when the
    /// response is no JSON.
    pub async fn create_response(&self, body: impl Into<CreateBody>, hints: CreateHints) -> Result<Json, Error> {
        self.create("/responses", body.into(), hints).await
    }

    /// Calls the provider's `chat/completions` and gives its response, whatever JSON it is.
    ///
    /// # Errors
    /// As [`create_response`](Self::create_response).
    pub async fn create_chat_completion(
        &self,
        body: impl Into<CreateBody>,
        hints: CreateHints,
    ) -> Result<Json, Error> {
        self.create("/chat/completions", body.into(), hints).await
    }

    async fn create(&self, endpoint: &'static str, body: CreateBody, hints: CreateHints) -> Result<Json, Error> {
        let call =
            Create { provider: self.provider, endpoint, upstream_key: self.upstream_key.as_ref(), body, hints };
        create(&self.gateway, call, self.gateway.workflow(None), None).await
    }

    /// Sends any request to the provider's part of the gateway and gives the raw response, whatever its status. The
    /// deadline of the client covers its body too.
    ///
    /// The headers of the client are set, over headers of the same names in the request; no hint and no trace goes along.
    /// Headers about the connection and the framing of the body are the transport's: those of the request are dropped.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::RawRequest;
    ///
    /// let openai = cave.openai();
    /// let response = openai.raw(RawRequest::new(http::Method::GET, "/openai/v1/models"))?.await?;
    /// assert_eq!((response.status.as_u16(), response.read_bounded(1024).await?), (200, r#"{"data":[]}"#.into()));
    ///
    /// let outside = openai.raw(RawRequest::new(http::Method::GET, "/openai/v1/../../sdk/v1/events"));
    /// assert_eq!(outside.err().map(|error| error.to_string()).as_deref(), Some("cave_provider_raw_path_not_allowed"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// At once, before anything is sent, with [`Error::RawPathNotAllowed`] when the target is not in the provider's part
    /// of the gateway, and with [`Error::Argument`] for the methods that fetch refuses too. The future fails when there is
    /// no response.
    pub fn raw(
        &self,
        request: RawRequest,
    ) -> Result<impl Future<Output = Result<TransportResponse, Error>> + Send + use<>, Error> {
        // As in fetch: the target of CONNECT is no path, and what TRACE gives back has the keys in it.
        if ["CONNECT", "TRACE", "TRACK"].contains(&request.method.as_str().to_ascii_uppercase().as_str()) {
            let message = format!("a raw request cannot be {}; use another method", request.method);
            return Err(Error::Argument(message));
        }
        let base = self.gateway.base.url()?;
        let mut url = base.join(&request.target).map_err(|_| Error::RawPathNotAllowed)?;
        let prefix = self.provider.prefix();
        let inside = url.path().strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        // A user in the URL would become a key of its own; fetch refuses it too.
        if url.origin() != base.origin() || !inside || !url.username().is_empty() || url.password().is_some() {
            return Err(Error::RawPathNotAllowed);
        }
        url.set_fragment(None);
        let mut own = self.gateway.standard_headers(self.gateway.workflow(None), None)?;
        own.remove(header::CONTENT_TYPE);
        set_upstream_key(&mut own, self.upstream_key.as_ref())?;
        let mut headers = request.headers;
        for name in CONNECTION_HEADERS {
            headers.remove(name);
        }
        for (name, value) in &own {
            headers.insert(name, value.clone());
        }
        headers::mark_keys(&mut headers);
        let request = TransportRequest {
            method: request.method,
            url,
            template: Endpoint::behind(prefix, "/{path}").template(),
            headers,
            body: request.body,
        };
        let gateway = Arc::clone(&self.gateway);
        Ok(async move { gateway.send(request).await })
    }
}

/// A request to a provider's part of the gateway.
#[derive(Clone)]
#[must_use]
pub struct RawRequest {
    method: Method,
    target: String,
    headers: HeaderMap,
    body: Option<Bytes>,
}

impl fmt::Debug for RawRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("body_bytes", &self.body.as_ref().map(Bytes::len))
            .finish_non_exhaustive()
    }
}

impl RawRequest {
    /// A request to a path, such as `/openai/v1/models`, or to a whole URL. A path stands behind the origin of the base,
    /// without the base's own path.
    pub fn new(method: Method, target: impl Into<String>) -> Self {
        Self { method, target: target.into(), headers: HeaderMap::new(), body: None }
    }

    /// Adds a header.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.append(name, value);
        self
    }

    /// Sets the body.
    pub fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = Some(body.into());
        self
    }
}

impl<B: Into<Bytes>> From<http::Request<B>> for RawRequest {
    fn from(request: http::Request<B>) -> Self {
        let (head, body) = request.into_parts();
        let body: Bytes = body.into();
        Self {
            method: head.method,
            target: head.uri.to_string(),
            headers: head.headers,
            body: Some(body).filter(|body| !body.is_empty()),
        }
    }
}

/// A call of a provider.
pub(crate) struct Create<'a> {
    pub(crate) provider: Provider,
    /// Behind the provider's prefix.
    pub(crate) endpoint: &'static str,
    pub(crate) upstream_key: Option<&'a Secret>,
    pub(crate) body: CreateBody,
    pub(crate) hints: CreateHints,
}

/// Calls a provider, in a trace if there is one.
pub(crate) async fn create(
    gateway: &Gateway,
    call: Create<'_>,
    workflow: &str,
    trace: Option<&TraceContext>,
) -> Result<Json, Error> {
    let mut map = gateway.standard_headers(workflow, trace)?;
    set_upstream_key(&mut map, call.upstream_key)?;
    if let Some(class) = call.hints.latency_class {
        let asynchronous = if class == LatencyClass::Interactive { "false" } else { "true" };
        headers::set(&mut map, "x-cave-async", asynchronous)?;
    }
    if let Some(session) = &call.hints.tool_session_id {
        headers::set(&mut map, "x-cave-tool-session", session)?;
    }
    let body = match &call.body.0 {
        BodyKind::Plain(body) => body,
        BodyKind::Assembled(request) => {
            headers::set(&mut map, AssembledRequest::HEADER, request.header())?;
            request.body()
        }
    };
    let endpoint = Endpoint::behind(call.provider.prefix(), call.endpoint);
    gateway.post(&endpoint, map, body, ReadBody::Always).await?.json_or_refusal()
}

fn set_upstream_key(map: &mut HeaderMap, key: Option<&Secret>) -> Result<(), Error> {
    const NAME: &str = "x-cave-upstream-key";
    if let Some(key) = key {
        let value = key.header_value("").ok_or_else(|| Error::Header { name: NAME.to_owned() })?;
        map.insert(HeaderName::from_static(NAME), value);
    }
    Ok(())
}

/// The part of Bedrock that is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BedrockEndpoint {
    /// `bedrock-runtime`.
    #[default]
    Runtime,
    /// `bedrock-mantle`.
    Mantle,
}

impl BedrockEndpoint {
    /// Its name on the wire of options.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Runtime => "runtime",
            Self::Mantle => "mantle",
        }
    }
}

impl FromStr for BedrockEndpoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::Runtime, Self::Mantle]
            .into_iter()
            .find(|endpoint| endpoint.as_str() == text)
            .ok_or(Error::Option { option: "endpoint", expected: "be runtime or mantle" })
    }
}

/// Where Bedrock is behind the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bedrock {
    region: String,
    endpoint: BedrockEndpoint,
}

impl Bedrock {
    /// The region.
    pub fn region(&self) -> &str {
        &self.region
    }

    /// The part of Bedrock.
    pub const fn endpoint(&self) -> BedrockEndpoint {
        self.endpoint
    }

    /// Where it begins on the gateway.
    pub const fn gateway_prefix(&self) -> &'static str {
        match self.endpoint {
            BedrockEndpoint::Runtime => "/bedrock",
            BedrockEndpoint::Mantle => "/bedrock/anthropic",
        }
    }

    /// Whether the gateway sees its calls. It does.
    pub const fn instrumented(&self) -> bool {
        true
    }

    /// Whether it works without the gateway. It does not.
    pub const fn sdk_only(&self) -> bool {
        false
    }
}

impl Serialize for Bedrock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Bedrock", 5)?;
        fields.serialize_field("region", &self.region)?;
        fields.serialize_field("endpoint", self.endpoint.as_str())?;
        fields.serialize_field("gateway_prefix", self.gateway_prefix())?;
        fields.serialize_field("instrumented", &self.instrumented())?;
        fields.serialize_field("sdk_only", &self.sdk_only())?;
        fields.end()
    }
}
