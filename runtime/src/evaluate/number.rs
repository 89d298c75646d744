//! Assertions about numbers: bounds and `multipleOf`.

use super::Described;
use crate::{number::NumberRef, schema::Keyword};

/// Whether the keyword asserts something about numbers.
pub(super) fn asserts(keyword: &Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Minimum(_)
            | Keyword::ExclusiveMinimum(_)
            | Keyword::Maximum(_)
            | Keyword::ExclusiveMaximum(_)
            | Keyword::MultipleOf(_)
    )
}

pub(super) fn holds(keyword: &Keyword, number: NumberRef<'_>) -> bool {
    match keyword {
        Keyword::Minimum(bound) => number >= *bound,
        Keyword::ExclusiveMinimum(bound) => number > *bound,
        Keyword::Maximum(bound) => number <= *bound,
        Keyword::ExclusiveMaximum(bound) => number < *bound,
        Keyword::MultipleOf(divisor) => number.multiple_of(*divisor),
        _ => true,
    }
}

pub(super) fn describe(keyword: &Keyword) -> Described {
    let expected = match keyword {
        Keyword::Minimum(bound) => format!("a number at least {bound}"),
        Keyword::ExclusiveMinimum(bound) => format!("a number greater than {bound}"),
        Keyword::Maximum(bound) => format!("a number at most {bound}"),
        Keyword::ExclusiveMaximum(bound) => format!("a number less than {bound}"),
        Keyword::MultipleOf(divisor) => format!("a multiple of {divisor}"),
        _ => return None,
    };
    Some((expected, None))
}

#[cfg(test)]
mod tests {
    use crate::evaluate::testing::{Tables, json};

    #[test]
    fn bounds() {
        let schema = Tables::build(&json!({"minimum": -1, "exclusiveMaximum": 2.5}));
        for value in [json!(-1), json!(-1.0), json!(0), json!(2), json!(2.4999), json!("9")] {
            schema.accepts(&value);
        }
        assert_eq!(
            schema.rejects(&json!(-1.5))[0].to_string(),
            "document: expected a number at least -1, found -1.5 (minimum)"
        );
        assert_eq!(schema.rejects(&json!(2.5))[0].expected, "a number less than 2.5");
        let schema = Tables::build(&json!({"exclusiveMinimum": 0, "maximum": 9_007_199_254_740_992_u64}));
        schema.accepts(&json!(9_007_199_254_740_992.0));
        assert_eq!(schema.rejects(&json!(0.0))[0].keyword, "exclusiveMinimum");
        assert_eq!(schema.rejects(&json!(9_007_199_254_740_993_u64))[0].keyword, "maximum");
    }

    #[test]
    fn multiples() {
        let schema = Tables::build(&json!({"multipleOf": 0.01}));
        schema.accepts(&json!(19.99));
        schema.accepts(&json!(null));
        assert_eq!(schema.rejects(&json!(0.001))[0].expected, "a multiple of 0.01");
    }
}
