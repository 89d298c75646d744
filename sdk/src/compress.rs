//! Fewer tokens for the same content, or the content as it is.

use std::borrow::Cow;

use contracts_runtime::{Json, Object};

use crate::{
    basis::Basis, cave::Cave, endpoint::Endpoint, error::Error, gateway::ReadBody, safe_uint::safe_uint,
    text::not_blank, wire::CompressRequest,
};

/// Where contents are compressed.
const ENDPOINT: Endpoint = Endpoint::fixed("/sdk/v1/compress");

/// What kind of content there is to compress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContentType(Cow<'static, str>);

impl ContentType {
    /// JSON.
    pub const JSON: Self = Self(Cow::Borrowed("json"));
    /// Token-oriented object notation.
    pub const TOON: Self = Self(Cow::Borrowed("toon"));
    /// Lines of a log.
    pub const LOG: Self = Self(Cow::Borrowed("log"));
    /// Source code.
    pub const CODE: Self = Self(Cow::Borrowed("code"));
    /// A difference of two texts.
    pub const DIFF: Self = Self(Cow::Borrowed("diff"));
    /// Results of a search.
    pub const SEARCH_RESULT: Self = Self(Cow::Borrowed("search-result"));
    /// Plain text.
    pub const TEXT: Self = Self(Cow::Borrowed("text"));
    /// The schemas of tools.
    pub const TOOL_SCHEMA: Self = Self(Cow::Borrowed("toolschema"));

    /// Its name on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ContentType {
    fn from(name: &str) -> Self {
        Self(Cow::Owned(name.to_owned()))
    }
}

impl From<String> for ContentType {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

/// A content after an attempt to compress it.
///
/// Where the gateway does not answer, or says what cannot be true, it is the content as it was given, and every count is
/// 0: nothing is claimed that did not happen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Compressed {
    /// The content to use.
    pub output: String,
    /// What kind of content it is; `unknown` when nobody said.
    pub content_type: String,
    /// Tokens of the content as it was given.
    pub tokens_before: u64,
    /// Tokens of the output.
    pub tokens_after: u64,
    /// Share of the tokens that is saved, from 0 to 1, computed from the two counts.
    pub ratio: f64,
    /// How tokens were counted; `unavailable` when it is not known.
    pub token_count_basis: String,
    /// What gives the whole content back.
    pub recovery_handle: Option<String>,
    /// How it was compressed.
    pub method: Option<String>,
    /// Whether a model can read all of the content out of the output.
    pub lossless_to_model: Option<bool>,
}

impl Compressed {
    /// What the counts rest on.
    pub const fn basis(&self) -> Basis {
        Basis::Inferred
    }

    fn unchanged(payload: &str, content_type: Option<&ContentType>) -> Self {
        Self {
            output: payload.to_owned(),
            content_type: content_type.map_or("unknown", ContentType::as_str).to_owned(),
            tokens_before: 0,
            tokens_after: 0,
            ratio: 0.0,
            token_count_basis: "unavailable".to_owned(),
            recovery_handle: None,
            method: None,
            lossless_to_model: None,
        }
    }
}

impl Cave {
    /// Compresses a content. It never fails: see [`Compressed`].
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::ContentType;
    ///
    /// let log = "worker 7: retry\n".repeat(40);
    /// let compressed = cave.compress(&log, Some(ContentType::LOG)).await;
    /// assert_eq!(compressed.output, "worker 7: retry (40 times)");
    /// assert_eq!((compressed.tokens_before, compressed.tokens_after, compressed.basis().as_str()), (200, 8, "inferred"));
    /// # Ok(())
    /// # }
    /// ```
    pub async fn compress(&self, payload: &str, content_type: Option<ContentType>) -> Compressed {
        match self.ask_to_compress(payload, content_type.as_ref()).await {
            Ok(Json::Object(response)) => compressed(payload, content_type.as_ref(), &response),
            Ok(_) | Err(_) => None,
        }
        .unwrap_or_else(|| Compressed::unchanged(payload, content_type.as_ref()))
    }

    async fn ask_to_compress(&self, payload: &str, content_type: Option<&ContentType>) -> Result<Json, Error> {
        let gateway = self.gateway();
        let body = CompressRequest {
            input: payload.to_owned(),
            content_type: content_type.map(|content_type| content_type.as_str().to_owned()),
        };
        let headers = gateway.headers()?;
        gateway.post(&ENDPOINT, headers, &body, ReadBody::OnSuccess).await?.json("compress")
    }
}

/// What a response says, if it can be true.
#[allow(clippy::cast_precision_loss, reason = "counts are at most 2⁵³ - 1")]
fn compressed(payload: &str, content_type: Option<&ContentType>, response: &Object) -> Option<Compressed> {
    let string = |name| response.get(name).and_then(Json::as_str).map(str::to_owned);
    let output = string("output")?;
    let tokens_before = safe_uint(response.get("tokens_before"))?;
    let tokens_after = safe_uint(response.get("tokens_after"))?;
    if tokens_after > tokens_before || (output == payload && tokens_after != tokens_before) {
        return None;
    }
    Some(Compressed {
        output,
        content_type: string("content_type")
            .unwrap_or_else(|| content_type.map_or("unknown", ContentType::as_str).to_owned()),
        tokens_before,
        tokens_after,
        ratio: if tokens_before == 0 { 0.0 } else { (tokens_before - tokens_after) as f64 / tokens_before as f64 },
        token_count_basis: not_blank(response.get("token_count_basis")).unwrap_or("unavailable").to_owned(),
        recovery_handle: string("recovery_handle"),
        method: string("method"),
        lossless_to_model: response.get("lossless_to_model").and_then(Json::as_bool),
    })
}
