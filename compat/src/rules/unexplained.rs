//! A schema breaks documents and no other rule says why.

use super::{Impact, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "unexplained",
    kind: Kind::Documents,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "a schema breaks documents and no other rule says why",
    why: "The document shows that it does; the comparison of the two texts missed where.",
    instead: "Look at the witness and at what refuses it, and report the pair of schemas as a fault of this tool.",
    name: |_| None,
};
