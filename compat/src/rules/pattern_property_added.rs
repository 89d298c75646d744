//! Members whose names match a pattern have a schema of their own.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "pattern-property-added",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::MayBreak,
    what: "members whose names match a pattern have a schema of their own",
    why: "Members whose names match may hold values that the new schema refuses; in a closed object old readers refuse them altogether.",
    instead: "Choose a pattern that no name in use matches.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PatternPropertyAdded { pattern } = difference else { return None };
    Some(format!("members whose names match {} have a schema of their own now", words::pattern(pattern)))
}
