//! Which types schemas become: one small schema per idea, and the declarations that come of it.

use contracts_codegen::{Settings, declarations, generate};
use contracts_model::{Model, Options, SchemaSet};

fn declared(schema: &str) -> String {
    let mut set = SchemaSet::with_options(Options::default());
    set.add("schema.json", None, schema);
    let (model, findings) = set.resolve();
    let model = model.unwrap_or_else(|| panic!("{findings:?}"));
    let code = generate(&model, &Settings::single(&model, "schema.json", "Root")).expect("code");
    assert_eq!(
        code,
        generate(&model, &Settings::single(&model, "schema.json", "Root")).expect("code"),
        "the same schema gives the same text"
    );
    let declared = declarations(&code).expect("Rust");
    declared.lines().skip_while(|line| line.starts_with("// ") || line.is_empty()).collect::<Vec<_>>().join("\n")
}

macro_rules! shapes {
    ($($name:ident: $schema:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), declared($schema));
        }
    )*};
}

shapes! {
    optional_nullable_and_required: r#"{
        "type": "object",
        "required": ["both", "plain"],
        "properties": {
            "plain": { "type": "string" },
            "both": { "type": ["integer", "null"] },
            "maybe": { "type": "boolean" },
            "maybe_null": { "type": ["boolean", "null"] }
        },
        "additionalProperties": false
    }"#;
    narrowest_integers: r#"{
        "type": "object",
        "properties": {
            "percent": { "type": "integer", "minimum": 0, "maximum": 100 },
            "byte": { "type": "integer", "minimum": 0, "maximum": 255 },
            "small": { "type": "integer", "minimum": -5, "maximum": 5 },
            "count": { "type": "integer", "minimum": 0 },
            "positive": { "type": "integer", "exclusiveMinimum": 0 },
            "any": { "type": "integer" },
            "fraction": { "type": "integer", "minimum": 0.5, "maximum": 9.9 },
            "empty": { "type": "integer", "minimum": 3, "maximum": 2 }
        }
    }"#;
    field_order_is_that_of_the_schema: r#"{
        "type": "object",
        "properties": { "zulu": {}, "alpha": {}, "mike": {} },
        "required": ["alpha"]
    }"#;
    names_that_meet: r#"{
        "type": "object",
        "properties": {
            "a-b": { "type": "string" }, "a_b": { "type": "string" }, "a.b": { "type": "string" },
            "": { "type": "string" }, "type": { "type": "string" }, "self": { "type": "string" },
            "Self": { "type": "string" }, "1st": { "type": "string" }, "größe": { "type": "string" },
            "$ref ": { "type": "string" }, "_": { "type": "string" }, "extra": { "type": "string" },
            "build": { "type": "string" }
        },
        "additionalProperties": true
    }"#;
    enum_values_that_meet: r#"{ "enum": ["a-b", "a_b", "A B", "", "1", "self", "unrecognized", "*"] }"#;
    listed_values_of_any_kind: r#"{ "enum": ["auto", false, null, 1, -2.5, [], {"a": 1}] }"#;
    constants: r#"{
        "type": "object",
        "required": ["version", "kind"],
        "properties": { "version": { "const": 1 }, "kind": { "const": "x" }, "on": { "const": true } }
    }"#;
    values_with_words: r#"{
        "oneOf": [
            { "const": "low", "description": "Barely warm." },
            { "const": "high", "description": "Do not touch." },
            { "enum": ["off", "on"], "title": "Switch positions" }
        ]
    }"#;
    tagged_union: r##"{
        "oneOf": [
            { "$ref": "#/$defs/Circle" },
            { "type": "object", "required": ["shape", "side"],
              "properties": { "shape": { "const": "square" }, "side": { "type": "number" } } }
        ],
        "$defs": {
            "Circle": { "type": "object", "required": ["shape", "radius"],
                "properties": { "shape": { "enum": ["circle", "disc"] }, "radius": { "type": "number" } } }
        }
    }"##;
    untagged_union: r#"{
        "anyOf": [
            { "type": "object", "required": ["path"], "properties": { "path": { "type": "string" } } },
            { "type": "object", "required": ["url"], "properties": { "url": { "type": "string" } } },
            { "type": "string" }
        ]
    }"#;
    union_beside_properties: r#"{
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
        "oneOf": [
            { "title": "File", "properties": { "path": { "type": "string" } }, "required": ["path"] },
            { "title": "Link", "properties": { "target": { "type": "string" } }, "required": ["target"] }
        ]
    }"#;
    union_that_only_asserts: r#"{
        "type": "object",
        "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "anyOf": [{ "required": ["a"] }, { "required": ["b"] }]
    }"#;
    merged_all_of: r##"{
        "allOf": [
            { "$ref": "#/$defs/Base" },
            { "properties": { "name": { "type": "string" }, "id": { "maxLength": 8 } }, "required": ["name"] }
        ],
        "unevaluatedProperties": false,
        "$defs": {
            "Base": { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] }
        }
    }"##;
    reference_with_siblings: r##"{
        "type": "object",
        "properties": {
            "short": { "$ref": "#/$defs/Name", "maxLength": 3, "description": "A short one." },
            "plain": { "$ref": "#/$defs/Name", "description": "Any name." }
        },
        "$defs": { "Name": { "type": "string", "minLength": 1, "description": "A name." } }
    }"##;
    maps: r#"{
        "type": "object",
        "properties": {
            "counts": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } },
            "by_pattern": { "type": "object", "patternProperties": { "^n[0-9]+$": { "type": "integer" } },
                "additionalProperties": { "type": "string" } },
            "closed_map": { "type": "object", "patternProperties": { "^[a-z]+$": { "type": "boolean" } },
                "additionalProperties": false },
            "sized": { "type": "object", "minProperties": 1 },
            "free": { "type": "object" }
        }
    }"#;
    arrays: r#"{
        "type": "object",
        "properties": {
            "plain": { "type": "array", "items": { "type": "string" } },
            "some": { "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true },
            "never": { "type": "array", "items": false },
            "pair": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }],
                "minItems": 2, "items": false },
            "open_tail": { "type": "array", "prefixItems": [{ "type": "string" }], "items": { "type": "boolean" } },
            "any": { "type": "array" }
        }
    }"#;
    recursion: r##"{
        "type": "object",
        "properties": {
            "left": { "$ref": "#" },
            "children": { "type": "array", "items": { "$ref": "#" } },
            "parent": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] },
            "leaf": { "$ref": "#/$defs/Leaf" }
        },
        "$defs": { "Leaf": { "type": "object", "properties": { "x": { "type": "number" } } } }
    }"##;
    recursive_list: r##"{ "type": "array", "items": { "$ref": "#" } }"##;
    scoped_names: r#"{
        "type": "object",
        "properties": {
            "user": { "type": "object", "properties": { "status": { "enum": ["active", "off"] } } },
            "task": { "type": "object", "properties": { "status": { "enum": ["todo", "done"] } } }
        }
    }"#;
    no_type: r#"{ "properties": { "a": { "minimum": 1 }, "b": { "pattern": "^x" } } }"#;
    anything: "{}";
    nothing: "false";
    anything_but: r#"{ "not": { "type": "object" } }"#;
    impossible_member: r#"{
        "type": "object",
        "properties": { "never": false, "list": { "type": "array" } }
    }"#;
    conditional: r#"{
        "type": "object",
        "properties": { "kind": { "type": "string" }, "size": { "type": "integer" } },
        "if": { "properties": { "kind": { "const": "big" } } },
        "then": { "required": ["size"] }
    }"#;
    names_that_typify_would_change: r#"{
        "type": "object",
        "properties": {
            "a": { "type": "object", "properties": { "b": { "enum": ["A B", "AB", "ab", "C3 PO"] } } },
            "ab": { "type": "object", "properties": { "x": { "type": "object", "properties": { "y": true } } } }
        }
    }"#;
    hostile_text: r##"{
        "type": "object",
        "title": "*/ pub fn evil() {}",
        "description": "```\nfn main() { panic!() }\n```\n    indented\n*/ end \u202e x",
        "properties": { "\"quoted\" \\ name": { "type": "string", "description": "# heading\n- list" } }
    }"##;
    prelude_names: r##"{
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/Option" }, "b": { "$ref": "#/$defs/String" }, "c": { "$ref": "#/$defs/self" } },
        "$defs": {
            "Option": { "type": "object", "properties": { "x": { "type": "string" } } },
            "String": { "type": "object" , "properties": { "x": { "type": "string" } } },
            "self": { "enum": ["a", "b"] }
        }
    }"##;
    nullable_root: r#"{ "anyOf": [{ "type": "array", "items": { "type": "string" }, "minItems": 1 }, { "type": "null" }] }"#;
    dynamic_root: r##"{
        "$id": "https://example.test/list",
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": { "value": { "type": "integer" }, "next": { "$dynamicRef": "#node" } },
        "$defs": { "fallback": { "$id": "fallback", "$dynamicAnchor": "node", "type": "string" } }
    }"##;
}

