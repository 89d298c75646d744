//! `anyOf` became `oneOf` or the reverse.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "union-changed",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::MayBreak,
    what: "`anyOf` became `oneOf` or the reverse",
    why: "A value that two branches take is valid under `anyOf` and refused under `oneOf`.",
    instead: "Keep `anyOf`, or make the branches disjoint first.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::UnionChanged { old, new } = difference else { return None };
    Some(format!(
        "`{}` became `{}`, which differ where two branches take the same value",
        old.keyword(),
        new.keyword()
    ))
}
