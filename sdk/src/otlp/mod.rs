//! Spans of model and tool calls, and their way to the gateway as OTLP in JSON.

mod attribute;
mod exporter;
#[cfg(feature = "opentelemetry")]
mod open_telemetry;
mod payload;
mod scope;
mod span;

pub use attribute::AttributeValue;
pub use exporter::Exporter;
pub(crate) use exporter::Exporters;
#[cfg(feature = "opentelemetry")]
pub use open_telemetry::OpenTelemetrySpans;
#[cfg(test)]
pub(crate) use span::Origin;
pub use span::{Span, SpanKind, SpanObserver, SpanOptions, SpanSink, SpanStatus};
