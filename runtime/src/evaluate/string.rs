//! Assertions about strings: lengths and `pattern`.

use super::{Asked, Described, Evaluator, Place, Reporter, counted};
use crate::{pattern::Pattern, schema::Keyword, violation::Violation};

impl Evaluator<'_> {
    /// Whether a pattern matches a text. Where that is not known, no answer of this evaluation counts.
    pub(super) fn matches(&mut self, pattern: &Pattern, text: &str, place: Place<'_>) -> bool {
        pattern.is_match(text).unwrap_or_else(|error| {
            let mut violation = Violation::of_pattern(&error);
            violation.pointer = place.path.to_pointer();
            self.stopped.get_or_insert_with(|| Box::new(violation));
            false
        })
    }

    pub(super) fn pattern<R: Reporter>(
        &mut self,
        asked: &Asked<'_, '_>,
        pattern: &Pattern,
        text: &str,
        reporter: &mut R,
    ) -> bool {
        let matches = self.matches(pattern, text, asked.place);
        if !matches {
            reporter.report(|| asked.blame());
        }
        matches
    }
}

/// Whether the keyword asserts something about the length of strings.
pub(super) fn asserts(keyword: &Keyword) -> bool {
    matches!(keyword, Keyword::MinLength(_) | Keyword::MaxLength(_))
}

pub(super) fn holds(keyword: &Keyword, text: &str) -> bool {
    match keyword {
        Keyword::MinLength(min) => has_at_least(text, *min),
        Keyword::MaxLength(max) => max.checked_add(1).is_none_or(|over| !has_at_least(text, over)),
        Keyword::Format(format) => format.is_valid(text),
        _ => true,
    }
}

/// Whether a text has at least so many Unicode scalar values. The number of bytes often decides.
fn has_at_least(text: &str, count: u64) -> bool {
    let Ok(count) = usize::try_from(count) else { return false };
    text.len() >= count && (text.len() / 4 >= count || count == 0 || text.chars().nth(count - 1).is_some())
}

pub(super) fn describe(keyword: &Keyword, text: &str) -> Described {
    let length = || Some(counted(text.chars().count(), "character", "characters"));
    match keyword {
        Keyword::MinLength(min) => {
            Some((format!("at least {}", counted(*min, "character", "characters")), length()))
        }
        Keyword::MaxLength(max) => {
            Some((format!("at most {}", counted(*max, "character", "characters")), length()))
        }
        Keyword::Pattern(pattern) => Some((format!("a string that matches {}", pattern.source()), None)),
        Keyword::Format(format) => Some((format!("a string of the format {}", format.name()), None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::has_at_least;
    use crate::evaluate::testing::{Tables, json};

    #[test]
    fn lengths_count_scalar_values() {
        let schema = Tables::build(&json!({"minLength": 2, "maxLength": 3}));
        for value in [json!("ab"), json!("äöü"), json!("😀😀"), json!(5)] {
            schema.accepts(&value);
        }
        assert_eq!(
            schema.rejects(&json!("😀"))[0].to_string(),
            "document: expected at least 2 characters, found 1 character (minLength)"
        );
        assert_eq!(schema.rejects(&json!("abcd"))[0].found, "4 characters");
        Tables::build(&json!({"maxLength": u64::MAX})).accepts(&json!("a"));
        Tables::build(&json!({"minLength": u64::MAX})).rejects(&json!("a"));
    }

    #[test]
    fn counting_agrees_with_the_definition() {
        for text in ["", "a", "é", "aé", "😀", "😀a😀", "abcdefgh", "éééééééé"] {
            for count in 0..12 {
                assert_eq!(has_at_least(text, count as u64), text.chars().count() >= count, "{text} {count}");
            }
        }
    }

    #[test]
    fn patterns_match_anywhere() {
        let schema = Tables::build(&json!({"pattern": "b+c"}));
        schema.accepts(&json!("abbcd"));
        schema.accepts(&json!(1));
        assert_eq!(
            schema.rejects(&json!("ac"))[0].to_string(),
            "document: expected a string that matches b+c, found \"ac\" (pattern)"
        );
    }
}
