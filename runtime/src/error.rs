//! Why a document was refused.

use std::fmt;

use crate::Violation;

/// Why a document was refused: its text is not JSON, or it violates the schema.
///
/// ```
/// # use contracts_runtime::{Error, Json};
/// let error: Error = Json::from_str("[1, 2").unwrap_err();
/// assert_eq!(error.line(), Some(1));
/// assert!(error.violation().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Box<Kind>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Text { message: String, position: Option<(usize, usize)> },
    Violation { violation: Violation, position: Option<(usize, usize)> },
}

impl Error {
    /// The text is not JSON (or ended early, or could not be read). `position` is line and column, from 1.
    pub fn text(message: impl Into<String>, position: Option<(usize, usize)>) -> Self {
        Self { kind: Box::new(Kind::Text { message: message.into(), position }) }
    }

    /// The same error with the line and column (from 1) at which reading stopped.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        let (Kind::Text { position, .. } | Kind::Violation { position, .. }) = &mut *self.kind;
        *position = Some((line, column));
        self
    }

    /// What the schema has against the document; `None` when the text is not JSON.
    pub fn violation(&self) -> Option<&Violation> {
        match &*self.kind {
            Kind::Text { .. } => None,
            Kind::Violation { violation, .. } => Some(violation),
        }
    }

    /// JSON pointer of the value that was refused; empty for the whole document and for text that is not JSON.
    pub fn pointer(&self) -> &str {
        self.violation().map_or("", |violation| &violation.pointer)
    }

    /// The keyword that failed (`required`, `minimum`), a rule of every document (`duplicate-key`, `depth`,
    /// `number-range`, `not-json`), `pattern-limit` (not known, because a pattern took too many steps), or `syntax`.
    pub fn rule(&self) -> &str {
        self.violation().map_or("syntax", |violation| violation.keyword)
    }

    /// Line of the text at which reading stopped, from 1, where a text was read.
    pub fn line(&self) -> Option<usize> {
        self.position().map(|(line, _)| line)
    }

    /// Column of the text at which reading stopped, from 1, where a text was read.
    pub fn column(&self) -> Option<usize> {
        self.position().map(|(_, column)| column)
    }

    /// The same error without values of the document, for logs that must not hold them.
    #[must_use]
    pub fn without_values(&self) -> Self {
        match &*self.kind {
            Kind::Text { position, .. } => Self::text("the text is not a JSON document", *position),
            Kind::Violation { violation, position } => Self {
                kind: Box::new(Kind::Violation { violation: violation.without_values(), position: *position }),
            },
        }
    }

    fn position(&self) -> Option<(usize, usize)> {
        let (Kind::Text { position, .. } | Kind::Violation { position, .. }) = &*self.kind;
        *position
    }
}

impl From<Violation> for Error {
    fn from(violation: Violation) -> Self {
        Self { kind: Box::new(Kind::Violation { violation, position: None }) }
    }
}

impl From<Box<Violation>> for Error {
    fn from(violation: Box<Violation>) -> Self {
        Self::from(*violation)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.kind {
            Kind::Text { message, position } => {
                f.write_str(message)?;
                write_position(*position, f)
            }
            Kind::Violation { violation, position } => {
                violation.write_line(f)?;
                write_position(*position, f)?;
                violation.write_causes(f)
            }
        }
    }
}

fn write_position(position: Option<(usize, usize)>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match position {
        Some((line, column)) => write!(f, " at line {line} column {column}"),
        None => Ok(()),
    }
}

impl std::error::Error for Error {}
