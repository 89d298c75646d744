//! What a span says, and which of it is kept.

use super::attribute::{AttributeValue, Attributes};
use crate::{
    safe_uint::MAX_SAFE_INTEGER,
    trace_ids::{parent_span_id, span_id_or_fresh, trace_id_or_fresh},
};

/// What a span stands for, from the caller's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// Work inside the service.
    Internal,
    /// The answer to a request.
    Server,
    /// A request to another service, such as a model.
    #[default]
    Client,
    /// A message that was sent.
    Producer,
    /// A message that was received.
    Consumer,
}

impl SpanKind {
    /// Its number on the wire.
    pub const fn code(self) -> u8 {
        match self {
            Self::Internal => 1,
            Self::Server => 2,
            Self::Client => 3,
            Self::Producer => 4,
            Self::Consumer => 5,
        }
    }
}

/// How the work of a span ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanStatus {
    /// It is not said.
    Unset,
    /// Well.
    #[default]
    Ok,
    /// With an error.
    Error,
}

impl SpanStatus {
    /// Its number on the wire.
    pub const fn code(self) -> u8 {
        match self {
            Self::Unset => 0,
            Self::Ok => 1,
            Self::Error => 2,
        }
    }
}

/// What a span says about a call. Everything is optional.
///
/// Counters and costs that cannot be true are left out rather than sent: a count above 2⁵³ - 1, more cached tokens than
/// input tokens, a cost that is negative or no number.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct SpanOptions {
    trace_id: Option<String>,
    span_id: Option<String>,
    parent_span_id: Option<String>,
    kind: SpanKind,
    status: SpanStatus,
    start: Option<u64>,
    end: Option<u64>,
    workflow: Option<String>,
    operation: Option<String>,
    provider: Option<String>,
    model: Option<String>,
    tool_name: Option<String>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cached_tokens: Option<u64>,
    cost_usd: Option<f64>,
    attributes: Attributes,
}

impl SpanOptions {
    /// A span that says nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The trace that it belongs to: 32 hexadecimal digits, not all zero. Anything else gives it a trace of its own;
    /// unset, it belongs to the exporter's trace, if that has one.
    pub fn trace_id(mut self, id: impl Into<String>) -> Self {
        self.trace_id = Some(id.into());
        self
    }

    /// Its identifier: 16 hexadecimal digits, not all zero. Otherwise it gets a fresh one.
    pub fn span_id(mut self, id: impl Into<String>) -> Self {
        self.span_id = Some(id.into());
        self
    }

    /// The span that it is a part of: 16 hexadecimal digits, not all zero. Otherwise it is a root.
    pub fn parent_span_id(mut self, id: impl Into<String>) -> Self {
        self.parent_span_id = Some(id.into());
        self
    }

    /// What it stands for; a request to another service unless set.
    pub fn kind(mut self, kind: SpanKind) -> Self {
        self.kind = kind;
        self
    }

    /// How it ended; well unless set.
    pub fn status(mut self, status: SpanStatus) -> Self {
        self.status = status;
        self
    }

    /// When it began, in nanoseconds since 1970; now unless set.
    pub fn start_time_ns(mut self, time: u64) -> Self {
        self.start = Some(time);
        self
    }

    /// When it ended, in nanoseconds since 1970; now unless set.
    pub fn end_time_ns(mut self, time: u64) -> Self {
        self.end = Some(time);
        self
    }

    /// Its label; the client's default unless set.
    pub fn workflow(mut self, workflow: impl Into<String>) -> Self {
        self.workflow = Some(workflow.into());
        self
    }

    /// What is done, such as `chat`.
    pub fn operation(mut self, operation: impl Into<String>) -> Self {
        self.operation = Some(operation.into());
        self
    }

    /// Who serves the model, such as `openai`.
    pub fn provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into());
        self
    }

    /// The model.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// The tool that is called.
    pub fn tool_name(mut self, name: impl Into<String>) -> Self {
        self.tool_name = Some(name.into());
        self
    }

    /// Tokens that went in, cached ones included.
    pub fn input_tokens(mut self, tokens: u64) -> Self {
        self.input_tokens = Some(tokens);
        self
    }

    /// Tokens that came out.
    pub fn output_tokens(mut self, tokens: u64) -> Self {
        self.output_tokens = Some(tokens);
        self
    }

    /// Input tokens that came from a cache.
    pub fn cached_tokens(mut self, tokens: u64) -> Self {
        self.cached_tokens = Some(tokens);
        self
    }

    /// What it cost, in US dollars.
    pub fn cost_usd(mut self, cost: f64) -> Self {
        self.cost_usd = Some(cost);
        self
    }

    /// An attribute of your own. Those that only the methods above may set (`gen_ai.usage.*`, `cave.agent`,
    /// `cave.workflow`) are dropped.
    pub fn attribute(mut self, name: impl Into<String> + AsRef<str>, value: impl Into<AttributeValue>) -> Self {
        self.attributes.set(name, value.into());
        self
    }
}

