//! Types of random declarations: they decode what the validator and the `jsonschema` crate accept and nothing else, and
//! give it back as it was.
//!
//! All of them stand in one program, which is compiled and run as a case of `compile_pass/` is, on the same dependencies.

use std::{fmt::Write as _, fs, path::Path};

use value_schema::{
    Form, JsonArray, JsonObject, JsonSchemaNode, JsonValue, register_json_schema, validate_json_schema_value,
};

use crate::{
    random::Random,
    verdicts::{any, foreign, instance, scalar},
};

const DECLARATIONS: usize = 200;
const DOCUMENTS: usize = 60;

/// Names that meet in Rust, that are keywords, or that are none at all.
const NAMES: [&str; 24] = [
    "a",
    "b",
    "kind",
    "type",
    "self",
    "Self",
    "crate",
    "fn",
    "r#fn",
    "extra",
    "value",
    "name",
    "object",
    "map",
    "",
    "a-b",
    "a_b",
    "A b",
    "__proto__",
    "日本",
    "1",
    "Option",
    "None",
    "quote\" \\ */ \u{202e}",
];
const WORDS: [&str; 12] =
    ["", "a", "A", "-", "Self", "self", "two words", "1", "日本", "\"*/\n", "\u{2028}", "quote\" \\ {x}"];
const TEXTS: [&str; 6] = [
    "Plain.",
    "*/ \"quotes\" \\ and\n\n```\nassert!(false)\n```",
    "    indented",
    "[link] <b> #[doc] //!",
    "\u{202e}\u{0}\u{2028}é",
    "",
];
/// Names of roots: some mean something else around them.
const ROOTS: [&str; 8] = ["Root", "bool", "str", "String", "Option", "Vec", "Result", "Clone"];
const SCALARS: [&str; 5] = ["string", "number", "integer", "boolean", "null"];

/// Another seed searches elsewhere: `CONTRACTS_RANDOM_SEED=7 cargo test -p value-schema types::`.
fn seed() -> u64 {
    std::env::var("CONTRACTS_RANDOM_SEED").ok().map_or(1, |seed| seed.parse().expect("a number"))
}

fn typed(word: &str) -> JsonObject {
    JsonObject::new().with("type", word)
}

/// A scalar, perhaps with the literals that it lists.
fn declared_scalar(random: &mut Random, word: &str) -> JsonObject {
    let mut declared = typed(word);
    let literal = |random: &mut Random| {
        if word == "string" { random.of(&WORDS).into() } else { scalar(random, word) }
    };
    if random.one_in(3) {
        let listed: JsonArray = (0..=random.below(10)).map(|_| literal(random)).collect();
        if random.one_in(4) {
            declared.insert("const", listed[0].clone());
        }
        declared.insert("enum", listed);
    } else if random.one_in(6) {
        declared.insert("const", literal(random));
    }
    declared
}

fn properties(random: &mut Random, depth: usize, count: usize) -> JsonObject {
    let mut properties = JsonObject::new();
    for _ in 0..count {
        let mut property = declaration(random, depth);
        if random.one_in(2) {
            property.insert("required", true);
        }
        properties.insert(random.of(&NAMES), property);
    }
    properties
}

fn object(random: &mut Random, properties: JsonObject) -> JsonObject {
    let mut declared = typed("object").with("additionalProperties", random.one_in(2));
    if !properties.is_empty() || random.one_in(2) {
        declared.insert("properties", properties);
    }
    declared
}

/// Objects that a member tells apart, mostly.
fn tagged(random: &mut Random, depth: usize) -> JsonObject {
    let tag = random.of(&NAMES);
    let apart = !random.one_in(5);
    let branches: JsonArray = (0..2 + random.below(3))
        .map(|index| {
            let value = if apart { format!("{}{index}", random.of(&WORDS)) } else { random.of(&WORDS).to_owned() };
            let own = if random.one_in(4) {
                typed("string").with("enum", vec![value.clone(), format!("{value} too")])
            } else {
                typed("string").with("const", value)
            };
            let count = random.below(3);
            let mut members = properties(random, depth, count);
            members.insert(tag, own.with("required", true));
            object(random, members)
        })
        .collect();
    JsonObject::new().with("oneOf", branches)
}

