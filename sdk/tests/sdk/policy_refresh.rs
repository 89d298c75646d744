//! Refreshes of runtime policies against a gateway that may be anything.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use caveman_sdk::{
    Cave, DecideOptions, Json, PolicyReason, Refresh, RuntimePolicyBuilder, RuntimePolicyClient, SpanOptions,
    SpanSink,
};

use tokio::time::sleep;

use crate::{
    alone::alone,
    log::Log,
    policy_support::{bundle, bundle_of, cave, key, object, public, signed, unsigned},
    raw_server::{RawServer, Step, response},
    scripted::{Act, Called, Scripted},
};

const MEBIBYTE: usize = 1 << 20;

/// Time between two automatic refreshes, on a clock that is paused. Four end before the deadline of a call.
const PERIOD: Duration = Duration::from_secs(7);

/// Hardly any time.
const MOMENT: Duration = Duration::from_millis(1);

/// A client of a gateway that is scripted.
fn scripted(transport: &Scripted) -> Cave {
    Cave::builder()
        .api_key("k")
        .base_url("http://gateway.test")
        .agent("a")
        .transport(transport.clone())
        .build()
        .unwrap()
}

fn ok(body: &[u8]) -> Vec<Step> {
    response("200 OK", body)
}

async fn client(answers: Vec<Vec<Step>>) -> (RawServer, RuntimePolicyClient) {
    client_with(answers, |policies| policies).await
}

async fn client_with(
    answers: Vec<Vec<Step>>,
    options: impl FnOnce(RuntimePolicyBuilder) -> RuntimePolicyBuilder,
) -> (RawServer, RuntimePolicyClient) {
    let server = RawServer::start(answers).await;
    let policies = options(cave(server.url()).runtime_policy()).build().unwrap();
    (server, policies)
}

#[track_caller]
fn refused(refresh: &Refresh, code: &str, fragment: &str) {
    let error = refresh.error.as_ref().unwrap_or_else(|| panic!("{refresh:?}"));
    assert!(!refresh.ok && error.code() == code, "{code}: {error:?}");
    assert!(error.to_string().contains(fragment), "{fragment}: {error}");
}

#[tokio::test]
async fn what_is_refused_leaves_what_is_in_force() {
    let answers: [(Vec<Step>, &str, &str); 16] = [
        (response("403 Forbidden", b"no"), "transport", "HTTP 403"),
        (response("304 Not Modified", b""), "transport", "HTTP 304"),
        (ok(b""), "malformed_response", ""),
        (ok(b"{"), "malformed_response", ""),
        (ok(b"null"), "malformed_response", ""),
        (ok(b"[{\"bundle\": \"x\"}]"), "malformed_response", ""),
        (ok(b"{\"bundle\": \"\"}"), "malformed_response", ""),
        (ok(b"{\"bundle\": {}}"), "malformed_response", ""),
        (ok(&"[".repeat(100_000).into_bytes()), "malformed_response", ""),
        (ok(&unsigned("nonsense")), "invalid_bundle", ""),
        (ok(&unsigned("[]")), "invalid_bundle", ""),
        (ok(&unsigned(&bundle(8).replace(".v1", ".v2"))), "unknown_schema_version", "schema_version"),
        (ok(&unsigned(&bundle(8).replace(":1,", ":\"1\","))), "invalid_bundle_counter", "policy_version"),
        (ok(&unsigned(&bundle(8).replace(":8}", ":9007199254740992}"))), "invalid_bundle_counter", "sequence"),
        (ok(&unsigned(&bundle(8).replace(":8}", ":1e400}"))), "invalid_bundle_counter", "sequence"),
        (ok(&unsigned(&bundle(6))), "stale_sequence", "sequence regressed"),
    ];
    let mut script = vec![ok(&unsigned(&bundle(7)))];
    script.extend(answers.iter().map(|(steps, ..)| steps.clone()));
    let (_server, policies) = client(script).await;
    assert!(policies.refresh().await.ok);
    for (_, code, fragment) in &answers {
        refused(&policies.refresh().await, code, fragment);
        assert_eq!(policies.state().sequence, Some(7));
        assert_eq!(policies.decide("f", DecideOptions::new()).reason(), PolicyReason::NoPolicy);
    }
}

