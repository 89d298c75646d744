//! A schema applies where a member is there.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "dependent-schema-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a schema applies where a member is there",
    why: "Documents that have the member and do not satisfy the schema are refused.",
    instead: "Check the dependency where documents are written, and leave the schema as it is.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::DependentSchemaAdded { trigger } = difference else { return None };
    Some(format!("where {} is, another schema applies now", words::name(trigger)))
}
