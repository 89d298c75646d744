//! The search: random inputs, and changes of those that made something new happen.

use std::collections::HashSet;

use crate::{
    compare::{Difference, compare},
    subjects::Subject,
};

/// What a search found.
#[derive(Debug, Default)]
pub struct Found {
    /// How many inputs were compared.
    pub executions: usize,
    /// How many of them made a valid document.
    pub valid: usize,
    /// How many kinds of outcomes there were.
    pub kinds: usize,
    /// On what decoder and validator differ, one of each message's beginning, at most a hundred.
    pub differences: Vec<Difference>,
}

/// Most differences that are kept.
const MOST: usize = 100;

/// Compares inputs for as long as `goes_on` says; it is asked with the number of inputs so far. Equal seeds make equal
/// inputs.
pub fn search(subjects: &[Subject], seed: u64, mut goes_on: impl FnMut(usize) -> bool) -> Found {
    let mut bytes = Bytes(seed);
    let mut found = Found::default();
    let mut kinds = HashSet::new();
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let mut told = HashSet::new();
    while goes_on(found.executions) {
        let input = if kept.is_empty() || bytes.below(3) == 0 { bytes.fresh() } else { bytes.changed(&kept) };
        found.executions += 1;
        match compare(subjects, &input) {
            Ok(outcome) => {
                found.valid += usize::from(outcome.valid);
                if kinds.insert(outcome.kind) {
                    kept.push(input);
                }
            }
            Err(difference) => {
                let beginning: String = difference.message.chars().take(40).collect();
                if found.differences.len() < MOST && told.insert((difference.subject.clone(), beginning)) {
                    found.differences.push(difference);
                }
            }
        }
    }
    found.kinds = kinds.len();
    found
}

/// A generator of the splitmix family.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % bound
    }

    fn fresh(&mut self) -> Vec<u8> {
        let length = 2 + self.below(40);
        (0..length).map(|_| self.next().to_le_bytes()[0]).collect()
    }

    /// An input that was kept, with one to four changes.
    fn changed(&mut self, kept: &[Vec<u8>]) -> Vec<u8> {
        let mut input = kept[self.below(kept.len())].clone();
        for _ in 0..=self.below(4) {
            let at = self.below(input.len() + 1);
            match self.below(4) {
                0 if at < input.len() => input[at] = self.next().to_le_bytes()[0],
                1 if at < input.len() => drop(input.remove(at)),
                // The same beginning, and another way on.
                2 => {
                    input.truncate(at.max(2));
                    input.extend(self.fresh());
                }
                _ => input.insert(at, self.next().to_le_bytes()[0]),
            }
        }
        input
    }
}
