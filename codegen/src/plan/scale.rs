//! Large and hostile schemas: what is planned stays in proportion to the schema.

use std::fmt::Write as _;

use contracts_model::{Model, SchemaSet};

use super::plan;
use crate::{Settings, generate, shape::Plan};

/// Large enough that quadratic work, or a stack frame per type, would be noticed.
const MANY: usize = 10_000;

fn load(schema: &str) -> Model {
    let (model, findings) = SchemaSet::new().add("schema.json", None, schema).resolve();
    model.unwrap_or_else(|| panic!("{findings:?}"))
}

fn planned(schema: &str) -> Plan {
    let model = load(schema);
    plan(&model, &Settings::single(&model, "schema.json", "Root"))
}

fn generated(schema: &str) -> String {
    let model = load(schema);
    generate(&model, &Settings::single(&model, "schema.json", "Root")).expect("code")
}

/// A chain of definitions, each of which leads to the next.
fn chain(count: usize, link: impl Fn(&str) -> String) -> String {
    let mut schema = String::from(r##"{"$ref": "#/$defs/d0", "$defs": {"##);
    for index in 0..count {
        let next = format!(r##"{{"$ref": "#/$defs/d{}"}}"##, index + 1);
        let _ = write!(schema, r#""d{index}": {}, "#, link(&next));
    }
    let _ = write!(schema, r#""d{count}": {{"type": "integer"}}}}}}"#);
    schema
}

fn listed(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

#[test]
fn chains_of_definitions_take_no_stack() {
    for (link, each) in [
        (
            &(|next: &str| format!(r#"{{"type": "object", "properties": {{"next": {next}}}}}"#))
                as &dyn Fn(&str) -> String,
            1,
        ),
        (&|next| format!(r#"{{"type": "array", "items": {next}}}"#), 1),
        (&|next| format!(r#"{{"anyOf": [{{"type": "string"}}, {next}]}}"#), 1),
        (&|next| format!(r#"{{"type": "object", "additionalProperties": {next}, "minProperties": 1}}"#), 1),
        (&|next| format!(r#"{{"allOf": [{next}], "minimum": 1}}"#), 0),
        (&str::to_owned, 0),
    ] {
        let plan = planned(&chain(MANY, link));
        assert!(plan.items.len() <= each * MANY + MANY / 50, "{} types for {}", plan.items.len(), link("X"));
    }
}

#[test]
fn types_without_names_of_their_own_keep_short_names() {
    // Each level is the conjunction of two schemas, which no definition names.
    let link = |next: &str| {
        format!(
            r#"{{"type": "object", "properties": {{"a_long_name": {{"allOf": [{next}, {{"minProperties": 0}}]}}}}}}"#
        )
    };
    let code = generated(&chain(300, link));
    let longest = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::len).max();
    assert!(longest.is_some_and(|longest| longest < 200), "{longest:?}");
    let lists = (0..100)
        .fold(r#"{"type": "null"}"#.to_owned(), |inner, _| format!(r#"{{"items": {inner}, "type": "array"}}"#));
    assert!(!generated(&lists).contains(&"Vec<".repeat(20)));
    let name = "long ".repeat(1_000);
    let code = generated(&format!(
        r#"{{"type": "object", "properties": {{"{name}1": {{"enum": ["{name}", "{name}2"]}}, "{name}2": {{"type": "object", "properties": {{"a": {{}}}}}}}}}}"#
    ));
    let longest = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::len).max();
    assert!(longest.is_some_and(|longest| longest < 200), "{longest:?}");
}

#[test]
fn objects_enums_and_unions_of_thousands() {
    let properties = listed(MANY, |index| format!(r#""p{index}": {{"type": "integer"}}"#));
    let names = listed(MANY, |index| format!(r#""p{index}""#));
    let object = format!(
        r#"{{"type": "object", "properties": {{{properties}}}, "required": [{names}], "unevaluatedProperties": false}}"#
    );
    assert_eq!(planned(&object).items.len(), 1);
    assert_eq!(planned(&format!(r#"{{"enum": [{names}]}}"#)).items.len(), 1);
    let twice = format!(r#"{{"enum": [{names}], "allOf": [{{"enum": [{names}]}}]}}"#);
    assert_eq!(planned(&twice).items.len(), 1);
    let constants = listed(MANY, |index| format!(r#"{{"const": {index}}}"#));
    assert_eq!(planned(&format!(r#"{{"oneOf": [{constants}]}}"#)).items.len(), 1);
    let branches = listed(MANY, |index| format!(r#"{{"type": "object", "properties": {{"p{index}": true}}}}"#));
    assert!(planned(&format!(r#"{{"anyOf": [{branches}]}}"#)).items.len() < 10);
    assert!(planned(&format!(r#"{{"allOf": [{branches}]}}"#)).items.len() < 10);
}

#[test]
fn unions_around_one_value_do_not_multiply() {
    let union = |number: usize| {
        let branches = listed(10, |branch| {
            let name = format!("m{number}_{branch}");
            format!(
                r#"{{"type": "object", "properties": {{"{name}": {{"type": "string"}}}}, "required": ["{name}"]}}"#
            )
        });
        format!(r#"{{"anyOf": [{branches}]}}"#)
    };
    let flat = planned(&format!(r#"{{"allOf": [{}]}}"#, listed(5, union)));
    assert!(flat.items.len() <= 120, "{}", flat.items.len());
    // Unions inside the branches of unions.
    let mut nested = r#"{"type": "string"}"#.to_owned();
    for level in 0..5 {
        let branches =
            listed(5, |branch| format!(r#"{{"type": "object", "properties": {{"m{level}_{branch}": {nested}}}}}"#));
        nested = format!(r#"{{"allOf": [{{"anyOf": [{branches}]}}, {{"oneOf": [{branches}]}}]}}"#);
        if nested.len() > 40_000 {
            break;
        }
    }
    let model = load(&nested);
    let nested = plan(&model, &Settings::single(&model, "schema.json", "Root"));
    assert!(nested.items.len() <= 2_000 + 5 * model.ids().count(), "{}", nested.items.len());
}
