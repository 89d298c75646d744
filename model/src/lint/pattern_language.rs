//! What can be told of the strings that match a pattern without running it: how long they are, how they begin.

use regex_syntax::hir::{
    Class, Hir, HirKind, Look,
    literal::{ExtractKind, Extractor, Seq},
};

use crate::pattern::Pattern;

/// Length of the strings that match a pattern, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) least: u64,
    /// `None` where there is no largest.
    pub(crate) most: Option<u64>,
}

const ANY: Lengths = Lengths { least: 0, most: None };

/// The strings that match a pattern, told from outside.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    pub(crate) lengths: Lengths,
    /// Texts of which one is at the start of every string; `None` where that is not known.
    prefixes: Option<Vec<Vec<u8>>>,
}

impl Language {
    pub(crate) fn of(pattern: &Pattern) -> Self {
        let unknown = Self { lengths: ANY, prefixes: None };
        let Some(translated) = &pattern.translated else { return unknown };
        let parsed = regex_syntax::ParserBuilder::new().utf8(false).build().parse(translated);
        let Ok(hir) = parsed else { return unknown };
        let properties = hir.properties();
        let starts = properties.look_set_prefix().contains(Look::Start);
        let ends = properties.look_set_suffix().contains(Look::End);
        let matched = lengths(&hir);
        let lengths = Lengths { least: matched.least, most: matched.most.filter(|_| starts && ends) };
        let prefixes = if starts { literals(&hir) } else { None };
        Self { lengths, prefixes }
    }

    /// Whether no string matches both, as far as the beginnings tell.
    pub(crate) fn begins_apart(&self, other: &Self) -> bool {
        let (Some(own), Some(others)) = (&self.prefixes, &other.prefixes) else { return false };
        own.iter().all(|own| others.iter().all(|other| !own.starts_with(other) && !other.starts_with(own)))
    }
}

fn literals(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    let sequence: Seq = Extractor::new().kind(ExtractKind::Prefix).extract(hir);
    let literals = sequence.literals()?;
    Some(literals.iter().map(|literal| literal.as_bytes().to_vec()).collect())
}

/// The parser's limit on nesting bounds the recursion.
fn lengths(hir: &Hir) -> Lengths {
    let exactly = |count: u64| Lengths { least: count, most: Some(count) };
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => exactly(0),
        HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
            Ok(text) => exactly(u64::try_from(text.chars().count()).unwrap_or(u64::MAX)),
            Err(_) => ANY,
        },
        HirKind::Class(Class::Unicode(_)) => exactly(1),
        HirKind::Class(Class::Bytes(class)) if class.is_ascii() => exactly(1),
        HirKind::Class(Class::Bytes(_)) => ANY,
        HirKind::Repetition(repetition) => {
            let part = lengths(&repetition.sub);
            Lengths {
                least: part.least.saturating_mul(u64::from(repetition.min)),
                most: match (part.most, repetition.max) {
                    (Some(0), _) => Some(0),
                    (Some(most), Some(times)) => most.checked_mul(u64::from(times)),
                    _ => None,
                },
            }
        }
        HirKind::Capture(capture) => lengths(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(lengths).fold(exactly(0), |sum, part| Lengths {
            least: sum.least.saturating_add(part.least),
            most: sum.most.zip(part.most).and_then(|(sum, part)| sum.checked_add(part)),
        }),
        HirKind::Alternation(parts) => {
            let branches = || parts.iter().map(lengths);
            Lengths {
                least: branches().map(|branch| branch.least).min().unwrap_or(0),
                most: branches()
                    .map(|branch| branch.most)
                    .collect::<Option<Vec<_>>>()
                    .and_then(|all| all.into_iter().max()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(pattern: &str) -> Language {
        Language::of(&Pattern::new(pattern).0)
    }

    #[test]
    fn lengths_of_anchored_patterns() {
        for (pattern, least, most) in [
            ("^..?$", 1, Some(2)),
            ("^[0-9a-f]{64}$", 64, Some(64)),
            ("^(ab|c)*$", 0, None),
            ("^é+$", 1, None),
            ("ab", 2, None),
            ("^ab", 2, None),
            ("^(a|bcd)x?$", 1, Some(4)),
            ("^a$|b", 1, None),
            ("", 0, None),
        ] {
            assert_eq!(language(pattern).lengths, Lengths { least, most }, "{pattern}");
        }
    }

    #[test]
    fn beginnings() {
        assert!(language("^sha256:").begins_apart(&language("^md5:")));
        assert!(language("^[ab]x$").begins_apart(&language("^c")));
        assert!(!language("^a").begins_apart(&language("^ab")));
        assert!(!language("^a").begins_apart(&language("b")));
        assert!(!language("^.a").begins_apart(&language("^b")));
    }
}
