//! A large schema against itself with one nested bound tightened: from text to the whole report, witness included.

use std::{
    fs,
    process::Command,
    time::{Duration, Instant},
};

use contracts_compat::{Options, Snapshot, SnapshotFile, compare};
use serde_json::Value;

use crate::{median, read, timed};

/// The schema, 373 KB.
pub(crate) const SCHEMA: &str = "../shared/suites/real/krakend/schema.json";

/// The argument of the process whose memory is measured.
pub(crate) const CHILD: &str = "large";

const ROUNDS: usize = 3;

/// The pointer of the most deeply nested bound of a kind that the schema has, and the schema with it tightened.
fn tightened(old: &Value) -> (String, Value) {
    let mut places = Vec::new();
    bounds(old, String::new(), &mut places);
    let place = places.into_iter().max_by_key(|place| place.matches('/').count()).expect("a bound");
    let mut new = old.clone();
    let bound = new.pointer_mut(&place).expect("a bound");
    *bound = Value::from(bound.as_u64().expect("a count") + 1);
    (place, new)
}

fn bounds(value: &Value, pointer: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                bounds(member, format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), places);
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

fn snapshot(label: &str, text: &str) -> Snapshot {
    let file = SnapshotFile { name: format!("{label}.json"), path: "krakend.json".into(), text: text.into() };
    Snapshot::load(label, vec![file], None, Vec::new())
}

/// Compares as often as it is measured, and prints what that took; the most memory is that of the process.
pub(crate) fn child() {
    let text = read(SCHEMA).expect("the schema");
    let (place, new) = tightened(&serde_json::from_str(&text).expect("JSON"));
    let new = new.to_string();
    let (mut processor, mut wall) = (Vec::new(), Vec::new());
    let mut witness = None;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let (report, time) =
            timed(|| compare(&snapshot("old", &text), &snapshot("new", &new), &Options::default()));
        processor.push(time);
        wall.push(start.elapsed());
        let findings = report.backward.iter().flat_map(|direction| &direction.findings);
        witness = findings.filter_map(|finding| finding.witness.clone()).next();
    }
    let time = |mut times: Vec<Duration>| {
        let middle = median(&mut times);
        format!("{middle:.0?}, at most {:.0?}", times[times.len() - 1])
    };
    println!("krakend, {} KB, with {place} tightened, {ROUNDS} rounds", text.len() / 1000);
    println!("  processor time {}; elapsed {}", time(processor), time(wall));
    let witness = witness.map_or("no witness".to_owned(), |witness| format!("witness {witness}"));
    println!(
        "  {}; {witness}\n",
        memory().map_or("memory not known here".to_owned(), |peak| format!("most memory {peak}"))
    );
}

/// The most memory that this process held, as Linux counts it.
fn memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{} MB", kilobytes / 1000))
}

pub(crate) fn measure() {
    let program = std::env::current_exe().expect("this program");
    let status = Command::new(program).arg(CHILD).status().expect("this program runs");
    assert!(status.success(), "{status}");
}
