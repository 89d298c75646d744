//! `deprecated` changed.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "deprecated-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "`deprecated` changed",
    why: "It tells people that something will go; documents stay valid.",
    instead: "Nothing: it needs a patch step of the set's version.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Annotation { keyword: "deprecated", old, new } = difference else { return None };
    Some(format!("`deprecated` {}", words::change(old.as_ref(), new.as_ref())))
}
