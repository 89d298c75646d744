//! Catalogs of tools, and the search in them.

use std::{
    collections::{HashMap, HashSet},
    str::FromStr,
};

/// Where catalogs are searched.
const ENDPOINT: Endpoint = Endpoint::fixed("/sdk/v1/tool-search");

use contracts_runtime::Json;

use crate::{
    basis::Basis,
    cave::Cave,
    endpoint::Endpoint,
    error::Error,
    gateway::ReadBody,
    safe_uint::{MAX_SAFE_INTEGER, safe_uint},
    text::{is_blank, not_blank},
    wire::tool_search_request as wire,
};

/// A tool that a model may call. `H` is what runs it, if anything; it never leaves the process.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Tool<H = ()> {
    /// Its name, which differs from that of every other tool.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON Schema of its parameters.
    pub input_schema: Json,
    /// What runs it.
    pub handler: H,
    /// Labels of your own. They are not sent.
    pub tags: Vec<String>,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// Whether calling it twice is the same as calling it once.
    pub idempotent: bool,
    /// Whether a model must always know it.
    pub always_load: bool,
}

impl Tool {
    /// A tool that changes things, with nothing that runs it.
    pub fn new(name: impl Into<String>, description: impl Into<String>, input_schema: impl Into<Json>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            input_schema: input_schema.into(),
            handler: (),
            tags: Vec::new(),
            read_only: false,
            idempotent: false,
            always_load: false,
        }
    }
}

impl<H> Tool<H> {
    /// The same tool with something that runs it.
    pub fn handler<N>(self, handler: N) -> Tool<N> {
        let Self { name, description, input_schema, tags, read_only, idempotent, always_load, .. } = self;
        Tool { name, description, input_schema, handler, tags, read_only, idempotent, always_load }
    }

    /// Adds a label.
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// Whether it changes nothing.
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.read_only = read_only;
        self
    }

    /// Whether calling it twice is the same as calling it once.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = idempotent;
        self
    }

    /// Whether a model must always know it.
    pub fn always_load(mut self, always_load: bool) -> Self {
        self.always_load = always_load;
        self
    }

    fn wire(&self) -> wire::Tool {
        wire::Tool {
            name: self.name.clone(),
            description: self.description.clone(),
            input_schema: self.input_schema.clone(),
            read_only: self.read_only,
            idempotent: self.idempotent,
            always_load: self.always_load,
        }
    }
}

/// Which tools a model knows from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolStrategy {
    /// All.
    #[default]
    All,
    /// Those that must always be known, and a few more; the others are found by searching.
    Deferred,
}

impl ToolStrategy {
    /// Its name on the wire of options.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Deferred => "deferred",
        }
    }
}

impl FromStr for ToolStrategy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::All, Self::Deferred]
            .into_iter()
            .find(|strategy| strategy.as_str() == text)
            .ok_or(Error::Option { option: "strategy", expected: "be all or deferred" })
    }
}

/// How a search ranks the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ranker {
    /// By words.
    Bm25,
    /// By meaning.
    Embeddings,
}

impl Ranker {
    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bm25 => "bm25",
            Self::Embeddings => "embeddings",
        }
    }

    const fn wire(self) -> wire::Ranker {
        match self {
            Self::Bm25 => wire::Ranker::Bm25,
            Self::Embeddings => wire::Ranker::Embeddings,
        }
    }
}

/// How tools are searched. Everything is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct ToolSearchOptions {
    max_tools: Option<u64>,
    context: Option<String>,
    workflow: Option<String>,
    ranker: Option<Ranker>,
    tool_session_id: Option<String>,
}

impl ToolSearchOptions {
    /// A search like any other.
    pub fn new() -> Self {
        Self::default()
    }

    /// At most so many tools; there must be at least 1.
    pub fn max_tools(mut self, count: u64) -> Self {
        self.max_tools = Some(count);
        self
    }

    /// What the search is part of.
    pub fn context(mut self, context: impl Into<String>) -> Self {
        self.context = Some(context.into());
        self
    }

    /// The label of this call.
    pub fn workflow(mut self, workflow: impl Into<String>) -> Self {
        self.workflow = Some(workflow.into());
        self
    }

    /// How the tools are ranked.
    pub fn ranker(mut self, ranker: Ranker) -> Self {
        self.ranker = Some(ranker);
        self
    }

    /// The session that earlier searches belong to.
    pub fn tool_session_id(mut self, id: impl Into<String>) -> Self {
        self.tool_session_id = Some(id.into());
        self
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolSearch<'a, H = ()> {
    /// The tools of the catalog that were found, best first.
    pub tools: Vec<&'a Tool<H>>,
    /// The session that later searches can go on with.
    pub session_id: Option<String>,
    /// How many tools a model does not know.
    pub deferred_count: u64,
    /// How the tools were ranked; `unknown` when it is not known.
    pub method: String,
    /// How tokens were counted; `unavailable` when it is not known.
    pub token_basis: String,
    /// Tokens of the schemas of the tools that were found.
    pub sent_schema_tokens: u64,
    /// Tokens of the schemas of all tools.
    pub full_schema_tokens: u64,
}

impl<H> ToolSearch<'_, H> {
    /// Tokens of the schemas that a model does not have to read.
    pub const fn saved_tokens(&self) -> u64 {
        self.full_schema_tokens - self.sent_schema_tokens
    }

