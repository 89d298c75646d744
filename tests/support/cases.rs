//! Small schemas with documents and what decoders must say to them: the rules of every document, and one schema per
//! fault that was found and fixed.

use super::generated::{Module, generate_one};

/// What a decoder must say.
pub(crate) enum Expected {
    /// The document is accepted and written like this.
    Written(&'static str),
    /// The document is refused: rule and pointer.
    Refused(&'static str, &'static str),
}

use Expected::{Refused, Written};

/// A schema and its documents.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) schema: &'static str,
    pub(crate) documents: Vec<(String, Expected)>,
}

fn case(name: &'static str, schema: &'static str, documents: Vec<(&str, Expected)>) -> Case {
    let documents = documents.into_iter().map(|(text, expected)| (text.to_owned(), expected)).collect();
    Case { name, schema, documents }
}

fn nested(depth: usize, expected: Expected) -> (String, Expected) {
    (format!("{}{}", "[".repeat(depth), "]".repeat(depth)), expected)
}

/// All cases.
pub(crate) fn all() -> Vec<Case> {
    let mut cases = vec![
        case(
            "unevaluated_members_where_two_patterns_meet",
            r#"{
                "type": "object",
                "allOf": [
                    { "patternProperties": { "^a": true }, "unevaluatedProperties": false },
                    { "patternProperties": { "^b": true } }
                ]
            }"#,
            vec![(r#"{"a":1}"#, Written(r#"{"a":1}"#)), (r#"{"b":1}"#, Refused("unevaluatedProperties", ""))],
        ),
        case(
            "bound_beyond_every_primitive",
            r#"{ "type": "integer", "minimum": 1e40 }"#,
            vec![("0", Refused("minimum", "")), ("1e41", Refused("number-range", ""))],
        ),
        case(
            "bound_that_no_double_equals",
            r#"{ "type": "integer", "maximum": 9007199254740992.5 }"#,
            vec![("9007199254740992", Written("9007199254740992")), ("9007199254740993", Refused("maximum", ""))],
        ),
        case(
            "bounds_are_not_rounded",
            r#"{ "type": "number", "maximum": 9007199254740993.5, "minimum": 1e-400 }"#,
            vec![("9007199254740994", Refused("maximum", "")), ("0", Refused("minimum", "")), ("1", Written("1"))],
        ),
        case(
            "members_called_like_what_decoders_use",
            r#"{
                "type": "object",
                "minProperties": 1,
                "required": ["context"],
                "properties": {
                    "context": { "type": "string" }, "value": {}, "rest": {}, "presence": {}, "members": {},
                    "map": {}, "name": {}, "index": {}, "required": {}, "serializer": {}, "deserializer": {}
                }
            }"#,
            vec![
                (r#"{"context":"x","rest":1}"#, Written(r#"{"context":"x","rest":1}"#)),
                ("{}", Refused("required", "")),
            ],
        ),
        case(
            "definitions_called_like_what_decoders_use",
            r##"{
                "type": "object",
                "properties": {
                    "m": { "$ref": "#/$defs/members" }, "i": { "$ref": "#/$defs/items" }, "a": { "$ref": "#/$defs/a" },
                    "d": { "$ref": "#/$defs/d" }, "e": { "$ref": "#/$defs/e" }, "s": { "$ref": "#/$defs/s" }
                },
                "$defs": {
                    "members": { "type": "object", "properties": { "m": { "$ref": "#/$defs/members" } }, "required": [] },
                    "items": { "type": "array", "prefixItems": [{ "$ref": "#/$defs/items" }], "items": false },
                    "a": { "type": "object", "properties": { "x": {} }, "additionalProperties": false },
                    "d": { "type": "string", "minLength": 1 },
                    "e": { "type": "object", "properties": { "x": {} }, "required": ["x"] },
                    "s": { "enum": ["a", "b"] }
                }
            }"##,
            vec![
                (
                    r#"{"m":{"m":{}},"i":[[]],"a":{"x":1},"d":"y","e":{"x":null},"s":"a"}"#,
                    Written(r#"{"m":{"m":{}},"i":[[]],"a":{"x":1},"d":"y","e":{"x":null},"s":"a"}"#),
                ),
                (r#"{"a":{"y":1}}"#, Refused("additionalProperties", "/a")),
                (r#"{"e":{}}"#, Refused("required", "/e")),
            ],
        ),
        case(
            "pattern_of_invisible_characters",
            r#"{ "type": "string", "pattern": "^\u202e$" }"#,
            vec![("\"x\"", Refused("pattern", ""))],
        ),
        case(
            "anything",
            "true",
            vec![
                ("18446744073709551615", Written("18446744073709551615")),
                ("-9223372036854775808", Written("-9223372036854775808")),
                ("1e400", Refused("number-range", "")),
                ("[-1e400]", Refused("number-range", "/0")),
                (r#"{"a":{"b":[0,1e999]}}"#, Refused("number-range", "/a/b/1")),
                (r#"{"a":1,"b":{"a":2,"\u0061":3}}"#, Refused("duplicate-key", "/b")),
                (r#"{"$serde_json::private::Number":"1"}"#, Written(r#"{"$serde_json::private::Number":"1"}"#)),
                (r#"{"$serde_json::private::Number":1}"#, Written(r#"{"$serde_json::private::Number":1}"#)),
                (
                    r#"{"$serde_json::private::Number":"1","a":2}"#,
                    Written(r#"{"$serde_json::private::Number":"1","a":2}"#),
                ),
                (
                    r#"{"$serde_json::private::Number":"\u0031"}"#,
                    Written(r#"{"$serde_json::private::Number":"1"}"#),
                ),
                (
                    r#"{"\u0024serde_json::private::Number":"1"}"#,
                    Written(r#"{"$serde_json::private::Number":"1"}"#),
                ),
                (
                    r#"{"$serde_json::private::Number":"1","$serde_json::private::Number":"1"}"#,
                    Refused("duplicate-key", ""),
                ),
                (r#"{"$serde_json::private::RawValue":"1"}"#, Written(r#"{"$serde_json::private::RawValue":"1"}"#)),
                (
                    r#"[{"$serde_json::private::RawValue":"[1]"}]"#,
                    Written(r#"[{"$serde_json::private::RawValue":"[1]"}]"#),
                ),
                (r#"{"b":1,"a":[]}"#, Written(r#"{"a":[],"b":1}"#)),
                (r#""\ud834\udd1e""#, Written("\"𝄞\"")),
                (r#""\ud834""#, Refused("syntax", "")),
                ("[1,]", Refused("syntax", "")),
                ("1 2", Refused("syntax", "")),
                ("", Refused("syntax", "")),
                ("nul", Refused("syntax", "")),
                ("01", Refused("syntax", "")),
                ("\u{feff}1", Refused("syntax", "")),
                (" \n[ 1 ,\t2 ]\r\n", Written("[1,2]")),
            ],
        ),
        case(
            "numbers",
            r#"{ "type": "object",
                 "properties": { "any": { "type": "number" }, "whole": { "type": "integer" },
                                 "byte": { "type": "integer", "minimum": 0, "maximum": 255 } },
                 "additionalProperties": false }"#,
            vec![
                (r#"{"any":1.0,"whole":1e2,"byte":255.0}"#, Written(r#"{"any":1.0,"whole":100,"byte":255}"#)),
                (r#"{"any":0.1}"#, Written(r#"{"any":0.1}"#)),
                (r#"{"any":1.7976931348623157e308}"#, Written(r#"{"any":1.7976931348623157e+308}"#)),
                (r#"{"any":123456789.123456789012}"#, Written(r#"{"any":123456789.12345679}"#)),
                (r#"{"any":9007199254740993}"#, Written(r#"{"any":9007199254740993}"#)),
                (r#"{"whole":9223372036854775807}"#, Written(r#"{"whole":9223372036854775807}"#)),
                (r#"{"whole":9223372036854775808}"#, Refused("number-range", "/whole")),
                (r#"{"whole":1e30}"#, Refused("number-range", "/whole")),
                (r#"{"whole":1.5}"#, Refused("type", "/whole")),
                (r#"{"byte":256}"#, Refused("maximum", "/byte")),
                (r#"{"byte":-1}"#, Refused("minimum", "/byte")),
                (r#"{"byte":"1"}"#, Refused("type", "/byte")),
                (r#"{"byte":{"$serde_json::private::Number":"1"}}"#, Refused("type", "/byte")),
                (r#"{"byte":[]}"#, Refused("type", "/byte")),
                (r#"{"any":1e999}"#, Refused("number-range", "/any")),
                (r#"{"byte":1e999}"#, Refused("number-range", "/byte")),
                (r#"{"whole":-0.0}"#, Written(r#"{"whole":0}"#)),
                (r#"{"other":1}"#, Refused("additionalProperties", "")),
                (r#"{"any":1,"\u0061ny":2}"#, Refused("duplicate-key", "")),
                ("[]", Refused("type", "")),
                ("null", Refused("type", "")),
                ("12", Refused("type", "")),
            ],
        ),
        case(
            "bounds_at_the_edge",
            r#"{ "type": "array", "items": { "type": "number", "minimum": 0.1, "maximum": 9007199254740992.0 } }"#,
            vec![
                ("[0.1]", Written("[0.1]")),
                ("[0.09999999999999999]", Refused("minimum", "/0")),
                ("[9007199254740993]", Refused("maximum", "/0")),
                ("[9007199254740992]", Written("[9007199254740992]")),
            ],
        ),
        case(
            "decimal_steps",
            r#"{ "type": "array", "items": { "multipleOf": 0.001 } }"#,
            vec![
                ("[19.999, 4.35, 7e1, 0, -2.675]", Written("[19.999,4.35,70.0,0,-2.675]")),
                ("[4.3505]", Refused("multipleOf", "/0")),
            ],
        ),
    ];
    cases.extend([
        case(
            "nullable_root",
            r#"{ "anyOf": [{ "type": "array", "items": { "type": "string" }, "minItems": 1 }, { "type": "null" }] }"#,
            vec![
                ("null", Written("null")),
                (r#"["a"]"#, Written(r#"["a"]"#)),
                ("[]", Refused("minItems", "")),
                ("[1]", Refused("type", "/0")),
            ],
        ),
        case(
            "dynamic_root",
            r##"{ "$id": "https://example.test/list", "$dynamicAnchor": "node", "type": "object",
                  "properties": { "value": { "type": "integer" }, "rest": { "$ref": "other" } },
                  "$defs": { "other": { "$id": "other", "$dynamicAnchor": "node", "type": ["object", "null"],
                      "properties": { "next": { "$dynamicRef": "#node" } } } } }"##,
            vec![
                (r#"{"value":1,"rest":{"next":{"value":2}}}"#, Written(r#"{"value":1,"rest":{"next":{"value":2}}}"#)),
                (r#"{"rest":{"next":null}}"#, Refused("type", "/rest/next")),
                (r#"{"rest":{"next":{"value":"a"}}}"#, Refused("type", "/rest/next/value")),
                (r#"{"rest":null}"#, Written(r#"{"rest":null}"#)),
            ],
        ),
        case(
            "closed_tuple",
            r#"{ "type": "array", "prefixItems": [{ "type": "string" }, false], "allOf": [{ "minItems": 1 }] }"#,
            vec![
                (r#"["a"]"#, Written(r#"["a"]"#)),
                (r#"["a",1]"#, Refused("items", "")),
                ("[]", Refused("minItems", "")),
                ("[1]", Refused("type", "/0")),
            ],
        ),
    ]);
    cases.push(Case {
        name: "nested_lists",
        schema: r##"{ "$ref": "#/$defs/list", "$defs": { "list": { "type": "array", "items": { "$ref": "#/$defs/list" } } } }"##,
        documents: vec![
            nested(3, Written("[[[]]]")),
            nested(128, Refused("depth", &TOO_DEEP)),
            nested(100_000, Refused("depth", &TOO_DEEP)),
        ],
    });
    cases
}

/// The pointer of the first container that stands too deep in nested lists.
static TOO_DEEP: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| "/0".repeat(127));

/// The cases as modules and documents.
pub(crate) fn modules() -> (Vec<Module>, Vec<(usize, String)>) {
    let mut modules = Vec::new();
    let mut documents = Vec::new();
    for (index, case) in all().into_iter().enumerate() {
        let code = generate_one(case.schema).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        modules.push(Module { name: case.name.to_owned(), code });
        documents.extend(case.documents.into_iter().map(|(text, _)| (index, text)));
    }
    (modules, documents)
}
