//! A list of values where any value was valid.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "enum-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a list of values where any value was valid",
    why: "Values that are not listed are refused, and they may be in use.",
    instead: "Leave the values open and say in the description which are usual, or add a second property with the list.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::EnumAdded { values } = difference else { return None };
    Some(format!("any value was valid here, now only {}", words::values(values)))
}