#[tokio::test]
async fn sequences_may_stand_still_and_versions_may_fall() {
    let version = |version: &str, sequence: u64| {
        ok(&unsigned(&bundle(sequence).replace("\"policy_version\":1", &format!("\"policy_version\":{version}"))))
    };
    let (_server, policies) = client(vec![version("5.0", 7), version("2", 7), version("2e2", 8)]).await;
    for expected in [5, 2, 200] {
        assert!(policies.refresh().await.ok);
        assert_eq!(policies.state().policy_version, Some(expected));
    }
}

#[tokio::test]
async fn bodies_beyond_a_mebibyte_are_not_read() {
    let flood = vec![b' '; 64 << 10];
    let head = |header: &str| Step::Send(format!("HTTP/1.1 200 OK\r\n{header}\r\n\r\n").into_bytes());
    // With a length: nothing is read.
    for length in [(MEBIBYTE + 1).to_string(), "99999999999999999999999999".to_owned()] {
        let answer = vec![head(&format!("content-length: {length}")), Step::Flood(flood.clone())];
        let (_server, policies) = client(vec![answer]).await;
        let refresh = policies.refresh().await;
        // A length that no integer holds may be refused by the transport.
        if length.len() < 20 {
            refused(&refresh, "oversized_response", "oversized_response");
        }
        assert!(!refresh.ok);
    }
    // Without: no more than the bound, and what was under way.
    let (server, policies) = client(vec![vec![head("connection: close"), Step::Flood(flood.clone())]]).await;
    refused(&policies.refresh().await, "oversized_response", "oversized_response");
    assert!(server.flooded() < 64 * MEBIBYTE, "{}", server.flooded());
    // In chunks.
    let mut chunk = format!("{:x}\r\n", flood.len()).into_bytes();
    chunk.extend(&flood);
    chunk.extend(b"\r\n");
    let (_server, policies) = client(vec![vec![head("transfer-encoding: chunked"), Step::Flood(chunk)]]).await;
    refused(&policies.refresh().await, "oversized_response", "oversized_response");
    // Just as long as it may be.
    let mut body = unsigned(&bundle(1));
    body.resize(MEBIBYTE, b' ');
    let (_server, policies) = client(vec![ok(&body)]).await;
    assert!(policies.refresh().await.ok);
    body.push(b' ');
    let (_server, policies) = client(vec![ok(&body)]).await;
    refused(&policies.refresh().await, "oversized_response", "oversized_response");
}

#[tokio::test]
async fn connections_that_fail() {
    let head = Step::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec());
    for answer in [
        vec![Step::Reset],
        vec![head.clone(), Step::Reset],
        vec![head],
        vec![Step::Send(b"nonsense\r\n\r\n".to_vec())],
    ] {
        let (_server, policies) = client(vec![answer]).await;
        let refresh = policies.refresh().await;
        assert!(!refresh.ok && refresh.error.is_some() && !policies.state().has_bundle, "{refresh:?}");
    }
    let policies = cave("http://127.0.0.1:1").runtime_policy().build().unwrap();
    refused(&policies.refresh().await, "transport", "");
}

#[tokio::test]
async fn redirects_are_followed() {
    let target = RawServer::start(vec![ok(&unsigned(&bundle(4)))]).await;
    let location =
        format!("HTTP/1.1 302 Found\r\nlocation: {}/elsewhere\r\ncontent-length: 0\r\n\r\n", target.url());
    let (_server, policies) = client(vec![vec![Step::Send(location.into_bytes())]]).await;
    assert!(policies.refresh().await.ok);
    assert!(target.requests()[0].starts_with("GET /elsewhere "));
    // The key does not follow to another place.
    assert!(!target.requests()[0].contains("Bearer"), "{}", target.requests()[0]);
}

