//! A `multipleOf` allows more numbers.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "multiple-of-loosened",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a `multipleOf` allows more numbers",
    why: "Old readers refuse numbers between their steps.",
    instead: "Let every reader know the new step before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::MultipleLoosened { old, new } = difference else { return None };
    Some(match new {
        Some(new) => format!("`multipleOf` was {old} and is {new}"),
        None => format!("`multipleOf` was {old}; there is none now"),
    })
}
