//! A property is declared that was not.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "property-added",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::MayBreak,
    what: "a property is declared that was not",
    why: "In a closed object old readers refuse the new member. In an open object an old document may already carry a member of that name with a value that the new schema refuses; `--assume declared-only` says that nobody writes undeclared members.",
    instead: "Choose a name that nobody uses. In a closed object, let every reader know the property before anybody writes it.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PropertyAdded { name, open } = difference else { return None };
    Some(if *open {
        format!(
            "the property {} is declared now; before, a member of that name could hold anything that is taken undeclared",
            words::name(name)
        )
    } else {
        format!("the property {} is new; before, no member of that name was taken", words::name(name))
    })
}