/// Attributes that a caller cannot set on its own.
const RESERVED: [&str; 7] = [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.cached_tokens",
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cost_usd",
    "cave.agent",
    "cave.workflow",
];

/// A span that was recorded.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Span {
    /// The trace that it belongs to, 32 hexadecimal digits.
    pub trace_id: String,
    /// Its identifier, 16 hexadecimal digits.
    pub span_id: String,
    /// The span that it is a part of; empty for a root.
    pub parent_span_id: String,
    /// What it is called.
    pub name: String,
    /// What it stands for.
    pub kind: SpanKind,
    /// How it ended.
    pub status: SpanStatus,
    /// When it began, in nanoseconds since 1970.
    pub start_time_ns: u64,
    /// When it ended, in nanoseconds since 1970.
    pub end_time_ns: u64,
    attributes: Attributes,
}

/// What a span takes from who records it.
pub(crate) struct Origin<'a> {
    pub(crate) agent: &'a str,
    /// The label of spans that have none of their own.
    pub(crate) workflow: &'a str,
    /// The trace of spans that name none.
    pub(crate) trace_id: Option<&'a str>,
    /// Nanoseconds since 1970.
    pub(crate) now: u64,
}

impl Span {
    /// The attributes in their order.
    pub fn attributes(&self) -> &[(String, AttributeValue)] {
        self.attributes.as_slice()
    }

    pub(crate) fn new(name: &str, options: SpanOptions, origin: &Origin<'_>) -> Self {
        let count = |count: Option<u64>| count.filter(|count| *count <= MAX_SAFE_INTEGER);
        let input = count(options.input_tokens);
        let output = count(options.output_tokens);
        let cached = count(options.cached_tokens).filter(|cached| input.is_none_or(|input| *cached <= input));
        let cost = options.cost_usd.filter(|cost| cost.is_finite() && *cost >= 0.0);

        let mut attributes = options.attributes.without(|name| RESERVED.contains(&name));
        let mut set = |name: &str, value: Option<AttributeValue>| {
            if let Some(value) = value {
                attributes.set(name, value);
            }
        };
        // Counts are at most 2⁵³ - 1.
        let int = |count: u64| AttributeValue::Int(i64::try_from(count).unwrap_or(i64::MAX));
        set("gen_ai.operation.name", options.operation.map(Into::into));
        set("gen_ai.provider.name", options.provider.map(Into::into));
        set("gen_ai.request.model", options.model.clone().map(Into::into));
        set("gen_ai.response.model", options.model.map(Into::into));
        set("gen_ai.tool.name", options.tool_name.map(Into::into));
        set("gen_ai.usage.input_tokens", input.map(int));
        set("gen_ai.usage.output_tokens", output.map(int));
        set("gen_ai.usage.cache_read.input_tokens", cached.map(int));
        set("gen_ai.usage.cost_usd", cost.map(Into::into));
        set("cave.agent", Some(origin.agent.into()));
        set("cave.workflow", Some(options.workflow.as_deref().unwrap_or(origin.workflow).into()));

        Self {
            trace_id: trace_id_or_fresh(options.trace_id.as_deref().or(origin.trace_id)),
            span_id: span_id_or_fresh(options.span_id.as_deref()),
            parent_span_id: parent_span_id(options.parent_span_id.as_deref()),
            name: name.to_owned(),
            kind: options.kind,
            status: options.status,
            start_time_ns: options.start.unwrap_or(origin.now),
            end_time_ns: options.end.unwrap_or(origin.now),
            attributes,
        }
    }
}

/// Where spans can be recorded: an [`Exporter`](super::Exporter), or a trace, which records in its own exporter.
pub trait SpanSink: Send + Sync {
    /// Records a span.
    fn record(&self, name: &str, options: SpanOptions);
}

