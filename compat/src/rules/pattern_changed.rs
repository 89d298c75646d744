//! Another `pattern`.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "pattern-changed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "another `pattern`",
    why: "Strings may match one pattern and not the other. The decision compares the two languages; where it finds them equal, only the spelling changed.",
    instead: "Choose a pattern that matches every string that the old one matches.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PatternChanged { old, new } = difference else { return None };
    Some(format!("the pattern was {} and is {}", words::pattern(old), words::pattern(new)))
}
