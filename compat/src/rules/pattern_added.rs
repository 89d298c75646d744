//! A `pattern` where there was none.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "pattern-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a `pattern` where there was none",
    why: "Strings that do not match are refused, and they may exist.",
    instead: "Enforce the form where documents are written, and leave it out of the schema.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PatternAdded { pattern } = difference else { return None };
    Some(format!("strings must match {} now", words::pattern(pattern)))
}