#[tokio::test]
async fn responses_are_read_as_other_clients_read_them() {
    let text = bundle(5).replace('"', "\\\"");
    let mut body = b"\xEF\xBB\xBF{\"bundle\": \"first\", \"note\": \"\xFF\", ".to_vec();
    body.extend(format!("\"bundle\": \"{text}\"}}").bytes());
    let (_server, policies) = client(vec![ok(&body)]).await;
    assert!(policies.refresh().await.ok);

    let policies_text = r#"[{"id": "a", "task_family": "f", "execute": {"workflow": "v", "workflow": "w"},
        "applies_when": [{"field": "x", "op": "lt", "value": 1e400}]},
        {"id": "b", "task_family": "g", "execute": {"workflow": "w"}, "budget": {"x": 1e999999999999999999}}]"#;
    let (_server, policies) = client(vec![ok(&unsigned(&bundle_of("p", policies_text)))]).await;
    assert!(policies.refresh().await.ok);
    let context = Json::from_str(r#"{"x": 0}"#).unwrap();
    assert_eq!(policies.decide("f", DecideOptions::new().context(&context)).reason(), PolicyReason::GuardsFailed);
    assert_eq!(policies.decide("g", DecideOptions::new()).workflow(), Some("w"));
}

#[tokio::test]
async fn the_first_signature_pins_its_key() {
    let stranger = ok(&signed(&bundle(9), &key(2)));
    let (_server, policies) = client(vec![
        ok(&unsigned(&bundle(1))),
        ok(&signed(&bundle(2), &key(1))),
        stranger.clone(),
        ok(&unsigned(&bundle(9))),
        ok(&signed(&bundle(3), &key(1))),
    ])
    .await;
    let first = policies.refresh().await;
    assert!(first.ok && !first.signed);
    let second = policies.refresh().await;
    assert!(second.ok && second.signed);
    let third = policies.refresh().await;
    refused(&third, "signature_invalid", "did not verify");
    // Of the bundle in force it is said whether it is signed.
    assert!(third.signed);
    let fourth = policies.refresh().await;
    refused(&fourth, "unsigned_rejected", "unsigned");
    refused(&fourth, "unsigned_rejected", "pinned");
    assert!(policies.refresh().await.ok);
    assert_eq!(policies.state().sequence, Some(3));
}

#[tokio::test]
async fn a_key_is_pinned_even_when_its_bundle_is_refused() {
    for wrong in [bundle(2).replace(".v1", ".v9"), "[]".to_owned(), bundle(2).replace(":2}", ":-2}"), bundle(0)] {
        let (_server, policies) = client(vec![
            ok(&unsigned(&bundle(1))),
            ok(&signed(&wrong, &key(1))),
            ok(&signed(&bundle(9), &key(2))),
            ok(&signed(&bundle(3), &key(1))),
        ])
        .await;
        assert!(policies.refresh().await.ok);
        assert!(!policies.refresh().await.ok);
        refused(&policies.refresh().await, "signature_invalid", "did not verify");
        assert!(policies.refresh().await.ok);
    }
}

