//! Every operation of the fixtures that pin the clients of all languages to each other: the request on the wire, and what
//! comes of the response.

use std::path::Path;

use caveman_sdk::{
    ArtifactOptions, ArtifactStrategy, AssembleInput, BedrockEndpoint, Cave, Compressed, ContextItem, CreateHints,
    Error, Json, LatencyClass, Object, PackOptions, Ranker, RetryLoopBreaker, Slot, SpanOptions, Tool, ToolSearch,
    ToolSearchOptions, Trace, TraceOptions,
};

use crate::{
    policy_support::{configured, object},
    raw_server::{RawServer, Step, response},
    requests::check_body,
    shared::{at, fixtures, items, text},
};

/// Headers that belong to HTTP, not to the client.
const TRANSPORT_HEADERS: [&str; 6] =
    ["host", "accept", "accept-encoding", "connection", "content-length", "user-agent"];

#[tokio::test]
async fn operations() {
    for (file, fixtures) in fixtures("fixtures.json") {
        for operation in items(&fixtures, "/operations") {
            run(&file, &fixtures, operation).await;
        }
    }
}

async fn run(file: &Path, fixtures: &Json, operation: &Json) {
    let name = text(operation, "/name");
    let place = format!("{} {name}", file.display());
    let answer = match operation.pointer("/transport").and_then(Json::as_str) {
        Some("error") => vec![Step::Reset],
        Some(other) => panic!("{place}: no transport {other}"),
        None => {
            let body = operation.pointer("/response").map(ToString::to_string).unwrap_or_default();
            response("200 OK", body.as_bytes())
        }
    };
    let server = RawServer::start(vec![answer]).await;
    let config = at(fixtures, "/config");
    let cave = configured(config, server.url());
    assert_eq!(text(config, "/retention"), "metadata", "{place}: the default");

    let result = perform(&cave, name, at(operation, "/input")).await;
    let expected = match operation.pointer("/expect/result_from").and_then(Json::as_str) {
        Some("response") => at(operation, "/response"),
        Some(other) => panic!("{place}: no result from {other}"),
        None => at(operation, "/expect/result"),
    };
    assert_eq!(&result, expected, "{place}: result");

    let requests = server.requests();
    match operation.pointer("/expect/wire") {
        None => assert!(requests.is_empty(), "{place}: {requests:?}"),
        Some(wire) => {
            let [request] = &requests[..] else { panic!("{place}: {requests:?}") };
            check_request(&place, fixtures, wire, request);
        }
    }
}

#[track_caller]
fn check_request(place: &str, fixtures: &Json, wire: &Json, request: &str) {
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let (line, headers) = head.split_once("\r\n").unwrap();
    assert_eq!(line, format!("{} {} HTTP/1.1", text(wire, "/method"), text(wire, "/path")), "{place}");

    let mut sent: Vec<_> = headers
        .lines()
        .map(|line| line.split_once(':').unwrap())
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .filter(|(name, _)| !TRANSPORT_HEADERS.contains(&&**name))
        .collect();
    sent.sort();
    let expected: Vec<_> = at(fixtures, &format!("/{}", text(wire, "/headers")))
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.to_owned(), value.as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(sent, expected, "{place}: headers");

    check_body(place, text(wire, "/method"), text(wire, "/path"), body);
    if let Some(expected) = wire.pointer("/body") {
        assert_eq!(&Json::from_str(body).unwrap(), expected, "{place}: body");
    }
    if let Some(keys) = wire.pointer("/body_keys") {
        let expected: Vec<_> = keys.as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
        if expected.is_empty() {
            assert_eq!(body, "", "{place}: body");
        } else {
            let body = Json::from_str(body).unwrap();
            assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), expected, "{place}: members");
        }
    }
}

