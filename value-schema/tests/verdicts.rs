//! The verdict equals that of full JSON Schema for every schema of the subset: held against the `jsonschema` crate.

use value_schema::{
    JsonArray, JsonNumber, JsonObject, JsonSchemaNode, JsonValue, NodeKind, ScalarType, all_value_problems,
    assert_supported_json_schema, is_valid_json_schema_value, validate_json_schema_value,
};

use crate::random::Random;

const SCHEMAS: u64 = 2_000;
const INSTANCES: u64 = 50;

/// Names of properties: few, so that they meet, and odd.
const NAMES: [&str; 8] = ["a", "b", "kind", "", "$ref", "__proto__", "a/b~c", "type"];
const STRINGS: [&str; 6] = ["", "a", "A", "kind", "\u{1F600}", "null"];
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "1.0",
    "1e0",
    "-1",
    "0.5",
    "1e2",
    "100",
    "1e300",
    "18446744073709551615",
    "-9223372036854775808",
    "9007199254740993",
];

fn number(text: &str) -> JsonValue {
    JsonValue::Number(text.parse::<JsonNumber>().unwrap())
}

pub(crate) fn scalar(random: &mut Random, word: &str) -> JsonValue {
    match word {
        "string" => random.of(&STRINGS).into(),
        "boolean" => random.one_in(2).into(),
        "null" => JsonValue::Null,
        "integer" => loop {
            let value = number(random.of(&NUMBERS));
            if value.as_number().unwrap().is_integer() {
                break value;
            }
        },
        _ => number(random.of(&NUMBERS)),
    }
}

pub(crate) fn any(random: &mut Random, depth: usize) -> JsonValue {
    match random.below(if depth == 0 { 5 } else { 7 }) {
        5 => (0..random.below(3)).map(|_| any(random, depth - 1)).collect::<JsonArray>().into(),
        6 => {
            let mut object = JsonObject::new();
            for _ in 0..random.below(4) {
                let name = random.of(&NAMES);
                object.insert(name, any(random, depth - 1));
            }
            object.into()
        }
        kind => scalar(random, ["string", "number", "integer", "boolean", "null"][kind]),
    }
}

/// A schema of the subset.
fn schema(random: &mut Random, depth: usize) -> JsonValue {
    let mut schema = JsonObject::new();
    match random.below(if depth == 0 { 6 } else { 12 }) {
        0..=4 => {
            let word = random.of(&["string", "number", "integer", "boolean", "null"]);
            schema.insert("type", word);
            if random.one_in(2) {
                let literals: JsonArray = (0..=random.below(12)).map(|_| scalar(random, word)).collect();
                if random.one_in(3) {
                    schema.insert("const", literals[random.below(literals.len())].clone());
                }
                if random.one_in(2) || schema.get("const").is_none() {
                    schema.insert("enum", literals);
                }
            }
        }
        5 => {}
        6 | 7 => {
            schema.insert("type", "array");
            if !random.one_in(5) {
                schema.insert("items", self::schema(random, depth - 1));
            }
        }
        8 | 9 => {
            let mut branches: JsonArray =
                (0..2 + random.below(3)).map(|_| self::schema(random, depth - 1)).collect();
            if random.one_in(3) {
                // A branch twice: its values overlap.
                let twice = branches[0].clone();
                branches.push(twice);
            }
            schema.insert("oneOf", branches);
        }
        _ => {
            schema.insert("type", "object");
            let mut properties = JsonObject::new();
            for _ in 0..random.below(5) {
                let name = random.of(&NAMES);
                properties.insert(name, self::schema(random, depth - 1));
            }
            let required: JsonArray = properties.keys().filter(|_| random.one_in(2)).collect();
            if !properties.is_empty() || random.one_in(2) {
                schema.insert("properties", properties);
            }
            if !required.is_empty() || random.one_in(4) {
                schema.insert("required", required);
            }
            if !random.one_in(3) {
                schema.insert("additionalProperties", random.one_in(2));
            }
        }
    }
    if random.one_in(6) {
        schema.insert("default", any(random, 1));
    }
    schema.into()
}

/// An instance that is valid, or nearly so.
pub(crate) fn instance(random: &mut Random, node: &JsonSchemaNode, depth: usize) -> JsonValue {
    if random.one_in(14) {
        return any(random, 2);
    }
    match node.kind() {
        NodeKind::Scalar(scalar) => {
            if let Some(literals) = scalar.literals()
                && !random.one_in(6)
            {
                return (*random.of(&literals)).clone();
            }
            let widened = scalar.scalar_type() == ScalarType::Integer && random.one_in(5);
            self::scalar(random, if widened { "number" } else { scalar.scalar_type().as_str() })
        }
        NodeKind::Array(array) => match array.items() {
            Some(items) if depth > 0 => {
                (0..random.below(4)).map(|_| instance(random, &items, depth - 1)).collect::<JsonArray>().into()
            }
            _ => any(random, 1),
        },
        NodeKind::Object(object) => {
            let mut members = JsonObject::new();
            for property in object.properties() {
                if depth > 0 && !random.one_in(if property.required { 12 } else { 3 }) {
                    members.insert(property.name, instance(random, &property.schema, depth - 1));
                }
            }
            if random.one_in(if object.is_open() { 3 } else { 10 }) {
                let name = random.of(&NAMES);
                members.insert(name, any(random, 1));
            }
            members.into()
        }
        NodeKind::OneOf(union) => {
            let branches: Vec<_> = union.branches().collect();
            let branch = random.below(branches.len());
            instance(random, &branches[branch], depth)
        }
        _ => any(random, 2),
    }
}

pub(crate) fn foreign(value: &JsonValue) -> serde_json::Value {
    serde_json::from_str(&value.to_text()).unwrap()
}

#[test]
fn the_verdict_is_that_of_json_schema() {
    let (mut valid, mut overlaps) = (0, 0);
    for seed in 0..SCHEMAS {
        let mut random = Random(seed);
        let wire = schema(&mut random, 4);
        let node = assert_supported_json_schema(&wire).unwrap_or_else(|problems| panic!("{wire}: {problems}"));
        assert_eq!(node.to_json(), wire, "the wire form is what was read");
        let oracle = jsonschema::draft202012::new(&foreign(&wire)).unwrap();
        for _ in 0..INSTANCES {
            let value = instance(&mut random, &node, 6);
            let expected = oracle.is_valid(&foreign(&value));
            valid += u64::from(expected);
            assert_eq!(is_valid_json_schema_value(&node, &value), expected, "seed {seed}: {wire} and {value}");
            let problems = all_value_problems(&node, &value, usize::MAX);
            assert_eq!(problems.is_empty(), expected, "seed {seed}: {wire} and {value}: {problems:?}");
            let first = validate_json_schema_value(&node, &value).err();
            assert_eq!(first.as_ref(), problems.first(), "seed {seed}: {wire} and {value}");
            for problem in &problems {
                assert!(value.at_pointer(&problem.pointer).is_some(), "{problem} in {value}");
                assert!(wire.at_pointer(&problem.schema).is_some(), "{problem:?} in {wire}");
                overlaps += u64::from(problem.to_string().contains("where exactly one may"));
            }
        }
    }
    // Both answers have to come up often, or the test says little.
    let pairs = SCHEMAS * INSTANCES;
    assert!((pairs / 4..pairs * 3 / 4).contains(&valid), "{valid} of {pairs} are valid");
    assert!(overlaps > pairs / 100, "{overlaps} overlaps");
}
