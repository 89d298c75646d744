//! How long a call may take, and how much of a response is read.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use caveman_sdk::{
    ArtifactOptions, Cave, CaveBuilder, ContextItem, CreateHints, Error, Json, PackOptions, RawRequest, ReadError,
    RequestFailure, SpanOptions, Tool, ToolSearchOptions, TraceOptions,
};

use tokio::time::Instant;

use crate::{
    policy_support::transport,
    raw_server::{RawServer, Step, response},
    scripted::{Act, Counted, Scripted},
};

fn builder(url: &str) -> CaveBuilder {
    Cave::builder().api_key("k").base_url(url).agent("a").transport(transport())
}

/// What each kind of call makes of a body that does not come to its end, or is not read.
async fn no_body(cave: &Cave, is_cause: impl Fn(&Error) -> bool) {
    let trace = cave.trace(TraceOptions::new());
    let cause = |what: &str, outcome: Result<Json, Error>| {
        let error = outcome.expect_err(what);
        assert!(is_cause(&error), "{what}: {error}");
    };
    let not_json = |what: &str, outcome: Result<Json, Error>| {
        let error = outcome.expect_err(what);
        let found = matches!(error, Error::Request { status: 200, reason: RequestFailure::NotJson, .. });
        assert!(found, "{what}: {error}");
    };
    cause("plan", cave.cave_plan().await);
    cause("create", cave.openai().create_response(Json::Null, CreateHints::new()).await);
    let catalog = [Tool::new("a", "", Json::Null)];
    cause("search", cave.tool_search(&catalog, "q", ToolSearchOptions::new()).await.map(|_| Json::Null));
    let exporter = cave.exporter(None);
    exporter.record_span("s", SpanOptions::new());
    cause("export", exporter.export().await);
    assert_eq!(exporter.pending(), 1);

    not_json("put", cave.shared_context().put("k", Json::Null).await.map(Json::from));
    not_json("artifact", trace.artifacts().get("i").await);
    not_json("page", trace.artifacts().page("x", &ArtifactOptions::new("s")).await.map(Json::from));
    not_json("checkpoint", trace.checkpoints().create(Json::Null, Json::Null).await.map(Json::from));
    not_json("expand", trace.checkpoints().expand("r").await.map(Json::from));

    assert_eq!(cave.compress("text", None).await.output, "text");
    let items = vec![ContextItem::new("a", "x")];
    assert_eq!(cave.pack_context("q", items.clone(), &PackOptions::new(5)).await.items, items);
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_for_the_whole_call_however_the_body_drips() {
    const LIMIT: Duration = Duration::from_millis(150);
    // No pause is long: nine end before the deadline.
    let cave = builder("http://gateway.test").timeout(LIMIT);
    let cave = cave.transport(Scripted::new([Act::Drip(200, Duration::from_millis(16))])).build().unwrap();
    let begin = Instant::now();
    no_body(&cave, |error| matches!(error, Error::ReadTimeout)).await;
    let refresh = cave.runtime_policy().build().unwrap().refresh().await;
    assert_eq!(refresh.error.unwrap().code(), "malformed_response");
    assert_eq!(begin.elapsed(), LIMIT * 12, "of twelve calls");

    let begin = Instant::now();
    let raw = cave.openai().raw(RawRequest::new(http::Method::GET, "/openai/v1/x")).unwrap();
    let mut response = raw.await.unwrap();
    for _ in 0..9 {
        assert_eq!(response.body.next_chunk().await.unwrap().unwrap(), " ");
    }
    let error = response.body.next_chunk().await.unwrap_err();
    assert!(error.to_string().contains("deadline"), "{error}");
    assert_eq!(begin.elapsed(), LIMIT);
    // Nor does it come later.
    assert!(response.body.next_chunk().await.is_err());
    assert_eq!(begin.elapsed(), LIMIT);
}

#[tokio::test]
async fn the_deadline_is_for_a_body_that_stops() {
    let beginning = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec();
    let server = RawServer::start(vec![vec![Step::Send(beginning), Step::Hold]]).await;
    let raw = builder(server.url()).build().unwrap().openai().raw(RawRequest::new(http::Method::GET, "/openai/v1"));
    let mut response = raw.unwrap().await.unwrap();
    assert_eq!(response.body.next_chunk().await.unwrap().unwrap(), "{");
    // From now on only time passes.
    tokio::time::pause();
    let error = response.body.next_chunk().await.unwrap_err();
    assert!(error.to_string().contains("deadline"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_for_the_head_too() {
    // The server never answers, so the outcome is the same wherever the deadline finds the call.
    let server = RawServer::start(vec![vec![Step::Hold]]).await;
    let cave = builder(server.url()).timeout(Duration::from_millis(50)).build().unwrap();
    for error in [
        cave.cave_plan().await.unwrap_err(),
        cave.shared_context().get("k").await.unwrap_err(),
        cave.openai().raw(RawRequest::new(http::Method::GET, "/openai/v1/x")).unwrap().await.unwrap_err(),
    ] {
        assert!(matches!(error, Error::Timeout), "{error}");
        assert_eq!(error.to_string(), "cave_request_timeout");
    }
    assert_eq!(cave.compress("text", None).await.output, "text");
    let refresh = cave.runtime_policy().build().unwrap().refresh().await.error.unwrap();
    assert_eq!((refresh.code(), refresh.to_string().as_str()), ("transport", "cave_request_timeout"));
}

#[tokio::test]
async fn a_body_beyond_the_bound_is_no_body() {
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{\"a\":1\r\n5\r\n,\"b\":\r\n";
    for answer in [response("200 OK", b"{\"a\":12345}"), vec![Step::Send(chunked.to_vec()), Step::Hold]] {
        let server = RawServer::start(vec![answer]).await;
        let cave = builder(server.url()).max_response_bytes(10).build().unwrap();
        no_body(&cave, |error| matches!(error, Error::Read(ReadError::TooLarge { limit: 10 }))).await;
    }
    let server = RawServer::start(vec![response("200 OK", b"{\"a\":12345}")]).await;
    let cave = builder(server.url()).max_response_bytes(11).build().unwrap();
    assert_eq!(cave.cave_plan().await.unwrap().to_string(), "{\"a\":12345}");
    // A raw request hands its body out.
    let cave = builder(server.url()).max_response_bytes(1).build().unwrap();
    let raw = cave.openai().raw(RawRequest::new(http::Method::GET, "/openai/v1/x")).unwrap().await.unwrap();
    assert_eq!(raw.read_bounded(100).await.unwrap(), "{\"a\":12345}");
}

#[tokio::test]
async fn of_a_body_that_is_announced_as_too_long_nothing_is_read() {
    // The bound of other calls is 64 MiB, that of bundles 1 MiB.
    for (length, too_long) in [("1048577", false), ("67108865", true), ("99999999999999999999999999", true)] {
        let reads = Arc::new(AtomicUsize::new(0));
        let transport = Counted { header: ("content-length", length), reads: Arc::clone(&reads) };
        let cave = Cave::builder().api_key("k").base_url("http://gateway.test").agent("a").transport(transport);
        let cave = cave.build().unwrap();
        let refresh = cave.runtime_policy().build().unwrap().refresh().await;
        assert_eq!(refresh.error.unwrap().to_string(), "oversized_response", "{length}");
        if too_long {
            no_body(&cave, |error| matches!(error, Error::Read(ReadError::TooLarge { .. }))).await;
        }
        assert_eq!(reads.load(Ordering::SeqCst), 0, "{length}");
    }
}

#[tokio::test]
async fn compressed_bodies_are_not_asked_for_and_not_read() {
    let reads = Arc::new(AtomicUsize::new(0));
    let transport = Counted { header: ("content-encoding", "GZip"), reads: Arc::clone(&reads) };
    let cave = Cave::builder().api_key("k").base_url("http://gateway.test").agent("a").transport(transport);
    let cave = cave.build().unwrap();
    no_body(&cave, |error| matches!(error, Error::Read(ReadError::Coded { coding }) if coding == "gzip")).await;
    assert_eq!(reads.load(Ordering::SeqCst), 0);

    // That a body is not coded may be said.
    let plain =
        b"HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
    let server = RawServer::start(vec![vec![Step::Send(plain.to_vec())]]).await;
    let cave = builder(server.url()).build().unwrap();
    assert_eq!(cave.cave_plan().await.unwrap().to_string(), "{}");
    let raw = RawRequest::new(http::Method::GET, "/openai/v1/x");
    let raw = raw.header(http::header::ACCEPT_ENCODING, http::HeaderValue::from_static("br"));
    assert_eq!(cave.openai().raw(raw).unwrap().await.unwrap().status, 200);
    let requests = server.requests();
    assert!(requests[0].contains("accept-encoding: identity\r\n"), "{requests:?}");
    assert!(requests[1].contains("accept-encoding: br\r\n") && !requests[1].contains("identity"), "{requests:?}");
}
