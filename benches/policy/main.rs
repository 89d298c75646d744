//! Times the generated policy types against a decoder written by hand: `cargo bench --bench policy`.
//!
//! A thousand documents of about five kilobytes. What is compared runs in turns, one pass over all documents each, and the
//! medians of CPU time are compared: machines differ, ratios less so.

mod baseline;
mod documents;

use std::{hint::black_box, time::Duration};

use contracts_types::Policy;
use cpu_time::ProcessTime;

/// Passes over all documents.
const RUNS: usize = 15;

struct Subject<'a> {
    name: &'static str,
    pass: Box<dyn Fn() + 'a>,
    times: Vec<Duration>,
}

impl<'a> Subject<'a> {
    fn new(name: &'static str, pass: impl Fn() + 'a) -> Self {
        Self { name, pass: Box::new(pass), times: Vec::new() }
    }

    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times[times.len() / 2]
    }
}

/// Runs the subjects in turns and prints each median beside that of the first.
fn compare(title: &str, mut subjects: Vec<Subject<'_>>) {
    for run in 0..=RUNS {
        for subject in &mut subjects {
            let start = ProcessTime::now();
            (subject.pass)();
            // The first pass warms caches and the allocator.
            if run > 0 {
                subject.times.push(start.elapsed());
            }
        }
    }
    println!("{title}");
    let base = subjects[0].median();
    for subject in &subjects {
        let median = subject.median();
        println!("  {:<44} {:>8.2?}  {:.2}", subject.name, median, median.as_secs_f64() / base.as_secs_f64());
    }
}

fn main() {
    let texts = documents::documents(1000);
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("{} documents of {} bytes on average", texts.len(), bytes / texts.len());

    let each = |read: &dyn Fn(&str)| {
        for text in &texts {
            read(text);
        }
    };
    let policy = |text: &str| Policy::from_str(text).expect("a policy");
    let by_hand = |text: &str| serde_json::from_str::<baseline::Policy>(text).expect("a policy");
    let schema = include_str!("../../schemas/policy.schema.json");
    let validator = jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema");
    let validated = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert!(validator.is_valid(&value));
        serde_json::from_value::<baseline::Policy>(value).expect("a policy")
    };

    compare(
        "decoding",
        vec![
            Subject::new("written by hand, extras dropped", || each(&|text| done(by_hand(text)))),
            Subject::new("written by hand, from bytes", || {
                each(&|text| done(serde_json::from_slice::<baseline::Policy>(text.as_bytes())));
            }),
            Subject::new("generated, extras kept", || each(&|text| done(policy(text)))),
            Subject::new("generated, from bytes", || each(&|text| done(Policy::from_slice(text.as_bytes())))),
            Subject::new("parsing to serde_json::Value alone", || {
                each(&|text| done(serde_json::from_str::<serde_json::Value>(text)));
            }),
            Subject::new("parse, validate, from_value", || each(&|text| done(validated(text)))),
        ],
    );

    let broken: Vec<String> = texts.iter().map(|text| break_last(text)).collect();
    compare(
        "refusing documents whose last member is wrong",
        vec![
            Subject::new("generated, valid document", || each(&|text| done(policy(text)))),
            Subject::new("generated, refused document", || {
                for text in &broken {
                    done(Policy::from_str(text).expect_err("not a policy"));
                }
            }),
        ],
    );

    let values: Vec<Policy> = texts.iter().map(|text| policy(text)).collect();
    let parsed: Vec<serde_json::Value> =
        texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    compare(
        "encoding",
        vec![
            Subject::new("serde_json::Value", || {
                for value in &parsed {
                    done(serde_json::to_vec(value));
                }
            }),
            Subject::new("generated", || {
                for value in &values {
                    done(serde_json::to_vec(value));
                }
            }),
        ],
    );

    println!("allocations per document, and their bytes");
    let count = |name: &str, read: &dyn Fn(&str)| {
        let counted = allocation_counter::measure(|| each(read));
        let documents = texts.len() as u64;
        println!("  {name:<44} {:>8}  {}", counted.count_total / documents, counted.bytes_total / documents);
    };
    count("written by hand, extras dropped", &|text| done(by_hand(text)));
    count("generated, extras kept", &|text| done(policy(text)));
}

/// Uses up a result, so that it is not optimised away.
fn done<T>(result: T) {
    drop(black_box(result));
}

/// The document with its last declared value made wrong: `telemetry` is the last member.
fn break_last(text: &str) -> String {
    let at = text.rfind("\"sample_rate\":").expect("a sample rate") + "\"sample_rate\":".len();
    let end = at + text[at..].find('}').expect("an end");
    format!("{}2{}", &text[..at], &text[end..])
}
