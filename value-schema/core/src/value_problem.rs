//! What a schema has against a value.

use std::fmt;

use crate::{JsonValue, Pointer, schema_problem::did_you_mean};

/// One thing that a schema has against a value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ValueProblem {
    /// Where in the value it is.
    pub pointer: Pointer,
    /// Which subschema of the wire schema says so.
    pub schema: Pointer,
    /// What it is.
    pub kind: ValueProblemKind,
}

/// The ways in which a value can be invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueProblemKind {
    /// The value is of another type.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// What is allowed.
        expected: &'static str,
        /// What the value is.
        found: String,
    },
    /// The value is not among the literals.
    #[error("expected {}, found {found}{}", Listed(allowed, *count), did_you_mean(close.as_deref()))]
    NotListed {
        /// The literals that are allowed; the first ones, when there are many.
        allowed: Vec<JsonValue>,
        /// How many literals are allowed.
        count: usize,
        /// What the value is.
        found: String,
        /// An allowed string like the one that was found.
        close: Option<String>,
    },
    /// A property is missing.
    #[error("the property {name:?} is missing, and has to be there{}", instead(close.as_deref()))]
    Missing {
        /// Its name.
        name: String,
        /// A member that may be meant: it is not declared, and its name is like it.
        close: Option<String>,
    },
    /// A closed object has a member that is not declared.
    #[error("the member {name:?} is not declared{}{}", did_you_mean(close.as_deref()), Declared(declared, *count))]
    Undeclared {
        /// Its name.
        name: String,
        /// A declared name like it.
        close: Option<String>,
        /// The declared names; the first ones, when there are many.
        declared: Vec<String>,
        /// How many names are declared.
        count: usize,
    },
    /// No branch of a `oneOf` matches.
    #[error("none of the {count} branches of oneOf matches; closest is {closest}")]
    NoBranch {
        /// How many branches there are.
        count: usize,
        /// The branch that came closest, and what is wrong there.
        closest: Box<ClosestBranch>,
    },
    /// More than one branch of a `oneOf` matches.
    #[error("{count} branches of oneOf match where exactly one may: {}", Branches(matching, *count))]
    SeveralBranches {
        /// The branches that match; the first ones, when there are many.
        matching: Vec<BranchName>,
        /// How many match.
        count: usize,
    },
}

/// A branch of a `oneOf`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BranchName {
    /// Its place among the branches, from 0.
    pub index: usize,
    /// Its `title`, if it has one.
    pub title: Option<String>,
}

/// The branch of a `oneOf` that came closest to matching.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ClosestBranch {
    /// Which one.
    pub branch: BranchName,
    /// What is wrong there, at the innermost union that was reached: its kind is never [`ValueProblemKind::NoBranch`].
    pub problem: ValueProblem,
    /// Whether the problem is at the value of the union itself, so that its place need not be told twice.
    pub(crate) here: bool,
}

impl fmt::Display for ValueProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}: {}", self.pointer.shortened(), self.kind)
    }
}

impl std::error::Error for ValueProblem {}

impl fmt::Display for BranchName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "branch {}", self.index)?;
        match &self.title {
            Some(title) => write!(formatter, " ({title:?})"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ClosestBranch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.branch)?;
        if self.here { write!(formatter, "{}", self.problem.kind) } else { write!(formatter, "{}", self.problem) }
    }
}

fn instead(close: Option<&str>) -> String {
    close.map_or_else(String::new, |close| format!(" (there is {close:?}, which is not declared)"))
}

/// `"a"`, or `one of "a", "b"`.
struct Listed<'a>(&'a [JsonValue], usize);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 > 1 {
            formatter.write_str("one of ")?;
        }
        list(formatter, self.0.iter().map(crate::reading::literal_text), self.1)
    }
}

struct Declared<'a>(&'a [String], usize);

impl fmt::Display for Declared<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 == 0 {
            return formatter.write_str("; the object has no members");
        }
        formatter.write_str("; the object may have ")?;
        list(formatter, self.0.iter(), self.1)
    }
}

struct Branches<'a>(&'a [BranchName], usize);

impl fmt::Display for Branches<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(formatter, self.0.iter(), self.1)
    }
}

/// The items with commas between them, and how many more there are.
fn list(
    formatter: &mut fmt::Formatter<'_>,
    items: impl ExactSizeIterator<Item = impl fmt::Display>,
    count: usize,
) -> fmt::Result {
    let shown = items.len();
    for (index, item) in items.enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(formatter, "{comma}{item}")?;
    }
    if count > shown {
        write!(formatter, " and {} more", count - shown)?;
    }
    Ok(())
}
