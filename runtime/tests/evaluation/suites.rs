//! The evaluator against the public suites: the official tests, and the `jsonschema` validator on real schemas.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use contracts_model::{Model, SchemaSet, schema::SchemaId, source::Source, value::Value};
use contracts_runtime::{Json, Mode, View, number::Numbers, schema::Schema};

use crate::{
    mutants::mutants,
    tables::{Tables, json},
};

/// The folder of the public suites, if this machine has it.
fn suites() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no suites");
    None
}

/// All JSON files in a folder and below it, in order.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the suites") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn load(text: &str, remotes: &[(String, String)]) -> Result<Model, String> {
    let mut set = SchemaSet::new();
    set.add("schema.json", None, text);
    for (uri, text) in remotes {
        set.add_resource(uri.clone(), uri, text.clone());
    }
    let (model, findings) = set.resolve();
    model.ok_or_else(|| {
        let messages: Vec<_> =
            findings.iter().map(|finding| format!("{}: {}", finding.place, finding.message)).collect();
        messages.join("\n")
    })
}

fn root(model: &Model) -> SchemaId {
    let document = model.documents().iter().find(|document| document.name == "schema.json");
    document.expect("the schema is in its model").root
}

fn remotes(suite: &Path) -> Vec<(String, String)> {
    let folder = suite.join("remotes");
    json_files(&folder)
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix(&folder).expect("a remote").to_str().expect("UTF-8").replace('\\', "/");
            (format!("http://localhost:1234/{below}"), fs::read_to_string(&path).expect("a remote"))
        })
        .collect()
}

/// The three ways to ask agree.
fn verdict(schema: &'static Schema, document: &Json) -> bool {
    let valid = schema.is_valid(document.view(), Mode::Strict);
    let violations = schema.violations(document.view(), Mode::Strict, 20);
    assert_eq!(violations.is_empty(), valid, "{document}: {violations:#?}");
    let first = schema.check(document.view(), Mode::Strict).err().map(|violation| *violation);
    assert_eq!(first.as_ref(), violations.first());
    for violation in &violations {
        assert!(!violation.expected.is_empty() && !violation.found.is_empty(), "{violation}");
        assert!(document.pointer(&violation.pointer).is_some(), "{violation}");
    }
    valid
}

#[derive(Default)]
struct Tally {
    groups: usize,
    whole_groups: usize,
    tests: usize,
    right: usize,
}

fn run_file(path: &Path, numbers: Numbers, remotes: &[(String, String)], wrong: &mut Vec<String>) -> Tally {
    let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let source = Source::parse(name, fs::read_to_string(path).expect("a file")).expect("valid JSON");
    let mut tally = Tally::default();
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    for group in source.root().as_array().expect("an array of groups") {
        let group = group.to_value();
        let description = text(&group, "description");
        let Some(Value::Array(tests)) = group.get("tests") else { panic!("{name}: {description} has no tests") };
        let model = load(&group.get("schema").expect("a schema").to_string(), remotes);
        let table = model.as_ref().map(|model| Tables::build(model, numbers, None).get(root(model)));
        let mut whole = true;
        tally.groups += 1;
        for test in tests {
            let case = text(test, "description");
            let expected = matches!(test.get("valid"), Some(Value::Bool(true)));
            let document = json(test.get("data").expect("data"), numbers);
            let found = table.as_ref().map(|table| verdict(table, &document)).map_err(ToString::to_string);
            tally.tests += 1;
            if found == Ok(expected) {
                tally.right += 1;
            } else {
                whole = false;
                wrong.push(format!("{name} | {description} | {case} | expected {expected}, found {found:?}"));
            }
        }
        tally.whole_groups += usize::from(whole);
    }
    tally
}

