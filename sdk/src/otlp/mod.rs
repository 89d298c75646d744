//! Spans of model and tool calls, and their way to the gateway as OTLP in JSON.

mod attribute;
mod exporter;
mod payload;
mod span;

pub use attribute::AttributeValue;
pub use exporter::Exporter;
#[allow(unused_imports, reason = "traces use it")]
pub(crate) use exporter::Exporters;
#[cfg(test)]
pub(crate) use span::Origin;
pub use span::{Span, SpanKind, SpanObserver, SpanOptions, SpanSink, SpanStatus};
