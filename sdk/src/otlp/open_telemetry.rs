//! The same spans for the exporters of the `opentelemetry` crates.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use opentelemetry::{
    InstrumentationScope, KeyValue, SpanId, TraceFlags, TraceId, Value,
    trace::{SpanContext, SpanKind as OtelKind, Status, TraceState},
};
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{SpanData, SpanEvents, SpanLinks, SpanProcessor},
};

use super::{AttributeValue, Span, SpanKind, SpanObserver, SpanStatus, attribute::Integral, scope};

/// Hands every recorded span to an OpenTelemetry span processor, with the identifiers, times and attributes that go to
/// the gateway. Cloning is cheap, and clones share the processor.
///
/// ```
/// use caveman_sdk::{Cave, OpenTelemetrySpans, SpanOptions};
/// use opentelemetry_sdk::{Resource, trace::BatchSpanProcessor};
/// # use opentelemetry_sdk::{error::OTelSdkResult, trace::{SpanData, SpanExporter}};
/// # #[derive(Debug)]
/// # struct AnySpanExporter;
/// # impl SpanExporter for AnySpanExporter {
/// #     async fn export(&self, _: Vec<SpanData>) -> OTelSdkResult { Ok(()) }
/// # }
///
/// let resource = Resource::builder().with_service_name("billing").build();
/// let processor = BatchSpanProcessor::builder(AnySpanExporter).build();
/// let spans = OpenTelemetrySpans::new(processor, &resource);
///
/// let cave = Cave::builder().api_key("key").base_url("https://gateway.example").agent("agent");
/// let cave = cave.span_observer(spans.clone()).build()?;
/// cave.exporter(None).record_span("chat", SpanOptions::new().model("m"));
/// spans.shutdown()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct OpenTelemetrySpans {
    processor: Arc<dyn SpanProcessor>,
    scope: InstrumentationScope,
}

impl fmt::Debug for OpenTelemetrySpans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenTelemetrySpans").field("processor", &self.processor).finish_non_exhaustive()
    }
}

impl OpenTelemetrySpans {
    /// Hands spans to a processor, as those of a resource. The name of the service is the resource's, not the exporter's.
    pub fn new(mut processor: impl SpanProcessor + 'static, resource: &Resource) -> Self {
        processor.set_resource(resource);
        let scope = InstrumentationScope::builder(scope::NAME).with_version(scope::VERSION).build();
        Self { processor: Arc::new(processor), scope }
    }

    /// Exports what the processor holds back.
    ///
    /// # Errors
    /// When the processor cannot.
    pub fn force_flush(&self) -> OTelSdkResult {
        self.processor.force_flush()
    }

    /// Exports what the processor holds back, and ends it.
    ///
    /// # Errors
    /// When the processor cannot.
    pub fn shutdown(&self) -> OTelSdkResult {
        self.processor.shutdown()
    }
}

impl SpanObserver for OpenTelemetrySpans {
    fn recorded(&self, span: &Span) {
        self.processor.on_end(span_data(span, self.scope.clone()));
    }
}

fn span_data(span: &Span, scope: InstrumentationScope) -> SpanData {
    let context = SpanContext::new(
        TraceId::from_hex(&span.trace_id).unwrap_or(TraceId::INVALID),
        SpanId::from_hex(&span.span_id).unwrap_or(SpanId::INVALID),
        TraceFlags::SAMPLED,
        false,
        TraceState::NONE,
    );
    SpanData {
        span_context: context,
        // A root has no parent, which is the invalid identifier.
        parent_span_id: SpanId::from_hex(&span.parent_span_id).unwrap_or(SpanId::INVALID),
        parent_span_is_remote: false,
        span_kind: match span.kind {
            SpanKind::Internal => OtelKind::Internal,
            SpanKind::Server => OtelKind::Server,
            SpanKind::Client => OtelKind::Client,
            SpanKind::Producer => OtelKind::Producer,
            SpanKind::Consumer => OtelKind::Consumer,
        },
        name: span.name.clone().into(),
        start_time: time(span.start_time_ns),
        end_time: time(span.end_time_ns),
        attributes: span
            .attributes()
            .iter()
            .map(|(name, attribute)| KeyValue::new(name.clone(), value(attribute)))
            .collect(),
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        status: match span.status {
            SpanStatus::Unset => Status::Unset,
            SpanStatus::Ok => Status::Ok,
            SpanStatus::Error => Status::error(""),
        },
        instrumentation_scope: scope,
    }
}

