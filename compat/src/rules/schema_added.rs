//! A schema is new in the set.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "schema-added",
    kind: Kind::Addition,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "a schema is new in the set",
    why: "Nobody depends on it yet.",
    instead: "Nothing: it needs a minor step of the set's version.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::SchemaAdded).then(|| "the schema is new in the set".to_owned())
}
