//! The format changed.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "format-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "the format changed",
    why: "`format` is an annotation: no document is refused for it unless a reader asserts it.",
    instead: "Where readers assert formats (`formats = \"assert\"` in the manifest), the change needs review.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Annotation { keyword: "format", old, new } = difference else { return None };
    Some(format!("the format {}", words::change(old.as_ref(), new.as_ref())))
}
