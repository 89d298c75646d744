//! Undeclared members or items are taken that were refused.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "openness-opened",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "undeclared members or items are taken that were refused",
    why: "Old readers refuse documents that carry more than they know.",
    instead: "Let every reader be open before anybody writes more than the schema declares.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Opened { keyword } = difference else { return None };
    Some(if keyword.ends_with("Items") || *keyword == "items" {
        format!("items that the schema does not declare are taken now (`{keyword}`)")
    } else {
        format!("members that the schema does not declare are taken now (`{keyword}`)")
    })
}
