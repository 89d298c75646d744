//! Rendered TypeScript, checked by the TypeScript compiler.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use value_schema::{
    JsonSchemaNode, JsonValue, ToolSchema, assert_supported_json_schema, typescript_module, typescript_type,
};

/// The compiler, as `npm ci` in `tests/typescript` installs it.
fn compiler() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typescript/node_modules/typescript/bin/tsc");
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if path.is_file() && has_node {
        return Some(path);
    }
    assert!(
        std::env::var_os("VALUE_SCHEMA_NEEDS_TYPESCRIPT").is_none(),
        "no TypeScript: node and `npm ci` in value-schema/tests/typescript are needed"
    );
    println!("skipped: no TypeScript (`npm ci` in value-schema/tests/typescript installs it)");
    None
}

fn node(wire: &str) -> JsonSchemaNode {
    assert_supported_json_schema(&JsonValue::from_text(wire).expect("JSON")).expect("a schema of the subset")
}

/// Compiles a text with `--strict`, with `exactOptionalPropertyTypes` and without, and gives what is wrong.
fn complaints(name: &str, text: &str) -> Option<String> {
    let compiler = compiler()?;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{name}.ts"));
    fs::write(&file, text).expect("a file");
    let mut complaints = String::new();
    for options in [&[][..], &["--exactOptionalPropertyTypes"][..]] {
        let output = Command::new("node")
            .arg(&compiler)
            .args(["--strict", "--noEmit", "--target", "es2022", "--module", "es2022"])
            .args(options)
            .arg(&file)
            .output()
            .expect("node runs");
        complaints.push_str(&String::from_utf8_lossy(&output.stdout));
    }
    Some(complaints)
}

fn accepts(name: &str, text: &str) {
    if let Some(complaints) = complaints(name, text) {
        assert_eq!(complaints, "", "{text}");
    }
}

const WEATHER: &str = r#"{
    "type": "object",
    "description": "Where and when.\n*/ export const evil = 1; /*\n@deprecated",
    "properties": {
        "city": {"type": "string", "title": "City", "description": "Its name."},
        "days": {"type": "integer", "enum": [1, 3, 7]},
        "unit": {"type": "string", "const": "celsius"},
        "place": {
            "type": "object",
            "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}},
            "required": ["lat", "lon"],
            "additionalProperties": false
        },
        "a-b": {"type": "boolean"},
        "new": {"type": "null"},
        "\"; export const evil = 1; \"": {"type": "string"},
        "tags": {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "null"}]}}
    },
    "required": ["city", "unit"],
    "additionalProperties": false
}"#;

#[test]
fn a_closed_object_is_an_interface() {
    let mut text = typescript_type(&node(WEATHER), "Weather").expect("a name");
    insta::assert_snapshot!("closed_object", text);
    text.push_str(
        r#"
export const least: Weather = { city: "Oslo", unit: "celsius" };
export const all: Weather = {
  city: "Oslo", days: 3, unit: "celsius", place: { lat: 1, lon: 2 }, "a-b": true, new: null,
  "\"; export const evil = 1; \"": "", tags: ["a", null],
};
export const city: string = all.city;
export const days: 1 | 3 | 7 | undefined = all.days;
// @ts-expect-error a required member is missing
export const missing: Weather = { city: "Oslo" };
// @ts-expect-error a closed object has no other members
export const extra: Weather = { city: "Oslo", unit: "celsius", other: 1 };
// @ts-expect-error another literal
export const literal: Weather = { city: "Oslo", unit: "kelvin" };
// @ts-expect-error not one of the listed numbers
export const listed: Weather = { city: "Oslo", unit: "celsius", days: 2 };
// @ts-expect-error the wrong type
export const wrong: Weather = { city: 1, unit: "celsius" };
// @ts-expect-error null is no string
export const nothing: Weather = { city: null, unit: "celsius" };
// @ts-expect-error an item of the wrong type
export const item: Weather = { city: "Oslo", unit: "celsius", tags: [1] };
// @ts-expect-error a closed object inside has no other members
export const inside: Weather = { city: "Oslo", unit: "celsius", place: { lat: 1, lon: 2, alt: 3 } };
// @ts-expect-error a member that may be absent may be undefined
export const sure: string = all["\"; export const evil = 1; \""];
"#,
    );
    accepts("closed", &text);
}

