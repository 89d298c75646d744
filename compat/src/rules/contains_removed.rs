//! An array no longer has to contain an item of some form.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "contains-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "an array no longer has to contain an item of some form",
    why: "Old readers refuse arrays without such an item.",
    instead: "Let every reader cope with such arrays before anybody writes them.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::ContainsRemoved)
        .then(|| "an array no longer has to contain certain items (`contains`)".to_owned())
}
