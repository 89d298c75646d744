//! Depth: a million levels in a thread whose stack would hold a few thousand calls.

use value_schema::{JsonArray, JsonObject, JsonValue, LossyKind, Syntax};

use crate::small_stack::on_a_small_stack;

const LEVELS: usize = 1_000_000;

/// Objects and arrays in turns around a number.
fn deep(innermost: i64) -> JsonValue {
    (0..LEVELS).fold(innermost.into(), |value, level| {
        if level % 2 == 0 {
            let mut array = JsonArray::new();
            array.push(value);
            array.into()
        } else {
            JsonObject::new().with("in", value).into()
        }
    })
}

#[test]
fn values_clone_compare_print_and_drop() {
    on_a_small_stack(|| {
        let value = deep(1);
        let copy = value.clone();
        assert!(copy == value);
        assert!(value != deep(2));
        let text = value.to_text();
        assert_eq!(text.len(), LEVELS / 2 * ("{\"in\":}".len() + "[]".len()) + 1);
        assert!(text == format!("{value:?}") && text.len() < value.to_pretty_text().len());
    });
}

/// The text of arrays and objects in turns around another text.
fn deep_text(innermost: &str) -> String {
    let pairs = LEVELS / 2;
    format!("{}{innermost}{}", "[{\"in\":".repeat(pairs), "}]".repeat(pairs))
}

#[test]
fn text_is_read_and_refused() {
    on_a_small_stack(|| {
        let text = deep_text("1");
        let value = JsonValue::from_text(&text).expect("a value");
        assert!(value.to_text() == text);
        assert!(value == JsonValue::from_slice(text.as_bytes()).expect("a value"));

        let error = JsonValue::from_text(&deep_text("[0, -0]")).expect_err("negative zero");
        assert_eq!(error.kind(), &LossyKind::NegativeZero);
        assert_eq!(error.pointer().tokens().count(), LEVELS + 1);
        assert!(error.pointer().as_str().ends_with("/0/in/1"));

        let error = JsonValue::from_text(&"[".repeat(LEVELS)).expect_err("no end");
        assert_eq!(error.kind(), &LossyKind::NotJson(Syntax::End { expected: "a value" }));
        let error = JsonValue::from_text(&"{\"a\":".repeat(LEVELS)).expect_err("no end");
        assert_eq!(error.offset(), Some(5 * LEVELS));
    });
}

#[test]
fn values_of_serde_json_come_in_and_go_out() {
    on_a_small_stack(|| {
        let value = deep(1);
        let mut theirs = value.to_serde_json();
        assert!(JsonValue::from_serde_json(&theirs).expect("a value") == value);
        // They are dropped by recursion, so they are taken apart.
        loop {
            theirs = match theirs {
                serde_json::Value::Array(mut items) => items.pop().expect("one item"),
                serde_json::Value::Object(mut members) => members.remove("in").expect("one member"),
                _ => break,
            };
        }
    });
}

#[test]
fn what_would_recurse_fails() {
    on_a_small_stack(|| {
        let value = deep(1);
        assert!(serde_json::to_string(&value).is_err());
    });
}

#[test]
fn nesting_costs_time_in_proportion() {
    on_a_small_stack(|| {
        // Wide and deep at once: each level has siblings.
        let levels = 100_000;
        let text = format!("{}null{}", "[[1],{\"a\":[2]},".repeat(levels), ",[[3]]]".repeat(levels));
        let value = JsonValue::from_text(&text).expect("a value");
        assert!(value.clone() == value && value.to_text() == text);
    });
}
