//! "Did you mean …?"

/// The candidate that is fewest edits away from a text, when those are few. Of equally close ones the first is taken.
///
/// Long texts and all but the first thousand candidates are left out, so that the work is bounded.
pub(crate) fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 120;
    const MOST: usize = 1000;
    if text.len() > LONGEST {
        return None;
    }
    let most = (text.len() / 4).max(1);
    candidates
        .take(MOST)
        .filter(|candidate| candidate.len().abs_diff(text.len()) <= most)
        .map(|candidate| (strsim::osa_distance(text, candidate), candidate))
        .filter(|(edits, _)| *edits <= most)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn close_names_only() {
        assert_eq!(nearest("strng", ["number", "string"].into_iter()), Some("string"));
        assert_eq!(nearest("verion", ["name", "version"].into_iter()), Some("version"));
        assert_eq!(nearest("x", ["name", "version"].into_iter()), None);
    }
}
