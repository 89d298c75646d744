//! Dropping values without recursion.

use crate::value::JsonValue;

/// Empties the containers among the children of a container that is being dropped, so that dropping the children goes
/// no deeper than one level.
pub(crate) fn children<'a>(children: impl Iterator<Item = &'a mut JsonValue>) {
    let mut waiting = Vec::new();
    take_nested(children, &mut waiting);
    while let Some(mut value) = waiting.pop() {
        match &mut value {
            JsonValue::Array(array) => take_nested(array.items.iter_mut(), &mut waiting),
            JsonValue::Object(object) => take_nested(object.values_mut(), &mut waiting),
            _ => {}
        }
    }
}

/// Takes away the children that hold containers themselves. The others are dropped where they are.
fn take_nested<'a>(children: impl Iterator<Item = &'a mut JsonValue>, waiting: &mut Vec<JsonValue>) {
    for child in children {
        let nested = match child {
            JsonValue::Array(array) => array.iter().any(is_container),
            JsonValue::Object(object) => object.values().any(is_container),
            _ => false,
        };
        if nested {
            waiting.push(std::mem::take(child));
        }
    }
}

fn is_container(value: &JsonValue) -> bool {
    matches!(value, JsonValue::Array(_) | JsonValue::Object(_))
}
