//! Puts the parts of a prompt into an order that providers can cache.
//!
//! What never changes comes first, then what is fixed for a session, then what changes with each turn. The order is only
//! worth something if the first two really stay the same, so a ledger remembers them: a slot that is not volatile and
//! comes with another content in the same session is an error, not a silently lost cache.

use std::{
    collections::HashMap,
    fmt,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
};

use contracts_runtime::{Json, Object};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::{
    AssemblyStabilityError, Basis, Cave, Error,
    canonical_json::{canonical_array, canonical_into, canonical_object, quoted},
    hex::hex,
    json_text::parse_json_text,
    text::trim,
};

/// How long the content of a [`Slot`] stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stability {
    /// In all sessions.
    Stable,
    /// Within a session.
    Session,
    /// It may change with every call.
    Volatile,
}

impl Stability {
    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Session => "session",
            Self::Volatile => "volatile",
        }
    }
}

impl FromStr for Stability {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::Stable, Self::Session, Self::Volatile]
            .into_iter()
            .find(|stability| stability.as_str() == text)
            .ok_or(Error::Option { option: "stability", expected: "be stable, session or volatile" })
    }
}

/// Who tells the provider what to cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CacheHints {
    /// The gateway, on the way.
    #[default]
    Gateway,
    /// The request itself: the provider's own hints are written into it.
    Own,
    /// Nobody.
    None,
}

impl CacheHints {
    /// Its name on the wire of options.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gateway => "gateway",
            Self::Own => "self",
            Self::None => "none",
        }
    }
}

impl FromStr for CacheHints {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::Gateway, Self::Own, Self::None]
            .into_iter()
            .find(|hints| hints.as_str() == text)
            .ok_or(Error::Option { option: "emitCacheHints", expected: "be gateway, self or none" })
    }
}

/// A part of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    id: String,
    stability: Stability,
    content: Json,
}

impl Slot {
    /// A part with its content: text, or any JSON value. Identifiers must not be empty and differ within a prompt. A
    /// slot called `tools` whose content is an array, and which is not volatile, is the list of tools.
    pub fn new(id: impl Into<String>, stability: Stability, content: impl Into<Json>) -> Self {
        Self { id: id.into(), stability, content: content.into() }
    }

    /// A part whose content is a value of a type of your own. Infinities and NaN become `null`.
    ///
    /// # Errors
    /// When the value has no JSON text.
    pub fn serialized(
        id: impl Into<String>,
        stability: Stability,
        content: &(impl Serialize + ?Sized),
    ) -> Result<Self, Error> {
        let id = id.into();
        let content = serde_json::to_value(content)
            .map_err(|error| error.to_string())
            .and_then(|value| Json::try_from(value).map_err(|error| error.to_string()))
            .map_err(|error| Error::Encode(format!("the content of slot {id:?}: {error}")))?;
        Ok(Self { id, stability, content })
    }
}

/// What [`Cave::assemble`](crate::Cave::assemble) puts together.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct AssembleInput {
    provider: String,
    model: String,
    session_id: String,
    slots: Vec<Slot>,
    hints: CacheHints,
}

impl AssembleInput {
    /// A prompt without parts. `anthropic` and `openai` (in any case, with or without white space around) give a
    /// request of that provider; any other provider gives the ordered slots.
    pub fn new(provider: &str, model: impl Into<String>, session_id: impl Into<String>) -> Self {
        Self {
            provider: trim(provider).to_lowercase(),
            model: model.into(),
            session_id: session_id.into(),
            slots: Vec::new(),
            hints: CacheHints::default(),
        }
    }

    /// Adds a part behind the others.
    pub fn slot(mut self, slot: Slot) -> Self {
        self.slots.push(slot);
        self
    }

    /// Adds parts behind the others.
    pub fn slots(mut self, slots: impl IntoIterator<Item = Slot>) -> Self {
        self.slots.extend(slots);
        self
    }

    /// Who tells the provider what to cache; the gateway unless set.
    pub fn cache_hints(mut self, hints: CacheHints) -> Self {
        self.hints = hints;
        self
    }
}

