//! Holds the rules against their examples, the reported cases and real schemas.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    Language, Options, Rule,
    emptiness::Emptiness,
    lint,
    literal::{Answer, Judge, Patterns},
    rules, rules_page,
};
use crate::{
    Finding, Level, SchemaSet,
    manifest::Manifest,
    source::{Node, Source},
    value::Value,
};

/// Everything that loading and linting find in one file.
fn findings(text: &str, strict: bool) -> Vec<Finding> {
    let mut set = SchemaSet::with_options(crate::Options { strict, ..crate::Options::default() });
    let (model, mut findings) = set.add("a.json", None, text).resolve();
    if let Some(model) = model {
        findings.extend(lint(&model, &Options { strict, ..Options::default() }));
    }
    findings
}

/// `rule pointer` of everything above a note.
fn summary(findings: &[Finding]) -> Vec<String> {
    let grave = findings.iter().filter(|finding| finding.level > Level::Note);
    grave.map(|finding| format!("{} {}", finding.rule, finding.place.pointer)).collect()
}

#[track_caller]
fn check(schema: &str, expected: &[&str]) {
    let found = findings(schema, false);
    assert_eq!(summary(&found), expected, "{schema}\n{found:#?}");
}

/// Whether the rule runs in this build.
fn runs(rule: &Rule) -> bool {
    cfg!(feature = "validator") || !rule.needs_validator()
}

#[test]
fn the_list_is_in_order() {
    let ids: Vec<_> = rules().iter().map(|rule| rule.id).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
}

#[test]
fn bad_examples_are_found_and_nothing_else_is_in_them() {
    for rule in rules().iter().filter(|rule| rule.bad.language == Language::Json && runs(rule)) {
        let strict = rule.level.is_none();
        let found = findings(rule.bad.text, strict);
        let own: Vec<_> = found.iter().filter(|finding| finding.rule == rule.id).collect();
        let at: Vec<_> = own.iter().map(|finding| finding.place.pointer.as_str()).collect();
        assert_eq!(at, rule.bad.at, "{}: {found:#?}", rule.id);
        let level = rule.level.unwrap_or(rule.strict);
        assert!(own.iter().all(|finding| finding.level == level), "{}: {own:#?}", rule.id);
        let others: Vec<_> =
            found.iter().filter(|finding| finding.rule != rule.id && finding.level > Level::Note).collect();
        let off: Vec<_> = others.iter().filter(|finding| !finding.rule.starts_with("missing-")).collect();
        assert!(off.is_empty(), "{}: {off:#?}", rule.id);
    }
}

#[test]
fn nothing_is_found_in_good_examples() {
    for rule in rules().iter().filter(|rule| rule.good.language == Language::Json) {
        let strict = rule.level.is_none();
        let found = findings(rule.good.text, strict);
        assert!(found.iter().all(|finding| finding.rule != rule.id), "{}: {found:#?}", rule.id);
        assert_eq!(summary(&found), Vec::<String>::new(), "{}", rule.id);
    }
}

#[test]
fn examples_of_manifests_are_as_they_say() {
    for rule in rules().iter().filter(|rule| rule.id.starts_with("manifest-")) {
        let found = Manifest::parse("contracts.toml", rule.bad.text).expect_err(rule.id);
        assert!(found.iter().all(|finding| finding.rule == rule.id), "{found:#?}");
        assert!(Manifest::parse("contracts.toml", rule.good.text).is_ok(), "{}", rule.id);
    }
}

