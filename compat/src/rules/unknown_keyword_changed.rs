//! A keyword changed that no dialect knows.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "unknown-keyword-changed",
    kind: Kind::Review,
    backward: Impact::Undecided,
    forward: Impact::Undecided,
    what: "a keyword changed that no dialect knows",
    why: "Some reader may enforce it, so that nothing is proved about documents: the result is undecided until a person has looked.",
    instead: "Correct the spelling if it is a mistake; name it `x-...` if it is an annotation; approve the change if nobody enforces it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::UnknownKeyword { keyword, old, new } = difference else { return None };
    Some(format!("the unknown keyword {} {}", words::keyword(keyword), words::change(old.as_ref(), new.as_ref())))
}
