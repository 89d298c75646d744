//! What a command found, ready for a renderer.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use contracts_model::{Finding, Level};

use crate::exit::ExitStatus;

/// The texts that findings point into, by the name of their file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts(BTreeMap<String, Arc<str>>);

impl Texts {
    pub(crate) fn insert(&mut self, name: &str, text: Arc<str>) {
        self.0.insert(name.to_owned(), text);
    }

    /// All texts, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_ref()))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(AsRef::as_ref)
    }
}

/// One step of a command.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// What is done, in a word or two.
    pub(crate) name: &'static str,
    /// What came out, with counts.
    pub(crate) outcome: String,
    /// More that is worth a line each.
    pub(crate) details: Vec<String>,
}

/// What a command found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// The steps that were taken, for commands that have several.
    pub(crate) steps: Vec<Step>,
    /// What was looked at, for the closing line: `3 documents`.
    pub(crate) subject: String,
    pub(crate) findings: Vec<Finding>,
    pub(crate) texts: Texts,
    /// Whether warnings fail the run.
    pub(crate) strict: bool,
}

/// How many findings there are of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
}

impl Counts {
    pub(crate) fn of(findings: &[Finding]) -> Self {
        let count = |level| findings.iter().filter(|finding| finding.level == level).count();
        Self { errors: count(Level::Error), warnings: count(Level::Warning), notes: count(Level::Note) }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", plural(self.errors, "error"), plural(self.warnings, "warning"))?;
        if self.notes > 0 {
            write!(f, ", {}", plural(self.notes, "note"))?;
        }
        Ok(())
    }
}

/// `1 file`, `2 files`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl Report {
    /// Leaves one of equal findings, which two steps may both have made.
    pub(crate) fn deduplicate(&mut self) {
        let mut seen = HashSet::new();
        self.findings.retain(|finding| seen.insert(finding.clone()));
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts::of(&self.findings)
    }

    /// How the run ends.
    pub(crate) fn status(&self) -> ExitStatus {
        let counts = self.counts();
        if counts.errors > 0 || (self.strict && counts.warnings > 0) {
            ExitStatus::Findings
        } else {
            ExitStatus::Clean
        }
    }
}
