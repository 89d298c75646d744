//! A value is listed in an `enum` or `const` that was not.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "enum-widened",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a value is listed in an `enum` or `const` that was not",
    why: "Old readers refuse a value that they do not know.",
    instead: "Let every reader know the value before anybody writes it. Readers that decode a fail-closed enum tolerantly keep it: say so in the manifest with `readers = \"tolerant\"`.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::ValuesAdded { values } = difference else { return None };
    Some(format!("{} valid here now", words::are(values)))
}
