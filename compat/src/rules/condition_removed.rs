//! No conditional (`if`) where there was one.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "condition-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "no conditional (`if`) where there was one",
    why: "Old readers refuse documents that meet the condition and not what follows from it.",
    instead: "Let every reader cope with such documents before anybody writes them.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::ConditionRemoved).then(|| "there is no condition any more (`if`)".to_owned())
}
