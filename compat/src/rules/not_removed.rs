//! Values are no longer excluded by a `not`.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "not-removed",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "values are no longer excluded by a `not`",
    why: "Old readers refuse what was excluded.",
    instead: "Let every reader cope with such values before anybody writes them.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::NotRemoved).then(|| "values are no longer excluded by `not`".to_owned())
}
