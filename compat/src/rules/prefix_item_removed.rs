//! An item of a tuple has no schema of its own any more.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "prefix-item-removed",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::MayBreak,
    what: "an item of a tuple has no schema of its own any more",
    why: "In a closed tuple arrays that reach the item are refused; in an open one old readers may refuse what stands there.",
    instead: "Keep the item, and say in the description that it is no longer used.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PrefixItemRemoved { index } = difference else { return None };
    Some(format!("item {index} has no schema of its own any more"))
}
