//! What the client says of its calls to `tracing`, and how requests print themselves: never what callers or gateways put in.

use std::time::Duration;

use caveman_sdk::{
    ArtifactOptions, AssembleInput, Cave, CaveBuilder, ContextItem, CreateHints, DecideOptions, Json, LatencyClass,
    PackOptions, RawRequest, Slot, SpanOptions, Stability, Tool, ToolSearchOptions, TraceOptions,
};

use crate::{
    alone::alone,
    log::Log,
    policy_support::{bundle, key, signed, transport},
    raw_server::{RawServer, Step, response},
    scripted::{Deaf, Kept},
};

/// A part of everything that callers and gateways put in.
const MARK: &str = "m4rk";

/// The endpoints, as they may be said.
const TEMPLATES: [&str; 14] = [
    "/openai/v1/chat/completions",
    "/openai/v1/responses",
    "/openai/v1/{path}",
    "/sdk/v1/artifacts",
    "/sdk/v1/artifacts/{id}",
    "/sdk/v1/cave-plan",
    "/sdk/v1/checkpoints",
    "/sdk/v1/checkpoints/{sourceRef}/expand",
    "/sdk/v1/compress",
    "/sdk/v1/context/pack",
    "/sdk/v1/events",
    "/sdk/v1/runtime-policy",
    "/sdk/v1/shared-context",
    "/sdk/v1/tool-search",
];

fn marked(what: &str) -> String {
    format!("{what}-{MARK}/{what}")
}

/// A client of which everything but the host is marked.
fn builder(url: &str) -> CaveBuilder {
    let cave = Cave::builder().api_key(marked("key")).base_url(format!("{url}/{MARK}")).agent(marked("agent"));
    cave.default_workflow(marked("workflow")).user(marked("user"))
}

/// Makes every call with everything marked, whatever comes of it.
pub(crate) async fn every_call(cave: &Cave) {
    let json = || Json::from(marked("payload"));
    let trace = TraceOptions::new().workflow(marked("workflow")).tag(marked("tag"), json());
    let trace = cave.trace(trace.trace_id("abad1deaabad1deaabad1deaabad1dea").span_id("abad1deaabad1dea"));
    cave.compress(&marked("content"), Some(marked("type").into())).await;
    cave.pack_context(&marked("query"), vec![ContextItem::new(marked("id"), marked("text"))], &PackOptions::new(9))
        .await;
    let catalog = [Tool::new(marked("tool"), marked("description"), json())];
    let options = ToolSearchOptions::new().context(marked("context")).tool_session_id(marked("session"));
    let _ = cave.tool_search(&catalog, &marked("query"), options).await;
    let _ = cave.cave_plan().await;
    let _ = cave.shared_context().put(&marked("session"), json()).await;
    let _ = cave.shared_context().get(&marked("session")).await;
    let _ = trace.tool(&marked("tool"), json(), || async { Err::<(), _>(marked("fault")) }).await;
    let options = ArtifactOptions::new(marked("source")).content_type(marked("type"));
    let _ = trace.artifacts().page(json(), &options).await;
    let _ = trace.artifacts().get(&marked("artifact")).await;
    let _ = trace.checkpoints().create(json(), json()).await;
    let _ = trace.checkpoints().expand(&marked("ref")).await;
    let hints = || CreateHints::new().latency_class(LatencyClass::Offline).tool_session_id(marked("session"));
    let openai = cave.openai().with_upstream_key(marked("upstream"));
    let _ = openai.create_response(json(), hints()).await;
    let slots = [Slot::new(marked("slot"), Stability::Stable, marked("content"))];
    let assembly = cave.assemble(AssembleInput::new("openai", marked("model"), marked("session")).slots(slots));
    let _ = trace.openai().create_chat_completion(&assembly.unwrap().request).await;
    let raw =
        http::Request::post(format!("/openai/v1/{MARK}?key={MARK}")).header("x-own", MARK).body(MARK).unwrap();
    let _ = openai.raw(RawRequest::from(raw)).unwrap().await;
    let exporter = trace.exporter(Some(&marked("service")));
    exporter.record_span(&marked("span"), SpanOptions::new().attribute(marked("attribute"), marked("value")));
    let _ = exporter.export().await;
    let policies = cave.runtime_policy().build().unwrap();
    policies.refresh().await;
    let context = json();
    let about = DecideOptions::new().unit_key(MARK).context(&context).record_in(&trace);
    policies.decide(&marked("family"), about);
}

/// Nothing marked was said, but every endpoint was.
#[track_caller]
fn only_endpoints(log: &Log, place: &str) {
    let text = log.text();
    assert!(!text.contains(MARK) && !text.contains("abad1dea"), "{place}: {text}");
    for template in TEMPLATES.into_iter().chain(["/sdk/v1/shared-context/{key}", "/v1/traces"]) {
        let said = format!("url.template=\"{template}\"");
        assert!(text.contains(&said), "{place}: {said} in {text}");
    }
    assert_eq!(text.matches("cave_request http").count(), 16, "{place}: {text}");
}

#[tokio::test]
async fn nothing_of_a_call_but_its_endpoint_is_said() {
    if !alone("observability::nothing_of_a_call_but_its_endpoint_is_said", &[]) {
        return;
    }
    let redirect = |to: &str| {
        let head = format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
        vec![Step::Send(head.into_bytes())]
    };
    let object = format!(
        r#"{{"output":"{MARK}","stored":true,"artifact_id":"{MARK}","source_ref":"{MARK}","messages":["{MARK}"]}}"#
    );
    for answer in [
        response("200 OK", object.as_bytes()),
        response("200 OK", MARK.as_bytes()),
        response("200 OK", &signed(&bundle(1).replace(".v1", MARK), &key(1))),
        response("403 Forbidden", MARK.as_bytes()),
        redirect(&format!("/{MARK}")),
        redirect(&format!("ftp://{MARK}")),
        vec![Step::Reset],
        vec![Step::Send(format!("{MARK}\r\n\r\n").into_bytes())],
        vec![Step::Send(format!("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{MARK}").into_bytes())],
    ] {
        let place = format!("{answer:?}");
        let server = RawServer::start(vec![answer]).await;
        let (log, _guard) = Log::begin();
        every_call(&builder(server.url()).transport(transport()).build().unwrap()).await;
        only_endpoints(&log, &place);
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_of_a_call_that_comes_late_is_said() {
    if !alone("observability::nothing_of_a_call_that_comes_late_is_said", &[]) {
        return;
    }
    let (log, _guard) = Log::begin();
    every_call(&builder("http://gateway.test").transport(Deaf).timeout(Duration::from_secs(1)).build().unwrap())
        .await;
    only_endpoints(&log, "late");
    assert!(log.text().contains("error=cave_request_timeout"), "{}", log.text());
}

#[tokio::test]
async fn requests_print_their_endpoint_and_no_value() {
    let kept = Kept::default();
    every_call(&builder("http://gateway.test").transport(kept.clone()).build().unwrap()).await;
    let shown: Vec<_> = kept.0.lock().unwrap().iter().map(|request| format!("{request:?}")).collect();
    assert_eq!(shown.len(), 16);
    for shown in &shown {
        assert!(!shown.contains(MARK) && !shown.contains("abad1dea"), "{shown}");
        assert!(shown.contains("http://gateway.test") && shown.contains("x-cave-agent"), "{shown}");
    }
    assert!(shown.iter().any(|shown| shown.contains("x-own")), "{shown:?}");
}
