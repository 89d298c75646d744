//! A `$dynamicRef` leads somewhere else.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "dynamic-reference-changed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "a `$dynamicRef` leads somewhere else",
    why: "What applies then depends on the schema that the reader starts from.",
    instead: "Use `$ref` where nothing is meant to be replaced.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    matches!(difference, Difference::DynamicReferenceChanged { .. })
        .then(|| "the dynamic reference leads somewhere else".to_owned())
}
