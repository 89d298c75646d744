//! Makes a witness small: parts are left out or made simpler as long as it still proves the point.

use serde_json::Value;

/// The most values that are looked at in all candidates together.
const MOST_VALUES: usize = 60_000;

/// The smallest document that was found from `document` on and for which `proves` holds.
pub(super) fn shrink(mut document: Value, proves: &mut dyn FnMut(&Value) -> bool) -> Value {
    // Such a document is not made small by leaving out parts of it.
    if size(&document) > MOST_VALUES {
        return document;
    }
    let mut values = MOST_VALUES;
    loop {
        let before = document.clone();
        let mut path = Vec::new();
        reduce(&mut document, &mut path, proves, &mut values);
        if document == before || values == 0 {
            return document;
        }
    }
}

/// A step into a document.
#[derive(Clone)]
enum Step {
    Member(String),
    Item(usize),
}

fn at<'v>(document: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(document, |value, step| match step {
        Step::Member(name) => value.get_mut(name),
        Step::Item(index) => value.get_mut(*index),
    })
}

/// Replaces the value at the path where the document still proves the point.
fn replace(
    document: &mut Value,
    path: &[Step],
    with: Value,
    proves: &mut dyn FnMut(&Value) -> bool,
    values: &mut usize,
) -> bool {
    if *values == 0 {
        return false;
    }
    let Some(left) = values.checked_sub(size(document)) else {
        *values = 0;
        return false;
    };
    *values = left;
    let Some(place) = at(document, path) else { return false };
    let before = std::mem::replace(place, with);
    if proves(document) {
        return true;
    }
    if let Some(place) = at(document, path) {
        *place = before;
    }
    false
}

fn reduce(document: &mut Value, path: &mut Vec<Step>, proves: &mut dyn FnMut(&Value) -> bool, values: &mut usize) {
    if *values == 0 {
        return;
    }
    let Some(value) = at(document, path).cloned() else { return };
    for simpler in simpler(&value) {
        if replace(document, path, simpler, proves, values) {
            break;
        }
    }
    let Some(value) = at(document, path).cloned() else { return };
    match value {
        Value::Object(members) => {
            for name in members.keys() {
                let Some(Value::Object(now)) = at(document, path) else { return };
                let mut fewer = now.clone();
                fewer.remove(name);
                if replace(document, path, Value::Object(fewer), proves, values) {
                    continue;
                }
                path.push(Step::Member(name.clone()));
                reduce(document, path, proves, values);
                path.pop();
            }
        }
        Value::Array(items) => {
            // Long runs first, then single items, from the end.
            let mut run = items.len().next_power_of_two() / 2;
            while run > 0 {
                let mut end = items.len();
                while end > 0 {
                    let Some(Value::Array(now)) = at(document, path) else { return };
                    end = end.min(now.len());
                    let start = end.saturating_sub(run);
                    let mut fewer = now.clone();
                    fewer.drain(start..end);
                    let shorter = fewer.len() < now.len();
                    if !shorter || *values == 0 {
                        break;
                    }
                    replace(document, path, Value::Array(fewer), proves, values);
                    end = start;
                }
                run /= 2;
            }
            let Some(Value::Array(now)) = at(document, path) else { return };
            for index in 0..now.len() {
                path.push(Step::Item(index));
                reduce(document, path, proves, values);
                path.pop();
            }
        }
        _ => {}
    }
}

/// How many values stand in a document.
fn size(document: &Value) -> usize {
    match document {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Simpler values of the same type, the simplest first.
fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) if !members.is_empty() => vec![Value::Object(serde_json::Map::new())],
        Value::Array(items) if !items.is_empty() => vec![Value::Array(Vec::new())],
        Value::String(text) if !text.is_empty() => {
            let count = text.chars().count();
            let prefixes = [0, count / 2, count - 1].map(|length| text.chars().take(length).collect::<String>());
            prefixes.into_iter().filter(|prefix| prefix != text).map(Value::String).collect()
        }
        Value::Number(number) if *number == 1.into() => vec![Value::from(0)],
        Value::Number(number) if number.as_f64().is_some_and(|number| number != 0.0) => {
            let whole = number.as_f64().map(f64::trunc).filter(|whole| Some(*whole) != number.as_f64());
            #[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
            let whole = whole.map(|whole| Value::from(whole as i64));
            [Value::from(0), Value::from(1)].into_iter().chain(whole).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_needed_goes() {
        let document = json!({"a": {"b": [1, "long text", 7.5]}, "c": [[], {}]});
        let small = shrink(document, &mut |value| value["a"]["b"].as_array().is_some_and(|items| items.len() >= 2));
        assert_eq!(small, json!({"a": {"b": ["", 0]}}));
    }
}
