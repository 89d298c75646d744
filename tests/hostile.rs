//! Documents that nobody means well: deep, huge, broken, or made to look like something else. Every one ends in a value
//! or an error, and errors stay short.

use crate::support;

use contracts_model::{Backtracking, Options};
use contracts_types::{AgentRunReceipt, Error, Json, Policy};
use support::{
    generated::{Module, Verdict, Ways, ask, generate_with},
    valid_documents,
};

/// A valid policy whose `optimizers` member holds `value`.
fn policy_with(value: &str) -> String {
    let (_, bytes) = valid_documents("policy").into_iter().next().expect("a policy");
    let mut policy: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(&bytes).expect("an object");
    policy.remove("optimizers");
    let text = serde_json::to_string(&policy).expect("JSON");
    format!("{{\"optimizers\":{{\"x\":{value}}},{}", &text[1..])
}

fn refused(text: &[u8]) -> Error {
    let error = Policy::from_slice(text).expect_err("a hostile document");
    let told = error.to_string();
    assert!(told.len() < 2_000, "the message has {} bytes", told.len());
    error
}

fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}1{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn nesting_ends_at_127_containers() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        // The document and `optimizers` are two of them.
        assert!(Policy::from_str(&policy_with(&nested(open, close, 125))).is_ok());
        let error = refused(policy_with(&nested(open, close, 126)).as_bytes());
        assert_eq!(error.rule(), "depth");
        assert!(error.pointer().starts_with("/optimizers/x"), "{}", error.pointer());
        assert_eq!(refused(policy_with(&nested(open, close, 100_000)).as_bytes()).rule(), "depth");
        assert!(Json::from_str(&nested(open, close, 127)).is_ok());
        assert!(Json::from_str(&nested(open, close, 128)).is_err());
        assert!(Json::from_str(&open.repeat(100_000)).is_err());
    }
}

#[test]
fn recursive_types_end_at_the_same_depth() {
    let (_, bytes) = valid_documents("agent-run-receipt").into_iter().next().expect("a receipt");
    let mut receipt: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&bytes).expect("an object");
    receipt.insert("subagents".to_owned(), serde_json::json!([]));
    let one = serde_json::to_string(&receipt).expect("JSON");
    let deep = |levels: usize| {
        let (before, after) = one.split_once("\"subagents\":[]").expect("a member");
        let mut text = one.clone();
        for _ in 1..levels {
            text = format!("{before}\"subagents\":[{text}]{after}");
        }
        text
    };
    assert!(AgentRunReceipt::from_str(&deep(60)).is_ok());
    let error = AgentRunReceipt::from_str(&deep(80)).expect_err("too deep");
    assert_eq!(error.rule(), "depth");
    assert!(error.pointer().starts_with("/subagents/0/subagents/0"));
}

#[test]
fn values_are_cut_in_messages_and_can_be_hidden() {
    let secret = "s3cret".repeat(2_000_000);
    let text = policy_with("1").replacen("\"fail_policy\":\"", &format!("\"fail_policy\":\"{secret}"), 1);
    let error = refused(text.as_bytes());
    assert_eq!((error.pointer(), error.rule()), ("/fail_policy", "enum"));
    assert!(error.to_string().contains("s3cret"));
    assert!(!error.without_values().to_string().contains("s3cret"), "{}", error.without_values());
}

#[test]
fn long_names_are_kept() {
    let name = "k".repeat(1 << 20);
    let policy = Policy::from_str(&policy_with(&format!("{{\"{name}\":1}}"))).expect("a valid policy");
    assert!(serde_json::to_string(&policy).expect("JSON").contains(&name));
}

#[test]
fn numbers_out_of_range_are_an_error_of_their_own() {
    for number in ["1e400", "-1e400", &"9".repeat(400)] {
        let error = refused(policy_with(number).as_bytes());
        assert_eq!(error.rule(), "number-range", "{number}");
    }
    let version = policy_with("1").replacen("\"version\":", "\"version\":18446744073709551616e0,\"was\":", 1);
    assert_eq!(
        (refused(version.as_bytes()).rule(), refused(version.as_bytes()).pointer()),
        ("number-range", "/version")
    );
    for number in ["-0", "-0.0", "1e-400", "5e-324", "1.7976931348623157e308", "18446744073709551615"] {
        assert!(Policy::from_str(&policy_with(number)).is_ok(), "{number}");
    }
}

#[test]
fn broken_text_is_a_syntax_error() {
    let good = policy_with("1");
    let mut invalid_utf8 = good.clone().into_bytes();
    invalid_utf8[20] = 0xff;
    let texts: Vec<Vec<u8>> = vec![
        Vec::new(),
        b" ".to_vec(),
        b"{".to_vec(),
        b"nul".to_vec(),
        format!("{good} x").into_bytes(),
        format!("{good}{good}").into_bytes(),
        format!("\u{feff}{good}").into_bytes(),
        good.as_bytes()[..good.len() / 2].to_vec(),
        policy_with("\"\\ud800\"").into_bytes(),
        policy_with("\"a\u{1}b\"").into_bytes(),
        policy_with("01").into_bytes(),
        policy_with("[1,]").into_bytes(),
        invalid_utf8,
    ];
    for text in texts {
        let error = refused(&text);
        assert_eq!(error.rule(), "syntax", "{}: {error}", String::from_utf8_lossy(&text[..text.len().min(60)]));
        assert!(error.violation().is_none());
    }
}

