//! Literals and goals: what the prover reasons about.

use std::rc::Rc;

/// A class of schemas of both versions that say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Class(pub(super) u32);

/// An interned member name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NameId(pub(super) u32);

/// An interned pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PatternId(pub(super) u32);

/// An interned value; equal values have one id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ValueId(pub(super) u32);

/// One condition on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Literal {
    /// It is valid under the schema.
    Is(Class),
    /// It is not valid under the schema.
    Not(Class),
    /// It equals the value.
    Equals(ValueId),
    /// It does not equal the value.
    Differs(ValueId),
    /// If it is a string, the pattern matches somewhere in it.
    Matches(PatternId),
    /// It is a string in which the pattern matches nowhere.
    Misses(PatternId),
}

impl Literal {
    /// The opposite condition. Patterns are only ever asked about strings.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Is(class) => Self::Not(class),
            Self::Not(class) => Self::Is(class),
            Self::Equals(value) => Self::Differs(value),
            Self::Differs(value) => Self::Equals(value),
            Self::Matches(pattern) => Self::Misses(pattern),
            Self::Misses(pattern) => Self::Matches(pattern),
        }
    }
}

/// Conditions on one value that hold together: sorted, without repetition.
pub(super) type Goal = Rc<[Literal]>;

/// The goal of these literals; `None` when two of them contradict each other on their face.
pub(super) fn goal(mut literals: Vec<Literal>) -> Option<Goal> {
    literals.sort_unstable();
    literals.dedup();
    let contradicts = |literal: &Literal| literals.binary_search(&literal.negated()).is_ok();
    let contradictory = literals.iter().any(|literal| {
        matches!(literal, Literal::Is(_) | Literal::Equals(_) | Literal::Matches(_)) && contradicts(literal)
    });
    (!contradictory).then(|| literals.into())
}
