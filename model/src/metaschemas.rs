//! The public meta-schemas, so that a reference to one resolves without the network.
//!
//! The files are those that <https://json-schema.org> publishes, unchanged. They are part of the JSON Schema
//! specification, Copyright (c) the JSON Schema specification authors, and offered under the Academic Free
//! Licence 3.0 or the BSD 3-clause licence, at the choice of whoever uses them.

use std::sync::{Arc, LazyLock};

use crate::source::Source;

const TEXTS: &[(&str, &str)] = &[
    ("http://json-schema.org/draft-04/schema", include_str!("metaschemas/draft4.json")),
    ("http://json-schema.org/draft-06/schema", include_str!("metaschemas/draft6.json")),
    ("http://json-schema.org/draft-07/schema", include_str!("metaschemas/draft7.json")),
    ("https://json-schema.org/draft/2019-09/schema", include_str!("metaschemas/draft2019-09/schema.json")),
    (
        "https://json-schema.org/draft/2019-09/meta/applicator",
        include_str!("metaschemas/draft2019-09/meta/applicator.json"),
    ),
    (
        "https://json-schema.org/draft/2019-09/meta/content",
        include_str!("metaschemas/draft2019-09/meta/content.json"),
    ),
    ("https://json-schema.org/draft/2019-09/meta/core", include_str!("metaschemas/draft2019-09/meta/core.json")),
    (
        "https://json-schema.org/draft/2019-09/meta/format",
        include_str!("metaschemas/draft2019-09/meta/format.json"),
    ),
    (
        "https://json-schema.org/draft/2019-09/meta/meta-data",
        include_str!("metaschemas/draft2019-09/meta/meta-data.json"),
    ),
    (
        "https://json-schema.org/draft/2019-09/meta/validation",
        include_str!("metaschemas/draft2019-09/meta/validation.json"),
    ),
    ("https://json-schema.org/draft/2020-12/schema", include_str!("metaschemas/draft2020-12/schema.json")),
    (
        "https://json-schema.org/draft/2020-12/meta/applicator",
        include_str!("metaschemas/draft2020-12/meta/applicator.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/content",
        include_str!("metaschemas/draft2020-12/meta/content.json"),
    ),
    ("https://json-schema.org/draft/2020-12/meta/core", include_str!("metaschemas/draft2020-12/meta/core.json")),
    (
        "https://json-schema.org/draft/2020-12/meta/format-annotation",
        include_str!("metaschemas/draft2020-12/meta/format-annotation.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/format-assertion",
        include_str!("metaschemas/draft2020-12/meta/format-assertion.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/meta-data",
        include_str!("metaschemas/draft2020-12/meta/meta-data.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/unevaluated",
        include_str!("metaschemas/draft2020-12/meta/unevaluated.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/validation",
        include_str!("metaschemas/draft2020-12/meta/validation.json"),
    ),
];

/// The meta-schemas with their URIs, parsed on first use.
pub(crate) fn all() -> &'static [(&'static str, Arc<Source>)] {
    static PARSED: LazyLock<Vec<(&str, Arc<Source>)>> = LazyLock::new(|| {
        let parse = |uri: &&'static str, text: &&'static str| {
            (*uri, Arc::new(Source::parse(*uri, *text).expect("the meta-schemas are valid JSON")))
        };
        TEXTS.iter().map(|(uri, text)| parse(uri, text)).collect()
    });
    &PARSED
}

/// Whether a URI can be one of a meta-schema, told without parsing them.
pub(crate) fn knows(uri: &str) -> bool {
    TEXTS.iter().any(|(known, _)| *known == uri)
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_parse_and_carry_their_uri() {
        for (uri, source) in super::all() {
            let id = source.root().get("$id").or_else(|| source.root().get("id")).and_then(|id| id.as_str());
            assert_eq!(id.map(|id| id.trim_end_matches('#')), Some(*uri));
        }
    }
}
