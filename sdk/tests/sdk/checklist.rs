//! What the clients of other languages test beside the shared fixtures, and where it is tested here.

use std::{collections::BTreeSet, fs, path::PathBuf};

use caveman_sdk::Json;

use crate::shared::{at, fixtures, items, text};

/// What other clients test beside the fixtures, in the words of the facts that all clients keep to, and by which tests it is
/// tested here: `FILE::TEST`, with the file from the crate's root.
const ROWS: &[(&str, &[&str])] = &[
    (
        "Deadline/cancel",
        &[
            "tests/sdk/bounds.rs::the_deadline_is_for_the_whole_call_however_the_body_drips",
            "tests/sdk/bounds.rs::the_deadline_is_for_a_body_that_stops",
            "tests/sdk/bounds.rs::the_deadline_is_for_the_head_too",
            "tests/sdk/cancellation.rs::a_future_that_is_dropped_closes_its_connection",
            "tests/sdk/cancellation.rs::a_token_that_is_cancelled_ends_calls_before_they_begin",
            "tests/sdk/cancellation.rs::a_token_that_is_cancelled_ends_calls_under_way",
            "tests/sdk/cancellation.rs::a_transport_that_takes_no_notice_keeps_nobody_waiting",
        ],
    ),
    ("timeoutMs", &["src/builder.rs::options_are_checked_in_order"]),
    ("URL checks", &["src/base_url.rs::what_is_a_base", "src/base_url.rs::what_is_no_base"]),
    ("raw merge", &["tests/sdk/hostile.rs::raw_requests_stay_in_their_part_of_the_gateway"]),
    ("tool events: error privacy", &["tests/sdk/hostile.rs::tool_events_say_no_more_than_how_it_went"]),
    ("tool events: cancel", &["tests/sdk/cancellation.rs::a_tool_that_was_cancelled_has_failed"]),
    ("tool events: telemetry failure", &["tests/sdk/hostile.rs::tool_events_say_no_more_than_how_it_went"]),
    (
        "tool events: start-order sequence",
        &["tests/sdk/calls.rs::tool_calls_are_numbered_by_their_start_in_each_trace"],
    ),
    ("tool events: per trace", &["tests/sdk/calls.rs::tool_calls_are_numbered_by_their_start_in_each_trace"]),
    ("tool events: 64 threads", &["tests/sdk/hostile.rs::tasks_of_one_trace_do_not_mix_up"]),
    (
        "id replacement",
        &[
            "src/trace_ids.rs::given_identifiers_are_kept_in_lower_case",
            "src/trace_ids.rs::what_is_no_identifier_is_replaced",
        ],
    ),
    ("trace exporter memo", &["tests/sdk/hostile.rs::a_trace_has_one_exporter_for_each_service"]),
    ("explicit traceId", &["src/otlp/span.rs::identifiers_and_times"]),
    ("exporter counters", &["src/otlp/span.rs::counters_that_cannot_be_true_are_dropped"]),
    ("reserved keys", &["src/otlp/span.rs::reserved_attributes_are_dropped"]),
    ("statuses", &["src/otlp/span.rs::codes", "tests/sdk/requests.rs::bodies_keep_to_their_contracts"]),
    ("no-op", &["tests/sdk/hostile.rs::spans_that_did_not_arrive_wait_in_front"]),
    ("overlap", &["tests/sdk/hostile.rs::spans_that_did_not_arrive_wait_in_front"]),
    ("service name", &["tests/sdk/headers.rs::exports_carry_the_label_of_the_client"]),
    ("pack bad report", &["tests/sdk/hostile.rs::compress_and_pack_pass_through"]),
    ("assembly: 10 turns", &["src/assemble.rs::what_must_not_change_is_remembered"]),
    ("assembly: UTF-8", &["tests/sdk/calls.rs::prefixes_are_measured_in_bytes"]),
    ("assembly: stability error", &["src/assemble.rs::what_must_not_change_is_remembered"]),
    ("assembly: openai/other", &["src/assemble.rs::the_prefixes_that_other_clients_hash"]),
    ("assembly: header", &["tests/sdk/hostile.rs::assembled_requests_bring_their_header_and_copies_do_not"]),
    ("tool search: name checks", &["tests/sdk/hostile.rs::tools_are_checked"]),
    (
        "tool search: caps",
        &[
            "tests/sdk/hostile.rs::tools_are_checked",
            "tests/sdk/headers.rs::a_search_of_a_catalog_asks_for_no_more_than_may_be_loaded",
        ],
    ),
    ("tool search: bad counters", &["tests/sdk/hostile.rs::tools_are_checked"]),
    ("tool search: workflow", &["tests/sdk/calls.rs::a_search_carries_its_label_and_its_session"]),
    ("tool search: session header", &["tests/sdk/calls.rs::a_search_carries_its_label_and_its_session"]),
    ("plan 403", &["tests/sdk/hostile.rs::calls_that_need_an_answer_say_what_is_wrong_with_it"]),
    ("controlURL", &["src/builder.rs::options_are_checked_in_order"]),
    (
        "shared context",
        &[
            "tests/sdk/calls.rs::shared_context_is_put_and_got",
            "tests/sdk/calls.rs::shared_context_that_is_no_object_is_an_error",
        ],
    ),
    (
        "breaker default/reset/guard",
        &[
            "src/breaker.rs::the_default_lets_three_pass",
            "src/breaker.rs::another_call_or_a_reset_ends_the_streak",
            "tests/sdk/calls.rs::a_call_that_is_guarded_does_not_run_when_the_breaker_fires",
        ],
    ),
    ("all job methods", &["tests/sdk/calls.rs::every_job_is_unavailable_without_a_request"]),
    ("TaskProfile keys", &["tests/sdk/calls.rs::a_task_profile_has_fourteen_members"]),
    ("bedrock bad endpoint", &["tests/sdk/calls.rs::bedrock_has_two_endpoints"]),
    (
        "policy: TOFU",
        &[
            "tests/sdk/policy_refresh.rs::the_first_signature_pins_its_key",
            "tests/sdk/policy_refresh.rs::of_two_first_signatures_one_is_pinned",
        ],
    ),
    ("policy: early pin", &["tests/sdk/policy_refresh.rs::a_key_is_pinned_even_when_its_bundle_is_refused"]),
    ("policy: partial metadata", &["src/policy/signature.rs::without_a_pin_the_envelopes_own_key_counts"]),
    ("policy: sequence", &["tests/sdk/policy_refresh.rs::sequences_may_stand_still_and_versions_may_fall"]),
    ("policy: counters", &["tests/sdk/policy_refresh.rs::what_is_refused_leaves_what_is_in_force"]),
    ("policy: schema", &["tests/sdk/policy_refresh.rs::what_is_refused_leaves_what_is_in_force"]),
    (
        "policy: 1 MiB (three ways)",
        &[
            "tests/sdk/policy_refresh.rs::bodies_beyond_a_mebibyte_are_not_read",
            "tests/sdk/bounds.rs::of_a_body_that_is_announced_as_too_long_nothing_is_read",
        ],
    ),
    ("policy: last-known-good", &["tests/sdk/policy_refresh.rs::what_is_refused_leaves_what_is_in_force"]),
    ("policy: bad pin", &["tests/sdk/policy_refresh.rs::keys_that_are_none_are_refused_when_the_client_is_made"]),
    (
        "policy: kill env/latch",
        &["tests/sdk/policy_refresh.rs::kills", "src/policy/client.rs::what_stops_policies"],
    ),
    (
        "policy: invalid/disabled/ambiguous docs",
        &["src/policy/decide.rs::invalid_documents_do_not_count", "src/policy/decide.rs::the_rules_in_their_order"],
    ),
    ("policy: bad experiments", &["src/policy/decide.rs::experiments"]),
    ("policy: null holdout", &["src/policy/decide.rs::experiments"]),
    (
        "policy: garbage input",
        &[
            "tests/sdk/policy_refresh.rs::what_is_refused_leaves_what_is_in_force",
            "tests/sdk/policy_refresh.rs::a_context_that_panics_is_a_decision_for_the_baseline",
            "src/policy/decide.rs::a_context_that_is_no_object_is_an_empty_one",
        ],
    ),
    (
        "policy: hostile sinks",
        &["tests/sdk/policy_refresh.rs::decisions_are_recorded_and_faults_of_sinks_do_not_matter"],
    ),
    (
        "policy: span",
        &[
            "tests/sdk/policy_refresh.rs::decisions_are_recorded_and_faults_of_sinks_do_not_matter",
            "src/policy/decide.rs::attributes_of_a_span_stand_in_order",
        ],
    ),
    (
        "policy: auto-refresh",
        &[
            "tests/sdk/policy_refresh.rs::automatic_refreshes_begin_after_one_period_and_end_when_closed",
            "tests/sdk/policy_refresh.rs::ticks_are_skipped_while_a_refresh_is_under_way",
            "tests/sdk/policy_refresh.rs::times_that_are_none_refresh_nothing",
        ],
    ),
    (
        "policy: close",
        &[
            "tests/sdk/policy_refresh.rs::closing_gives_an_automatic_refresh_up",
            "tests/sdk/policy_refresh.rs::a_refresh_by_hand_goes_on_when_the_client_is_closed",
        ],
    ),
    (
        "Python only: huge ints",
        &["src/safe_uint.rs::counts", "src/policy/decide.rs::integers_of_any_size_are_compared"],
    ),
    ("Python only: filtered verify/escalation", &["src/policy/decide.rs::what_a_document_carries"]),
    ("Python only: unit key before experiment", &["src/policy/decide.rs::experiments"]),
    ("Python only: guards_failed terms", &["src/policy/decide.rs::the_rules_in_their_order"]),
    ("Python only: null fallback", &["src/policy/decide.rs::what_a_document_carries"]),
    ("Python only: verifier lengths", &["src/policy/signature.rs::with_a_pin_only_the_pin_counts"]),
    ("Tested nowhere: prompts", &["src/prompts.rs::the_clauses_of_each_style"]),
    ("Tested nowhere: raw path guard", &["tests/sdk/hostile.rs::raw_requests_stay_in_their_part_of_the_gateway"]),
    ("Tested nowhere: CAVE_WORKFLOW", &["src/builder.rs::the_environment_labels_calls_without_a_default"]),
    (
        "Tested nowhere: upstream key header",
        &[
            "tests/sdk/hostile.rs::raw_requests_stay_in_their_part_of_the_gateway",
            "tests/sdk/calls.rs::only_who_waits_is_not_asynchronous",
        ],
    ),
    ("Tested nowhere: interactive", &["tests/sdk/calls.rs::only_who_waits_is_not_asynchronous"]),
    ("Tested nowhere: most of artifacts.page", &["tests/sdk/hostile.rs::values_stay_where_the_gateway_says_so"]),
    ("Tested nowhere: expand failures", &["tests/sdk/calls.rs::what_cannot_be_expanded_is_an_error"]),
];

