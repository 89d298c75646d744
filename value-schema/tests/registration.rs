//! Schemas from outside, and tools by name.

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use value_schema::{
    CallProblem, Form, JsonValue, LossyKind, RegisterError, Tool, ToolRegistry, ToolSchema, parameters,
    register_foreign_schema, string,
};

/// A foreign map that writes what it is told to.
struct Members<V>(Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Members<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[test]
fn the_forms_keep_their_openness() {
    let schema = serde_json::json!({"type": "object", "properties": {"a": {"type": "object", "additionalProperties": false}}});
    let raw = register_foreign_schema(&schema, Form::Raw).unwrap();
    assert_eq!(raw.to_json(), JsonValue::from_serde_json(&schema).unwrap());
    let Err(RegisterError::Schema(problems)) = register_foreign_schema(&schema, Form::Author) else {
        panic!("open?")
    };
    assert_eq!(problems.len(), 1);
    let declared = serde_json::json!({"a": {"type": "json", "required": true}});
    let parameters = register_foreign_schema(&declared, Form::Parameters).unwrap();
    assert_eq!(parameters.to_json().to_text(), r#"{"type":"object","properties":{"a":{}},"required":["a"]}"#);
}

#[test]
fn what_json_lacks_is_refused() {
    let twice = Members(vec![("type", "string"), ("type", "null")]);
    for form in [Form::Raw, Form::Author, Form::Parameters, Form::RawOrUnknown] {
        let Err(RegisterError::Lossy(error)) = register_foreign_schema(&twice, form) else { panic!("{form:?}") };
        assert_eq!((error.kind(), error.pointer().as_str()), (&LossyKind::DuplicateKey, "/type"));
    }
    let infinite = Members(vec![("default", f64::INFINITY)]);
    assert!(matches!(register_foreign_schema(&infinite, Form::Raw), Err(RegisterError::Lossy(_))));
}

#[test]
fn a_broader_schema_is_unknown_only_when_the_caller_says_so() {
    let broader = serde_json::json!({"type": "object", "properties": {"age": {"type": "integer", "minimum": 0}}});
    assert!(matches!(register_foreign_schema(&broader, Form::Raw), Err(RegisterError::Schema(_))));
    let unknown = register_foreign_schema(&broader, Form::RawOrUnknown).unwrap();
    assert_eq!(unknown, ToolSchema::Unknown(JsonValue::from_serde_json(&broader).unwrap()));
    let supported = serde_json::json!({"type": "object"});
    assert!(register_foreign_schema(&supported, Form::RawOrUnknown).unwrap().node().is_some());
    assert_eq!(
        register_foreign_schema(&3, Form::RawOrUnknown).unwrap_err().to_string(),
        "a JSON Schema is an object, true or false, and this is a number"
    );
}

#[test]
fn tools_are_found_by_name_and_calls_are_checked() {
    let mut tools = ToolRegistry::new();
    for name in ["read_file", "write_file", "search"] {
        let schema = parameters().required("path", string()).compile().unwrap();
        tools.register(Tool::new(name, schema)).unwrap();
    }
    let again = Tool::new("search", ToolSchema::Unknown(true.into()));
    assert_eq!(
        tools.register(again).unwrap_err().to_string(),
        "there is a tool \"search\" already: each name is registered once"
    );
    assert_eq!(
        tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
        ["read_file", "write_file", "search"]
    );
    assert!(tools.read_call("search", r#"{"path": "x"}"#).is_ok());
    for (name, arguments, text) in [
        ("serch", "{}", "there is no tool \"serch\"; did you mean \"search\"?"),
        ("rite_file", "{}", "there is no tool \"rite_file\"; did you mean one of \"write_file\", \"read_file\"?"),
        ("nothing", "{}", "there is no tool \"nothing\""),
        (
            "search",
            r#"{"pth": "x"}"#,
            "the arguments of \"search\" are not valid: at (root): the property \"path\" is missing, and has to be there (there \
             is \"pth\", which is not declared)",
        ),
    ] {
        assert_eq!(tools.read_call(name, arguments).unwrap_err().to_string(), text);
    }
    assert!(matches!(tools.read_call("search", r#"{"a": 1, "a": 1}"#), Err(CallProblem::Text { .. })));
}

#[test]
fn an_output_of_any_root_is_checked_where_it_is_declared() {
    let output = register_foreign_schema(&serde_json::json!({"type": "string"}), Form::Raw).unwrap();
    let mut tools = ToolRegistry::new();
    tools.register(Tool::new("now", parameters().compile().unwrap()).with_output(output)).unwrap();
    tools.register(Tool::new("any", ToolSchema::Unknown(true.into()))).unwrap();
    assert!(tools.validate_output("now", &"12:00".into()).is_ok());
    assert!(matches!(tools.validate_output("now", &12.into()), Err(CallProblem::Output { .. })));
    assert!(tools.validate_output("any", &12.into()).is_ok());
    assert!(tools.validate_call("any", &12.into()).is_ok(), "an unknown schema enforces nothing");
}
