//! A member must be there that could be absent.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "required-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "a member must be there that could be absent",
    why: "Documents without the member are refused, all those from before it existed included.",
    instead: "Leave it optional and give readers a default, or require it in the next major version.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::RequiredAdded { name } = difference else { return None };
    Some(format!("the member {} must be there now", words::name(name)))
}
