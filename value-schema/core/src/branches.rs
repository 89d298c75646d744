//! Why exactly-one failed: which branches matched, or which one came closest.

use std::{collections::HashMap, ops::ControlFlow};

use crate::{
    JsonValue,
    arena::{Arena, NodeId, Shape},
    check::{Finding, Task, check},
};

/// A `oneOf` and a value that it was applied to. Values are told apart by where they are in memory.
type Pair = (NodeId, *const JsonValue);

/// Why a `oneOf` did not hold.
#[derive(Debug, Clone)]
pub(crate) enum Failure {
    /// More than one branch matched.
    Several(Vec<usize>),
    /// None did; the one with the least against the value.
    Closest(usize),
}

/// The failures that are known.
pub(crate) type Failures = HashMap<Pair, Failure>;

/// How far a branch is from matching.
///
/// What tells branches apart weighs most: the type of the value, then a literal that stands alone, as in the tag of an
/// object. The rest counts by the number of problems.
mod weight {
    pub(super) const TYPE: u64 = 1 << 32;
    pub(super) const TAG: u64 = 1 << 16;
    pub(super) const OTHER: u64 = 1;
}

struct Trial<'a> {
    task: Task<'a>,
    branches: &'a [NodeId],
    current: usize,
    matched: Vec<usize>,
    closest: (u64, usize),
    /// How far the current branch is from matching, as far as it was looked at.
    distance: u64,
    base: usize,
}

/// Looks at every branch of the `oneOf` of `task`, and notes its failure and those of the unions within.
///
/// Like the verdict, it looks at each pair of a schema and a value once.
pub(crate) fn explain<'a>(arena: &'a Arena, task: Task<'a>, failures: &mut Failures) {
    let mut waiting = Vec::new();
    let mut trials = Vec::new();
    begin(arena, task, &mut waiting, &mut trials);
    while let Some(trial) = trials.last_mut() {
        if waiting.len() > trial.base
            && let Some(task) = waiting.pop()
        {
            let branch = trial.branches[trial.current];
            let distance = &mut trial.distance;
            let mut found = |at: Task<'a>, finding| {
                *distance = distance.saturating_add(weigh(arena, branch, at, finding));
                ControlFlow::Continue(())
            };
            if check::<false>(arena, task, &mut waiting, &mut found).is_break() {
                unreachable!("nothing stops it");
            }
            begin(arena, task, &mut waiting, &mut trials);
            continue;
        }
        if trial.distance == 0 {
            trial.matched.push(trial.current);
        }
        if trial.distance < trial.closest.0 {
            trial.closest = (trial.distance, trial.current);
        }
        trial.current += 1;
        trial.distance = 0;
        if let Some(branch) = trial.branches.get(trial.current) {
            waiting.push(Task { node: *branch, value: trial.task.value });
            continue;
        }
        let Some(trial) = trials.pop() else { return };
        let (distance, failure) = match trial.matched.len() {
            1 => continue,
            0 => (trial.closest.0, Failure::Closest(trial.closest.1)),
            _ => (weight::OTHER, Failure::Several(trial.matched)),
        };
        failures.insert((trial.task.node, std::ptr::from_ref(trial.task.value)), failure);
        if let Some(around) = trials.last_mut() {
            around.distance = around.distance.saturating_add(distance);
        }
    }
}

/// Begins with the branches, when the schema is a `oneOf`.
fn begin<'a>(arena: &'a Arena, task: Task<'a>, waiting: &mut Vec<Task<'a>>, trials: &mut Vec<Trial<'a>>) {
    if let Shape::OneOf(branches) = &arena.node(task.node).shape {
        let (matched, base) = (Vec::new(), waiting.len());
        trials.push(Trial { task, branches, current: 0, matched, closest: (u64::MAX, 0), distance: 0, base });
        waiting.push(Task { node: branches[0], value: task.value });
    }
}

fn weigh(arena: &Arena, branch: NodeId, at: Task<'_>, finding: Finding<'_>) -> u64 {
    if let Shape::Scalar { literals: Some(literals), .. } = &arena.node(at.node).shape
        && literals.admitted().len() == 1
    {
        return weight::TAG;
    }
    match finding {
        Finding::WrongType if at.node == branch => weight::TYPE,
        _ => weight::OTHER,
    }
}