    /// The same as a percentage with one digit behind the point, rounded half up.
    #[allow(clippy::cast_precision_loss, reason = "counts are at most 2⁵³ - 1")]
    pub fn reduction_pct(&self) -> f64 {
        if self.full_schema_tokens == 0 {
            return 0.0;
        }
        // In exactly this order, so that every client rounds the same number.
        let per_mille = (self.saved_tokens() as f64 / self.full_schema_tokens as f64) * 1000.0;
        let below = per_mille.floor();
        (if per_mille - below >= 0.5 { below + 1.0 } else { below }) / 10.0
    }

    /// What the counts rest on.
    pub const fn basis(&self) -> Basis {
        Basis::Inferred
    }
}

/// A catalog of tools and how much of it a model knows.
#[derive(Clone, Debug)]
pub struct Tools<H = ()> {
    cave: Cave,
    catalog: Vec<Tool<H>>,
    strategy: ToolStrategy,
    /// How many a model knows at most.
    most: Option<u64>,
    /// Places in the catalog.
    initial: Vec<usize>,
}

/// Makes [`Tools`]; see [`Cave::tools`].
#[derive(Clone, Debug)]
#[must_use]
pub struct ToolsBuilder<H = ()> {
    cave: Cave,
    catalog: Vec<Tool<H>>,
    strategy: ToolStrategy,
    initial_tool_count: u64,
    max_loaded_tools: Option<u64>,
}

impl<H> ToolsBuilder<H> {
    /// Which tools a model knows from the start; all unless set.
    pub fn strategy(mut self, strategy: ToolStrategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// How many tools a model knows from the start besides those that it must always know; 8 unless set. Only with
    /// [`ToolStrategy::Deferred`].
    pub fn initial_tool_count(mut self, count: u64) -> Self {
        self.initial_tool_count = count;
        self
    }

    /// How many tools a model knows at most; there must be at least 1.
    pub fn max_loaded_tools(mut self, count: u64) -> Self {
        self.max_loaded_tools = Some(count);
        self
    }

    /// Makes the catalog. There is no I/O.
    ///
    /// # Errors
    /// When a count cannot be one, or when more tools must always be known than may be.
    pub fn build(self) -> Result<Tools<H>, Error> {
        if self.initial_tool_count > MAX_SAFE_INTEGER {
            return Err(Error::Option { option: "initialToolCount", expected: "be a non-negative integer" });
        }
        if self.max_loaded_tools.is_some_and(|count| !(1..=MAX_SAFE_INTEGER).contains(&count)) {
            return Err(Error::Option { option: "maxLoadedTools", expected: "be a positive integer" });
        }
        let places = 0..self.catalog.len();
        let initial = match self.strategy {
            ToolStrategy::All => places.collect(),
            ToolStrategy::Deferred => {
                let (always, others): (Vec<_>, Vec<_>) = places.partition(|place| self.catalog[*place].always_load);
                let mut count = self.initial_tool_count;
                if let Some(most) = self.max_loaded_tools {
                    let room = most.checked_sub(always.len() as u64).ok_or_else(|| {
                        let count = always.len();
                        Error::Argument(format!(
                            "maxLoadedTools is {most}, less than the alwaysLoad tool count {count}"
                        ))
                    })?;
                    count = count.min(room);
                }
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                always.into_iter().chain(others.into_iter().take(count)).collect()
            }
        };
        let Self { cave, catalog, strategy, max_loaded_tools, .. } = self;
        Ok(Tools { cave, catalog, strategy, most: max_loaded_tools, initial })
    }
}

impl<H> Tools<H> {
    /// Which tools a model knows from the start.
    pub const fn strategy(&self) -> ToolStrategy {
        self.strategy
    }

    /// All tools.
    pub fn catalog(&self) -> &[Tool<H>] {
        &self.catalog
    }

    /// The tools that a model knows from the start; it may be all.
    pub fn initial(&self) -> impl Iterator<Item = &Tool<H>> {
        self.initial.iter().map(|place| &self.catalog[*place])
    }

    /// Searches the whole catalog.
    ///
    /// # Errors
    /// As [`Cave::tool_search`].
    pub async fn search(&self, query: &str, mut options: ToolSearchOptions) -> Result<ToolSearch<'_, H>, Error> {
        options.max_tools = options.max_tools.or(self.most);
        self.cave.tool_search(&self.catalog, query, options).await
    }
}

