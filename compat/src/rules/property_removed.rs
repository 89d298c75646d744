//! A property is no longer declared.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "property-removed",
    kind: Kind::Contract,
    backward: Impact::Breaking,
    forward: Impact::MayBreak,
    what: "a property is no longer declared",
    why: "Whoever reads or writes the property loses it, whether or not a document can show it: in an open object the member is still taken, and nobody says any more what it means.",
    instead: "Keep the property and mark it `deprecated`; remove it with the next major version, or approve the change.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::PropertyRemoved { name, open, like } = difference else { return None };
    let gone = if *open {
        format!(
            "the property {} is no longer declared; a member of that name is still taken, whatever it holds",
            words::name(name)
        )
    } else {
        format!("the property {} is gone, and a member of that name is refused", words::name(name))
    };
    Some(match like {
        Some(like) => format!("{gone} (renamed to {}? the new property has the same schema)", words::name(like)),
        None => gone,
    })
}