/// Tests of what no list of other clients names.
const MORE: &[&str] = &[
    "tests/sdk/calls.rs::observers_see_every_span_as_it_is_recorded",
    "tests/sdk/calls.rs::a_blank_artifact_is_not_asked_for",
    "tests/sdk/connections.rs::refusals_and_redirects_leave_their_connection_for_the_next_request",
    "tests/sdk/headers.rs::no_header_can_be_injected",
    "tests/sdk/hostile.rs::what_cannot_be_packed_is_not_sent",
    "tests/sdk/observability.rs::nothing_of_a_call_but_its_endpoint_is_said",
];

#[test]
fn what_others_test_is_tested_here() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut seen = BTreeSet::new();
    for (row, tests) in ROWS {
        assert!(seen.insert((*row).to_owned()) && !tests.is_empty(), "{row}");
    }
    for test in ROWS.iter().flat_map(|(_, tests)| *tests).chain(MORE) {
        let (file, name) = test.split_once("::").unwrap();
        let source = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let at = source.find(&format!("fn {name}()")).unwrap_or_else(|| panic!("there is no {test}"));
        let attribute = source[..at].trim_end().trim_end_matches("async").trim_end();
        let attribute = attribute.rsplit("\n\n").next().unwrap_or_default();
        assert!(attribute.contains("#[test]") || attribute.contains("#[tokio::test"), "{test} is no test");
    }
    match fs::read_to_string(root.join("../../shared/facts/sdk.md")) {
        Ok(facts) => assert_eq!(seen, rows_of(&facts), "ours, then those of the facts"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => println!("skipped: no facts"),
        Err(error) => panic!("{error}"),
    }
}

