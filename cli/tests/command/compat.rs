//! `compat`: files, folders, formats, bad input.

use contracts_cli::ExitStatus;
use serde_json::{Value, json};

use crate::support::{Folder, Outcome, repository};

/// Runs on two schemas and gives the report.
fn report(old: &Value, new: &Value, arguments: &[&str]) -> (ExitStatus, Value) {
    let folder = Folder::with(&[("old.json", &old.to_string()), ("new.json", &new.to_string())]);
    let mut all = vec!["compat", "@old.json", "@new.json", "--format", "json"];
    all.extend(arguments);
    let outcome = folder.run(&all);
    (outcome.status, parsed(&outcome))
}

fn parsed(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.out).unwrap_or_else(|error| panic!("{error}: {outcome:?}"))
}

/// The findings of a direction in a class.
fn in_class<'r>(report: &'r Value, direction: &str, class: &str) -> Vec<&'r Value> {
    let findings = report[direction]["findings"].as_array().expect("findings");
    findings.iter().filter(|finding| finding["class"] == class).collect()
}

fn cases() -> Vec<Value> {
    let path = repository().join("../shared/suites/reports/cases.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no suites");
        return Vec::new();
    };
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    cases.filter(|case| case["schema"].get("old").is_some()).collect()
}

#[test]
fn the_reported_cases_have_the_verdicts_that_are_right() {
    let mut wrong = Vec::new();
    for case in cases() {
        let (old, new) = (&case["schema"]["old"], &case["schema"]["new"]);
        let (_, report) = report(old, new, &["--direction", "both"]);
        for direction in ["backward", "forward"] {
            let expected = if case["expect"][direction] == true { "compatible" } else { "breaking" };
            let found = &report[direction];
            if found["verdict"] != expected {
                wrong.push(format!("{} {direction}: expected {expected}: {found:#}", case["id"]));
            }
            if expected == "breaking" {
                let (accepting, refusing) = if direction == "backward" { (old, new) } else { (new, old) };
                for document in [&found["witness"]].into_iter().chain(
                    found["findings"].as_array().into_iter().flatten().filter_map(|finding| finding.get("witness")),
                ) {
                    assert!(valid(accepting, document) && !valid(refusing, document), "{}: {document}", case["id"]);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn valid(schema: &Value, document: &Value) -> bool {
    jsonschema::options().should_validate_formats(false).build(schema).expect("a schema").is_valid(document)
}

#[test]
fn each_break_has_a_document_of_its_own() {
    let old = json!({"type": "object", "properties": {"l": {"type": "array"}, "c": {"type": "array"}}});
    let new = json!({
        "type": "object",
        "properties": {"l": {"type": "array", "uniqueItems": true}, "c": {"type": "array", "contains": {"type": "string"}}},
        "propertyNames": {"maxLength": 2}
    });
    let (status, report) = report(&old, &new, &[]);
    assert_eq!(status, ExitStatus::Findings);
    let found = in_class(&report, "backward", "breaking");
    let rules: Vec<&str> = found.iter().filter_map(|finding| finding["rule"].as_str()).collect();
    assert_eq!(rules, ["contains-added", "unique-items-added", "bound-tightened"], "{report:#}");
    let witnesses: Vec<&Value> = found.iter().map(|finding| &finding["witness"]).collect();
    assert_eq!(witnesses[0], &json!({"c": []}));
    assert!(
        witnesses.iter().all(|witness| witness.as_object().is_some_and(|members| members.len() == 1)),
        "{report:#}"
    );
}

#[test]
fn a_break_is_shown_with_both_places_and_why_its_document_is_refused() {
    let lat = |most: u32| json!({"type": "object", "properties": {"o": {"type": "object", "properties": {"lat": {"type": "number", "maximum": most}}}}});
    let (_, report) = report(&lat(90), &lat(89), &[]);
    let found = in_class(&report, "backward", "breaking");
    let [finding] = found[..] else { panic!("{report:#}") };
    assert_eq!(finding["old"]["pointer"], "/properties/o/properties/lat/maximum");
    assert_eq!(finding["new"]["pointer"], "/properties/o/properties/lat/maximum");
    assert_eq!(finding["message"], "`maximum` was 90 and is 89");
    assert!(finding["witness"]["o"]["lat"].as_f64().is_some_and(|lat| lat > 89.0 && lat <= 90.0), "{finding:#}");
    assert!(
        finding["refusals"][0]["message"].as_str().is_some_and(|message| message.contains("89")),
        "{finding:#}"
    );
    assert_eq!(finding["refusals"][0]["at"], "/o/lat");
}

#[test]
fn a_likely_rename_is_hinted_at() {
    let with = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name], "additionalProperties": false});
    let (_, report) = report(&with("kind"), &with("itemKind"), &[]);
    assert!(report.to_string().contains(r#"renamed to \"itemKind\"?"#), "{report:#}");
}

#[test]
fn writers_of_declared_members_only() {
    let open = |properties: Value| json!({"type": "object", "properties": properties});
    let (old, new) =
        (open(json!({"a": {"type": "string"}})), open(json!({"a": {"type": "string"}, "b": {"type": "string"}})));
    let (status, strict) = report(&old, &new, &[]);
    assert_eq!((status, &strict["verdict"]), (ExitStatus::Findings, &json!("breaking")));

    let (status, lenient) = report(&old, &new, &["--assume", "declared-only"]);
    assert_eq!((status, &lenient["verdict"]), (ExitStatus::Clean, &json!("compatible")), "{lenient:#}");
    let found = in_class(&lenient, "backward", "undeclared");
    let [finding] = found[..] else { panic!("{lenient:#}") };
    assert!(finding["witness"]["b"].is_number() || !finding["witness"]["b"].is_string(), "{finding:#}");

    let tuple = |items: Value| json!({"type": "array", "prefixItems": items});
    let (old, new) = (tuple(json!([{"type": "string"}])), tuple(json!([{"type": "string"}, {"type": "boolean"}])));
    let (status, lenient) = report(&old, &new, &["--assume", "declared-only"]);
    assert_eq!((status, &lenient["verdict"]), (ExitStatus::Clean, &json!("compatible")), "{lenient:#}");
    assert_eq!(in_class(&lenient, "backward", "undeclared").len(), 1);

    // What breaks declared members still breaks.
    let new = open(json!({"a": {"type": "string", "maxLength": 3}, "b": {"type": "string"}}));
    let (status, lenient) = report(&open(json!({"a": {"type": "string"}})), &new, &["--assume", "declared-only"]);
    assert_eq!((status, &lenient["verdict"]), (ExitStatus::Findings, &json!("breaking")), "{lenient:#}");
    assert_eq!(in_class(&lenient, "backward", "breaking").len(), 1, "{lenient:#}");
}

#[test]
fn a_promise_about_undeclared_members_says_nothing_about_declared_ones() {
    // Two schemas describe `k`: what one of them does not declare, the other does.
    let with = |c: Value| {
        json!({
            "type": "object",
            "properties": {"k": {"type": "object", "properties": {"c": c}}},
            "allOf": [{"properties": {"k": {"properties": {"b": {}}}}}]
        })
    };
    let (old, new) = (with(json!({})), with(json!({"type": "string"})));
    let (status, lenient) = report(&old, &new, &["--assume", "declared-only"]);
    assert_eq!((status, &lenient["verdict"]), (ExitStatus::Findings, &json!("breaking")), "{lenient:#}");
}

#[test]
fn changes_that_are_harmless_one_by_one_may_break_together() {
    let with = |k: Value, one: Value, other: Value| json!({"properties": {"k": {"enum": k}, "n": {"anyOf": [one, other]}}});
    let old = with(json!([1, 2]), json!({"type": "integer"}), json!({"type": ["integer", "string"]}));
    let new = with(
        json!([1]),
        json!({"type": "integer", "minimum": 0}),
        json!({"type": ["integer", "string"], "minimum": 0}),
    );
    let (_, report) = report(&old, &new, &[]);
    let found = in_class(&report, "backward", "breaking");
    let rules: Vec<&str> = found.iter().filter_map(|finding| finding["rule"].as_str()).collect();
    assert_eq!(rules, ["enum-narrowed", "bound-tightened", "bound-tightened"], "{report:#}");
}

/// A set with one schema and a line for it in the manifest.
fn set(folder: &Folder, version: &str, schema: &str, lines: &str) {
    folder.write(
        &format!("{version}/contracts.toml"),
        format!(
            "[set]\nname = \"shop\"\nversion = \"1.0.0\"\n\n[schemas.\"order.schema.json\"]\nversion = 1\n{lines}"
        ),
    );
    folder.write(&format!("{version}/order.schema.json"), schema);
}

#[test]
fn the_role_chooses_the_direction_and_tolerant_readers_take_new_values() {
    let schema = |values: &str| {
        format!(
            r#"{{"type": "object", "properties": {{"mode": {{"enum": [{values}]}}}}, "additionalProperties": true}}"#
        )
    };
    let fail_closed = "\n[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/properties/mode\"\n";
    for (lines, status, verdict) in [
        ("", ExitStatus::Clean, "compatible"),
        ("role = \"request\"\n", ExitStatus::Clean, "compatible"),
        ("role = \"response\"\n", ExitStatus::Findings, "breaking"),
        ("role = \"stored\"\n", ExitStatus::Findings, "breaking"),
        ("role = \"response\"\nreaders = \"tolerant\"\n", ExitStatus::Clean, "compatible"),
    ] {
        let folder = Folder::new();
        set(&folder, "old", &schema(r#""a""#), &format!("{lines}{fail_closed}"));
        set(&folder, "new", &schema(r#""a", "b""#), &format!("{lines}{fail_closed}"));
        let outcome = folder.run(&["compat", "@old", "@new", "--format", "json"]);
        let report = parsed(&outcome);
        assert_eq!((outcome.status, report["verdict"].as_str()), (status, Some(verdict)), "{lines} {report:#}");
        if lines.contains("tolerant") {
            assert_eq!(in_class(&report, "forward", "tolerated").len(), 1, "{report:#}");
        }
    }
}

#[test]
fn formats_that_readers_assert_are_no_annotations() {
    let asserted = "formats = \"assert\"\n";
    let string = r#"{"$id": "https://example.com/order", "type": "string"}"#;
    let with = |keywords: &str| format!(r#"{{"$id": "https://example.com/order", "type": "string", {keywords}}}"#);
    let either = with(r#""anyOf": [{"format": "ipv4"}, {"format": "ipv6"}]"#);
    let digits = with(r#""format": "ipv4", "pattern": "^[0-9.]+$""#);
    let numbers = with(r#""format": "ipv4", "pattern": "^[0-8.]+$""#);
    let plain = with(r#""format": "ipv4""#);
    for (lines, old, new, verdicts) in [
        // Nothing may be called compatible when every reader refuses most strings.
        ("", string, either.as_str(), &["compatible"][..]),
        (asserted, string, &either, &["breaking", "undecided"]),
        // A document that the old readers refuse proves nothing.
        ("", &plain, &digits, &["breaking"]),
        (asserted, &plain, &digits, &["undecided"]),
        (asserted, &digits, &numbers, &["breaking", "undecided"]),
        // What did not change is known to say the same.
        (asserted, &either, &either, &["compatible"]),
    ] {
        let folder = Folder::new();
        set(&folder, "old", old, lines);
        set(&folder, "new", new, lines);
        let report = parsed(&folder.run(&["compat", "@old", "@new", "--format", "json"]));
        let verdict = report["verdict"].as_str().expect("a verdict");
        assert!(verdicts.contains(&verdict), "{lines}{old} {new} {report:#}");
        let validator = jsonschema::options().should_validate_formats(!lines.is_empty());
        if let Some(witness) = report["backward"].get("witness") {
            let judge = validator.build(&serde_json::from_str(old).expect("JSON")).expect("a schema");
            assert!(judge.is_valid(witness), "{report:#}");
        }
    }
}

#[test]
fn references_follow_the_version_that_they_belong_to() {
    let order =
        r#"{"type": "object", "properties": {"id": {"$ref": "id.schema.json"}}, "additionalProperties": false}"#;
    let folder = Folder::with(&[
        ("old/order.schema.json", order),
        ("old/id.schema.json", r#"{"type": "string"}"#),
        ("new/order.schema.json", order),
        ("new/id.schema.json", r#"{"type": "string", "maxLength": 3}"#),
    ]);
    let report = parsed(&folder.run(&["compat", "@old", "@new", "--format", "json"]));
    let verdicts: Vec<_> = report["schemas"]
        .as_array()
        .expect("schemas")
        .iter()
        .map(|schema| (schema["path"].as_str(), schema["backward"]["verdict"].as_str()))
        .collect();
    assert_eq!(
        verdicts,
        [(Some("id.schema.json"), Some("breaking")), (Some("order.schema.json"), Some("breaking"))]
    );
}

#[test]
fn bad_input_says_what_to_do_and_the_rest_is_compared() {
    let good = |most: u32| format!(r#"{{"type": "integer", "maximum": {most}}}"#);
    for (name, bad, says) in [
        ("not JSON", "{", "the text ends inside"),
        ("not a schema", r#"{"type": "texxt"}"#, "texxt"),
        ("a reference to nothing", r#"{"$ref": "nothing.json"}"#, "nothing.json"),
    ] {
        let folder = Folder::with(&[
            ("old/a.schema.json", &good(9)),
            ("old/b.schema.json", bad),
            ("new/a.schema.json", &good(5)),
            ("new/b.schema.json", "{}"),
        ]);
        let outcome = folder.run(&["compat", "@old", "@new", "--format", "json"]);
        assert_eq!(outcome.status, ExitStatus::Failure, "{name}");
        let report = parsed(&outcome);
        assert_eq!(report["backward"]["verdict"], "breaking", "{name}: {report:#}");
        let problems = report["problems"].to_string();
        assert!(
            problems.contains("old/b.schema.json") && problems.to_lowercase().contains(&says.to_lowercase()),
            "{name}: {problems}"
        );
        let human = folder.run(&["compat", "@old", "@new"]);
        assert!(human.out.contains("not compared:") && human.out.contains("help:"), "{}", human.out);
    }

    let same = r#"{"$id": "https://example.com/same", "type": "integer"}"#;
    let folder = Folder::with(&[
        ("old/a.schema.json", same),
        ("new/a.schema.json", same),
        ("new/b.schema.json", &same.replace("integer", "string")),
        ("old/c.schema.json", &good(9)),
        ("new/c.schema.json", &good(9)),
    ]);
    let outcome = folder.run(&["compat", "@old", "@new", "--format", "json"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.out.contains("https://example.com/same"), "{}", outcome.out);
    assert_eq!(parsed(&outcome)["verdict"], "undecided");

    for arguments in [&["@none.json", "@old"][..], &["@old"], &[], &["@old", "@old/a.schema.json"]] {
        let mut all = vec!["compat"];
        all.extend(arguments);
        let outcome = folder.run(&all);
        assert_eq!(outcome.status, ExitStatus::Failure, "{arguments:?}");
        assert!(outcome.err.starts_with("error: "), "{outcome:?}");
    }
}

/// A pair with awkward names, for the formats.
fn awkward() -> Folder {
    let old = json!({"type": "object", "properties": {"f#3": {"type": "string"}, "a|`<b>`@team": {"type": "string", "maxLength": 9}}, "required": ["f#3"], "additionalProperties": false});
    let new = json!({"type": "object", "properties": {"g": {"type": "string"}, "a|`<b>`@team": {"type": "string", "maxLength": 3}}, "additionalProperties": false});
    let pretty = |schema: &Value| serde_json::to_string_pretty(schema).expect("JSON");
    Folder::with(&[("old.json", &pretty(&old)), ("new.json", &pretty(&new))])
}

#[test]
fn human() {
    insta::assert_snapshot!(awkward().run(&["compat", "@old.json", "@new.json"]).out);
}

#[test]
fn markdown() {
    let outcome =
        awkward().run(&["compat", "@old.json", "@new.json", "--direction", "both", "--format", "markdown"]);
    assert!(!outcome.out.contains("@team") || outcome.out.contains("```"), "{}", outcome.out);
    insta::assert_snapshot!(outcome.out);
}

#[test]
fn github() {
    insta::assert_snapshot!(awkward().run(&["compat", "@old.json", "@new.json", "--format", "github"]).out);
}

#[test]
fn junit_and_sarif_hold_the_findings() {
    let folder = awkward();
    let junit = folder.run(&["compat", "@old.json", "@new.json", "--format", "junit"]);
    assert!(junit.out.contains("contracts.property-removed") && junit.out.contains("<failure"), "{}", junit.out);
    let sarif = parsed(&folder.run(&["compat", "@old.json", "@new.json", "--format", "sarif"]));
    let results = sarif["runs"][0]["results"].as_array().expect("results").clone();
    assert!(results.iter().any(|result| result["ruleId"] == "property-removed" && result["level"] == "error"));
    assert!(
        results
            .iter()
            .all(|result| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64() > Some(0))
    );
}

#[test]
fn a_comment_has_an_end() {
    let properties = |most: u32| -> Value {
        let property = |index: u32| {
            (format!("property-{index}-{}", "x".repeat(60)), json!({"type": "string", "maxLength": most}))
        };
        (0..600).map(property).collect::<serde_json::Map<_, _>>().into()
    };
    let schema = |most: u32| json!({"type": "object", "properties": properties(most)}).to_string();
    let folder = Folder::with(&[("old.json", &schema(9)), ("new.json", &schema(3))]);
    let outcome = folder.run(&["compat", "@old.json", "@new.json", "--format", "markdown", "--budget", "2000"]);
    assert!(outcome.out.len() < 65_000, "{}", outcome.out.len());
    assert!(outcome.out.contains("left out here"), "{}", &outcome.out[outcome.out.len() - 400..]);
    assert_eq!(outcome.out.matches("<details>").count(), outcome.out.matches("</details>").count());
}

#[test]
fn the_schema_of_the_report_is_printed() {
    let outcome = Folder::new().run(&["compat", "--report-schema"]);
    let published =
        std::fs::read_to_string(repository().join("docs/compat-report.schema.json")).expect("the schema");
    assert_eq!(outcome.out, published);
}

#[test]
fn a_comment_has_an_end_also_with_many_schemas_and_consumers() {
    let folder = Folder::new();
    let consumers: Vec<String> = (0..30).map(|number| format!("\"a-service-with-a-long-name-{number}\"")).collect();
    let mut manifest = "[set]\nversion = \"1.0.0\"\nname = \"many\"\n".to_owned();
    for number in 0..110 {
        let name = format!("a-schema-with-a-long-name-{number}");
        for (side, kind) in [("old", "string"), ("new", "integer")] {
            let schema = json!({"$id": format!("https://example.com/{name}"), "type": kind});
            folder.write(&format!("{side}/{name}.schema.json"), schema.to_string());
        }
        let consumers = consumers.join(", ");
        let entry = format!("[schemas.\"{name}.schema.json\"]\nversion = 1\nconsumers = [{consumers}]\n");
        manifest.push_str(&entry);
    }
    for side in ["old", "new"] {
        folder.write(&format!("{side}/contracts.toml"), &manifest);
    }
    let outcome = folder.run(&["compat", "@old", "@new", "--format", "markdown"]);
    assert_eq!(outcome.status, ExitStatus::Findings, "{outcome:?}");
    let characters = outcome.out.chars().count();
    assert!(characters < 65_000 && outcome.out.contains(" more |"), "{characters}: {}", outcome.out);
}

#[test]
fn a_file_that_cannot_be_read_is_not_gone() {
    let folder = Folder::with(&[("ok.json", r#"{"type": "string"}"#), ("bad.json", "{")]);
    for (old, new) in [("@ok.json", "@bad.json"), ("@bad.json", "@ok.json")] {
        let outcome = folder.run(&["compat", old, new]);
        let said = &outcome.out;
        assert!(said.contains("1 unreadable") && !said.contains("schema-removed"), "{said}");
        assert!(!said.contains("added") && said.contains("not-compared"), "{said}");
    }
}

/// The path and the status of each schema of a report.
fn statuses(report: &Value) -> Vec<(&str, &str)> {
    let schemas = report["schemas"].as_array().expect("schemas");
    schemas.iter().filter_map(|schema| Some((schema["path"].as_str()?, schema["status"].as_str()?))).collect()
}

#[test]
fn a_schema_whose_new_file_cannot_be_read_is_not_gone_under_another_name() {
    let id = "https://example.com/same";
    let schema = format!(r#"{{"$id": "{id}", "type": "integer"}}"#);
    let most = |most: u32| format!(r#"{{"type": "string", "maxLength": {most}}}"#);
    let folder = Folder::with(&[
        ("old/b.schema.json", &schema),
        ("old/c.schema.json", &most(9)),
        ("new/c.schema.json", &most(3)),
        // Renamed, and a copy was left.
        ("new/x.schema.json", &schema),
        ("new/z.schema.json", &schema),
    ]);
    let outcome = folder.run(&["compat", "@old", "@new", "--format", "json"]);
    let report = parsed(&outcome);
    assert_eq!(outcome.status, ExitStatus::Failure);
    let unreadable = |path| (path, "unreadable");
    assert_eq!(
        statuses(&report),
        [
            unreadable("b.schema.json"),
            ("c.schema.json", "changed"),
            unreadable("x.schema.json"),
            unreadable("z.schema.json")
        ]
    );
    let rules: Vec<_> =
        report["backward"]["findings"].as_array().expect("findings").iter().map(|it| &it["rule"]).collect();
    assert_eq!(rules, ["bound-tightened"]);
    let problems = report["problems"].as_array().expect("problems");
    let [problem] = &problems[..] else { panic!("{problems:#?}") };
    let said = problem["message"].as_str().expect("a message");
    assert!(said.contains(id) && said.contains("first declared here: @new/x.schema.json:1:9"), "{said}");
    assert_eq!(problem["place"]["file"], "@new/z.schema.json");

    // The same with a text that gives no `$id`: it may be the renamed file. A file whose text says another one is not.
    std::fs::remove_file(folder.join("new/x.schema.json")).expect("it goes");
    for (text, status) in [
        ("{", "unreadable"),
        (r#"{"$id": "https://example.com/same", "type": "odd"}"#, "unreadable"),
        (r#"{"$id": "https://example.com/other", "type": "odd"}"#, "removed"),
    ] {
        folder.write("new/z.schema.json", text);
        let report = parsed(&folder.run(&["compat", "@old", "@new", "--format", "json"]));
        assert_eq!(statuses(&report)[0], ("b.schema.json", status), "{text}: {report:#}");
        let report = parsed(&folder.run(&["compat", "@new", "@old", "--format", "json"]));
        let status = if status == "removed" { "added" } else { status };
        assert_eq!(statuses(&report)[0], ("b.schema.json", status), "{text}: {report:#}");
    }
}

#[test]
fn a_schema_that_neither_version_can_read_is_not_compatible() {
    let folder = Folder::new();
    for side in ["old", "new"] {
        folder.write(&format!("{side}/a.schema.json"), b"{\"title\": \"\xff\"}");
        folder.write(&format!("{side}/b.schema.json"), "{");
        folder.write(&format!("{side}/c.schema.json"), "{}");
    }
    for (old, new, paths) in [
        (
            "@old",
            "@new",
            &[("a.schema.json", "unreadable"), ("b.schema.json", "unreadable"), ("c.schema.json", "unchanged")][..],
        ),
        ("@old/b.schema.json", "@new/a.schema.json", &[("a.schema.json", "unreadable")]),
    ] {
        let outcome = folder.run(&["compat", old, new, "--format", "json"]);
        let report = parsed(&outcome);
        assert_eq!(
            (outcome.status, &report["backward"]["verdict"]),
            (ExitStatus::Failure, &json!("undecided")),
            "{report:#}"
        );
        assert_eq!(statuses(&report), paths);
    }
    // What one version alone cannot read is neither gone nor new.
    folder.write("new/a.schema.json", "{}");
    let report = parsed(&folder.run(&["compat", "@old", "@new", "--format", "json"]));
    assert_eq!(statuses(&report)[0], ("a.schema.json", "unreadable"), "{report:#}");
}

#[test]
fn two_named_files_are_the_old_and_the_new_version() {
    let with = |id: &str| json!({"$id": id, "type": "string"});
    let one = with("https://example.com/one");
    let (status, same) = report(&one, &one, &[]);
    assert_eq!((status, statuses(&same)), (ExitStatus::Clean, vec![("new.json", "unchanged")]), "{same:#}");
    assert_eq!(same["backward"]["findings"], json!([]));
    let (status, other) = report(&one, &with("https://example.com/other"), &[]);
    assert_eq!((status, statuses(&other)), (ExitStatus::Findings, vec![("new.json", "changed")]), "{other:#}");
    assert_eq!(other["backward"]["findings"][0]["rule"], "id-changed");
}

#[test]
fn every_format_names_the_place_that_an_approval_names() {
    let folder = Folder::new();
    let schema = |properties: Value| json!({"type": "object", "properties": properties}).to_string();
    set(&folder, "old", &schema(json!({"a": {"type": "string"}, "b": {}})), "");
    set(&folder, "new", &schema(json!({"b": {}})), "");
    let report = parsed(&folder.run(&["compat", "@old", "@new", "--format", "json"]));
    let finding = &report["backward"]["findings"][0];
    // It is gone, so that no line of the new version has this pointer.
    assert_eq!(
        (finding["at"].as_str(), finding["new"]["pointer"].as_str()),
        (Some("/properties/a"), Some("/properties"))
    );
    for (format, place) in [
        ("human", "at: /properties/a\n"),
        ("markdown", "at /properties/a\n"),
        ("github", "%0Aat: /properties/a%0A"),
        ("junit", "(/properties/a)\""),
        ("sarif", "\"fullyQualifiedName\": \"/properties/a\""),
    ] {
        let said = folder.run(&["compat", "@old", "@new", "--format", format]).out;
        assert!(said.contains(place), "{format}: {said}");
    }
    let approval = "\n[[approve]]\nrule = \"property-removed\"\nschema = \"order.schema.json\"\nat = \"/properties/a\"\n\
                    version = \"1.0.0\"\nreason = \"nobody reads it\"\n";
    set(&folder, "new", &schema(json!({"b": {}})), approval);
    let outcome = folder.run(&["compat", "@old", "@new"]);
    assert_eq!(outcome.status, ExitStatus::Clean, "{outcome:?}");
}

#[test]
fn an_approval_for_a_schema_that_cannot_be_read_is_not_stale() {
    let manifest = "[set]\nname = \"one\"\nversion = \"2.0.0\"\n";
    let approval = "[[approve]]\nrule = \"property-removed\"\nschema = \"a.schema.json\"\nat = \"/properties/a\"\n\
                    version = \"2.0.0\"\nreason = \"nobody reads it\"\n";
    let old = r#"{"$id": "https://example.com/a", "type": "object", "properties": {"a": {"type": "string"}}}"#;
    let folder = Folder::with(&[("old/a.schema.json", old), ("old/contracts.toml", manifest)]);
    folder.write("new/contracts.toml", format!("{manifest}{approval}"));
    for (old, new, stale) in [(old, "{", false), ("{", "{", false), (old, old, true)] {
        folder.write("old/a.schema.json", old);
        folder.write("new/a.schema.json", new);
        let outcome = folder.run(&["compat", "@old", "@new"]);
        assert_eq!(outcome.out.contains("stale-approval"), stale, "{outcome:?}");
    }
}
