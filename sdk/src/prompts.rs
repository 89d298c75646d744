//! Texts for prompts.

/// How brief an agent is among itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrevityStyle {
    /// Brief and exact.
    TechnicalConcise,
    /// As brief as can be.
    Caveman,
    /// As ever.
    #[default]
    None,
}

impl BrevityStyle {
    /// Its name in every client.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TechnicalConcise => "technical-concise",
            Self::Caveman => "caveman",
            Self::None => "none",
        }
    }
}

/// How an agent should put down what only agents read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InternalBrevity {
    /// How brief.
    pub style: BrevityStyle,
    /// Whether errors stay word for word.
    pub preserve_errors_verbatim: bool,
    /// Whether code stays as it is.
    pub preserve_code_verbatim: bool,
}

/// The instruction for a prompt; empty for [`BrevityStyle::None`].
///
/// ```
/// use caveman_sdk::prompts::{BrevityStyle, InternalBrevity, internal_brevity};
///
/// let brevity = InternalBrevity { style: BrevityStyle::Caveman, preserve_code_verbatim: true, ..Default::default() };
/// assert_eq!(
///     internal_brevity(brevity),
///     "Internal output style: caveman. Preserve errors verbatim: false. Preserve code verbatim: true.",
/// );
/// ```
pub fn internal_brevity(brevity: InternalBrevity) -> String {
    if brevity.style == BrevityStyle::None {
        return String::new();
    }
    format!(
        "Internal output style: {}. Preserve errors verbatim: {}. Preserve code verbatim: {}.",
        brevity.style.as_str(),
        brevity.preserve_errors_verbatim,
        brevity.preserve_code_verbatim
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clauses_of_each_style() {
        let text = |style, preserve_errors_verbatim, preserve_code_verbatim| {
            internal_brevity(InternalBrevity { style, preserve_errors_verbatim, preserve_code_verbatim })
        };
        assert_eq!(text(BrevityStyle::None, true, true), "");
        assert_eq!(
            text(BrevityStyle::TechnicalConcise, true, false),
            "Internal output style: technical-concise. Preserve errors verbatim: true. Preserve code verbatim: false."
        );
        assert_eq!(InternalBrevity::default().style, BrevityStyle::None);
    }
}
