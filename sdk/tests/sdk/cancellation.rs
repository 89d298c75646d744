//! Calls that are given up: by dropping their future, and by the token of the client.

use std::{
    future::{Future as _, poll_fn},
    task::Poll,
    time::Duration,
};

use caveman_sdk::{
    ArtifactOptions, CancellationToken, Cave, ContextItem, CreateHints, Error, Json, PackOptions, RawRequest,
    SpanOptions, Tool, ToolSearchOptions, TraceOptions,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use crate::{
    policy_support::{cave, transport},
    raw_server::{RawServer, Step},
    scripted::Deaf,
};

fn cancellable(url: &str) -> (Cave, CancellationToken) {
    let token = CancellationToken::new();
    let cave = Cave::builder().api_key("k").base_url(url).agent("a").cancellation(token.clone());
    (cave.transport(transport()).build().unwrap(), token)
}

/// The beginning of a response whose end does not come.
fn unfinished() -> Vec<Step> {
    vec![Step::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec()), Step::Hold]
}

#[tokio::test]
async fn a_future_that_is_dropped_closes_its_connection() {
    for beginning in ["", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let cave = cave(&url);
        let call = tokio::spawn(async move { cave.cave_plan().await });
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = vec![0; 4096];
        assert!(stream.read(&mut head).await.unwrap() > 0);
        stream.write_all(beginning.as_bytes()).await.unwrap();
        call.abort();
        assert!(call.await.unwrap_err().is_cancelled());
        // What comes next from the client is its end.
        let rest = tokio::time::timeout(Duration::from_secs(20), stream.read(&mut head)).await;
        assert!(matches!(rest.expect("the connection stays open"), Ok(0) | Err(_)), "{beginning:?}");
    }
}

/// Every kind of call, and how it names that it was aborted. The exporter holds one span before and after.
async fn all_calls_abort(cave: &Cave) {
    let trace = cave.trace(TraceOptions::new());
    let aborted = |what: &str, outcome: Result<Json, Error>| {
        let error = outcome.expect_err(what);
        assert!(matches!(error, Error::Aborted), "{what}: {error}");
        assert_eq!(error.to_string(), "cave_request_aborted");
    };
    aborted("plan", cave.cave_plan().await);
    aborted("put", cave.shared_context().put("k", Json::Null).await.map(Json::from));
    aborted("get", cave.shared_context().get("k").await.map(Json::from));
    aborted("create", cave.openai().create_response(Json::Null, CreateHints::new()).await);
    aborted("checkpoint", trace.checkpoints().create(Json::Null, Json::Null).await.map(Json::from));
    aborted("expand", trace.checkpoints().expand("r").await.map(Json::from));
    aborted("artifact", trace.artifacts().get("i").await);
    aborted("page", trace.artifacts().page("x", &ArtifactOptions::new("s")).await.map(Json::from));
    let catalog = [Tool::new("a", "", Json::Null)];
    let search = cave.tool_search(&catalog, "q", ToolSearchOptions::new()).await;
    aborted("search", search.map(|_| Json::Null));
    let exporter = cave.exporter(None);
    exporter.record_span("s", SpanOptions::new());
    aborted("export", exporter.export().await);
    assert_eq!(exporter.pending(), 1);

    assert_eq!(cave.compress("text", None).await.output, "text");
    let items = vec![ContextItem::new("a", "x")];
    assert_eq!(cave.pack_context("q", items.clone(), &PackOptions::new(5)).await.items, items);
    let refresh = cave.runtime_policy().build().unwrap().refresh().await;
    let error = refresh.error.unwrap();
    assert_eq!((error.code(), error.to_string().as_str()), ("transport", "cave_request_aborted"));
    // What a tool gives stands, whatever becomes of the report.
    assert_eq!(trace.tool("t", Json::Null, || async { Ok::<_, ()>(7) }).await, Ok(7));
}

#[tokio::test]
async fn a_token_that_is_cancelled_ends_calls_before_they_begin() {
    let server = RawServer::start(vec![vec![Step::Hold]]).await;
    let (cave, token) = cancellable(server.url());
    token.cancel();
    all_calls_abort(&cave).await;
    let raw = cave.openai().raw(RawRequest::new(http::Method::GET, "/openai/v1/models")).unwrap().await;
    assert!(matches!(raw, Err(Error::Aborted)));
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn a_token_that_is_cancelled_ends_calls_under_way() {
    for answer in [vec![Step::Hold], unfinished()] {
        let server = RawServer::start(vec![answer.clone()]).await;
        let (cave, token) = cancellable(server.url());
        let cancel = async {
            server.received(1).await;
            token.cancel();
        };
        let (plan, ()) = tokio::join!(cave.cave_plan(), cancel);
        assert!(matches!(plan, Err(Error::Aborted)), "{answer:?}: {plan:?}");
        assert_eq!(server.requests().len(), 1);
    }
    // The body of a raw request is a body of the client too.
    let server = RawServer::start(vec![unfinished()]).await;
    let (cave, token) = cancellable(server.url());
    let raw = cave.openai().raw(RawRequest::new(http::Method::GET, "/openai/v1/models")).unwrap();
    let mut response = raw.await.unwrap();
    assert_eq!(response.body.next_chunk().await.unwrap().unwrap(), "{");
    token.cancel();
    assert_eq!(response.body.next_chunk().await.unwrap_err().to_string(), "cave_request_aborted");
}

#[tokio::test(start_paused = true)]
async fn a_transport_that_takes_no_notice_keeps_nobody_waiting() {
    let token = CancellationToken::new();
    let cave = Cave::builder().api_key("k").base_url("http://gateway.test").agent("a").transport(Deaf);
    let patient = cave.clone().cancellation(token.clone()).build().unwrap();
    let (plan, ()) = tokio::join!(patient.cave_plan(), async { token.cancel() });
    assert!(matches!(plan, Err(Error::Aborted)));
    let begin = tokio::time::Instant::now();
    let impatient = cave.timeout(Duration::from_millis(30)).build().unwrap();
    assert!(matches!(impatient.cave_plan().await, Err(Error::Timeout)));
    assert_eq!(begin.elapsed(), Duration::from_millis(30));
}

#[tokio::test]
async fn a_tool_that_was_cancelled_has_failed() {
    let server = RawServer::start(vec![crate::raw_server::response("200 OK", b"{}")]).await;
    let trace = cave(server.url()).trace(TraceOptions::new());
    let outcome = trace.tool("t", Json::Null, || async { Err::<(), _>(Error::Aborted) }).await;
    assert!(matches!(outcome, Err(Error::Aborted)));
    assert!(server.requests()[0].contains(r#""outcome":"error""#), "{:?}", server.requests());
    // A tool that is given up with its future says nothing at all.
    let mut pending = Box::pin(trace.tool("given up", Json::Null, std::future::pending::<Result<(), Error>>));
    assert!(poll_fn(|context| Poll::Ready(pending.as_mut().poll(context))).await.is_pending());
    drop(pending);
    assert!(trace.tool("next", Json::Null, || async { Ok::<_, Error>(()) }).await.is_ok());
    let requests = server.requests();
    assert!(requests.len() == 2 && requests[1].contains(r#""name":"next""#), "{requests:?}");
}
