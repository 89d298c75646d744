//! "Did you mean …?"

/// The candidate that is closest to a text, when one is close. Of equally close ones the first is taken.
pub(crate) fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 200;
    const MOST: usize = 2000;
    if text.len() > LONGEST {
        return None;
    }
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates.take(MOST).filter(|candidate| candidate.len() <= LONGEST) {
        let likeness = strsim::jaro_winkler(text, candidate);
        if likeness > 0.82 && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
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