#[test]
fn an_open_object_keeps_other_members_as_json() {
    let wire = r#"{
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "limit": {"type": "integer"},
            "inner": {"type": "object", "properties": {"on": {"type": "boolean"}}, "additionalProperties": false},
            "rows": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}}
        },
        "required": ["name"]
    }"#;
    let mut text = typescript_type(&node(wire), "Query").expect("a name");
    insta::assert_snapshot!("open_object", text);
    text.push_str(
        r#"
export const query: Query = { name: "a", limit: 1, inner: { on: true }, rows: [{ id: 1, more: [null] }], other: { deep: [1, "x"] } };
export const limit: number | undefined = query.limit;
export const other: JsonValue | undefined = query["other"];
export const json: JsonValue = query;
// @ts-expect-error a required member is missing
export const missing: Query = { limit: 1 };
// @ts-expect-error a declared member keeps its type
export const wrong: Query = { name: "a", limit: "1" };
// @ts-expect-error other members are JSON
export const notJson: Query = { name: "a", other: () => 1 };
// @ts-expect-error the object inside is closed
export const inside: Query = { name: "a", inner: { off: true } };
// @ts-expect-error items are declared too
export const row: Query = { name: "a", rows: [{}] };
"#,
    );
    accepts("open", &text);
    // With the option, an absent member is not one that is undefined; in an open object it is so without it, too.
    if let Some(complaints) = complaints(
        "undefined",
        &format!(
            "{}\nexport const none: Query = {{ name: \"a\", other: undefined }};\n",
            typescript_type(&node(wire), "Query").expect("a name")
        ),
    ) {
        assert_eq!(complaints.matches("error TS2322").count(), 2, "{complaints}");
    }
}

