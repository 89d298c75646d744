//! Pairs of schemas whose verdicts are held against the validator, and what came of them.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use contracts_compat::{Budget, Decision, decide, sample};
use contracts_model::Model;
use jsonschema::Validator;
use serde_json::Value;

use crate::{documents::Documents, load, root, support::random::Random, validator};

/// A number from the environment.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// A schema with what judges it.
pub(crate) struct Side {
    pub(crate) schema: Value,
    pub(crate) model: Model,
    pub(crate) judge: Validator,
}

impl Side {
    /// `None` for what is no schema.
    pub(crate) fn new(schema: Value) -> Option<Self> {
        let (model, judge) = (load(&schema)?, validator(&schema)?);
        Some(Self { schema, model, judge })
    }

    /// Documents that are about the schema, valid or not: such as the engine makes, and others that it has no part in.
    pub(crate) fn documents(&self, count: usize, random: &mut Random) -> Vec<Value> {
        let mut documents = sample::valid(root(&self.model), count / 4, &Budget::new(20_000)).unwrap_or_default();
        let made = Documents::new(&self.schema);
        documents.extend((documents.len()..count).map(|_| made.document(random)));
        documents
    }
}

/// What came of many pairs.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) compatible: usize,
    pub(crate) breaking: usize,
    undecided: usize,
    /// Undecided although one of the documents shows that it breaks.
    missed: usize,
    /// Documents that a compatible OLD accepts and that were put to NEW.
    held: usize,
    obstacles: BTreeMap<String, (usize, String)>,
    longest: Duration,
    slowest: String,
    wrong: Vec<String>,
}

impl Tally {
    /// Decides one question and holds the answer against the validator: what is compatible refuses none of the documents
    /// that OLD accepts, what is breaking has a witness, and nothing panics.
    pub(crate) fn judge(&mut self, name: &str, old: &Side, new: &Side, documents: &[&[Value]]) {
        let budget = Budget::new(setting("COMPAT_STEPS", 100_000));
        let contradicts = |document: &&Value| old.judge.is_valid(document) && !new.judge.is_valid(document);
        let context = |what: String| {
            format!("{name}: {what}\n  {{\"old\":{},\"new\":{}}}", shown(&old.schema), shown(&new.schema))
        };
        let start = Instant::now();
        let decision = catch_unwind(AssertUnwindSafe(|| decide(root(&old.model), root(&new.model), &budget)));
        let time = start.elapsed();
        if time > self.longest {
            (self.longest, self.slowest) = (time, context(format!("{time:?}")));
        }
        let shows = || documents.iter().flat_map(|documents| documents.iter()).find(contradicts);
        match decision {
            Err(_) => self.wrong.push(context("it panics".to_owned())),
            Ok(Decision::Compatible(proof)) => {
                self.compatible += 1;
                let all = documents.iter().flat_map(|documents| documents.iter());
                self.held += all.filter(|document| old.judge.is_valid(document)).count();
                if let Some(document) = shows() {
                    self.wrong.push(context(format!("compatible by {proof:?}, but not {document}")));
                }
            }
            Ok(Decision::Breaking(witness)) => {
                self.breaking += 1;
                if !contradicts(&&witness.instance) || witness.refusals.is_empty() {
                    self.wrong.push(context(format!("no witness: {}", witness.instance)));
                }
            }
            Ok(Decision::Undecided(obstacle)) => {
                self.undecided += 1;
                let document = shows();
                self.missed += usize::from(document.is_some());
                let kind = format!("{} {}", obstacle.construct, obstacle.why);
                if obstacle.construct == "validator" {
                    self.wrong.push(context(kind.clone()));
                }
                let example = context(document.map_or(String::new(), |document| format!("breaks: {document}")));
                let known = self.obstacles.entry(kind).or_insert((0, example.clone()));
                known.0 += 1;
                // The smallest example says most.
                if example.len() < known.1.len() {
                    known.1 = example;
                }
            }
        }
    }

    /// Prints what came of the pairs.
    ///
    /// # Panics
    ///
    /// When a verdict was contradicted.
    pub(crate) fn report(&self) {
        let count = self.compatible + self.breaking + self.undecided;
        println!(
            "{count} questions: compatible {}, breaking {}, undecided {} (of which a random document breaks {})",
            self.compatible, self.breaking, self.undecided, self.missed
        );
        println!("documents that a compatible OLD accepts, held against NEW: {}", self.held);
        println!("longest {}", self.slowest);
        let mut obstacles: Vec<_> = self.obstacles.iter().collect();
        obstacles.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (kind, (count, example)) in obstacles {
            println!("undecided {count} times: {kind}\n  {example}");
        }
        assert!(self.wrong.is_empty(), "{} are wrong:\n{}", self.wrong.len(), self.wrong.join("\n"));
    }
}

fn shown(schema: &Value) -> String {
    let text = schema.to_string();
    if text.len() > 3_000 { format!("\"{} bytes\"", text.len()) } else { text }
}
