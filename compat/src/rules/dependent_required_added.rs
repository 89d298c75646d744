//! A member must be there beside another one.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "dependent-required-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a member must be there beside another one",
    why: "Documents that have the one without the other are refused.",
    instead: "Check the dependency where documents are written, and leave the schema as it is.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::DependentRequiredAdded { trigger, name } = difference else { return None };
    Some(format!("where {} is, {} must be there too now", words::name(trigger), words::name(name)))
}
