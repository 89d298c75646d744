//! Exactly one branch: overlap, no match, and the work that it takes.

use value_schema::{
    JsonObject, JsonSchemaNode, JsonValue, ValueProblemKind, all_value_problems, assert_supported_json_schema,
    is_valid_json_schema_value, validate_json_schema_value,
};

fn value(text: &str) -> JsonValue {
    JsonValue::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn schema(text: &str) -> JsonSchemaNode {
    assert_supported_json_schema(&value(text)).unwrap_or_else(|problems| panic!("{text}: {problems}"))
}

fn told(schema: &JsonSchemaNode, text: &str) -> String {
    validate_json_schema_value(schema, &value(text)).unwrap_err().to_string()
}

#[test]
fn overlap_names_the_branches() {
    let node =
        schema(r#"{"oneOf": [{"type": "number", "title": "Share"}, {"type": "string"}, {"type": "integer"}]}"#);
    assert!(validate_json_schema_value(&node, &value("1.5")).is_ok());
    assert_eq!(
        told(&node, "1.0"),
        "at (root): 2 branches of oneOf match where exactly one may: branch 0 (\"Share\"), branch 2"
    );
}

#[test]
fn no_match_names_the_closest_branch_and_what_is_wrong_there() {
    let node = schema(
        r#"{"type": "array", "items": {"oneOf": [
            {"type": "null"},
            {"type": "object", "title": "Circle", "properties": {"kind": {"type": "string", "const": "circle"}, "radius": {"type": "number"}},
             "required": ["kind", "radius"], "additionalProperties": false},
            {"type": "object", "title": "Square", "properties": {"kind": {"type": "string", "const": "square"},
             "side": {"oneOf": [{"type": "number"}, {"type": "string", "enum": ["small", "large"]}]}},
             "required": ["kind", "side"], "additionalProperties": false}]}}"#,
    );
    let problem = told(&node, r#"[null, {"kind": "circle", "radios": 1}]"#);
    assert_eq!(
        problem,
        "at /1: none of the 3 branches of oneOf matches; closest is branch 1 (\"Circle\"): at /1/radios: the member \"radios\" is \
         not declared; did you mean \"radius\"?; the object may have \"kind\", \"radius\""
            .replace("\"kind\", \"radius\"", "kind, radius")
    );
    // The union within the union is followed to what is wrong.
    assert_eq!(
        told(&node, r#"[{"kind": "square", "side": "smal"}]"#),
        "at /0: none of the 3 branches of oneOf matches; closest is branch 2 (\"Square\"): at /0/side: expected one of \
         \"small\", \"large\", found \"smal\"; did you mean \"small\"?"
    );
    let problems =
        all_value_problems(&node, &value(r#"[1, {"kind": "circle"}, null, {"kind": "square", "side": 1}]"#), 10);
    let places: Vec<&str> = problems.iter().map(|problem| problem.pointer.as_str()).collect();
    assert_eq!(places, ["/0", "/1"]);
    assert_eq!(all_value_problems(&node, &value("[1, 2, 3]"), 2).len(), 2);
    assert_eq!(all_value_problems(&node, &value("[1, 2, 3]"), 0), []);
}

#[test]
fn a_long_chain_of_unions_is_looked_at_once() {
    // Every level would double the work if branches were looked at again for the reason.
    let mut wire: JsonValue = JsonObject::new().with("type", "null").into();
    for _ in 0..10_000 {
        let other: JsonValue = JsonObject::new().with("type", "string").into();
        wire = JsonObject::new().with("oneOf", vec![other, wire]).into();
    }
    let node = assert_supported_json_schema(&wire).unwrap();
    assert!(is_valid_json_schema_value(&node, &JsonValue::Null));
    let problem = validate_json_schema_value(&node, &1.into()).unwrap_err();
    let ValueProblemKind::NoBranch { closest, .. } = &problem.kind else { panic!("{problem}") };
    assert!(matches!(closest.problem.kind, ValueProblemKind::WrongType { .. }), "{problem}");
    // A text is valid under each of the first branches: under the innermost union once, around it twice, and so on.
    assert!(!is_valid_json_schema_value(&node, &"a".into()));
    assert!(validate_json_schema_value(&node, &"a".into()).is_err());
}

#[test]
fn many_branches_literals_and_properties_are_not_compared_with_each_other() {
    const MANY: u32 = 100_000;
    let branches: Vec<JsonValue> =
        (0..MANY).map(|index| JsonObject::new().with("type", "integer").with("const", index).into()).collect();
    let node = assert_supported_json_schema(&JsonObject::new().with("oneOf", branches).into()).unwrap();
    assert!(is_valid_json_schema_value(&node, &(MANY - 1).into()));
    assert!(validate_json_schema_value(&node, &MANY.into()).is_err());

    let literals: Vec<String> = (0..MANY).map(|index| format!("Name{index}")).chain(["name1".to_owned()]).collect();
    let items = JsonObject::new().with("type", "string").with("enum", literals.clone());
    let node =
        assert_supported_json_schema(&JsonObject::new().with("type", "array").with("items", items).into()).unwrap();
    assert!(is_valid_json_schema_value(&node, &literals.into()));
    let problem = validate_json_schema_value(&node, &vec!["NAME1"].into()).unwrap_err();
    assert!(problem.to_string().contains("and 99991 more"), "{problem}");

    let names = || (0..MANY).map(|index| format!("p{index}"));
    let properties =
        JsonObject::from_members(names().map(|name| (name, JsonObject::new().with("type", "null")))).unwrap();
    let wire = JsonObject::new()
        .with("type", "object")
        .with("properties", properties)
        .with("required", names().collect::<Vec<_>>())
        .with("additionalProperties", false);
    let node = assert_supported_json_schema(&wire.into()).unwrap();
    let backwards =
        JsonObject::from_members(names().collect::<Vec<_>>().into_iter().rev().map(|name| (name, JsonValue::Null)));
    assert!(is_valid_json_schema_value(&node, &backwards.unwrap().into()));
    let problems = all_value_problems(&node, &JsonObject::new().with("p5", 1).into(), 100);
    assert_eq!(problems.len(), 100);
    // As many problems as there are names: each is told, and the last ones without looking for what may be meant.
    let misspelt = JsonObject::from_members(names().map(|name| (format!("{name}x"), JsonValue::Null))).unwrap();
    assert_eq!(all_value_problems(&node, &misspelt.into(), usize::MAX).len(), 2 * MANY as usize);
}
