//! A schema has another `$id`.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "id-changed",
    kind: Kind::Contract,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "a schema has another `$id`",
    why: "Whoever refers to the schema by its `$id`, or keeps documents under it, no longer finds it.",
    instead: "Keep the `$id`; give the schema a new one with the next major version, or approve the change.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::IdChanged { old, new } = difference else { return None };
    Some(match (old, new) {
        (Some(old), Some(new)) => format!("the `$id` was {old} and is {new}"),
        (Some(old), None) => format!("the `$id` was {old}; there is none now"),
        (None, Some(new)) => format!("the `$id` is {new}; there was none"),
        (None, None) => "the `$id` changed".to_owned(),
    })
}
