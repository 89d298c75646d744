//! Members whose names match a pattern have no schema of their own any more.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "pattern-property-removed",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::MayBreak,
    what: "members whose names match a pattern have no schema of their own any more",
    why: "In a closed object such members are refused; in an open one old readers may refuse what they hold.",
    instead: "Keep the pattern, and say in the description that such members are no longer written.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PatternPropertyRemoved { pattern } = difference else { return None };
    Some(format!("members whose names match {} have no schema of their own any more", words::pattern(pattern)))
}