#[test]
fn a_union_narrows_by_its_tag() {
    let wire = r#"{"oneOf": [
        {"type": "object", "properties": {"kind": {"type": "string", "const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"], "additionalProperties": false},
        {"type": "object", "properties": {"kind": {"type": "string", "const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"], "additionalProperties": false},
        {"type": "array", "items": {"oneOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "boolean", "const": false}]}}
    ]}"#;
    let mut text = typescript_type(&node(wire), "Shape").expect("a name");
    insta::assert_snapshot!("union", text);
    text.push_str(
        r#"
export function area(shape: Shape): number {
  if (Array.isArray(shape)) return shape.filter((flag) => flag === "a" || flag === false).length;
  return shape.kind === "circle" ? shape.radius : shape.side;
}
export const shapes: Shape[] = [{ kind: "circle", radius: 1 }, { kind: "square", side: 2 }, ["a", "b", false]];
export const json: JsonValue[] = shapes;
type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
// @ts-expect-error a member of the other branch
export const mixed: Shape = { kind: "circle", side: 2 };
// @ts-expect-error no such branch
export const tag: Shape = { kind: "triangle", side: 2 };
// @ts-expect-error the constant is false
export const list: Shape = [true];
"#,
    );
    accepts("union", &text);
}

/// A module with every kind of schema and with names that are none in TypeScript.
#[test]
fn a_module_compiles_whatever_stands_in_it() {
    let wires = [
        ("Text", r#"{"type": "string"}"#),
        ("Num", r#"{"type": "number", "enum": [1.5, -2, 1e300, 18446744073709551615]}"#),
        ("Int", r#"{"type": "integer"}"#),
        ("Flag", r#"{"type": "boolean"}"#),
        ("Nothing", r#"{"type": "null"}"#),
        ("Anything", r#"{"title": "Anything", "description": "line\nline"}"#),
        ("List", r#"{"type": "array"}"#),
        ("Empty", r#"{"type": "object", "additionalProperties": false}"#),
        ("Bag", r#"{"type": "object"}"#),
        (
            "Bags",
            r#"{"type": "array", "items": {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object"}}}}}"#,
        ),
        ("Strings", r#"{"type": "string", "enum": ["", "\\", "\u2028", "${x}", "`", "'", "\"", "*/", "\u202e"]}"#),
        ("Same", r#"{"oneOf": [{"type": "string"}, {"type": "string"}]}"#),
        (
            "Names",
            r#"{"type": "object", "properties": {
                "": {"type": "string"}, "__proto__": {"type": "string"}, "constructor": {"type": "string"},
                "1": {"type": "string"}, "1a": {"type": "string"}, "a b": {"type": "string"}, "é": {"type": "string"},
                "get": {"type": "string"}, "readonly": {"type": "string"}, "class": {"type": "string"},
                "*/": {"type": "string"}, "\n": {"type": "string"}, "\u2028": {"type": "string"}, "'": {"type": "string"},
                "[key: string]": {"type": "string"}, "toString": {"type": "integer"}
            }, "required": ["", "__proto__", "1"], "additionalProperties": false}"#,
        ),
    ];
    let mut schemas: Vec<(&str, ToolSchema)> =
        wires.map(|(name, wire)| (name, ToolSchema::from(node(wire)))).into();
    let broader = JsonValue::from_text(r#"{"type": "string", "minLength": 1}"#).expect("JSON");
    schemas.push(("Broader", ToolSchema::Unknown(broader)));
    let mut text = typescript_module(schemas.iter().map(|(name, schema)| (*name, schema))).expect("names");
    assert!(text.contains("export type Broader = unknown;\n"));
    assert_eq!(text.matches("export type JsonValue =").count(), 1);
    text.push_str(
        r#"
export const names: Names = { "": "", ["__proto__"]: "", "1": "", toString: 1, constructor: "" };
export const none: Empty = {};
// @ts-expect-error nothing is declared
export const some: Empty = { a: 1 };
export const bag: Bag = { a: [{ b: null }] };
// @ts-expect-error what is unknown has to be looked at first
export const known: string = null as unknown as Broader;
"#,
    );
    accepts("module", &text);
}

#[test]
fn names_are_checked() {
    let schema = ToolSchema::from(node("{}"));
    for name in ["", "a b", "string", "type", "JsonValue", "x; evil()"] {
        assert!(typescript_module([(name, &schema)]).is_err(), "{name}");
    }
    let twice = typescript_module([("A", &schema), ("A", &schema)]).expect_err("a name twice");
    assert_eq!(twice.to_string(), r#""A" cannot be the name of a TypeScript type: another type has it already"#);
}

/// Text without a pattern to it: whatever comes, it stays text.
#[test]
fn no_text_of_a_schema_becomes_code() {
    let pieces = [
        "*/",
        "/*",
        "//",
        "\"",
        "'",
        "`",
        "${",
        "}",
        ";",
        "\\",
        "\n",
        "\r",
        "\u{2028}",
        "@type",
        "export const evil = 1",
        "<",
        "ä",
    ];
    let mut state = 7_usize;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut text = String::new();
    for index in 0..60 {
        let mut word = || (0..random(6)).map(|_| pieces[random(pieces.len())]).collect::<String>();
        let wire = value_schema::JsonObject::new()
            .with("type", "object")
            .with("title", word())
            .with("description", word())
            .with(
                "properties",
                value_schema::JsonObject::new()
                    .with(
                        word(),
                        value_schema::JsonObject::new().with("description", word()).with("type", "string"),
                    )
                    .with(
                        word() + "2",
                        value_schema::JsonObject::new().with("type", "string").with("const", word()),
                    ),
            )
            .with("additionalProperties", false);
        let schema = assert_supported_json_schema(&wire.into()).expect("a schema of the subset");
        let rendered = typescript_type(&schema, &format!("T{index}")).expect("a name");
        writeln!(text, "{rendered}").expect("text");
    }
    // A declaration that foreign text had added would be one too many.
    text.push_str("declare const evil: unique symbol;\nexport const own: typeof evil = evil;\n");
    accepts("foreign", &text);
}
