//! What a rule is.

use super::{context::Context, report::Report, validator::Validator};
use crate::Level;

/// A rule: what it finds, why that matters, and what bad and good look like.
///
/// Everything that can stand in [`crate::Finding::rule`] has such a record, whoever looks for it, so that each can
/// be explained.
#[derive(Debug)]
pub struct Rule {
    /// Kebab case; what stands in findings and in the manifest.
    pub id: &'static str,
    /// The level outside strict mode; `None` where the rule is off there.
    pub level: Option<Level>,
    /// The level in strict mode.
    pub strict: Level,
    /// What it finds, in one sentence without a final full stop.
    pub what: &'static str,
    /// Why that matters, in one or two sentences.
    pub why: &'static str,
    /// Where the rule finds something.
    pub bad: Example,
    /// Where it finds nothing.
    pub good: Example,
    pub(crate) check: Check,
}

/// A schema, a manifest or a command that shows a rule.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What the text is.
    pub language: Language,
    /// The text.
    pub text: &'static str,
    /// JSON pointers of the findings, in their order; empty in good examples.
    pub at: &'static [&'static str],
}

/// What the text of an [`Example`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A schema file.
    Json,
    /// A manifest.
    Toml,
    /// A command line.
    Shell,
}

impl Language {
    /// The word after the opening of a Markdown code block.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Toml => "toml",
            Self::Shell => "sh",
        }
    }
}

impl Example {
    pub(crate) const fn bad(text: &'static str, at: &'static [&'static str]) -> Self {
        Self { language: Language::Json, text, at }
    }

    pub(crate) const fn good(text: &'static str) -> Self {
        Self { language: Language::Json, text, at: &[] }
    }

    pub(crate) const fn of(language: Language, text: &'static str) -> Self {
        Self { language, text, at: &[] }
    }
}

/// Who looks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// [`crate::SchemaSet::resolve`].
    Loader,
    /// [`crate::manifest`].
    Manifest,
    /// [`super::suppress`].
    Suppressions,
    /// Lint.
    Schemas(fn(&Context<'_>, &mut Report<'_, '_>)),
    /// Lint, when it has a validator.
    Validator(fn(&Context<'_>, &mut Validator<'_>, &mut Report<'_, '_>)),
}

impl Rule {
    /// Whether it runs only where the feature `validator` is on.
    pub fn needs_validator(&self) -> bool {
        matches!(self.check, Check::Validator(_))
    }

    /// Whether the manifest can allow its findings: they neither stop the loader nor are about the manifest.
    pub fn can_be_allowed(&self) -> bool {
        matches!(self.check, Check::Schemas(_) | Check::Validator(_)) || self.id == "non-linear-pattern"
    }

    pub(crate) fn level_in(&self, strict: bool) -> Option<Level> {
        if strict { Some(self.strict) } else { self.level }
    }
}
