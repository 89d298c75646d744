//! Equality of values without recursion, as JSON Schema defines it.

use crate::{array::JsonArray, object::JsonObject, value::JsonValue};

type Pairs<'a> = Vec<(&'a JsonValue, &'a JsonValue)>;

pub(crate) fn values(one: &JsonValue, other: &JsonValue) -> bool {
    let mut waiting = Pairs::new();
    pair(one, other, &mut waiting) && rest(waiting)
}

pub(crate) fn arrays(one: &JsonArray, other: &JsonArray) -> bool {
    let mut waiting = Pairs::new();
    items(one, other, &mut waiting) && rest(waiting)
}

pub(crate) fn objects(one: &JsonObject, other: &JsonObject) -> bool {
    let mut waiting = Pairs::new();
    members(one, other, &mut waiting) && rest(waiting)
}

fn rest(mut waiting: Pairs<'_>) -> bool {
    while let Some((one, other)) = waiting.pop() {
        let equal = match (one, other) {
            (JsonValue::Array(one), JsonValue::Array(other)) => items(one, other, &mut waiting),
            (JsonValue::Object(one), JsonValue::Object(other)) => members(one, other, &mut waiting),
            _ => false,
        };
        if !equal {
            return false;
        }
    }
    true
}

fn items<'a>(one: &'a JsonArray, other: &'a JsonArray, waiting: &mut Pairs<'a>) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| pair(one, other, waiting))
}

fn members<'a>(one: &'a JsonObject, other: &'a JsonObject, waiting: &mut Pairs<'a>) -> bool {
    one.len() == other.len()
        && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| pair(value, other, waiting)))
}

/// Compares scalars at once and leaves containers for later.
fn pair<'a>(one: &'a JsonValue, other: &'a JsonValue, waiting: &mut Pairs<'a>) -> bool {
    match (one, other) {
        (JsonValue::Null, JsonValue::Null) => true,
        (JsonValue::Bool(one), JsonValue::Bool(other)) => one == other,
        (JsonValue::Number(one), JsonValue::Number(other)) => one == other,
        (JsonValue::String(one), JsonValue::String(other)) => one == other,
        (JsonValue::Array(_), JsonValue::Array(_)) | (JsonValue::Object(_), JsonValue::Object(_)) => {
            waiting.push((one, other));
            true
        }
        _ => false,
    }
}
