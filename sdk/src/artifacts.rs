//! Values that are too long for a prompt, and the stubs that stand for them.

use contracts_runtime::Json;
use http::StatusCode;

use crate::{
    answer::request_error,
    endpoint::Endpoint,
    error::{Error, RequestFailure},
    gateway::ReadBody,
    headers,
    text::{is_blank, not_blank},
    trace::Trace,
    wire::artifact_request as wire,
};

/// Where values are put away.
const PATH: &str = "/sdk/v1/artifacts";

/// Where a value is.
const ONE: &str = "/sdk/v1/artifacts/{id}";

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

    /// What goes out; a value that is not put away at all is not sent.
    const fn wire(self) -> Option<wire::Strategy> {
        Some(match self {
            Self::Verbatim => return None,
            Self::JsonIndex => wire::Strategy::JsonIndex,
            Self::TextChunks => wire::Strategy::TextChunks,
            Self::TableIndex => wire::Strategy::TableIndex,
            Self::LlmSummary => wire::Strategy::LlmSummary,
        })
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

    /// How many tokens may stay in the prompt, at most 2^53 - 1.
    pub fn max_inline_tokens(mut self, tokens: u64) -> Self {
        self.max_inline_tokens = Some(tokens);
        self
    }

    fn wire(&self) -> Result<wire::ArtifactOptions, Error> {
        let tokens = self.max_inline_tokens.map(wire::InlineTokens::try_from).transpose();
        Ok(wire::ArtifactOptions {
            source: self.source.clone(),
            content_type: self.content_type.clone(),
            strategy: self.strategy.and_then(ArtifactStrategy::wire),
            max_inline_tokens: tokens
                .map_err(|_| Error::Option { option: "maxInlineTokens", expected: "be at most 2^53 - 1" })?,
        })
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
    /// [`Error::Request`] when the gateway refuses, or does not say where the value is; [`Error::Option`] without I/O when
    /// the number of tokens cannot be one. With [`ArtifactStrategy::Verbatim`] there is no I/O and no error.
    pub async fn page(&self, value: impl Into<Json>, options: &ArtifactOptions) -> Result<Paged, Error> {
        let value = value.into();
        if options.strategy == Some(ArtifactStrategy::Verbatim) {
            return Ok(Paged::Inline(value));
        }
        let Self(trace) = self;
        let mut map = trace.headers()?;
        headers::set(&mut map, "x-cave-artifact-envelope", "value-v1")?;
        headers::set(&mut map, "x-cave-artifact-source", &options.source)?;
        let body = wire::ArtifactRequest { value, options: options.wire()?, workflow: trace.workflow().to_owned() };
        let answer = trace.gateway().post(&Endpoint::fixed(PATH), map, &body, ReadBody::OnSuccess).await?;
        let response = answer.object_at(PATH)?;
        let stored = response.get("stored").and_then(Json::as_bool);
        match (stored, not_blank(response.get("artifact_id"))) {
            (Some(false), _) => Ok(Paged::Inline(body.value)),
            (Some(true), Some(id)) => Ok(Paged::Stub(stub(id, options))),
            _ => Err(request_error(StatusCode::OK, PATH, RequestFailure::Lacks("stored and artifact_id"))),
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
        let endpoint = Endpoint::of(ONE, id);
        trace.get(&endpoint).await?.json_at(endpoint.path())
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
