//! The search as a test: short and always the same, or as long as one likes.
//!
//! `CONTRACTS_FUZZ_SECONDS=600 cargo test --release -p contracts-fuzz --test search -- --nocapture` searches for ten
//! minutes; `CONTRACTS_FUZZ_SEED=7` searches elsewhere.

use std::time::{Duration, Instant};

use contracts_fuzz::{search, subjects};

/// How many inputs are compared where nothing else is asked.
const EXECUTIONS: usize = 6_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

#[test]
fn decoders_say_what_the_validator_says() {
    let subjects = subjects();
    let seed = number("CONTRACTS_FUZZ_SEED").unwrap_or(1);
    let found = match number("CONTRACTS_FUZZ_SECONDS") {
        None => search(&subjects, seed, |executions| executions < EXECUTIONS),
        Some(seconds) => {
            let end = Instant::now() + Duration::from_secs(seconds);
            search(&subjects, seed, |_| Instant::now() < end)
        }
    };
    println!(
        "{} schemas, seed {seed}: {} executions ({} valid documents, {} kinds of outcomes), {} differences",
        subjects.len(),
        found.executions,
        found.valid,
        found.kinds,
        found.differences.len()
    );
    for difference in &found.differences {
        println!("{}: {}\n  {:.1500}", difference.subject, difference.message, difference.text);
    }
    assert!(found.differences.is_empty(), "{} differences", found.differences.len());
    if number("CONTRACTS_FUZZ_SECONDS").is_none() {
        assert!(found.valid > EXECUTIONS / 20 && found.kinds > 100, "{} valid, {} kinds", found.valid, found.kinds);
    }
}
