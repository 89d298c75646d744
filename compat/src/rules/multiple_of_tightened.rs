//! A `multipleOf` allows fewer numbers.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "multiple-of-tightened",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a `multipleOf` allows fewer numbers",
    why: "Numbers between the new steps are refused.",
    instead: "Keep the step in the schema, and round where documents are written.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::MultipleTightened { old, new } = difference else { return None };
    Some(match old {
        Some(old) => format!("`multipleOf` was {old} and is {new}"),
        None => format!("`multipleOf` is {new}; there was none"),
    })
}
