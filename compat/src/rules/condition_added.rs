//! A conditional (`if`) where there was none.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "condition-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a conditional (`if`) where there was none",
    why: "Documents that meet the condition and not what follows from it are refused.",
    instead: "Check the condition where documents are written, and leave the schema as it is.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::ConditionAdded).then(|| "there is a condition now (`if`)".to_owned())
}
