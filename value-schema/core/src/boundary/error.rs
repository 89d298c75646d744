//! What is refused at the boundary, and where.

use std::fmt;

use thiserror::Error;

use crate::{number::NumberError, pointer::Pointer};

/// A value that JSON text cannot carry, or would change.
#[derive(Clone, Error, PartialEq, Eq)]
#[error("{}: {}{}", .0.pointer.shortened(), .0.kind, At(.0.position))]
pub struct LossyError(Box<Parts>);

#[derive(Clone, PartialEq, Eq)]
struct Parts {
    pointer: Pointer,
    kind: LossyKind,
    position: Option<TextPosition>,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// In bytes from the beginning.
    pub offset: usize,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
}

/// Why a value is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LossyKind {
    /// Infinity or NaN.
    #[error("{0} is not in JSON: a number is finite")]
    NonFinite(String),
    /// `-0`, in any spelling.
    #[error("negative zero does not survive a round trip: write 0")]
    NegativeZero,
    /// A number whose decimal value no 64-bit integer has, and no double in its shortest form.
    #[error(
        "the number {literal} does not survive a round trip: it would become {becomes}; write it as a string if its \
         digits matter"
    )]
    NumberChanges {
        /// The number as it was written; long ones are cut.
        literal: String,
        /// What a reader of doubles would make of it.
        becomes: String,
    },
    /// An integer outside of `i64` and `u64`.
    #[error("the integer {0} is outside of the 64-bit range: write it as a string")]
    IntegerOutOfRange(String),
    /// Half of a surrogate pair: no Unicode text contains it.
    #[error("\\u{0:04x} is half of a surrogate pair: write both halves or another character")]
    LoneSurrogate(u16),
    /// A second member with the same name, however its name is written.
    #[error("a second member with the same name: an object has one member of a name")]
    DuplicateKey,
    /// A key of a map that is not a string, and would have to become one.
    #[error("{0} as the key of a map: the names of members are strings, and nothing else is turned into one")]
    KeyNotString(&'static str),
    /// A byte string.
    #[error("JSON has no byte strings: write text, such as Base64, or an array of numbers")]
    Bytes,
    /// More nesting than foreign code can go through without running out of stack.
    #[error(
        "more than {0} containers inside each other, where code of another crate goes through them by recursion"
    )]
    TooDeep(usize),
    /// Text that is not JSON.
    #[error(transparent)]
    NotJson(#[from] Syntax),
    /// The value refused to be serialized.
    #[error("the value refuses to be serialized: {0}")]
    Refused(String),
}

/// How a text is not JSON.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Syntax {
    /// The text ends too early.
    #[error("the text ends where {expected} is expected")]
    End {
        /// What is expected.
        expected: &'static str,
    },
    /// Something else is expected.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What is expected.
        expected: &'static str,
        /// The character that stands there.
        found: char,
    },
    /// More text after the value.
    #[error("more text after the value, from {found:?} on")]
    TrailingText {
        /// The first character.
        found: char,
    },
    /// A control character in a string.
    #[error("the control character U+{0:04X} in a string: write \\u{0:04x}")]
    ControlCharacter(u32),
    /// A backslash that begins no escape.
    #[error("{0:?} is no escape: a backslash stands before one of \"\\/bfnrt or u and four hexadecimal digits")]
    Escape(String),
    /// A number that is not in JSON's spelling.
    #[error("{0:?} is not a number in JSON's spelling")]
    Number(String),
    /// A byte-order mark at the beginning.
    #[error("the text begins with a byte-order mark: JSON text is UTF-8 without one")]
    ByteOrderMark,
    /// Bytes that are not UTF-8.
    #[error("the text is not UTF-8 from here on")]
    Utf8,
}

impl LossyError {
    pub(crate) fn new(kind: LossyKind, pointer: Pointer) -> Self {
        Self(Box::new(Parts { pointer, kind, position: None }))
    }

    /// An error at a byte of a text.
    pub(super) fn in_text(kind: LossyKind, pointer: Pointer, text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let position = TextPosition {
            offset,
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        };
        Self(Box::new(Parts { pointer, kind, position: Some(position) }))
    }

    /// Where in the value it is. For a second member with the same name, this is the place of both.
    pub fn pointer(&self) -> &Pointer {
        &self.0.pointer
    }

    /// Why it is refused.
    pub fn kind(&self) -> &LossyKind {
        &self.0.kind
    }

    /// Where in the text it is, if a text was read.
    pub fn position(&self) -> Option<TextPosition> {
        self.0.position
    }

    /// The byte of the text at which it is, if a text was read.
    pub fn offset(&self) -> Option<usize> {
        self.0.position.map(|position| position.offset)
    }
}

impl fmt::Debug for LossyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LossyError")
            .field("pointer", &self.0.pointer)
            .field("kind", &self.0.kind)
            .field("position", &self.0.position)
            .finish()
    }
}

struct At(Option<TextPosition>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(TextPosition { line, column, .. }) => write!(f, " at line {line} column {column}"),
            None => Ok(()),
        }
    }
}

impl From<NumberError> for LossyKind {
    fn from(error: NumberError) -> Self {
        match error {
            NumberError::NonFinite(number) => Self::NonFinite(number),
            NumberError::NegativeZero => Self::NegativeZero,
            NumberError::Changes { literal, becomes } => Self::NumberChanges { literal, becomes },
            NumberError::IntegerOutOfRange(integer) => Self::IntegerOutOfRange(integer),
            NumberError::Spelling(text) => Self::NotJson(Syntax::Number(text)),
        }
    }
}
