//! The default changed.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "default-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "the default changed",
    why: "A default says what an absent member means. The validity of documents does not change, what readers make of them may.",
    instead: "Look whether a reader applies the default.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Annotation { keyword: "default", old, new } = difference else { return None };
    Some(format!("the default {}", words::change(old.as_ref(), new.as_ref())))
}
