//! Patterns, compiled once when they are first used.

use std::sync::OnceLock;

/// A pattern of `pattern` or `patternProperties`, already translated from ECMA-262 by the generator.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    translated: &'static str,
    compiled: OnceLock<regex::Regex>,
}

impl Pattern {
    /// A pattern: `source` as the schema writes it, `translated` in the syntax of the `regex` crate.
    pub const fn new(source: &'static str, translated: &'static str) -> Self {
        Self { source, translated, compiled: OnceLock::new() }
    }
}
