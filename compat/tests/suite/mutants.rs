//! Schemas of this repository and real ones against mutants of them: no verdict may contradict the validator.
//!
//! `COMPAT_PAIRS=20000 cargo test --release -p contracts-compat --test suite mutants -- --nocapture` looks at 20,000 pairs,
//! `COMPAT_SEED` searches elsewhere, and `COMPAT_STEPS` is the budget of each decision.

use serde_json::{Map, Value, json};

use crate::{
    pairs::{Side, Tally, setting},
    random::definitions,
    repository,
    schemas::Schemas,
    support::{mutants::Mutator, random::Random},
};

/// The largest schema, in bytes of text. Larger ones take long to load in a test.
const LARGEST: usize = 60_000;

/// Documents for each schema.
const DOCUMENTS: usize = 100;

/// Documents for each mutant.
const MUTANT_DOCUMENTS: usize = 24;

/// The schemas, with documents that are about them.
fn subjects(random: &mut Random) -> Vec<(String, Side, Vec<Value>)> {
    let mut subjects = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(repository("schemas"))
        .expect("the contracts")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".schema.json"))
        .collect();
    if let Ok(folders) = std::fs::read_dir(repository("../shared/suites/real")) {
        files.extend(folders.map(|entry| entry.expect("an entry").path().join("schema.json")));
    } else {
        println!("without the real schemas: no suites");
    }
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a schema");
        if text.len() > LARGEST {
            continue;
        }
        let Some(side) = Side::new(serde_json::from_str(&text).expect("a schema is JSON")) else { continue };
        let instances = std::fs::read_to_string(file.with_file_name("instances.jsonl")).unwrap_or_default();
        let stored: Vec<Value> =
            instances.lines().take(20).filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut documents = side.documents(DOCUMENTS, random);
        let mutator = Mutator::new(&side.schema);
        for document in &stored {
            documents.extend((0..5).map(|_| mutator.mutant(document, random)));
        }
        documents.extend(stored);
        subjects.push((file.display().to_string(), side, documents));
    }
    subjects
}

/// The pointers of all objects in a schema that hold keywords, as far as that can be seen.
fn places(value: &Value, path: &str, places: &mut Vec<String>) {
    const HOLDERS: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
    match value {
        Value::Object(members) => {
            if !HOLDERS.iter().any(|holder| path.ends_with(&format!("/{holder}"))) {
                places.push(path.to_owned());
            }
            for (name, member) in members {
                if !matches!(name.as_str(), "enum" | "const" | "default" | "examples" | "$vocabulary") {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    self::places(member, &format!("{path}/{name}"), places);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                self::places(item, &format!("{path}/{index}"), places);
            }
        }
        _ => {}
    }
}

/// Changes one place of a schema, in one way or in several that meet each other there.
fn mutate(schema: &mut Value, random: &mut Random) {
    let mut all = Vec::new();
    places(schema, "", &mut all);
    let place = random.pick(&all).clone();
    let Some(Value::Object(members)) = schema.pointer_mut(&place) else { return };
    let names: Vec<String> = members.keys().cloned().collect();
    match random.below(5) {
        1 if !names.is_empty() => _ = members.remove(random.pick(&names)),
        2 | 3 if !names.is_empty() => {
            let name = random.pick(&names).clone();
            if let Some(value) = members.get_mut(&name) {
                change(&name, value, random);
            }
        }
        4 => {
            let whole = Value::Object(std::mem::take(members));
            let mut other = Map::new();
            add(&mut other, random);
            let wrapped = match random.below(6) {
                0 => json!({"anyOf": [whole, other]}),
                1 => json!({"allOf": [whole, other]}),
                2 => json!({"oneOf": [whole, other]}),
                3 => json!({"if": other, "then": whole, "else": whole}),
                4 => json!({"not": {"not": whole}}),
                _ => json!({"if": whole, "then": other, "else": false}),
            };
            if let Value::Object(wrapped) = wrapped {
                *members = wrapped;
            }
        }
        _ => {
            for _ in 0..=random.below(3) {
                add(members, random);
            }
        }
    }
}

fn add(members: &mut Map<String, Value>, random: &mut Random) {
    if random.chance(1, 2) {
        let depth = random.below(2);
        let (keyword, value) = Schemas::new(random).keyword(depth);
        members.insert(keyword.to_owned(), value);
        return;
    }
    let additions = [
        json!({"type": ["object", "null"]}),
        json!({"type": "string", "minLength": 2}),
        json!({"maxLength": 3, "pattern": "^[a-z]+$"}),
        json!({"minimum": 0, "multipleOf": 0.5}),
        json!({"minItems": 1, "maxItems": 3}),
        json!({"uniqueItems": true}),
        json!({"contains": {"type": "string"}, "minContains": 2, "maxContains": 3}),
        json!({"contains": {"type": "object"}, "minContains": 0, "maxContains": 1}),
        json!({"required": ["id"]}),
        json!({"minProperties": 1}),
        json!({"maxProperties": 2}),
        json!({"additionalProperties": false}),
        json!({"additionalProperties": {"type": "string"}, "propertyNames": {"minLength": 2}}),
        json!({"propertyNames": {"maxLength": 8}, "patternProperties": {"^x-": {"type": "number"}}}),
        json!({"anyOf": [{"propertyNames": {"maxLength": 9}}, {"propertyNames": {"pattern": "^[a-z]"}}]}),
        json!({"not": {"required": ["id"]}}),
        json!({"not": {"propertyNames": {"minLength": 3}}}),
        json!({"anyOf": [{"type": "string"}, {"minProperties": 1}]}),
        json!({"oneOf": [{"maximum": 5}, {"minimum": 3}]}),
        json!({"if": {"required": ["name"]}, "then": {"minProperties": 2}, "else": {"maxProperties": 4}}),
        json!({"enum": [1, "a", null, {}, []]}),
        json!({"unevaluatedProperties": false}),
        json!({"unevaluatedProperties": {"type": "integer"}, "patternProperties": {"^x": true}}),
        json!({"unevaluatedItems": false, "prefixItems": [true]}),
        json!({"dependentRequired": {"name": ["id"]}}),
        json!({"dependentSchemas": {"name": {"properties": {"id": {"type": "string"}}, "maxProperties": 3}}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]}),
        json!({"items": {"$ref": "#"}}),
        json!({"additionalProperties": {"$ref": "#"}}),
    ];
    if let Value::Object(addition) = random.pick(&additions).clone() {
        members.extend(addition);
    }
}