/// A schema in the form of authors.
fn declaration(random: &mut Random, depth: usize) -> JsonObject {
    let word = random.of(&SCALARS);
    let mut declared = match random.below(if depth == 0 { 7 } else { 18 }) {
        0..=4 => declared_scalar(random, word),
        5 => typed("json"),
        6 => JsonObject::new(),
        7 if random.one_in(3) => typed("array"),
        7 | 8 => typed("array").with("items", declaration(random, depth - 1)),
        9..=12 => {
            let count = random.below(5);
            let members = properties(random, depth - 1, count);
            object(random, members)
        }
        13 => {
            let other = declaration(random, depth - 1);
            let null = typed("null");
            let branches = if random.one_in(2) { [other, null] } else { [null, other] };
            JsonObject::new().with("oneOf", branches)
        }
        14 => {
            let branches: JsonArray = (0..2 + random.below(4))
                .map(|_| typed("string").with("const", random.of(&WORDS)).with("title", random.of(&TEXTS)))
                .collect();
            JsonObject::new().with("oneOf", branches)
        }
        15 => tagged(random, depth - 1),
        _ => {
            let branches: JsonArray = (0..2 + random.below(3)).map(|_| declaration(random, depth - 1)).collect();
            JsonObject::new().with("oneOf", branches)
        }
    };
    if random.one_in(4) {
        declared.insert("title", random.of(&TEXTS));
    }
    if random.one_in(4) {
        declared.insert("description", random.of(&TEXTS));
    }
    if random.one_in(8) {
        declared.insert("default", any(random, 1));
    }
    declared
}

/// A schema within this many others, around the depth at which types end.
fn within(random: &mut Random, inner: JsonObject, levels: usize) -> JsonObject {
    (0..levels).fold(inner, |inner, _| match random.below(5) {
        0 => typed("array").with("items", inner),
        1 => JsonObject::new().with("oneOf", [inner, typed("boolean").with("title", random.of(&WORDS))]),
        _ => {
            let member = JsonObject::new().with(random.of(&NAMES), inner.with("required", true));
            object(random, member)
        }
    })
}

struct Declared {
    parameters: bool,
    json: JsonObject,
    node: JsonSchemaNode,
}

fn declared(random: &mut Random, index: usize) -> Declared {
    let parameters = random.one_in(3);
    let json = if parameters {
        let count = random.below(6);
        properties(random, 2, count)
    } else if index.is_multiple_of(12) {
        let inner = declaration(random, 2);
        let levels = 12 + random.below(10);
        within(random, inner, levels)
    } else {
        declaration(random, 3)
    };
    let form = if parameters { Form::Parameters } else { Form::Author };
    let schema =
        register_json_schema(json.clone().into(), form).unwrap_or_else(|error| panic!("{json:?}: {error}"));
    Declared { parameters, node: schema.node().expect("declarations are understood").clone(), json }
}

/// JSON in Rust tokens.
fn tokens(value: &JsonValue, out: &mut String) {
    let mut list = |open: char, parts: &mut dyn Iterator<Item = (Option<&str>, &JsonValue)>, close: char| {
        out.push(open);
        for (name, part) in parts {
            if let Some(name) = name {
                write!(out, "{name:?}: ").expect("text");
            }
            tokens(part, out);
            out.push_str(", ");
        }
        out.push(close);
    };
    match value {
        JsonValue::Array(items) => list('[', &mut items.iter().map(|item| (None, item)), ']'),
        JsonValue::Object(members) => list('{', &mut members.iter().map(|(name, it)| (Some(name), it)), '}'),
        JsonValue::String(text) => write!(out, "{text:?}").expect("text"),
        scalar => out.push_str(&scalar.to_text()),
    }
}

const MAIN: &str = r#"
use serde::de::DeserializeOwned;
use value_schema::{DeclaredType, JsonValue};

/// The ways to decode a value, which have to say the same, and those to write it.
fn ways<T: DeclaredType + DeserializeOwned>(value: &JsonValue) -> Result<(), String> {
    let decoded = T::decode(value.clone()).map_err(|problem| problem.to_string());
    let text = value.to_text();
    let read = T::from_text(&text).map_err(|problem| problem.to_string());
    assert_eq!(decoded, read, "{text}");
    let by_serde = serde_json::from_str::<T>(&text);
    let Ok(typed) = decoded else {
        assert!(by_serde.is_err(), "{text}");
        return decoded.map(drop);
    };
    assert_eq!(by_serde.expect("as decode"), typed, "{text}");
    typed.validate().expect("valid");
    assert_eq!(typed.to_json(), *value);
    assert_eq!(JsonValue::from_serialize(&typed).expect("JSON"), *value);
    assert_eq!(typed.clone().into_json().to_text().len(), typed.to_json().to_text().len());
    assert_eq!(typed.into_json(), *value);
    Ok(())
}

