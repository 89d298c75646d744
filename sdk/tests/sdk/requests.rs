//! What goes out is what the contracts of the wire say, whatever a caller puts in.

use caveman_sdk::{
    ArtifactOptions, ArtifactStrategy, ContextItem, CreateHints, Error, Json, PackOptions, Ranker, SpanKind,
    SpanOptions, SpanStatus, Tool, ToolSearchOptions, TraceOptions, wire,
};

use crate::{
    policy_support::cave,
    raw_server::{RawServer, response},
    shared::{at, fixtures, items, text},
};

/// Holds the body of a request against the contract of its endpoint. Every endpoint has a verdict; one that is not named
/// here fails.
#[track_caller]
pub(crate) fn check_body(place: &str, method: &str, path: &str, body: &str) {
    if method == "GET" {
        assert_eq!(body, "", "{place}: {path} is asked for without a body");
        return;
    }
    assert_eq!(method, "POST", "{place}: {path}");
    let checked = match path {
        "/sdk/v1/tool-search" => wire::ToolSearchRequest::from_str(body).map(drop),
        "/sdk/v1/compress" => wire::CompressRequest::from_str(body).map(drop),
        "/sdk/v1/context/pack" => wire::ContextPackRequest::from_str(body).map(drop),
        "/sdk/v1/shared-context" => wire::SharedContextRequest::from_str(body).map(drop),
        "/sdk/v1/events" => wire::ToolEvent::from_str(body).map(drop),
        "/sdk/v1/artifacts" => wire::ArtifactRequest::from_str(body).map(drop),
        "/sdk/v1/checkpoints" => wire::CheckpointRequest::from_str(body).map(drop),
        "/v1/traces" => wire::SpanExportRequest::from_str(body).map(drop),
        // The body is the caller's own, and any JSON.
        "/openai/v1/responses" | "/openai/v1/chat/completions" => Json::from_str(body).map(drop),
        _ => panic!("{place}: there is no contract for the body of {path}"),
    };
    checked.unwrap_or_else(|error| panic!("{place}: {error}"));
}

