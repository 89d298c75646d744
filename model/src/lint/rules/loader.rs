//! Records of what the loader reports. Its checks are where it reads; here they are explained.

use crate::{
    Level,
    lint::rule::{Check, Example, Language, Rule},
};

const fn error(id: &'static str, what: &'static str, why: &'static str, bad: Example, good: Example) -> Rule {
    Rule { id, level: Some(Level::Error), strict: Level::Error, what, why, bad, good, check: Check::Loader }
}

pub(crate) const SYNTAX: Rule = error(
    "syntax",
    "a file that is not JSON",
    "Files are read as RFC 8259 has it: no comments, no trailing commas, no unpaired surrogates.",
    Example::bad("{ \"type\": \"string\", }", &[""]),
    Example::good("{ \"type\": \"string\" }"),
);

pub(crate) const TOO_DEEP: Rule = error(
    "too-deep",
    "a file with more than 200 arrays and objects in one another",
    "Readers stop at some depth, and not all at the same one. Give the inner schemas names under `$defs` and refer to \
          them.",
    Example::bad(
        r#"{ "default": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] }"#,
        &[""],
    ),
    Example::good(r##"{ "items": { "$ref": "#/$defs/row" }, "$defs": { "row": { "type": "array" } } }"##),
);

pub(crate) const DUPLICATE_KEY: Rule = error(
    "duplicate-key",
    "an object of a schema file with the same name twice",
    "Parsers disagree on which of the two counts, so the schema means different things to different tools.",
    Example::bad(
        r#"{
  "type": "object",
  "properties": { "id": { "type": "string" }, "id": { "type": "integer", "minimum": 1 } },
  "additionalProperties": false
}"#,
        &["/properties/id"],
    ),
    Example::good(
        r#"{ "type": "object", "properties": { "id": { "type": "string" } }, "additionalProperties": false }"#,
    ),
);

pub(crate) const NUMBER_OUT_OF_RANGE: Rule = error(
    "number-out-of-range",
    "a number of a schema file with an exponent or with more digits than can be computed with",
    "Numbers are compared exactly, and the work for that must be bounded: 4096 digits and exponents up to 10^15.",
    Example::bad(r#"{ "type": "number", "maximum": 1e9999999999999999 }"#, &["/maximum"]),
    Example::good(r#"{ "type": "number", "maximum": 1e99 }"#),
);

pub(crate) const INVALID_URI: Rule = error(
    "invalid-uri",
    "a file that is added to the set under something that is not an absolute URI",
    "References resolve against the URI of the file, so it must be one with a scheme.",
    Example::of(Language::Shell, "contracts lint order.json --resource schemas/common.json=common.json"),
    Example::of(
        Language::Shell,
        "contracts lint order.json --resource https://example.com/common.json=common.json",
    ),
);

pub(crate) const UNSUPPORTED_DIALECT: Rule = error(
    "unsupported-dialect",
    "a `$schema` that names no known dialect; in strict mode one other than 2020-12",
    "The dialect decides what the keywords mean. Known are draft-04 to 2020-12 and meta-schemas that are in the set.",
    Example::bad(
        r#"{ "$schema": "https://json-schema.org/draft/2021-12/schema", "type": "string" }"#,
        &["/$schema"],
    ),
    Example::good(r#"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string" }"#),
);

pub(crate) const INVALID_KEYWORD_VALUE: Rule = error(
    "invalid-keyword-value",
    "a keyword with a value of a form that it cannot have",
    "The schema is no schema of its dialect, and what a validator makes of it is anybody's guess. An array under \
     `items` is the form of older dialects; 2020-12 writes it as `prefixItems`.",
    Example::bad(
        r#"{ "type": "array", "items": [{ "type": "string" }, { "type": "number" }], "maxItems": "2" }"#,
        &["/items", "/maxItems"],
    ),
    Example::good(
        r#"{ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "number" }], "items": false }"#,
    ),
);

pub(crate) const DUPLICATE_ID: Rule = error(
    "duplicate-id",
    "two schemas of the set with the same URI",
    "A reference to the URI could mean either.",
    Example::bad(
        r#"{
  "$defs": {
    "a": { "$id": "https://example.com/a", "type": "string" },
    "b": { "$id": "https://example.com/a", "type": "number" }
  }
}"#,
        &["/$defs/b"],
    ),
    Example::good(
        r#"{
  "$defs": {
    "a": { "$id": "https://example.com/a", "type": "string" },
    "b": { "$id": "https://example.com/b", "type": "number" }
  }
}"#,
    ),
);

pub(crate) const DUPLICATE_ANCHOR: Rule = error(
    "duplicate-anchor",
    "two schemas of a resource with the same anchor",
    "A reference to the anchor could mean either.",
    Example::bad(
        r#"{
  "$defs": {
    "a": { "$anchor": "amount", "type": "string" },
    "b": { "$anchor": "amount", "type": "number" }
  }
}"#,
        &["/$defs/b"],
    ),
    Example::good(
        r#"{
  "$defs": {
    "a": { "$anchor": "text", "type": "string" },
    "b": { "$anchor": "amount", "type": "number" }
  }
}"#,
    ),
);

