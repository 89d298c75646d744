//! Schemas from outside, and tools by name.

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use value_schema::{
    CallProblem, Form, JsonValue, LossyKind, RegisterError, Tool, ToolRegistry, ToolSchema, parameters,
    register_foreign_schema, string,
};
use value_schema_rust::rust_text_of_tool;

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

struct Bytes;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(b"bytes")
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
    let lossy = |schema: &dyn Fn(Form) -> Result<ToolSchema, RegisterError>| {
        let mut kinds =
            [Form::Raw, Form::Author, Form::Parameters, Form::RawOrUnknown].map(|form| match schema(form) {
                Err(RegisterError::Lossy(error)) => (error.pointer().to_string(), error.kind().clone()),
                other => panic!("{form:?}: {other:?}"),
            });
        assert!(kinds.iter().all(|kind| *kind == kinds[0]));
        std::mem::replace(&mut kinds[0], (String::new(), LossyKind::Bytes))
    };
    let (place, kind) = lossy(&|form| register_foreign_schema(&Members(vec![("default", f64::INFINITY)]), form));
    assert!(place == "/default" && matches!(kind, LossyKind::NonFinite(_)), "{place}: {kind}");
    let (place, kind) = lossy(&|form| register_foreign_schema(&Members(vec![("default", [-0.0])]), form));
    assert!(place == "/default/0" && kind == LossyKind::NegativeZero, "{place}: {kind}");
    let (place, kind) = lossy(&|form| register_foreign_schema(&Members(vec![("const", u128::MAX)]), form));
    assert!(place == "/const" && matches!(kind, LossyKind::IntegerOutOfRange(_)), "{place}: {kind}");
    let (place, kind) = lossy(&|form| register_foreign_schema(&Members(vec![("default", Bytes)]), form));
    assert!(place == "/default" && kind == LossyKind::Bytes, "{place}: {kind}");
    let (place, kind) = lossy(&|form| {
        register_foreign_schema(&Members(vec![("properties", std::collections::BTreeMap::from([(1, true)]))]), form)
    });
    assert!(place == "/properties" && matches!(kind, LossyKind::KeyNotString(_)), "{place}: {kind}");
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
fn an_unknown_schema_is_any_json_in_rust() {
    let unknown = ToolSchema::Unknown(JsonValue::from(true));
    let text = rust_text_of_tool(&unknown, "Arguments").unwrap();
    assert!(text.contains("\npub type Arguments = ::value_schema::JsonValue;\n"), "{text}");
    let known = ToolSchema::from(parameters().required("path", string()).compile().unwrap());
    assert!(rust_text_of_tool(&known, "Arguments").unwrap().contains("pub struct Arguments {\n"));
    for name in ["", "1a", "a b", "type", "Self", "r#type", "a;b", " A", "A\n"] {
        for schema in [&known, &unknown] {
            let refused = rust_text_of_tool(schema, name).unwrap_err();
            assert!(
                refused.to_string().starts_with(&format!("{name:?} cannot be the name of a Rust type")),
                "{refused}"
            );
        }
    }
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
