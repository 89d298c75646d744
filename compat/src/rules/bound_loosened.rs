//! A bound on a number, a length or a count excludes less.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "bound-loosened",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a bound on a number, a length or a count excludes less",
    why: "Old readers refuse what lies beyond their bound.",
    instead: "Let every reader know the new bound before anybody writes beyond the old one.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::BoundLoosened { keyword, old, new } = difference else { return None };
    Some(match new {
        Some(new) => format!("`{keyword}` was {old} and is {new}"),
        None => format!("`{keyword}` was {old}; there is no such bound now"),
    })
}