/// Sees every span that an exporter records, as it is recorded.
pub trait SpanObserver: Send + Sync {
    /// Called with each span, on the thread that records it.
    fn recorded(&self, span: &Span);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin<'static> {
        Origin { agent: "agent", workflow: "flow", trace_id: Some("aaaabbbbccccddddeeeeffff00001111"), now: 7 }
    }

    #[track_caller]
    fn check(options: SpanOptions, expected: &[(&str, AttributeValue)]) {
        let span = Span::new("s", options, &origin());
        let attributes: Vec<_> =
            span.attributes().iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let mut all = expected.to_vec();
        for (name, value) in [("cave.agent", "agent"), ("cave.workflow", "flow")] {
            if !expected.iter().any(|attribute| attribute.0 == name) {
                all.push((name, value.into()));
            }
        }
        assert_eq!(attributes, all);
    }

    #[test]
    fn mapped_attributes_stand_behind_the_callers_unless_they_overwrite_one() {
        check(
            SpanOptions::new()
                .operation("chat")
                .model("m")
                .tool_name("t")
                .attribute("x", true)
                .attribute("gen_ai.response.model", "mine")
                .attribute("y", 1_i64)
                .attribute("x", 0.5),
            &[
                ("x", 0.5.into()),
                ("gen_ai.response.model", "m".into()),
                ("y", 1_i64.into()),
                ("gen_ai.operation.name", "chat".into()),
                ("gen_ai.request.model", "m".into()),
                ("gen_ai.tool.name", "t".into()),
            ],
        );
    }

    #[test]
    fn reserved_attributes_are_dropped() {
        let options = RESERVED.iter().fold(SpanOptions::new(), |options, name| options.attribute(*name, "mine"));
        check(options.attribute("gen_ai.usage.other", 1_u32), &[("gen_ai.usage.other", 1_i64.into())]);
    }

    #[test]
    fn counters_that_cannot_be_true_are_dropped() {
        const CACHED: &str = "gen_ai.usage.cache_read.input_tokens";
        const INPUT: &str = "gen_ai.usage.input_tokens";
        check(SpanOptions::new().input_tokens(1 << 53).output_tokens(u64::MAX).cached_tokens(1 << 53), &[]);
        check(SpanOptions::new().input_tokens((1 << 53) - 1), &[(INPUT, AttributeValue::Int((1 << 53) - 1))]);
        check(SpanOptions::new().input_tokens(5).cached_tokens(6), &[(INPUT, 5_i64.into())]);
        check(
            SpanOptions::new().input_tokens(5).cached_tokens(5),
            &[(INPUT, 5_i64.into()), (CACHED, 5_i64.into())],
        );
        // Without a valid count of input there is nothing to hold the cached ones against.
        check(SpanOptions::new().cached_tokens(6), &[(CACHED, 6_i64.into())]);
        check(SpanOptions::new().input_tokens(1 << 53).cached_tokens(6), &[(CACHED, 6_i64.into())]);
        for cost in [-0.01, f64::NAN, f64::INFINITY] {
            check(SpanOptions::new().cost_usd(cost), &[]);
        }
        check(SpanOptions::new().cost_usd(0.0), &[("gen_ai.usage.cost_usd", 0.0.into())]);
    }

    #[test]
    fn identifiers_and_times() {
        let span = Span::new("s", SpanOptions::new(), &origin());
        assert_eq!(span.trace_id, "aaaabbbbccccddddeeeeffff00001111");
        assert_eq!((span.parent_span_id.as_str(), span.start_time_ns, span.end_time_ns), ("", 7, 7));
        assert_eq!((span.kind.code(), span.status.code()), (3, 1));

        let span =
            Span::new("s", SpanOptions::new().trace_id("nonsense").span_id("0").parent_span_id("0"), &origin());
        assert!(span.trace_id != origin().trace_id.unwrap() && span.trace_id.len() == 32);
        assert_eq!((span.span_id.len(), span.parent_span_id.as_str()), (16, ""));

        let options = SpanOptions::new()
            .trace_id("0123456789ABCDEF0123456789ABCDEF")
            .span_id("0123456789ABCDEF")
            .parent_span_id("FEDCBA9876543210");
        let span = Span::new("s", options, &origin());
        assert_eq!(span.trace_id, "0123456789abcdef0123456789abcdef");
        assert_eq!((span.span_id.as_str(), span.parent_span_id.as_str()), ("0123456789abcdef", "fedcba9876543210"));
    }

    #[test]
    fn codes() {
        use SpanKind::{Client, Consumer, Internal, Producer, Server};
        assert_eq!([Internal, Server, Client, Producer, Consumer].map(SpanKind::code), [1, 2, 3, 4, 5]);
        assert_eq!([SpanStatus::Unset, SpanStatus::Ok, SpanStatus::Error].map(SpanStatus::code), [0, 1, 2]);
    }

    #[test]
    fn an_explicit_label_stands_even_when_it_is_empty() {
        check(SpanOptions::new().workflow(""), &[("cave.agent", "agent".into()), ("cave.workflow", "".into())]);
    }
}
