//! A schema stands in another file and has the same `$id`.

use super::{Impact, Kind, Rule};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "schema-renamed",
    kind: Kind::Addition,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "a schema stands in another file and has the same `$id`",
    why: "References by `$id` still lead to it; references by the path of the file do not.",
    instead: "Nothing, unless somebody refers to the file by its path.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::SchemaRenamed { old, new } = difference else { return None };
    Some(format!("the schema stood in {old} and stands in {new}"))
}
