//! Measures `contracts compat`: on published questions next to jsoncompat, on a large schema, and on growing sets.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml`, in the repository. Times are processor times of the
//! whole process. Both sides read the same texts, answer each question in turn, in the same process, in several rounds;
//! what is printed of a question is the median of its rounds.

mod large;
mod questions;
mod sets;

use std::{fs, path::PathBuf, time::Duration};

use cpu_time::ProcessTime;

/// A file below the root of the repository, or beside it.
fn read(path: &str) -> Option<String> {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).ok()
}

/// What a function gives, and the processor time that it took.
fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = ProcessTime::now();
    let result = run();
    (result, start.elapsed())
}

/// The middle of some times.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    // Memory is measured in a process of its own.
    if std::env::args().nth(1).as_deref() == Some(large::CHILD) {
        return large::child();
    }
    match read("../shared/suites/compat/questions.jsonl") {
        Some(lines) => questions::measure(&lines),
        None => println!("skipped: no suites for the questions"),
    }
    match read(large::SCHEMA) {
        Some(_) => large::measure(),
        None => println!("skipped: no suites for the large schema"),
    }
    sets::measure();
}
