//! A schema of the set is gone.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "schema-removed",
    kind: Kind::Contract,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "a schema of the set is gone",
    why: "Whoever reads or writes such documents loses the contract, whether or not a document can show it.",
    instead: "Keep the schema and mark it `deprecated`; remove it with the next major version, or approve the change.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::SchemaRemoved).then(|| "the schema is gone from the set".to_owned())
}
