//! What a set of files becomes: the normal form of every dialect, references, and the findings about faults.

use std::fmt::Write as _;

use contracts_model::{
    Backtracking, Finding, Model, Options, SchemaSet,
    schema::{Dialect, Keywords, Origin, SchemaId, TypeSet},
};

fn load(text: &str) -> Model {
    load_set(SchemaSet::new().add("a.json", None, text))
}

#[track_caller]
fn load_set(set: &SchemaSet) -> Model {
    let (model, findings) = set.resolve();
    assert!(findings.is_empty(), "{findings:#?}");
    model.expect("no findings")
}

fn root(model: &Model) -> &Keywords {
    model.keywords(model.documents()[0].root).expect("an object schema")
}

fn pointers(model: &Model, ids: &[SchemaId]) -> Vec<String> {
    ids.iter().map(|id| model.schema(*id).place.pointer.clone()).collect()
}

fn render(findings: &[Finding]) -> String {
    let mut text = String::new();
    for Finding { rule, level, place, message, help, related } in findings {
        let _ = writeln!(text, "{level}[{rule}] {place}\n  {message}");
        for (place, words) in related {
            let _ = writeln!(text, "  {place}: {words}");
        }
        if let Some(help) = help {
            let _ = writeln!(text, "  help: {help}");
        }
    }
    text
}

fn faults(text: &str) -> String {
    faults_of(SchemaSet::new().add("a.json", None, text))
}

fn faults_of(set: &SchemaSet) -> String {
    let (model, findings) = set.resolve();
    assert!(model.is_none(), "{findings:#?}");
    render(&findings)
}

#[test]
fn draft_4_reads_in_normal_form() {
    let model = load(
        r##"{
            "$schema": "http://json-schema.org/draft-04/schema#",
            "id": "http://example.com/root.json",
            "minimum": 1, "exclusiveMinimum": true,
            "maximum": 5, "exclusiveMaximum": false,
            "items": [{"type": "integer"}, {"$ref": "#/definitions/a", "type": "null"}],
            "additionalItems": false,
            "dependencies": {"a": ["b"], "c": {"required": ["d"]}},
            "const": 1,
            "definitions": {"a": {"id": "#here", "title": "A"}},
            "not": {"$ref": "#here"}
        }"##,
    );
    let keywords = root(&model);
    assert_eq!(keywords.minimum, None);
    assert_eq!(keywords.exclusive_minimum.as_ref().map(ToString::to_string).as_deref(), Some("1"));
    assert_eq!(keywords.maximum.as_ref().map(ToString::to_string).as_deref(), Some("5"));
    assert_eq!(keywords.exclusive_maximum, None);
    assert_eq!(pointers(&model, &keywords.prefix_items), ["/items/0", "/items/1"]);
    assert_eq!(pointers(&model, &keywords.items.into_iter().collect::<Vec<_>>()), ["/additionalItems"]);
    assert_eq!(keywords.dependent_required, [("a".to_owned(), vec!["b".to_owned()])]);
    assert_eq!(keywords.dependent_schemas[0].0, "c");
    assert_eq!(keywords.unknown[0].0, "const");
    let second = model.keywords(keywords.prefix_items[1]).expect("keywords");
    assert_eq!((second.types, second.ignored.as_slice()), (None, &["type".to_owned()][..]));
    assert_eq!(second.reference, model.find("http://example.com/root.json#here"));
    assert_eq!(second.reference, model.schema_at("a.json", "/definitions/a"));
    assert_eq!(model.resource(model.schema(keywords.prefix_items[0]).resource).dialect, Dialect::Draft4);
}

#[test]
fn items_differ_between_dialects() {
    let model = load(
        r#"{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"type": "string"}, "additionalItems": false}"#,
    );
    assert!(root(&model).prefix_items.is_empty());
    assert_eq!(pointers(&model, &root(&model).items.into_iter().collect::<Vec<_>>()), ["/items"]);
    let model = load(r#"{"prefixItems": [true], "items": false, "additionalItems": true}"#);
    assert_eq!(pointers(&model, &root(&model).prefix_items), ["/prefixItems/0"]);
    assert_eq!(root(&model).unknown[0].0, "additionalItems");
}

#[test]
fn siblings_of_ref_count_from_2019_on() {
    let text = |dialect: &str| {
        format!(
            r##"{{"$schema": "{dialect}", "$ref": "#/definitions/a", "type": "string",
                 "definitions": {{"a": {{"$id": "b.json", "minLength": 1}}}}}}"##
        )
    };
    let old = load(&text("http://json-schema.org/draft-07/schema#"));
    assert_eq!((root(&old).types, root(&old).ignored.len()), (None, 1));
    assert_eq!(root(&old).definitions.len(), 1);
    let new = load(&text("https://json-schema.org/draft/2019-09/schema"));
    assert_eq!(root(&new).types, Some(TypeSet::STRING));
}