/// The rows of the section on what runtime tests of other clients test. Groups end with a semicolon or a sentence; a group is
/// `item, item`, `topic: item, item` or `topic (item, item)`.
fn rows_of(facts: &str) -> BTreeSet<String> {
    let (_, section) = facts.split_once("\n## 17. ").expect("section 17");
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let (_, text) = section.split_once('\n').unwrap();
    let text = text.trim().replace('`', "").replace(".\n", ";").replace('\n', " ");
    let mut rows = BTreeSet::new();
    for group in text.trim_end_matches('.').split(';') {
        let group = group.trim();
        let (topic, items) = match (group.split_once(": "), group.split_once(" (")) {
            (Some((topic, items)), _) => (Some(topic), items),
            (None, Some((topic, items))) => (Some(topic), items.trim_end_matches(')')),
            (None, None) => (None, group),
        };
        for item in items.split(", ") {
            rows.insert(topic.map_or_else(|| item.to_owned(), |topic| format!("{topic}: {item}")));
        }
    }
    rows
}

#[test]
fn rows_of_facts_are_found() {
    let facts = "## 16. a\nx\n## 17. b\nA/b; c, `d`; e: f, g (h);\ni (j, k).\nL: m, n.o.\n\n## 18. p\nq\n";
    let rows: Vec<_> = rows_of(facts).into_iter().collect();
    assert_eq!(rows, ["A/b", "L: m", "L: n.o", "c", "d", "e: f", "e: g (h)", "i: j", "i: k"]);
}

