//! ECMA-262 patterns and their translation to the `regex` crate.

/// A pattern of `pattern` or `patternProperties`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// As the schema writes it.
    pub source: String,
    /// The same language in the syntax of the `regex` crate, or `None` when no linear-time expression exists
    /// (look-around, back-references) or the pattern is not valid.
    pub translated: Option<String>,
}
