//! Calls that the shared fixtures do not show, and options of calls that they do.

use std::sync::{Arc, Mutex};

use caveman_sdk::{
    AssembleInput, BedrockEndpoint, Cave, CreateHints, Error, Json, LatencyClass, RequestFailure, RetryLoopBreaker,
    Slot, Span, SpanObserver, SpanOptions, SpanStatus, Stability, TaskProfile, Tool, ToolSearchOptions,
    TraceOptions,
};

use crate::{
    policy_support::{cave, transport},
    raw_server::{RawServer, response},
    requests::check_body,
    shared::at,
};

async fn server(body: &str) -> (RawServer, Cave) {
    let server = RawServer::start(vec![response("200 OK", body.as_bytes())]).await;
    let cave = cave(server.url());
    (server, cave)
}

fn body(request: &str) -> Json {
    Json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[tokio::test]
async fn shared_context_is_put_and_got() {
    let (server, cave) = server(r#"{"stored":true,"more":[1e400]}"#).await;
    let content = Json::from_str(r#"{"notes":["é",1.5,null]}"#).unwrap();
    let put = cave.shared_context().put("team/a b", content.clone()).await.unwrap();
    assert_eq!(put.len(), 2);
    let got = cave.shared_context().get("team/a b").await.unwrap();
    assert_eq!(got, put);

    let requests = server.requests();
    assert!(requests[0].starts_with("POST /sdk/v1/shared-context HTTP/1.1\r\n"), "{requests:?}");
    check_body("put", "POST", "/sdk/v1/shared-context", requests[0].split_once("\r\n\r\n").unwrap().1);
    assert_eq!(at(&body(&requests[0]), "/session_key"), &"team/a b".into());
    assert_eq!(at(&body(&requests[0]), "/content"), &content);
    assert!(requests[1].starts_with("GET /sdk/v1/shared-context/team%2Fa%20b HTTP/1.1\r\n"), "{requests:?}");
    for request in &requests {
        assert!(!request.contains("x-cave-trace-id"), "{request}");
        assert!(request.contains("content-type: application/json\r\n"), "{request}");
    }
}

#[tokio::test]
async fn shared_context_that_is_no_object_is_an_error() {
    for (status, answer, reason) in [
        ("403 Forbidden", "{}", RequestFailure::Status),
        ("200 OK", "{", RequestFailure::NotJson),
        ("200 OK", "[]", RequestFailure::NotAnObject),
    ] {
        let server = RawServer::start(vec![response(status, answer.as_bytes())]).await;
        let context = cave(server.url()).shared_context();
        for (error, expected) in [
            (context.put("k", Json::Null).await.unwrap_err(), "/sdk/v1/shared-context"),
            (context.get("k/").await.unwrap_err(), "/sdk/v1/shared-context/k%2F"),
        ] {
            let Error::Request { path, reason: found, .. } = &error else { panic!("{error}") };
            assert_eq!((path.as_str(), found), (expected, &reason));
        }
    }
}

#[tokio::test]
async fn only_who_waits_is_not_asynchronous() {
    let (server, cave) = server("{}").await;
    let openai = cave.openai().with_upstream_key("");
    let trace = cave.trace(TraceOptions::new());
    for (class, header) in [
        (Some(LatencyClass::Interactive), "x-cave-async: false\r\n"),
        (Some(LatencyClass::Background), "x-cave-async: true\r\n"),
        (Some(LatencyClass::Offline), "x-cave-async: true\r\n"),
        (None, ""),
    ] {
        let hints = || match class {
            Some(class) => CreateHints::new().latency_class(class),
            None => CreateHints::new(),
        };
        openai.create_response(Json::Null, hints()).await.unwrap();
        openai.create_chat_completion(Json::Null, hints()).await.unwrap();
        trace.openai().create_response(Json::Null, hints()).await.unwrap();
        for request in &server.requests()[server.requests().len() - 3..] {
            assert!(request.contains(header), "{class:?}: {request}");
            assert_eq!(request.contains("x-cave-async"), class.is_some(), "{class:?}: {request}");
            assert!(!request.contains("x-cave-upstream-key"), "an empty key is none: {request}");
        }
    }
    trace.openai().create_chat_completion(Json::Null).await.unwrap();
    assert!(!server.requests().last().unwrap().contains("x-cave-async"));
}

#[tokio::test]
async fn every_job_is_unavailable_without_a_request() {
    let (server, cave) = server("{}").await;
    let jobs = cave.jobs();
    for error in [
        jobs.submit(&Json::Null, LatencyClass::Offline).await.unwrap_err(),
        jobs.status("id").await.unwrap_err(),
        jobs.cancel("id").await.unwrap_err(),
        jobs.wait("id").await.unwrap_err(),
        jobs.submit_and_wait(&Json::Null, LatencyClass::Background).await.unwrap_err(),
    ] {
        assert_eq!(error.code(), "cave_async_jobs_unavailable");
        assert!(error.to_string().contains("cave_async_jobs_unavailable"), "{error}");
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn a_search_carries_its_label_and_its_session() {
    let (server, cave) = server(r#"{"tools":[],"session_id":"","deferred_count":1.5,"token_basis":" "}"#).await;
    let catalog = [Tool::new("a", "", Json::Null)];
    let options = ToolSearchOptions::new().workflow("own").tool_session_id("s-1").context("c");
    let found = cave.tool_search(&catalog, "q", options).await.unwrap();
    assert_eq!((found.session_id.as_deref(), found.deferred_count), (Some(""), 0));
    assert_eq!((found.token_basis.as_str(), found.method.as_str()), ("unavailable", "unknown"));
    assert!(found.reduction_pct() == 0.0 && found.saved_tokens() == 0);
    let request = &server.requests()[0];
    assert!(request.contains("x-cave-workflow: own\r\n"), "{request}");
    assert!(!request.contains("x-cave-tool-session"), "the session of a search is in its body: {request}");
    assert_eq!(at(&body(request), "/session_id"), &"s-1".into());
    assert_eq!(at(&body(request), "/context"), &"c".into());

    let (_server, cave) = self::server(r#"{"tools":[],"sent_schema_tokens":197,"full_schema_tokens":400}"#).await;
    let found = cave.tool_search(&catalog, "q", ToolSearchOptions::new()).await.unwrap();
    assert_eq!(found.reduction_pct().to_string(), "50.7", "a tie is rounded up");
}

#[tokio::test]
async fn a_call_that_is_guarded_does_not_run_when_the_breaker_fires() {
    let breaker = RetryLoopBreaker::new(1);
    let runs = Mutex::new(0);
    let call = || async {
        *runs.lock().unwrap() += 1;
        Err::<(), _>("its own")
    };
    assert_eq!(breaker.guard("t", &Json::Null, call).await.unwrap(), Err("its own"));
    let fired = breaker.guard("t", &Json::Null, call).await.unwrap_err();
    assert_eq!((fired.signature.as_str(), fired.repeats), ("t(null)", 2));
    assert_eq!(*runs.lock().unwrap(), 1);
    breaker.reset();
    assert!(breaker.guard("t", &Json::Null, call).await.is_ok());
}

#[test]
fn a_task_profile_has_fourteen_members() {
    let text = r#"{"quality_floor":0.5,"alpha":10,"max_p95_latency_delta_ms":250,"max_error_delta":0.1,
        "max_cost_ratio":1,"cascade_tau":0.5,"max_escalation_rate":0.25,"candidate_allowlist":["a"],
        "candidate_denylist":[],"data_residency":["eu"],"trusted_route_hints":["h"],"cascade_enabled":true,
        "cross_provider":false,"stickiness":"conversation"}"#;
    let profile: TaskProfile = Json::from_str(text).unwrap().decode_as().unwrap();
    let written = Json::from_str(&serde_json::to_string(&profile).unwrap()).unwrap();
    assert_eq!(written, Json::from_str(text).unwrap());
    assert_eq!(written.as_object().map(caveman_sdk::Object::len), Some(14));
    let none: TaskProfile = Json::from_str("{}").unwrap().decode_as().unwrap();
    assert_eq!(serde_json::to_string(&none).unwrap(), "{}", "what is absent stays absent");
}

#[test]
fn bedrock_has_two_endpoints() {
    let error = "Runtime".parse::<BedrockEndpoint>().unwrap_err().to_string();
    assert!(error.contains("runtime or mantle"), "{error}");
    let bedrock = cave("http://127.0.0.1:1").bedrock("eu-1", "mantle".parse().unwrap());
    assert_eq!((bedrock.region(), bedrock.gateway_prefix()), ("eu-1", "/bedrock/anthropic"));
    assert!(bedrock.instrumented() && !bedrock.sdk_only());
}

#[tokio::test]
async fn what_cannot_be_expanded_is_an_error() {
    const PATH: &str = "/sdk/v1/checkpoints/{sourceRef}/expand";
    for (answer, lacks) in [
        ("{}", "source_ref"),
        (r#"{"source_ref":" ","messages":[]}"#, "source_ref"),
        (r#"{"source_ref":1,"messages":[]}"#, "source_ref"),
        (r#"{"source_ref":"r"}"#, "messages"),
        (r#"{"source_ref":"r","messages":{}}"#, "messages"),
    ] {
        let (_server, cave) = server(answer).await;
        let error = cave.trace(TraceOptions::new()).checkpoints().expand("r/1").await.unwrap_err();
        let Error::Request { status: 200, path, reason } = &error else { panic!("{error}") };
        assert_eq!((path.as_str(), reason), (PATH, &RequestFailure::Lacks(lacks)), "{answer}");
    }
    let server = RawServer::start(vec![response("404 Not Found", b"")]).await;
    let expand = cave(server.url()).trace(TraceOptions::new()).checkpoints().expand("r/1").await;
    let found = expand.unwrap_err().to_string();
    assert!(found.contains("(404)") && found.contains("/sdk/v1/checkpoints/r%2F1/expand"), "{found}");
    // The gateway's own words stay as they are.
    let whole = r#"{"source_ref":"r","messages":[1],"version":2,"checkpoint":{"x":null},"new":1}"#;
    let (_server, cave) = self::server(whole).await;
    let expanded = cave.trace(TraceOptions::new()).checkpoints().expand("r").await.unwrap();
    assert_eq!(Json::from(expanded), Json::from_str(whole).unwrap());
}

#[tokio::test]
async fn a_blank_artifact_is_not_asked_for() {
    let (server, cave) = server("{}").await;
    for id in ["", " \t", "\u{feff}"] {
        let error = cave.trace(TraceOptions::new()).artifacts().get(id).await.unwrap_err();
        assert!(matches!(error, Error::Argument(_)), "{error}");
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn tool_calls_are_numbered_by_their_start_in_each_trace() {
    let (server, cave) = server("{}").await;
    let (first, second) = (cave.trace(TraceOptions::new()), cave.trace(TraceOptions::new()));
    let (others_ended, end) = tokio::sync::oneshot::channel();
    let slow = first.tool("slow", Json::Null, || end);
    let quick = first.tool("quick", Json::Null, || async { Ok::<_, ()>(()) });
    let other = second.tool("other", Json::Null, || async { Ok::<_, ()>(()) });
    let others = async {
        assert!(tokio::join!(quick, other) == (Ok(()), Ok(())));
        others_ended.send(()).unwrap();
    };
    assert!(tokio::join!(slow, others).0.is_ok());
    let mut events: Vec<_> = server
        .requests()
        .iter()
        .map(|request| {
            let event = body(request);
            let member = |pointer: &str| at(&event, pointer).to_string();
            assert!(event.pointer("/duration_ms").is_some());
            (member("/name"), member("/sequence"), member("/outcome"))
        })
        .collect();
    assert_eq!(events[2].0, "\"slow\"");
    events.sort();
    let expected = [("\"other\"", "1"), ("\"quick\"", "2"), ("\"slow\"", "1")];
    assert_eq!(events, expected.map(|(name, number)| (name.to_owned(), number.to_owned(), "\"ok\"".to_owned())));
}

/// Remembers the spans that it sees.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<Span>>>);

impl SpanObserver for Seen {
    fn recorded(&self, span: &Span) {
        self.0.lock().unwrap().push(span.clone());
    }
}

#[tokio::test]
async fn observers_see_every_span_as_it_is_recorded() {
    let server = RawServer::start(vec![response("500 Internal Server Error", b"no")]).await;
    let (one, other) = (Seen::default(), Seen::default());
    let cave = Cave::builder().api_key("k").base_url(server.url()).agent("a").transport(transport());
    let cave = cave.span_observer(one.clone()).span_observer(other.clone()).build().unwrap();
    let trace = cave.trace(TraceOptions::new());
    let exporter = cave.exporter(Some("svc"));
    let first = exporter.record_span("first", SpanOptions::new().status(SpanStatus::Error).attribute("x", 1_i64));
    let second = trace.exporter(None).record_span("second", SpanOptions::new());
    let policies = cave.runtime_policy().build().unwrap();
    policies.decide("f", caveman_sdk::DecideOptions::new().record_in(&trace));
    // What becomes of the export is nothing to them.
    assert!(exporter.export().await.is_err());
    for seen in [one, other] {
        let seen = seen.0.lock().unwrap();
        assert_eq!(seen[..2], [first.clone(), second.clone()]);
        assert_eq!((seen[2].name.as_str(), seen.len()), ("caveman.policy.decision", 3));
        assert_eq!(seen[2].trace_id, trace.trace_id());
    }
}

#[test]
fn prefixes_are_measured_in_bytes() {
    let cave = cave("http://127.0.0.1:1");
    let assemble = |text: &str| {
        cave.assemble(AssembleInput::new("openai", "m", text).slot(Slot::new("s", Stability::Stable, text)))
            .unwrap()
    };
    // Of each letter two bytes, and the same number of letters.
    let (ascii, accented) = (assemble("aaaaaaaa"), assemble("éééééééé"));
    assert_eq!(accented.stable_tokens - ascii.stable_tokens, 2);
    assert_eq!(ascii.stable_tokens, "model=m\0\"aaaaaaaa\"".len().div_ceil(4) as u64);
}

#[test]
fn clients_go_to_other_threads_and_are_cheap_to_clone() {
    fn client<T: Clone + Send + Sync + 'static>() {
        // No more than a few pointers.
        assert!(size_of::<T>() <= 6 * size_of::<usize>(), "{}", std::any::type_name::<T>());
    }
    fn future<T: Send>(_: &T) {}
    fn other<T: Send + Sync + 'static>() {}
    client::<Cave>();
    client::<caveman_sdk::Trace>();
    client::<caveman_sdk::TraceOpenAi>();
    client::<caveman_sdk::Artifacts>();
    client::<caveman_sdk::Checkpoints>();
    client::<caveman_sdk::SharedContext>();
    client::<caveman_sdk::ProviderClient>();
    client::<caveman_sdk::Exporter>();
    client::<caveman_sdk::RuntimePolicyClient>();
    client::<caveman_sdk::HttpTransport>();
    client::<caveman_sdk::AssembledRequest>();
    other::<Error>();
    other::<RetryLoopBreaker>();
    other::<caveman_sdk::Tools<Arc<str>>>();
    other::<caveman_sdk::PolicyDecision>();
    other::<caveman_sdk::CaveBuilder>();

    let cave = cave("http://127.0.0.1:1");
    let trace = cave.trace(TraceOptions::new());
    let (policies, exporter) = (cave.runtime_policy().build().unwrap(), cave.exporter(None));
    let catalog = [Tool::new("a", "", Json::Null)];
    future(&cave.compress("x", None));
    future(&cave.cave_plan());
    future(&cave.tool_search(&catalog, "q", ToolSearchOptions::new()));
    future(&cave.openai().create_response(Json::Null, CreateHints::new()));
    future(&trace.tool("t", Json::Null, || async { Ok::<_, ()>(()) }));
    future(&trace.artifacts().get("i"));
    future(&trace.checkpoints().expand("r"));
    future(&policies.refresh());
    future(&exporter.export());
}
