//! The change list: where two versions of a schema differ, as a person would say it.
//!
//! The comparison goes through both schemas place by place. What is only spelled differently is no change: renamed
//! definitions, references that were inlined or extracted, the order of `allOf`, `anyOf`, `enum` and `required`,
//! `const` against an `enum` of one, the keywords of older drafts, boolean schemas.
//!
//! A [`Change`] says what it *may* do to documents ([`Effect`]); whether any document is really affected is for the
//! decision to say.

mod branches;
mod compare;
mod conjunction;
mod difference;
mod edit;
#[cfg(test)]
mod tests;

pub use compare::changes;
pub(crate) use conjunction::{declares_properties, is_plain_object};
pub use difference::{Difference, Union};
pub use edit::Edit;

use contracts_model::{Place, schema::SchemaId};

use crate::rules::Rule;

/// What a change may do to the set of valid documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Documents that were valid may be refused now.
    pub narrows: bool,
    /// Documents that were refused may be valid now.
    pub widens: bool,
}

impl Effect {
    /// No document is affected.
    pub const NONE: Self = Self { narrows: false, widens: false };
    /// Documents may be refused.
    pub const NARROWS: Self = Self { narrows: true, widens: false };
    /// Documents may become valid.
    pub const WIDENS: Self = Self { narrows: false, widens: true };
    /// Both.
    pub const EITHER: Self = Self { narrows: true, widens: true };

    /// Either of two effects.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { narrows: self.narrows || other.narrows, widens: self.widens || other.widens }
    }

    /// The effect on the whole of a change in a place of that polarity.
    #[must_use]
    pub const fn through(self, polarity: Polarity) -> Self {
        match polarity {
            Polarity::Negative => Self { narrows: self.widens, widens: self.narrows },
            Polarity::Mixed if self.narrows || self.widens => Self::EITHER,
            Polarity::Positive | Polarity::Mixed => self,
        }
    }
}

/// How the whole depends on a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Polarity {
    /// A narrower part makes the whole narrower.
    Positive,
    /// A narrower part makes the whole wider: below `not`.
    Negative,
    /// Either may happen: below `oneOf` and `if`.
    Mixed,
}

impl Polarity {
    /// The polarity below another one.
    #[must_use]
    pub const fn through(self, inner: Self) -> Self {
        match (self, inner) {
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (Self::Negative, Self::Negative) | (Self::Positive, Self::Positive) => Self::Positive,
            _ => Self::Negative,
        }
    }
}

/// One change between two versions of a schema.
#[derive(Clone, Debug)]
pub struct Change {
    /// The rule that names it.
    pub rule: &'static Rule,
    /// What differs.
    pub difference: Difference,
    /// What it may do to documents.
    pub effect: Effect,
    /// What changed, one sentence without a final full stop.
    pub message: String,
    /// Where it stood; the nearest enclosing place for what is new.
    pub old: Option<Place>,
    /// Where it stands; the nearest enclosing place for what is gone.
    pub new: Option<Place>,
    /// The schema, property or branch that changed, as a JSON pointer into the new file, or into the old one for what is
    /// gone. Approvals name a change by it.
    pub at: String,
    /// Whether only documents with members or items that OLD did not declare can be affected.
    pub undeclared_only: bool,
    /// Where the change can be made in OLD alone: the schema there, and what to edit in it.
    pub isolated: Option<(SchemaId, Vec<Edit>)>,
}
