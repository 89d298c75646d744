//! Undeclared members or items are refused that were taken.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "openness-closed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "undeclared members or items are refused that were taken",
    why: "Documents that carry more than the schema declares are refused, and open objects invite such documents.",
    instead: "Leave the object open, or close it with the next major version.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Closed { keyword } = difference else { return None };
    Some(if keyword.ends_with("Items") || *keyword == "items" {
        format!("items that the schema does not declare are refused now (`{keyword}`)")
    } else {
        format!("members that the schema does not declare are refused now (`{keyword}`)")
    })
}
