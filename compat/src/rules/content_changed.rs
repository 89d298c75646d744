//! `contentMediaType`, `contentEncoding` or `contentSchema` changed.

use super::{Impact, Kind, Rule, words};
use crate::change::Difference;

pub(super) const RULE: Rule = Rule {
    id: "content-changed",
    kind: Kind::Annotation,
    backward: Impact::Compatible,
    forward: Impact::Compatible,
    what: "`contentMediaType`, `contentEncoding` or `contentSchema` changed",
    why: "Content keywords are annotations: no document is refused for them.",
    instead: "Look whether a reader decodes the content.",
    name,
};

fn name(difference: &Difference) -> Option<String> {
    let Difference::Annotation {
        keyword: keyword @ ("contentMediaType" | "contentEncoding" | "contentSchema"),
        old,
        new,
    } = difference
    else {
        return None;
    };
    Some(format!("`{keyword}` {}", words::change(old.as_ref(), new.as_ref())))
}
