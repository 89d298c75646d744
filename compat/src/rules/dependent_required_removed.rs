//! A member may be absent beside another one.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "dependent-required-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a member may be absent beside another one",
    why: "Old readers refuse documents that have the one without the other.",
    instead: "Let every reader cope with it before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::DependentRequiredRemoved { trigger, name } = difference else { return None };
    Some(format!("where {} is, {} may be absent now", words::name(trigger), words::name(name)))
}
