//! A schema breaks documents and its own version in the manifest is the old one.

use super::{Impact, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "schema-version-not-raised",
    kind: Kind::Version,
    backward: Impact::Breaking,
    forward: Impact::Breaking,
    what: "a schema breaks documents and its own version in the manifest is the old one",
    why: "Services report the version of a schema; two different contracts must not share one.",
    instead: "Raise `version` of the schema in the manifest.",
    name: |_| None,
};
