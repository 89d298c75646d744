//! Exit statuses, and the failures that end a run before it has an answer.

use std::{fmt, io, process::ExitCode};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ExitStatus {
    /// Nothing is wrong.
    Clean = 0,
    /// There are findings that fail the run.
    Findings = 1,
    /// Nothing is known to be wrong, and not everything could be decided.
    Undecided = 2,
    /// Wrong use, or an environment in which the question cannot be answered.
    Failure = 3,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

/// Why a run has no answer. It ends with [`ExitStatus::Failure`].
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was used wrongly, or something that it needs is not there.
    Use {
        /// What is wrong, one sentence.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// The report could not be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Use { message: message.into(), help: None }
    }

    pub(crate) fn with_help(self, text: impl Into<String>) -> Self {
        match self {
            Self::Use { message, .. } => Self::Use { message, help: Some(text.into()) },
            output @ Self::Output(_) => output,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Use { message, help: None } => f.write_str(message),
            Self::Use { message, help: Some(help) } => write!(f, "{message}\n  help: {help}"),
            Self::Output(error) => write!(f, "the report could not be written: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
