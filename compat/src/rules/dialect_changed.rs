//! `$schema` names another dialect.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "dialect-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "`$schema` names another dialect",
    why: "The same text may mean something else: up to draft-07 the keywords beside a `$ref` are ignored, and arrays of `items` have another name. Each version is read in its own dialect, and what that changes is listed apart.",
    instead: "Look at the other changes of the schema.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Dialect { old, new } = difference else { return None };
    Some(format!("the dialect was {old} and is {new}; each version is read in its own"))
}
