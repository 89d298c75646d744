//! `format` as an assertion.
//!
//! What a format means is decided by the `jsonschema` crate, which is also what the command line validates with. It comes
//! with the feature `formats`; without it there is no [`Format`].

/// The draft of JSON Schema whose formats are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the draft of that name")]
pub enum Draft {
    Draft4,
    Draft6,
    Draft7,
    Draft201909,
    Draft202012,
}

#[cfg(feature = "formats")]
pub use with_crate::Format;
#[cfg(not(feature = "formats"))]
pub use without_crate::Format;

#[cfg(not(feature = "formats"))]
mod without_crate {
    /// A format. There is none without the feature `formats`.
    #[derive(Debug)]
    pub enum Format {}

    impl Format {
        /// The name of the format.
        pub fn name(&self) -> &'static str {
            match *self {}
        }

        /// Whether a text has the format.
        pub fn is_valid(&self, _: &str) -> bool {
            match *self {}
        }
    }
}

#[cfg(feature = "formats")]
mod with_crate {
    use std::sync::OnceLock;

    use jsonschema::Validator;
    use serde_json::{Value, json};

    use super::Draft;

    /// A format, made ready when it is first used.
    #[derive(Debug)]
    pub struct Format {
        draft: Draft,
        name: &'static str,
        compiled: OnceLock<Option<Validator>>,
    }

    impl Format {
        /// A format of a draft, such as `date-time`.
        pub const fn new(draft: Draft, name: &'static str) -> Self {
            Self { draft, name, compiled: OnceLock::new() }
        }

        /// The name of the format.
        pub fn name(&self) -> &'static str {
            self.name
        }

        /// Whether a text has the format.
        ///
        /// The generator writes formats that the draft defines. Should the `jsonschema` crate not know one of them, no
        /// text has it.
        pub fn is_valid(&self, text: &str) -> bool {
            let compiled = self.compiled.get_or_init(|| {
                jsonschema::options()
                    .with_draft(match self.draft {
                        Draft::Draft4 => jsonschema::Draft::Draft4,
                        Draft::Draft6 => jsonschema::Draft::Draft6,
                        Draft::Draft7 => jsonschema::Draft::Draft7,
                        Draft::Draft201909 => jsonschema::Draft::Draft201909,
                        Draft::Draft202012 => jsonschema::Draft::Draft202012,
                    })
                    .should_validate_formats(true)
                    .should_ignore_unknown_formats(false)
                    .offline()
                    .build(&json!({ "format": self.name }))
                    .ok()
            });
            compiled.as_ref().is_some_and(|validator| validator.is_valid(&Value::String(text.to_owned())))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn formats_are_those_of_their_draft() {
            static DATE: Format = Format::new(Draft::Draft202012, "date");
            assert!(DATE.is_valid("2024-02-29"));
            assert!(!DATE.is_valid("2023-02-29"));
            assert!(Format::new(Draft::Draft202012, "uuid").is_valid("2eb8aa08-aa98-11ea-b4aa-73b441d16380"));
            assert!(Format::new(Draft::Draft202012, "idn-email").is_valid("\u{5b9f}\u{4f8b}@\u{5b9f}\u{4f8b}.com"));
            // Draft 7 has no `uuid`, so no text has it.
            assert!(!Format::new(Draft::Draft7, "uuid").is_valid("2eb8aa08-aa98-11ea-b4aa-73b441d16380"));
        }

        #[test]
        fn every_format_of_every_dialect_is_known() {
            let drafts = [
                (contracts_model::schema::Dialect::Draft4, Draft::Draft4),
                (contracts_model::schema::Dialect::Draft6, Draft::Draft6),
                (contracts_model::schema::Dialect::Draft7, Draft::Draft7),
                (contracts_model::schema::Dialect::Draft201909, Draft::Draft201909),
                (contracts_model::schema::Dialect::Draft202012, Draft::Draft202012),
            ];
            for (dialect, draft) in drafts {
                for name in contracts_model::format::names() {
                    let format = Format::new(draft, name);
                    format.is_valid("");
                    let known = format.compiled.get().is_some_and(Option::is_some);
                    assert_eq!(known, contracts_model::format::is_in(dialect, name), "{name} in {dialect}");
                }
            }
        }
    }
}