fn main() {
    for (declaration, by, schema, wire, _) in TYPES {
        assert_eq!(schema, wire, "declaration {declaration} by {by}");
    }
    let documents = include_str!("documents.txt");
    for line in documents.lines() {
        let line = JsonValue::from_text(line).expect("a line");
        let declaration = usize::try_from(line.at(0).and_then(JsonValue::as_u64).expect("a declaration")).expect("small");
        let value = line.at(1).expect("a document");
        let expected = line.at(2).expect("a verdict").as_str().map_or(Ok(()), |problem| Err(problem.to_owned()));
        for (_, by, schema, _, ways) in TYPES.iter().filter(|(index, ..)| *index == declaration) {
            assert_eq!(ways(value), expected, "declaration {declaration} by {by}, {value}: {schema}");
        }
    }
    println!("{} types of {} documents", TYPES.len(), documents.lines().count());
}
"#;

#[test]
fn types_of_random_declarations_decode_what_is_valid() {
    let mut random = Random(seed());
    let mut program =
        format!("#![allow(dead_code, non_camel_case_types, reason = \"nobody uses all of the types\")]\n{MAIN}");
    let (mut documents, mut table) = (String::new(), String::new());
    let (mut both, mut valid) = (0, 0);
    for index in 0..DECLARATIONS {
        let Declared { parameters, json, node } = declared(&mut random, index);
        let mut written = String::new();
        tokens(&json.into(), &mut written);
        let form = if parameters { "parameters" } else { "value_type" };
        let name = ROOTS[index / 8 % ROOTS.len()];
        writeln!(program, "mod declared_{index} {{ value_schema::{form}! {{ pub {name} = {written} }} }}")
            .expect("text");
        let mut row = |by: &str, module: &str| {
            let root = format!("{module}_{index}::{name}");
            let (constant, wire) = (format!("<{root} as DeclaredType>::SCHEMA_TEXT"), node.to_text());
            writeln!(table, "({index}, {by:?}, {constant}, {wire:?}, ways::<{root}>),").expect("text");
        };
        row("macro", "declared");
        if index.is_multiple_of(8) {
            row("text", "written");
            let text = value_schema_rust::rust_text(&node, name).expect("a name");
            writeln!(program, "mod written_{index} {{\n{text}\n}}").expect("text");
        }
        let oracle = jsonschema::draft202012::new(&foreign(&node.to_json())).expect("a schema");
        let mut seen = [false; 2];
        for _ in 0..DOCUMENTS {
            let value = instance(&mut random, &node, 30);
            let problem = validate_json_schema_value(&node, &value).err().map(|problem| problem.to_string());
            assert_eq!(oracle.is_valid(&foreign(&value)), problem.is_none(), "{node} and {value}: {problem:?}");
            seen[usize::from(problem.is_none())] = true;
            valid += usize::from(problem.is_none());
            let line = JsonArray::from(vec![
                JsonValue::try_from(index).expect("a number"),
                value,
                problem.map_or(JsonValue::Null, JsonValue::from),
            ]);
            writeln!(documents, "{}", JsonValue::from(line)).expect("text");
        }
        both += usize::from(seen == [true, true]);
    }
    writeln!(
        program,
        "type Ways = fn(&JsonValue) -> Result<(), String>;\nconst TYPES: &[(usize, &str, &str, &str, Ways)] = &[\n{table}];"
    )
    .expect("text");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("value-schema-types");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("documents.txt"), documents).expect("a file");
    fs::write(folder.join("types.rs"), program).expect("a file");
    println!("{both} of {DECLARATIONS} declarations with documents of both verdicts, {valid} valid documents");
    assert!(both > DECLARATIONS / 2 && valid > DECLARATIONS * DOCUMENTS / 4);
    trybuild::TestCases::new().pass(folder.join("types.rs"));
}
