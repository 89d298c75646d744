//! What a person reads when a document is refused.

use crate::support::{root, valid_documents};
use contracts_types::{
    AgentRunReceipt, CaveBuild, ContinuousImprovementReport, Contract, Error, HarnessEvent, Policy, Practice,
    TransformCapability,
};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The refusal of a contract's fullest valid document in which `change` was made.
fn refusal<T: Contract>(stem: &str, change: impl FnOnce(&mut Value)) -> Error {
    let documents = valid_documents(stem).into_iter().map(|(_, bytes)| bytes);
    let fullest = documents.max_by_key(Vec::len).expect("a valid document");
    let mut document: Value = serde_json::from_slice(&fullest).expect("a JSON fixture");
    change(&mut document);
    let text = serde_json::to_string_pretty(&document).expect("JSON");
    match contracts_types::from_str::<T>(&text) {
        Ok(_) => panic!("{text} is accepted"),
        Err(error) => error,
    }
}

fn policy(change: impl FnOnce(&mut Value)) -> Error {
    refusal::<Policy>("policy", change)
}

fn object<'a>(document: &'a mut Value, pointer: &str) -> &'a mut serde_json::Map<String, Value> {
    document
        .pointer_mut(pointer)
        .and_then(Value::as_object_mut)
        .unwrap_or_else(|| panic!("no object at {pointer:?}"))
}

