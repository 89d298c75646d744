//! Any value is valid where a list of values was given.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "enum-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "any value is valid where a list of values was given",
    why: "Old readers refuse values that are not on their list.",
    instead: "Add the values that are needed to the list, and let every reader know them before anybody writes them.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::EnumRemoved { values } = difference else { return None };
    Some(format!("only {} valid here, now any value is", words::were(values)))
}