#[tokio::test]
async fn a_signature_that_fails_pins_nothing() {
    let mut forged = signed(&bundle(2), &key(1));
    let text = String::from_utf8(forged).unwrap().replace(r#"\"sequence\":2"#, r#"\"sequence\":8"#);
    forged = text.into_bytes();
    let (_server, policies) = client(vec![ok(&forged), ok(&signed(&bundle(2), &key(2)))]).await;
    refused(&policies.refresh().await, "signature_invalid", "did not verify");
    assert!(!policies.state().has_bundle);
    assert!(policies.refresh().await.ok);
}

#[tokio::test]
async fn keys_that_are_none_are_refused_when_the_client_is_made() {
    let make = |key: &str| cave("http://127.0.0.1:1").runtime_policy().public_key(key).build();
    for wrong in ["", "AAAA", "no key", &"A".repeat(44), &public(&key(1))[1..]] {
        let error = make(wrong).unwrap_err().to_string();
        assert!(error.contains("Ed25519"), "{wrong}: {error}");
    }
    let pin = public(&key(1));
    let spaced = format!(" {} {}\n", &pin[..10], pin[10..].trim_end_matches('='));
    let (_server, policies) =
        client_with(vec![ok(&signed(&bundle(1), &key(1)))], |policies| policies.public_key(spaced)).await;
    assert!(policies.refresh().await.ok);
}

#[tokio::test]
async fn kills() {
    let (_server, policies) = client(vec![ok(&unsigned(&bundle(7)))]).await;
    assert!(policies.refresh().await.ok);
    policies.clone().kill();
    let decision = policies.decide("f", DecideOptions::new());
    assert_eq!(
        (decision.reason(), decision.sequence(), decision.workflow()),
        (PolicyReason::LocalKill, Some(7), None)
    );
    assert!(policies.refresh().await.ok, "a client that is killed still refreshes");
    assert!(policies.state().killed_locally && !policies.state().kill);
    assert_eq!(policies.decide("f", DecideOptions::new()).reason(), PolicyReason::LocalKill);

    // Without a bundle there is nothing to say about one.
    let reason = |variable: &str| {
        let policies = cave("http://127.0.0.1:1").runtime_policy().kill_variable(variable).build().unwrap();
        let decision = policies.decide("f", DecideOptions::new());
        assert_eq!((decision.sequence(), decision.policy_version(), decision.signed()), (None, None, false));
        decision.reason()
    };
    // This process has a PATH, which is none of the texts for off.
    assert_eq!(reason("PATH"), PolicyReason::LocalKill);
    for variable in ["CAVEMAN_TEST_NOT_SET", "", "a=b", "a\0b"] {
        assert_eq!(reason(variable), PolicyReason::PolicyUnavailable, "{variable:?}");
    }
}

/// Remembers what was recorded.
#[derive(Default)]
struct Recorder(Mutex<Vec<(String, SpanOptions)>>);

impl SpanSink for Recorder {
    fn record(&self, name: &str, options: SpanOptions) {
        self.0.lock().unwrap().push((name.to_owned(), options));
    }
}

struct Hostile(AtomicBool);

impl SpanSink for Hostile {
    fn record(&self, _: &str, _: SpanOptions) {
        self.0.store(true, Ordering::SeqCst);
        panic!("the sink is broken");
    }
}

#[tokio::test]
async fn decisions_are_recorded_and_faults_of_sinks_do_not_matter() {
    let policies_text = r#"[{"id": "a", "task_family": "f", "execute": {"workflow": "w"}}]"#;
    let (server, policies) = client(vec![ok(&unsigned(&bundle_of("p", policies_text)))]).await;
    policies.refresh().await;
    let hostile = Hostile(AtomicBool::new(false));
    let decision = policies.decide("f", DecideOptions::new().record_in(&hostile));
    assert_eq!(decision.workflow(), Some("w"));
    assert!(hostile.0.load(Ordering::SeqCst));

    let recorder = Recorder::default();
    policies.decide("f", DecideOptions::new().record_in(&recorder));
    assert_eq!(recorder.0.lock().unwrap()[0].0, "caveman.policy.decision");

    let exporter = cave(server.url()).exporter(None);
    policies.decide("f", DecideOptions::new().record_in(&exporter));
    let payload = exporter.build_payload().unwrap();
    let span = payload.pointer("/resourceSpans/0/scopeSpans/0/spans/0").unwrap();
    assert_eq!(span.pointer("/name"), Some(&"caveman.policy.decision".into()));
    assert_eq!(span.pointer("/kind"), Some(&3_u64.into()));
    assert_eq!(span.pointer("/parentSpanId"), Some(&"".into()));
    let attributes: Vec<_> = span
        .pointer("/attributes")
        .and_then(Json::as_array)
        .unwrap()
        .iter()
        .map(|attribute| attribute.pointer("/key").and_then(Json::as_str).unwrap())
        .collect();
    assert_eq!(
        attributes,
        [
            "cave.policy.decision",
            "cave.policy.reason",
            "cave.policy.signed",
            "cave.policy.id",
            "cave.policy.version",
            "cave.agent",
            "cave.workflow"
        ]
    );
    assert_eq!(server.requests().len(), 1, "decisions do no I/O");
}

#[tokio::test]
async fn a_context_that_panics_is_a_decision_for_the_baseline() {
    struct Broken;
    impl contracts_types::View for Broken {
        fn view(&self) -> contracts_types::Instance<'_> {
            contracts_types::Instance::Object(self)
        }
    }
    impl contracts_types::ObjectView for Broken {
        fn len(&self) -> usize {
            0
        }
        fn member(&self, _: &str) -> Option<contracts_types::Instance<'_>> {
            panic!("the context is broken")
        }
        fn each_member<'a>(&'a self, _: &mut dyn FnMut(&'a str, contracts_types::Instance<'a>) -> bool) -> bool {
            true
        }
    }
    let text = r#"[{"id": "a", "task_family": "f", "execute": {"workflow": "w"},
        "applies_when": [{"field": "x", "op": "eq", "value": 1}]}]"#;
    let (_server, policies) = client(vec![ok(&unsigned(&bundle_of("p", text)))]).await;
    policies.refresh().await;
    let decision = policies.decide("f", DecideOptions::new().context(&Broken));
    assert_eq!((decision.reason(), decision.sequence()), (PolicyReason::PolicyUnavailable, Some(1)));
}

