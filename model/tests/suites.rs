//! Loads the public suites that `../shared/suites` holds; every schema there is one that must load.

use std::{
    fs,
    path::{Path, PathBuf},
};

use contracts_model::{
    Level, SchemaSet, pattern,
    source::{Node, Object, Source},
};

fn suites() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no suites");
    None
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the suites") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[track_caller]
fn assert_loads(set: &SchemaSet, what: &str) {
    let (model, findings) = set.resolve();
    let errors: Vec<_> = findings.iter().filter(|finding| finding.level == Level::Error).collect();
    assert!(model.is_some(), "{what}: {errors:#?}");
}

#[test]
fn every_group_of_the_official_suite_loads() {
    let Some(suites) = suites() else { return };
    let suite = suites.join("json-schema-test-suite");
    let remotes: Vec<_> = files(&suite.join("remotes"))
        .into_iter()
        .map(|path| {
            let below =
                path.strip_prefix(suite.join("remotes")).expect("a remote").to_str().expect("UTF-8").to_owned();
            (format!("http://localhost:1234/{below}"), fs::read_to_string(path).expect("a remote"))
        })
        .collect();
    let mut groups = 0;
    for path in files(&suite.join("tests/draft2020-12")) {
        let text = fs::read_to_string(&path).expect("a file of the suite");
        let source = Source::parse(path.to_string_lossy(), text).expect("valid JSON");
        for group in source.root().as_array().expect("an array of groups") {
            let description = group.get("description").and_then(|node| node.as_str()).unwrap_or_default();
            let schema = group.get("schema").expect("a schema").to_value().to_string();
            let mut set = SchemaSet::new();
            set.add("schema.json", None, schema);
            for (uri, text) in &remotes {
                set.add_resource(uri.clone(), uri, text.clone());
            }
            assert_loads(&set, &format!("{}: {description}", path.display()));
            groups += 1;
        }
    }
    println!("{groups} groups");
    assert!(groups >= 383, "{groups}");
}

/// Puts other values in the places of a schema, one at a time: whatever comes of it, it is findings or a model.
#[test]
fn damaged_schemas_end_in_findings_or_a_model() {
    const VALUES: [&str; 9] =
        ["null", "true", "7", "-1.5", "\"#\"", "\"(\"", "[]", "[[], 1]", "{\"$ref\": \"#/x\"}"];
    let Some(suites) = suites() else { return };
    let mut tried = 0;
    for path in files(&suites.join("json-schema-test-suite/tests/draft2020-12")) {
        let text = fs::read_to_string(&path).expect("a file of the suite");
        let source = Source::parse(path.to_string_lossy(), text).expect("valid JSON");
        for group in source.root().as_array().expect("an array of groups") {
            let schema = group.get("schema").expect("a schema");
            let mut places = Vec::new();
            let mut waiting = vec![schema];
            while let Some(node) = waiting.pop() {
                places.push(node.span);
                waiting.extend(node.as_array().into_iter().flatten());
                waiting.extend(node.as_object().into_iter().flat_map(Object::members).map(|member| &member.value));
            }
            let before = schema.span.0;
            for (start, end) in places {
                let whole = &source.text()[schema.span.0..schema.span.1];
                for value in VALUES {
                    let damaged = format!("{}{value}{}", &whole[..start - before], &whole[end - before..]);
                    let (model, findings) = SchemaSet::new().add("a.json", None, damaged).resolve();
                    let failed = findings.iter().any(|finding| finding.level == Level::Error);
                    assert_eq!(model.is_none(), failed, "{findings:#?}");
                    tried += 1;
                }
            }
        }
    }
    println!("{tried} damaged schemas");
    assert!(tried > 20_000, "{tried}");
}

#[test]
fn patterns_of_the_official_suite_mean_what_it_says() {
    let Some(suites) = suites() else { return };
    let folder = suites.join("json-schema-test-suite/tests/draft2020-12");
    let mut checked = 0;
    for name in ["pattern.json", "optional/ecmascript-regex.json", "optional/non-bmp-regex.json"] {
        let source = Source::parse(name, fs::read_to_string(folder.join(name)).expect("a file of the suite"));
        let source = source.expect("valid JSON");
        for group in source.root().as_array().expect("an array of groups") {
            let Some(text) = group.get("schema").and_then(|schema| schema.get("pattern")?.as_str()) else {
                continue;
            };
            let translated = pattern::translate(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let regex = regex::Regex::new(&translated).expect("the translation compiles");
            for test in group.get("tests").and_then(|tests| tests.as_array()).expect("tests") {
                let Some(data) = test.get("data").and_then(|data| data.as_str()) else { continue };
                let valid = test.get("valid").and_then(Node::as_bool).expect("a verdict");
                assert_eq!(regex.is_match(data), valid, "{text} ({translated}) on {data:?}");
                checked += 1;
            }
        }
    }
    println!("{checked} texts");
    assert!(checked > 50, "{checked}");
}

#[test]
fn every_real_schema_loads() {
    let Some(suites) = suites() else { return };
    let mut count = 0;
    for path in files(&suites.join("real")) {
        let mut set = SchemaSet::new();
        set.add(path.to_string_lossy(), None, fs::read_to_string(&path).expect("a schema"));
        assert_loads(&set, &path.to_string_lossy());
        count += 1;
    }
    assert_eq!(count, 18);
}
