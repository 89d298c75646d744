//! No `pattern` where there was one.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "pattern-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "no `pattern` where there was one",
    why: "Old readers refuse strings that do not match.",
    instead: "Let every reader take any string before anybody writes one that did not match.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PatternRemoved { pattern } = difference else { return None };
    Some(format!("strings no longer have to match {}", words::pattern(pattern)))
}