fn time(nanoseconds: u64) -> SystemTime {
    UNIX_EPOCH.checked_add(Duration::from_nanos(nanoseconds)).unwrap_or(UNIX_EPOCH)
}

fn value(attribute: &AttributeValue) -> Value {
    match attribute {
        AttributeValue::Bool(value) => Value::Bool(*value),
        AttributeValue::Int(value) => Value::I64(*value),
        AttributeValue::Double(value) => {
            Integral::of(*value).and_then(Integral::to_i64).map_or(Value::F64(*value), Value::I64)
        }
        AttributeValue::String(value) => Value::String(value.clone().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::otlp::{Origin, SpanOptions};
    use opentelemetry_sdk::trace::{SimpleSpanProcessor, SpanExporter};
    use std::sync::Mutex;

    #[derive(Clone, Debug, Default)]
    struct Collected(Arc<Mutex<Vec<SpanData>>>);

    impl SpanExporter for Collected {
        async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
            self.0.lock().unwrap().extend(batch);
            Ok(())
        }
    }

    #[test]
    fn spans_arrive_as_they_were_recorded() {
        let exporter = Collected::default();
        let spans = OpenTelemetrySpans::new(
            SimpleSpanProcessor::new(exporter.clone()),
            &Resource::builder_empty().with_service_name("s").build(),
        );
        let options = SpanOptions::new()
            .span_id("99aabbccddeeff00")
            .parent_span_id("1122334455667788")
            .kind(SpanKind::Producer)
            .status(SpanStatus::Error)
            .start_time_ns(3_000_000_001)
            .end_time_ns(4_000_000_002)
            .input_tokens(7)
            .cost_usd(1.0)
            .attribute("x", 0.5);
        let origin =
            Origin { agent: "a", workflow: "w", trace_id: Some("aaaabbbbccccddddeeeeffff00001111"), now: 0 };
        spans.recorded(&Span::new("plan", options, &origin));
        spans.recorded(&Span::new("root", SpanOptions::new(), &origin));
        spans.force_flush().unwrap();

        let finished = exporter.0.lock().unwrap();
        let [plan, root] = &finished[..] else { panic!("{finished:?}") };
        assert_eq!(plan.span_context.trace_id().to_string(), "aaaabbbbccccddddeeeeffff00001111");
        assert_eq!(plan.span_context.span_id().to_string(), "99aabbccddeeff00");
        assert_eq!(plan.parent_span_id.to_string(), "1122334455667788");
        assert_eq!(root.parent_span_id, SpanId::INVALID);
        assert_eq!((plan.span_kind.clone(), plan.status.clone()), (OtelKind::Producer, Status::error("")));
        assert_eq!(plan.end_time.duration_since(plan.start_time).unwrap(), Duration::from_nanos(1_000_000_001));
        let attributes: Vec<_> =
            plan.attributes.iter().map(|attribute| format!("{}={:?}", attribute.key, attribute.value)).collect();
        assert_eq!(
            attributes,
            [
                "x=F64(0.5)",
                "gen_ai.usage.input_tokens=I64(7)",
                "gen_ai.usage.cost_usd=I64(1)",
                "cave.agent=String(Owned(\"a\"))",
                "cave.workflow=String(Owned(\"w\"))"
            ]
        );
        assert_eq!(plan.instrumentation_scope.name(), "caveman-cloud");
    }
}