#[test]
fn dynamic_references() {
    let model = load_set(
        SchemaSet::new()
            .add(
                "tree.json",
                None,
                r##"{"$id": "http://example.com/tree", "$dynamicAnchor": "node", "properties": {
                    "children": {"items": {"$dynamicRef": "#node"}}, "data": {"$dynamicRef": "#/$defs/d"},
                    "plain": {"$dynamicRef": "#plain"}}, "$defs": {"d": {"$anchor": "plain"}}}"##,
            )
            .add("old.json", None, {
                r##"{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true,
                    "properties": {"a": {"$recursiveRef": "#"}}}"##
            }),
    );
    let dynamic = |document: &str, pointer: &str| {
        let id = model.schema_at(document, pointer).expect("a schema");
        model.keywords(id).expect("keywords").dynamic_reference.clone().expect("a dynamic reference").anchor
    };
    assert_eq!(dynamic("tree.json", "/properties/children/items").as_deref(), Some("node"));
    assert_eq!(dynamic("tree.json", "/properties/data"), None);
    assert_eq!(dynamic("tree.json", "/properties/plain"), None);
    assert_eq!(dynamic("old.json", "/properties/a").as_deref(), Some(""));
}

#[test]
fn embedded_resources_have_their_own_base_and_dialect() {
    let model = load(
        r##"{"$id": "http://example.com/root", "$ref": "inner/old#/items/0", "$defs": {
            "old": {"$id": "inner/old", "$schema": "http://json-schema.org/draft-07/schema#",
                    "items": [{"$ref": "x.json"}], "definitions": {"x": {"$id": "x.json"}}},
            "quoted%\"/~": {"$ref": "#/$defs/quoted%25%22~1~0"}}, "$comment": "the last one is a loop only by name"}"##
            .replace(r##"{"$ref": "#/$defs/quoted%25%22~1~0"}"##, r#"{"not": {"$id": "y"}}"#)
            .as_str(),
    );
    let inner = root(&model).reference.expect("resolved");
    assert_eq!(model.location(inner), "a.json#/$defs/old/items/0");
    assert_eq!(model.resource(model.schema(inner).resource).uri, "http://example.com/inner/old");
    assert_eq!(
        model.keywords(inner).and_then(|keywords| keywords.reference),
        model.by_uri("http://example.com/inner/x.json")
    );
    assert!(model.find("http://example.com/root#/$defs/quoted%25%22~1~0/not").is_some());
    assert_eq!(model.find("http://example.com/root#/$defs/none"), None);
}

#[test]
fn references_into_places_of_no_schemas() {
    let model = load(
        r##"{"$ref": "#/x-types/0/a~1b", "x-types": [{"a/b": {"properties": {"p": {"$ref": "#/examples/0"}}}}],
            "examples": [{"type": "string", "$id": "http://example.com/not-an-id"}]}"##,
    );
    let target = root(&model).reference.expect("resolved");
    assert_eq!(model.location(target), "a.json#/x-types/0/a~1b");
    assert_eq!(model.schema(target).parent, Some(model.documents()[0].root));
    let property = model.keywords(target).expect("keywords").properties[0].schema;
    let example = model.keywords(property).and_then(|keywords| keywords.reference).expect("resolved");
    assert_eq!(model.keywords(example).and_then(|keywords| keywords.types), Some(TypeSet::STRING));
}

