//! A bound on a number, a length or a count excludes more.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "bound-tightened",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a bound on a number, a length or a count excludes more",
    why: "Documents beyond the new bound are refused, and they may exist.",
    instead: "Keep the bound in the schema, and enforce the new one where documents are written.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::BoundTightened { keyword, old, new } = difference else { return None };
    Some(match old {
        Some(old) => format!("`{keyword}` was {old} and is {new}"),
        None => format!("`{keyword}` is {new}; there was no such bound"),
    })
}
