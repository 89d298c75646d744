//! No value is valid any more.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "value-forbidden",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "no value is valid any more",
    why: "Every document that reaches this place is refused.",
    instead: "Leave the place as it was and mark it `deprecated`.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::Forbidden).then(|| "no value is valid here any more".to_owned())
}
