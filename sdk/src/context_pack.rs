//! The part of a context that fits.

use std::collections::HashMap;

use contracts_runtime::{Json, Nullable, Number, Object};

use crate::{
    basis::Basis, cave::Cave, endpoint::Endpoint, error::Error, gateway::ReadBody, safe_uint::safe_uint,
    wire::context_pack_request as wire,
};

/// Where contexts are packed.
const ENDPOINT: Endpoint = Endpoint::fixed("/sdk/v1/context/pack");

/// A piece of context.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct ContextItem {
    /// Its identifier, which differs from that of every other piece.
    pub id: String,
    /// What it says.
    pub text: String,
    /// How many tokens it has, at most 2^53 - 1.
    pub tokens: Option<u64>,
    /// When it is from, as in `2026-07-26T12:00:00Z`.
    pub timestamp: Option<String>,
    /// How important it is; sent as `null` when it is not finite.
    pub priority: Option<f64>,
    /// Whether it must be there.
    pub pin: Option<bool>,
}

impl ContextItem {
    /// A piece with an identifier and a text.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self { id: id.into(), text: text.into(), tokens: None, timestamp: None, priority: None, pin: None }
    }

    /// The number of its tokens, at most 2^53 - 1.
    pub fn tokens(mut self, tokens: u64) -> Self {
        self.tokens = Some(tokens);
        self
    }

    /// When it is from.
    pub fn timestamp(mut self, timestamp: impl Into<String>) -> Self {
        self.timestamp = Some(timestamp.into());
        self
    }

    /// How important it is.
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Whether it must be there.
    pub fn pin(mut self, pin: bool) -> Self {
        self.pin = Some(pin);
        self
    }

    fn wire(&self) -> Result<wire::Item, Error> {
        Ok(wire::Item {
            id: self.id.clone().try_into()?,
            text: self.text.clone(),
            tokens: self.tokens.map(wire::Count::try_from).transpose()?,
            timestamp: self.timestamp.clone(),
            priority: self.priority.map(number),
            pin: self.pin,
        })
    }
}

/// How a context is packed. Counts are at most 2^53 - 1; a number that is not finite is sent as `null`.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct PackOptions {
    max_tokens: u64,
    reserve_tokens: Option<u64>,
    now: Option<String>,
    recency_half_life_ms: Option<f64>,
    recency_weight: Option<f64>,
    error_boost: Option<f64>,
}

impl PackOptions {
    /// At most so many tokens; there must be at least 1.
    pub fn new(max_tokens: u64) -> Self {
        Self {
            max_tokens,
            reserve_tokens: None,
            now: None,
            recency_half_life_ms: None,
            recency_weight: None,
            error_boost: None,
        }
    }

    /// So many of the tokens stay free.
    pub fn reserve_tokens(mut self, tokens: u64) -> Self {
        self.reserve_tokens = Some(tokens);
        self
    }

    /// The time from which age is counted, as in `2026-07-26T12:00:00Z`.
    pub fn now(mut self, now: impl Into<String>) -> Self {
        self.now = Some(now.into());
        self
    }

    /// After how many milliseconds a piece is worth half.
    pub fn recency_half_life_ms(mut self, milliseconds: f64) -> Self {
        self.recency_half_life_ms = Some(milliseconds);
        self
    }

    /// How much age counts.
    pub fn recency_weight(mut self, weight: f64) -> Self {
        self.recency_weight = Some(weight);
        self
    }

    /// How much more pieces with errors in them count.
    pub fn error_boost(mut self, boost: f64) -> Self {
        self.error_boost = Some(boost);
        self
    }

    fn wire(&self) -> Result<wire::Options, Error> {
        Ok(wire::Options {
            max_tokens: self.max_tokens.try_into()?,
            reserve_tokens: self.reserve_tokens.map(wire::Count::try_from).transpose()?,
            now: self.now.clone(),
            recency_half_life_ms: self.recency_half_life_ms.map(number),
            recency_weight: self.recency_weight.map(number),
            error_boost: self.error_boost.map(number),
        })
    }
}