/// Performs an operation and gives its result in the form of the fixtures.
async fn perform(cave: &Cave, name: &str, input: &Json) -> Json {
    match name {
        "context_assemble" | "context_assemble_self" | "context_assemble_none" => assemble(cave, input),
        "cave_plan" => cave.cave_plan().await.unwrap(),
        "provider_create_untraced" => {
            assert_eq!(text(input, "/path"), "/openai/v1/responses");
            cave.openai().create_response(at(input, "/body"), CreateHints::new()).await.unwrap()
        }
        "bedrock" | "bedrock_mantle" => {
            let endpoint = input
                .pointer("/endpoint")
                .map_or(BedrockEndpoint::default(), |endpoint| endpoint.as_str().unwrap().parse().unwrap());
            let bedrock = cave.bedrock(text(input, "/region"), endpoint);
            Json::try_from(serde_json::to_value(bedrock).unwrap()).unwrap()
        }
        "otlp_export" => {
            let exporter = cave.exporter(Some(text(input, "/service_name")));
            let options = span(at(input, "/span")).trace_id(text(input, "/span/trace_id"));
            exporter.record_span(text(input, "/span/name"), options);
            assert_eq!(exporter.pending(), 1);
            let result = exporter.export().await.unwrap();
            assert_eq!(exporter.pending(), 0);
            result
        }
        "jobs_unavailable" => {
            assert!(matches!(text(input, "/latency_class"), "offline" | "background"));
            let error = cave.jobs().submit(at(input, "/body"), LatencyClass::Offline).await.unwrap_err();
            object([("error_code", error.code().into())])
        }
        "retry_loop_breaker" | "retry_loop_breaker_key_order" => breaker(input),
        "tool_search" | "tool_search_embeddings" => {
            let catalog = catalog(input);
            let found = cave.tool_search(&catalog, text(input, "/query"), search_options(input)).await.unwrap();
            object_of(search_result(&found))
        }
        "tools_builder_search" => {
            let strategy = text(input, "/strategy");
            let tools = cave.tools(catalog(input)).strategy(strategy.parse().unwrap()).build().unwrap();
            let found = tools.search(text(input, "/query"), search_options(input)).await.unwrap();
            let mut result = search_result(&found);
            result.insert("strategy", tools.strategy().as_str().into());
            result.insert("initial_tool_names", tools.initial().map(|tool| tool.name.as_str()).collect());
            object_of(result)
        }
        _ if name.starts_with("compress") => {
            let content_type = input.pointer("/content_type").map(|kind| kind.as_str().unwrap().into());
            compressed(&cave.compress(text(input, "/payload"), content_type).await)
        }
        "context_pack" => pack(cave, input).await,
        _ => traced(&trace(cave, input), name, input).await,
    }
}

/// The trace of an operation.
fn trace(cave: &Cave, input: &Json) -> Trace {
    let mut options = TraceOptions::new().trace_id(text(input, "/trace_id"));
    if let Some(id) = input.pointer("/span_id").or_else(|| input.pointer("/root_span_id")) {
        options = options.span_id(id.as_str().unwrap());
    }
    if let Some(tags) = input.pointer("/tags") {
        for (name, value) in tags.as_object().unwrap() {
            options = options.tag(name, value.clone());
        }
    }
    cave.trace(options)
}

/// Performs an operation in a trace.
async fn traced(trace: &Trace, name: &str, input: &Json) -> Json {
    let member = |pointer: &str| at(input, pointer).clone();
    match name {
        "checkpoint" => trace.checkpoints().create(member("/messages"), member("/options")).await.unwrap().into(),
        "checkpoint_expand" => trace.checkpoints().expand(text(input, "/source_ref")).await.unwrap().into(),
        "event_tool_call" => {
            let run = || async { Ok::<_, Error>(Json::from("tool-result")) };
            trace.tool(text(input, "/name"), member("/options"), run).await.unwrap()
        }
        "artifacts_page" => {
            let mut options = ArtifactOptions::new(text(input, "/options/source"));
            if let Some(strategy) = input.pointer("/options/strategy") {
                let strategies = [
                    ArtifactStrategy::JsonIndex,
                    ArtifactStrategy::TextChunks,
                    ArtifactStrategy::TableIndex,
                    ArtifactStrategy::LlmSummary,
                ];
                let named = |known: &&ArtifactStrategy| Some(known.as_str()) == strategy.as_str();
                options = options.strategy(*strategies.iter().find(named).unwrap());
            }
            trace.artifacts().page(member("/value"), &options).await.unwrap().into()
        }
        "artifacts_get" => trace.artifacts().get(text(input, "/artifact_id")).await.unwrap(),
        "model_create_async" | "model_create_traced" => {
            assert_eq!(text(input, "/path"), "/openai/v1/responses");
            let mut hints = CreateHints::new();
            if let Some(class) = input.pointer("/latency_class") {
                assert_eq!(class.as_str(), Some("background"));
                hints = hints.latency_class(LatencyClass::Background);
            }
            trace.openai().create_response(at(input, "/body"), hints).await.unwrap()
        }
        "otlp_export_traced" => {
            let exporter = trace.exporter(Some(text(input, "/service_name")));
            let options = span(at(input, "/span")).parent_span_id(trace.span_id());
            exporter.record_span(text(input, "/span/name"), options);
            exporter.flush().await.unwrap()
        }
        _ => panic!("there is no handler for {name}"),
    }
}

