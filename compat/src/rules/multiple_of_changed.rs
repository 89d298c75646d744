//! A `multipleOf` of which neither the old nor the new one is a multiple of the other.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "multiple-of-changed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "a `multipleOf` of which neither the old nor the new one is a multiple of the other",
    why: "Numbers of the old step are refused by the new version and the reverse.",
    instead: "Choose a step that divides the old one, or add a second property.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::MultipleChanged { old, new } = difference else { return None };
    Some(format!("`multipleOf` was {old} and is {new}; neither is a multiple of the other"))
}