#[test]
fn meta_schemas_load_when_something_refers_to_them() {
    let model = load(r#"{"type": "object"}"#);
    assert_eq!(model.documents().len(), 1);
    for dialect in Dialect::ALL {
        let model = load(&format!(r#"{{"properties": {{"schema": {{"$ref": "{}"}}}}}}"#, dialect.uri()));
        assert!(model.documents().len() > 1, "{dialect}");
        assert!(model.documents()[1..].iter().all(|document| document.origin == Origin::MetaSchema));
    }
}

#[test]
fn resources_load_when_something_refers_to_them() {
    let mut set = SchemaSet::new();
    set.add("a.json", Some("http://example.com/a.json"), r#"{"$ref": "b.json"}"#)
        .add_resource("b.json", "http://example.com/b.json", r#"{"$ref": "http://example.com/other"}"#)
        .add_resource("c.json", "http://example.com/c.json", r#"{"$id": "http://example.com/other"}"#)
        .add_resource("broken.json", "http://example.com/d.json", "{");
    let names: Vec<_> = load_set(&set).documents().iter().map(|document| document.name.clone()).collect();
    assert_eq!(names, ["a.json", "b.json", "c.json"]);
}

#[test]
fn a_meta_schema_of_the_set_chooses_vocabularies() {
    let mut set = SchemaSet::new();
    set.add(
        "a.json",
        None,
        r#"{"$schema": "meta.json", "minimum": 3, "properties": {"a": false}, "format": "date"}"#,
    );
    set.add_resource("meta.json", "file:///meta.json", {
        r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
            "https://json-schema.org/draft/2020-12/vocab/core": true,
            "https://json-schema.org/draft/2020-12/vocab/applicator": true,
            "https://json-schema.org/draft/2020-12/vocab/format-assertion": true,
            "http://example.com/own": false}}"#
    });
    let model = load_set(&set);
    assert_eq!(root(&model).minimum, None);
    assert_eq!(root(&model).unknown[0].0, "minimum");
    assert_eq!(root(&model).properties.len(), 1);
    assert!(model.resource(model.schema(model.documents()[0].root).resource).vocabularies.asserts_format());
}

#[test]
fn order_is_that_of_the_file() {
    let model =
        load(r#"{"properties": {"b": {"items": true}, "a": false}, "$defs": {"z": {}, "y": {}}, "not": {}}"#);
    let all: Vec<_> = model.ids().collect();
    assert_eq!(
        pointers(&model, &all),
        ["", "/properties/b", "/properties/b/items", "/properties/a", "/$defs/z", "/$defs/y", "/not"]
    );
}

#[test]
fn faults_of_references() {
    let found = faults_of(SchemaSet::new().add(
        "policy.schema.json",
        Some("https://example.com/policy.schema.json"),
        r##"{
  "$defs": {"plan": {"$anchor": "plan"}},
  "properties": {
    "a": {"$ref": "#/$defs/pan"},
    "b": {"$ref": "#plam"},
    "c": {"$ref": "polices.schema.json"},
    "d": {"$ref": "https://elsewhere.org/x#/y"},
    "e": {"$ref": "http://[broken"},
    "f": {"$ref": 5},
    "g": {"$ref": "#/$defs/plan/$anchor"},
    "h": {"$ref": "#%zz"}
  }
}"##,
    ));
    insta::assert_snapshot!(found);
}

#[test]
fn faults_of_identifiers() {
    let found = faults(
        r#"{
  "$id": "https://example.com/a",
  "$defs": {
    "b": {"$id": "b", "$anchor": "x", "items": {"$anchor": "x"}},
    "c": {"$id": "https://example.com/b"},
    "d": {"$id": "d#part"},
    "e": {"$anchor": "1x"},
    "f": {"$id": "http://["},
    "g": {"$id": 1}
  }
}"#,
    );
    insta::assert_snapshot!(found);
}

#[test]
fn faults_of_values() {
    let found = faults(
        r#"{
  "type": "strng", "minLength": "3", "maxLength": -1, "required": [1, "a", "a"],
  "properties": [], "allOf": [], "anyOf": {}, "not": 3, "items": [true],
  "pattern": "(", "multipleOf": 0, "uniqueItems": 1, "minItems": 1.5, "enum": {},
  "patternProperties": {"[": true, "(?=a)": true}, "additionalProperties": null,
  "dependentRequired": {"a": "b"}, "dependentSchemas": {"a": []}, "title": 4,
  "$defs": {"t": {"type": []}, "u": {"type": ["string", "string", 3]}, "p": {"pattern": "^(a+)\\1$"}}
}"#,
    );
    insta::assert_snapshot!(found);
}

#[test]
fn faults_of_dialects() {
    let found = faults_of(
        SchemaSet::with_options(Options { strict: true, ..Options::default() })
            .add("a.json", None, r#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#)
            .add("b.json", None, r#"{"$schema": "https://json-schema.org/draft/2020-12/schema#"}"#)
            .add("c.json", None, r#"{"pattern": "(?i)a"}"#),
    );
    insta::assert_snapshot!(found);
    let found = faults_of(
        SchemaSet::new()
            .add("a.json", None, r#"{"$schema": "http://json-schema.org/draft-03/schema#"}"#)
            .add("b.json", None, r#"{"$schema": "meta.json"}"#)
            .add_resource("meta.json", "file:///meta.json", r#"{"$schema": "meta.json"}"#)
            .add("c.json", None, r#"{"$schema": "vocabulary.json"}"#)
            .add_resource("vocabulary.json", "file:///vocabulary.json", r#"{"$vocabulary": {"http://x/y": true}}"#)
            .add("d.json", None, r#"{"$schema": "http://json-schema.org/draft-04/schema#", "not": true}"#),
    );
    insta::assert_snapshot!(found);
}

#[test]
fn faults_of_files() {
    let found = faults_of(
        SchemaSet::new()
            .add("a.json", None, "{\"title\": \"é\",\n  \"type\": \"string\" \"format\": \"date\"}")
            .add("b.json", None, "{\"a\": 1, \"a\": 2, \"$ref\": \"a.json\"}")
            .add("c.json", Some("not absolute"), "{}")
            .add("d.json", None, "[]")
            .add("e.json", None, "{\"$ref\": \"a.json\"}"),
    );
    insta::assert_snapshot!(found);
}

#[test]
fn faults_of_resources_are_told_once_something_refers_to_them() {
    let mut set = SchemaSet::new();
    set.add_resource("b.json", "http://example.com/b", "[}").add_resource("c.json", "http://example.com/c", "[}");
    assert!(load_set(&set).documents().is_empty());
    set.add(
        "a.json",
        None,
        r#"{"items": {"$ref": "http://example.com/b"}, "not": {"$ref": "http://example.com/b"}}"#,
    );
    assert_eq!(faults_of(&set), "error[syntax] b.json:1:2\n  unexpected close brace\n");
}

#[test]
fn reference_loops() {
    let found =
        faults(r##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##);
    insta::assert_snapshot!(found);
    let found = faults(
        r##"{"type": "object", "properties": {"x": {"$ref": "#"}}, "anyOf": [{"not": {"if": {"$ref": "#"}}}]}"##,
    );
    insta::assert_snapshot!(found);
    // Through a property it is recursion, and without `if` a `then` does not apply.
    load(r##"{"properties": {"a": {"$ref": "#"}}, "items": {"allOf": [{"$ref": "#"}]}, "then": {"$ref": "#"}}"##);
}

#[test]
fn patterns_of_the_wild_are_warned_about() {
    let (model, findings) = SchemaSet::new().add("a.json", None, r#"{"pattern": "(?i)^a$"}"#).resolve();
    let found = render(&findings);
    insta::assert_snapshot!(found);
    let model = model.expect("a warning only");
    assert_eq!(root(&model).pattern.as_ref().and_then(|pattern| pattern.translated.as_deref()), Some("(?i)^a$"));
}

#[test]
fn patterns_that_need_backtracking_are_accepted_where_allowed() {
    let text = r#"{"pattern": "^(?!a)", "not": {"pattern": "^(?!b)"}}"#;
    let allowed = Backtracking::At(vec![("a.json".into(), "/pattern".into())]);
    let options = Options { backtracking: allowed, ..Options::default() };
    let (_, findings) = SchemaSet::with_options(options).add("a.json", None, text).resolve();
    let places: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.place.pointer.as_str())).collect();
    assert_eq!(places, [("non-linear-pattern", "/not/pattern")]);
    let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
    let model = load_set(SchemaSet::with_options(options).add("a.json", None, text));
    let pattern = root(&model).pattern.as_ref().expect("a pattern");
    assert_eq!((pattern.translated.as_deref(), pattern.backtracking.as_deref()), (None, Some(r"\A(?!a)")));
}

#[test]
fn every_schema_is_read_once() {
    let count = 10_000;
    let mut chain = String::from(r##"{"$ref": "#/$defs/d0", "$defs": {"##);
    for number in 0..count {
        let _ = write!(chain, r##""d{number}": {{"$ref": "#/$defs/d{}"}},"##, number + 1);
    }
    let _ = write!(chain, r#""d{count}": {{"type": "null"}}}}, "properties": {{"#);
    for number in 0..count {
        let _ = write!(chain, r##""p{number}": {{"$ref": "#/x-more/d{number}"}},"##);
    }
    chain.push_str(r#""last": true}, "x-more": {"#);
    for number in 0..count {
        let _ = write!(chain, r#""d{number}": {{"type": "string", "pattern": "^a{number}$"}},"#);
    }
    chain.push_str(r#""last": true}}"#);
    let model = load(&chain);
    assert_eq!(root(&model).definitions.len(), count + 1);
    // The root, its definitions and properties, and what the properties refer to: each schema once, however many
    // references lead to it.
    assert_eq!(model.ids().count(), 1 + (count + 1) + (count + 1) + count);

    let ring = chain.replace(r#"{"type": "null"}"#, r##"{"$ref": "#/$defs/d0"}"##);
    let text = faults(&ring);
    assert!(text.contains("#/$defs/d0 -> #/$defs/d1 ->") && text.contains("9993 more"), "{text}");
}