fn run(files: &[PathBuf], numbers: Numbers, suite: &Path) -> Tally {
    let remotes = remotes(suite);
    let mut wrong = Vec::new();
    let mut total = Tally::default();
    for path in files {
        let tally = run_file(path, numbers, &remotes, &mut wrong);
        println!(
            "{:<28} {:>3} of {:>3} groups {:>4} of {:>4} instances",
            path.file_stem().unwrap_or_default().to_string_lossy(),
            tally.whole_groups,
            tally.groups,
            tally.right,
            tally.tests
        );
        total.groups += tally.groups;
        total.whole_groups += tally.whole_groups;
        total.tests += tally.tests;
        total.right += tally.right;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    total
}

#[test]
fn official_suite() {
    let Some(suites) = suites() else { return };
    let suite = suites.join("json-schema-test-suite");
    let files: Vec<_> = json_files(&suite.join("tests/draft2020-12"))
        .into_iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "optional"))
        .collect();
    for numbers in [Numbers::Native, Numbers::Exact] {
        let total = run(&files, numbers, &suite);
        println!("{numbers:?}: {} of {} instances", total.right, total.tests);
        assert_eq!((total.right, total.tests), (1299, 1299));
        assert_eq!((total.whole_groups, total.groups), (383, 383));
    }
}

#[test]
fn optional_files_of_the_official_suite() {
    let Some(suites) = suites() else { return };
    let suite = suites.join("json-schema-test-suite");
    for (numbers, names) in [
        (
            Numbers::Native,
            &[
                "anchor",
                "cross-draft",
                "dependencies-compatibility",
                "dynamicRef",
                "ecmascript-regex",
                "id",
                "no-schema",
                "non-bmp-regex",
                "refOfUnknownKeyword",
                "unknownKeyword",
            ][..],
        ),
        (Numbers::Exact, &["bignum", "float-overflow"][..]),
    ] {
        let folder = suite.join("tests/draft2020-12/optional");
        let files: Vec<_> = names.iter().map(|name| folder.join(format!("{name}.json"))).collect();
        let total = run(&files, numbers, &suite);
        assert_eq!(total.right, total.tests);
    }
}

#[test]
fn real_schemas_and_their_mutants_get_the_verdict_of_the_jsonschema_crate() {
    let Some(suites) = suites() else { return };
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for path in json_files(&suites.join("real")) {
        let folder = path.parent().expect("a folder");
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a schema");
        let model = load(&text, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = Tables::build(&model, Numbers::Native, None).get(root(&model));
        let schema = serde_json::from_str(&text).expect("valid JSON");
        let oracle = jsonschema::options()
            .should_validate_formats(false)
            .build(&schema)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let lines = fs::read_to_string(folder.join("instances.jsonl")).expect("instances");
        let documents: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("valid JSON")).collect();
        let share = 250 / documents.len().max(1);
        let count = counts.entry(name.clone()).or_default();
        for document in documents
            .iter()
            .flat_map(|document| std::iter::once(document.clone()).chain(mutants(document, share.max(3))))
        {
            let expected = oracle.is_valid(&document);
            let found = verdict(table, &Json::try_from(document.clone()).expect("a bounded document"));
            count.0 += 1;
            count.1 += usize::from(expected);
            if found != expected {
                wrong.push(format!("{name}: expected {expected}, found {found}: {document}"));
            }
        }
    }
    for (name, (documents, valid)) in &counts {
        println!("{name:<20} {documents:>5} documents, {valid:>5} valid");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    assert_eq!(counts.len(), 18);
}

#[test]
fn reports_from_the_field() {
    let Some(suites) = suites() else { return };
    let lines = fs::read_to_string(suites.join("reports/cases.jsonl")).expect("cases");
    let (mut count, mut wrong) = (0, Vec::new());
    for line in lines.lines() {
        let case = Source::parse("case", line).expect("valid JSON").root().to_value();
        let id = case.get("id").and_then(Value::as_str).expect("an id").to_owned();
        let (Some(schema), Some(Value::Array(instances))) = (case.get("schema"), case.get("instances")) else {
            continue;
        };
        // Cases of comparison hold two schemas.
        if schema.get("old").is_some() {
            continue;
        }
        // Schemas that the lint refuses have no tables.
        let Ok(model) = load(&schema.to_string(), &[]) else { continue };
        let table = Tables::build(&model, Numbers::Native, None).get(root(&model));
        for instance in instances {
            let (Some(document), Some(Value::Bool(expected))) = (instance.get("json"), instance.get("valid"))
            else {
                continue;
            };
            let document = json(document, Numbers::Native);
            if verdict(table, &document) != *expected {
                wrong.push(format!("{id}: expected {expected}: {document}"));
            }
            count += 1;
        }
    }
    println!("{count} instances");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "{count}");
}
