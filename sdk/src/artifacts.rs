//! Values that are too long for a prompt, and the stubs that stand for them.

use contracts_runtime::{Json, Object};
use http::Method;

use crate::{
    base_url::path_segment,
    error::{Error, RequestFailure},
    gateway::{ReadBody, json_body},
    headers,
    json_text::parse_json,
    text::{is_blank, not_blank},
    trace::Trace,
};

const PATH: &str = "/sdk/v1/artifacts";

/// Values that are too long for a prompt; see [`Trace::artifacts`].
#[derive(Clone, Debug)]
pub struct Artifacts(pub(crate) Trace);

/// How a value is put away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArtifactStrategy {
    /// Not at all.
    Verbatim,
    /// As JSON with an index.
    JsonIndex,
    /// As text in chunks.
    TextChunks,
    /// As a table with an index.
    TableIndex,
    /// With a summary by a model.
    LlmSummary,
}

impl ArtifactStrategy {
    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verbatim => "verbatim",
            Self::JsonIndex => "json-index",
            Self::TextChunks => "text-chunks",
            Self::TableIndex => "table-index",
            Self::LlmSummary => "llm-summary",
        }
    }
}

/// Where a value comes from, and how it is put away.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ArtifactOptions {
    source: String,
    content_type: Option<String>,
    strategy: Option<ArtifactStrategy>,
    max_inline_tokens: Option<u64>,
}

impl ArtifactOptions {
    /// A value from a source, such as `tool:fetch`.
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), content_type: None, strategy: None, max_inline_tokens: None }
    }

    /// Its media type.
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// How it is put away.
    pub fn strategy(mut self, strategy: ArtifactStrategy) -> Self {
        self.strategy = Some(strategy);
        self
    }

    /// How many tokens may stay in the prompt.
    pub fn max_inline_tokens(mut self, tokens: u64) -> Self {
        self.max_inline_tokens = Some(tokens);
        self
    }

    fn wire(&self) -> Json {
        let mut options: Object = [("source", self.source.as_str())].into_iter().collect();
        let optional = [
            ("contentType", self.content_type.as_deref().map(Json::from)),
            ("strategy", self.strategy.map(|strategy| strategy.as_str().into())),
            ("maxInlineTokens", self.max_inline_tokens.map(Json::from)),
        ];
        options.extend(optional.into_iter().filter_map(|(name, value)| Some((name, value?))));
        options.into()
    }
}

/// What stands in the prompt.
#[derive(Clone, Debug, PartialEq)]
pub enum Paged {
    /// The value itself.
    Inline(Json),
    /// A text that says where the value is.
    Stub(String),
}

impl From<Paged> for Json {
    fn from(paged: Paged) -> Self {
        match paged {
            Paged::Inline(value) => value,
            Paged::Stub(stub) => stub.into(),
        }
    }
}

impl Artifacts {
    /// Puts a value away, unless the gateway says that it may stay.
    ///
    /// # Errors
    /// [`Error::Request`] when the gateway refuses, or does not say where the value is. With
    /// [`ArtifactStrategy::Verbatim`] there is no I/O and no error.
    pub async fn page(&self, value: impl Into<Json>, options: &ArtifactOptions) -> Result<Paged, Error> {
        let value = value.into();
        if options.strategy == Some(ArtifactStrategy::Verbatim) {
            return Ok(Paged::Inline(value));
        }
        let Self(trace) = self;
        let mut map = trace.headers()?;
        headers::set(&mut map, "x-cave-artifact-envelope", "value-v1")?;
        headers::set(&mut map, "x-cave-artifact-source", &options.source)?;
        let mut body: Object =
            [("options", options.wire()), ("workflow", trace.workflow().into())].into_iter().collect();
        body.insert("value", value);
        let response = trace.gateway().request_object(Method::POST, PATH, map, Some(json_body(&body)?)).await?;
        let stored = response.get("stored").and_then(Json::as_bool);
        match (stored, not_blank(response.get("artifact_id"))) {
            (Some(false), _) => Ok(Paged::Inline(body.remove("value").unwrap_or_default())),
            (Some(true), Some(id)) => Ok(Paged::Stub(stub(id, options))),
            _ => Err(Error::Request {
                status: 200,
                path: PATH.to_owned(),
                reason: RequestFailure::Lacks("stored and artifact_id"),
            }),
        }
    }

    /// The value of an artifact.
    ///
    /// # Errors
    /// [`Error::Argument`] without I/O when the identifier is blank; [`Error::Request`] when the gateway refuses or does
    /// not answer with JSON.
    pub async fn get(&self, id: &str) -> Result<Json, Error> {
        if is_blank(id) {
            return Err(Error::Argument("the identifier of an artifact must not be blank".to_owned()));
        }
        let Self(trace) = self;
        let path = format!("{PATH}/{}", path_segment(id));
        let request = trace.gateway().request(Method::GET, &path, trace.headers()?, None)?;
        let response = trace.gateway().fetch(request, ReadBody::OnSuccess).await?;
        let failed = |reason| Error::Request { status: response.status.as_u16(), path: path.clone(), reason };
        if !response.status.is_success() {
            return Err(failed(RequestFailure::Status));
        }
        match response.body {
            Ok(body) => parse_json(&body).map_err(|_| failed(RequestFailure::NotJson)),
            Err(Error::Aborted) => Err(Error::Aborted),
            Err(_) => Err(failed(RequestFailure::NotJson)),
        }
    }
}

/// The text that stands for an artifact. It is the same in every client.
fn stub(id: &str, options: &ArtifactOptions) -> String {
    let content_type = options.content_type.as_deref().unwrap_or("application/json");
    let source = &options.source;
    format!(
        "[cave-artifact id={id} source={source} type={content_type}]\nsummary: artifact stored.\n\
         retrieve: authenticated GET {PATH}/{id} or trace.artifacts.get(\"{id}\").\n[/cave-artifact]"
    )
}