/// The part of a context that fits.
///
/// What does not fit is deferred, not lost: the caller keeps the pieces and finds them by
/// [`deferred_ids`](Self::deferred_ids). Where the gateway does not answer, cannot fit a pinned piece, or says what cannot
/// be true, it is the whole context as it was given, and every count is 0.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PackedContext {
    /// The pieces to use, as the caller gave them.
    pub items: Vec<ContextItem>,
    /// Tokens of the pieces to use.
    pub tokens_used: u64,
    /// Tokens of all pieces.
    pub tokens_before: u64,
    /// Tokens of the deferred pieces.
    pub tokens_saved: u64,
    /// The pieces that do not fit, in the caller's order.
    pub deferred_ids: Vec<String>,
}

impl PackedContext {
    /// How many pieces do not fit.
    pub fn deferred_count(&self) -> usize {
        self.deferred_ids.len()
    }

    /// What the counts rest on.
    pub const fn basis(&self) -> Basis {
        Basis::Inferred
    }
}

impl Cave {
    /// Chooses the pieces of a context that fit and matter for a query. It never fails: see [`PackedContext`].
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{ContextItem, PackOptions};
    ///
    /// let items = vec![ContextItem::new("chat", "Hello!"), ContextItem::new("rules", "Be exact.").pin(true)];
    /// let packed = cave.pack_context("What are the rules?", items.clone(), &PackOptions::new(10)).await;
    /// assert_eq!(packed.items, [items[1].clone()]);
    /// // The caller keeps what is deferred.
    /// assert_eq!(packed.deferred_ids, ["chat"]);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn pack_context(&self, query: &str, items: Vec<ContextItem>, options: &PackOptions) -> PackedContext {
        let packed = match self.ask_to_pack(query, &items, options).await {
            Ok(Json::Object(response)) => packed(&items, &response),
            Ok(_) | Err(_) => None,
        };
        packed.unwrap_or(PackedContext {
            items,
            tokens_used: 0,
            tokens_before: 0,
            tokens_saved: 0,
            deferred_ids: Vec::new(),
        })
    }

    async fn ask_to_pack(&self, query: &str, items: &[ContextItem], options: &PackOptions) -> Result<Json, Error> {
        if by_id(items).is_none() {
            return Err(Error::Argument("the identifiers of pieces must be there and differ".to_owned()));
        }
        let body = wire::ContextPackRequest {
            query: query.to_owned(),
            items: items.iter().map(ContextItem::wire).collect::<Result<_, _>>()?,
            options: options.wire()?,
        };
        let gateway = self.gateway();
        let headers = gateway.headers()?;
        gateway.post(&ENDPOINT, headers, &body, ReadBody::OnSuccess).await?.json("context pack")
    }
}

/// The places of the pieces by their identifiers; `None` when one is empty or stands twice.
fn by_id(items: &[ContextItem]) -> Option<HashMap<&str, usize>> {
    let places: HashMap<_, _> = items.iter().enumerate().map(|(place, item)| (item.id.as_str(), place)).collect();
    (places.len() == items.len() && !places.contains_key("")).then_some(places)
}

/// What a response says, if it can be true.
fn packed(items: &[ContextItem], response: &Object) -> Option<PackedContext> {
    let places = by_id(items)?;
    let mut selected = vec![false; items.len()];
    let mut chosen = Vec::new();
    for item in response.get("items")?.as_array()? {
        let place = *places.get(item.as_object()?.get("id")?.as_str()?)?;
        if std::mem::replace(&mut selected[place], true) {
            return None;
        }
        chosen.push(items[place].clone());
    }
    let deferred: Option<Vec<&str>> = response.get("deferred_ids")?.as_array()?.iter().map(Json::as_str).collect();
    let deferred = deferred?;
    let left = items.iter().zip(&selected).filter(|(_, selected)| !**selected).map(|(item, _)| item.id.as_str());
    if !left.eq(deferred.iter().copied()) {
        return None;
    }
    let count = |name| safe_uint(response.get(name));
    let (used, before, saved) = (count("tokens_used")?, count("tokens_before")?, count("tokens_saved")?);
    if used + saved != before || count("deferred_count")? != deferred.len() as u64 {
        return None;
    }
    Some(PackedContext {
        items: chosen,
        tokens_used: used,
        tokens_before: before,
        tokens_saved: saved,
        deferred_ids: deferred.into_iter().map(str::to_owned).collect(),
    })
}

/// A number; what JSON cannot write is `null`.
fn number(value: f64) -> Nullable<Number> {
    Number::from_f64(value).into()
}
