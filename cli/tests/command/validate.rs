//! `validate`: all that is wrong with documents, and where.

use contracts_cli::ExitStatus;

use crate::support::{Folder, SET};

const SCHEMA: &str = r##"{
  "$id": "https://example.com/shape.json",
  "type": "object",
  "properties": {
    "name": { "type": "string", "maxLength": 5 },
    "size": { "$ref": "#/$defs/size" },
    "tags": { "type": "array", "items": { "enum": ["red", "green"] }, "uniqueItems": true },
    "owner": {
      "oneOf": [
        { "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] },
        { "type": "null" }
      ]
    },
    "secret": false
  },
  "required": ["name", "size", "owner"],
  "propertyNames": { "maxLength": 8 },
  "if": { "properties": { "name": { "const": "point" } } },
  "then": { "properties": { "size": { "const": 0 } } },
  "additionalProperties": false,
  "$defs": { "size": { "type": "number", "minimum": 0 } }
}
"##;

fn check(document: &str, expected: &[(&str, &str)]) {
    let folder = Folder::with(&[("schema.json", SCHEMA), ("document.json", document)]);
    let outcome = folder.run(&["validate", "@schema.json", "@document.json", "--format", "json"]);
    let found: Vec<(String, String)> = outcome
        .findings()
        .iter()
        .map(|finding| {
            let text = |name: &str| finding[name].as_str().expect("a string").to_owned();
            (text("pointer"), text("message"))
        })
        .collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(pointer, message)| (&**pointer, &**message)).collect();
    assert_eq!(found, expected);
    assert_eq!(outcome.status, if expected.is_empty() { ExitStatus::Clean } else { ExitStatus::Findings });
}

