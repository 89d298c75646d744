//! Who hears of violations.

use crate::violation::Violation;

/// How many unions inside each other are explained branch by branch.
const EXPLAINED_LEVELS: u32 = 8;

/// Hears of violations.
pub(super) trait Reporter {
    /// Whether it wants to hear nothing, only the verdict.
    const SILENT: bool;

    /// Takes a violation.
    fn report(&mut self, violation: impl FnOnce() -> Violation);

    /// Whether it wants to hear no more, so that evaluation can end at a failure.
    fn is_full(&self) -> bool;

    /// How many violations it has heard of and kept.
    fn kept(&self) -> usize;

    /// Changes the violations that it kept after the first `kept` ones.
    fn amend(&mut self, kept: usize, change: impl Fn(&mut Violation));

    /// How many more unions inside each other are to be explained branch by branch.
    fn explained_levels(&self) -> u32;
}

/// Wants the verdict alone.
pub(super) struct Silent;

impl Reporter for Silent {
    const SILENT: bool = true;

    fn report(&mut self, _: impl FnOnce() -> Violation) {}

    fn is_full(&self) -> bool {
        true
    }

    fn kept(&self) -> usize {
        0
    }

    fn amend(&mut self, _: usize, _: impl Fn(&mut Violation)) {}

    fn explained_levels(&self) -> u32 {
        0
    }
}

/// Keeps the first violations.
pub(super) struct Collector {
    violations: Vec<Violation>,
    /// How many more violations are taken; the repeated ones, which are dropped, count.
    left: usize,
    explained_levels: u32,
}

impl Collector {
    pub(super) fn new(limit: usize) -> Self {
        Self::with_levels(limit, EXPLAINED_LEVELS)
    }

    pub(super) fn with_levels(limit: usize, explained_levels: u32) -> Self {
        Self { violations: Vec::new(), left: limit, explained_levels }
    }

    pub(super) fn into_violations(self) -> Vec<Violation> {
        self.violations
    }
}

impl Reporter for Collector {
    const SILENT: bool = false;

    fn report(&mut self, violation: impl FnOnce() -> Violation) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let violation = violation();
        // Two ways may lead to one assertion.
        if self.violations.last() != Some(&violation) {
            self.violations.push(violation);
        }
    }

    fn is_full(&self) -> bool {
        self.left == 0
    }

    fn kept(&self) -> usize {
        self.violations.len()
    }

    fn amend(&mut self, kept: usize, change: impl Fn(&mut Violation)) {
        let before = kept.checked_sub(1).map(|last| self.violations[last].clone());
        self.violations[kept..].iter_mut().for_each(change);
        if before.is_some() && self.violations.get(kept) == before.as_ref() {
            self.violations.remove(kept);
        }
    }

    fn explained_levels(&self) -> u32 {
        self.explained_levels
    }
}