#[test]
fn our_fixtures_have_every_operation_and_vector_of_the_shared_ones() {
    let operations = |fixtures: &Json| -> BTreeSet<String> {
        items(fixtures, "/operations").iter().map(|operation| text(operation, "/name").to_owned()).collect()
    };
    let files = fixtures("fixtures.json");
    let own = operations(&files[0].1);
    for (file, shared) in &files[1..] {
        let missing: Vec<_> = operations(shared).difference(&own).cloned().collect();
        assert!(missing.is_empty(), "operations of {} that ours lack: {missing:?}", file.display());
    }
    // The operations that every client has, also where the shared file is not there.
    let names: Vec<_> = own.iter().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "artifacts_get",
            "artifacts_page",
            "bedrock",
            "bedrock_mantle",
            "cave_plan",
            "checkpoint",
            "checkpoint_expand",
            "compress",
            "compress_bad_report",
            "compress_optimistic_ratio",
            "compress_passthrough",
            "compress_toon",
            "compress_unchanged_false_claim",
            "context_assemble",
            "context_assemble_none",
            "context_assemble_self",
            "context_pack",
            "event_tool_call",
            "jobs_unavailable",
            "model_create_async",
            "model_create_traced",
            "otlp_export",
            "otlp_export_traced",
            "provider_create_untraced",
            "retry_loop_breaker",
            "retry_loop_breaker_key_order",
            "tool_search",
            "tool_search_embeddings",
            "tools_builder_search",
        ]
    );
    let files = fixtures("runtime-policy.fixtures.json");
    for list in ["/signature_cases", "/assignment_vectors", "/decision_cases"] {
        let counts: Vec<_> = files.iter().map(|(_, vectors)| items(vectors, list).len()).collect();
        assert!(counts.iter().all(|count| counts[0] >= *count), "{list}: {counts:?}, ours first");
    }
    let kinds: Vec<BTreeSet<String>> = files
        .iter()
        .map(|(_, vectors)| items(vectors, "/guard_cases").iter().map(kind_of_guard_case).collect())
        .collect();
    for shared in &kinds[1..] {
        let missing: Vec<_> = shared.difference(&kinds[0]).collect();
        assert!(missing.is_empty(), "kinds of guard cases that ours lack: {missing:?}");
    }
}

/// Operator, kind of its operand, kind of what it is held against, and the outcome.
fn kind_of_guard_case(case: &Json) -> String {
    let kind = |value: Option<&Json>| match value {
        None => "absent",
        Some(Json::Null) => "null",
        Some(Json::Bool(_)) => "flag",
        Some(Json::Number(_)) => "number",
        Some(Json::String(_)) => "text",
        Some(Json::Array(_)) => "list",
        Some(Json::Object(_)) => "object",
    };
    let op = match case.pointer("/guard/op").and_then(Json::as_str) {
        Some(op) if ["eq", "ne", "gt", "gte", "lt", "lte", "in"].contains(&op) => op,
        _ => "other",
    };
    let field = case.pointer("/guard/field").and_then(Json::as_str).unwrap_or_default();
    let found = case.pointer("/context").and_then(Json::as_object).and_then(|context| context.get(field));
    let expected = at(case, "/expect");
    format!("{op} {} of {}: {expected}", kind(case.pointer("/guard/value")), kind(found))
}
