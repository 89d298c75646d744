//! Values are valid where none was.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "value-permitted",
    kind: Kind::Documents,
    backward: Impact::Compatible,
    forward: Impact::Breaking,
    what: "values are valid where none was",
    why: "Old readers refuse whatever stands there.",
    instead: "Let every reader know the place before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::Permitted).then(|| "values are valid here now; none was before".to_owned())
}
