//! A union has one more branch.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "branch-added",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::Breaking,
    what: "a union has one more branch",
    why: "Old readers refuse values of the new branch. In a `oneOf` a value that an old branch takes too is refused by the new version, because two branches match.",
    instead: "Keep the branches of a `oneOf` disjoint by a tag, and let every reader know a branch before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::BranchAdded { union, summary } = difference else { return None };
    Some(format!("`{}` has one more branch: {summary}", union.keyword()))
}
