//! A value must match a branch where there were no branches.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "union-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a value must match a branch where there were no branches",
    why: "Values that match no branch (with `oneOf`: not exactly one) are refused.",
    instead: "Add a branch for everything that was valid.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::UnionAdded { union, branches } = difference else { return None };
    Some(format!("a value must match one of {branches} branches now (`{}`)", union.keyword()))
}
