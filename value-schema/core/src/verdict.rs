//! Whether a value is valid, and nothing more: the fast way.

use std::ops::ControlFlow;

use crate::{
    JsonValue,
    arena::{Arena, NodeId, Shape},
    check::{Task, check},
};

/// A `oneOf` whose branches are being tried.
struct Trial<'a> {
    branches: &'a [NodeId],
    value: &'a JsonValue,
    /// The branch to try after the current one.
    next: usize,
    matched: bool,
    /// What waits below this belongs to what is around the union.
    base: usize,
}

/// Whether `value` is valid under `root`.
///
/// Every schema stands in one place, so a pair of a schema and a value comes up at most once, however deep unions are
/// nested: the work is bounded by the product of their sizes.
pub(crate) fn is_valid(arena: &Arena, root: NodeId, value: &JsonValue) -> bool {
    let mut waiting = vec![Task { node: root, value }];
    let mut trials: Vec<Trial<'_>> = Vec::new();
    loop {
        let base = trials.last().map_or(0, |trial| trial.base);
        let mut good = true;
        if waiting.len() > base
            && let Some(task) = waiting.pop()
        {
            if let Shape::OneOf(branches) = &arena.node(task.node).shape {
                let base = waiting.len();
                trials.push(Trial { branches, value: task.value, next: 1, matched: false, base });
                waiting.push(Task { node: branches[0], value: task.value });
                continue;
            }
            if check::<false>(arena, task, &mut waiting, &mut |_, _| ControlFlow::Break(())).is_continue() {
                continue;
            }
            good = false;
        }
        // The innermost branch is decided. That may decide its union, and that the branch around it.
        loop {
            let Some(trial) = trials.last_mut() else { return good };
            waiting.truncate(trial.base);
            let overlap = good && trial.matched;
            trial.matched |= good;
            if !overlap && let Some(branch) = trial.branches.get(trial.next) {
                trial.next += 1;
                waiting.push(Task { node: *branch, value: trial.value });
                break;
            }
            good = trial.matched && !overlap;
            trials.pop();
            if good {
                break;
            }
        }
    }
}