fn change(name: &str, value: &mut Value, random: &mut Random) {
    match value {
        Value::Number(number) => {
            let step = *random.pick(&[-2.0, -1.0, 1.0, 2.0]);
            let next = number.as_f64().unwrap_or(0.0) + step;
            if next >= 1.0 {
                #[expect(clippy::cast_possible_truncation, reason = "bounds of real schemas are small")]
                let whole = next as i64;
                *value = json!(whole);
            }
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Array(items) if !items.is_empty() => {
            let index = random.below(items.len());
            if items.len() > 1 || name == "required" {
                items.remove(index);
            }
        }
        Value::String(text) if name == "type" => {
            let types = ["string", "number", "integer", "object", "array", "boolean", "null"];
            (*random.pick(&types)).clone_into(text);
        }
        Value::String(text) if name == "pattern" => text.push('?'),
        Value::Object(members) if name == "properties" && !members.is_empty() => {
            let names: Vec<String> = members.keys().cloned().collect();
            members.remove(random.pick(&names));
        }
        Value::Object(_) if matches!(name, "additionalProperties" | "items" | "not") => *value = json!(false),
        _ => {}
    }
}

#[test]
fn no_verdict_on_mutants_contradicts_the_validator() {
    let seed = setting("COMPAT_SEED", 1);
    let subjects = subjects(&mut Random::new(seed));
    let mut tally = Tally::default();
    for pair in 0..setting("COMPAT_PAIRS", 40) {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(pair));
        let (name, side, documents) = random.pick(&subjects);
        let mut mutant = side.schema.clone();
        for _ in 0..=random.below(4) {
            mutate(&mut mutant, &mut random);
        }
        // Some of what was added refers to these.
        if let Some(members) = mutant.as_object_mut() {
            let known = members.entry("$defs").or_insert_with(|| json!({}));
            if let (Some(known), Value::Object(more)) =
                (known.as_object_mut(), definitions(&mut Schemas::new(&mut random)))
            {
                known.extend(more);
            }
        }
        // Not every mutant is a schema.
        let Some(mutant) = Side::new(mutant) else { continue };
        let own = mutant.documents(MUTANT_DOCUMENTS, &mut random);
        tally.judge(&format!("pair {pair} of {name}"), side, &mutant, &[documents, &own]);
        tally.judge(&format!("pair {pair} of {name} back"), &mutant, side, &[documents, &own]);
    }
    tally.report();
    assert!(tally.compatible > 0 && tally.breaking > 0, "the mutants have verdicts");
}
