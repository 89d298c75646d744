//! Other members count as undeclared.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "declared-members-changed",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "other members count as undeclared",
    why: "`additionalProperties` looks at the properties beside it alone and `unevaluatedProperties` at all that apply to the object, so that moving either changes what is refused.",
    instead: "Keep `additionalProperties` beside the properties that it speaks about.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::DeclaredChanged { keyword } = difference else { return None };
    Some(format!("`{keyword}` counts other members as declared than before"))
}
