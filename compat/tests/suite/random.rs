//! Random small schemas against random, half related and differently spelled ones: no verdict may contradict the
//! validator.
//!
//! `COMPAT_PAIRS=20000 cargo test --release -p contracts-compat --test suite random -- --nocapture` looks at 20,000 pairs,
//! `COMPAT_SEED` searches elsewhere, and `COMPAT_STEPS` is the budget of each decision.

use serde_json::{Map, Value, json};

use crate::{
    pairs::{Side, Tally, setting},
    schemas::{DEFINITIONS, Schemas},
    spelling::Spelling,
    support::random::Random,
};

const DOCUMENTS: usize = 60;

/// Definitions that schemas may refer to, and that refer to each other.
pub(crate) fn definitions(schemas: &mut Schemas<'_>) -> Value {
    let mut definitions = Map::new();
    for (index, name) in DEFINITIONS.iter().enumerate() {
        schemas.open = index + 1;
        definitions.insert((*name).to_owned(), schemas.schema(1));
    }
    schemas.open = 0;
    Value::Object(definitions)
}

/// A schema that is an object of keywords.
fn keywords(random: &mut Random) -> Map<String, Value> {
    let depth = 1 + random.below(3);
    match Schemas::new(random).schema(depth) {
        Value::Object(keywords) => keywords,
        other => Map::from_iter([("not".to_owned(), other)]),
    }
}

/// A schema made from another one: one that says the same, a little more or a little less, or something about both.
fn relative(schema: &Map<String, Value>, random: &mut Random) -> Map<String, Value> {
    let this = || Value::Object(schema.clone());
    let other = Value::Object(keywords(random));
    let whole = match random.below(16) {
        0 => json!({"anyOf": [this(), other]}),
        1 => json!({"oneOf": [this(), other]}),
        2 => json!({"allOf": [this(), other]}),
        3 => json!({"if": other, "then": this(), "else": this()}),
        4 => json!({"anyOf": [{"allOf": [this(), other]}, {"allOf": [{"not": other}, this()]}]}),
        5 => json!({"not": {"not": this()}}),
        6 => json!({"not": {"anyOf": [{"not": this()}, other]}}),
        7 => json!({"oneOf": [{"allOf": [this(), other]}, {"allOf": [{"not": other}, this()]}]}),
        8 => json!({"if": this(), "then": other, "else": false}),
        // Each keyword by itself.
        9 | 10 => {
            let parts: Vec<Value> = schema.iter().map(|(name, value)| json!({ name.as_str(): value })).collect();
            json!({ "allOf": parts })
        }
        _ => {
            let mut changed = schema.clone();
            for _ in 0..=random.below(3) {
                let names: Vec<String> = changed.keys().cloned().collect();
                if random.chance(1, 3) && !names.is_empty() {
                    changed.remove(random.pick(&names));
                } else {
                    let depth = random.below(3);
                    let (keyword, value) = Schemas::new(random).keyword(depth);
                    changed.insert(keyword.to_owned(), value);
                }
            }
            Value::Object(changed)
        }
    };
    match whole {
        Value::Object(keywords) => keywords,
        _ => Map::new(),
    }
}

#[test]
fn no_verdict_on_random_schemas_contradicts_the_validator() {
    let seed = setting("COMPAT_SEED", 1);
    let mut tally = Tally::default();
    for pair in 0..setting("COMPAT_PAIRS", 150) {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(pair));
        let definitions = definitions(&mut Schemas::new(&mut random));
        let old = keywords(&mut random);
        let mut new = if random.chance(1, 6) { keywords(&mut random) } else { relative(&old, &mut random) };
        let mut old = old;
        if random.chance(1, 8) {
            // Both inside a member, so that the answer has to be carried to a document.
            let inside = |schema| {
                let schema = Value::Object(schema);
                Map::from_iter([
                    ("properties".to_owned(), json!({"a": schema})),
                    ("required".to_owned(), json!(["a"])),
                ])
            };
            (old, new) = (inside(old), inside(new));
        }
        let spelling = Spelling::random(&mut random);
        let whole = |mut schema: Map<String, Value>| {
            schema.insert("$defs".to_owned(), definitions.clone());
            Side::new(spelling.spell(&Value::Object(schema)))
        };
        let (Some(old), Some(new)) = (whole(old), whole(new)) else { continue };
        let documents = [old.documents(DOCUMENTS, &mut random), new.documents(DOCUMENTS, &mut random)];
        let documents: [&[Value]; 2] = [&documents[0], &documents[1]];
        tally.judge(&format!("pair {pair}"), &old, &new, &documents);
        tally.judge(&format!("pair {pair} back"), &new, &old, &documents);
    }
    tally.report();
    assert!(tally.compatible > 0 && tally.breaking > 0, "the pairs have verdicts");
}