fn catalog(input: &Json) -> Vec<Tool> {
    let flag = |tool: &Json, pointer: &str| at(tool, pointer).as_bool().unwrap();
    items(input, "/catalog")
        .iter()
        .map(|tool| {
            Tool::new(text(tool, "/name"), text(tool, "/description"), at(tool, "/input_schema").clone())
                .read_only(flag(tool, "/read_only"))
                .idempotent(flag(tool, "/idempotent"))
                .always_load(flag(tool, "/always_load"))
        })
        .collect()
}

fn search_options(input: &Json) -> ToolSearchOptions {
    let string = |pointer: &str| input.pointer(pointer).map(|value| value.as_str().unwrap());
    let mut options = ToolSearchOptions::new();
    if let Some(context) = string("/context") {
        options = options.context(context);
    }
    if let Some(count) = input.pointer("/max_tools") {
        options = options.max_tools(count.as_number().and_then(contracts_types::Number::as_u64).unwrap());
    }
    if let Some(session) = string("/session_id") {
        options = options.tool_session_id(session);
    }
    if let Some(ranker) = string("/ranker") {
        let named = |known: &&Ranker| known.as_str() == ranker;
        options = options.ranker(*[Ranker::Bm25, Ranker::Embeddings].iter().find(named).unwrap());
    }
    options
}

fn search_result(found: &ToolSearch<'_>) -> Object {
    let mut result: Object = [
        ("sent_schema_tokens", found.sent_schema_tokens.into()),
        ("full_schema_tokens", found.full_schema_tokens.into()),
        ("deferred_count", found.deferred_count.into()),
        ("method", found.method.as_str().into()),
        ("token_basis", found.token_basis.as_str().into()),
        ("basis", found.basis().as_str().into()),
        ("saved_tokens", found.saved_tokens().into()),
        ("reduction_pct", Json::try_from(found.reduction_pct()).unwrap()),
        ("tool_count", Json::from(found.tools.len() as u64)),
    ]
    .into_iter()
    .collect();
    if let Some(session) = &found.session_id {
        result.insert("session_id", session.as_str().into());
    }
    result
}

fn object_of(object: Object) -> Json {
    object.into()
}

fn compressed(compressed: &Compressed) -> Json {
    object([
        ("output", compressed.output.as_str().into()),
        ("content_type", compressed.content_type.as_str().into()),
        ("tokens_before", compressed.tokens_before.into()),
        ("tokens_after", compressed.tokens_after.into()),
        ("ratio", compressed.ratio.try_into().unwrap()),
        ("basis", compressed.basis().as_str().into()),
        ("token_count_basis", compressed.token_count_basis.as_str().into()),
        ("recovery_handle", compressed.recovery_handle.clone().into()),
        ("method", compressed.method.clone().into()),
        ("lossless_to_model", compressed.lossless_to_model.into()),
    ])
}

