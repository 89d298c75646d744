//! The published questions, asked of both sides in turn.

use std::{
    panic::{self, AssertUnwindSafe},
    time::Duration,
};

use contracts_compat::{Budget, Decision, Subject, decide};
use contracts_model::{Backtracking, Model, Options, SchemaSet};
use jsoncompat::{CompatibilityResult, Role, SchemaDocument, analyze_compat};
use serde_json::Value;

use crate::{median, timed};

/// How often each question is asked of each side.
const ROUNDS: usize = 3;

/// Whether everything that is valid under OLD is valid under NEW, if that was answered.
type Answer = Option<bool>;

/// A side, which answers from the texts of OLD and NEW.
type Side = fn(&str, &str) -> Answer;

const SIDES: [(&str, Side); 2] = [("contracts", contracts), ("jsoncompat 0.5", jsoncompat)];

fn contracts(old: &str, new: &str) -> Answer {
    let load = |text: &str| {
        let options =
            Options { backtracking: Backtracking::Everywhere, reference_loops: true, ..Options::default() };
        SchemaSet::with_options(options).add("schema.json", None, text).resolve().0
    };
    let (old, new) = (load(old)?, load(new)?);
    let root = |model| Subject { model, root: Model::documents(model)[0].root };
    match decide(root(&old), root(&new), &Budget::default()) {
        Decision::Compatible(_) => Some(true),
        Decision::Breaking(_) => Some(false),
        Decision::Undecided(_) => None,
    }
}

fn jsoncompat(old: &str, new: &str) -> Answer {
    // What it panics on is not answered.
    let answer = panic::catch_unwind(AssertUnwindSafe(|| {
        let load = |text: &str| SchemaDocument::from_json(&serde_json::from_str(text).ok()?).ok();
        // The role of a serializer asks whether its second schema is within the first, for every document.
        analyze_compat(&load(new)?, &load(old)?, Role::Serializer).ok()
    }));
    match answer.ok()?? {
        CompatibilityResult::Compatible => Some(true),
        CompatibilityResult::Incompatible { .. } => Some(false),
        CompatibilityResult::Unknown { .. } => None,
    }
}

/// What one side did with all questions.
#[derive(Default)]
struct Tally {
    right_yes: u32,
    right_no: u32,
    wrong: u32,
    unanswered: u32,
    times: Vec<Duration>,
}

pub(crate) fn measure(lines: &str) {
    panic::set_hook(Box::new(|_| {}));
    let mut tallies = [Tally::default(), Tally::default()];
    let mut ratios = Vec::new();
    for line in lines.lines() {
        let question: Value = serde_json::from_str(line).expect("a question is JSON");
        let (old, new) = (question["old"].to_string(), question["new"].to_string());
        let mut times = [Vec::new(), Vec::new()];
        let mut answers = [None, None];
        for round in 0..ROUNDS {
            for turn in 0..SIDES.len() {
                let side = (round + turn) % SIDES.len();
                let (answer, time) = timed(|| SIDES[side].1(&old, &new));
                answers[side] = answer;
                times[side].push(time);
            }
        }
        let middle = times.map(|mut times| median(&mut times));
        ratios.push(middle[0].as_secs_f64() / middle[1].as_secs_f64());
        let truth = question["backward"].as_bool().expect("the truth");
        for (side, tally) in tallies.iter_mut().enumerate() {
            tally.times.push(middle[side]);
            match answers[side] {
                Some(true) if truth => tally.right_yes += 1,
                Some(false) if !truth => tally.right_no += 1,
                Some(_) => tally.wrong += 1,
                None => tally.unanswered += 1,
            }
        }
    }
    _ = panic::take_hook();
    println!("{} questions, {ROUNDS} rounds; processor time from text to answer, one thread", ratios.len());
    println!(
        "{:<16}{:>10}{:>10}{:>8}{:>12}{:>12}{:>12}{:>12}",
        "", "right yes", "right no", "wrong", "unanswered", "in all", "median", "longest"
    );
    for ((name, _), tally) in SIDES.iter().zip(&mut tallies) {
        let all: Duration = tally.times.iter().sum();
        let middle = median(&mut tally.times);
        let longest = tally.times[tally.times.len() - 1];
        println!(
            "{name:<16}{:>10}{:>10}{:>8}{:>12}{all:>12.1?}{middle:>12.1?}{longest:>12.1?}",
            tally.right_yes, tally.right_no, tally.wrong, tally.unanswered
        );
    }
    ratios.sort_by(f64::total_cmp);
    let at = |part: usize| ratios[(ratios.len() - 1) * part / 100];
    println!(
        "time here for one there, question by question: median {:.2}, a tenth below {:.2}, a tenth above {:.2}\n",
        at(50),
        at(10),
        at(90)
    );
}
