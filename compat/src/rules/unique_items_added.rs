//! The items of an array must be distinct.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "unique-items-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "the items of an array must be distinct",
    why: "Arrays with equal items are refused, and they may exist.",
    instead: "Drop equal items where documents are written, and leave the schema as it is.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::UniqueAdded).then(|| "the items must be distinct now".to_owned())
}