async fn pack(cave: &Cave, input: &Json) -> Json {
    let context: Vec<_> = items(input, "/items").iter().map(context_item).collect();
    let count = |pointer: &str| {
        let value = input.pointer(pointer)?;
        Some(value.as_number().and_then(contracts_types::Number::as_u64).unwrap())
    };
    let number = |pointer: &str| {
        let value = input.pointer(pointer)?;
        Some(value.as_number().and_then(contracts_types::Number::as_f64).unwrap())
    };
    let mut options = PackOptions::new(count("/options/max_tokens").unwrap());
    if let Some(tokens) = count("/options/reserve_tokens") {
        options = options.reserve_tokens(tokens);
    }
    if let Some(now) = input.pointer("/options/now") {
        options = options.now(now.as_str().unwrap());
    }
    if let Some(milliseconds) = number("/options/recency_half_life_ms") {
        options = options.recency_half_life_ms(milliseconds);
    }
    if let Some(weight) = number("/options/recency_weight") {
        options = options.recency_weight(weight);
    }
    if let Some(boost) = number("/options/error_boost") {
        options = options.error_boost(boost);
    }
    let packed = cave.pack_context(text(input, "/query"), context.clone(), &options).await;
    // The pieces that come back are the caller's own.
    let chosen = packed.items.iter().map(|chosen| {
        let place = context.iter().position(|item| item == chosen).unwrap();
        items(input, "/items")[place].clone()
    });
    object([
        ("items", chosen.collect()),
        ("tokens_used", packed.tokens_used.into()),
        ("tokens_before", packed.tokens_before.into()),
        ("tokens_saved", packed.tokens_saved.into()),
        ("deferred_count", Json::from(packed.deferred_count() as u64)),
        ("deferred_ids", packed.deferred_ids.clone().into()),
        ("basis", packed.basis().as_str().into()),
    ])
}

fn context_item(item: &Json) -> ContextItem {
    let mut made = ContextItem::new(text(item, "/id"), text(item, "/text"));
    made.tokens = item.pointer("/tokens").and_then(Json::as_number).and_then(contracts_types::Number::as_u64);
    made.timestamp = item.pointer("/timestamp").and_then(Json::as_str).map(str::to_owned);
    made.priority = item.pointer("/priority").and_then(Json::as_number).and_then(contracts_types::Number::as_f64);
    made.pin = item.pointer("/pin").and_then(Json::as_bool);
    made
}

fn assemble(cave: &Cave, input: &Json) -> Json {
    let mut prompt = AssembleInput::new(
        text(input, "/provider"),
        text(input, "/model"),
        text(input, "/session_id"),
    )
    .slots(items(input, "/slots").iter().map(|slot| {
        Slot::new(text(slot, "/id"), text(slot, "/stability").parse().unwrap(), at(slot, "/content").clone())
    }));
    if let Some(hints) = input.pointer("/emit_cache_hints") {
        prompt = prompt.cache_hints(hints.as_str().unwrap().parse().unwrap());
    }
    let assembly = cave.assemble(prompt).unwrap();
    object([
        ("request", assembly.request.body().clone()),
        ("headers", object([("x-cave-assembly", assembly.request.header().into())])),
        ("prefix_hash", assembly.prefix_hash.as_str().into()),
        ("breakpoints", assembly.breakpoints.clone().into()),
        ("stable_tokens", assembly.stable_tokens.into()),
        ("token_basis", caveman_sdk::Assembly::TOKEN_BASIS.into()),
        ("basis", assembly.basis().as_str().into()),
        ("volatile_below_breakpoint", assembly.volatile_below_breakpoint().into()),
    ])
}

fn span(span: &Json) -> SpanOptions {
    let count = |pointer: &str| at(span, pointer).as_number().and_then(contracts_types::Number::as_u64).unwrap();
    SpanOptions::new()
        .span_id(text(span, "/span_id"))
        .start_time_ns(count("/start_time_ns"))
        .end_time_ns(count("/end_time_ns"))
        .operation(text(span, "/operation"))
        .provider(text(span, "/provider"))
        .model(text(span, "/model"))
        .input_tokens(count("/input_tokens"))
        .output_tokens(count("/output_tokens"))
}

fn breaker(input: &Json) -> Json {
    let threshold = at(input, "/threshold").as_number().and_then(contracts_types::Number::as_u64).unwrap();
    let breaker = RetryLoopBreaker::new(threshold);
    items(input, "/calls")
        .iter()
        .enumerate()
        .find_map(|(index, call)| {
            let fired = breaker.record(text(call, "/name"), at(call, "/args")).err()?;
            Some(object([
                ("fired_at_call", (index as u64).into()),
                ("repeats", fired.repeats.into()),
                ("threshold", fired.threshold.into()),
            ]))
        })
        .unwrap()
}
