//! An item of a tuple has a schema of its own.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "prefix-item-added",
    kind: Kind::Documents,
    backward: Impact::MayBreak,
    forward: Impact::MayBreak,
    what: "an item of a tuple has a schema of its own",
    why: "In a closed tuple old readers refuse the longer array. In an open one an old document may already hold an item there that the new schema refuses; `--assume declared-only` says that nobody writes undeclared items.",
    instead: "Close tuples from the beginning, or use an object, where additions have names.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PrefixItemAdded { index } = difference else { return None };
    Some(format!("item {index} has a schema of its own now"))
}
