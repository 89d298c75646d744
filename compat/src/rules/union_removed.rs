//! A value no longer has to match a branch.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "union-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a value no longer has to match a branch",
    why: "Old readers refuse values that match no branch.",
    instead: "Let every reader cope with such values before anybody writes them.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::UnionRemoved { union, branches } = difference else { return None };
    Some(format!("a value no longer has to match one of {branches} branches (`{}`)", union.keyword()))
}