#[test]
fn duplicate_names_are_refused_at_any_depth() {
    for (value, pointer) in [
        ("{\"a\":1,\"a\":2}", "/optimizers/x"),
        ("[{\"a\":{\"b\":1,\"c\":2,\"b\":1}}]", "/optimizers/x/0/a"),
        ("{\"a\":1,\"\\u0061\":1}", "/optimizers/x"),
        ("{\"$serde_json::private::Number\":[{\"a\":1,\"a\":2}]}", "/optimizers/x/$serde_json::private::Number/0"),
    ] {
        let error = refused(policy_with(value).as_bytes());
        assert_eq!((error.rule(), error.pointer()), ("duplicate-key", pointer), "{value}");
    }
}

#[test]
fn private_names_of_serde_json_are_ordinary_members() {
    for value in [
        "{\"$serde_json::private::Number\":\"1\"}",
        "{\"$serde_json::private::Number\":1}",
        "{\"$serde_json::private::Number\":\"1\",\"b\":2}",
        "{\"b\":2,\"$serde_json::private::Number\":\"1\"}",
        "{\"$serde_json::private::RawValue\":\"1\"}",
    ] {
        let policy = Policy::from_str(&policy_with(value)).expect("a valid policy");
        let written = serde_json::to_string(&policy).expect("JSON");
        let expected = Json::from_str(value).expect("JSON");
        let optimizers = Json::from_str(&written).expect("JSON");
        assert_eq!(optimizers.pointer("/optimizers/x"), Some(&expected), "{value}");
    }
    // The place of an object is not fooled by a number in the guise of one.
    let text = policy_with("1").replacen("{\"optimizers\":{\"x\":1}", "{\"optimizers\":1", 1);
    assert_eq!(refused(text.as_bytes()).rule(), "type");
}

#[test]
fn patterns_that_backtrack_decide_or_say_that_they_cannot() {
    let twice = r#"{"type": "string", "pattern": "^(?:a|(?!b)a)+$"}"#;
    let schema = format!(
        r#"{{
            "type": "object",
            "properties": {{
                "word": {{"type": "string", "pattern": "^(?!tmp)\\w+\\b$"}},
                "twice": {{"type": "string", "pattern": "^(.+)-\\1$"}},
                "not": {{"not": {twice}}},
                "any": {{"anyOf": [{twice}, {{"type": "string", "maxLength": 9}}]}},
                "one": {{"oneOf": [{twice}, {{"type": "string", "minLength": 9}}]}},
                "names": {{
                    "type": "object",
                    "patternProperties": {{"^(?!x)": {{"type": "integer"}}, "^(?:a|(?!b)a)+$": true}},
                    "additionalProperties": false
                }}
            }}
        }}"#
    );
    let refused = generate_with(&schema, &[], Options::default()).expect_err("not without being asked");
    assert!(refused.contains("look-around"), "{refused}");
    let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
    let code = generate_with(&schema, &[], options).expect("a module");
    let long = format!("{}b", "a".repeat(60));
    let cases = [
        (r#"{"word": "abc", "twice": "ab-ab", "not": "b", "any": "aa", "one": "a"}"#.to_owned(), None),
        (r#"{"word": "tmpx"}"#.to_owned(), Some("pattern")),
        (r#"{"word": "\u0661"}"#.to_owned(), Some("pattern")),
        (r#"{"word": "a\n"}"#.to_owned(), Some("pattern")),
        (r#"{"twice": "ab-ba"}"#.to_owned(), Some("pattern")),
        (r#"{"not": "aa"}"#.to_owned(), Some("not")),
        (r#"{"names": {"a": 1, "xa": true}}"#.to_owned(), Some("additionalProperties")),
        (r#"{"names": {"a": 1, "c": 2}}"#.to_owned(), None),
        (r#"{"names": {"a": ""}}"#.to_owned(), Some("type")),
        (format!(r#"{{"not": "{long}"}}"#), Some("pattern-limit")),
        (format!(r#"{{"any": "{long}"}}"#), Some("pattern-limit")),
        (format!(r#"{{"one": "{long}"}}"#), Some("pattern-limit")),
        (format!(r#"{{"names": {{"{long}": 1}}}}"#), Some("pattern-limit")),
        (format!(r#"{{"word": "{}"}}"#, "a".repeat(70_000)), Some("pattern-limit")),
    ];
    let documents: Vec<_> = cases.iter().map(|(text, _)| (0, text.clone())).collect();
    let module = Module { name: "patterns".to_owned(), code };
    for ((text, expected), verdict) in cases.iter().zip(ask("backtracking", Ways::All, &[module], &documents)) {
        let rule = match &verdict {
            Verdict::Accepted(_) => None,
            Verdict::Refused { rule, .. } => Some(rule.as_str()),
            Verdict::Divided(difference) => panic!("{text}: {difference}"),
        };
        assert_eq!(rule, *expected, "{text}: {verdict:?}");
    }
}
