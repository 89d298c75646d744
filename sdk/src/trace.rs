//! Calls that belong together.

use std::{
    fmt,
    future::Future,
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use contracts_runtime::{Json, Map};
use http::HeaderMap;
use serde::Serialize;

use crate::{
    answer::Answer,
    artifacts::Artifacts,
    cave::Cave,
    checkpoints::Checkpoints,
    endpoint::Endpoint,
    error::Error,
    gateway::{Gateway, ReadBody},
    otlp::{Exporter, Exporters, SpanOptions, SpanSink},
    providers::{Create, CreateBody, CreateHints, Provider, create},
    safe_uint::MAX_SAFE_INTEGER,
    trace_ids::{TraceContext, span_id_or_fresh, trace_id_or_fresh},
    unwind::caught,
    wire::tool_event as wire,
};

/// What a trace is made of. Everything is optional.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct TraceOptions {
    workflow: Option<String>,
    tags: Map<Json>,
    trace_id: Option<String>,
    span_id: Option<String>,
}

impl TraceOptions {
    /// A trace with identifiers of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// The label of its calls.
    pub fn workflow(mut self, workflow: impl Into<String>) -> Self {
        self.workflow = Some(workflow.into());
        self
    }

    /// A label of your own, which goes along with tool events.
    pub fn tag(mut self, name: impl Into<String>, value: impl Into<Json>) -> Self {
        self.tags.insert(name.into(), value.into());
        self
    }

    /// Its identifier: 32 hexadecimal digits, not all zero. Otherwise it gets a fresh one.
    pub fn trace_id(mut self, id: impl Into<String>) -> Self {
        self.trace_id = Some(id.into());
        self
    }

    /// The span that its calls are parts of: 16 hexadecimal digits, not all zero. Otherwise it gets a fresh one.
    pub fn span_id(mut self, id: impl Into<String>) -> Self {
        self.span_id = Some(id.into());
        self
    }
}

/// Calls that belong together. Cloning is cheap, and clones are the same trace.
#[derive(Clone)]
pub struct Trace(Arc<Inner>);

struct Inner {
    gateway: Arc<Gateway>,
    context: TraceContext,
    workflow: Option<String>,
    tags: Map<Json>,
    /// How many tool calls have begun.
    tool_calls: AtomicU64,
    exporters: Exporters,
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace")
            .field("trace_id", &self.trace_id())
            .field("span_id", &self.span_id())
            .field("workflow", &self.0.workflow)
            .finish_non_exhaustive()
    }
}

impl Cave {
    /// Begins a trace. There is no I/O.
    pub fn trace(&self, options: TraceOptions) -> Trace {
        Trace(Arc::new(Inner {
            gateway: Arc::clone(self.gateway()),
            context: TraceContext {
                trace_id: trace_id_or_fresh(options.trace_id.as_deref()),
                span_id: span_id_or_fresh(options.span_id.as_deref()),
            },
            workflow: options.workflow,
            tags: options.tags,
            tool_calls: AtomicU64::new(0),
            exporters: Exporters::default(),
        }))
    }
}

impl Trace {
    /// Its identifier, 32 hexadecimal digits.
    pub fn trace_id(&self) -> &str {
        &self.0.context.trace_id
    }

    /// The span that its calls are parts of, 16 hexadecimal digits.
    pub fn span_id(&self) -> &str {
        &self.0.context.span_id
    }

    /// Runs a tool and reports that it ran, for how long, and whether it went well. What went wrong is not reported, and
    /// whether the report arrived does not matter. The report is sent before this returns; dropping the future gives up
    /// the tool and the report.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{Json, TraceOptions};
    ///
    /// let trace = cave.trace(TraceOptions::new().workflow("refunds"));
    /// let outcome = trace.tool("read_order", Json::Null, || async { "4711".parse::<u32>() }).await;
    /// assert_eq!(outcome, Ok(4711));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The tool's own.
    ///
    /// # Panics
    /// If the tool panics, with what it panicked with, after the report that it did not go well.
    pub async fn tool<T, E, F: Future<Output = Result<T, E>>>(
        &self,
        name: &str,
        options: impl Into<Json>,
        run: impl FnOnce() -> F,
    ) -> Result<T, E> {
        let sequence = self.0.tool_calls.fetch_add(1, Ordering::SeqCst) + 1;
        let begin = Instant::now();
        let outcome = caught(async { run().await }).await;
        let ended = if matches!(outcome, Ok(Ok(_))) { wire::Outcome::Ok } else { wire::Outcome::Error };
        if let Err(error) = self.report(name, options.into(), ended, sequence, begin.elapsed()).await {
            tracing::debug!(%error, "a tool call could not be reported");
        }
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Reports a tool call that has ended.
    async fn report(
        &self,
        name: &str,
        options: Json,
        outcome: wire::Outcome,
        sequence: u64,
        duration: Duration,
    ) -> Result<(), Error> {
        const ENDPOINT: Endpoint = Endpoint::fixed("/sdk/v1/events");
        let duration = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX).min(MAX_SAFE_INTEGER);
        let event = wire::ToolEvent {
            span_type: wire::SpanType,
            name: name.to_owned(),
            workflow: self.workflow().to_owned(),
            options,
            outcome,
            sequence: sequence.try_into()?,
            duration_ms: duration.try_into()?,
            tags: self.0.tags.clone(),
        };
        self.post(&ENDPOINT, &event).await?.object_at(ENDPOINT.path()).map(drop)
    }

