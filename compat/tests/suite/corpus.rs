//! The published questions: is everything valid under `old` valid under `new`?

use std::fmt::Write as _;

use contracts_compat::{Budget, Decision, decide};
use serde_json::Value;

use crate::{load, repository, root, validator};

#[test]
fn every_published_question_is_decided_rightly() {
    let Ok(questions) = std::fs::read_to_string(repository("../shared/suites/compat/questions.jsonl")) else {
        println!("skipped: no suites");
        return;
    };
    let (mut wrong, mut undecided, mut count) = (String::new(), String::new(), 0);
    for line in questions.lines() {
        let question: Value = serde_json::from_str(line).expect("a question is JSON");
        let (id, old, new) = (&question["id"], &question["old"], &question["new"]);
        let truth = question["backward"].as_bool().expect("a truth");
        let (old_model, new_model) = (load(old).expect("a schema"), load(new).expect("a schema"));
        let accepts = |schema, instance| validator(schema).expect("a schema").is_valid(instance);
        count += 1;
        match decide(root(&old_model), root(&new_model), &Budget::default()) {
            Decision::Compatible(proof) if !truth => _ = writeln!(wrong, "{id} is no, proved by {proof:?}"),
            Decision::Compatible(_) => {}
            Decision::Breaking(witness) => {
                assert!(!witness.refusals.is_empty(), "{id}");
                let instance = &witness.instance;
                if truth || !accepts(old, instance) || accepts(new, instance) {
                    _ = writeln!(wrong, "{id} is {truth}, witness {instance}");
                }
            }
            Decision::Undecided(obstacle) => {
                _ = writeln!(
                    undecided,
                    "{id}: {truth} `{}` {} ({})",
                    obstacle.construct, obstacle.why, obstacle.place
                );
            }
        }
    }
    assert_eq!(count, 743, "the questions are those that were published");
    assert_eq!((wrong.as_str(), undecided.as_str()), ("", ""), "wrong, undecided");
}