#[test]
fn messages() {
    check(r#"{"name": "cube", "size": 1, "owner": null}"#, &[]);
    check("[]", &[("", "expected an object, found an empty array")]);
    check(r#"{"name": "cube"}"#, &[("", "the required members \"size\", \"owner\" are missing")]);
    check(r#"{"name": "cube", "size": 1}"#, &[("", "the required member \"owner\" is missing")]);
    check(
        r#"{"name": 1, "size": -1, "owner": null, "tags": ["blue", "red", "red"]}"#,
        &[
            ("/name", "expected a string, found 1"),
            ("/size", "-1 is less than the minimum of 0"),
            ("/tags", "two items are equal, and all must differ"),
            ("/tags/0", "expected one of \"red\", \"green\", found the string \"blue\""),
        ],
    );
    check(
        r#"{"name": "spheres", "size": 1, "owner": null, "secret": 1, "colour": 2}"#,
        &[
            ("/name", "the string \"spheres\" is longer than 5 characters"),
            ("/secret", "no value is allowed here"),
            ("/colour", "the object must not have the member \"colour\""),
        ],
    );
    check(r#"{"name": "point", "size": 1, "owner": null}"#, &[("/size", "expected 0, found 1")]);
    check(
        r#"{"name": "cube", "size": 1, "owner": {"id": "x"}}"#,
        &[("/owner", "an object matches no branch of `oneOf`")],
    );
}

#[test]
fn a_failed_union_says_which_branch_came_closest() {
    let check = |schema: &str, document: &str, expected: &str| {
        let folder = Folder::with(&[("schema.json", schema), ("document.json", document)]);
        let outcome = folder.run(&["validate", "@schema.json", "@document.json", "--format", "json"]);
        assert_eq!(outcome.findings()[0]["help"], expected);
    };
    check(
        SCHEMA,
        r#"{"name": "cube", "size": 1, "owner": {"id": "x"}}"#,
        "branch 0 of `oneOf` comes closest: expected an integer, found the string \"x\" (at /owner/id)",
    );
    check(
        r#"{"anyOf": [{"type": "null"}, {"items": {"oneOf": [{"type": "string"}, {"minItems": 2}]}}]}"#,
        "[[1]]",
        "branch 1 of `anyOf`, in it branch 0 of `oneOf` comes closest: expected a string, found an array (at /0)",
    );
    check(
        r#"{"oneOf": [
            {"properties": {"kind": {"const": "pod"}}, "required": ["kind", "node", "zone"]},
            {"properties": {"kind": {"const": "job"}}, "required": ["kind"], "maxProperties": 0}
        ]}"#,
        r#"{"kind": "pod"}"#,
        "branch 0 of `oneOf` comes closest: the required members \"node\", \"zone\" are missing",
    );
}

#[test]
fn the_keyword_is_a_related_place() {
    let folder = Folder::with(&[
        ("schema.json", SCHEMA),
        ("document.json", r#"{"name": "cube", "size": -1, "owner": null}"#),
    ]);
    let outcome = folder.run(&["validate", "@schema.json", "@document.json", "--format", "json"]);
    let related = &outcome.findings()[0]["related"][0];
    assert_eq!(related["file"], "@schema.json");
    assert_eq!(related["pointer"], "/$defs/size/minimum");
    assert_eq!(related["line"], 21);
}

#[test]
fn references_lead_to_the_files_beside_the_schema() {
    let folder = Folder::with(&[
        ("a.json", r#"{"properties": {"x": {"$ref": "b.json"}, "y": {"$ref": "https://example.com/c"}}}"#),
        ("b.json", r#"{"type": "integer"}"#),
        ("c.json", r#"{"$id": "https://example.com/c", "type": "string"}"#),
        ("broken.json", "{"),
        ("document.json", "{\"x\": 1.5,\n \"y\": 1}"),
    ]);
    let outcome = folder.run(&["validate", "@a.json", "@document.json", "--format", "json"]);
    assert_eq!(outcome.places(), ["invalid-document @document.json:1 /x", "invalid-document @document.json:2 /y"]);
    let outcome = folder.run(&["validate", "@b.json", "@document.json", "--format", "json"]);
    assert_eq!(outcome.places(), ["invalid-document @document.json:1"]);
}

#[test]
fn resources() {
    let folder = Folder::with(&[
        ("a.json", r#"{"items": {"$ref": "https://example.com/types/b.json#/$defs/id"}}"#),
        ("vendor/types/b.json", r#"{"$defs": {"id": {"type": "string"}}}"#),
        ("document.json", "[\"a\", 1]"),
    ]);
    let run = |resource: &[&str]| {
        folder.run(&[&["validate", "@a.json", "@document.json", "--format", "json"], resource].concat()).places()
    };
    assert_eq!(run(&[]), ["dangling-reference @a.json:1 /items/$ref"]);
    let root = folder.join("vendor");
    let found = ["invalid-document @document.json:1 /1"];
    assert_eq!(run(&["--resource", &format!("https://example.com/={root}")]), found);
    assert_eq!(run(&["--resource", &format!("https://example.com={root}")]), found);
    assert_eq!(run(&["--resource", &format!("https://example.com/types/b.json={root}/types/b.json")]), found);
}

#[test]
fn a_schema_of_a_set_has_the_set_around_it() {
    let folder = Folder::with(SET);
    let args = ["validate", "@schemas/order.schema.json", "@fixtures/order/valid/small.json"];
    assert_eq!(folder.run(&args).status, ExitStatus::Clean);
    folder.write("fixtures/order/valid/small.json", "{}");
    assert_eq!(folder.run(&args).status, ExitStatus::Findings);
}

#[test]
fn the_dialect_is_chosen_by_schema() {
    let folder = Folder::with(&[
        (
            "old.json",
            r#"{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "additionalItems": false}"#,
        ),
        ("new.json", r#"{"prefixItems": [{"type": "string"}], "items": false}"#),
        ("document.json", "[\"a\", 1]"),
    ]);
    for schema in ["@old.json", "@new.json"] {
        let outcome = folder.run(&["validate", schema, "@document.json", "--format", "json"]);
        assert_eq!(outcome.findings().len(), 1, "{schema} {}", outcome.out);
    }
}

#[test]
fn formats_are_annotations() {
    let folder = Folder::with(&[
        ("a.json", r#"{"$schema": "http://json-schema.org/draft-07/schema#", "format": "date"}"#),
        ("document.json", "\"soon\""),
    ]);
    assert_eq!(folder.run(&["validate", "@a.json", "@document.json"]).status, ExitStatus::Clean);
}

#[test]
fn a_failed_union_says_what_is_allowed_or_what_each_branch_lacks() {
    let branch = |kind: &str, required: &str| {
        format!(
            r#"{{"type": "object", "properties": {{"kind": {{"const": "{kind}"}}}}, "required": [{required}]}}"#
        )
    };
    let schema =
        format!(r#"{{"anyOf": [{}, {}]}}"#, branch("pod", r#""kind", "ns""#), branch("job", r#""kind", "cron""#));
    let folder = Folder::with(&[
        ("a.json", schema.as_str()),
        ("close.json", r#"{"kind": "pod"}"#),
        ("unknown.json", r#"{"kind": "zip"}"#),
        ("empty.json", "{}"),
    ]);
    let outcome = folder.run(&["validate", "@a.json", "@close.json", "@unknown.json", "@empty.json"]);
    for told in [
        r#"branch 0 of `anyOf` comes closest: the required member "ns" is missing"#,
        r#"expected one of "pod", "job", found the string "zip""#,
        r#"branch 0: the required members "kind", "ns" are missing; branch 1: the required members "kind", "cron" are missing"#,
    ] {
        assert!(outcome.out.contains(told), "{told} in {}", outcome.out);
    }
}

#[test]
fn formats_are_asserted_where_that_is_asked_for() {
    let folder = Folder::with(&[
        (
            "a.json",
            r#"{"properties": {"at": {"format": "date"}, "to": {"format": "idn-email"}, "x": {"format": "x"}}}"#,
        ),
        ("good.json", r#"{"at": "2024-02-29", "to": "me@example.com", "x": "y"}"#),
        ("bad.json", r#"{"at": "2023-02-29", "to": "me"}"#),
    ]);
    let run = |document: &str, flags: &[&str]| {
        folder.run(&[&["validate", "@a.json", document, "--format", "json"], flags].concat())
    };
    assert_eq!(run("@bad.json", &[]).status, ExitStatus::Clean);
    // The two validators agree.
    for flags in [&["--assert-formats"][..], &["--assert-formats", "--exact-numbers"]] {
        assert_eq!(run("@good.json", flags).status, ExitStatus::Clean);
        let outcome = run("@bad.json", flags);
        let pointers: Vec<String> = outcome
            .findings()
            .iter()
            .map(|finding| finding["pointer"].as_str().expect("text").to_owned())
            .collect();
        assert_eq!(pointers, ["/at", "/to"], "{}", outcome.out);
    }
}

#[test]
fn a_meta_schema_can_assert_formats() {
    let folder = Folder::with(&[
        (
            "meta.json",
            r#"{
                "$id": "https://example.com/meta.json",
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$vocabulary": {
                    "https://json-schema.org/draft/2020-12/vocab/core": true,
                    "https://json-schema.org/draft/2020-12/vocab/format-assertion": true
                }
            }"#,
        ),
        ("a.json", r#"{"$schema": "https://example.com/meta.json", "format": "date"}"#),
        ("document.json", "\"soon\""),
    ]);
    let meta = format!("https://example.com/meta.json={}", folder.join("meta.json"));
    for flags in [&[][..], &["--exact-numbers"]] {
        let arguments = ["validate", "@a.json", "@document.json", "--resource", &meta];
        let outcome = folder.run(&[&arguments[..], flags].concat());
        assert_eq!(outcome.status, ExitStatus::Findings, "{}", outcome.out);
    }
}

#[test]
fn numbers_are_exact_where_that_is_asked_for() {
    let folder = Folder::with(&[
        ("a.json", r#"{"items": {"type": "integer", "exclusiveMaximum": 1e400}, "uniqueItems": true}"#),
        ("good.json", "[1e399, 12345678910111213141516171819202122232425, 9007199254740993, 9007199254740992.0]"),
        ("bad.json", "[\n  1e400,\n  0.5,\n  1e-400\n]"),
    ]);
    let run =
        |document: &str| folder.run(&["validate", "@a.json", document, "--exact-numbers", "--format", "json"]);
    let good = run("@good.json");
    assert_eq!(good.status, ExitStatus::Clean, "{}", good.out);
    let outcome = run("@bad.json");
    let found: Vec<String> = outcome
        .findings()
        .iter()
        .map(|finding| {
            format!("{} {}", finding["pointer"].as_str().expect("text"), finding["message"].as_str().expect("text"))
        })
        .collect();
    assert_eq!(
        found,
        [
            "/0 expected a number less than 1e400, found 1e400",
            "/1 expected an integer, found 0.5",
            "/2 expected an integer, found 1e-400"
        ]
    );
}

#[test]
fn a_set_says_how_numbers_and_formats_are_taken() {
    let folder = Folder::with(SET);
    folder.write(
        "schemas/order.schema.json",
        folder.read("schemas/order.schema.json").replace(
            r#""id": { "type": "string", "minLength": 1 }"#,
            r#""id": { "type": "string", "format": "uuid" }"#,
        ),
    );
    let args = ["validate", "@schemas/order.schema.json", "@fixtures/order/valid/small.json"];
    assert_eq!(folder.run(&args).status, ExitStatus::Clean);
    let start = "[schemas.\"order.schema.json\"]\n";
    folder.replace("schemas/contracts.toml", start, &format!("{start}formats = \"assert\"\n"));
    assert_eq!(folder.run(&args).status, ExitStatus::Findings);
    assert_eq!(folder.run(&["check", "@schemas"]).status, ExitStatus::Findings);
}

/// What a decoder reads in one way and a validator that rounds or has patterns of its own in another.
#[test]
fn verdicts_are_those_of_generated_types() {
    let cases: [(&str, &[(&str, bool)]); 6] = [
        // No double equals the bound, nor its neighbours.
        (
            r#"{"type": "integer", "maximum": 9007199254740992.5}"#,
            &[("9007199254740992", true), ("9007199254740993", false)],
        ),
        (r#"{"minimum": 9223372036854775807.5}"#, &[("9223372036854775807", false), ("9223372036854775808", true)]),
        (r#"{"maximum": 1e400, "minimum": 1e-400}"#, &[("1", true), ("0", false)]),
        (r#"{"multipleOf": 1e-400}"#, &[("1", true), ("0.1", true)]),
        // The classes of ECMAScript are of ASCII, and `$` is the end.
        (
            r#"{"pattern": "^(?!x)\\d+$"}"#,
            &[("\"12\"", true), ("\"x1\"", false), ("\"\u{661}\"", false), ("\"1\\n\"", false)],
        ),
        (
            r#"{"patternProperties": {"^(?=a)\\w+$": false}}"#,
            &[(r#"{"ab": 1}"#, false), ("{\"a\u{e9}\": 1}", true), (r#"{"b": 1}"#, true)],
        ),
    ];
    for (schema, documents) in cases {
        let folder = Folder::with(&[("schema.json", schema)]);
        for (document, valid) in documents {
            folder.write("document.json", *document);
            let arguments = ["validate", "@schema.json", "@document.json", "--allow-backtracking"];
            let outcome = folder.run(&arguments);
            let expected = if *valid { ExitStatus::Clean } else { ExitStatus::Findings };
            assert_eq!(outcome.status, expected, "{schema}: {document}: {}", outcome.out);
        }
    }
}