    /// Values that are too long for a prompt.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{ArtifactOptions, Json, Paged, TraceOptions};
    ///
    /// let artifacts = cave.trace(TraceOptions::new()).artifacts();
    /// let orders = Json::from_str("[4711, 4712]")?;
    /// let Paged::Stub(stub) = artifacts.page(orders.clone(), &ArtifactOptions::new("tool:orders")).await? else {
    ///     panic!("the gateway lets it stay in the prompt");
    /// };
    /// assert!(stub.starts_with("[cave-artifact id=art-1 source=tool:orders "));
    /// assert_eq!(artifacts.get("art-1").await?, orders);
    /// # Ok(())
    /// # }
    /// ```
    pub fn artifacts(&self) -> Artifacts {
        Artifacts(self.clone())
    }

    /// Conversations that were put away.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{Json, TraceOptions};
    ///
    /// let checkpoints = cave.trace(TraceOptions::new()).checkpoints();
    /// let messages = Json::from_str(r#"[{"role": "user", "content": "Hello"}]"#)?;
    /// let checkpoint = checkpoints.create(messages.clone(), Json::from_str("{}")?).await?;
    /// let source_ref = checkpoint.get("source_ref").and_then(Json::as_str).ok_or("no reference")?;
    /// assert_eq!(checkpoints.expand(source_ref).await?.get("messages"), Some(&messages));
    /// # Ok(())
    /// # }
    /// ```
    pub fn checkpoints(&self) -> Checkpoints {
        Checkpoints(self.clone())
    }

    /// Calls `OpenAI` in this trace.
    pub fn openai(&self) -> TraceOpenAi {
        TraceOpenAi(self.clone())
    }

    /// The exporter for the spans of a service in this trace; of the agent when none is named. A service has one exporter.
    pub fn exporter(&self, service_name: Option<&str>) -> Exporter {
        self.0.exporters.of(&self.0.gateway, service_name, Some(self.trace_id()))
    }

    pub(crate) fn gateway(&self) -> &Gateway {
        &self.0.gateway
    }

    /// The label of its calls.
    pub(crate) fn workflow(&self) -> &str {
        self.0.gateway.workflow(self.0.workflow.as_deref())
    }

    pub(crate) fn headers(&self) -> Result<HeaderMap, Error> {
        self.gateway().standard_headers(self.workflow(), Some(&self.0.context))
    }

    pub(crate) async fn post(&self, endpoint: &Endpoint, body: &impl Serialize) -> Result<Answer, Error> {
        self.gateway().post(endpoint, self.headers()?, body, ReadBody::OnSuccess).await
    }

    pub(crate) async fn get(&self, endpoint: &Endpoint) -> Result<Answer, Error> {
        self.gateway().get(endpoint, self.headers()?).await
    }
}

impl SpanSink for Trace {
    /// Records in the trace's exporter for the agent.
    fn record(&self, name: &str, options: SpanOptions) {
        self.exporter(None).record_span(name, options);
    }
}

/// Calls `OpenAI` in a trace.
#[derive(Clone, Debug)]
pub struct TraceOpenAi(Trace);

impl TraceOpenAi {
    /// Calls `responses` and gives its response, whatever JSON it is.
    ///
    /// # Errors
    /// As [`ProviderClient::create_response`](crate::ProviderClient::create_response).
    pub async fn create_response(&self, body: impl Into<CreateBody>, hints: CreateHints) -> Result<Json, Error> {
        self.create("/responses", body.into(), hints).await
    }

    /// Calls `chat/completions` and gives its response, whatever JSON it is. In a trace it takes no hints.
    ///
    /// # Errors
    /// As [`ProviderClient::create_response`](crate::ProviderClient::create_response).
    pub async fn create_chat_completion(&self, body: impl Into<CreateBody>) -> Result<Json, Error> {
        self.create("/chat/completions", body.into(), CreateHints::new()).await
    }

    async fn create(&self, endpoint: &'static str, body: CreateBody, hints: CreateHints) -> Result<Json, Error> {
        let Self(trace) = self;
        let call = Create { provider: Provider::OpenAi, endpoint, upstream_key: None, body, hints };
        create(trace.gateway(), call, trace.workflow(), Some(&trace.0.context)).await
    }
}
