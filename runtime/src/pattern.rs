//! Patterns, compiled once when they are first used.

use std::{error, fmt, sync::OnceLock};

use regex::{Regex, RegexBuilder};

/// Most bytes that one compiled pattern may take, and again that its lazy automaton may cache.
const SIZE_LIMIT: usize = 10 << 20;

/// Most steps back that a pattern which backtracks may take for one text.
pub const MAX_STEPS: usize = 100_000;

/// The longest text, in bytes, that a pattern which backtracks is tried on: one step may look at all of the text.
pub const MAX_TEXT: usize = 1 << 16;

/// A pattern of `pattern` or `patternProperties`, already translated from ECMA-262 by the generator.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    translated: &'static str,
    #[cfg(feature = "backtracking")]
    backtracks: bool,
    compiled: OnceLock<Result<Engine, String>>,
}

#[derive(Debug)]
enum Engine {
    Linear(Regex),
    #[cfg(feature = "backtracking")]
    Backtracking(fancy_regex::Regex),
}

impl Pattern {
    /// A pattern: `source` as the schema writes it, `translated` in the syntax of the `regex` crate.
    pub const fn new(source: &'static str, translated: &'static str) -> Self {
        Self {
            source,
            translated,
            #[cfg(feature = "backtracking")]
            backtracks: false,
            compiled: OnceLock::new(),
        }
    }

    /// A pattern with look-around or back-references: `source` as the schema writes it, `translated` in the syntax of
    /// the `fancy-regex` crate. Matching it takes at most [`MAX_STEPS`] steps back and texts of at most [`MAX_TEXT`]
    /// bytes.
    #[cfg(feature = "backtracking")]
    pub const fn backtracking(source: &'static str, translated: &'static str) -> Self {
        Self { source, translated, backtracks: true, compiled: OnceLock::new() }
    }

    /// The pattern as the schema writes it.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the pattern matches somewhere in `text`. A pattern from [`Pattern::new`] takes time linear in `text`.
    ///
    /// # Errors
    /// When that is not known: a pattern that backtracks took too many steps, or one does not compile (which the
    /// generator excludes for the versions of the engines that it was made for).
    pub fn is_match(&self, text: &str) -> Result<bool, PatternError> {
        match self.engine()? {
            Engine::Linear(regex) => Ok(regex.is_match(text)),
            #[cfg(feature = "backtracking")]
            Engine::Backtracking(_) if text.len() > MAX_TEXT => {
                Err(self.error(Reason::Limit(format!("a text of more than {MAX_TEXT} bytes"))))
            }
            #[cfg(feature = "backtracking")]
            Engine::Backtracking(regex) => regex.is_match(text).map_err(|_| {
                self.error(Reason::Limit(format!("more than {MAX_STEPS} steps for a text of {} bytes", text.len())))
            }),
        }
    }

    /// Compiles the pattern now, for callers that want to know early.
    pub fn compile(&self) -> Result<(), PatternError> {
        self.engine().map(|_| ())
    }

    fn engine(&self) -> Result<&Engine, PatternError> {
        let compiled = self.compiled.get_or_init(|| self.build());
        compiled.as_ref().map_err(|message| self.error(Reason::Broken(message.clone())))
    }

    fn build(&self) -> Result<Engine, String> {
        #[cfg(feature = "backtracking")]
        if self.backtracks {
            return fancy_regex::RegexBuilder::new(self.translated)
                .backtrack_limit(MAX_STEPS)
                .delegate_size_limit(SIZE_LIMIT)
                .delegate_dfa_size_limit(SIZE_LIMIT)
                .build()
                .map(Engine::Backtracking)
                .map_err(|error| error.to_string());
        }
        RegexBuilder::new(self.translated)
            .size_limit(SIZE_LIMIT)
            .dfa_size_limit(SIZE_LIMIT)
            .build()
            .map(Engine::Linear)
            .map_err(|error| error.to_string())
    }

    #[cold]
    fn error(&self, reason: Reason) -> PatternError {
        PatternError { source: self.source, reason }
    }
}

/// A pattern with look-around or back-references, for generated code: `source` as the schema writes it, `translated` in
/// the syntax of the `fancy-regex` crate.
#[cfg(feature = "backtracking")]
#[macro_export]
macro_rules! backtracking_pattern {
    ($source:literal, $translated:literal) => {
        $crate::Pattern::backtracking($source, $translated)
    };
}

/// A pattern with look-around or back-references, for generated code; it needs the feature `backtracking`.
#[cfg(not(feature = "backtracking"))]
#[macro_export]
macro_rules! backtracking_pattern {
    ($source:literal, $translated:literal) => {
        ::core::compile_error!(::core::concat!(
            "the pattern ",
            $source,
            " of the schema has look-around or back-references: switch the feature `backtracking` of the crate \
             `contracts-runtime` on"
        ))
    };
}

/// Why it is not known whether a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    source: &'static str,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Broken(String),
    #[cfg(feature = "backtracking")]
    Limit(String),
}

impl PatternError {
    /// The pattern as the schema writes it.
    pub fn pattern(&self) -> &'static str {
        self.source
    }

    /// What stood in the way, in words that follow "found".
    pub(crate) fn found(&self) -> String {
        match &self.reason {
            Reason::Broken(message) => format!("that it does not compile: {message}"),
            #[cfg(feature = "backtracking")]
            Reason::Limit(found) => found.clone(),
        }
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Broken(message) => write!(f, "the pattern \"{}\" does not compile: {message}", self.source),
            #[cfg(feature = "backtracking")]
            Reason::Limit(found) => write!(f, "the pattern \"{}\" would take {found}", self.source),
        }
    }
}

impl error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_anywhere() {
        static DIGIT: Pattern = Pattern::new(r"\d", "[0-9]");
        assert_eq!(DIGIT.is_match("a1"), Ok(true));
        assert_eq!(DIGIT.is_match("a\u{661}"), Ok(false));
        assert_eq!(DIGIT.source(), r"\d");
        assert_eq!(DIGIT.compile(), Ok(()));
    }

    #[test]
    fn what_does_not_compile_decides_nothing() {
        let broken = Pattern::new("(", "(");
        let error = broken.is_match("(").unwrap_err();
        assert!(error.to_string().starts_with("the pattern \"(\" does not compile"));
        let huge = Pattern::new("huge", r"((\w{1000}){1000}){1000}");
        assert!(huge.compile().is_err());
    }

    #[cfg(feature = "backtracking")]
    #[test]
    fn steps_back_are_counted() {
        static TWO_WAYS: Pattern = backtracking_pattern!("^(?:a|(?!b)a)+$", "\\A(?:a|(?!b)a)+\\z");
        assert_eq!(TWO_WAYS.is_match("aaaa"), Ok(true));
        assert_eq!(TWO_WAYS.is_match("b"), Ok(false));
        let error = TWO_WAYS.is_match(&format!("{}b", "a".repeat(60))).unwrap_err();
        assert!(error.to_string().ends_with("more than 100000 steps for a text of 61 bytes"), "{error}");
        let error = TWO_WAYS.is_match(&"a".repeat(MAX_TEXT + 1)).unwrap_err();
        assert!(error.to_string().ends_with("a text of more than 65536 bytes"), "{error}");
    }
}
