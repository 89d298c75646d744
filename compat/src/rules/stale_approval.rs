//! An approval in the manifest approves nothing.

use super::{Impact, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "stale-approval",
    kind: Kind::Approval,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "an approval in the manifest approves nothing",
    why: "An approval that is left over would let a later break pass unseen.",
    instead: "Remove the `[[approve]]` entry from the manifest, or correct its rule, schema, place or version.",
    name: |_| None,
};
