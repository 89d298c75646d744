//! A value is no longer listed in an `enum` or `const`.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "enum-narrowed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a value is no longer listed in an `enum` or `const`",
    why: "Documents that hold the value are refused by readers of the new version, stored ones included.",
    instead: "Keep the value and say in the description that it is no longer written.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::ValuesRemoved { values, left } = difference else { return None };
    Some(if *left == 0 {
        format!("{} no longer valid here, and no other value that was", words::are(values))
    } else {
        format!("{} no longer valid here", words::are(values))
    })
}
