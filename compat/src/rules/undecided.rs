//! Neither was it proved that all documents stay valid, nor was a document found that does not.

use super::{Impact, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "undecided",
    kind: Kind::Review,
    backward: Impact::Undecided,
    forward: Impact::Undecided,
    what: "neither was it proved that all documents stay valid, nor was a document found that does not",
    why: "Nothing was proved, so nothing is claimed. The finding names the part of the schema that stood in the way.",
    instead: "Look at the change yourself; then make a major step, or approve it. A larger `--budget` may decide it.",
    name: |_| None,
};
