//! A member may be absent that had to be there.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "required-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "a member may be absent that had to be there",
    why: "Old readers refuse documents without the member.",
    instead: "Let every reader cope without the member before anybody leaves it out.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::RequiredRemoved { name } = difference else { return None };
    Some(format!("the member {} may be absent now", words::name(name)))
}
