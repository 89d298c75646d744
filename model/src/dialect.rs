//! Dialects and vocabularies.

use std::fmt;

use crate::schema::Dialect;

impl Dialect {
    /// All dialects, oldest first.
    pub const ALL: [Self; 5] = [Self::Draft4, Self::Draft6, Self::Draft7, Self::Draft201909, Self::Draft202012];

    /// The URI that `$schema` names it by.
    pub fn uri(self) -> &'static str {
        match self {
            Self::Draft4 => "http://json-schema.org/draft-04/schema#",
            Self::Draft6 => "http://json-schema.org/draft-06/schema#",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
            Self::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The dialect that a `$schema` names. An empty fragment and the choice of `http` or `https` are not told
    /// apart, as no tool tells them apart.
    pub fn from_uri(uri: &str) -> Option<Self> {
        fn bare(uri: &str) -> Option<&str> {
            let uri = uri.strip_suffix('#').unwrap_or(uri);
            uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))
        }
        let wanted = bare(uri)?;
        Self::ALL.into_iter().find(|dialect| bare(dialect.uri()) == Some(wanted))
    }

    /// Whether the siblings of a `$ref` are ignored.
    pub(crate) fn ignores_siblings_of_ref(self) -> bool {
        self <= Self::Draft7
    }

    /// The keyword that gives a schema its URI.
    pub(crate) fn id_keyword(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draft4 => "draft-04",
            Self::Draft6 => "draft-06",
            Self::Draft7 => "draft-07",
            Self::Draft201909 => "2019-09",
            Self::Draft202012 => "2020-12",
        })
    }
}

/// A standard vocabulary of 2019-09 and 2020-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vocabulary {
    /// `$id`, `$ref`, `$defs` and their like; always on.
    Core,
    /// Keywords that apply subschemas.
    Applicator,
    /// `unevaluatedItems`, `unevaluatedProperties`; in 2019-09 part of the applicators.
    Unevaluated,
    /// Keywords that assert.
    Validation,
    /// `title`, `default` and their like.
    MetaData,
    /// `format`.
    Format,
    /// `contentMediaType` and its like.
    Content,
}

/// A set of vocabularies, and whether `format` is an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vocabularies {
    set: u8,
    format_assertion: bool,
}

impl Vocabularies {
    /// What the standard meta-schemas switch on: everything, `format` as an annotation.
    pub const STANDARD: Self = Self { set: u8::MAX, format_assertion: false };
    const CORE: Self = Self { set: 1 << Vocabulary::Core as u8, format_assertion: false };

    /// Whether a vocabulary is on.
    pub const fn contains(self, vocabulary: Vocabulary) -> bool {
        self.set & (1 << vocabulary as u8) != 0
    }

    /// Whether a meta-schema asked for `format` to be asserted.
    pub const fn asserts_format(self) -> bool {
        self.format_assertion
    }

    /// The vocabularies that a `$vocabulary` switches on.
    ///
    /// # Errors
    ///
    /// The URI of the first one that is required and not known.
    pub(crate) fn declared<'a>(entries: impl Iterator<Item = (&'a str, bool)>) -> Result<Self, &'a str> {
        let mut vocabularies = Self::CORE;
        for (uri, required) in entries {
            let name = uri
                .strip_prefix("https://json-schema.org/draft/2020-12/vocab/")
                .or_else(|| uri.strip_prefix("https://json-schema.org/draft/2019-09/vocab/"));
            let vocabulary = match name {
                Some("core") => Vocabulary::Core,
                Some("applicator") => Vocabulary::Applicator,
                Some("unevaluated") => Vocabulary::Unevaluated,
                Some("validation") => Vocabulary::Validation,
                Some("meta-data") => Vocabulary::MetaData,
                Some("format-annotation") => Vocabulary::Format,
                // In 2019-09 the boolean says whether `format` must be asserted (section 7.2.1 of validation).
                Some("format") => {
                    vocabularies.format_assertion |= required;
                    Vocabulary::Format
                }
                // In 2020-12 naming this vocabulary, required or not, asks for assertion where it is implemented.
                Some("format-assertion") => {
                    vocabularies.format_assertion = true;
                    Vocabulary::Format
                }
                Some("content") => Vocabulary::Content,
                _ if required => return Err(uri),
                _ => continue,
            };
            vocabularies.set |= 1 << vocabulary as u8;
        }
        Ok(vocabularies)
    }
}

impl fmt::Debug for Vocabularies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Vocabulary::{Applicator, Content, Core, Format, MetaData, Unevaluated, Validation};
        f.debug_set()
            .entries(
                [Core, Applicator, Unevaluated, Validation, MetaData, Format, Content]
                    .into_iter()
                    .filter(|vocabulary| self.contains(*vocabulary)),
            )
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::from_uri(dialect.uri()), Some(dialect));
        }
        assert_eq!(Dialect::from_uri("https://json-schema.org/draft-07/schema"), Some(Dialect::Draft7));
        assert_eq!(Dialect::from_uri("http://json-schema.org/draft-03/schema#"), None);
        assert_eq!(Dialect::from_uri("draft-07"), None);
    }

    #[test]
    fn required_unknown_vocabularies_are_refused() {
        let validation = "https://json-schema.org/draft/2020-12/vocab/validation";
        let on = Vocabularies::declared([(validation, true), ("http://x/v", false)].into_iter()).expect("known");
        assert!(on.contains(Vocabulary::Validation) && on.contains(Vocabulary::Core));
        assert!(!on.contains(Vocabulary::Applicator) && !on.asserts_format());
        assert_eq!(Vocabularies::declared([("http://x/v", true)].into_iter()), Err("http://x/v"));
    }
}
