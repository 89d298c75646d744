//! Calls against a gateway that may answer anything.

use std::time::Duration;

use caveman_sdk::{
    ArtifactOptions, ArtifactStrategy, Cave, ContextItem, CreateHints, Error, Json, PackOptions, Paged, RawRequest,
    SpanOptions, Tool, ToolSearchOptions, ToolStrategy, TraceOptions,
};

#[cfg(target_os = "linux")]
use crate::alone::alone;
use crate::{
    policy_support::{cave, transport},
    raw_server::{RawServer, Step, response},
    scripted::Kept,
};

fn ok(body: &[u8]) -> Vec<Step> {
    response("200 OK", body)
}

/// Answers that are no use to anybody.
fn useless() -> Vec<Vec<Step>> {
    let head = Step::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec());
    vec![
        ok(b""),
        ok(b"{"),
        ok(b"null"),
        ok(b"[]"),
        ok(b"7"),
        ok(b"\"x\""),
        ok(b"{}"),
        ok(b"\xFF\xFE"),
        ok(&b"[".repeat(200_000)),
        response("500 Internal Server Error", b"{}"),
        response("204 No Content", b""),
        vec![Step::Reset],
        vec![head.clone(), Step::Reset],
        vec![head],
        vec![Step::Send(b"nonsense\r\n\r\n".to_vec())],
    ]
}