#[test]
fn a_missing_member() {
    assert_snapshot!(policy(|it| drop(object(it, "").remove("fail_policy"))), @r#"document: expected the member "fail_policy", found no such member (required) at line 138 column 1"#);
}

#[test]
fn several_missing_members() {
    assert_snapshot!(policy(|it| it["limits"] = json!({ "max_request_bytes": 1 })), @r#"/limits: expected the members "max_artifact_bytes", "requests_per_minute", "concurrent_requests" and "monthly_usd", found none of them (required) at line 13 column 3"#);
}

#[test]
fn an_unknown_member_of_a_closed_object() {
    assert_snapshot!(
        refusal::<Practice>("practice", |it| drop(object(it, "/fix").insert("patch".into(), json!("x")))),
        @r#"/fix: expected no members but "prose" and "apply", found the member "patch" (additionalProperties) at line 16 column 11"#
    );
}

#[test]
fn an_unknown_value_of_an_enum() {
    assert_snapshot!(policy(|it| it["runtime_mode"] = json!("turbo")), @r#"/runtime_mode: expected one of "record", "recommend", "shadow", "canary", "active" or "compress", found "turbo" (enum) at line 49 column 25"#);
}

#[test]
fn another_type() {
    assert_snapshot!(policy(|it| it["version"] = json!("1")), @r#"/version: expected an integer, found "1" (type) at line 138 column 16"#);
    assert_snapshot!(policy(|it| it["version"] = json!(1.5)), @"/version: expected an integer, found 1.5 (type) at line 138 column 16");
    assert_snapshot!(policy(|it| it["limits"] = json!([1, 2])), @"/limits: expected an object, found an array (type) at line 11 column 12");
    assert_snapshot!(policy(|it| it["limits"] = Value::Null), @"/limits: expected an object, found null (type) at line 11 column 16");
}

#[test]
fn a_number_out_of_its_bounds() {
    assert_snapshot!(policy(|it| it["telemetry"]["sample_rate"] = json!(1.01)), @"/telemetry/sample_rate: expected a number at most 1, found 1.01 (maximum) at line 136 column 23");
    assert_snapshot!(policy(|it| it["version"] = json!(0)), @"/version: expected a number at least 1, found 0 (minimum) at line 138 column 14");
}

#[test]
fn a_number_beyond_its_type() {
    assert_snapshot!(policy(|it| it["version"] = json!(1e20)), @"/version: expected a number that fits the type, found 1e20 (number-range) at line 138 column 18");
}

#[test]
fn a_text_that_does_not_match_its_pattern() {
    assert_snapshot!(refusal::<Practice>("practice", |it| it["id"] = json!("Not A Slug")), @r#"/id: expected a string that matches ^[a-z0-9]+(?:-[a-z0-9]+)*$, found "Not A Slug" (pattern) at line 22 column 20"#);
}

#[test]
fn a_text_that_is_too_short() {
    assert_snapshot!(refusal::<Practice>("practice", |it| it["title"] = json!("")), @"/title: expected at least 1 character, found 0 characters (minLength) at line 44 column 13");
}

#[test]
fn items_that_repeat() {
    assert_snapshot!(refusal::<Practice>("practice", |it| it["sources"] = json!(["a", "b", "a"])), @"/sources: expected items that all differ, found items 0 and 2 to be equal (uniqueItems) at line 44 column 3");
    assert_snapshot!(refusal::<Practice>("practice", |it| it["sources"] = json!([])), @"/sources: expected at least 1 item, found 0 items (minItems) at line 40 column 15");
}

#[test]
fn a_union_that_no_branch_accepts() {
    let at = "/runtime/external_provenance_sha256";
    assert_snapshot!(refusal::<CaveBuild>("cave-build", |it| *it.pointer_mut(at).unwrap() = json!("abc")), @r#"
    /runtime/external_provenance_sha256: expected a match with one of 2 alternatives, found "abc" (oneOf) at line 27 column 39
      - /runtime/external_provenance_sha256: expected a string that matches ^[0-9a-f]{64}$, found "abc" (pattern)
      - /runtime/external_provenance_sha256: expected an empty string, found "abc" (const)
    "#);
    assert_snapshot!(refusal::<CaveBuild>("cave-build", |it| *it.pointer_mut(at).unwrap() = json!(7)), @r#"/runtime/external_provenance_sha256: expected a string or an empty string, found 7 (oneOf) at line 27 column 35"#);
}

#[test]
fn a_conditional() {
    let rate = |window: u64| json!({ "window_seconds": window, "per_key_usd": 1, "per_workflow_usd": 0, "soft_block": true });
    assert_snapshot!(policy(|it| it["limits"]["spend_rate_usd"] = rate(30)), @"/limits/spend_rate_usd/window_seconds: expected a number at least 60, because the value matches `if`, found 30 (minimum) at line 25 column 5");
    assert_snapshot!(
        refusal::<AgentRunReceipt>("agent-run-receipt", |it| {
            it["breakers"] = json!([{ "kind": "retry_attempted", "count": 1 }]);
        }),
        @r#"/breakers/0: expected the members "reservedSpend", "measuredSpend" and "spendBasis", when "kind" is "retry_attempted", found none of them (required) at line 8 column 5"#
    );
    assert_snapshot!(
        refusal::<TransformCapability>("transform-capability", |it| {
            it["capabilities"][0]["provenance"] = json!({ "kind": "derived", "source_manifest_sha256": null });
        }),
        @r#"/capabilities/0/provenance/source_manifest_sha256: expected a string, when "kind" is "derived", found null (type) at line 14 column 7"#
    );
    assert_snapshot!(
        refusal::<ContinuousImprovementReport>("continuous-improvement-report", |it| {
            it["cases"][0]["status"] = json!("diagnosis_only");
        }),
        @r#"/cases/0/change_set/operator_id: expected an empty string, when "status" is "diagnosis_only", found "reuse-lookup.v1" (const) at line 352 column 5"#
    );
}

#[test]
fn a_forbidden_name() {
    assert_snapshot!(
        refusal::<HarnessEvent>("harness-event", |it| drop(object(it, "/payload").insert("prompt".into(), json!(1)))),
        @r#"/payload: expected every member name to be anything but one of "prompt", "completion", "body", "tool_arguments", "tool_result", "path", "url", "query", "free_text" or "secret", found the name "prompt" (propertyNames) at line 13 column 3"#
    );
    assert_snapshot!(
        policy(|it| it["runtime_policies"][0]["experiment"] =
            json!({ "id": "e", "arms": [{ "name": "holdout", "fraction": 0.5 }] })),
        @r#"/runtime_policies/0/experiment/arms/0/name: expected anything but "holdout", found "holdout" (not) at line 85 column 29"#
    );
}

#[test]
fn a_constant() {
    assert_snapshot!(refusal::<Practice>("practice", |it| it["evidence"]["status"] = json!("verified")), @r#"/evidence/status: expected "unmeasured", found "verified" (const) at line 7 column 24"#);
}

/// The messages that plain `serde_json` gives are the same.
#[test]
fn plain_serde() {
    let error = serde_json::from_str::<Policy>("{\"version\": 1,\n  \"version\": 2}").unwrap_err();
    assert_snapshot!(error, @r#"document: expected each member name once, found a second member "version" (duplicate-key) at line 2 column 11"#);
    assert_snapshot!(Policy::from_str("{\"version\": 1,\n  \"version\": 2}").unwrap_err(), @r#"document: expected each member name once, found a second member "version" (duplicate-key) at line 2 column 11"#);
    assert_snapshot!(Policy::from_str("{\"version\": 1,\n  version").unwrap_err(), @"key must be a string at line 2 column 3");
    assert_snapshot!(Policy::from_str("").unwrap_err(), @"EOF while parsing a value at line 1 column 0");
    assert_snapshot!(Policy::from_value(json!({ "version": 0 })).unwrap_err(), @"/version: expected a number at least 1, found 0 (minimum)");
}

#[test]
fn long_values_are_cut() {
    assert_snapshot!(policy(|it| it["fail_policy"] = json!("long ".repeat(1000))), @r#"/fail_policy: expected one of "fail_open" or "fail_closed", found "long long long long long long long long long long long long long long long long… (enum) at line 10 column 5019"#);
    let hidden = policy(|it| it["fail_policy"] = json!("long ".repeat(1000))).without_values();
    assert_snapshot!(hidden, @r#"/fail_policy: expected one of "fail_open" or "fail_closed", found a string (enum) at line 10 column 5019"#);
}

/// The README's document with a negative limit is refused in the README's words.
#[test]
fn the_readme_shows_a_refusal_as_it_is() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let file = "fixtures/policy/valid/everything.json";
    let whole = std::fs::read_to_string(root().join(file)).expect("a fixture");
    let (from, to) = ("\"soft\": 800", "\"soft\": -1");
    assert_eq!(whole.matches(from).count(), 1, "{file} has one {from}");
    let accepted = contracts_types::from_str::<Policy>(&whole).expect("a valid document");
    let refused = contracts_types::from_str::<Policy>(&whole.replace(from, to)).expect_err("a negative limit");
    let block = format!(
        "```text\n$ service {file}\nmay apply {}\n$ sed 's/{from}/{to}/' {file} > broken.json\n$ service broken.json\n\
         refused: {refused}\n```\n",
        accepted.grants()
    );
    assert!(readme.contains(&block), "the README does not show this:\n{block}");
}
