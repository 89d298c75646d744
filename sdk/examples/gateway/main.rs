//! Compresses a log, searches tools, decides by a signed runtime policy and exports a span, all against a small gateway
//! that this example starts itself: `cargo run -p caveman-sdk --example gateway`.

mod mock_gateway;

use caveman_sdk::{
    Cave, ContentType, DecideOptions, Json, SpanOptions, Tool, ToolSearchOptions, ToolStrategy, TraceOptions,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = mock_gateway::start().await?;
    let cave = Cave::builder().api_key("cave_live_example").base_url(url).agent("example-agent").build()?;

    let log = "worker 7: retry\n".repeat(40);
    let compressed = cave.compress(&log, Some(ContentType::LOG)).await;
    println!(
        "compress: {} -> {} tokens ({} %, {}): {}",
        compressed.tokens_before,
        compressed.tokens_after,
        compressed.ratio * 100.0,
        compressed.basis().as_str(),
        compressed.output
    );

    let schema = Json::from_str(r#"{"type": "object", "properties": {"id": {"type": "string"}}}"#)?;
    let catalog = vec![
        Tool::new("read_order", "Reads an order", schema.clone()).read_only(true).idempotent(true),
        Tool::new("refund_order", "Pays an order back", schema.clone()),
        Tool::new("ask_human", "Asks a colleague", schema).always_load(true),
    ];
    let tools = cave.tools(catalog).strategy(ToolStrategy::Deferred).initial_tool_count(0).build()?;
    let found = tools.search("give the customer the money back", ToolSearchOptions::new()).await?;
    let names = |tools: &[&Tool]| tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", ");
    println!("tools from the start: {}", names(&tools.initial().collect::<Vec<_>>()));
    println!(
        "tools found: {} ({} % of the schema tokens stay away, {})",
        names(&found.tools),
        found.reduction_pct(),
        found.basis().as_str()
    );

    let policies = cave.runtime_policy().public_key(mock_gateway::public_key()).build()?;
    let refresh = policies.refresh().await;
    println!("policies: ok {}, signed {}", refresh.ok, refresh.signed);
    let trace = cave.trace(TraceOptions::new().trace_id("0123456789abcdef0123456789abcdef"));
    let context = Json::from_str(r#"{"amount": 40, "currency": "EUR"}"#)?;
    let about = DecideOptions::new().unit_key("order-4711").context(&context).record_in(&trace);
    let decision = policies.decide("refund", about);
    println!(
        "decision: {} {:?} because {}, arm {:?} with propensity {:?}",
        decision.action(),
        decision.workflow(),
        decision.reason(),
        decision.arm(),
        decision.propensity()
    );

    let exporter = trace.exporter(None);
    let span = exporter.record_span("chat", SpanOptions::new().operation("chat").model("m-1").input_tokens(120));
    println!("span: {} in trace {}", span.name, span.trace_id);
    println!("exported: {}", exporter.export().await?);
    Ok(())
}
