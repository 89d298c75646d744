//! Successful answers that are not written as JSON should be: a byte-order mark, members with one name, invalid UTF-8. The
//! outcome of each call stands in the documentation of `json_text`, and here.

use caveman_sdk::{
    ArtifactOptions, Cave, ContextItem, CreateHints, DecideOptions, Json, PackOptions, Paged, SpanOptions, Tool,
    ToolSearchOptions, TraceOptions,
};

use crate::{
    observability::every_call,
    policy_support::{bundle_of, cave, unsigned},
    raw_server::{RawServer, response},
    scripted::{Act, Scripted},
    shared::{fixtures, items},
};

/// A client of a gateway that answers with these bytes behind a byte-order mark. `~` stands for a byte that is no UTF-8.
async fn answering(body: &str) -> (RawServer, Cave) {
    let mut bytes = b"\xEF\xBB\xBF".to_vec();
    bytes.extend(body.bytes().map(|byte| if byte == b'~' { 0xFF } else { byte }));
    let server = RawServer::start(vec![response("200 OK", &bytes)]).await;
    let cave = cave(server.url());
    (server, cave)
}

#[tokio::test]
async fn of_members_with_one_name_the_last_counts_and_no_utf_8_is_replaced() {
    let (_server, cave) = answering(
        r#"{"output":"first","output":"b~","tokens_before":1,"tokens_before":4,"tokens_after":9,"tokens_after":1}"#,
    )
    .await;
    let compressed = cave.compress("text", None).await;
    assert_eq!(
        (compressed.output.as_str(), compressed.tokens_before, compressed.tokens_after),
        ("b\u{FFFD}", 4, 1)
    );

    let (_server, cave) = answering(
        r#"{"items":7,"items":[{"id":"x","id":"a"}],"deferred_ids":[],"deferred_ids":["b~"],
            "tokens_used":9,"tokens_used":1,"tokens_before":3,"tokens_saved":2,"deferred_count":1}"#,
    )
    .await;
    let context = vec![ContextItem::new("a", "x"), ContextItem::new("b\u{FFFD}", "y")];
    let packed = cave.pack_context("q", context.clone(), &PackOptions::new(5)).await;
    assert_eq!((&packed.items[..], packed.tokens_saved), (&context[..1], 2));

    let (_server, cave) =
        answering(r#"{"tools":[],"tools":[{"name":"x","name":"a~"}],"session_id":"1","session_id":"s~"}"#).await;
    let catalog = [Tool::new("a\u{FFFD}", "", Json::Null)];
    let found = cave.tool_search(&catalog, "q", ToolSearchOptions::new()).await.unwrap();
    assert_eq!((found.tools[0].name.as_str(), found.session_id.as_deref()), ("a\u{FFFD}", Some("s\u{FFFD}")));

    // What is given as it is.
    let (_server, cave) = answering(r#"{"a":1,"b":{"c":1,"c":"~"},"a":["\ud800"]}"#).await;
    let expected = Json::from_str("{\"a\":[\"\u{FFFD}\"],\"b\":{\"c\":\"\u{FFFD}\"}}").unwrap();
    let trace = cave.trace(TraceOptions::new());
    assert_eq!(cave.cave_plan().await.unwrap(), expected);
    assert_eq!(Json::from(cave.shared_context().put("k", Json::Null).await.unwrap()), expected);
    assert_eq!(Json::from(cave.shared_context().get("k").await.unwrap()), expected);
    assert_eq!(trace.artifacts().get("i").await.unwrap(), expected);
    assert_eq!(Json::from(trace.checkpoints().create(Json::Null, Json::Null).await.unwrap()), expected);
    assert_eq!(cave.openai().create_response(Json::Null, CreateHints::new()).await.unwrap(), expected);
    assert_eq!(trace.openai().create_chat_completion(Json::Null).await.unwrap(), expected);
    let exporter = cave.exporter(None);
    exporter.record_span("s", SpanOptions::new());
    assert_eq!((exporter.export().await.unwrap(), exporter.pending()), (expected, 0));

    let (_server, cave) = answering(r#"{"messages":1,"messages":["~"],"source_ref":" ","source_ref":"r"}"#).await;
    let expanded = cave.trace(TraceOptions::new()).checkpoints().expand("r").await.unwrap();
    assert_eq!(Json::from(expanded), Json::from_str("{\"messages\":[\"\u{FFFD}\"],\"source_ref\":\"r\"}").unwrap());

    let (_server, cave) = answering(r#"{"stored":false,"stored":true,"artifact_id":"","artifact_id":"i~"}"#).await;
    let paged = cave.trace(TraceOptions::new()).artifacts().page("x", &ArtifactOptions::new("s")).await.unwrap();
    assert!(matches!(&paged, Paged::Stub(stub) if stub.starts_with("[cave-artifact id=i\u{FFFD} ")), "{paged:?}");
}

#[tokio::test]
async fn the_last_member_counts_also_when_it_is_the_wrong_one() {
    let (_server, cave) = answering(
        r#"{"output":"short","output":null,"tokens_before":4,"tokens_after":1,"stored":true,"stored":1}"#,
    )
    .await;
    assert_eq!(cave.compress("text", None).await.output, "text");
    let trace = cave.trace(TraceOptions::new());
    assert!(trace.artifacts().page("x", &ArtifactOptions::new("s")).await.is_err());
    let (_server, cave) =
        answering(r#"{"tools":[{"name":"a"}],"tools":{},"source_ref":"r","source_ref":""}"#).await;
    let catalog = [Tool::new("a", "", Json::Null)];
    assert!(cave.tool_search(&catalog, "q", ToolSearchOptions::new()).await.is_err());
    assert!(cave.trace(TraceOptions::new()).checkpoints().expand("r").await.is_err());
}

#[tokio::test]
async fn bytes_that_are_no_utf_8_outside_of_a_string_are_no_json() {
    for body in ["{~}", "~{}", "{}~", "[1,~]"] {
        let (_server, cave) = answering(body).await;
        assert!(cave.cave_plan().await.is_err(), "{body}");
        assert!(cave.shared_context().get("k").await.is_err(), "{body}");
    }
    // One mark is dropped, a second one is no JSON.
    let (_server, cave) = answering("\u{FEFF}{}").await;
    assert!(cave.cave_plan().await.is_err());
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    /// The next one, below a bound.
    fn below(&mut self, bound: usize) -> usize {
        // A linear congruential generator of Knuth; its upper bits are the better ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    /// Bytes with a few changes: a byte changed, a part left out or repeated, or something put in that means something.
    fn changed(&mut self, bytes: &[u8]) -> Vec<u8> {
        const PIECES: [&[u8]; 12] = [
            b"null",
            b"[]",
            b"{}",
            b"-1",
            b"1e400",
            b"18446744073709551616",
            b"\"\"",
            b"\\ud800",
            b"\xFF",
            b"\0",
            b"[[[[",
            b",",
        ];
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let from = self.below(bytes.len() + 1);
            let to = (from + self.below(12)).min(bytes.len());
            let with = match self.below(4) {
                0 => vec![u8::try_from(self.below(256)).unwrap()],
                1 => Vec::new(),
                2 => bytes[from..to].repeat(2),
                _ => PIECES[self.below(PIECES.len())].to_vec(),
            };
            bytes.splice(from..to, with);
        }
        bytes
    }
}

#[tokio::test]
async fn no_answer_makes_a_call_panic() {
    let mut numbers = Numbers(7);
    let policies = r#"[{"id": "a", "task_family": "f", "applies_when": [{"field": "x", "op": "in", "value": [1, "y"]}],
        "execute": {"workflow": "w"}, "fallback": {"workflow": "v"}, "verify": ["t"], "budget": {"usd": 1},
        "escalation": [{}], "experiment": {"id": "e", "holdout_frac": 0.5, "arms": [{"name": "b", "fraction": 1}]}}]"#;
    let bundle = bundle_of("p", policies);
    let context = Json::from_str(r#"{"x": "y"}"#).unwrap();
    let scripted = |status: u16, body: Vec<u8>| {
        let transport = Scripted::new([Act::Answer(status, body)]);
        Cave::builder()
            .api_key("k")
            .base_url("http://gateway.test")
            .agent("a")
            .transport(transport)
            .build()
            .unwrap()
    };
    let mut decided = std::collections::BTreeSet::new();
    for (_, fixtures) in fixtures("fixtures.json") {
        for answer in items(&fixtures, "/operations").iter().filter_map(|operation| operation.pointer("/response"))
        {
            let answer = answer.to_string().into_bytes();
            for status in [200, 200, 200, 201, 299, 300, 404, 500] {
                every_call(&scripted(status, numbers.changed(&answer))).await;
                let changed = String::from_utf8_lossy(&numbers.changed(bundle.as_bytes())).into_owned();
                let policies = scripted(200, unsigned(&changed)).runtime_policy().build().unwrap();
                policies.refresh().await;
                let about = DecideOptions::new().unit_key("u").context(&context);
                decided.insert(policies.decide("f", about).reason().as_str());
            }
        }
        // The changes are large enough to matter and small enough to be understood.
        for reason in ["applied", "holdout", "guards_failed", "no_policy", "policy_unavailable"] {
            assert!(decided.contains(reason), "{reason} is not among {decided:?}");
        }
    }
}
