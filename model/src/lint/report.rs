//! Where the check of a rule puts what it finds.

use super::{context::Context, rule::Rule};
use crate::{Finding, Level, Place, schema::SchemaId};

/// The findings of one rule.
pub(crate) struct Report<'a, 'm> {
    context: &'a Context<'m>,
    rule: &'static Rule,
    level: Level,
    findings: Vec<Finding>,
}

impl<'a, 'm> Report<'a, 'm> {
    pub(crate) fn new(context: &'a Context<'m>, rule: &'static Rule, level: Level) -> Self {
        Self { context, rule, level, findings: Vec::new() }
    }

    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// A finding at any place. The caller may add help and related places.
    pub(crate) fn at(&mut self, place: Place, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding::new(self.rule.id, self.level, place, message));
        self.findings.last_mut().expect("just pushed")
    }

    /// A finding at a schema.
    pub(crate) fn schema(&mut self, id: SchemaId, message: impl Into<String>) -> &mut Finding {
        self.at(self.context.model.schema(id).place.clone(), message)
    }

    /// A finding at a value below a schema: a keyword and what the tokens after it lead to.
    pub(crate) fn below(&mut self, id: SchemaId, tokens: &[&str], message: impl Into<String>) -> &mut Finding {
        self.at(self.context.place_below(id, tokens), message)
    }
}
