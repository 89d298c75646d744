//! Documents that differ from a valid one in one place.

use serde_json::{Value, json};

/// Documents made from `value` by one change each, at most `limit` of them, spread over the whole document.
pub(crate) fn mutants(value: &Value, limit: usize) -> Vec<Value> {
    let mut places = Vec::new();
    collect(value, String::new(), &mut places);
    let mut mutants = Vec::new();
    for place in &places {
        mutants.extend(changes(value, place));
    }
    let step = mutants.len().div_ceil(limit.max(1)).max(1);
    mutants.into_iter().step_by(step).collect()
}

fn collect(value: &Value, pointer: String, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{pointer}/{index}"), places);
            }
        }
        Value::Object(members) => {
            for (name, value) in members {
                collect(value, format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), places);
            }
        }
        _ => {}
    }
    places.push(pointer);
}

fn changes(document: &Value, place: &str) -> Vec<Value> {
    let old = document.pointer(place).expect("a place of the document");
    let mut new =
        vec![json!(null), json!(true), json!(0), json!(-1.5), json!(""), json!("zzz"), json!([]), json!({})];
    match old {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            new.extend([json!(number + 1.0), json!(number - 1.0), json!(number + 0.5), json!(-number)]);
        }
        Value::String(text) => new.extend([json!(format!("{text}x")), json!(text.to_uppercase()), json!([text])]),
        Value::Array(items) => {
            new.push(Value::Array(items.iter().skip(1).cloned().collect()));
            new.push(Value::Array(items.iter().chain(items.first()).cloned().collect()));
            new.push(Value::Array(items.iter().cloned().chain([json!(null)]).collect()));
        }
        Value::Object(members) => {
            for name in members.keys() {
                let mut fewer = members.clone();
                fewer.remove(name);
                new.push(Value::Object(fewer));
            }
            let mut more = members.clone();
            more.insert("zz-unknown".to_owned(), json!(1));
            new.push(Value::Object(more));
        }
        _ => {}
    }
    new.into_iter()
        .map(|value| {
            let mut mutant = document.clone();
            *mutant.pointer_mut(place).expect("a place of the document") = value;
            mutant
        })
        .collect()
}
