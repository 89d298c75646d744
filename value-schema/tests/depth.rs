//! Depth: a million levels in a thread whose stack would hold a few thousand calls.

use value_schema::{JsonArray, JsonObject, JsonValue};

const LEVELS: usize = 1_000_000;

/// Runs on a stack of 256 KB.
fn on_a_small_stack(what: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(what).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

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