/// Declarations with other settings.
fn declared_as(schema: &str, change: impl Fn(Settings, &Model) -> Settings) -> String {
    let mut set = SchemaSet::with_options(Options::default());
    set.add("schema.json", None, schema);
    let (model, findings) = set.resolve();
    let model = model.unwrap_or_else(|| panic!("{findings:?}"));
    let code = generate(&model, &change(Settings::single(&model, "schema.json", "Root"), &model)).expect("code");
    let declared = declarations(&code).expect("Rust");
    declared.lines().skip_while(|line| line.starts_with("// ") || line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn exact_numbers() {
    insta::assert_snapshot!(declared_as(
        r#"{
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "any": { "type": "integer" },
                "counted": { "type": "integer", "minimum": 0 },
                "byte": { "type": "integer", "minimum": 0, "maximum": 255 },
                "large": { "type": "integer", "minimum": 0, "maximum": 1e30 },
                "share": { "type": "number" }
            }
        }"#,
        Settings::with_exact_numbers
    ));
}

#[test]
fn asserted_formats() {
    let schema = r#"{
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "day": { "type": "string", "format": "date" },
            "free": { "type": "string", "format": "colour" },
            "when": { "format": "date-time" }
        }
    }"#;
    insta::assert_snapshot!(declared_as(schema, Settings::with_asserted_formats));
}

#[test]
fn a_format_that_nobody_knows_cannot_be_asserted_by_a_vocabulary() {
    let mut set = SchemaSet::with_options(Options::default());
    let meta = r#"{
        "$id": "https://example.com/meta",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$vocabulary": {
            "https://json-schema.org/draft/2020-12/vocab/core": true,
            "https://json-schema.org/draft/2020-12/vocab/format-assertion": true
        }
    }"#;
    set.add_resource("meta.json", "https://example.com/meta", meta);
    set.add("schema.json", None, r#"{ "$schema": "https://example.com/meta", "format": "colour" }"#);
    let (model, findings) = set.resolve();
    let model = model.unwrap_or_else(|| panic!("{findings:?}"));
    let refused = generate(&model, &Settings::single(&model, "schema.json", "Root")).expect_err("a refusal");
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!((refused[0].rule, refused[0].place.pointer.as_str()), ("unknown-format", "/format"));
}
