//! Times the decision: the published questions one after the other, and a large schema with one bound tightened.
//!
//! `cargo bench -p contracts-compat`. It reads the suites beside the repository; without them there is nothing to time.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use contracts_compat::{Budget, Decision, Subject, decide};
use contracts_model::{Backtracking, Model, Options, SchemaSet};
use serde_json::Value;

fn suites(path: &str) -> Option<String> {
    let suites = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites");
    std::fs::read_to_string(suites.join(path)).ok()
}

fn load(text: &str) -> Model {
    let options = Options { backtracking: Backtracking::Everywhere, reference_loops: true, ..Options::default() };
    let (model, findings) = SchemaSet::with_options(options).add("schema.json", None, text).resolve();
    model.unwrap_or_else(|| panic!("the schema does not load: {findings:?}"))
}

/// The decision, the time that it took, and the part of it that loading took.
fn time(old: &str, new: &str) -> (Decision, Duration, Duration) {
    let start = Instant::now();
    let (old, new) = (load(old), load(new));
    let loaded = start.elapsed();
    let root = |model| Subject { model, root: Model::documents(model)[0].root };
    let decision = decide(root(&old), root(&new), &Budget::default());
    (decision, start.elapsed(), loaded)
}

fn questions(lines: &str) {
    let (mut times, mut loading, mut wrong, mut undecided) = (Vec::new(), Vec::new(), 0, 0);
    for line in lines.lines() {
        let question: Value = serde_json::from_str(line).expect("a question is JSON");
        let (decision, whole, loaded) = time(&question["old"].to_string(), &question["new"].to_string());
        times.push(whole);
        loading.push(loaded);
        match decision {
            Decision::Compatible(_) => wrong += u32::from(question["backward"] != true),
            Decision::Breaking(_) => wrong += u32::from(question["backward"] != false),
            Decision::Undecided(_) => undecided += 1,
        }
    }
    times.sort_unstable();
    loading.sort_unstable();
    println!("{} questions, loading included: {:?} in all", times.len(), times.iter().sum::<Duration>());
    println!(
        "  median {:?} (loading {:?}), longest {:?}",
        times[times.len() / 2],
        loading[loading.len() / 2],
        times[times.len() - 1]
    );
    println!("  more than 250 ms: {}", times.iter().filter(|time| time.as_millis() > 250).count());
    println!("  wrong {wrong}, undecided {undecided}");
}

/// The large schema against itself with the bound of its longest pointer raised by one.
fn tightened(text: &str) {
    let old: Value = serde_json::from_str(text).expect("a schema is JSON");
    let mut places = Vec::new();
    bounds(&old, String::new(), &mut places);
    places.sort_by_key(|place| std::cmp::Reverse(place.matches('/').count()));
    let mut new = old.clone();
    let bound = places.first().and_then(|place| new.pointer_mut(place)).expect("a bound");
    *bound = Value::from(bound.as_u64().unwrap_or(0) + 1);
    let (decision, whole, loaded) = time(text, &new.to_string());
    println!("krakend with {} tightened: {whole:?} (loading {loaded:?})", places[0]);
    if let Decision::Breaking(witness) = decision {
        println!("  witness {}", witness.instance);
    }
}

fn bounds(value: &Value, pointer: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let pointer = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
                bounds(member, pointer, places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                bounds(item, format!("{pointer}/{index}"), places);
            }
        }
        Value::Number(_) if pointer.ends_with("/minItems") => places.push(pointer),
        _ => {}
    }
}

fn main() {
    match suites("compat/questions.jsonl") {
        Some(lines) => questions(&lines),
        None => println!("skipped: no suites"),
    }
    if let Some(text) = suites("real/krakend/schema.json") {
        tightened(&text);
    }
}
