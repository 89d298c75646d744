//! What is wrong with an instance: which assertion, where, what was expected and what was found.

/// One assertion that an instance does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer of the value in the document; empty for the whole document.
    pub pointer: String,
    /// The keyword that failed (`required`, `minimum`), or one of the rules that every document obeys:
    /// `duplicate-key`, `depth`, `number-range`.
    pub keyword: &'static str,
    /// Where that keyword stands: URI or file, `#`, JSON pointer; empty for the rules of every document.
    pub schema: String,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in words; long values are cut.
    pub found: String,
    /// For a union that no branch accepts: per branch what was wrong there, the closest branch first.
    pub causes: Vec<Violation>,
}
