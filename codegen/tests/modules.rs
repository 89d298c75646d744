//! Whole modules of generated code, one per idea, to be read as one would read what a person wrote: declarations, docs,
//! decoders, tables.

use contracts_codegen::{Settings, generate};
use contracts_model::{Model, Options, SchemaSet};

fn module(schema: &str, change: impl Fn(Settings, &Model) -> Settings) -> String {
    let mut set = SchemaSet::with_options(Options::default());
    set.add("schema.json", None, schema);
    let (model, findings) = set.resolve();
    let model = model.unwrap_or_else(|| panic!("{findings:?}"));
    let settings = change(Settings::single(&model, "schema.json", "Root"), &model);
    generate(&model, &settings).unwrap_or_else(|findings| panic!("{findings:?}"))
}

macro_rules! modules {
    ($($name:ident: $schema:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), module($schema, |settings, _| settings));
        }
    )*};
}

modules! {
    tagged_union: r#"{
        "title": "Shape",
        "oneOf": [
            {
                "type": "object",
                "required": ["kind", "radius"],
                "properties": { "kind": { "const": "circle" }, "radius": { "type": "number", "exclusiveMinimum": 0 } },
                "additionalProperties": false
            },
            {
                "type": "object",
                "required": ["kind", "width", "height"],
                "properties": {
                    "kind": { "const": "rectangle" },
                    "width": { "type": "number" },
                    "height": { "type": "number" }
                },
                "additionalProperties": false
            }
        ]
    }"#;
    union_by_required_members: r#"{
        "oneOf": [
            { "type": "object", "required": ["path"], "properties": { "path": { "type": "string" } } },
            { "type": "object", "required": ["url"], "properties": { "url": { "type": "string" } } }
        ]
    }"#;
    overlapping_any_of: r#"{
        "anyOf": [
            { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
            { "type": "object", "required": ["email"], "properties": { "email": { "type": "string" } } }
        ],
        "properties": { "id": { "type": "integer", "minimum": 0 } }
    }"#;
    merged_all_of: r##"{
        "allOf": [
            { "$ref": "#/$defs/named" },
            { "type": "object", "required": ["size"], "properties": { "size": { "type": "integer" } } }
        ],
        "unevaluatedProperties": false,
        "$defs": {
            "named": {
                "type": "object",
                "required": ["name"],
                "properties": { "name": { "type": "string", "minLength": 1, "description": "What it is called." } }
            }
        }
    }"##;
    nullable_and_optional: r#"{
        "type": "object",
        "required": ["given", "given_or_null"],
        "properties": {
            "given": { "type": "string" },
            "given_or_null": { "type": ["string", "null"] },
            "maybe": { "type": "string" },
            "maybe_or_null": { "type": ["string", "null"] }
        },
        "additionalProperties": false
    }"#;
    maps_by_pattern: r#"{
        "type": "object",
        "properties": { "default": { "type": "string" } },
        "patternProperties": { "^x-": { "type": "boolean" }, "^[0-9]+$": { "type": "integer", "minimum": 0 } },
        "additionalProperties": { "type": "string" }
    }"#;
    tuple_with_open_tail: r#"{
        "type": "array",
        "prefixItems": [{ "type": "string" }, { "type": "integer" }],
        "items": { "type": "boolean" },
        "minItems": 1
    }"#;
    recursion: r##"{
        "$ref": "#/$defs/expression",
        "$defs": {
            "expression": {
                "oneOf": [
                    { "type": "number" },
                    {
                        "type": "object",
                        "required": ["op", "left", "right"],
                        "properties": {
                            "op": { "enum": ["+", "-", "*", "/"] },
                            "left": { "$ref": "#/$defs/expression" },
                            "right": { "$ref": "#/$defs/expression" }
                        },
                        "additionalProperties": false
                    }
                ]
            }
        }
    }"##;
    scoped_names: r#"{
        "type": "object",
        "properties": {
            "source": {
                "type": "object",
                "properties": { "options": { "type": "object", "properties": { "depth": { "type": "integer" } } } }
            },
            "target": {
                "type": "object",
                "properties": { "options": { "type": "object", "properties": { "mode": { "enum": ["copy", "link"] } } } }
            }
        }
    }"#;
    bounds: r#"{
        "type": "object",
        "required": ["percent"],
        "properties": {
            "percent": { "type": "integer", "minimum": 0, "maximum": 100 },
            "ratio": { "type": "number", "exclusiveMinimum": 0, "maximum": 1 },
            "code": { "type": "string", "pattern": "^[A-Z]{3}$" },
            "tags": { "type": "array", "items": { "type": "string", "minLength": 1 }, "minItems": 1, "uniqueItems": true }
        },
        "additionalProperties": false
    }"#;
    conditionals: r#"{
        "type": "object",
        "required": ["mode"],
        "properties": { "mode": { "enum": ["fixed", "auto"] }, "level": { "type": "integer" } },
        "if": { "properties": { "mode": { "const": "fixed" } } },
        "then": { "required": ["level"] },
        "else": { "not": { "required": ["level"] } }
    }"#;
}

/// Of texts, of values of several kinds, and one that fails closed.
#[test]
fn enums() {
    let schema = r#"{
        "type": "object",
        "properties": {
            "level": { "enum": ["low", "high"], "description": "How much." },
            "limit": { "enum": ["none", 10, 100, null] },
            "region": { "enum": ["eu", "us"] }
        },
        "additionalProperties": false
    }"#;
    let code = module(schema, |settings, model| {
        let region = model.schema_at("schema.json", "/properties/region").expect("a schema");
        settings.with_fail_closed(region, Some("eu".to_owned()))
    });
    insta::assert_snapshot!("enums", code);
}