/// A prompt in the order that providers can cache.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Assembly {
    /// The request of the provider.
    pub request: AssembledRequest,
    /// SHA-256 of the prefix, all that is not volatile, in hexadecimal.
    pub prefix_hash: String,
    /// Where the request itself tells the provider to cache, such as `tools[3]`.
    pub breakpoints: Vec<String>,
    /// Estimated tokens of the prefix.
    pub stable_tokens: u64,
}

impl Assembly {
    /// How [`stable_tokens`](Self::stable_tokens) are estimated: a quarter of the bytes, rounded up.
    pub const TOKEN_BASIS: &'static str = "estimated_bytes_div_4";

    /// Estimates are inferred, never measured.
    pub const fn basis(&self) -> Basis {
        Basis::Inferred
    }

    /// Whether everything volatile stands behind everything that is cached. It always does.
    pub const fn volatile_below_breakpoint(&self) -> bool {
        true
    }
}

/// The request of an [`Assembly`].
///
/// A provider call with it carries the assembly's header. The header belongs to this value: the JSON value alone
/// ([`body`](Self::body), or what [`into_body`](Self::into_body) leaves to be changed) has none. Clones share one request.
#[derive(Clone, Debug, PartialEq)]
pub struct AssembledRequest(Arc<Assembled>);

#[derive(Debug, PartialEq)]
struct Assembled {
    body: Json,
    header: String,
}

impl AssembledRequest {
    /// Name of the header.
    pub const HEADER: &'static str = "x-cave-assembly";

    /// The request's body.
    pub fn body(&self) -> &Json {
        &self.0.body
    }

    /// The value of the header [`HEADER`](Self::HEADER).
    pub fn header(&self) -> &str {
        &self.0.header
    }

    /// The body without its header, to change it.
    pub fn into_body(self) -> Json {
        Arc::try_unwrap(self.0).map_or_else(|shared| shared.body.clone(), |own| own.body)
    }
}

impl Serialize for AssembledRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.body.serialize(serializer)
    }
}

impl Cave {
    /// Puts the parts of a prompt into an order that providers can cache: what is stable first, then what is fixed for
    /// the session, then what is volatile. There is no I/O.
    ///
    /// ```
    /// use caveman_sdk::{AssembleInput, Cave, Error, Slot, Stability};
    ///
    /// let cave = Cave::builder().api_key("key").base_url("https://gateway.example").agent("agent").build()?;
    /// let prompt = |rules: &str, turn: &str| {
    ///     AssembleInput::new("anthropic", "claude", "session-1")
    ///         .slot(Slot::new("turn", Stability::Volatile, turn))
    ///         .slot(Slot::new("rules", Stability::Stable, rules))
    /// };
    /// let first = cave.assemble(prompt("Be exact.", "Hello"))?;
    /// let second = cave.assemble(prompt("Be exact.", "And now?"))?;
    /// assert_eq!(first.prefix_hash, second.prefix_hash);
    ///
    /// let error = cave.assemble(prompt("Be brief.", "Hello")).unwrap_err();
    /// assert!(matches!(error, Error::AssemblyStability(changed) if changed.slot_id == "rules"));
    /// # Ok::<(), caveman_sdk::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the model, the session or the id of a slot is empty, when two slots have one id, and when a slot that is not
    /// volatile has another content than before in the same session of this client. What the client remembers of a
    /// session is kept as long as the client.
    pub fn assemble(&self, input: AssembleInput) -> Result<Assembly, Error> {
        assemble(&self.gateway().assembled, input)
    }
}

/// What was seen of the slots that must not change, by session and slot. It only grows.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<HashMap<String, HashMap<String, [u8; 32]>>>);

