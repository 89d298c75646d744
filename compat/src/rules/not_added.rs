//! Values are excluded by a `not`.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "not-added",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Compatible,
    what: "values are excluded by a `not`",
    why: "Documents that match the excluded schema are refused.",
    instead: "Exclude them where documents are written, and leave the schema as it is.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    (*difference == Difference::NotAdded).then(|| "values are excluded by `not` that were not".to_owned())
}
