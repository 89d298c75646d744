//! The version of the set rose by less than the changes need.

use super::{Impact, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "version-step-missing",
    kind: Kind::Version,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "the version of the set rose by less than the changes need",
    why: "Whoever depends on the set reads from its version whether an upgrade is safe.",
    instead: "Raise `version` in the manifest as the report says.",
    name: |_| None,
};
