//! Depth of declarations and schemas: a million levels in a thread whose stack would hold a few thousand calls.

use value_schema::{
    JsonObject, JsonValue, Openness, ValueSchemaSpec, all_value_problems, array, assert_supported_json_schema,
    is_valid_json_schema_value, json, object, string, validate_json_schema_value, value_schema_to_json_schema,
};

const LEVELS: usize = 1_000_000;

fn on_a_small_stack(what: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(what).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

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