/// Values that somebody may want to send.
fn odd_values() -> [Json; 6] {
    let numbers = "[18446744073709551615, -9223372036854775808, 5e-324, 1.7976931348623157e308, -0.0]";
    let nested = format!("{}{}", "[".repeat(120), "]".repeat(120));
    [
        Json::Null,
        Json::from("\u{0}\u{1f}\"\\\u{7f}\u{2028}é😀"),
        Json::from_str(numbers).unwrap(),
        Json::from_str(r#"{"": {"a.b": [], "~/": {}}, "input": null}"#).unwrap(),
        Json::from_str(&nested).unwrap(),
        true.into(),
    ]
}

#[tokio::test]
async fn bodies_keep_to_their_contracts() {
    let server = RawServer::start(vec![response("200 OK", b"{}")]).await;
    let cave = cave(server.url());
    for value in odd_values() {
        let trace = cave.trace(TraceOptions::new().tag("", value.clone()).workflow(""));
        let _ = trace.checkpoints().create(value.clone(), value.clone()).await;
        let _ = trace.tool("", value.clone(), || async { Ok::<_, ()>(()) }).await;
        let _ = cave.shared_context().put("", value.clone()).await;
        let _ = cave.openai().create_response(&value, CreateHints::new()).await;
        let _ = trace.openai().create_chat_completion(&value).await;
        for options in [
            ArtifactOptions::new("s"),
            ArtifactOptions::new("s").content_type("").max_inline_tokens((1 << 53) - 1),
            ArtifactOptions::new("s").strategy(ArtifactStrategy::JsonIndex),
            ArtifactOptions::new("s").strategy(ArtifactStrategy::TextChunks),
            ArtifactOptions::new("s").strategy(ArtifactStrategy::TableIndex),
            ArtifactOptions::new("s").strategy(ArtifactStrategy::LlmSummary).max_inline_tokens(0),
        ] {
            let _ = trace.artifacts().page(value.clone(), &options).await;
        }
        let catalog = [Tool::new("", "", value.clone()), Tool::new("", "é", value).read_only(true)];
        let options = ToolSearchOptions::new().context("").tool_session_id("").ranker(Ranker::Bm25);
        let _ = cave.tool_search(&catalog, "", ToolSearchOptions::new()).await;
        let _ = cave.tool_search(&catalog, "", options.max_tools((1 << 53) - 1)).await;
    }
    for text in ["", "\u{0}\"é😀"] {
        cave.compress(text, None).await;
        cave.compress(text, Some(text.into())).await;
    }
    for number in [0.0, -1.5, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let item = ContextItem::new("a", "").tokens(0).timestamp("").priority(number).pin(false);
        let options = PackOptions::new(1).reserve_tokens(0).now("").recency_half_life_ms(number);
        let options = options.recency_weight(number).error_boost(number);
        cave.pack_context("", vec![item], &options).await;
        cave.pack_context("", Vec::new(), &options).await;
        let exporter = cave.exporter(Some(""));
        for kind in [SpanKind::Internal, SpanKind::Server, SpanKind::Producer, SpanKind::Consumer] {
            for status in [SpanStatus::Unset, SpanStatus::Ok, SpanStatus::Error] {
                let span = SpanOptions::new().kind(kind).status(status).cost_usd(number).end_time_ns(u64::MAX);
                exporter.record_span("", span.start_time_ns(0).attribute("", number).attribute("b", true));
            }
        }
        wire::SpanExportRequest::from_str(&exporter.build_payload().unwrap().to_string()).unwrap();
        let _ = exporter.export().await;
    }

    let requests = server.requests();
    assert!(requests.len() > 80, "{}", requests.len());
    for request in &requests {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let mut line = head.split(' ');
        check_body(head, line.next().unwrap(), line.next().unwrap(), body);
    }
    let finite = |request: &&String| request.contains("/context/pack") && !request.contains("null");
    assert_eq!(requests.iter().filter(finite).count(), 6, "what is not finite is null");
}

/// Answers that are given as they are have the typed view that the contracts of the wire say.
#[test]
fn answers_that_are_given_as_they_are_have_a_typed_view() {
    for (file, fixtures) in fixtures("fixtures.json") {
        let mut views = 0;
        for operation in items(&fixtures, "/operations") {
            let view: fn(&str) -> Result<(), contracts_types::Error> = match text(operation, "/name") {
                "cave_plan" => |answer| wire::CavePlanResponse::from_str(answer).map(drop),
                "checkpoint" => |answer| wire::CheckpointResponse::from_str(answer).map(drop),
                "checkpoint_expand" => |answer| wire::CheckpointExpansion::from_str(answer).map(drop),
                "artifacts_page" => |answer| wire::ArtifactResponse::from_str(answer).map(drop),
                "otlp_export" | "otlp_export_traced" => {
                    |answer| wire::SpanExportResponse::from_str(answer).map(drop)
                }
                _ => continue,
            };
            let answer = at(operation, "/response").to_string();
            view(&answer).unwrap_or_else(|error| panic!("{} {answer}: {error}", file.display()));
            views += 1;
        }
        assert_eq!(views, 6, "{}", file.display());
    }
    let shared = r#"{"session_key":"s","content":[],"new":1}"#;
    assert!(wire::SharedContextResponse::from_str(shared).unwrap().extra.contains_key("new"));
    wire::SharedContextResponse::from_str("[]").unwrap_err();
}

#[tokio::test]
async fn counts_that_no_client_holds_are_not_sent() {
    const BEYOND: u64 = 1 << 53;
    let server = RawServer::start(vec![response("200 OK", b"{}")]).await;
    let cave = cave(server.url());
    let trace = cave.trace(TraceOptions::new());
    let page = trace.artifacts().page("x", &ArtifactOptions::new("s").max_inline_tokens(BEYOND)).await;
    assert!(matches!(page, Err(Error::Option { option: "maxInlineTokens", .. })), "{page:?}");
    let search = cave.tool_search::<()>(&[], "q", ToolSearchOptions::new().max_tools(BEYOND)).await;
    assert!(matches!(search, Err(Error::Option { option: "maxTools", .. })), "{search:?}");
    let items = vec![ContextItem::new("a", "x").tokens(BEYOND)];
    assert_eq!(cave.pack_context("q", items.clone(), &PackOptions::new(5)).await.items, items);
    let items = vec![ContextItem::new("a", "x")];
    let options = PackOptions::new(5).reserve_tokens(BEYOND);
    assert_eq!(cave.pack_context("q", items.clone(), &options).await.items, items);
    assert!(server.requests().is_empty());
}