#[cfg(feature = "validator")]
#[test]
fn wording() {
    let mut text = String::new();
    for rule in rules().iter().filter(|rule| rule.bad.language == Language::Json) {
        for finding in findings(rule.bad.text, rule.level.is_none()) {
            if finding.rule != rule.id {
                continue;
            }
            text.extend([format!(
                "{}: {}: {}: {}\n",
                finding.rule, finding.level, finding.place.pointer, finding.message
            )]);
            for (place, words) in &finding.related {
                text.extend([format!("    {}: {words}\n", place.pointer)]);
            }
            if let Some(help) = &finding.help {
                text.extend([format!("    help: {help}\n")]);
            }
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn every_rule_that_the_loader_and_the_manifest_report_is_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let starts = ["Finding::new(", "report(", "invalid("].map(|start| start.replace('(', "\\("));
    let calls = regex::Regex::new(&format!(
        r#"(?:{}|=> \(|let \(rule, message, help\) = [^;]*?)\s*"([a-z]+(?:-[a-z]+)*)"\s*,"#,
        starts.join("|")
    ))
    .expect("a valid pattern");
    let mut ids = Vec::new();
    for file in [
        "source.rs",
        "index.rs",
        "read.rs",
        "resolve.rs",
        "cycles.rs",
        "set.rs",
        "manifest/check.rs",
        "manifest/modes.rs",
        "manifest/raw.rs",
    ] {
        let text = fs::read_to_string(folder.join(file)).expect("a source file");
        ids.extend(calls.captures_iter(&text).map(|found| found[1].to_owned()));
    }
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() > 15, "{ids:?}");
    for id in ids {
        assert!(rules().iter().any(|rule| rule.id == id), "no record explains {id}");
    }
}

#[test]
fn the_page_of_the_rules_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let fresh = rules_page();
    let stale = fs::read_to_string(&path).ok().is_none_or(|text| text != fresh);
    if stale {
        fs::write(&path, fresh).expect("docs/rules.md can be written");
        panic!("docs/rules.md was stale; it is rewritten");
    }
}

#[test]
fn explanations() {
    assert!(super::explain("duplicate-key").expect("known").starts_with("# duplicate-key\n\nLevel: error."));
    assert!(super::explain("implicit-openness").expect("known").contains("additionalProperties"));
    assert!(super::explain("no-such-rule").is_none());
}

#[test]
fn required_names_are_looked_for_everywhere_beside() {
    let declared = r#"
      {"type": "object", "additionalProperties": true, "properties": {"a": true, "n": {"$ref": "a.json#/$defs/n"}},
       "allOf": [{"required": ["a"]}, {"properties": {"b": true}}],
       "anyOf": [{"required": ["b"]}, {"not": {"required": ["a"]}}],
       "if": {"required": ["a"]}, "then": {"required": ["c"], "properties": {"n": {"required": ["x"]}}},
       "else": {"properties": {"c": true}},
       "dependentSchemas": {"a": {"required": ["b", "c"]}},
       "$defs": {"n": {"type": "object", "properties": {"x": true}, "additionalProperties": true}}}"#;
    check(declared, &[]);
    check(
        r#"{"type": "object", "patternProperties": {"^x_": true}, "propertyNames": {"enum": ["y", "x_1"]},
            "required": ["x_1", "y"], "additionalProperties": true}"#,
        &[],
    );
    check(
        r#"{"type": "object", "properties": {"n": {"type": "array", "items": {"$ref": "a.json#/$defs/n"}}},
            "then": {"properties": {"n": {"items": {"required": ["x", "y"]}}}}, "if": {"required": ["n"]},
            "additionalProperties": true,
            "$defs": {"n": {"type": "object", "properties": {"x": true}, "additionalProperties": true}}}"#,
        &["undeclared-required /then/properties/n/items/required/1"],
    );
}