impl Cave {
    /// Begins to make a catalog of tools.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{Json, Tool, ToolSearchOptions, ToolStrategy};
    ///
    /// let catalog = vec![
    ///     Tool::new("refund_order", "Pays an order back", Json::Null),
    ///     Tool::new("ask_human", "Asks a colleague", Json::Null).always_load(true),
    /// ];
    /// let tools = cave.tools(catalog).strategy(ToolStrategy::Deferred).initial_tool_count(0).build()?;
    /// assert!(tools.initial().map(|tool| tool.name.as_str()).eq(["ask_human"]));
    /// let found = tools.search("give the money back", ToolSearchOptions::new()).await?;
    /// assert_eq!(found.tools[0].name, "refund_order");
    /// # Ok(())
    /// # }
    /// ```
    pub fn tools<H>(&self, catalog: Vec<Tool<H>>) -> ToolsBuilder<H> {
        ToolsBuilder {
            cave: self.clone(),
            catalog,
            strategy: ToolStrategy::default(),
            initial_tool_count: 8,
            max_loaded_tools: None,
        }
    }

    /// Searches a catalog for the tools that a query needs.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{Json, Tool, ToolSearchOptions};
    ///
    /// let schema = Json::from_str(r#"{"type": "object"}"#)?;
    /// let catalog = [
    ///     Tool::new("read_order", "Reads an order", schema.clone()).read_only(true),
    ///     Tool::new("refund_order", "Pays an order back", schema).handler(()),
    /// ];
    /// let found = cave.tool_search(&catalog, "give the money back", ToolSearchOptions::new().max_tools(1)).await?;
    /// assert_eq!(found.tools, [&catalog[1]]);
    /// assert_eq!((found.saved_tokens(), found.reduction_pct()), (60, 66.7));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Before anything is sent, when the number of tools asked for is not at least 1. After that, when the gateway cannot be
    /// reached or refuses, when the names of the catalog are blank or not unique, and when the response names no tools of
    /// the catalog or one of them twice.
    pub async fn tool_search<'a, H>(
        &self,
        catalog: &'a [Tool<H>],
        query: &str,
        options: ToolSearchOptions,
    ) -> Result<ToolSearch<'a, H>, Error> {
        let body = wire::ToolSearchRequest {
            max_tools: options
                .max_tools
                .map(wire::MaxTools::try_from)
                .transpose()
                .map_err(|_| Error::Option { option: "maxTools", expected: "be a positive integer" })?,
            tools: catalog.iter().map(Tool::wire).collect(),
            query: query.to_owned(),
            context: options.context,
            session_id: options.tool_session_id,
            ranker: options.ranker.map(Ranker::wire),
        };
        let gateway = self.gateway();
        let headers = gateway.standard_headers(gateway.workflow(options.workflow.as_deref()), None)?;
        let answer = gateway.post(&ENDPOINT, headers, &body, ReadBody::OnSuccess).await?;
        found(catalog, &answer.json("tool search")?)
    }
}

/// What a response says about a catalog.
fn found<'a, H>(catalog: &'a [Tool<H>], response: &Json) -> Result<ToolSearch<'a, H>, Error> {
    let failed = |message: &str| Error::Response(format!("tool search failed: {message}"));
    let Json::Object(response) = response else { return Err(failed("the response is not an object")) };
    let by_name: HashMap<_, _> = catalog.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    let mut names = HashSet::new();
    if let Some(tool) = catalog.iter().find(|tool| is_blank(&tool.name) || !names.insert(tool.name.as_str())) {
        let message = format!("the names of the tools must be non-empty and unique, and {:?} is not", tool.name);
        return Err(failed(&message));
    }
    let Some(Json::Array(entries)) = response.get("tools") else {
        return Err(failed("the response has no list of tools"));
    };
    let mut seen = HashSet::new();
    let tools = entries
        .iter()
        .map(|entry| {
            let name = entry.as_object().and_then(|entry| entry.get("name")).and_then(Json::as_str);
            let found = name.and_then(|name| by_name.get(name).copied());
            found.filter(|tool| seen.insert(tool.name.as_str())).ok_or_else(|| {
                let which = name.map_or_else(|| "without a name".to_owned(), |name| format!("{name:?}"));
                failed(&format!("the response names an unknown or duplicate tool: {which}"))
            })
        })
        .collect::<Result<_, _>>()?;
    let counters = safe_uint(response.get("sent_schema_tokens")).zip(safe_uint(response.get("full_schema_tokens")));
    let (sent, full) = counters.filter(|(sent, full)| sent <= full).unwrap_or_default();
    Ok(ToolSearch {
        tools,
        session_id: response.get("session_id").and_then(Json::as_str).map(str::to_owned),
        deferred_count: safe_uint(response.get("deferred_count")).unwrap_or_default(),
        method: response.get("method").and_then(Json::as_str).unwrap_or("unknown").to_owned(),
        token_basis: not_blank(response.get("token_basis")).unwrap_or("unavailable").to_owned(),
        sent_schema_tokens: sent,
        full_schema_tokens: full,
    })
}
