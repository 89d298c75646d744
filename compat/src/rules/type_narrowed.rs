//! A JSON type that was valid is no longer valid.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "type-narrowed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a JSON type that was valid is no longer valid",
    why: "Documents that hold a value of that type are refused by readers of the new version.",
    instead: "Keep the type, or add a second property with the new type and deprecate the old one.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::TypesRemoved { old, new } = difference else { return None };
    Some(format!(
        "the type was {} and is {}: {} no longer valid",
        words::types(*old),
        words::types(*new),
        words::are(&words::lost(*old, *new))
    ))
}