#[test]
fn one_of_is_told_apart() {
    check(r#"{"oneOf": [{"type": "string", "pattern": "^[0-9a-f]{64}$"}, {"const": ""}]}"#, &[]);
    check(
        r##"{"oneOf": [{"$ref": "#/$defs/sha256"}, {"type": "null"}],
             "$defs": {"sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}}}"##,
        &[],
    );
    check(r#"{"oneOf": [{"type": "string", "pattern": "^a:"}, {"type": "string", "pattern": "^b:"}]}"#, &[]);
    check(r#"{"oneOf": [{"enum": [1, 2]}, {"enum": [3, "x"]}, {"type": "boolean"}]}"#, &[]);
    check(r#"{"oneOf": [{"type": "integer", "maximum": 4}, {"type": "integer", "minimum": 5}]}"#, &[]);
    check(
        r#"{"type": "object", "properties": {"a": true, "b": true}, "additionalProperties": true,
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
        &[],
    );
    check(
        r#"{"oneOf": [
            {"type": "object", "properties": {"a": true}, "required": ["a"], "additionalProperties": false},
            {"type": "object", "properties": {"b": true}, "required": ["b"], "additionalProperties": false}]}"#,
        &[],
    );
    check(r#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, &["overlapping-one-of /oneOf"]);
    check(r#"{"oneOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}"#, &["overlapping-one-of /oneOf"]);
    check(
        r#"{"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "a"}}, "additionalProperties": true},
            {"type": "object", "properties": {"kind": {"const": "b"}}, "additionalProperties": true}]}"#,
        &["overlapping-one-of /oneOf"],
    );
}

#[test]
fn names_in_rust() {
    check(r#"{"enum": ["=", "<>", "a"]}"#, &["rust-name-collision /enum/0"]);
    check(r#"{"enum": ["a b", "a-b", "aB"]}"#, &["rust-name-collision /enum/1", "rust-name-collision /enum/2"]);
    check(r#"{"not": {"enum": ["a b", "a-b"]}}"#, &[]);
    check(r#"{"enum": ["=", "<", 1]}"#, &[]);
    check(
        r#"{"type": "object", "properties": {"": true, "self": true, "Self": true}, "additionalProperties": true}"#,
        &["rust-name-collision /properties/", "rust-name-collision /properties/Self"],
    );
}

#[test]
fn what_can_never_hold() {
    for (schema, expected) in [
        (r#"{"type": "string", "allOf": [{"type": "integer"}]}"#, "unsatisfiable "),
        (r#"{"type": "array", "minItems": 1, "items": false}"#, "unsatisfiable "),
        (
            r#"{"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "boolean"}}"#,
            "unsatisfiable ",
        ),
        (
            r#"{"type": "object", "required": ["a"], "properties": {"a": false}, "additionalProperties": true}"#,
            "unsatisfiable ",
        ),
        (
            r#"{"type": "object", "required": ["a", "b"], "properties": {"a": true, "b": true}, "maxProperties": 1, "additionalProperties": true}"#,
            "unsatisfiable ",
        ),
        (
            r#"{"type": "object", "minProperties": 2, "properties": {"a": true}, "additionalProperties": false}"#,
            "unsatisfiable ",
        ),
        (r#"{"type": "string", "not": {"type": "string"}}"#, "unsatisfiable "),
        (r#"{"type": "string", "enum": [1, 2]}"#, "unsatisfiable "),
        (r#"{"type": "string", "maxLength": 3, "pattern": "^.{5}$"}"#, "unsatisfiable "),
        (r#"{"type": "integer", "minimum": 7, "maximum": 9, "multipleOf": 5}"#, "bounds-contradict /minimum"),
        (r#"{"minItems": 3, "maxItems": 2}"#, "bounds-contradict /minItems"),
        (r#"{"type": "number", "exclusiveMinimum": 3, "maximum": 3}"#, "bounds-contradict /exclusiveMinimum"),
        (r#"{"type": "string", "anyOf": [{"type": "integer"}, {"minLength": 1}]}"#, "dead-subschema /anyOf/0"),
        (r#"{"type": "string", "anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "unsatisfiable "),
    ] {
        check(schema, &[expected]);
    }
    for fine in [
        r#"{"type": "object", "properties": {"a": false, "b": {"not": {}}}, "additionalProperties": true}"#,
        r#"{"type": "array", "items": false}"#,
        r#"{"type": "number", "minimum": 3, "maximum": 3}"#,
        r#"{"type": ["integer", "string"], "minLength": 1, "minimum": 1}"#,
        r##"{"type": "array", "items": {"$ref": "#"}}"##,
        r##"{"anyOf": [{"type": "null"}, {"type": "object", "properties": {"n": {"$ref": "#"}}, "required": ["n"]}]}"##,
        r#"{"type": "string", "not": {"const": "x"}}"#,
    ] {
        check(fine, &[]);
    }
}

#[test]
fn allowed_findings_and_unused_entries() {
    let text = r#"{"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": false}"#;
    let manifest = |entry: &str| {
        let text = format!("[set]\nname = \"x\"\nversion = \"1.0.0\"\n[schemas.\"a.json\"]\nversion = 1\n{entry}");
        Manifest::parse("contracts.toml", &text).expect("a valid manifest")
    };
    let entry = |rule: &str, at: &str| {
        format!("[[allow]]\nrule = {rule:?}\nschema = \"a.json\"\nat = {at:?}\nreason = \"because\"\n")
    };
    let (model, _) = SchemaSet::new().add("a.json", None, text).resolve();
    let model = model.expect("no errors");
    let found = |entry: &str| {
        let options = Options { strict: false, ..Options::for_manifest(&manifest(entry)) };
        lint(&model, &options)
            .into_iter()
            .map(|finding| format!("{}: {}", finding.place, finding.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(found(""), ["a.json:1:40 (/properties/n): this integer has no bounds"]);
    assert_eq!(found(&entry("unbounded-integer", "/properties/n")), Vec::<String>::new());
    insta::assert_snapshot!(
        [entry("unbounded-integer", ""), entry("unbounded-integr", "/properties/n"), entry("duplicate-key", "")]
            .map(|entry| found(&entry)[0].clone())
            .join("\n"),
        @r#"
    contracts.toml:7:8: this entry allows nothing: unbounded-integer finds nothing at "" of a.json
    contracts.toml:7:8: there is no rule "unbounded-integr"
    contracts.toml:7:8: findings of the rule duplicate-key cannot be allowed
    "#
    );
}

fn suites() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no suites");
    None
}

/// What the reported cases of lint, and those of code generation that mention it, must give: at least these.
const REPORTED: &[(&str, &[&str])] = &[
    ("cg-discriminator-no-semantics", &["identical-branches /oneOf/1", "unknown-keyword /discriminator"]),
    ("cg-enum-intersection-empty", &["impossible-property /allOf/1/properties/act"]),
    (
        "cg-enum-type-excludes-null",
        &["enum-misses-type /properties/a/type", "enum-member-type /properties/b/enum/1"],
    ),
    ("cg-ref-loop", &["reference-loop /$defs/a"]),
    (
        "lint-unknown-keyword",
        &[
            "unknown-keyword /properties/qty/min",
            "unknown-keyword /requiredProperties",
            "unknown-keyword /optionalProperties",
        ],
    ),
    ("lint-required-undeclared", &["undeclared-required /required/0", "undeclared-required /required/1"]),
    ("lint-array-items", &["invalid-keyword-value /items"]),
    ("lint-ref-siblings-draft7", &["ignored-ref-sibling /properties/n/minLength"]),
    ("lint-nullable-keyword", &["nullable-keyword /nullable"]),
    (
        "lint-default-invalid",
        &["default-invalid /properties/n/default", "examples-invalid /properties/n/examples/1"],
    ),
    (
        "lint-bounds-contradict",
        &[
            "impossible-property /properties/a",
            "impossible-property /properties/b",
            "impossible-property /properties/c",
        ],
    ),
    ("lint-prefix-beyond-max", &["dead-subschema /prefixItems/2"]),
    ("lint-oneof-disjoint-ok", &[]),
    (
        "lint-enum-dead-value",
        &["dead-enum-value /enum/1", "enum-member-type /enum/4", "duplicate-enum-members /enum/3"],
    ),
    ("lint-autofix-unevaluated", &["ineffective-keyword /unevaluatedProperties"]),
    ("lint-unreachable-defs", &["unused-definition /$defs/Dead"]),
    ("lint-empty-schema-type", &["unsatisfiable /$defs/T", "identical-branches /$defs/T/properties/r/anyOf/1"]),
];

#[test]
fn reported_cases() {
    let Some(suites) = suites() else { return };
    let text = fs::read_to_string(suites.join("reports/cases.jsonl")).expect("the reported cases");
    let mut seen = Vec::new();
    for line in text.lines() {
        let source = Source::parse("cases.jsonl", line).expect("a case is JSON");
        let case = source.root().to_value();
        let id = case.get("id").and_then(Value::as_str).expect("a case has an id").to_owned();
        let is_lint = case.get("kind").and_then(Value::as_str) == Some("lint");
        let Some((_, expected)) = REPORTED.iter().find(|(known, _)| *known == id) else {
            assert!(!is_lint, "the case {id} is not expected");
            continue;
        };
        let found = findings(&case.get("schema").expect("a schema").to_string(), false);
        let all: Vec<String> =
            found.iter().map(|finding| format!("{} {}", finding.rule, finding.place.pointer)).collect();
        for expected in *expected {
            let validated = expected.starts_with("default-") || expected.starts_with("examples-");
            if cfg!(feature = "validator") || !validated {
                assert!(all.contains(&(*expected).to_owned()), "{id}: {expected}: {all:?}");
            }
        }
        // What is found besides is about openness, which the cases leave open.
        let more: Vec<&String> = all.iter().filter(|found| !expected.contains(&found.as_str())).collect();
        for found in more {
            let style = ["implicit-openness ", "unbounded-integer ", "unused-definition "];
            assert!(style.iter().any(|rule| found.starts_with(rule)), "{id}: {found}");
        }
        if expected.is_empty() {
            assert_eq!(all, Vec::<String>::new(), "{id}");
        }
        seen.push(id);
    }
    assert_eq!(seen.len(), REPORTED.len(), "{seen:?}");
}

/// A group of the official suite: description, model, and the instances with their verdicts.
type Group = (String, crate::Model, Vec<(Value, bool)>);

fn official_groups(suites: &Path) -> Vec<Group> {
    let suite = suites.join("json-schema-test-suite");
    let remotes = files(&suite.join("remotes"));
    let mut groups = Vec::new();
    for path in files(&suite.join("tests/draft2020-12")) {
        let text = fs::read_to_string(&path).expect("a file of the suite");
        let source = Source::parse(path.to_string_lossy(), text).expect("valid JSON");
        for group in source.root().as_array().expect("an array of groups") {
            let mut set = SchemaSet::new();
            set.add("schema.json", None, group.get("schema").expect("a schema").to_value().to_string());
            for remote in &remotes {
                let below =
                    remote.strip_prefix(suite.join("remotes")).expect("a remote").to_string_lossy().into_owned();
                let text = fs::read_to_string(remote).expect("a remote");
                set.add_resource(below.clone(), &format!("http://localhost:1234/{below}"), text);
            }
            let Some(model) = set.resolve().0 else { continue };
            let tests = group.get("tests").and_then(Node::as_array).expect("tests");
            let tests = tests.iter().map(|test| {
                let data = test.get("data").expect("data").to_value();
                (data, test.get("valid").and_then(Node::as_bool).expect("a verdict"))
            });
            let description = group.get("description").and_then(Node::as_str).unwrap_or_default();
            groups.push((format!("{}: {description}", path.display()), model, tests.collect()));
        }
    }
    groups
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

#[test]
fn literals_are_judged_as_the_official_suite_says() {
    let Some(suites) = suites() else { return };
    let (mut known, mut unknown) = (0, 0);
    for (description, model, tests) in official_groups(&suites) {
        let root = model.documents()[0].root;
        // Formats are annotations here, and the optional tests ask for assertions.
        if description.contains("/format") || description.contains("optional") {
            continue;
        }
        for (data, valid) in tests {
            let mut patterns = Patterns::default();
            let mut judge = Judge { model: &model, patterns: &mut patterns, steps: 10_000 };
            match judge.schema(root, &data) {
                Answer::Unknown => unknown += 1,
                answer => {
                    assert_eq!(answer == Answer::Yes, valid, "{description}: {data}");
                    known += 1;
                }
            }
        }
    }
    println!("{known} answers known, {unknown} not");
    assert!(known > 800, "{known}");
}

#[test]
fn nothing_that_accepts_a_value_is_called_empty() {
    let Some(suites) = suites() else { return };
    let empty = |model: &crate::Model| {
        let found = lint(model, &Options::default());
        let root = found.iter().find(|finding| {
            finding.place.pointer.is_empty() && ["unsatisfiable", "const-invalid"].contains(&finding.rule)
        });
        root.cloned()
    };
    let mut count = 0;
    for (description, model, tests) in official_groups(&suites) {
        if tests.iter().any(|(_, valid)| *valid) {
            assert_eq!(empty(&model), None, "{description}");
            count += 1;
        }
    }
    let questions = fs::read_to_string(suites.join("compat/questions.jsonl")).expect("the questions");
    for line in questions.lines() {
        let question = Source::parse("questions.jsonl", line).expect("valid JSON").root().to_value();
        // A witness is valid under the old schema.
        if let (Some(_), Some(old)) = (question.get("witness"), question.get("old"))
            && let Some(model) = SchemaSet::new().add("schema.json", None, old.to_string()).resolve().0
        {
            assert_eq!(empty(&model), None, "{old}");
            count += 1;
        }
    }
    println!("{count} schemas that accept something");
    assert!(count > 500, "{count}");
}

/// What deciding which schemas can hold took: nodes and steps, beside the number of schemas.
fn work(model: &crate::Model) -> (usize, usize, usize) {
    let (nodes, steps) = Emptiness::new(model).work();
    (nodes, steps, model.ids().count())
}

#[test]
fn real_schemas_are_linted_with_work_in_proportion() {
    let Some(suites) = suites() else { return };
    let mut count = 0;
    for entry in fs::read_dir(suites.join("real")).expect("the real schemas") {
        let path = entry.expect("an entry").path().join("schema.json");
        let text = fs::read_to_string(&path).expect("a schema");
        let (model, _) = SchemaSet::new().add(path.to_string_lossy(), None, text).resolve();
        let model = model.expect("it loads");
        let (nodes, steps, schemas) = work(&model);
        let found = lint(&model, &Options::default());
        println!("{}: {schemas} schemas, {nodes} nodes, {steps} steps, {} findings", path.display(), found.len());
        assert!(nodes <= 3 * schemas + 100 && steps <= 50 * schemas + 100, "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 18);
}

#[test]
fn the_contracts_of_this_repository_are_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let manifest_text = fs::read_to_string(folder.join("contracts.toml")).expect("the manifest");
    let manifest = Manifest::parse("contracts.toml", &manifest_text).expect("a valid manifest");
    let mut set = SchemaSet::with_options(crate::Options { strict: true, ..crate::Options::default() });
    for entry in &manifest.schemas {
        set.add(&entry.path, None, fs::read_to_string(folder.join(&entry.path)).expect("a schema"));
    }
    let (model, loading) = set.resolve();
    assert_eq!(loading, []);
    assert_eq!(lint(&model.expect("no errors"), &Options::for_manifest(&manifest)), []);
}

#[test]
fn hostile_schemas_take_work_in_proportion() {
    let deep = format!("{}true{}", r#"{"allOf":[{"properties":{"a":"#.repeat(60), "}}]}".repeat(60));
    let chain: Vec<String> = (0..20_000)
        .map(|number| format!(r##""d{number}": {{"$ref": "#/$defs/d{}"}}"##, number + 1))
        .chain([r#""d20000": {"type": "string"}"#.to_owned()])
        .collect();
    let chain = format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{}}}}}"##, chain.join(","));
    let needs: Vec<String> = (0..5000)
        .map(|number| {
            format!(
                r##""d{number}": {{"type": "object", "properties": {{"n": {{"$ref": "#/$defs/d{}"}}}}, "required": ["n"]}}"##,
                (number + 1) % 5000
            )
        })
        .collect();
    let needs = format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{}}}}}"##, needs.join(","));
    let branches: Vec<String> =
        (0..1500).map(|number| format!(r#"{{"type": "integer", "multipleOf": {}}}"#, number + 1)).collect();
    let branches = format!(r#"{{"oneOf": [{}]}}"#, branches.join(","));
    let union = r##"{"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],"##.to_owned()
        + r##""oneOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],"##
        + r##""$defs": {"a": {"type": "object", "properties": {"x": {"$ref": "#"}}, "required": ["x"]},"##
        + r##""b": {"type": "array", "items": {"$ref": "#"}, "minItems": 2}}}"##;
    let names: Vec<String> = (0..20_000).map(|number| format!("\"n{number}\"")).collect();
    let required = format!(r#"{{"type": "object", "required": [{}]}}"#, names.join(","));
    let values = format!(r#"{{"enum": [{0}], "allOf": [{{"enum": [{0}]}}], "type": "integer"}}"#, names.join(","));
    for schema in [deep, chain, needs, branches, union, required, values] {
        let (model, _) = SchemaSet::new().add("a.json", None, schema.clone()).resolve();
        let (nodes, steps, schemas) = model.as_ref().map_or((0, 0, 0), work);
        let found = findings(&schema, false);
        println!("{schemas} schemas, {nodes} nodes, {steps} steps, {} findings", found.len());
        assert!(nodes <= 3 * schemas + 100, "{}", &schema[..80]);
        assert!(found.len() < 30_000);
    }
}
