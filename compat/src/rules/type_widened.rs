//! A JSON type is valid that was not.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "type-widened",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a JSON type is valid that was not",
    why: "Old readers do not know what to do with a value of the new type.",
    instead: "Add a second property for the new type, or let every reader know the type before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::TypesAdded { old, new } = difference else { return None };
    Some(format!(
        "the type was {} and is {}: {} valid now",
        words::types(*old),
        words::types(*new),
        words::are(&words::lost(*new, *old))
    ))
}
