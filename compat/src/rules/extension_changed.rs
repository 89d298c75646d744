//! A keyword that begins with `x-` changed.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "extension-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "a keyword that begins with `x-` changed",
    why: "By custom such a keyword is an annotation for some tool: no document is refused for it.",
    instead: "Look whether a tool of yours reads it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Extension { keyword, old, new } = difference else { return None };
    Some(format!("the extension {} {}", words::keyword(keyword), words::change(old.as_ref(), new.as_ref())))
}
