//! A union has one branch less.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "branch-removed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::MayBreak,
    what: "a union has one branch less",
    why: "Values of the branch are refused, unless another branch takes them.",
    instead: "Keep the branch, and say in its description that it is no longer written.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::BranchRemoved { union, summary } = difference else { return None };
    Some(format!("`{}` no longer has the branch {summary}", union.keyword()))
}
