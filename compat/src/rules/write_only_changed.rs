//! `writeOnly` changed.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "write-only-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "`writeOnly` changed",
    why: "It is for people: no document becomes valid or invalid.",
    instead: "Nothing: it needs a patch step of the set's version.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Annotation { keyword: "writeOnly", old, new } = difference else { return None };
    Some(format!("`writeOnly` {}", words::change(old.as_ref(), new.as_ref())))
}
