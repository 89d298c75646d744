//! Assertions about values of every type: `type`, `enum`, `const` and the schema `false`.

use super::Mode;
use crate::{
    instance::{Instance, View},
    schema::{Keyword, Literal, Types},
    violation::{describe as describe_value, enumerated, quoted},
};

/// Whether the keyword asserts something about values of every type.
pub(super) fn applies(keyword: &Keyword) -> bool {
    matches!(keyword, Keyword::Never | Keyword::Type(_) | Keyword::Enum(_) | Keyword::Const(_))
}

pub(super) fn holds(keyword: &Keyword, instance: Instance<'_>) -> bool {
    match keyword {
        Keyword::Never => false,
        Keyword::Type(types) => types.hold(instance),
        Keyword::Enum(values) => values.iter().any(|value| value.view() == instance),
        Keyword::Const(value) => value.view() == instance,
        _ => true,
    }
}

/// Whether a fail-closed enum accepts the value.
pub(super) fn is_known(values: &[&str], instance: Instance<'_>, mode: Mode) -> bool {
    match instance {
        Instance::String(text) => mode == Mode::Tolerant || values.contains(&text),
        _ => false,
    }
}

/// What such a keyword expects, in words.
pub(super) fn describe(keyword: &Keyword) -> String {
    match keyword {
        Keyword::Type(types) => types_in_words(*types),
        Keyword::Enum(values) => literals_in_words(values.iter()),
        Keyword::FailClosedEnum(values) => one_of(values.len(), quoted(values.iter().copied(), "or")),
        Keyword::Const(value) => literal_in_words(value),
        _ => "nothing (the schema is `false`)".to_owned(),
    }
}

fn one_of(count: usize, list: String) -> String {
    if count == 1 { list } else { format!("one of {list}") }
}

/// A value as JSON; the empty string by its name, since `""` looks like a slip.
fn literal_in_words(literal: &Literal) -> String {
    match literal {
        Literal::String("") => "an empty string".to_owned(),
        other => describe_value(other.view()),
    }
}

/// `one of "a", "b" or 3`.
pub(super) fn literals_in_words<'l>(literals: impl ExactSizeIterator<Item = &'l Literal>) -> String {
    let count = literals.len();
    one_of(count, enumerated(literals.map(literal_in_words), "or"))
}

/// `a string or null`.
fn types_in_words(types: Types) -> String {
    let names = [
        (Types::OBJECT, "an object"),
        (Types::ARRAY, "an array"),
        (Types::STRING, "a string"),
        (Types::NUMBER, "a number"),
        (Types::INTEGER, "an integer"),
        (Types::BOOLEAN, "a boolean"),
        (Types::NULL, "null"),
    ];
    let words: Vec<String> = names
        .iter()
        .filter(|(set, _)| types.contains(*set) && (*set != Types::INTEGER || !types.contains(Types::NUMBER)))
        .map(|(_, word)| (*word).to_owned())
        .collect();
    if words.is_empty() { "no value of any type".to_owned() } else { enumerated(words.into_iter(), "or") }
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, View,
        evaluate::testing::{Tables, json},
        schema::{Keyword, Schema},
    };

    #[test]
    fn types() {
        let schema = Tables::build(&json!({"type": ["integer", "null"]}));
        schema.accepts(&json!(1));
        schema.accepts(&json!(1.0));
        schema.accepts(&json!(1e30));
        schema.accepts(&json!(null));
        assert_eq!(
            schema.rejects(&json!(1.5))[0].to_string(),
            "document: expected an integer or null, found 1.5 (type)"
        );
        Tables::build(&json!({"type": "number"})).accepts(&json!(1.5));
        assert_eq!(Tables::build(&json!({"type": "number"})).rejects(&json!("1"))[0].expected, "a number");
        for (name, value) in [
            ("string", json!("")),
            ("array", json!([])),
            ("object", json!({})),
            ("boolean", json!(false)),
            ("null", json!(null)),
        ] {
            let schema = Tables::build(&json!({"type": name}));
            schema.accepts(&value);
            schema.rejects(&json!(0));
        }
    }

    #[test]
    fn enumerations_and_constants_compare_as_json() {
        let schema = Tables::build(&json!({"enum": ["a", 1, {"x": [0]}, null]}));
        for value in [json!("a"), json!(1.0), json!({"x": [0.0]}), json!(null)] {
            schema.accepts(&value);
        }
        for value in [json!("b"), json!(true), json!({"x": []}), json!(false)] {
            schema.rejects(&value);
        }
        assert_eq!(
            schema.rejects(&json!("b"))[0].to_string(),
            r#"document: expected one of "a", 1, {"x":[0]} or null, found "b" (enum)"#
        );
        let schema = Tables::build(&json!({"const": {"b": 1, "a": 2}}));
        schema.accepts(&json!({"a": 2, "b": 1}));
        assert_eq!(schema.rejects(&json!([]))[0].expected, r#"{"a":2,"b":1}"#);
        schema.rejects(&json!({"a": 2}));
        Tables::build(&json!({"enum": []})).rejects(&json!(1));
    }

    #[test]
    fn the_schema_false() {
        let schema = Tables::build(&json!({"properties": {"a": false}}));
        schema.accepts(&json!({"b": 1}));
        let violation = &schema.rejects(&json!({"a": 1}))[0];
        assert_eq!((violation.pointer.as_str(), violation.keyword), ("/a", "false"));
        assert_eq!(violation.schema, "test.json#/properties/a");
    }

    #[test]
    fn fail_closed_enums_take_any_string_in_tolerant_mode() {
        static SCHEMA: Schema =
            Schema { location: "a#", keywords: &[Keyword::FailClosedEnum(&["on", "off"])], resource: None };
        for (value, strict, tolerant) in [
            (json!("on"), true, true),
            (json!("dimmed"), false, true),
            (json!(1), false, false),
            (json!(null), false, false),
        ] {
            let value: crate::Json = value.try_into().unwrap();
            assert_eq!(SCHEMA.is_valid(value.view(), Mode::Strict), strict);
            assert_eq!(SCHEMA.is_valid(value.view(), Mode::Tolerant), tolerant);
        }
        let violation = SCHEMA.check("dimmed".view(), Mode::Strict).unwrap_err();
        assert_eq!(violation.to_string(), r#"document: expected one of "on" or "off", found "dimmed" (enum)"#);
    }
}