/// A client that refreshes once in a period.
fn refreshing(transport: &Scripted) -> RuntimePolicyClient {
    scripted(transport).runtime_policy().auto_refresh_seconds(PERIOD.as_secs_f64()).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn automatic_refreshes_begin_after_one_period_and_end_when_closed() {
    let transport = Scripted::new([Act::Answer(200, unsigned(&bundle(7)))]);
    let policies = refreshing(&transport);
    sleep(PERIOD.saturating_sub(MOMENT)).await;
    assert_eq!((transport.requests(), policies.state().has_bundle), (0, false));
    for count in 1..=3 {
        sleep(PERIOD).await;
        assert_eq!((transport.requests(), policies.state().sequence), (count, Some(7)));
    }
    policies.close();
    sleep(PERIOD * 9).await;
    assert_eq!(transport.requests(), 3);
    assert!(policies.refresh().await.ok, "a client that is closed can be refreshed by hand");
}

#[tokio::test(start_paused = true)]
async fn automatic_refreshes_end_with_the_last_client() {
    let transport = Scripted::new([Act::Answer(200, unsigned(&bundle(7)))]);
    let policies = refreshing(&transport);
    let clone = policies.clone();
    drop(policies);
    sleep(PERIOD + MOMENT).await;
    assert!(clone.state().has_bundle);
    drop(clone);
    sleep(PERIOD * 9).await;
    assert_eq!(transport.requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn times_that_are_none_refresh_nothing() {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    for (seconds, in_a_year) in
        [(0.0, 0), (-1.0, 0), (f64::NAN, 0), (f64::INFINITY, 0), (1e300, 1), (2.0 * YEAR.as_secs_f64(), 1)]
    {
        let transport = Scripted::new([Act::Answer(200, unsigned(&bundle(7)))]);
        let policies = scripted(&transport).runtime_policy().auto_refresh_seconds(seconds).build().unwrap();
        sleep(YEAR.saturating_sub(MOMENT)).await;
        assert_eq!((transport.requests(), policies.state().has_bundle), (0, false), "{seconds}");
        sleep(MOMENT * 2).await;
        assert_eq!(transport.requests(), in_a_year, "{seconds}");
    }
}

#[tokio::test(start_paused = true)]
async fn ticks_are_skipped_while_a_refresh_is_under_way() {
    let answer = || unsigned(&bundle(7));
    let transport = Scripted::new([Act::Held(answer()), Act::Answer(200, answer()), Act::Held(answer())]);
    let policies = refreshing(&transport);
    // An automatic one, from the first tick until behind the third.
    sleep(PERIOD * 7 / 2).await;
    assert_eq!((transport.requests(), policies.state().has_bundle), (1, false));
    transport.release();
    sleep((PERIOD / 2).saturating_sub(MOMENT)).await;
    assert_eq!(
        (transport.requests(), policies.state().has_bundle),
        (1, true),
        "what was skipped is not made up for"
    );
    sleep(MOMENT * 2).await;
    assert_eq!(transport.requests(), 2, "the fourth");
    // One by hand, from there until behind the fifth.
    let by_hand = tokio::spawn({
        let policies = policies.clone();
        async move { policies.refresh().await.ok }
    });
    sleep(PERIOD).await;
    assert_eq!(transport.requests(), 3);
    transport.release();
    assert!(by_hand.await.unwrap());
    sleep(PERIOD).await;
    assert_eq!(transport.requests(), 4, "the sixth");
}

#[tokio::test]
async fn a_refresh_by_hand_goes_on_when_the_client_is_closed() {
    let (server, policies) = client(vec![[vec![Step::Hold], ok(&unsigned(&bundle(7)))].concat()]).await;
    let refresh = tokio::spawn({
        let policies = policies.clone();
        async move { policies.refresh().await.ok }
    });
    server.received(1).await;
    policies.close();
    policies.close();
    server.release();
    assert!(refresh.await.unwrap() && policies.state().sequence == Some(7));
}

#[tokio::test(start_paused = true)]
async fn closing_gives_an_automatic_refresh_up() {
    let transport = Scripted::new([Act::Held(unsigned(&bundle(7))), Act::Answer(200, unsigned(&bundle(9)))]);
    let policies = refreshing(&transport);
    sleep(PERIOD + MOMENT).await;
    assert_eq!(transport.requests(), 1);
    policies.close();
    transport.release();
    sleep(PERIOD * 9).await;
    assert_eq!((transport.requests(), policies.state().has_bundle), (1, false));
    // It is not under way any more.
    assert!(policies.refresh().await.ok && policies.state().sequence == Some(9));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn closing_races_refreshes() {
    for _ in 0..20 {
        let (_server, policies) =
            client_with(vec![ok(&unsigned(&bundle(7)))], |policies| policies.auto_refresh_seconds(0.001)).await;
        let refreshes: Vec<_> = (0..4)
            .map(|_| {
                let policies = policies.clone();
                tokio::spawn(async move { policies.refresh().await.ok })
            })
            .collect();
        policies.close();
        for refresh in refreshes {
            assert!(refresh.await.unwrap());
        }
        assert_eq!(policies.state().sequence, Some(7));
    }
}

#[tokio::test(start_paused = true)]
async fn a_refresh_that_panics_is_not_the_last_one() {
    if !alone("policy_refresh::a_refresh_that_panics_is_not_the_last_one", &[]) {
        return;
    }
    let (log, _guard) = Log::begin();
    let transport = Scripted::new([Act::Panic, Act::Answer(200, unsigned(&bundle(7)))]);
    let policies = refreshing(&transport);
    sleep(PERIOD * 5 / 2).await;
    assert_eq!((transport.requests(), policies.state().sequence), (2, Some(7)));
    assert!(log.text().contains("an automatic refresh of runtime policies panicked"), "{}", log.text());
}

/// Makes a client with automatic refreshes, as a test says where, and waits for one without running anything.
fn refreshes_come(make: impl FnOnce(Cave) -> RuntimePolicyClient) {
    let (called, calls) = std::sync::mpsc::channel();
    let cave = Cave::builder().api_key("k").base_url("http://gateway.test").agent("a").transport(Called(called));
    let policies = make(cave.build().unwrap());
    for _ in 0..2 {
        calls.recv_timeout(Duration::from_secs(20)).expect("automatic refreshes stand still");
    }
    drop(policies);
}

#[test]
fn automatic_refreshes_go_on_where_the_runtime_does_not() {
    let make = |cave: Cave| cave.runtime_policy().auto_refresh_seconds(0.01).build().unwrap();
    refreshes_come(make);
    refreshes_come(|cave| {
        let without_timers = tokio::runtime::Builder::new_current_thread().build().unwrap();
        without_timers.block_on(async { make(cave) })
    });
    #[cfg(feature = "blocking")]
    {
        let blocking = caveman_sdk::blocking::Blocking::new().unwrap();
        refreshes_come(|cave| blocking.wait(async { make(cave) }).unwrap());
    }
}

#[test]
fn without_a_runtime_automatic_refreshes_have_a_thread() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let server = runtime.block_on(RawServer::start(vec![ok(&unsigned(&bundle(7)))]));
    let policies = cave(server.url()).runtime_policy().auto_refresh_seconds(0.02).build().unwrap();
    let begin = Instant::now();
    while !policies.state().has_bundle {
        assert!(begin.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(2));
    }
    policies.close();
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn refreshes_race_decisions() {
    let policy = |workflow: u64| {
        let policies =
            format!(r#"[{{"id": "{workflow}", "task_family": "f", "execute": {{"workflow": "{workflow}"}}}}]"#);
        let bundle = bundle_of("p", &policies).replace("\"sequence\":1", &format!("\"sequence\":{workflow}"));
        ok(&signed(&bundle, &key(1)))
    };
    let (_server, policies) = client((1..=40).map(policy).collect()).await;
    let done = Arc::new(AtomicBool::new(false));
    let deciders: Vec<_> = (0..3)
        .map(|_| {
            let (policies, done) = (policies.clone(), Arc::clone(&done));
            tokio::task::spawn_blocking(move || {
                let mut last = 0;
                while !done.load(Ordering::SeqCst) {
                    let decision = policies.decide("f", DecideOptions::new());
                    // A decision is all of one bundle, and bundles never go back.
                    let sequence = decision.sequence().unwrap_or(0);
                    assert!(sequence >= last, "{sequence} after {last}");
                    last = sequence;
                    match decision.workflow() {
                        Some(workflow) => assert_eq!(workflow, sequence.to_string()),
                        None => assert_eq!(decision.reason(), PolicyReason::PolicyUnavailable),
                    }
                }
            })
        })
        .collect();
    for _ in 0..10 {
        // Of four at once some may come late and be refused as stale; never is there a lesser one in force.
        tokio::join!(policies.refresh(), policies.refresh(), policies.refresh(), policies.refresh());
    }
    done.store(true, Ordering::SeqCst);
    for decider in deciders {
        decider.await.unwrap();
    }
    assert_eq!(policies.state().sequence, Some(40));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_first_signatures_one_is_pinned() {
    for _ in 0..10 {
        let (_server, policies) =
            client(vec![ok(&signed(&bundle(1), &key(1))), ok(&signed(&bundle(1), &key(2)))]).await;
        let (first, second) = tokio::join!(policies.refresh(), policies.refresh());
        assert!(first.ok != second.ok, "{first:?} {second:?}");
        refused(if first.ok { &second } else { &first }, "signature_invalid", "did not verify");
    }
}

#[tokio::test]
async fn refreshes_can_be_given_up() {
    let (server, policies) = client(vec![vec![Step::Hold], ok(&unsigned(&bundle(7)))]).await;
    tokio::select! {
        refresh = policies.refresh() => panic!("{refresh:?}"),
        () = server.received(1) => {}
    }
    assert!(policies.refresh().await.ok);
    let shown = format!("{policies:?} {}", object([("x", 1_u64.into())]));
    assert!(!shown.contains("key\""), "{shown}");
}
