//! Headers and paths: which a call has, and what of a caller's values can stand in them.

use caveman_sdk::{
    ArtifactOptions, Cave, CaveBuilder, ContextItem, CreateHints, Error, Json, PackOptions, Provider,
    ProviderClient, RawRequest, Retention, SpanOptions, Tool, ToolSearchOptions, TraceOptions,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use crate::{
    policy_support::{cave, transport},
    raw_server::{RawServer, response},
    shared::{items, text},
};

async fn server() -> RawServer {
    RawServer::start(vec![response("200 OK", br#"{"tools":[],"stored":false,"source_ref":"r","messages":[]}"#)])
        .await
}

fn builder(url: &str) -> CaveBuilder {
    Cave::builder().api_key("key").base_url(url).agent("agent").default_workflow("flow").transport(transport())
}

#[tokio::test]
async fn each_provider_has_its_part_of_the_gateway() {
    let server = server().await;
    let cave = cave(&format!("{}/base", server.url()));
    let by_method = [cave.openai(), cave.anthropic(), cave.gemini(), cave.vertex()];
    let wire =
        [("openai", "/openai/v1"), ("anthropic", "/anthropic"), ("gemini", "/gemini"), ("vertex", "/vertex")];
    for (client, (name, prefix)) in by_method.into_iter().zip(wire) {
        let before = server.requests().len();
        let same = cave.provider(client.provider());
        assert_eq!((client.provider().as_str(), client.provider().prefix()), (name, prefix));
        let calls = async |client: &ProviderClient| {
            client.create_response(Json::Null, CreateHints::new()).await.unwrap();
            client.create_chat_completion(Json::Null, CreateHints::new()).await.unwrap();
            let models = RawRequest::new(http::Method::GET, format!("{prefix}/models"));
            client.raw(models).unwrap().await.unwrap();
        };
        calls(&client).await;
        calls(&same).await;
        let lines: Vec<_> =
            server.requests()[before..].iter().map(|request| request.lines().next().unwrap().to_owned()).collect();
        // The path of the base stands before endpoints, not before the targets of raw requests.
        let expected = [
            format!("POST /base{prefix}/responses HTTP/1.1"),
            format!("POST /base{prefix}/chat/completions HTTP/1.1"),
            format!("GET {prefix}/models HTTP/1.1"),
        ];
        assert_eq!(lines[..3], expected);
        assert_eq!(lines[3..], expected);
        // Nor is it another's part.
        for other in [Provider::OpenAi, Provider::Anthropic, Provider::Gemini, Provider::Vertex] {
            let raw = client.raw(RawRequest::new(http::Method::GET, other.prefix()));
            assert_eq!(raw.is_ok(), other == client.provider(), "{name} at {}", other.prefix());
        }
    }
}

#[tokio::test]
async fn retention_and_user_are_sent_as_they_are() {
    let server = server().await;
    for (retention, name) in [
        (None, "metadata"),
        (Some(Retention::Metadata), "metadata"),
        (Some(Retention::ZeroDataRetention), "zdr"),
        (Some(Retention::Configured), "configured"),
    ] {
        for user in [None, Some(""), Some("u-1")] {
            let mut cave = builder(server.url());
            if let Some(retention) = retention {
                cave = cave.retention(retention);
            }
            if let Some(user) = user {
                cave = cave.user(user);
            }
            let cave = cave.build().unwrap();
            // One call with the standard headers, one with those of OTLP.
            cave.compress("text", None).await;
            cave.cave_plan().await.unwrap();
            for request in &server.requests()[server.requests().len() - 2..] {
                assert!(request.contains(&format!("\r\nx-cave-retention: {name}\r\n")), "{request}");
                let sent = request.contains("\r\nx-cave-user-hash: u-1\r\n");
                assert_eq!(sent, user == Some("u-1"), "{user:?}: {request}");
                assert_eq!(request.contains("x-cave-user-hash"), sent, "an empty user is none: {request}");
            }
        }
    }
}

#[tokio::test]
async fn exports_carry_the_label_of_the_client() {
    let server = server().await;
    let cave = cave(server.url());
    let trace = cave.trace(TraceOptions::new().workflow("of the trace"));
    for exporter in [trace.exporter(None), trace.exporter(Some("service")), cave.exporter(None)] {
        exporter.record_span("own", SpanOptions::new().workflow("of the span"));
        exporter.record_span("none", SpanOptions::new());
        exporter.export().await.unwrap();
        let request = server.requests().pop().unwrap();
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("\r\nx-cave-workflow: flow\r\n"), "{head}");
        assert!(head.contains("\r\nx-cave-api-key: key"), "{head}");
        for other in ["authorization", "x-cave-trace-id", "x-cave-parent-span-id"] {
            assert!(!head.contains(other), "{other}: {head}");
        }
        let body = Json::from_str(body).unwrap();
        let service = text(&body, "/resourceSpans/0/resource/attributes/0/value/stringValue");
        assert_eq!(service, exporter.service_name());
        let labels: Vec<_> = items(&body, "/resourceSpans/0/scopeSpans/0/spans")
            .iter()
            .map(|span| {
                let label = items(span, "/attributes").iter().find(|one| text(one, "/key") == "cave.workflow");
                text(label.unwrap(), "/value/stringValue")
            })
            .collect();
        assert_eq!(labels, ["of the span", "flow"]);
    }
}

#[tokio::test]
async fn a_search_of_a_catalog_asks_for_no_more_than_may_be_loaded() {
    let server = server().await;
    let cave = cave(server.url());
    let catalog = || vec![Tool::new("a", "", Json::Null), Tool::new("b", "", Json::Null)];
    let sent = async |most: Option<u64>, options: ToolSearchOptions| {
        let tools = cave.tools(catalog());
        let tools = if let Some(most) = most { tools.max_loaded_tools(most) } else { tools };
        tools.build().unwrap().search("q", options).await.unwrap();
        let request = server.requests().pop().unwrap();
        let body = Json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(items(&body, "/tools").len(), 2, "the whole catalog is searched");
        body.pointer("/max_tools").map(ToString::to_string)
    };
    assert_eq!(sent(None, ToolSearchOptions::new()).await, None);
    assert_eq!(sent(Some(1), ToolSearchOptions::new()).await.as_deref(), Some("1"));
    assert_eq!(sent(Some(1), ToolSearchOptions::new().max_tools(2)).await.as_deref(), Some("2"));
    assert_eq!(sent(None, ToolSearchOptions::new().max_tools(2)).await.as_deref(), Some("2"));
}

#[tokio::test]
async fn letters_up_to_u_00ff_go_out_as_one_byte() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let cave = builder(&url).user("\u{80}café\u{ff}").build().unwrap();
    let served = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
        head
    };
    let (plan, head) = tokio::join!(cave.cave_plan(), served);
    assert!(plan.is_ok());
    let line = b"\r\nx-cave-user-hash: \x80caf\xE9\xFF\r\n";
    assert!(head.windows(line.len()).any(|part| part == line), "{}", String::from_utf8_lossy(&head));
}

/// Values that no header can carry. The first ones would begin a header of their own if they were sent as they are.
const NO_HEADER: [&str; 7] = [
    "a\r\nx-evil: 1",
    "a\nx-evil: 1",
    "a\rx-evil: 1",
    "a\r\n\r\nGET /evil HTTP/1.1",
    "a\0b",
    "a\u{7f}",
    "a\u{100}",
];

/// What is refused says which header it is that cannot carry the value.
#[track_caller]
fn refused<T>(outcome: Result<T, Error>, header: &str, value: &str) {
    match outcome {
        Err(Error::Header { name }) => assert_eq!(name, header, "{value:?}"),
        Err(error) => panic!("{header} {value:?}: {error}"),
        Ok(_) => panic!("{header} {value:?} was sent"),
    }
}

/// Every call of a client with a value that stands in all of them.
async fn every_call_is_refused(cave: &Cave, standard: &str, otlp: &str, value: &str) {
    let json = || Json::Null;
    let trace = cave.trace(TraceOptions::new());
    refused(cave.tool_search(&[Tool::new("a", "", json())], "q", ToolSearchOptions::new()).await, standard, value);
    refused(cave.shared_context().put("k", json()).await, standard, value);
    refused(cave.shared_context().get("k").await, standard, value);
    refused(trace.artifacts().page(json(), &ArtifactOptions::new("s")).await, standard, value);
    refused(trace.artifacts().get("i").await, standard, value);
    refused(trace.checkpoints().create(json(), json()).await, standard, value);
    refused(trace.checkpoints().expand("r").await, standard, value);
    refused(cave.openai().create_response(json(), CreateHints::new()).await, standard, value);
    refused(trace.openai().create_chat_completion(json()).await, standard, value);
    refused(cave.openai().raw(RawRequest::new(http::Method::GET, "/openai/v1/x")).map(drop), standard, value);
    refused(cave.cave_plan().await, otlp, value);
    let exporter = cave.exporter(None);
    exporter.record_span("s", SpanOptions::new());
    refused(exporter.export().await, otlp, value);
    assert_eq!(exporter.pending(), 1);
    // These never fail.
    assert_eq!(cave.compress("text", None).await.output, "text");
    let context = vec![ContextItem::new("a", "x")];
    assert_eq!(cave.pack_context("q", context.clone(), &PackOptions::new(5)).await.items, context);
    assert_eq!(trace.tool("t", json(), || async { Ok::<_, ()>(7) }).await, Ok(7));
    assert!(!cave.runtime_policy().build().unwrap().refresh().await.ok);
}

#[tokio::test]
async fn no_header_can_be_injected() {
    for value in NO_HEADER {
        let server = server().await;
        let cave =
            |change: fn(CaveBuilder, &str) -> CaveBuilder| change(builder(server.url()), value).build().unwrap();
        let key = cave(|cave, value| cave.api_key(value));
        every_call_is_refused(&key, "authorization", "x-cave-api-key", value).await;
        let agent = cave(|cave, value| cave.agent(value));
        every_call_is_refused(&agent, "x-cave-agent", "x-cave-agent", value).await;
        let label = cave(|cave, value| cave.default_workflow(value));
        every_call_is_refused(&label, "x-cave-workflow", "x-cave-workflow", value).await;
        let user = cave(|cave, value| cave.user(value));
        every_call_is_refused(&user, "x-cave-user-hash", "x-cave-user-hash", value).await;

        // Values of one call.
        let cave = builder(server.url()).build().unwrap();
        let openai = cave.openai().with_upstream_key(value);
        let created = openai.create_response(Json::Null, CreateHints::new()).await;
        refused(created, "x-cave-upstream-key", value);
        let raw = openai.raw(RawRequest::new(http::Method::GET, "/openai/v1/x"));
        refused(raw.map(drop), "x-cave-upstream-key", value);
        let hints = || CreateHints::new().tool_session_id(value);
        refused(cave.openai().create_response(Json::Null, hints()).await, "x-cave-tool-session", value);
        refused(cave.openai().create_chat_completion(Json::Null, hints()).await, "x-cave-tool-session", value);
        let trace = cave.trace(TraceOptions::new());
        refused(trace.openai().create_response(Json::Null, hints()).await, "x-cave-tool-session", value);
        let paged = trace.artifacts().page(Json::Null, &ArtifactOptions::new(value)).await;
        refused(paged, "x-cave-artifact-source", value);
        let searched = cave.tool_search::<()>(&[], "q", ToolSearchOptions::new().workflow(value)).await;
        refused(searched, "x-cave-workflow", value);
        let labelled = cave.trace(TraceOptions::new().workflow(value));
        refused(labelled.checkpoints().create(Json::Null, Json::Null).await, "x-cave-workflow", value);
        refused(labelled.openai().create_chat_completion(Json::Null).await, "x-cave-workflow", value);
        assert!(server.requests().is_empty(), "{value:?}: {:?}", server.requests());

        // What is no identifier of a trace is replaced, and so is never sent.
        let replaced = cave.trace(TraceOptions::new().trace_id(value).span_id(value));
        replaced.checkpoints().create(Json::Null, Json::Null).await.unwrap();
        // Texts that stand in the body alone may be anything.
        let options = ToolSearchOptions::new().context(value).tool_session_id(value);
        cave.tool_search::<()>(&[], value, options).await.unwrap();
        cave.shared_context().put(value, value).await.unwrap();
        let requests = server.requests();
        assert_eq!(requests.len(), 3);
        for request in requests {
            let head = request.split_once("\r\n\r\n").unwrap().0.to_lowercase();
            assert!(!head.contains("evil") && !head.contains('\0'), "{head}");
        }
    }
}

#[tokio::test]
async fn white_space_around_a_value_is_not_sent() {
    let server = server().await;
    let cave = builder(server.url()).agent("\r\n agent\t\r\n").build().unwrap();
    cave.cave_plan().await.unwrap();
    assert!(server.requests()[0].contains("\r\nx-cave-agent: agent\r\n"), "{:?}", server.requests());
}

#[tokio::test]
async fn identifiers_are_one_part_of_a_path() {
    for (identifier, encoded) in [
        ("a\r\nx-evil: 1", "a%0D%0Ax-evil%3A%201"),
        ("a HTTP/1.1\r\n\r\nGET /evil", "a%20HTTP%2F1.1%0D%0A%0D%0AGET%20%2Fevil"),
        ("../../v1/traces", "..%2F..%2Fv1%2Ftraces"),
        ("a\\b", "a%5Cb"),
        ("?q=1#f", "%3Fq%3D1%23f"),
        ("%2e%2e%2f", "%252e%252e%252f"),
        ("\u{0}日本\u{7f}", "%00%E6%97%A5%E6%9C%AC%7F"),
        ("{id}", "%7Bid%7D"),
        ("//evil.example", "%2F%2Fevil.example"),
    ] {
        let server = server().await;
        let cave = cave(server.url());
        let trace = cave.trace(TraceOptions::new());
        cave.shared_context().get(identifier).await.unwrap();
        trace.artifacts().get(identifier).await.unwrap();
        trace.checkpoints().expand(identifier).await.unwrap();
        let requests = server.requests();
        let lines: Vec<_> = requests.iter().map(|request| request.lines().next().unwrap()).collect();
        assert_eq!(
            lines,
            [
                format!("GET /sdk/v1/shared-context/{encoded} HTTP/1.1"),
                format!("GET /sdk/v1/artifacts/{encoded} HTTP/1.1"),
                format!("GET /sdk/v1/checkpoints/{encoded}/expand HTTP/1.1"),
            ]
        );
        assert!(requests.iter().all(|request| !request.contains("\r\nx-evil")), "{requests:?}");
    }
}

#[tokio::test]
async fn targets_of_raw_requests_are_one_line() {
    let server = server().await;
    for (target, sent) in [
        ("/openai/v1/a\r\nx-evil: 1", "/openai/v1/ax-evil:%201"),
        ("/openai/v1/a?b\r\n c", "/openai/v1/a?b%20c"),
        ("/openai/v1/a b\u{0}é", "/openai/v1/a%20b%00%C3%A9"),
        ("/openai/v1/a#\r\nx-evil: 1", "/openai/v1/a"),
    ] {
        let raw = RawRequest::new(http::Method::GET, target);
        cave(server.url()).openai().raw(raw).unwrap().await.unwrap();
        let request = server.requests().pop().unwrap();
        assert_eq!(request.lines().next().unwrap(), format!("GET {sent} HTTP/1.1"), "{target:?}");
        assert!(!request.contains("\r\nx-evil"), "{request}");
    }
}
