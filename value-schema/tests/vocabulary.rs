//! The rules of the vocabulary: what a declaration and a raw schema may say, and what is told about the rest.

use value_schema::{
    JsonObject, JsonSchemaNode, JsonValue, NodeKind, ObjectJsonSchema, Openness, ParameterSchemaSpec,
    SchemaProblem, SchemaProblemKind, SchemaProblems, ValueSchemaSpec, array, assert_object_json_schema,
    assert_supported_json_schema, boolean, integer, json, null, nullable, number, object, one_of,
    parameter_schema_to_json_schema, parameters, string, validate_json_schema_value, value_schema_to_json_schema,
};

fn value(text: &str) -> JsonValue {
    JsonValue::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn author(text: &str) -> Result<JsonSchemaNode, SchemaProblems> {
    value_schema_to_json_schema(&ValueSchemaSpec::from_json(value(text)))
}

fn raw(text: &str) -> Result<JsonSchemaNode, SchemaProblems> {
    assert_supported_json_schema(&value(text))
}

fn told(result: Result<JsonSchemaNode, SchemaProblems>) -> Vec<String> {
    result.err().iter().flat_map(|problems| problems.iter().map(|problem| problem.to_string())).collect()
}

/// The only problem.
#[track_caller]
fn only(result: Result<JsonSchemaNode, SchemaProblems>) -> SchemaProblem {
    let problems = result.expect_err("it is wrong");
    assert_eq!(problems.len(), 1, "{problems}");
    problems.first()
}

#[test]
fn every_root_kind_compiles_and_is_supported() {
    for (declared, wire) in [
        (r#"{"type": "string"}"#, r#"{"type":"string"}"#),
        (r#"{"type": "number"}"#, r#"{"type":"number"}"#),
        (r#"{"type": "integer", "enum": [1, 2.0]}"#, r#"{"type":"integer","enum":[1,2.0]}"#),
        (r#"{"type": "boolean", "const": true}"#, r#"{"type":"boolean","const":true}"#),
        (r#"{"type": "null", "enum": [null]}"#, r#"{"type":"null","enum":[null]}"#),
        (r#"{"type": "array", "items": {"type": "null"}}"#, r#"{"type":"array","items":{"type":"null"}}"#),
        (r#"{"type": "array"}"#, r#"{"type":"array"}"#),
        (r#"{"type": "object", "additionalProperties": true}"#, r#"{"type":"object","additionalProperties":true}"#),
        (r#"{"type": "json", "title": "Anything"}"#, r#"{"title":"Anything"}"#),
        (
            r#"{"oneOf": [{"type": "string"}, {"type": "null"}], "default": null, "examples": ["a"]}"#,
            r#"{"oneOf":[{"type":"string"},{"type":"null"}],"default":null,"examples":["a"]}"#,
        ),
        ("{}", "{}"),
    ] {
        let node = author(declared).unwrap_or_else(|problems| panic!("{declared}: {problems}"));
        assert_eq!(node.to_text(), wire);
        assert_eq!(raw(wire).unwrap(), node, "what is compiled is supported");
        assert_eq!(raw(wire).unwrap().to_text(), wire);
    }
}

#[test]
fn required_is_a_mark_on_properties_in_declarations() {
    let node = author(
        r#"{"type": "object", "additionalProperties": false, "properties": {
            "z": {"type": "object", "additionalProperties": true, "required": true,
                  "properties": {"in": {"type": "json", "required": true}}},
            "a": {"type": "string"},
            "u": {"oneOf": [{"type": "null"}, {"type": "string"}], "required": true}}}"#,
    )
    .unwrap();
    assert_eq!(
        node.to_text(),
        "{\"type\":\"object\",\"properties\":{\"z\":{\"type\":\"object\",\"properties\":{\"in\":{}},\"required\":[\"in\"],\
         \"additionalProperties\":true},\"a\":{\"type\":\"string\"},\"u\":{\"oneOf\":[{\"type\":\"null\"},\
         {\"type\":\"string\"}]}},\"required\":[\"z\",\"u\"],\"additionalProperties\":false}"
    );
    for (declared, place, text) in [
        (
            r#"{"type": "string", "required": true}"#,
            "/required",
            "\"required\" marks a property, and this is the root",
        ),
        (
            r#"{"type": "array", "items": {"type": "null", "required": true}}"#,
            "/items/required",
            "this is the items of an array",
        ),
        (
            r#"{"oneOf": [{"type": "null", "required": false}, {"type": "string"}]}"#,
            "/oneOf/0/required",
            "this is a branch of oneOf",
        ),
        (
            r#"{"type": "object", "additionalProperties": true, "properties": {"a": {"type": "null", "required": false}}}"#,
            "/properties/a/required",
            "written as true or not at all",
        ),
        (
            r#"{"type": "object", "additionalProperties": true, "properties": {"a": {"type": "null"}}, "required": ["a"]}"#,
            "/required",
            "a declaration has no list of required names",
        ),
    ] {
        let problem = only(author(declared));
        assert_eq!(problem.pointer.as_str(), place);
        assert!(problem.to_string().contains(text), "{problem}");
    }
    let problem = only(raw(r#"{"type": "object", "properties": {"a": {"type": "null", "required": true}}}"#));
    assert_eq!(problem.kind, SchemaProblemKind::RequiredMark);
}

#[test]
fn required_names_of_raw_schemas_are_declared_strings_and_unique() {
    assert_eq!(
        told(raw(
            r#"{"type": "object", "properties": {"city": {}, "zip": {}}, "required": ["zip", "cty", 3, "zip"]}"#
        )),
        [
            "at /required/1: \"required\" names \"cty\", which \"properties\" does not declare; did you mean \"city\"?",
            "at /required/2: \"required\" has to be a property name in each place, and this is a number",
            "at /required/3: \"required\" names \"zip\" more than once: name it once",
        ]
    );
    let node = raw(r#"{"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b", "a"]}"#).unwrap();
    assert_eq!(node.to_text(), r#"{"type":"object","properties":{"a":{},"b":{}},"required":["b","a"]}"#);
}

#[test]
fn openness_is_written_by_authors_and_is_the_default_elsewhere() {
    let deep = r#"{"type": "array", "items": {"oneOf": [{"type": "null"}, {"type": "object"}]}}"#;
    let problem = only(author(deep));
    assert_eq!(problem.pointer.as_str(), "/items/oneOf/1");
    assert_eq!(
        problem.kind.to_string(),
        "a declared object has to say whether it may have other members: write \"additionalProperties\": true or false"
    );
    assert!(raw(deep).is_ok());

    let parameters = parameter_schema_to_json_schema(&ParameterSchemaSpec::from_json(value(
        r#"{"city": {"type": "string", "required": true}}"#,
    )))
    .unwrap();
    assert_eq!(
        parameters.to_text(),
        r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#
    );
    assert!(parameters.object().is_open());
    assert!(validate_json_schema_value(&parameters, &value(r#"{"city": "Oslo", "other": 1}"#)).is_ok());

    let inside = ParameterSchemaSpec::from_json(value(r#"{"place": {"type": "object", "properties": {}}}"#));
    assert_eq!(parameter_schema_to_json_schema(&inside).unwrap_err().first().pointer.as_str(), "/place");
}

#[test]
fn keywords_in_the_wrong_place_are_named_with_what_is_allowed() {
    for (schema, place, text) in [
        (
            r#"{"type": "string", "properties": {}}"#,
            "/properties",
            "\"properties\" has no place in a string schema; it may have enum, const, title, description, default and examples",
        ),
        (
            r#"{"type": "array", "enum": [[]]}"#,
            "/enum",
            "\"enum\" has no place in an array schema; it may have items",
        ),
        (r#"{"type": "object", "items": {}}"#, "/items", "\"items\" has no place in an object schema"),
        (r#"{"type": "object", "const": {}}"#, "/const", "\"const\" has no place in an object schema"),
        (r#"{"type": "null", "required": []}"#, "/required", "\"required\" has no place in a null schema"),
        (
            r#"{"oneOf": [{}, {}], "type": "object"}"#,
            "/type",
            "\"type\" cannot stand beside \"oneOf\": move it into each branch",
        ),
        (r#"{"oneOf": [{}, {}], "additionalProperties": true}"#, "/additionalProperties", "beside \"oneOf\""),
        (r#"{"oneOf": [{}]}"#, "/oneOf", "needs at least two branches, and has 1: write the branch itself"),
        (r#"{"oneOf": []}"#, "/oneOf", "needs at least two branches, and has 0"),
        (r#"{"oneOf": {}}"#, "/oneOf", "\"oneOf\" has to be an array of schemas, and this is an object"),
        (r#"{"enum": ["a"]}"#, "", "\"enum\" needs a \"type\" beside it: write the type of the literals"),
        (r#"{"properties": {}}"#, "", "\"properties\" needs a \"type\" beside it: write \"object\""),
        (r#"{"type": ["string", "null"]}"#, "/type", "write a \"oneOf\" with a branch for the value and a branch"),
        (r#"{"type": "json"}"#, "/type", "in a raw schema leave \"type\" out for any JSON"),
        (r#"{"type": "String"}"#, "/type", "types are written in lower case"),
        (r#"{"type": "int"}"#, "/type", "write \"integer\""),
        (r#"{"type": "string", "enum": []}"#, "/enum", "lists no literal"),
        (r#"{"type": "string", "enum": "a"}"#, "/enum", "has to be an array of literals, and this is a string"),
        (r#"{"type": "array", "items": [{}]}"#, "/items", "write an object with a property for each place"),
        (r#"{"type": "array", "items": true}"#, "/items", "leave it out for an array of anything"),
        (r#"{"type": "object", "additionalProperties": {}}"#, "/additionalProperties", "has to be true or false"),
        (
            r#"{"type": "object", "properties": {"a": true}}"#,
            "/properties/a",
            "write {} for a schema that takes any JSON",
        ),
        (r#"{"title": 1}"#, "/title", "\"title\" has to be a string, and this is a number"),
        (r#"{"examples": 1}"#, "/examples", "has to be an array of examples"),
        ("[]", "", "a schema is a JSON object, and this is an array"),
    ] {
        let problem = only(raw(schema));
        assert_eq!(problem.pointer.as_str(), place, "{schema}");
        assert!(problem.to_string().contains(text), "{problem}\nwithout: {text}");
    }
}

/// A value for each constraint that is right where the constraint belongs.
const CONSTRAINTS: [(&str, &str); 6] = [
    ("enum", "[null]"),
    ("const", "null"),
    ("items", "{}"),
    ("properties", "{}"),
    ("required", "[]"),
    ("additionalProperties", "true"),
];

#[test]
fn every_constraint_has_its_place_and_no_other() {
    let kinds: [(&str, &[&str]); 9] = [
        (r#""type": "string""#, &["enum", "const"]),
        (r#""type": "number""#, &["enum", "const"]),
        (r#""type": "integer""#, &["enum", "const"]),
        (r#""type": "boolean""#, &["enum", "const"]),
        (r#""type": "null""#, &["enum", "const"]),
        (r#""type": "array""#, &["items"]),
        (r#""type": "object""#, &["properties", "required", "additionalProperties"]),
        (r#""oneOf": [{}, {"type": "null"}]"#, &[]),
        (r#""type": "json""#, &[]),
    ];
    for (kind, allowed) in kinds {
        for (keyword, value) in CONSTRAINTS {
            let text = format!("{{{kind}, {keyword:?}: {value}}}");
            let place = format!("/{keyword}");
            let belongs = |problems: &[SchemaProblem]| {
                problems.iter().all(|problem| {
                    !matches!(
                        problem.kind,
                        SchemaProblemKind::MisplacedKeyword { .. } | SchemaProblemKind::BesideOneOf { .. }
                    )
                })
            };
            let problems = |result: Result<JsonSchemaNode, SchemaProblems>| -> Vec<SchemaProblem> {
                result.err().iter().flat_map(SchemaProblems::iter).collect()
            };
            if kind != r#""type": "json""# {
                let told = problems(raw(&text));
                assert_eq!(belongs(&told), allowed.contains(&keyword), "{text}: {told:?}");
                assert!(belongs(&told) || told[0].pointer.as_str() == place, "{text}: {told:?}");
            }
            let told = problems(author(&text));
            if keyword == "required" {
                // A declaration has no such list, wherever it stands.
                assert!(
                    told.iter().any(|problem| problem.kind == SchemaProblemKind::RequiredList),
                    "{text}: {told:?}"
                );
            } else {
                assert_eq!(belongs(&told), allowed.contains(&keyword), "{text}: {told:?}");
                assert!(belongs(&told) || told[0].pointer.as_str() == place, "{text}: {told:?}");
            }
        }
        // Annotations have a place everywhere.
        let annotated = format!(
            r#"{{{kind}, "title": "t", "description": "d", "default": null, "examples": [], "additionalProperties": true}}"#
        );
        let annotated = if kind.contains("object") {
            annotated
        } else {
            annotated.replace(r#", "additionalProperties": true"#, "")
        };
        assert!(author(&annotated).is_ok(), "{annotated}");
    }
    for (keyword, value) in CONSTRAINTS {
        let problem = only(raw(&format!("{{{keyword:?}: {value}}}")));
        assert!(
            matches!(problem.kind, SchemaProblemKind::MissingType { keyword: named, .. } if named == keyword),
            "{problem}"
        );
    }
}

#[test]
fn unknown_keywords_and_recursion_are_refused_with_advice() {
    for keyword in [
        "$schema",
        "$id",
        "$ref",
        "$dynamicRef",
        "$defs",
        "definitions",
        "$anchor",
        "$comment",
        "anyOf",
        "allOf",
        "not",
        "if",
        "then",
        "else",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "uniqueItems",
        "contains",
        "prefixItems",
        "minProperties",
        "propertyNames",
        "patternProperties",
        "unevaluatedProperties",
        "dependentRequired",
        "nullable",
        "discriminator",
        "deprecated",
        "readOnly",
        "x-mine",
        "",
        "__proto__",
        "Type",
    ] {
        let mut schema = JsonObject::new().with("type", "string");
        schema.insert(keyword, 1);
        let problem = assert_supported_json_schema(&schema.into()).unwrap_err().first();
        let SchemaProblemKind::UnsupportedKeyword { keyword: named, advice } = &problem.kind else {
            panic!("{problem}")
        };
        assert_eq!((named.as_str(), advice.is_empty()), (keyword, false));
        assert_eq!(problem.pointer.tokens().collect::<Vec<_>>(), [keyword]);
    }
    let recursive = only(raw(r##"{"type": "object", "properties": {"next": {"$ref": "#"}}}"##));
    assert_eq!(
        recursive.to_string(),
        "at /properties/next/$ref: \"$ref\" is not in the vocabulary: there are no references, and so no recursion: write the \
         schema in its place, or leave \"type\" out to take any JSON"
    );
    let misspelt = only(raw(r#"{"type": "string", "desciption": "d"}"#));
    assert!(misspelt.to_string().ends_with("did you mean \"description\"?"), "{misspelt}");
    let wrapped = ParameterSchemaSpec::from_json(value(r#"{"type": "object", "properties": {}}"#));
    let problems = parameter_schema_to_json_schema(&wrapped).unwrap_err();
    assert!(problems.first().to_string().contains("without an object schema around them"), "{problems}");
}

#[test]
fn literals_are_of_the_declared_type() {
    for (schema, wrong) in [
        (r#"{"type": "string", "enum": ["a", 1]}"#, Some("/enum/1")),
        (r#"{"type": "integer", "enum": [1, 1.0, 1e2, 18446744073709551615, 1.5]}"#, Some("/enum/4")),
        (r#"{"type": "number", "enum": [1, 1.5]}"#, None),
        (r#"{"type": "boolean", "const": 0}"#, Some("/const")),
        (r#"{"type": "null", "const": null}"#, None),
        (r#"{"type": "string", "const": null}"#, Some("/const")),
        (r#"{"type": "string", "enum": [["a"]]}"#, Some("/enum/0")),
        (r#"{"type": "integer", "enum": [1, 2], "const": 2.0}"#, None),
        (r#"{"type": "integer", "enum": [1, 2], "const": 3}"#, Some("/const")),
        (r#"{"type": "string", "enum": ["a", "A", "a"]}"#, None),
    ] {
        match wrong {
            None => assert!(raw(schema).is_ok(), "{schema}"),
            Some(place) => assert_eq!(only(raw(schema)).pointer.as_str(), place, "{schema}"),
        }
    }
    let node = raw(r#"{"type": "number", "enum": [1, 1.0, 1e0, 2]}"#).unwrap();
    let NodeKind::Scalar(scalar) = node.kind() else { panic!("a scalar") };
    assert_eq!(scalar.literals().map(|literals| literals.len()), Some(2), "one number in three spellings");
    assert_eq!(scalar.enumeration().map(<[_]>::len), Some(4), "and the wire keeps them");
}

#[test]
fn all_problems_are_told_in_the_order_of_the_declaration() {
    assert_eq!(
        told(author(
            r#"{"type": "object", "properties": {
                "a": {"type": "string", "minLength": 1, "required": false},
                "b": {"type": "array", "items": {"type": "object", "properties": {"c": 3}}}}, "format": "x"}"#
        )),
        [
            "at /format: \"format\" is not in the vocabulary: the text of strings is not constrained: say it in \
             \"description\" and check it where the value is used, or list the strings in \"enum\"",
            "at (root): a declared object has to say whether it may have other members: write \"additionalProperties\": true \
             or false",
            "at /properties/a/minLength: \"minLength\" is not in the vocabulary: the text of strings is not constrained: say \
             it in \"description\" and check it where the value is used, or list the strings in \"enum\"",
            "at /properties/a/required: \"required\" is written as true or not at all: leave it out for an optional property",
            "at /properties/b/items: a declared object has to say whether it may have other members: write \
             \"additionalProperties\": true or false",
            "at /properties/b/items/properties/c: a schema is a JSON object, and this is a number",
        ]
    );
}

#[test]
fn an_object_root_is_demanded_where_it_is_asked_for() {
    assert!(assert_object_json_schema(&value(r#"{"type": "object"}"#)).is_ok());
    for (schema, found) in [
        ("{}", "a schema of any JSON"),
        (r#"{"oneOf": [{"type": "object"}, {}]}"#, "a oneOf"),
        (r#"{"type": "array", "items": {"type": "object"}}"#, "an array schema"),
        (r#"{"type": "string"}"#, "a scalar schema"),
    ] {
        let problem = assert_object_json_schema(&value(schema)).unwrap_err().first();
        assert_eq!(problem.kind, SchemaProblemKind::RootNotObject { found });
    }
}

#[test]
fn odd_names_are_names_like_any_other() {
    let text = r#"{"type":"object","properties":{"":{"type":"null"},"$ref":{"type":"string"},"__proto__":{},"a/b~c":{"type":"integer"},"required":{},"type":{}},"required":["","a/b~c"]}"#;
    let node = raw(text).unwrap();
    assert_eq!(node.to_text(), text);
    let problem = validate_json_schema_value(&node, &value(r#"{"": null, "a/b~c": "1"}"#)).unwrap_err();
    assert_eq!(problem.pointer.as_str(), "/a~1b~0c");
    assert_eq!(problem.schema.as_str(), "/properties/a~1b~0c");
    assert!(validate_json_schema_value(&node, &value(r#"{"": null, "a/b~c": 1, "$ref": "x"}"#)).is_ok());
}

#[test]
fn builders_write_what_an_author_would() {
    let built = parameters()
        .required("city", string().title("City"))
        .optional("days", integer().one_of([1, 3, 7]).default(3))
        .optional("ratio", number().constant(0.5).examples([0.5]))
        .optional("flags", array(boolean()).description("On or off."))
        .optional("at", nullable(object(Openness::Closed).required("x", json()).optional("y", null())))
        .optional("kind", one_of([string().one_of(["a", "b"]), string().constant("c")]));
    let written = ParameterSchemaSpec::from_json(value(
        r#"{"city": {"type": "string", "title": "City", "required": true},
            "days": {"type": "integer", "enum": [1, 3, 7], "default": 3},
            "ratio": {"type": "number", "const": 0.5, "examples": [0.5]},
            "flags": {"type": "array", "items": {"type": "boolean"}, "description": "On or off."},
            "at": {"oneOf": [{"type": "object", "additionalProperties": false, "properties":
                {"x": {"type": "json", "required": true}, "y": {"type": "null"}}}, {"type": "null"}]},
            "kind": {"oneOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string", "const": "c"}]}}"#,
    ));
    assert_eq!(ParameterSchemaSpec::from(built), written);
    assert!(parameter_schema_to_json_schema(&written).is_ok());
}

#[test]
fn what_a_builder_cannot_write_down_is_told_when_it_is_compiled() {
    let spec = array(
        object(Openness::Closed)
            .required("a", number().one_of([0.5, f64::NAN]))
            .optional("a", string())
            .optional("b", string().default(-0.0)),
    );
    let problems = value_schema_to_json_schema(&spec.into()).unwrap_err();
    let places: Vec<String> = problems.iter().map(|problem| problem.pointer.to_string()).collect();
    assert_eq!(places, ["/items/properties/a/enum/1", "/items/properties/a", "/items/properties/b/default"]);
}

#[test]
fn serde_reads_and_writes_both_forms() {
    let author = r#"{"type":"object","additionalProperties":false,"properties":{"z":{"type":"null","required":true},"a":{"type":"json"}}}"#;
    let spec: ValueSchemaSpec = serde_json::from_str(author).unwrap();
    assert_eq!(serde_json::to_string(&spec).unwrap(), author);
    let node = value_schema_to_json_schema(&spec).unwrap();
    let wire = serde_json::to_string(&node).unwrap();
    assert_eq!(wire, node.to_text());
    assert_eq!(serde_json::from_str::<JsonSchemaNode>(&wire).unwrap(), node);
    let refused = serde_json::from_str::<JsonSchemaNode>(r#"{"type": "string", "pattern": "a"}"#).unwrap_err();
    assert!(refused.to_string().starts_with("at /pattern: "), "{refused}");

    let author = r#"{"z":{"type":"null","required":true},"a":{"type":"json"}}"#;
    let spec: ParameterSchemaSpec = serde_json::from_str(author).unwrap();
    assert_eq!(serde_json::to_string(&spec).unwrap(), author);
    let object = parameter_schema_to_json_schema(&spec).unwrap();
    let wire = serde_json::to_string(&object).unwrap();
    assert_eq!(wire, r#"{"type":"object","properties":{"z":{"type":"null"},"a":{}},"required":["z"]}"#);
    assert_eq!(serde_json::from_str::<ObjectJsonSchema>(&wire).unwrap(), object);
    let refused = serde_json::from_str::<ObjectJsonSchema>(r#"{"type": "array"}"#).unwrap_err();
    assert!(refused.to_string().contains("the root has to be an object"), "{refused}");
    for twice in [r#"{"type": "null", "type": "null"}"#, r#"{"a": {}, "a": {}}"#] {
        assert!(serde_json::from_str::<ValueSchemaSpec>(twice).is_err());
        assert!(serde_json::from_str::<ParameterSchemaSpec>(twice).is_err());
    }
}
