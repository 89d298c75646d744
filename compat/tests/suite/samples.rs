//! Documents made from a schema.

use contracts_compat::{Budget, sample};
use serde_json::{Value, json};

use crate::{load, repository, root, validator};

#[test]
fn documents_show_what_a_schema_allows() {
    let schema = json!({"type": "object", "required": ["kind"], "additionalProperties": false, "properties": {
        "kind": {"enum": ["a", "b"]}, "size": {"type": "integer", "minimum": 1, "maximum": 9}}});
    let model = load(&schema).expect("a schema");
    let documents = sample::valid(root(&model), 100, &Budget::default()).expect("a schema");
    for document in [json!({"kind": "b"}), json!({"kind": "a", "size": 1}), json!({"kind": "a", "size": 9})] {
        assert!(documents.contains(&document), "{document} in {documents:?}");
    }
    let misses = sample::near_misses(root(&model), 100, &Budget::default()).expect("a schema");
    let keywords: Vec<&str> = misses.iter().map(|miss| miss.keyword.as_str()).collect();
    assert_eq!(
        keywords,
        ["type", "additionalProperties", "required", "enum", "type", "minimum", "maximum"],
        "{misses:?}"
    );
}

#[test]
fn every_document_of_the_contracts_is_what_it_says() {
    for entry in std::fs::read_dir(repository("schemas")).expect("the contracts") {
        let path = entry.expect("an entry").path();
        if !path.to_string_lossy().ends_with(".schema.json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a schema");
        let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
        let Some(model) = load(&schema) else { continue };
        let judge = validator(&schema).expect("a schema");
        let documents = sample::valid(root(&model), 20, &Budget::new(100_000)).expect("a schema");
        assert!(!documents.is_empty(), "{}", path.display());
        assert!(documents.iter().all(|document| judge.is_valid(document)), "{}", path.display());
        let misses = sample::near_misses(root(&model), 15, &Budget::new(100_000)).expect("a schema");
        assert!(!misses.is_empty(), "{}", path.display());
        for miss in misses {
            assert!(!judge.is_valid(&miss.instance), "{}: {miss:?}", path.display());
            let without = validator(&without(&schema, &miss)).expect("a schema");
            assert!(without.is_valid(&miss.instance), "{}: it breaks something else too: {miss:?}", path.display());
        }
    }
}

/// The schema without the assertion that a near-miss breaks.
fn without(schema: &Value, miss: &sample::NearMiss) -> Value {
    let mut edited = schema.clone();
    let keywords =
        edited.pointer_mut(&miss.schema.pointer).and_then(Value::as_object_mut).expect("a schema object");
    match &miss.name {
        Some(name) => {
            let required = keywords["required"].as_array_mut().expect("names");
            required.retain(|other| other != name);
        }
        None => _ = keywords.remove(&miss.keyword).expect("the assertion"),
    }
    edited
}