pub(crate) const DANGLING_REFERENCE: Rule = error(
    "dangling-reference",
    "a reference to something that is not in the set",
    "Nothing is ever fetched, so what a schema needs must be part of the set: a file of the folder, or one that \
     `--resource` adds.",
    Example::bad(r##"{ "$ref": "#/$defs/adress", "$defs": { "address": { "type": "string" } } }"##, &["/$ref"]),
    Example::good(r##"{ "$ref": "#/$defs/address", "$defs": { "address": { "type": "string" } } }"##),
);

pub(crate) const REFERENCE_LOOP: Rule = error(
    "reference-loop",
    "references that lead back to themselves without going into the value",
    "Such a schema never comes to an assertion; a validator that follows it does not end. Recursion is fine when a \
     property or an item lies between.",
    Example::bad(
        r##"{
  "$ref": "#/$defs/a",
  "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }
}"##,
        &["/$defs/a"],
    ),
    Example::good(
        r##"{
  "$ref": "#/$defs/a",
  "$defs": {
    "a": { "type": "object", "properties": { "b": { "$ref": "#/$defs/a" } }, "additionalProperties": false }
  }
}"##,
    ),
);

pub(crate) const INVALID_PATTERN: Rule = Rule {
    id: "invalid-pattern",
    level: Some(Level::Warning),
    strict: Level::Error,
    what: "a pattern that is not a regular expression of ECMA-262",
    why: "Validators refuse it or guess. Outside strict mode a pattern that the Rust `regex` crate accepts is read as \
          that crate reads it; any other is an error there too.",
    bad: Example::bad(r#"{ "type": "string", "pattern": "(?i)^yes$" }"#, &["/pattern"]),
    good: Example::good(r#"{ "type": "string", "pattern": "^[Yy][Ee][Ss]$" }"#),
    check: Check::Loader,
};

pub(crate) const NON_LINEAR_PATTERN: Rule = error(
    "non-linear-pattern",
    "a pattern with look-around or a back-reference",
    "Such a pattern needs an engine that backtracks, and some inputs keep it busy for years. Most can be written \
     without; where one cannot, the manifest allows it at its place, and it runs with a limit on its steps.",
    Example::bad(r#"{ "type": "string", "pattern": "^(?!tmp)[a-z]+$" }"#, &["/pattern"]),
    Example::good(r#"{ "type": "string", "pattern": "^[a-z]+$", "not": { "pattern": "^tmp" } }"#),
);

pub(crate) const PATTERN_TOO_LARGE: Rule = error(
    "pattern-too-large",
    "a pattern whose automaton would be too large",
    "Repetitions multiply: `(a{1000}){1000}` has a million states.",
    Example::bad(r#"{ "type": "string", "pattern": "^(a{1000}){1000}$" }"#, &["/pattern"]),
    Example::good(r#"{ "type": "string", "pattern": "^a*$", "maxLength": 1000000 }"#),
);

pub(crate) const UNSUPPORTED_PATTERN: Rule = error(
    "unsupported-pattern",
    "a valid pattern of a form that cannot be run here",
    "Half a surrogate pair matches no text of a JSON document, and properties that Unicode does not define mean \
     nothing.",
    Example::bad(r#"{ "type": "string", "pattern": "^\\p{Emojii}$" }"#, &["/pattern"]),
    Example::good(r#"{ "type": "string", "pattern": "^\\p{Emoji}$" }"#),
);
