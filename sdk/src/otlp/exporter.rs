//! Collects spans and sends them in batches.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use contracts_runtime::{Json, Object, View as _};

use super::{
    payload::export_request,
    span::{Origin, Span, SpanObserver, SpanOptions, SpanSink},
};
use crate::{
    cave::Cave,
    endpoint::Endpoint,
    error::Error,
    gateway::{Gateway, ReadBody},
};

/// Where spans go.
const ENDPOINT: Endpoint = Endpoint::fixed("/v1/traces");

/// Collects spans of one service and sends them to the gateway. Cloning is cheap, and clones share their spans.
///
/// A span stays until an [`export`](Self::export) has brought it to the gateway, so a service must export from time to
/// time. Nothing is sent on its own.
#[derive(Clone)]
pub struct Exporter(Arc<Inner>);

struct Inner {
    gateway: Arc<Gateway>,
    service_name: String,
    /// The trace of spans that name none.
    trace_id: Option<String>,
    observers: Vec<Arc<dyn SpanObserver>>,
    spans: Mutex<Spans>,
    /// Held by the export under way.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Spans {
    buffered: Vec<Span>,
    in_flight: usize,
}

impl fmt::Debug for Exporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exporter")
            .field("service_name", &self.0.service_name)
            .field("trace_id", &self.0.trace_id)
            .field("pending", &self.pending())
            .finish_non_exhaustive()
    }
}

impl Exporter {
    pub(crate) fn new(gateway: Arc<Gateway>, service_name: Option<&str>, trace_id: Option<&str>) -> Self {
        Self(Arc::new(Inner {
            service_name: service_name.unwrap_or(&gateway.agent).to_owned(),
            trace_id: trace_id.map(str::to_owned),
            observers: gateway.span_observers.clone(),
            gateway,
            spans: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }))
    }

    /// The service that the spans belong to.
    pub fn service_name(&self) -> &str {
        &self.0.service_name
    }

    /// Records a span, to be sent with the next export, and answers with it.
    pub fn record_span(&self, name: &str, options: SpanOptions) -> Span {
        let gateway = &self.0.gateway;
        let origin = Origin {
            agent: &gateway.agent,
            workflow: gateway.workflow(None),
            trace_id: self.0.trace_id.as_deref(),
            now: now(),
        };
        let span = Span::new(name, options, &origin);
        self.0.spans().buffered.push(span.clone());
        for observer in &self.0.observers {
            observer.recorded(&span);
        }
        span
    }

    /// How many spans have not reached the gateway yet: those that wait, and those under way.
    pub fn pending(&self) -> usize {
        let spans = self.0.spans();
        spans.buffered.len() + spans.in_flight
    }

    /// The request that an export would send now, with the spans that wait: a
    /// [`SpanExportRequest`](crate::wire::SpanExportRequest) as JSON.
    ///
    /// # Errors
    /// [`Error::Contract`] when a span does not keep to the contract of exports, which no recorded span does.
    pub fn build_payload(&self) -> Result<Json, Error> {
        let request = export_request(&self.0.service_name, &self.0.gateway.agent, &self.0.spans().buffered)?;
        Ok(request.view().into())
    }

    /// Sends the spans that wait and gives the gateway's response, whatever JSON it is. Exports of one exporter follow
    /// each other. Without spans nothing is sent.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::{Json, SpanOptions};
    ///
    /// let exporter = cave.exporter(Some("billing"));
    /// exporter.record_span("chat", SpanOptions::new().operation("chat").model("m-1").input_tokens(120));
    /// let answer = exporter.export().await?;
    /// assert_eq!((answer.pointer("/ok"), exporter.pending()), (Some(&Json::Bool(true)), 0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the gateway cannot be reached, refuses, or does not answer with JSON. The spans wait again then, before those
    /// that were recorded meanwhile; so they do when the future is dropped.
    pub async fn export(&self) -> Result<Json, Error> {
        let _turn = self.0.turn.lock().await;
        let batch = Batch::take(&self.0);
        if batch.spans.is_empty() {
            let none = [("ok", Json::Bool(true)), ("spans_accepted", 0_u64.into()), ("spans_total", 0_u64.into())];
            return Ok(none.into_iter().collect::<Object>().into());
        }
        let gateway = &self.0.gateway;
        let request = export_request(&self.0.service_name, &gateway.agent, &batch.spans)?;
        let answer = gateway
            .post(&ENDPOINT, gateway.otlp_headers()?, &request, ReadBody::Always)
            .await?
            .json_or_refusal()?;
        batch.delivered();
        Ok(answer)
    }

    /// The same as [`export`](Self::export).
    ///
    /// # Errors
    /// As [`export`](Self::export).
    pub async fn flush(&self) -> Result<Json, Error> {
        self.export().await
    }
}

impl Cave {
    /// An exporter for the spans of a service; of the agent when none is named. Every call gives an exporter of its own.
    pub fn exporter(&self, service_name: Option<&str>) -> Exporter {
        Exporter::new(Arc::clone(self.gateway()), service_name, None)
    }
}

impl SpanSink for Exporter {
    fn record(&self, name: &str, options: SpanOptions) {
        self.record_span(name, options);
    }
}

impl Inner {
    fn spans(&self) -> MutexGuard<'_, Spans> {
        self.spans.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The spans of an export under way. Dropped before they are delivered, they wait again, in front.
struct Batch<'e> {
    exporter: &'e Inner,
    spans: Vec<Span>,
}

impl<'e> Batch<'e> {
    fn take(exporter: &'e Inner) -> Self {
        let mut all = exporter.spans();
        let spans = std::mem::take(&mut all.buffered);
        all.in_flight = spans.len();
        Self { exporter, spans }
    }

    fn delivered(mut self) {
        self.spans.clear();
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let mut all = self.exporter.spans();
        all.in_flight = 0;
        all.buffered.splice(..0, self.spans.drain(..));
    }
}

/// The exporters of one trace, one per service.
#[derive(Default)]
pub(crate) struct Exporters(Mutex<Vec<Exporter>>);

impl Exporters {
    /// The exporter of a service; of the agent when none is named.
    pub(crate) fn of(
        &self,
        gateway: &Arc<Gateway>,
        service_name: Option<&str>,
        trace_id: Option<&str>,
    ) -> Exporter {
        let mut exporters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = service_name.unwrap_or(&gateway.agent);
        if let Some(exporter) = exporters.iter().find(|exporter| exporter.service_name() == name) {
            return exporter.clone();
        }
        let exporter = Exporter::new(Arc::clone(gateway), service_name, trace_id);
        exporters.push(exporter.clone());
        exporter
    }
}

/// Nanoseconds since 1970, of a clock of milliseconds as every client has it. A clock before 1970 or after 2554 stands
/// still.
fn now() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(elapsed.as_millis()).ok().and_then(|millis| millis.checked_mul(1_000_000)).unwrap_or(u64::MAX)
}
