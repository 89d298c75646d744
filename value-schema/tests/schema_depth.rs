//! Depth of declarations and schemas: a million levels in a thread whose stack would hold a few thousand calls.

use value_schema::{
    Form, JsonObject, JsonSchemaNode, JsonValue, Openness, ToolSchema, ValueSchemaSpec, all_value_problems, array,
    assert_supported_json_schema, is_valid_json_schema_value, json, object, register_json_schema, string,
    typescript_module, typescript_type, validate_json_schema_value, value_schema_to_json_schema, value_type,
};
use value_schema_rust::rust_text;

use crate::small_stack::on_a_small_stack;

const LEVELS: usize = 1_000_000;

/// Arrays and objects in turns.
fn declared(innermost: ValueSchemaSpec) -> ValueSchemaSpec {
    (0..LEVELS).fold(innermost, |inner, level| {
        if level % 2 == 0 { array(inner).into() } else { object(Openness::Closed).required("in", inner).into() }
    })
}

fn value(innermost: JsonValue) -> JsonValue {
    (0..LEVELS).fold(innermost, |inner, level| {
        if level % 2 == 0 { vec![inner].into() } else { JsonObject::new().with("in", inner).into() }
    })
}

#[test]
fn declarations_compile_and_schemas_validate() {
    on_a_small_stack(|| {
        let spec = declared(string().into());
        let copy = spec.clone();
        assert!(copy == spec);
        drop(copy);
        let node = value_schema_to_json_schema(&spec).unwrap();
        drop(spec);
        let again = assert_supported_json_schema(&node.to_json()).unwrap();
        assert!(again == node);
        drop(again);
        let good = value("a".into());
        assert!(validate_json_schema_value(&node, &good).is_ok());
        drop(good);
        let wrong = value(1.into());
        let problem = validate_json_schema_value(&node, &wrong).unwrap_err();
        assert_eq!(problem.pointer.tokens().count(), LEVELS);
        assert!(problem.to_string().len() < 1_000);
        assert!(wrong.at_pointer(&problem.pointer).is_some());
    });
}

#[test]
fn a_problem_at_every_level_is_told_in_bounded_space() {
    on_a_small_stack(|| {
        let wire = (0..LEVELS).fold(JsonValue::from(JsonObject::new().with("type", "null")), |inner, _| {
            let properties = JsonObject::new().with("in", inner);
            JsonObject::new().with("type", "object").with("properties", properties).into()
        });
        let problems = value_schema_to_json_schema(&ValueSchemaSpec::from_json(wire)).unwrap_err();
        assert_eq!(problems.len(), LEVELS);
        assert!(problems.to_string().len() < 10_000);
    });
}

#[test]
fn unions_within_unions_are_linear() {
    on_a_small_stack(|| {
        let wire = (0..LEVELS).fold(JsonValue::from(JsonObject::new().with("type", "null")), |inner, _| {
            let other: JsonValue = JsonObject::new().with("type", "string").into();
            JsonObject::new().with("oneOf", vec![other, inner]).into()
        });
        let node = assert_supported_json_schema(&wire).unwrap();
        drop(wire);
        assert!(is_valid_json_schema_value(&node, &JsonValue::Null));
        assert_eq!(all_value_problems(&node, &1.into(), 10).len(), 1);
        assert!(node.clone() == node);
    });
}

#[test]
fn any_json_takes_any_depth() {
    on_a_small_stack(|| {
        let node = value_schema_to_json_schema(&json().into()).unwrap();
        assert!(validate_json_schema_value(&node, &value(JsonValue::Null)).is_ok());
    });
}

/// The wire schema of objects and arrays in turns, or of unions that stand in each other directly.
fn deep_schema(unions: bool) -> JsonSchemaNode {
    if !unions {
        return value_schema_to_json_schema(&declared(string().into())).unwrap();
    }
    let wire = (0..LEVELS).fold(JsonValue::from(JsonObject::new().with("type", "null")), |inner, _| {
        let other: JsonValue = JsonObject::new().with("type", "string").into();
        JsonObject::new().with("oneOf", vec![other, inner]).into()
    });
    assert_supported_json_schema(&wire).unwrap()
}

#[test]
fn wire_text_is_written_and_read() {
    on_a_small_stack(|| {
        let node = deep_schema(false);
        let text = node.to_text();
        assert!(text == node.to_json().to_text());
        assert!(text == format!("{node}"));
        assert!(assert_supported_json_schema(&JsonValue::from_text(&text).unwrap()).unwrap() == node);
        // The schema as somebody else gives it goes the same way.
        let foreign = register_json_schema(node.to_json(), Form::Raw).unwrap();
        assert!(foreign == ToolSchema::from(node));
    });
}

#[test]
fn typescript_types_are_rendered() {
    on_a_small_stack(|| {
        let text = typescript_type(&deep_schema(false), "Deep").unwrap();
        assert!(text.starts_with("export interface Deep {\n  in: {\n    in: {\n"));
        assert_eq!(text.matches("in: ").count(), LEVELS / 2);
        assert_eq!(text.matches("}[];\n").count(), LEVELS / 2 - 1);
        assert_eq!(text.matches("in: string[];\n").count(), 1);
        drop(text);
        let text = typescript_type(&deep_schema(true), "Deep").unwrap();
        assert_eq!(text.len(), "export type Deep = null;\n".len() + LEVELS * "string | ".len());
        let unknown = ToolSchema::Unknown(deep_schema(true).to_json());
        assert_eq!(typescript_module([("Deep", &unknown)]).unwrap(), "export type Deep = unknown;\n");
    });
}

#[test]
fn rust_types_are_rendered() {
    on_a_small_stack(|| {
        let node = deep_schema(false);
        let text = rust_text(&node, "Deep").unwrap();
        // Sixteen containers, of which each second one is an object; the wire schema stands there once.
        assert_eq!(text.matches("pub struct ").count(), 8);
        assert!(text.contains("pub in_: Vec<::value_schema::JsonValue>,"));
        assert_eq!(text.matches("additionalProperties").count(), LEVELS / 2);
        drop(text);
        let text = rust_text(&deep_schema(true), "Deep").unwrap();
        assert_eq!(text.matches("pub enum ").count(), 16);
        assert_eq!(text.matches("oneOf").count(), LEVELS);
    });
}

value_type! {
    Holder = { type: "object", additionalProperties: true, properties: { any: { type: "json", required: true } } }
}

#[test]
fn typed_values_hold_any_depth() {
    on_a_small_stack(|| {
        let both = JsonObject::new().with("any", value(1.into())).with("more", value(2.into()));
        let typed = Holder::decode(JsonValue::from(both.clone())).unwrap();
        let copy = typed.clone();
        assert!(copy == typed);
        assert_eq!(
            format!("{typed:?}").len(),
            "Holder { any: , extra: {\"more\":} }".len() + 2 * value(1.into()).to_text().len()
        );
        drop(copy);
        assert!(typed.validate().is_ok());
        assert!(typed.into_json() == both.into());
    });
}
