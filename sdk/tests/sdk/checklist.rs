//! What the clients of other languages test beside the shared fixtures, and where it is tested here.

use std::{collections::BTreeSet, fs, path::PathBuf};

use caveman_sdk::Json;

use crate::shared::{at, fixtures, items, text};

/// What is tested, and by which tests: `FILE::TEST`, with the file from the crate's root.
const ROWS: &[(&str, &[&str])] = &[
    ("deadline", &["tests/sdk/bounds.rs::the_deadline_is_for_the_whole_call_however_the_body_drips"]),
    ("deadline before the head", &["tests/sdk/bounds.rs::the_deadline_is_for_the_head_too"]),
    (
        "cancellation",
        &[
            "tests/sdk/cancellation.rs::a_future_that_is_dropped_closes_its_connection",
            "tests/sdk/cancellation.rs::a_token_that_is_cancelled_ends_calls_before_they_begin",
            "tests/sdk/cancellation.rs::a_token_that_is_cancelled_ends_calls_under_way",
            "tests/sdk/cancellation.rs::a_transport_that_takes_no_notice_keeps_nobody_waiting",
        ],
    ),
    ("timeoutMs, order of checks, controlURL", &["src/builder.rs::options_are_checked_in_order"]),
    ("URLs", &["src/base_url.rs::what_is_a_base", "src/base_url.rs::what_is_no_base"]),
    ("raw merge, raw path guard", &["tests/sdk/hostile.rs::raw_requests_stay_in_their_part_of_the_gateway"]),
    (
        "tool events: privacy, telemetry failure",
        &["tests/sdk/hostile.rs::tool_events_say_no_more_than_how_it_went"],
    ),
    ("tool events: cancellation", &["tests/sdk/cancellation.rs::a_tool_that_was_cancelled_has_failed"]),
    (
        "tool events: order, per trace",
        &["tests/sdk/calls.rs::tool_calls_are_numbered_by_their_start_in_each_trace"],
    ),
    ("tool events: 64 at once", &["tests/sdk/hostile.rs::tasks_of_one_trace_do_not_mix_up"]),
    (
        "identifiers",
        &[
            "src/trace_ids.rs::given_identifiers_are_kept_in_lower_case",
            "src/trace_ids.rs::what_is_no_identifier_is_replaced",
        ],
    ),
    ("exporter of a trace", &["tests/sdk/hostile.rs::a_trace_has_one_exporter_for_each_service"]),
    ("explicit trace of a span", &["src/otlp/span.rs::identifiers_and_times"]),
    ("exporter: counters", &["src/otlp/span.rs::counters_that_cannot_be_true_are_dropped"]),
    ("exporter: reserved attributes", &["src/otlp/span.rs::reserved_attributes_are_dropped"]),
    ("exporter: statuses", &["tests/sdk/requests.rs::bodies_keep_to_their_contracts", "src/otlp/span.rs::codes"]),
    (
        "exporter: nothing to do, overlap, failure",
        &["tests/sdk/hostile.rs::spans_that_did_not_arrive_wait_in_front"],
    ),
    ("exporter: observers", &["tests/sdk/calls.rs::observers_see_every_span_as_it_is_recorded"]),
    ("pack: reports that cannot be true", &["tests/sdk/hostile.rs::compress_and_pack_pass_through"]),
    ("pack: what is not sent", &["tests/sdk/hostile.rs::what_cannot_be_packed_is_not_sent"]),
    ("assembly: ten turns, stability", &["src/assemble.rs::what_must_not_change_is_remembered"]),
    ("assembly: UTF-8", &["tests/sdk/calls.rs::prefixes_are_measured_in_bytes"]),
    ("assembly: openai, other", &["src/assemble.rs::the_prefixes_that_other_clients_hash"]),
    ("assembly: header", &["tests/sdk/hostile.rs::assembled_requests_bring_their_header_and_copies_do_not"]),
    ("tool search: names, caps, counters", &["tests/sdk/hostile.rs::tools_are_checked"]),
    ("tool search: label, session", &["tests/sdk/calls.rs::a_search_carries_its_label_and_its_session"]),
    ("plan: 403", &["tests/sdk/hostile.rs::calls_that_need_an_answer_say_what_is_wrong_with_it"]),
    (
        "shared context",
        &[
            "tests/sdk/calls.rs::shared_context_is_put_and_got",
            "tests/sdk/calls.rs::shared_context_that_is_no_object_is_an_error",
        ],
    ),
    ("breaker: default", &["src/breaker.rs::the_default_lets_three_pass"]),
    ("breaker: reset", &["src/breaker.rs::another_call_or_a_reset_ends_the_streak"]),
    ("breaker: guard", &["tests/sdk/calls.rs::a_call_that_is_guarded_does_not_run_when_the_breaker_fires"]),
    ("jobs", &["tests/sdk/calls.rs::every_job_is_unavailable_without_a_request"]),
    ("task profile", &["tests/sdk/calls.rs::a_task_profile_has_fourteen_members"]),
    ("bedrock", &["tests/sdk/calls.rs::bedrock_has_two_endpoints"]),
    ("policy: first use", &["tests/sdk/policy_refresh.rs::the_first_signature_pins_its_key"]),
    ("policy: early pin", &["tests/sdk/policy_refresh.rs::a_key_is_pinned_even_when_its_bundle_is_refused"]),
    ("policy: partial metadata", &["src/policy/signature.rs::without_a_pin_the_envelopes_own_key_counts"]),
    ("policy: lengths of keys", &["src/policy/signature.rs::with_a_pin_only_the_pin_counts"]),
    ("policy: sequence", &["tests/sdk/policy_refresh.rs::sequences_may_stand_still_and_versions_may_fall"]),
    (
        "policy: counters, schema, garbage, last known good",
        &["tests/sdk/policy_refresh.rs::what_is_refused_leaves_what_is_in_force"],
    ),
    (
        "policy: 1 MiB",
        &[
            "tests/sdk/policy_refresh.rs::bodies_beyond_a_mebibyte_are_not_read",
            "tests/sdk/bounds.rs::of_a_body_that_is_announced_as_too_long_nothing_is_read",
        ],
    ),
    ("policy: bad pin", &["tests/sdk/policy_refresh.rs::keys_that_are_none_are_refused_when_the_client_is_made"]),
    ("policy: kill", &["tests/sdk/policy_refresh.rs::kills", "src/policy/client.rs::what_stops_policies"]),
    ("policy: invalid documents", &["src/policy/decide.rs::invalid_documents_do_not_count"]),
    ("policy: order of rules", &["src/policy/decide.rs::the_rules_in_their_order"]),
    ("policy: experiments, key before experiment, null holdout", &["src/policy/decide.rs::experiments"]),
    ("policy: filtered lists, null fallback", &["src/policy/decide.rs::what_a_document_carries"]),
    (
        "policy: sinks, span",
        &["tests/sdk/policy_refresh.rs::decisions_are_recorded_and_faults_of_sinks_do_not_matter"],
    ),
    (
        "policy: automatic refresh",
        &["tests/sdk/policy_refresh.rs::automatic_refreshes_begin_after_one_period_and_end_when_closed"],
    ),
    ("policy: close", &["tests/sdk/policy_refresh.rs::closing_gives_an_automatic_refresh_up"]),
    ("huge integers", &["src/safe_uint.rs::counts", "src/policy/decide.rs::integers_of_any_size_are_compared"]),
    ("prompts", &["src/prompts.rs::the_clauses_of_each_style"]),
    ("CAVE_WORKFLOW", &["src/builder.rs::the_environment_labels_calls_without_a_default"]),
    ("upstream key", &["tests/sdk/hostile.rs::raw_requests_stay_in_their_part_of_the_gateway"]),
    ("interactive", &["tests/sdk/calls.rs::only_who_waits_is_not_asynchronous"]),
    ("artifacts.page", &["tests/sdk/hostile.rs::values_stay_where_the_gateway_says_so"]),
    ("artifacts.get of nothing", &["tests/sdk/calls.rs::a_blank_artifact_is_not_asked_for"]),
    ("expand", &["tests/sdk/calls.rs::what_cannot_be_expanded_is_an_error"]),
];

#[test]
fn what_others_test_is_tested_here() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut seen = BTreeSet::new();
    for (row, tests) in ROWS {
        assert!(seen.insert(row) && !tests.is_empty(), "{row}");
        for test in *tests {
            let (file, name) = test.split_once("::").unwrap();
            let source = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            let at = source.find(&format!("fn {name}()")).unwrap_or_else(|| panic!("{row}: there is no {test}"));
            let attribute = source[..at].trim_end().trim_end_matches("async").trim_end();
            let attribute = attribute.rsplit("\n\n").next().unwrap_or_default();
            assert!(attribute.contains("#[test]") || attribute.contains("#[tokio::test"), "{test} is no test");
        }
    }
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
