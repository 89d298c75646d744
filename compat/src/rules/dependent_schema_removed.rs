//! A schema no longer applies where a member is there.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "dependent-schema-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a schema no longer applies where a member is there",
    why: "Old readers refuse documents that have the member and do not satisfy the schema.",
    instead: "Let every reader cope with it before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::DependentSchemaRemoved { trigger } = difference else { return None };
    Some(format!("where {} is, a schema no longer applies", words::name(trigger)))
}
