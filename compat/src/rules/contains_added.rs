//! An array must contain an item of some form.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "contains-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "an array must contain an item of some form",
    why: "Arrays without such an item are refused, the empty one included.",
    instead: "Check it where documents are written, and leave the schema as it is.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::ContainsAdded)
        .then(|| "an array must contain certain items now (`contains`)".to_owned())
}
