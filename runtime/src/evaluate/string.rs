//! Assertions about strings: lengths and `pattern`.

use super::{Described, counted};
use crate::schema::Keyword;

pub(super) fn holds(keyword: &Keyword, text: &str) -> bool {
    match keyword {
        Keyword::MinLength(min) => has_at_least(text, *min),
        Keyword::MaxLength(max) => max.checked_add(1).is_none_or(|over| !has_at_least(text, over)),
        Keyword::Pattern(pattern) => pattern.is_match(text),
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