impl Ledger {
    /// Records the hash of a slot's content, unless another one is recorded.
    fn record(&self, session: &str, slot: &str, hash: [u8; 32]) -> Result<(), AssemblyStabilityError> {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !sessions.contains_key(session) {
            sessions.insert(session.to_owned(), HashMap::new());
        }
        let Some(slots) = sessions.get_mut(session) else { return Ok(()) };
        match slots.get(slot) {
            Some(recorded) if *recorded == hash => Ok(()),
            Some(_) => Err(AssemblyStabilityError { slot_id: slot.to_owned() }),
            None => {
                slots.insert(slot.to_owned(), hash);
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ledger(..)")
    }
}

/// A slot as it goes out.
struct Part {
    id: String,
    stability: Stability,
    /// The content after a round trip through canonical JSON, which is what every client sends.
    content: Json,
    /// Canonical JSON of a content that is no string; empty for a string, which is its own text.
    canonical: String,
}

impl Part {
    /// The content as text: a string as it is, anything else as canonical JSON.
    fn into_text(self) -> String {
        if let Json::String(text) = self.content { text } else { self.canonical }
    }

    /// The slot as an object of the request.
    fn into_slot(self) -> Json {
        object([("id", self.id.into()), ("stability", self.stability.as_str().into()), ("content", self.content)])
    }
}

/// The request of a provider, and the text that decides whether its cache is hit.
struct Request {
    body: Object,
    prefix: String,
    breakpoints: Vec<String>,
    /// Whether the hash of the prefix is the key of the provider's cache.
    keyed: bool,
}

fn assemble(ledger: &Ledger, input: AssembleInput) -> Result<Assembly, Error> {
    let AssembleInput { provider, model, session_id, slots, hints } = input;
    if model.is_empty() {
        return Err(Error::Option { option: "model", expected: "not be empty" });
    }
    if session_id.is_empty() {
        return Err(Error::Option { option: "sessionId", expected: "not be empty" });
    }
    let count = slots.len();
    let mut parts = recorded(ledger, &session_id, slots)?;
    // A stable sort: within a class the order of the caller stands.
    parts.sort_by_key(|part| match part.stability {
        Stability::Stable => 0,
        Stability::Session => 1,
        Stability::Volatile => 2,
    });
    let volatile = parts.split_off(parts.iter().filter(|part| part.stability != Stability::Volatile).count());

    let own_hints = hints == CacheHints::Own;
    let mut request = match provider.as_str() {
        "anthropic" => anthropic(model, parts, volatile, own_hints),
        "openai" => openai(model, parts, volatile, own_hints),
        _ => other(model, parts, volatile),
    };
    let prefix_hash = hex(&Sha256::digest(request.prefix.as_bytes()));
    if request.keyed {
        request.body.insert("prompt_cache_key", prefix_hash[..32].into());
        request.breakpoints.push("prompt_cache_key".to_owned());
    }
    let header = format!("v1;slots={count};prefix={};vbb=1", &prefix_hash[..12]);
    Ok(Assembly {
        request: AssembledRequest(Arc::new(Assembled { body: request.body.into(), header })),
        prefix_hash,
        breakpoints: request.breakpoints,
        stable_tokens: request.prefix.len().div_ceil(4) as u64,
    })
}

/// Checks the slots in order and records those that must not change. What was recorded before a fault stays.
fn recorded(ledger: &Ledger, session_id: &str, slots: Vec<Slot>) -> Result<Vec<Part>, Error> {
    let mut parts: Vec<Part> = Vec::with_capacity(slots.len());
    // Used again for each slot.
    let mut canonical = String::new();
    let mut ids = std::collections::HashSet::with_capacity(slots.len());
    for Slot { id, stability, content } in slots {
        if id.is_empty() {
            return Err(Error::Argument("the id of a slot must not be empty".to_owned()));
        }
        if !ids.insert(id.clone()) {
            return Err(Error::Argument(format!(
                "there is more than one slot {id:?}; the ids of slots must differ"
            )));
        }
        let text = matches!(content, Json::String(_));
        canonical.clear();
        // A volatile text is looked at by nobody but the model.
        if !(text && stability == Stability::Volatile) {
            canonical_into(&content, &mut canonical);
        }
        let content = if text {
            content
        } else {
            parse_json_text(&canonical)
                .map_err(|error| Error::Encode(format!("the content of slot {id:?}: {error}")))?
        };
        if stability != Stability::Volatile {
            ledger.record(session_id, &id, Sha256::digest(canonical.as_bytes()).into())?;
        }
        let canonical = if text { String::new() } else { canonical.clone() };
        parts.push(Part { id, stability, content, canonical });
    }
    Ok(parts)
}

/// Splits the list of tools off the prefix.
fn tools_and_system(mut prefix: Vec<Part>) -> (Option<Part>, Vec<Part>) {
    let tools = prefix.iter().position(|part| part.id == "tools" && part.content.as_array().is_some());
    (tools.map(|index| prefix.remove(index)), prefix)
}

fn anthropic(model: String, prefix: Vec<Part>, volatile: Vec<Part>, own_hints: bool) -> Request {
    let (tools, system) = tools_and_system(prefix);
    let text_block = |part: Part| object([("type", "text".into()), ("text", part.into_text().into())]);
    let mut body: Object = [("model", model)].into_iter().collect();
    if let Some(tools) = tools {
        body.insert("tools", tools.content);
    }
    if !system.is_empty() {
        body.insert("system", system.into_iter().map(text_block).collect());
    }
    let prefix = canonical_object(&body);
    let breakpoint =
        if own_hints { mark_last(&mut body, "tools").or_else(|| mark_last(&mut body, "system")) } else { None };
    let content: Json = volatile.into_iter().map(text_block).collect();
    let messages = if content.as_array().is_some_and(<[Json]>::is_empty) {
        None
    } else {
        Some(object([("role", "user".into()), ("content", content)]))
    };
    body.insert("messages", messages.into_iter().collect());
    Request { body, prefix, breakpoints: breakpoint.into_iter().collect(), keyed: false }
}

/// Marks the last object of a list as the end of what is to be cached, and says where that is.
fn mark_last(body: &mut Object, list: &str) -> Option<String> {
    let Some(Json::Array(items)) = body.get_mut(list) else { return None };
    items.iter_mut().enumerate().rev().find_map(|(index, item)| {
        let Json::Object(item) = item else { return None };
        item.insert("cache_control", object([("type", "ephemeral".into())]));
        Some(format!("{list}[{index}]"))
    })
}

fn openai(model: String, prefix: Vec<Part>, volatile: Vec<Part>, own_hints: bool) -> Request {
    let (tools, system) = tools_and_system(prefix);
    let system = system.into_iter().map(Part::into_text).collect::<Vec<_>>().join("\n\n");
    let keyed = own_hints && (tools.is_some() || !system.is_empty());
    let mut prefix = format!("model={model}");
    let mut body: Object = [("model", model)].into_iter().collect();
    if let Some(tools) = tools {
        prefix.push('\0');
        prefix.push_str(&tools.canonical);
        body.insert("tools", tools.content);
    }
    let message = |role: &str, content: String| object([("role", role.into()), ("content", content.into())]);
    let mut messages = Vec::with_capacity(volatile.len() + 1);
    if !system.is_empty() {
        prefix.push('\0');
        prefix.push_str(&quoted(&system));
        messages.push(message("system", system));
    }
    messages.extend(volatile.into_iter().map(|part| message("user", part.into_text())));
    body.insert("messages", messages.into());
    Request { body, prefix, breakpoints: Vec::new(), keyed }
}

fn other(model: String, prefix: Vec<Part>, volatile: Vec<Part>) -> Request {
    let mut slots: Vec<Json> = prefix.into_iter().map(Part::into_slot).collect();
    let prefix = canonical_array(&slots);
    slots.extend(volatile.into_iter().map(Part::into_slot));
    let body = [("model", Json::from(model)), ("slots", slots.into())].into_iter().collect();
    Request { body, prefix, breakpoints: Vec::new(), keyed: false }
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::from_str(text).unwrap()
    }

    /// The prompt of the shared vectors.
    fn prompt(provider: &str, model: &str, session: &str) -> AssembleInput {
        let tools =
            json(r#"[{"name": "lookup", "description": "Lookup one record", "input_schema": {"type": "object"}}]"#);
        AssembleInput::new(provider, model, session)
            .slot(Slot::new("turn", Stability::Volatile, "hello"))
            .slot(Slot::new("tools", Stability::Stable, tools))
            .slot(Slot::new("system", Stability::Stable, "You are exact."))
            .slot(Slot::new("playbook", Stability::Session, "Escalate refunds above 100."))
    }

    fn assembled(input: AssembleInput) -> Assembly {
        assemble(&Ledger::default(), input).unwrap()
    }

    #[test]
    fn the_prefixes_that_other_clients_hash() {
        for (provider, model, hash, tokens) in [
            (" Anthropic ", "claude-test", "15506e067a6722f449496ebe3eed6f340bcfefc53483026603d0b1d97b16eced", 56),
            ("openai", "m", "6c312d2190ed2b1f6784bf2ff31d3adc001ecd5fb0cfb7224b046b545b77d568", 36),
            ("other", "m", "faa32c2e48a9dfecc978699493a6175727756b77532773552149d2f2ddd29da4", 70),
        ] {
            let assembly = assembled(prompt(provider, model, "s"));
            assert_eq!((assembly.prefix_hash.as_str(), assembly.stable_tokens), (hash, tokens), "{provider}");
            assert_eq!(assembly.request.header(), format!("v1;slots=4;prefix={};vbb=1", &hash[..12]));
        }
    }

    #[test]
    fn prompts_without_slots() {
        for (provider, hash, tokens, body) in [
            ("anthropic", "548f58d1", 4, r#"{"messages":[],"model":"m"}"#),
            ("openai", "3120f0ac", 2, r#"{"messages":[],"model":"m"}"#),
            (
                "other",
                "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
                1,
                r#"{"model":"m","slots":[]}"#,
            ),
        ] {
            let assembly = assembled(AssembleInput::new(provider, "m", "s").cache_hints(CacheHints::Own));
            assert!(assembly.prefix_hash.starts_with(hash), "{provider}: {}", assembly.prefix_hash);
            assert_eq!(assembly.stable_tokens, tokens, "{provider}");
            assert_eq!(assembly.request.body().to_string(), body);
            assert!(assembly.breakpoints.is_empty());
        }
    }

    #[test]
    fn requests_of_openai() {
        let assembly = assembled(prompt("OPENAI", "m", "s").cache_hints(CacheHints::Own));
        let expected = r#"{"messages":[{"content":"You are exact.\n\nEscalate refunds above 100.","role":"system"},{"content":"hello","role":"user"}],"model":"m","prompt_cache_key":"6c312d2190ed2b1f6784bf2ff31d3adc","tools":[{"description":"Lookup one record","input_schema":{"type":"object"},"name":"lookup"}]}"#;
        assert_eq!(assembly.request.body().to_string(), expected);
        assert_eq!(assembly.breakpoints, ["prompt_cache_key"]);
        for hints in [CacheHints::Gateway, CacheHints::None] {
            let assembly = assembled(prompt("openai", "m", "s").cache_hints(hints));
            assert!(assembly.breakpoints.is_empty());
            assert_eq!(assembly.request.body().pointer("/prompt_cache_key"), None);
        }
        // A separator in the name of the model is no prefix.
        let assembly = assembled(AssembleInput::new("openai", "m\0x", "s").cache_hints(CacheHints::Own));
        assert!(assembly.breakpoints.is_empty());
    }

    #[test]
    fn the_hint_stands_at_the_last_tool_or_the_last_system_block() {
        let hinted = |slots: Vec<Slot>| {
            let input = AssembleInput::new("anthropic", "m", "s").slots(slots).cache_hints(CacheHints::Own);
            assembled(input).breakpoints
        };
        let system = || Slot::new("a", Stability::Session, "x");
        assert_eq!(
            hinted(vec![Slot::new("tools", Stability::Stable, json("[{}, {}, 1]")), system()]),
            ["tools[1]"]
        );
        assert_eq!(hinted(vec![Slot::new("tools", Stability::Stable, json("[]")), system()]), ["system[0]"]);
        assert_eq!(hinted(vec![Slot::new("tools", Stability::Stable, "none"), system()]), ["system[1]"]);
        assert_eq!(hinted(vec![Slot::new("tools", Stability::Volatile, json("[{}]"))]), [""; 0]);
    }

    #[test]
    fn contents_go_out_as_every_client_writes_them() {
        let content = json(r#"{"b": 9007199254740993, "a": [1.0, -0.0, 1e21]}"#);
        let canonical = r#"{"a":[1,0,1e+21],"b":9007199254740992}"#;
        let of = |provider: &str| {
            let input =
                AssembleInput::new(provider, "m", "s").slot(Slot::new("x", Stability::Volatile, content.clone()));
            assembled(input).request.into_body()
        };
        let text = Json::from(canonical);
        assert_eq!(of("anthropic").pointer("/messages/0/content/0/text"), Some(&text));
        assert_eq!(of("openai").pointer("/messages/0/content"), Some(&text));
        assert_eq!(of("other").pointer("/slots/0/content"), Some(&json(canonical)));
        assert_eq!(of("other").pointer("/slots/0/stability"), Some(&"volatile".into()));
    }

    #[test]
    fn values_of_other_types() {
        let slot = Slot::serialized("x", Stability::Stable, &[Some(f64::NAN), Some(0.5), None]).unwrap();
        assert_eq!(slot, Slot::new("x", Stability::Stable, json("[null, 0.5, null]")));
        let error = Slot::serialized("x", Stability::Stable, &HashMap::from([((1, 2), 3)])).unwrap_err();
        assert!(error.to_string().contains("the content of slot \"x\""), "{error}");
    }

    #[test]
    fn what_must_not_change_is_remembered() {
        let ledger = Ledger::default();
        let call = |session: &str, slots: Vec<Slot>| {
            assemble(&ledger, AssembleInput::new("anthropic", "m", session).slots(slots))
                .map(|assembly| assembly.prefix_hash)
        };
        let slot = |id: &str, stability, content: &str| Slot::new(id, stability, content);
        let first =
            call("s", vec![slot("a", Stability::Stable, "1"), slot("v", Stability::Volatile, "1")]).unwrap();
        for turn in 0..10 {
            let slots = vec![slot("v", Stability::Volatile, &turn.to_string()), slot("a", Stability::Stable, "1")];
            assert_eq!(call("s", slots).unwrap(), first);
        }
        // Another class does not make it another slot, another session does.
        let error =
            call("s", vec![slot("b", Stability::Stable, "1"), slot("a", Stability::Session, "2")]).unwrap_err();
        assert!(matches!(&error, Error::AssemblyStability(error) if error.slot_id == "a"), "{error}");
        assert!(error.to_string().contains("\"a\""), "{error}");
        call("t", vec![slot("a", Stability::Stable, "2")]).unwrap();
        // The failed call has recorded what stood before the fault.
        assert!(call("s", vec![slot("b", Stability::Stable, "2")]).is_err());
        // A volatile slot is not held against the record.
        call("s", vec![slot("a", Stability::Volatile, "3")]).unwrap();
        // Content is compared as a value.
        call("u", vec![Slot::new("n", Stability::Stable, json(r#"{"a": 1, "b": 2}"#))]).unwrap();
        call("u", vec![Slot::new("n", Stability::Stable, json(r#"{"b": 2.0, "a": 1e0}"#))]).unwrap();
    }

    #[test]
    fn what_cannot_be_assembled() {
        let fails = |input: AssembleInput| assemble(&Ledger::default(), input).unwrap_err().to_string();
        let input = || AssembleInput::new("anthropic", "m", "s");
        assert_eq!(fails(AssembleInput::new("anthropic", "", "s")), "model must not be empty");
        assert_eq!(fails(AssembleInput::new("anthropic", "m", "")), "sessionId must not be empty");
        assert!(fails(input().slot(Slot::new("", Stability::Stable, "x"))).contains("must not be empty"));
        let twice = ["a", "a"].map(|id| Slot::new(id, Stability::Stable, "x"));
        assert!(fails(input().slots(twice)).contains("must differ"));
        assert!("Stable".parse::<Stability>().is_err() && "own".parse::<CacheHints>().is_err());
        assert_eq!("self".parse::<CacheHints>().unwrap(), CacheHints::Own);
    }
}
