//! The items of an array may be equal.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "unique-items-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "the items of an array may be equal",
    why: "Old readers refuse arrays with equal items.",
    instead: "Let every reader take equal items before anybody writes them.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::UniqueRemoved).then(|| "the items no longer have to be distinct".to_owned())
}
