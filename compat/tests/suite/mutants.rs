//! Schemas of this repository and real ones against mutants of them: no verdict may contradict the validator.

use contracts_compat::{Budget, Decision, decide, sample};
use serde_json::{Map, Value, json};

use crate::{load, repository, root, validator};

/// How many pairs are looked at; 20,000 with the environment variable `COMPAT_PAIRS`.
fn pairs() -> usize {
    std::env::var("COMPAT_PAIRS").ok().and_then(|count| count.parse().ok()).unwrap_or(40)
}

/// The largest schema, in bytes of text. Larger ones take long to load in a test.
const LARGEST: usize = 60_000;

/// A generator of numbers that are the same on every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("below a usize")
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The schemas, with documents that are about them.
fn subjects() -> Vec<(String, Value, Vec<Value>)> {
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
        let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
        if text.len() > LARGEST || load(&schema).is_none() || validator(&schema).is_none() {
            continue;
        }
        let instances = std::fs::read_to_string(file.with_file_name("instances.jsonl")).unwrap_or_default();
        let documents = instances.lines().take(20).filter_map(|line| serde_json::from_str(line).ok()).collect();
        subjects.push((file.display().to_string(), schema, documents));
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

/// Changes one thing in a schema.
fn mutate(schema: &Value, numbers: &mut Numbers) -> Value {
    let mut schema = schema.clone();
    let mut all = Vec::new();
    places(&schema, "", &mut all);
    let place = numbers.pick(&all).clone();
    let Some(Value::Object(members)) = schema.pointer_mut(&place) else { return schema };
    let names: Vec<String> = members.keys().cloned().collect();
    match numbers.below(4) {
        0 => add(members, numbers),
        1 if !names.is_empty() => _ = members.remove(numbers.pick(&names).as_str()),
        _ if !names.is_empty() => {
            let name = numbers.pick(&names).clone();
            if let Some(value) = members.get_mut(&name) {
                change(&name, value, numbers);
            }
        }
        _ => add(members, numbers),
    }
    schema
}

fn add(members: &mut Map<String, Value>, numbers: &mut Numbers) {
    let additions = [
        ("type", json!("string")),
        ("type", json!(["object", "null"])),
        ("type", json!("integer")),
        ("minLength", json!(2)),
        ("maxLength", json!(3)),
        ("pattern", json!("^[a-z]+$")),
        ("minimum", json!(0)),
        ("maximum", json!(10)),
        ("multipleOf", json!(0.5)),
        ("minItems", json!(1)),
        ("maxItems", json!(1)),
        ("uniqueItems", json!(true)),
        ("contains", json!({"type": "string"})),
        ("items", json!({"type": ["string", "number"]})),
        ("required", json!(["id"])),
        ("minProperties", json!(1)),
        ("maxProperties", json!(2)),
        ("additionalProperties", json!(false)),
        ("additionalProperties", json!({"type": "string"})),
        ("propertyNames", json!({"maxLength": 8})),
        ("patternProperties", json!({"^x-": {"type": "number"}})),
        ("not", json!({"type": "array"})),
        ("not", json!({"required": ["id"]})),
        ("anyOf", json!([{"type": "string"}, {"minProperties": 1}])),
        ("oneOf", json!([{"maximum": 5}, {"minimum": 3}])),
        ("if", json!({"required": ["name"]})),
        ("enum", json!([1, "a", null, {}, []])),
        ("unevaluatedProperties", json!(false)),
        ("dependentRequired", json!({"name": ["id"]})),
    ];
    let (name, value) = numbers.pick(&additions).clone();
    members.insert(name.to_owned(), value);
}

fn change(name: &str, value: &mut Value, numbers: &mut Numbers) {
    match value {
        Value::Number(number) => {
            let next =
                number.as_f64().unwrap_or(0.0) + f64::from(i8::try_from(numbers.below(5)).unwrap_or(0)) - 2.0;
            if next >= 1.0 {
                #[expect(clippy::cast_possible_truncation, reason = "bounds of real schemas are small")]
                let whole = next as i64;
                *value = json!(whole);
            }
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Array(items) if !items.is_empty() => {
            let index = numbers.below(items.len());
            if items.len() > 1 || name == "required" {
                items.remove(index);
            }
        }
        Value::String(text) if name == "type" => {
            let types = ["string", "number", "integer", "object", "array", "boolean", "null"];
            (*numbers.pick(&types)).clone_into(text);
        }
        Value::String(text) if name == "pattern" => text.push('?'),
        Value::Object(members) if name == "properties" && !members.is_empty() => {
            let names: Vec<String> = members.keys().cloned().collect();
            members.remove(numbers.pick(&names).as_str());
        }
        Value::Object(_) if matches!(name, "additionalProperties" | "items" | "not") => *value = json!(false),
        _ => {}
    }
}

#[test]
fn no_verdict_contradicts_the_validator() {
    let subjects = subjects();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut compatible, mut breaking, mut undecided) = (0, 0, Vec::new());
    for pair in 0..pairs() {
        let (name, schema, documents) = &subjects[pair % subjects.len()];
        let mut mutant = mutate(schema, &mut numbers);
        for _ in 0..numbers.below(3) {
            mutant = mutate(&mutant, &mut numbers);
        }
        // Not every mutant is a schema.
        let (Some(model), Some(mutant_model)) = (load(schema), load(&mutant)) else { continue };
        let (Some(judge), Some(mutant_judge)) = (validator(schema), validator(&mutant)) else { continue };
        for (old, new, forth) in [
            ((root(&model), &judge), (root(&mutant_model), &mutant_judge), true),
            ((root(&mutant_model), &mutant_judge), (root(&model), &judge), false),
        ] {
            let context = || format!("pair {pair}, {name}, forth {forth}\n{mutant}");
            match decide(old.0, new.0, &Budget::new(100_000)) {
                Decision::Compatible(proof) => {
                    compatible += 1;
                    let samples = sample::valid(old.0, 12, &Budget::new(20_000)).expect("the validator reads it");
                    for document in documents.iter().chain(&samples) {
                        let contradicts = old.1.is_valid(document) && !new.1.is_valid(document);
                        assert!(!contradicts, "{proof:?}, but not {document}: {}", context());
                    }
                }
                Decision::Breaking(witness) => {
                    breaking += 1;
                    let instance = &witness.instance;
                    assert!(old.1.is_valid(instance) && !new.1.is_valid(instance), "{instance}: {}", context());
                }
                Decision::Undecided(obstacle) => {
                    assert_ne!(obstacle.construct, "validator", "{obstacle:?}: {}", context());
                    undecided.push(format!("{name} {forth} {obstacle:?}"));
                }
            }
        }
    }
    println!("compatible {compatible}, breaking {breaking}, undecided {}", undecided.len());
    undecided.iter().take(20).for_each(|line| println!("{line}"));
    assert!(compatible > 0 && breaking > 0, "the mutants have verdicts");
}
