//! The one diagnostic type that lint, validation and compatibility checks produce.

use std::{fmt, ops::Range};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing; never fails a run.
    Note,
    /// Probably a mistake; fails a run only in strict mode.
    Warning,
    /// Wrong; the run ends with exit status 1.
    Error,
}

impl Level {
    /// The lower-case word that reports print.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where something stands: a file, a position in its text, and the JSON pointer of the value there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The name of the source as it was added, usually a path relative to the folder that was checked.
    pub file: String,
    /// 1-based line; 0 when the text has no position (the file could not be read).
    pub line: usize,
    /// 1-based column, counted in characters.
    pub column: usize,
    /// RFC 6901 pointer of the value in the file; empty for the whole document.
    pub pointer: String,
    /// Byte range of the value in the text of the file.
    pub span: (usize, usize),
}

impl Place {
    /// A place that names a file only.
    pub fn file(name: impl Into<String>) -> Self {
        Self { file: name.into(), line: 0, column: 0, pointer: String::new(), span: (0, 0) }
    }

    /// The byte range as a range.
    pub fn range(&self) -> Range<usize> {
        self.span.0..self.span.1
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        if !self.pointer.is_empty() {
            write!(f, " ({})", self.pointer)?;
        }
        Ok(())
    }
}

/// One thing found: which rule, how bad, where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Id of the rule, in kebab case (`unknown-keyword`).
    pub rule: &'static str,
    /// How much it matters.
    pub level: Level,
    /// Where it stands.
    pub place: Place,
    /// One sentence that says what is wrong, without a final full stop.
    pub message: String,
    /// What to do about it, when there is something to say.
    pub help: Option<String>,
    /// Other places that belong to it, each with a few words (`first declared here`).
    pub related: Vec<(Place, String)>,
}

impl Finding {
    /// A finding without help or related places.
    pub fn new(rule: &'static str, level: Level, place: Place, message: impl Into<String>) -> Self {
        Self { rule, level, place, message: message.into(), help: None, related: Vec::new() }
    }

    /// The same finding with a sentence that says what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding with another place that belongs to it.
    #[must_use]
    pub fn with_related(mut self, place: Place, words: impl Into<String>) -> Self {
        self.related.push((place, words.into()));
        self
    }
}
