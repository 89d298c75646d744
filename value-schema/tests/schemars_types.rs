//! The way back: Rust types that derive `schemars::JsonSchema`.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use value_schema::{
    JsonNumber, JsonObject, JsonValue, Tool, ToolRegistry, ToolSchema,
    schemars::{Contract, TypeSchemaProblemKind, json_schema_of, json_schema_of_schemars, tool_schema_of},
};

use crate::small_stack::on_a_small_stack;

fn wire<T: JsonSchema>() -> String {
    json_schema_of::<T>(Contract::Deserialize).unwrap_or_else(|problems| panic!("{problems}")).to_text()
}

fn refused<T: JsonSchema>() -> String {
    json_schema_of::<T>(Contract::Deserialize).map(|node| node.to_text()).unwrap_err().to_string()
}

/// A place on the map.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct Place {
    city: String,
    /// Left out when unknown.
    street: Option<String>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Trip {
    /// Where it begins.
    from: Place,
    via: Vec<Place>,
    to: Option<Place>,
    share: JsonNumber,
    notes: JsonValue,
    by: Vehicle,
}

#[derive(JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "only its schema is used")]
enum Vehicle {
    Train,
    NightBus,
}

#[test]
fn structs_options_and_nested_types_become_the_subset() {
    assert_eq!(
        wire::<Place>(),
        "{\"type\":\"object\",\"title\":\"Place\",\"description\":\"A place on the map.\",\"properties\":{\
         \"city\":{\"type\":\"string\"},\
         \"street\":{\"description\":\"Left out when unknown.\",\"oneOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}},\
         \"required\":[\"city\"],\"additionalProperties\":false}"
    );
    let trip = JsonValue::from_text(&wire::<Trip>()).unwrap();
    let at = |pointer: &str| trip.pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {trip}"));
    assert_eq!(*at("/properties/from/description"), "Where it begins.\n\nA place on the map.".into());
    assert_eq!(*at("/properties/from/additionalProperties"), false.into());
    assert_eq!(*at("/properties/via/items/properties/city/type"), "string".into());
    assert_eq!(*at("/properties/to/oneOf/1/type"), "null".into());
    assert_eq!(at("/properties/notes").to_text(), "{}");
    assert_eq!(at("/properties/by").to_text(), r#"{"type":"string","enum":["train","night-bus"]}"#);
    // A struct that takes unknown fields stays open.
    assert_eq!(trip.get("additionalProperties"), None);
    assert_eq!(trip.get("$defs"), None);
}

#[derive(JsonSchema)]
#[serde(tag = "kind", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
enum Tagged {
    Circle { radius: JsonNumber },
    Named { name: String },
    Nothing,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
enum External {
    Plain,
    With(String),
    Fields { on: bool },
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Untagged {
    Text(String),
    Flag(bool),
    Many(Vec<String>),
    Shape(Tagged),
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Overlapping {
    One { name: String },
    Other { title: String },
}

#[test]
fn enums_become_exactly_one() {
    let tagged = JsonValue::from_text(&wire::<Tagged>()).unwrap();
    assert_eq!(tagged.pointer("/oneOf/0/properties/kind/const"), Some(&"Circle".into()));
    assert_eq!(tagged.pointer("/oneOf").and_then(JsonValue::as_array).map(|branches| branches.len()), Some(3));
    let external = JsonValue::from_text(&wire::<External>()).unwrap();
    assert_eq!(external.pointer("/oneOf/0/type"), Some(&"string".into()));
    let untagged = JsonValue::from_text(&wire::<Untagged>()).unwrap();
    assert_eq!(untagged.get("anyOf"), None);
    assert_eq!(untagged.pointer("/oneOf/3/oneOf/2/properties/kind/const"), Some(&"Nothing".into()));
    assert_eq!(
        refused::<Overlapping>(),
        "at /anyOf: the branches 0 and 1 of anyOf may both be valid, and oneOf would refuse such values: tag the enum \
         (#[serde(tag = \"…\")]), or close its structs (#[serde(deny_unknown_fields)])"
    );
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Bounded {
    age: u32,
    ratio: f64,
    ages: BTreeMap<String, String>,
    tags: BTreeSet<String>,
    pair: (String, String),
    letter: char,
    again: Inner,
    once_more: Inner,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Inner {
    small: Option<i8>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct List {
    next: Option<Box<List>>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Around {
    list: List,
}

#[test]
fn what_would_be_lost_is_refused_with_the_reason() {
    let problems = json_schema_of::<Bounded>(Contract::Deserialize).unwrap_err();
    let mut told: Vec<String> = problems.iter().map(|problem| problem.pointer.to_string()).collect();
    told.sort();
    assert_eq!(
        told,
        [
            "/$defs/Inner/properties/small/format",
            "/$defs/Inner/properties/small/maximum",
            "/$defs/Inner/properties/small/minimum",
            "/properties/age/format",
            "/properties/age/minimum",
            "/properties/ages/additionalProperties",
            "/properties/letter/maxLength",
            "/properties/letter/minLength",
            "/properties/pair/maxItems",
            "/properties/pair/minItems",
            "/properties/pair/prefixItems",
            "/properties/ratio/format",
            "/properties/tags/uniqueItems",
        ]
    );
    let text = problems.to_string();
    assert!(text.contains(
        "at /properties/age/format: \"format\": \"uint32\" would be lost: the vocabulary has no bounded numbers: use \
         JsonNumber, or give the field #[schemars(with = \"JsonNumber\")]"
    ));
    for recursive in [refused::<List>(), refused::<Around>()] {
        assert!(recursive.contains("refers to itself"), "{recursive}");
    }
}

#[test]
fn a_broader_type_is_unknown_when_the_caller_says_so() {
    let ToolSchema::Unknown(schema) = tool_schema_of::<Bounded>(Contract::Deserialize).unwrap() else {
        panic!("it has bounds");
    };
    assert_eq!(schema.pointer("/properties/age/format"), Some(&"uint32".into()));
    assert!(matches!(tool_schema_of::<Place>(Contract::Serialize).unwrap(), ToolSchema::Supported(_)));
}

#[test]
fn a_type_is_registered_as_a_tool() {
    let mut tools = ToolRegistry::new();
    tools.register(Tool::new("go", json_schema_of::<Place>(Contract::Deserialize).unwrap())).unwrap();
    tools.register(Tool::new("grow", tool_schema_of::<Bounded>(Contract::Deserialize).unwrap())).unwrap();
    assert!(tools.read_call("go", r#"{"city": "Oslo", "street": null}"#).is_ok());
    let refused = tools.read_call("go", r#"{"city": "Oslo", "zip": 1}"#).unwrap_err();
    assert!(refused.to_string().contains("at /zip: the member \"zip\" is not declared"), "{refused}");
    assert!(tools.read_call("grow", r#"{"age": -1}"#).is_ok(), "what is unknown is not enforced");
}

#[test]
fn structs_within_structs_are_compared_once() {
    // Looking at what both require from either side would double the work at each level: for these it would take hours.
    fn nested(level: usize) -> serde_json::Value {
        if level == 0 {
            return serde_json::json!({"type": "string"});
        }
        let (left, right) = (nested(level - 1), nested(level - 1));
        serde_json::json!({"type": "object", "properties": {"l": left, "r": right}, "required": ["l", "r"]})
    }
    let either = serde_json::json!({"anyOf": [nested(14), nested(14)]});
    let problems = json_schema_of_schemars(&either.try_into().unwrap()).unwrap_err();
    assert_eq!(problems.first().kind, TypeSchemaProblemKind::Overlap { first: 0, second: 1 });
}

#[test]
fn deep_schemas_are_rewritten_without_recursion() {
    on_a_small_stack(|| {
        const LEVELS: usize = 90_000;
        let wire = (0..LEVELS).fold(JsonObject::new().with("type", "string"), |inner, level| match level % 3 {
            0 => JsonObject::new().with("type", "array").with("items", inner),
            1 => JsonObject::new().with("allOf", [inner]),
            _ => JsonObject::new().with("type", "object").with("properties", JsonObject::new().with("in", inner)),
        });
        let schema = JsonValue::from(wire).to_serde_json().try_into().unwrap();
        let node = json_schema_of_schemars(&schema).unwrap();
        // The values of serde_json are dropped by recursion.
        std::mem::forget(schema);
        assert_eq!(node.to_text().matches("items").count(), LEVELS / 3);
    });
}

#[test]
fn schemas_written_by_hand_are_rewritten_only_where_nothing_is_lost() {
    let rewritten = |schema: serde_json::Value| {
        json_schema_of_schemars(&schema.try_into().unwrap()).map(|node| node.to_text()).map_err(|problems| {
            assert!(!problems.to_string().is_empty());
            problems.first().kind.clone()
        })
    };
    let lossless = [
        (serde_json::json!(true), "{}"),
        (serde_json::json!({"const": 1}), r#"{"type":"number","const":1}"#),
        (serde_json::json!({"enum": [null]}), r#"{"type":"null","enum":[null]}"#),
        (
            serde_json::json!({"enum": ["a", 1, null]}),
            r#"{"oneOf":[{"type":"string","enum":["a"]},{"type":"number","enum":[1]},{"type":"null","enum":[null]}]}"#,
        ),
        (
            serde_json::json!({"type": ["integer", "number", "null"], "title": "N"}),
            r#"{"title":"N","oneOf":[{"type":"number"},{"type":"null"}]}"#,
        ),
        (
            serde_json::json!({"type": ["array", "object"], "items": {"type": "string"}, "additionalProperties": false}),
            r#"{"oneOf":[{"type":"array","items":{"type":"string"}},{"type":"object","additionalProperties":false}]}"#,
        ),
        (serde_json::json!({"allOf": [{"type": "null"}], "title": "T"}), r#"{"type":"null","title":"T"}"#),
        (serde_json::json!({"type": ["string"]}), r#"{"type":"string"}"#),
    ];
    for (schema, expected) in lossless {
        assert_eq!(rewritten(schema).as_deref(), Ok(expected));
    }
    for lossy in [
        serde_json::json!(false),
        serde_json::json!({"type": "string", "pattern": "a"}),
        serde_json::json!({"type": "string", "deprecated": true}),
        serde_json::json!({"properties": {"a": true}}),
        serde_json::json!({"allOf": [{"type": "string"}, {"enum": ["a"]}]}),
        serde_json::json!({"type": "object", "properties": {}, "oneOf": [{"type": "object"}, {"type": "object"}]}),
        serde_json::json!({"anyOf": [{"type": "integer"}, {"type": "number"}]}),
        serde_json::json!({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "null"}}]}),
        serde_json::json!({"const": [1]}),
        serde_json::json!({"type": ["string", "file"]}),
        serde_json::json!({"type": "object", "unevaluatedProperties": false}),
        serde_json::json!({"$ref": "#/$defs/Missing"}),
        serde_json::json!({"$ref": "#"}),
    ] {
        assert!(rewritten(lossy.clone()).is_err(), "{lossy}");
    }
    // Thirty definitions, each used twice by the one before: put in their place, they would make a billion schemas.
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let reference = serde_json::json!({"$ref": format!("#/$defs/D{}", level + 1)});
        definitions.insert(
            format!("D{level}"),
            serde_json::json!({"type": "object", "properties": {"left": reference, "right": reference}}),
        );
    }
    definitions.insert("D30".to_owned(), serde_json::json!({"type": "null"}));
    let large = serde_json::json!({"$ref": "#/$defs/D0", "$defs": definitions});
    assert_eq!(rewritten(large), Err(TypeSchemaProblemKind::TooLarge));
}
