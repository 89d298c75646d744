//! Sets of 25, 50, 100 and 200 schemas against their mutated versions: what a schema more costs.

use std::{fs, path::PathBuf, time::Duration};

use contracts_compat::{Options, Snapshot, SnapshotFile, compare};
use serde_json::Value;

use crate::{median, timed};

const SIZES: [usize; 4] = [25, 50, 100, 200];

const ROUNDS: usize = 3;

/// Keywords whose number one mutation makes one stricter, and whether that is one more.
const BOUNDS: [(&str, bool); 6] = [
    ("minimum", true),
    ("maximum", false),
    ("minLength", true),
    ("maxLength", false),
    ("minItems", true),
    ("maxItems", false),
];

/// The contracts of the repository, in the order of their names.
fn contracts() -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the schemas").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".schema.json"));
    paths.sort();
    paths
        .iter()
        .map(|path| serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON"))
        .collect()
}

/// Where a schema can be mutated.
fn places(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let at = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
                let is_bound = member.is_i64() && BOUNDS.iter().any(|(keyword, _)| keyword == name);
                let is_list = name == "enum" && member.as_array().is_some_and(|values| values.len() > 1);
                if is_bound || is_list {
                    found.push(at);
                } else {
                    places(member, at, found);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Narrows an enum, or moves a bound by one.
fn mutate(schema: &mut Value, pointer: &str) {
    let keyword = pointer.rsplit('/').next().expect("a keyword");
    match schema.pointer_mut(pointer).expect("a place") {
        Value::Array(values) => drop(values.pop()),
        bound => {
            let (_, up) = BOUNDS.iter().find(|(name, _)| *name == keyword).expect("a bound");
            let step = if *up { 1 } else { -1 };
            *bound = Value::from(bound.as_i64().expect("an integer") + step);
        }
    }
}

/// A set of schemas, and the same with one mutation in each.
fn set(contracts: &[Value], size: usize) -> (Vec<SnapshotFile>, Vec<SnapshotFile>) {
    let mut pair = (Vec::new(), Vec::new());
    for index in 0..size {
        let mut schema = contracts[index % contracts.len()].clone();
        schema["$id"] = Value::from(format!("https://example.com/{index}.schema.json"));
        let mut found = Vec::new();
        places(&schema, String::new(), &mut found);
        let file = |version: &str, schema: &Value| SnapshotFile {
            name: format!("{version}/{index}.schema.json"),
            path: format!("{index}.schema.json"),
            text: schema.to_string(),
        };
        pair.0.push(file("old", &schema));
        if !found.is_empty() {
            mutate(&mut schema, &found[index / contracts.len() % found.len()]);
        }
        pair.1.push(file("new", &schema));
    }
    pair
}

pub(crate) fn measure() {
    let contracts = contracts();
    let sets = SIZES.map(|size| set(&contracts, size));
    let mut times: [Vec<Duration>; SIZES.len()] = Default::default();
    let mut broken = [0; SIZES.len()];
    // The sizes take turns, so that what else the machine does meets all of them.
    for _ in 0..ROUNDS {
        for (index, (old, new)) in sets.iter().enumerate() {
            let (report, time) = timed(|| {
                let load =
                    |label: &str, files: &Vec<SnapshotFile>| Snapshot::load(label, files.clone(), None, Vec::new());
                compare(&load("old", old), &load("new", new), &Options::default())
            });
            times[index].push(time);
            broken[index] = report.backward.iter().map(|direction| direction.findings.len()).sum();
        }
    }
    println!(
        "sets of schemas, each with one mutation, {ROUNDS} rounds; processor time of all threads, loading included"
    );
    let mut first = None;
    for ((size, times), broken) in SIZES.iter().zip(&mut times).zip(broken) {
        let each = median(times) / u32::try_from(*size).expect("a small number");
        let first = *first.get_or_insert(each);
        println!(
            "{size:>5} schemas, {broken:>4} findings: {:>8.1?} in all, {each:>8.1?} a schema, {:.2} of that with {}",
            median(times),
            each.as_secs_f64() / first.as_secs_f64(),
            SIZES[0]
        );
    }
}
