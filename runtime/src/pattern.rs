//! Patterns, compiled once when they are first used.

use std::{error, fmt, sync::OnceLock};

use regex::{Regex, RegexBuilder};

/// Most bytes that one compiled pattern may take, and again that its lazy automaton may cache.
const SIZE_LIMIT: usize = 10 << 20;

/// A pattern of `pattern` or `patternProperties`, already translated from ECMA-262 by the generator.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    translated: &'static str,
    compiled: OnceLock<Result<Regex, PatternError>>,
}

impl Pattern {
    /// A pattern: `source` as the schema writes it, `translated` in the syntax of the `regex` crate.
    pub const fn new(source: &'static str, translated: &'static str) -> Self {
        Self { source, translated, compiled: OnceLock::new() }
    }

    /// The pattern as the schema writes it.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the pattern matches somewhere in `text`, in time linear in `text`.
    ///
    /// The generator compiles every pattern before it writes it, so compiling cannot fail here. Should it fail all the
    /// same (another version of the `regex` crate), nothing matches; [`compile`](Self::compile) tells.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex().as_ref().is_ok_and(|regex| regex.is_match(text))
    }

    /// Compiles the pattern now, for callers that want to know early.
    pub fn compile(&self) -> Result<(), PatternError> {
        self.regex().as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn regex(&self) -> &Result<Regex, PatternError> {
        self.compiled.get_or_init(|| {
            RegexBuilder::new(self.translated)
                .size_limit(SIZE_LIMIT)
                .dfa_size_limit(SIZE_LIMIT)
                .build()
                .map_err(|error| PatternError { source: self.source, reason: error.to_string() })
        })
    }
}

/// A pattern that does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    source: &'static str,
    reason: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the pattern \"{}\" does not compile: {}", self.source, self.reason)
    }
}

impl error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_anywhere() {
        static DIGIT: Pattern = Pattern::new(r"\d", "[0-9]");
        assert!(DIGIT.is_match("a1"));
        assert!(!DIGIT.is_match("a\u{661}"));
        assert_eq!(DIGIT.source(), r"\d");
        assert_eq!(DIGIT.compile(), Ok(()));
    }

    #[test]
    fn what_does_not_compile_matches_nothing_and_says_so() {
        let broken = Pattern::new("(", "(");
        assert!(!broken.is_match("("));
        assert!(broken.compile().unwrap_err().to_string().starts_with("the pattern \"(\" does not compile"));
        let huge = Pattern::new("huge", r"((\w{1000}){1000}){1000}");
        assert!(huge.compile().is_err());
    }
}
