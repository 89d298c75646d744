//! What a rule is.

use std::fmt;

use crate::change::Difference;

/// A rule: which change it names, whom that may hurt, and what to do instead.
pub struct Rule {
    /// Kebab case; what stands in reports and in approvals.
    pub id: &'static str,
    /// What kind of change it is about.
    pub kind: Kind,
    /// What the change may do to new readers of old documents.
    pub backward: Impact,
    /// What the change may do to old readers of new documents.
    pub forward: Impact,
    /// The change, in one phrase without a final full stop.
    pub what: &'static str,
    /// Why it matters, in one or two sentences.
    pub why: &'static str,
    /// What to do instead.
    pub instead: &'static str,
    pub(super) name: fn(&Difference) -> Option<String>,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Which documents are valid. Whether one is affected is for the decision to prove.
    Documents,
    /// The contract itself: it needs a major step or an approval although no document may prove it.
    Contract,
    /// Something that a person has to look at, since nothing is proved.
    Review,
    /// Something new that nobody depends on yet.
    Addition,
    /// Words for people, which no document is held against.
    Annotation,
    /// The versions in the manifest.
    Version,
    /// The approvals in the manifest.
    Approval,
}

/// What a change may do to the readers of a direction, in a place that every document passes; below `not` the two
/// directions are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Impact {
    /// It hurts nobody.
    Compatible,
    /// It breaks documents in some surroundings.
    MayBreak,
    /// It breaks documents, unless others of its surroundings make up for it.
    Breaking,
    /// Nothing can be proved.
    Undecided,
}

impl Impact {
    /// The word that pages and reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::MayBreak => "may break",
            Self::Breaking => "breaking",
            Self::Undecided => "undecided",
        }
    }
}

impl Kind {
    /// The word that pages and reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Contract => "contract",
            Self::Review => "review",
            Self::Addition => "addition",
            Self::Annotation => "annotation",
            Self::Version => "version",
            Self::Approval => "approval",
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.id)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}