#[tokio::test]
async fn compress_and_pack_pass_through() {
    let items = || vec![ContextItem::new("a", "x").tokens(3), ContextItem::new("b", "y").pin(true)];
    let wrong = [
        r#"{"output":1,"tokens_before":1,"tokens_after":1}"#,
        r#"{"output":"x","tokens_before":1,"tokens_after":2}"#,
        r#"{"output":"x","tokens_before":1.5,"tokens_after":1}"#,
        r#"{"output":"x","tokens_before":1e400,"tokens_after":1}"#,
        r#"{"items":[{"id":"a"}],"deferred_ids":["b"],"tokens_used":1,"tokens_before":2,"tokens_saved":2,"deferred_count":1}"#,
        r#"{"items":[{"id":"a"}],"deferred_ids":["b"],"tokens_used":1,"tokens_before":2,"tokens_saved":1,"deferred_count":2}"#,
        r#"{"items":[{"id":"a"},{"id":"a"}],"deferred_ids":["b"],"tokens_used":1,"tokens_before":2,"tokens_saved":1,"deferred_count":1}"#,
        r#"{"items":[{"id":"c"}],"deferred_ids":["a","b"],"tokens_used":1,"tokens_before":2,"tokens_saved":1,"deferred_count":2}"#,
        r#"{"items":[],"deferred_ids":["b","a"],"tokens_used":1,"tokens_before":2,"tokens_saved":1,"deferred_count":2}"#,
        r#"{"items":[],"deferred_ids":["a"],"tokens_used":1,"tokens_before":2,"tokens_saved":1,"deferred_count":1}"#,
    ];
    let answers = useless().into_iter().chain(wrong.map(|body| ok(body.as_bytes())));
    for answer in answers {
        let server = RawServer::start(vec![answer.clone()]).await;
        let cave = cave(server.url());
        let compressed = cave.compress("a\r\n\u{0}é", Some("odd".into())).await;
        assert_eq!(
            (compressed.output.as_str(), compressed.content_type.as_str()),
            ("a\r\n\u{0}é", "odd"),
            "{answer:?}"
        );
        assert_eq!(
            (compressed.tokens_before, compressed.tokens_after, compressed.method),
            (0, 0, None),
            "{answer:?}"
        );
        let packed = cave.pack_context("q", items(), &PackOptions::new(5)).await;
        assert_eq!(packed.items, items(), "{answer:?}");
        assert_eq!((packed.tokens_before, packed.deferred_count()), (0, 0), "{answer:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_packed_is_not_sent() {
    let server = RawServer::start(vec![ok(b"{}")]).await;
    let cave = cave(server.url());
    for ids in [["a", "a"], ["a", ""]] {
        let items: Vec<_> = ids.map(|id| ContextItem::new(id, "x")).into();
        assert_eq!(cave.pack_context("q", items.clone(), &PackOptions::new(5)).await.items, items);
    }
    for limit in [0, 1 << 53] {
        cave.pack_context("q", vec![ContextItem::new("a", "x")], &PackOptions::new(limit)).await;
    }
    assert!(server.requests().is_empty());
    cave.pack_context("q", Vec::new(), &PackOptions::new(1)).await;
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn calls_that_need_an_answer_say_what_is_wrong_with_it() {
    for answer in useless() {
        let server = RawServer::start(vec![answer.clone()]).await;
        let cave = cave(server.url());
        let trace = cave.trace(TraceOptions::new());
        assert!(trace.checkpoints().expand("r/1").await.is_err(), "{answer:?}");
        assert!(trace.artifacts().page("x", &ArtifactOptions::new("s")).await.is_err(), "{answer:?}");
        assert!(cave.tool_search(&[Tool::new("a", "", Json::Null)], "q", ToolSearchOptions::new()).await.is_err());
        // These take what is JSON, or an object; it is enough that they end.
        let _ = cave.cave_plan().await;
        let _ = cave.shared_context().get("k").await;
        let _ = cave.openai().create_response(Json::Null, CreateHints::new()).await;
        let exporter = cave.exporter(None);
        exporter.record_span("s", SpanOptions::new());
        let outcome = exporter.export().await;
        assert_eq!(exporter.pending(), usize::from(outcome.is_err()), "{answer:?}");
    }
    let server = RawServer::start(vec![response("403 Forbidden", "no: é".as_bytes())]).await;
    let cave = cave(server.url());
    let plan = cave.cave_plan().await.unwrap_err();
    assert!(plan.to_string().contains("HTTP 403"), "{plan}");
    let create = cave.openai().create_response(Json::Null, CreateHints::new()).await.unwrap_err();
    assert_eq!(create.to_string(), "no: é");
    let get = cave.trace(TraceOptions::new()).artifacts().get("a b").await.unwrap_err();
    assert!(matches!(&get, Error::Request { status: 403, path, .. } if path == "/sdk/v1/artifacts/a%20b"), "{get}");
    assert!(get.to_string().contains("(403)"), "{get}");
}

#[tokio::test]
async fn spans_that_did_not_arrive_wait_in_front() {
    let server =
        RawServer::start(vec![response("500 Internal Server Error", b"no"), vec![Step::Hold], ok(b"[1]")]).await;
    let exporter = cave(server.url()).exporter(Some("svc"));
    assert_eq!(exporter.export().await.unwrap().to_string(), r#"{"ok":true,"spans_accepted":0,"spans_total":0}"#);
    exporter.record_span("first", SpanOptions::new());
    assert!(matches!(exporter.export().await, Err(Error::Rejected { status: 500, .. })));
    exporter.record_span("second", SpanOptions::new());
    // Given up while it is under way.
    tokio::select! {
        outcome = exporter.export() => panic!("{outcome:?}"),
        () = server.received(2) => {}
    }
    exporter.record_span("third", SpanOptions::new());
    assert_eq!(exporter.pending(), 3);
    let payload = exporter.build_payload().unwrap();
    let spans = payload.pointer("/resourceSpans/0/scopeSpans/0/spans").and_then(Json::as_array).unwrap();
    let names: Vec<_> = spans.iter().map(|span| span.pointer("/name").and_then(Json::as_str).unwrap()).collect();
    assert_eq!(names, ["first", "second", "third"]);
    let (one, other) = tokio::join!(exporter.export(), exporter.export());
    assert_eq!(one.unwrap().to_string(), "[1]");
    assert_eq!(other.unwrap().pointer("/ok"), Some(&true.into()));
    assert_eq!((exporter.pending(), server.requests().len()), (0, 3));
}

#[tokio::test]
async fn tools_are_checked() {
    let tool = |name: &str| Tool::new(name, "", Json::Null);
    let found = |catalog: Vec<Tool>, body: &'static str| async move {
        let server = RawServer::start(vec![ok(body.as_bytes())]).await;
        let found = cave(server.url()).tool_search(&catalog, "q", ToolSearchOptions::new()).await;
        found.map(|found| (found.tools.len(), found.saved_tokens())).map_err(|error| error.to_string())
    };
    let none = r#"{"tools":[],"sent_schema_tokens":9,"full_schema_tokens":8}"#;
    assert_eq!(found(vec![tool("a")], none).await, Ok((0, 0)));
    for names in [["a", "a"], ["a", " "]] {
        let message = found(names.map(tool).into(), none).await.unwrap_err();
        assert!(message.contains("non-empty and unique"), "{message}");
    }
    for body in [r#"{"tools":[{"name":"b"}]}"#, r#"{"tools":[{"name":"a"},{"name":"a"}]}"#, r#"{"tools":[null]}"#] {
        let message = found(vec![tool("a")], body).await.unwrap_err();
        assert!(message.contains("unknown or duplicate tool"), "{message}");
    }

    let cave = cave("http://127.0.0.1:1");
    let build = |count, most: Option<u64>| {
        let catalog = vec![tool("a"), tool("b").always_load(true), tool("c"), tool("d").always_load(true)];
        let tools = cave.tools(catalog).strategy(ToolStrategy::Deferred).initial_tool_count(count);
        let tools = if let Some(most) = most { tools.max_loaded_tools(most) } else { tools };
        let names = |tools: caveman_sdk::Tools| tools.initial().map(|tool| tool.name.clone()).collect::<String>();
        tools.build().map(names).map_err(|error| error.to_string())
    };
    assert_eq!(build(1, None).unwrap(), "bda");
    assert_eq!(build(8, Some(3)).unwrap(), "bda");
    assert_eq!(build(8, None).unwrap(), "bdac");
    assert!(build(8, Some(1)).unwrap_err().contains("alwaysLoad tool count"));
    assert!(build(8, Some(0)).unwrap_err().contains("positive integer"));
    assert!(build(u64::MAX, None).unwrap_err().contains("non-negative integer"));
    let none = cave.tool_search(&[tool("a")], "q", ToolSearchOptions::new().max_tools(0)).await.unwrap_err();
    assert!(none.to_string().contains("positive integer"), "{none}");
}

#[tokio::test]
async fn raw_requests_stay_in_their_part_of_the_gateway() {
    let server = RawServer::start(vec![response("418 I'm a teapot", b"raw")]).await;
    let base = format!("{}/base", server.url());
    let cave =
        Cave::builder().api_key("key").base_url(&base).agent("agent").transport(transport()).build().unwrap();
    let openai = cave.openai().with_upstream_key("upstream");
    for target in [
        "/openai/v1evil",
        "/openai/v1/../x",
        "/openai/v1/%2e%2e/x",
        "/openai/v1\\..\\x",
        "/anthropic",
        "openai",
        "https://evil.example/openai/v1/x",
        "//evil.example/openai/v1/x",
        "http://u:p@127.0.0.1/openai/v1/x",
        &server.url().replace("http://", "https://"),
        &format!("{}/openai/v1/x", server.url().replace("http://", "http://u@")),
        "http://[",
    ] {
        let refused = openai.raw(RawRequest::new(http::Method::GET, target)).err().unwrap();
        assert_eq!(refused.to_string(), "cave_provider_raw_path_not_allowed", "{target}");
    }
    assert!(server.requests().is_empty());
    let request = http::Request::put("/openai/v1/files/%2F?x=1")
        .header("content-type", "text/csv")
        .header("x-cave-agent", "someone else")
        .header("x-own", "1")
        .body("a,b")
        .unwrap();
    let mut response = openai.raw(request.into()).unwrap().await.unwrap();
    assert_eq!(response.status.as_u16(), 418);
    assert_eq!(response.body.next_chunk().await.unwrap().unwrap(), "raw");
    let requests = server.requests();
    let sent = requests[0].to_lowercase();
    assert!(sent.starts_with("put /openai/v1/files/%2f?x=1 "), "{sent}");
    for line in ["content-type: text/csv", "x-cave-agent: agent", "x-own: 1", "x-cave-upstream-key: upstream"] {
        assert!(sent.contains(&format!("\r\n{line}\r\n")), "{line}: {sent}");
    }
    assert!(sent.ends_with("\r\n\r\na,b") && !sent.contains("someone else"), "{sent}");
}

#[tokio::test]
async fn a_raw_request_cannot_say_how_it_is_framed() {
    let server = RawServer::start(vec![response("200 OK", b"raw")]).await;
    let request = http::Request::post("/openai/v1/x")
        .header("host", "evil.example")
        .header("content-length", "1")
        .header("transfer-encoding", "gzip")
        .header("connection", "x-own")
        .header("upgrade", "websocket")
        .header("x-own", "1")
        .body("a,b")
        .unwrap();
    cave(server.url()).openai().raw(request.into()).unwrap().await.unwrap();
    let sent = server.requests()[0].to_lowercase();
    for line in [&format!("host: {}", server.url().replace("http://", "")), "content-length: 3", "x-own: 1"] {
        assert_eq!(sent.matches(&format!("\r\n{line}\r\n")).count(), 1, "{line}: {sent}");
    }
    for word in ["evil", "gzip", "upgrade", "connection: x-own"] {
        assert!(!sent.contains(word), "{word}: {sent}");
    }
    assert!(sent.ends_with("\r\n\r\na,b"), "{sent}");
}

#[tokio::test]
async fn values_stay_where_the_gateway_says_so() {
    let page = |body: &'static str, options: ArtifactOptions| async move {
        let server = RawServer::start(vec![ok(body.as_bytes())]).await;
        let paged = cave(server.url()).trace(TraceOptions::new()).artifacts().page("value", &options).await;
        (paged, server.requests().len())
    };
    let options = || ArtifactOptions::new("s").content_type("text/x");
    let (kept, sent) = page("{}", options().strategy(ArtifactStrategy::Verbatim)).await;
    assert!(kept.unwrap() == Paged::Inline("value".into()) && sent == 0);
    let (kept, sent) = page(r#"{"stored":false}"#, options()).await;
    assert!(kept.unwrap() == Paged::Inline("value".into()) && sent == 1);
    for body in [r#"{"stored":true}"#, r#"{"stored":true,"artifact_id":" "}"#, r#"{"stored":1,"artifact_id":"a"}"#]
    {
        let failed = page(body, options()).await.0.unwrap_err();
        assert!(
            matches!(&failed, Error::Request { status: 200, path, .. } if path == "/sdk/v1/artifacts"),
            "{failed}"
        );
    }
    let (stub, _) = page(r#"{"stored":true,"artifact_id":"i"}"#, options()).await;
    assert!(
        matches!(stub.unwrap(), Paged::Stub(stub) if stub.starts_with("[cave-artifact id=i source=s type=text/x]\n"))
    );
}

#[tokio::test]
async fn tool_events_say_no_more_than_how_it_went() {
    let server = RawServer::start(vec![vec![Step::Reset], ok(b"{}")]).await;
    let trace = cave(server.url()).trace(TraceOptions::new().workflow("own").tag("k", "v"));
    // A report that does not arrive changes nothing.
    assert_eq!(trace.tool("t", Json::Null, || async { Ok::<_, ()>(7) }).await, Ok(7));
    let failed = trace.tool("t", Json::Null, || async { Err::<(), _>("a secret") }).await;
    assert_eq!(failed, Err("a secret"));
    let requests = server.requests();
    assert!(
        requests[1].contains(r#""outcome":"error""#) && requests[1].contains(r#""sequence":2"#),
        "{requests:?}"
    );
    assert!(requests[1].contains("x-cave-workflow: own") && !requests[1].contains("secret"), "{requests:?}");
}

#[tokio::test]
async fn a_tool_that_panics_is_reported_and_panics_on() {
    let server = RawServer::start(vec![ok(b"{}")]).await;
    let trace = cave(server.url()).trace(TraceOptions::new());
    let calls = trace.clone();
    let while_it_runs = tokio::spawn(async move {
        calls.tool("t", Json::Null, || async { if true { panic!("a secret") } else { Ok::<(), ()>(()) } }).await
    });
    let calls = trace.clone();
    let before_it_runs = tokio::spawn(async move {
        let broken = || -> std::future::Ready<Result<(), ()>> { panic!("a secret") };
        calls.tool("t", Json::Null, broken).await
    });
    for call in [while_it_runs, before_it_runs] {
        let panic = call.await.unwrap_err().into_panic();
        assert_eq!(panic.downcast_ref(), Some(&"a secret"));
    }
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        assert!(request.contains(r#""outcome":"error""#) && !request.contains("secret"), "{request}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tasks_of_one_trace_do_not_mix_up() {
    let server = RawServer::start(vec![ok(b"{}")]).await;
    let trace = cave(server.url()).trace(TraceOptions::new());
    let tasks: Vec<_> = (0..64)
        .map(|number: u64| {
            let trace = trace.clone();
            tokio::spawn(async move { trace.tool("t", Json::Null, || async { Ok::<_, ()>(number) }).await })
        })
        .collect();
    for (number, task) in (0..64).zip(tasks) {
        assert_eq!(task.await.unwrap(), Ok(number));
    }
    let mut sequences: Vec<_> = server
        .requests()
        .iter()
        .map(|request| {
            let event = Json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap();
            event.pointer("/sequence").and_then(Json::as_number).and_then(contracts_types::Number::as_u64).unwrap()
        })
        .collect();
    sequences.sort_unstable();
    assert_eq!(sequences, (1..=64).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_trace_has_one_exporter_for_each_service() {
    let trace = cave("http://127.0.0.1:1").trace(TraceOptions::new());
    trace.exporter(Some("a")).record_span("x", SpanOptions::new());
    assert_eq!((trace.exporter(Some("a")).pending(), trace.exporter(None).pending()), (1, 0));
    assert_eq!(trace.exporter(None).service_name(), "agent");
    let span = trace.exporter(None).record_span("y", SpanOptions::new());
    assert_eq!((span.trace_id.as_str(), span.parent_span_id.as_str()), (trace.trace_id(), ""));
}

#[tokio::test]
async fn assembled_requests_bring_their_header_and_copies_do_not() {
    let server = RawServer::start(vec![ok(b"{}")]).await;
    let cave = cave(server.url());
    let assembly = cave.assemble(caveman_sdk::AssembleInput::new("openai", "m", "s")).unwrap();
    let openai = cave.openai();
    openai.create_chat_completion(&assembly.request, CreateHints::new().tool_session_id("")).await.unwrap();
    openai.create_chat_completion(assembly.request.body(), CreateHints::new()).await.unwrap();
    let requests = server.requests();
    assert!(requests[0].contains("x-cave-assembly: v1;slots=0;prefix=3120f0ac"), "{requests:?}");
    assert!(requests[0].contains("x-cave-tool-session: \r\n"), "{requests:?}");
    assert!(!requests[1].contains("x-cave-assembly"), "{requests:?}");
}

#[tokio::test]
async fn keys_do_not_follow_to_another_origin() {
    let other = RawServer::start(vec![ok(b"{}")]).await;
    let head =
        format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: {}/x\r\ncontent-length: 0\r\n\r\n", other.url());
    let server = RawServer::start(vec![vec![Step::Send(head.into_bytes())]]).await;
    let request = http::Request::post("/openai/v1/x")
        .header("x-api-key", "secret-1")
        .header("x-goog-api-key", "secret-2")
        .header("cookie", "secret-3")
        .header("proxy-authorization", "secret-4")
        .header("x-cave-api-key", "secret-5")
        .header("x-cave-upstream-key", "secret-6")
        .header("api-key", "secret-7")
        .header("x-own", "1")
        .body("a,b")
        .unwrap();
    cave(server.url()).openai().raw(request.into()).unwrap().await.unwrap();
    assert_eq!(server.requests()[0].matches("secret-").count(), 7);
    let followed = other.requests()[0].to_lowercase();
    assert!(followed.starts_with("post /x ") && followed.ends_with("\r\n\r\na,b"), "{followed}");
    assert!(followed.contains("x-own: 1") && !followed.contains("secret-"), "{followed}");
    assert!(!followed.contains("authorization"), "{followed}");
}

#[tokio::test]
async fn keys_of_callers_are_not_printed() {
    let kept = Kept::default();
    let cave = Cave::builder().api_key("secret-0").base_url("http://gateway.test").agent("a");
    let cave = cave.transport(kept.clone()).build().unwrap();
    let mut request = http::Request::post("/openai/v1/x").header("x-own", "seen");
    let names = [
        "api-key",
        "authorization",
        "cookie",
        "proxy-authorization",
        "x-api-key",
        "x-cave-api-key",
        "x-goog-api-key",
    ];
    for name in names {
        request = request.header(name, "secret-1");
    }
    let request = request.header("x-cave-upstream-key", "secret-2").body("a,b").unwrap();
    cave.openai().raw(request.into()).unwrap().await.unwrap();
    // Header by header too: a transport prints what it likes.
    let request = &kept.0.lock().unwrap()[0];
    let shown = format!("{request:?} {:?}", request.headers);
    assert!(shown.contains("seen") && shown.contains("x-goog-api-key"), "{shown}");
    assert!(!shown.contains("secret-"), "{shown}");
}

#[tokio::test]
async fn a_raw_request_cannot_be_of_a_method_without_a_path() {
    let server = RawServer::start(vec![ok(b"{}")]).await;
    for method in ["CONNECT", "TRACE", "track"] {
        let method = http::Method::from_bytes(method.as_bytes()).unwrap();
        let request = RawRequest::new(method.clone(), "/openai/v1/x");
        let refused = cave(server.url()).openai().raw(request).err().expect("no request");
        assert!(refused.to_string().contains(method.as_str()), "{refused}");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn a_connection_is_used_only_where_it_is_driven() {
    // Both calls go to a server that keeps its connections; the first runtime does not run during the second call.
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", server.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in server.incoming() {
            let mut stream = stream.unwrap();
            std::thread::spawn(move || {
                let mut received = Vec::new();
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = std::io::Read::read(&mut stream, &mut bytes) {
                    received.extend_from_slice(&bytes[..count]);
                    if received.ends_with(b"\r\n\r\n") {
                        received.clear();
                        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
                        std::io::Write::write_all(&mut stream, answer).unwrap();
                    }
                }
            });
        }
    });
    let cave = Cave::builder()
        .api_key("key")
        .base_url(url)
        .agent("agent")
        .timeout(Duration::from_secs(5))
        .transport(transport())
        .build()
        .unwrap();
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (first, second) = (runtime(), runtime());
    first.block_on(cave.cave_plan()).expect("a plan");
    second.block_on(cave.cave_plan()).expect("a plan");
    first.block_on(cave.cave_plan()).expect("a plan");
}

/// What a call says that needs certificates where there are none.
#[cfg(target_os = "linux")]
fn no_certificates(outcome: Result<Json, Error>) {
    let error = outcome.unwrap_err();
    assert!(matches!(&error, Error::Transport(cause) if cause.to_string() == "cannot set up TLS"), "{error:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn certificates_are_read_for_https_only() {
    // Where the certificates are is read from the environment, which only another process may have different.
    let nowhere = [("SSL_CERT_FILE", "/dev/null"), ("SSL_CERT_DIR", "/dev/null")];
    if !alone("hostile::certificates_are_read_for_https_only", &nowhere) {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let redirect =
            b"HTTP/1.1 307 Temporary Redirect\r\nlocation: https://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
        let server = RawServer::start(vec![ok(b"{}"), vec![Step::Send(redirect.to_vec())]]).await;
        let cave = |url: &str| Cave::builder().api_key("k").base_url(url).agent("a").build().unwrap();
        let plain = cave(server.url());
        assert_eq!(plain.cave_plan().await.unwrap().to_string(), "{}");
        no_certificates(plain.cave_plan().await);
        no_certificates(cave("https://127.0.0.1:1").cave_plan().await);
    });
}
