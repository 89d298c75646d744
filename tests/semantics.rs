//! The rules that the schemas cannot hold: grants and display mode, unknown values, guards, experiments, rendering.

use std::{fs, path::Path};

use contracts_types::{
    DisplayMode, Grant, Json, NewPolicy, Policy, Tuning, UnrecognizedValue, View,
    experiment::Allocation,
    guard,
    policy::{self, Capabilities, FailPolicy, Provider, RuntimeMode, RuntimePolicy},
    policy_unit_fraction,
    render::render,
};

/// What precedes and follows `runtime_mode` in a policy that is written in the order of the schema.
const REST: &str = concat!(
    r#","fail_policy":"fail_closed","#,
    r#""providers":{"allowed":["openai"],"allowed_models":[],"allowed_regions":[]},"#,
    r#""limits":{"max_request_bytes":1,"max_artifact_bytes":1,"requests_per_minute":1,"concurrent_requests":1,"#,
    r#""monthly_usd":{"soft":1,"hard":2}},"#,
    r#""retention":{"policy_id":"r"},"optimizers":{},"#,
);
const TAIL: &str =
    r#""sdk":{},"telemetry":{"metadata_enabled":true,"raw_payloads_enabled":false,"sample_rate":0.5}}"#;

fn text(mode: &str, capabilities: Option<&str>, pass_through: Option<bool>) -> String {
    let capabilities = capabilities.map_or_else(String::new, |object| format!(r#","capabilities":{object}"#));
    let pass_through = pass_through.map_or_else(String::new, |on| format!(r#","pass_through":{on}"#));
    format!(r#"{{"version":1,"runtime_mode":"{mode}"{capabilities}{pass_through}{REST}{TAIL}"#)
}

/// A policy with further optional members, in the order of the schema.
fn with(members: &str) -> String {
    format!(r#"{{"version":1,"runtime_mode":"record"{REST}{members},{TAIL}"#)
}

#[track_caller]
fn tolerant(text: &str) -> (Policy, Vec<UnrecognizedValue>) {
    let tolerant = Policy::from_slice_tolerant(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in {text}"));
    (tolerant.value, tolerant.unrecognized)
}

/// Unknown values: strict decoding refuses them, tolerant decoding lists them where they are and writes them back byte
/// for byte, and what it read does not validate.
#[track_caller]
fn check_unknown(text: &str, pointer: &str, unknown: &str) -> Policy {
    let refused = Policy::from_str(text).unwrap_err();
    assert_eq!((refused.pointer(), refused.rule()), (pointer, "enum"), "{refused}");
    assert!(serde_json::from_str::<Policy>(text).unwrap_err().is_data());
    let (policy, unrecognized) = tolerant(text);
    assert_eq!(unrecognized, [UnrecognizedValue { pointer: pointer.to_owned(), text: unknown.to_owned() }]);
    assert_eq!(serde_json::to_string(&policy).unwrap(), text);
    let invalid = policy.validate().unwrap_err();
    assert_eq!((invalid.pointer(), invalid.rule()), (pointer, "enum"));
    policy
}

mod grants {
    use super::*;

    type Row = (&'static str, &'static [Grant], &'static str);

    const ALL: &[Grant] = &[Grant::Compress, Grant::CacheHints, Grant::Routing];
    const HINTS_AND_ROUTING: &[Grant] = &[Grant::CacheHints, Grant::Routing];

    /// Stored mode, the grants of a document without `capabilities`, and the mode to display.
    const MODES: [Row; 7] = [
        ("record", &[], "record"),
        ("compress", &[Grant::Compress], "compress"),
        ("recommend", HINTS_AND_ROUTING, "active"),
        ("shadow", HINTS_AND_ROUTING, "active"),
        ("canary", HINTS_AND_ROUTING, "active"),
        ("active", HINTS_AND_ROUTING, "active"),
        ("turbo", &[], "record"),
    ];

    /// `capabilities`, its grants, and the mode to display.
    const CAPABILITIES: [Row; 19] = [
        ("{}", &[], "record"),
        (r#"{"compress":true}"#, &[Grant::Compress], "compress"),
        (r#"{"cache_hints":true}"#, &[Grant::CacheHints], "active"),
        (r#"{"routing":true}"#, &[Grant::Routing], "active"),
        (r#"{"compress":true,"cache_hints":true}"#, &[Grant::Compress, Grant::CacheHints], "compress"),
        (r#"{"compress":true,"routing":true}"#, &[Grant::Compress, Grant::Routing], "compress"),
        (r#"{"cache_hints":true,"routing":true}"#, HINTS_AND_ROUTING, "active"),
        (r#"{"compress":true,"cache_hints":true,"routing":true}"#, ALL, "compress"),
        (r#"{"compress":false}"#, &[], "record"),
        (r#"{"compress":false,"cache_hints":false,"routing":false}"#, &[], "record"),
        (r#"{"compress":true,"cache_hints":false,"routing":false}"#, &[Grant::Compress], "compress"),
        (r#"{"compress":false,"cache_hints":true,"routing":false}"#, &[Grant::CacheHints], "active"),
        (r#"{"compress":false,"cache_hints":false,"routing":true}"#, &[Grant::Routing], "active"),
        (r#"{"compress":false,"cache_hints":true,"routing":true}"#, HINTS_AND_ROUTING, "active"),
        (r#"{"teleport":true}"#, &[], "record"),
        (r#"{"COMPRESS":true,"routing ":true}"#, &[], "record"),
        (r#"{"compress":false,"compression":true}"#, &[], "record"),
        (r#"{"routing":true,"teleport":true}"#, &[Grant::Routing], "active"),
        (r#"{"compress":true,"cache_hints":true,"routing":true,"teleport":true}"#, ALL, "compress"),
    ];

    const PASS_THROUGH: [Option<bool>; 3] = [None, Some(false), Some(true)];

    #[track_caller]
    fn check(text: &str, grants: &[Grant], display: &str) -> Policy {
        let (policy, _) = tolerant(text);
        assert_eq!(policy.grants().iter().collect::<Vec<_>>(), grants, "{text}");
        for grant in Grant::ALL {
            assert_eq!(policy.grants().contains(grant), grants.contains(&grant), "{grant} in {text}");
        }
        assert_eq!(policy.grants().is_empty(), grants.is_empty());
        assert_eq!(policy.display_mode().as_str(), display, "{text}");
        assert_eq!(serde_json::to_string(&policy).unwrap(), text, "decoding and encoding keep every byte");
        policy
    }

    #[test]
    fn every_combination() {
        let mut rows = 0;
        for pass_through in PASS_THROUGH {
            let passes = pass_through == Some(true);
            for (mode, grants, display) in MODES {
                let text = text(mode, None, pass_through);
                let (grants, display) = if passes { (&[][..], "record") } else { (grants, display) };
                let policy = check(&text, grants, display);
                assert_eq!(policy.mode_mismatch(), None, "without capabilities the mode is the input");
                rows += 1;
            }
            for (capabilities, grants, display) in CAPABILITIES {
                for (mode, _, _) in MODES {
                    let text = text(mode, Some(capabilities), pass_through);
                    let (grants, display) = if passes { (&[][..], "record") } else { (grants, display) };
                    let policy = check(&text, grants, display);
                    let mismatch = policy.mode_mismatch();
                    assert_eq!(mismatch.is_some(), mode != display, "{text}");
                    if let Some(mismatch) = mismatch {
                        assert_eq!((mismatch.stored.as_str(), mismatch.derived.as_str()), (mode, display));
                    }
                    rows += 1;
                }
            }
        }
        assert_eq!(rows, 3 * (1 + 19) * 7);
    }

    #[test]
    fn strict_decoding_agrees_where_the_mode_is_known() {
        for (mode, grants, _) in MODES {
            match Policy::from_str(&text(mode, None, None)) {
                Ok(policy) => assert_eq!(policy.grants().iter().collect::<Vec<_>>(), grants),
                Err(error) => assert_eq!((mode, error.pointer()), ("turbo", "/runtime_mode")),
            }
        }
    }

    #[test]
    fn an_unknown_mode_acts_as_record() {
        let policy = check_unknown(&text("turbo", None, None), "/runtime_mode", "turbo");
        assert_eq!(policy.runtime_mode.effective(), RuntimeMode::Record);
        assert!(policy.grants().is_empty());
        assert_eq!(policy.display_mode(), DisplayMode::Record);
    }

    /// The advice that `check` gives about a stored mode and the code that derives the mode say the same.
    #[test]
    fn the_advice_of_check_is_the_mode_mismatch() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/advice/policy-derived-mode.schema.json");
        let schema: serde_json::Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let advice = jsonschema::validator_for(&schema).unwrap();
        for pass_through in PASS_THROUGH {
            for capabilities in CAPABILITIES.iter().map(|row| Some(row.0)).chain([None]) {
                for (mode, _, _) in MODES {
                    let text = text(mode, capabilities, pass_through);
                    let document = serde_json::from_str(&text).unwrap();
                    let (policy, _) = tolerant(&text);
                    assert_eq!(advice.is_valid(&document), policy.mode_mismatch().is_none(), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_stale_mode_is_told_and_can_be_replaced() {
        let (mut policy, _) = tolerant(&text("canary", Some(r#"{"compress":true}"#), None));
        assert_eq!(
            policy.mode_mismatch().unwrap().to_string(),
            r#"the stored runtime_mode "canary" is ignored: the capabilities derive "compress""#
        );
        policy.store_derived_mode();
        assert_eq!((policy.runtime_mode.clone(), policy.mode_mismatch()), (RuntimeMode::Compress, None));
        policy.pass_through = Some(true);
        policy.store_derived_mode();
        assert_eq!(policy.runtime_mode, RuntimeMode::Record);

        let (mut older, _) = tolerant(&text("canary", None, None));
        let grants = older.grants();
        older.store_derived_mode();
        assert_eq!((older.runtime_mode.clone(), older.grants()), (RuntimeMode::Canary, grants));
    }
}

mod builder {
    use super::*;

    fn new_policy() -> NewPolicy {
        let (model, _) = tolerant(&text("record", None, None));
        NewPolicy {
            version: model.version,
            fail_policy: model.fail_policy,
            providers: model.providers,
            limits: model.limits,
            retention: model.retention,
            optimizers: model.optimizers,
            sdk: model.sdk,
            telemetry: model.telemetry,
        }
    }

    fn capabilities(compress: bool, cache_hints: bool, routing: bool) -> Capabilities {
        Capabilities::builder().compress(compress).cache_hints(cache_hints).routing(routing).build().unwrap()
    }

    #[test]
    fn the_mode_is_derived() {
        for (compress, cache_hints, routing, mode) in [
            (false, false, false, RuntimeMode::Record),
            (true, false, false, RuntimeMode::Compress),
            (true, true, true, RuntimeMode::Compress),
            (false, true, false, RuntimeMode::Active),
            (false, false, true, RuntimeMode::Active),
        ] {
            let capabilities = capabilities(compress, cache_hints, routing);
            let policy = new_policy().builder().capabilities(capabilities).build().unwrap();
            assert_eq!(policy.runtime_mode, mode);
            assert_eq!(policy.mode_mismatch(), None);
            policy.validate().unwrap();
        }
    }

    #[test]
    fn without_capabilities_nothing_is_granted() {
        let policy = new_policy().builder().build().unwrap();
        assert_eq!(policy.runtime_mode, RuntimeMode::Record);
        assert!(policy.grants().is_empty());
        assert_eq!(serde_json::to_string(&policy).unwrap(), text("record", None, None));
    }

    #[test]
    fn pass_through_keeps_the_switches() {
        let builder = new_policy().builder().capabilities(capabilities(true, true, true)).pass_through(true);
        let policy = builder.build().unwrap();
        assert_eq!(policy.runtime_mode, RuntimeMode::Record);
        assert!(policy.grants().is_empty());
        assert_eq!(policy.capabilities, Some(capabilities(true, true, true)));
    }

    #[test]
    fn what_the_schema_refuses_is_not_built() {
        let (unknown, _) = tolerant(&with(r#""compress":{"method":"zip"}"#));
        let error = new_policy().builder().compress(unknown.compress.unwrap()).build().unwrap_err();
        assert_eq!((error.pointer(), error.rule()), ("/compress/method", "enum"));
    }

    #[test]
    fn every_optional_member_arrives() {
        let members = concat!(
            r#""compress":{"method":"toon"},"task_profiles":{"t":{"alpha":1}},"#,
            r#""runtime_policies":[{"id":"a","task_family":"t","execute":{"workflow":"w"}}]"#,
        );
        let (model, _) = tolerant(&with(members));
        let policy = new_policy()
            .builder()
            .compress(model.compress.clone().unwrap())
            .task_profiles(model.task_profiles.clone().unwrap())
            .runtime_policies(model.runtime_policies.clone().unwrap())
            .extra("note", Json::from("kept"))
            .build()
            .unwrap();
        assert_eq!(policy, Policy { extra: [("note".to_owned(), Json::from("kept"))].into(), ..model });
    }
}

mod unknown_values {
    use super::*;

    #[test]
    fn fail_policy_refuses() {
        let text = text("record", None, None).replace("fail_closed", "fail_sideways");
        let policy = check_unknown(&text, "/fail_policy", "fail_sideways");
        assert_eq!(policy.fail_policy.effective(), FailPolicy::FailClosed);
        let (known, _) = tolerant(&text.replace("fail_sideways", "fail_open"));
        assert_eq!(known.fail_policy.effective(), FailPolicy::FailOpen);
    }

    #[test]
    fn provider_allows_nothing() {
        let text = text("record", None, None).replace(r#"["openai"]"#, r#"["acme","anthropic"]"#);
        let policy = check_unknown(&text, "/providers/allowed/0", "acme");
        let acme = &policy.providers.allowed[0];
        assert_eq!(acme.effective(), None);
        assert!(!policy.providers.allows(acme), "not even the same text");
        let allowed: Vec<_> = Provider::LISTED.iter().filter(|one| policy.providers.allows(one)).collect();
        assert_eq!(allowed, [&Provider::Anthropic]);
    }

    #[test]
    fn compression_method_leaves_compression_off() {
        let policy = check_unknown(&with(r#""compress":{"method":"zip"}"#), "/compress/method", "zip");
        let compress = policy.compress.unwrap();
        assert_eq!(compress.method_tuning(), Tuning::Off);
        assert_eq!(compress.pixel_density_tuning(), Tuning::Default);
        let (known, _) = tolerant(&with(r#""compress":{"method":"toon"}"#));
        assert_eq!(known.compress.unwrap().method_tuning(), Tuning::Set(policy::CompressionMethod::Toon));
    }

    #[test]
    fn pixel_density_leaves_images_as_they_are() {
        let text = with(r#""compress":{"pixel_density":"minimal"}"#);
        let compress = check_unknown(&text, "/compress/pixel_density", "minimal").compress.unwrap();
        assert_eq!(compress.pixel_density_tuning(), Tuning::Off);
        assert_eq!(compress.method_tuning(), Tuning::Default);
        let (known, _) = tolerant(&text.replace("minimal", "max"));
        assert_eq!(known.compress.unwrap().pixel_density_tuning(), Tuning::Set(policy::PixelDensity::Max));
    }

    #[test]
    fn stickiness_leaves_routing_off_for_the_profile() {
        let text = with(r#""task_profiles":{"a/b":{"stickiness":"glue"},"c":{"stickiness":"none"},"d":{}}"#);
        let profiles = check_unknown(&text, "/task_profiles/a~1b/stickiness", "glue").task_profiles.unwrap();
        assert_eq!(profiles["a/b"].stickiness_tuning(), Tuning::Off);
        assert_eq!(profiles["c"].stickiness_tuning(), Tuning::Set(policy::Stickiness::None));
        assert_eq!(profiles["d"].stickiness_tuning(), Tuning::Default);
    }

    #[test]
    fn operator_makes_the_guard_false() {
        let text = with(concat!(
            r#""runtime_policies":[{"id":"a","task_family":"t","#,
            r#""applies_when":[{"field":"x","op":"eq","value":1},{"field":"x","op":"matches","value":1}],"#,
            r#""execute":{"workflow":"w"}}]"#,
        ));
        let policy = check_unknown(&text, "/runtime_policies/0/applies_when/1/op", "matches");
        let context = Json::from_str(r#"{"x": 1}"#).unwrap();
        let runtime_policy = &policy.runtime_policies.unwrap()[0];
        let guards = runtime_policy.applies_when.as_deref().unwrap();
        assert!(guards[0].holds(context.view()));
        assert!(!guards[1].holds(context.view()));
        assert!(!runtime_policy.guards_hold(context.view()));
    }

    #[test]
    fn all_of_them_are_listed_in_document_order() {
        let text = with(r#""compress":{"method":"zip","pixel_density":"x"}"#)
            .replace(r#""record""#, r#""turbo""#)
            .replace("fail_closed", "\u{e9}\\u0000");
        let (policy, unrecognized) = tolerant(&text);
        let listed: Vec<_> = unrecognized.iter().map(|one| (one.pointer.as_str(), one.text.as_str())).collect();
        assert_eq!(
            listed,
            [
                ("/runtime_mode", "turbo"),
                ("/fail_policy", "\u{e9}\0"),
                ("/compress/method", "zip"),
                ("/compress/pixel_density", "x")
            ]
        );
        assert_eq!(serde_json::to_string(&policy).unwrap(), text);
    }

    #[test]
    fn tolerance_ends_at_the_listed_enums() {
        for (broken, pointer, rule) in [
            (text("record", None, None).replace(r#""fail_closed""#, "7"), "/fail_policy", "enum"),
            (
                text("record", None, None).replace(r#""soft":1"#, r#""soft":-1"#),
                "/limits/monthly_usd/soft",
                "minimum",
            ),
            (text("record", Some(r#"{"routing":1}"#), None), "/capabilities/routing", "type"),
            (with(r#""task_profiles":{"a":{"glue":1}}"#), "/task_profiles/a", "additionalProperties"),
        ] {
            let error = Policy::from_slice_tolerant(broken.as_bytes()).unwrap_err();
            assert_eq!((error.pointer(), error.rule()), (pointer, rule), "{error}");
        }
    }

    #[test]
    fn closed_contracts_have_no_unknown_values() {
        let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/adapter-conformance/records/claude.json");
        let text = fs::read_to_string(record).unwrap();
        contracts_types::AdapterConformance::from_str(&text).unwrap();
        let unknown = text.replacen(r#""claude""#, r#""cursor2""#, 1);
        assert_ne!(text, unknown);
        let error = contracts_types::AdapterConformance::from_slice_tolerant(unknown.as_bytes()).unwrap_err();
        assert_eq!((error.pointer(), error.rule()), ("/harness", "enum"));
    }
}

mod rendering {
    use super::*;

    /// An entry and, where it is dropped, the pointer and the rule of the reason.
    const ENTRIES: [(&str, Option<(&str, &str)>); 14] = [
        (r#"{"id":"a","task_family":"t","execute":{"workflow":"w"}}"#, None),
        (
            r#"{"id":"b","task_family":"t","applies_when":[{"field":"x","op":"matches","value":1}],"execute":{"workflow":"w"}}"#,
            Some(("/applies_when/0/op", "enum")),
        ),
        (
            r#"{"id":"c","task_family":"t","execute":{"workflow":"w"},"experiment":{"id":"e","arms":[{"name":"holdout","fraction":1}]}}"#,
            Some(("/experiment/arms/0/name", "not")),
        ),
        (
            r#"{"id":"d","task_family":"t","applies_when":[{"field":"x","op":"in","value":["y"]}],"execute":{"workflow":"w"},"experiment":{"id":"e","holdout_frac":0.25,"arms":[{"name":"n","fraction":1.5}]}}"#,
            None,
        ),
        (
            r#"{"id":"e","task_family":"t","execute":{"workflow":"w"},"experiment":{"id":"e","holdout_frac":1,"arms":[{"name":"n","fraction":1}]}}"#,
            Some(("/experiment/holdout_frac", "exclusiveMaximum")),
        ),
        (
            r#"{"id":"f","task_family":"t","execute":{"workflow":"w"},"experiment":{"id":"e","arms":[]}}"#,
            Some(("/experiment/arms", "minItems")),
        ),
        (
            r#"{"id":"g","task_family":"t","applies_when":[{"field":"x","op":"eq"}],"execute":{"workflow":"w"}}"#,
            Some(("/applies_when/0", "required")),
        ),
        (r#"{"id":"h","task_family":"t"}"#, Some(("", "required"))),
        (
            r#"{"id":"i","task_family":"t","execute":{"workflow":"w"},"priority":1}"#,
            Some(("", "additionalProperties")),
        ),
        (r#"{"id":"","task_family":"t","execute":{"workflow":"w"}}"#, Some(("/id", "minLength"))),
        ("null", Some(("", "type"))),
        (r#""a""#, Some(("", "type"))),
        (
            r#"{"id":"k","task_family":"t","execute":{"workflow":"w"},"experiment":null}"#,
            Some(("/experiment", "type")),
        ),
        (
            r#"{"id":"l","task_family":"t","disabled":true,"execute":{"workflow":"w"},"fallback":{"workflow":null}}"#,
            None,
        ),
    ];

    #[test]
    fn broken_entries_are_dropped_whole() {
        let array = format!("[{}]", ENTRIES.map(|entry| entry.0).join(","));
        let entries = Json::from_str(&array).unwrap();
        let rendered = render(&entries.as_array().unwrap());

        let kept: Vec<String> = rendered.kept.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let expected: Vec<&str> =
            ENTRIES.iter().filter(|(_, dropped)| dropped.is_none()).map(|(entry, _)| *entry).collect();
        assert_eq!(kept, expected, "kept as they were");

        let dropped: Vec<_> = rendered
            .dropped
            .iter()
            .map(|entry| (entry.index, entry.reason.pointer(), entry.reason.rule()))
            .collect();
        let expected: Vec<_> = ENTRIES
            .iter()
            .enumerate()
            .filter_map(|(index, (_, dropped))| dropped.map(|(pointer, rule)| (index, pointer, rule)))
            .collect();
        assert_eq!(dropped, expected);
        assert_eq!(
            rendered.dropped[0].to_string(),
            "runtime policy 1 is dropped: /applies_when/0/op: expected one of \"eq\", \"ne\", \"gt\", \"gte\", \
             \"lt\", \"lte\" or \"in\", found \"matches\" (enum)"
        );
    }

    #[test]
    fn what_tolerant_decoding_kept_is_dropped_too() {
        let members = format!(r#""runtime_policies":[{},{}]"#, ENTRIES[0].0, ENTRIES[1].0);
        let (policy, unrecognized) = tolerant(&with(&members));
        assert_eq!(unrecognized.len(), 1);
        let entries = policy.runtime_policies.unwrap();
        let rendered = render(&entries);
        assert_eq!(rendered.kept, entries[..1]);
        assert_eq!(rendered.dropped[0].index, 1);
    }
}

/// The vectors that all implementations of the contract share.
mod shared_vectors {
    use super::*;

    fn suite() -> Option<Json> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/suites/sdk/runtime-policy.fixtures.json");
        let Ok(bytes) = fs::read(&file) else {
            eprintln!("skipped: no suites");
            return None;
        };
        Some(Json::from_slice(&bytes).unwrap())
    }

    fn member<'a>(value: &'a Json, name: &str) -> &'a Json {
        value.as_object().and_then(|object| object.get(name)).unwrap_or(&Json::Null)
    }

    fn strings(value: &Json) -> Vec<&str> {
        value.as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect()
    }

    fn bits(value: &Json) -> u64 {
        value.as_number().unwrap().to_ref().as_f64().unwrap().to_bits()
    }

    #[test]
    fn guards() {
        let Some(suite) = suite() else { return };
        let cases = member(&suite, "guard_cases").as_array().unwrap();
        assert_eq!(cases.len(), 32);
        for case in cases {
            let holds = guard::holds(member(case, "guard").view(), member(case, "context").view());
            assert_eq!(Some(holds), member(case, "expect").as_bool(), "{case}");
        }
    }

    #[test]
    fn assignments() {
        let Some(suite) = suite() else { return };
        let vectors = member(&suite, "assignment_vectors").as_array().unwrap();
        assert_eq!(vectors.len(), 12);
        for vector in vectors {
            let keys = strings(member(vector, "keys"));
            let fraction = policy_unit_fraction(&keys);
            assert_eq!(fraction.to_bits(), bits(member(vector, "fraction")), "{vector}");
            let mut experiment = vector.as_object().unwrap().clone();
            experiment.insert("id", keys[1].into());
            let experiment = Json::from(experiment);
            let assignment = Allocation::of(experiment.view()).unwrap().assign(keys[0], keys[2]);
            assert_eq!(Some(assignment.arm()), member(vector, "expected_arm").as_str(), "{vector}");
            assert_eq!(assignment.propensity().to_bits(), bits(member(vector, "expected_propensity")), "{vector}");
        }
    }

    #[test]
    fn decisions() {
        let Some(suite) = suite() else { return };
        let bundle = suite.pointer("/fetch/response/bundle").and_then(Json::as_str).unwrap();
        let bundle = Json::from_str(bundle).unwrap();
        let project = member(&bundle, "project_id").as_str().unwrap();
        let document = bundle.pointer("/runtime_policies/0").unwrap().clone();
        let policy: RuntimePolicy = document.clone().decode_as().unwrap();
        let mut decided = 0;
        for case in member(&suite, "decision_cases").as_array().unwrap() {
            let context = member(case, "context").view();
            let typed = policy.guards_hold(context);
            assert_eq!(typed, guard::all_hold(Some(member(&document, "applies_when").view()), context));
            let expect = member(case, "expect");
            match member(expect, "reason").as_str().unwrap() {
                "guards_failed" => assert!(!typed, "{case}"),
                "no_unit_key" => assert!(typed, "{case}"),
                "applied" | "holdout" => {
                    assert!(typed, "{case}");
                    let allocation = policy.experiment.as_ref().unwrap().allocation().unwrap();
                    let assignment = allocation.assign(project, member(case, "unit_key").as_str().unwrap());
                    assert_eq!(Some(assignment.arm()), member(expect, "arm").as_str(), "{case}");
                    if !member(expect, "propensity").is_null() {
                        assert_eq!(assignment.propensity().to_bits(), bits(member(expect, "propensity")), "{case}");
                    }
                }
                _ => continue,
            }
            decided += 1;
        }
        assert_eq!(decided, 7);
    }
}

/// No enum of the wire has an order: neither derived in the generated text nor given by a macro of the runtime.
mod order {
    use super::*;

    /// Does not compile for a type with an order: two impls would fit then.
    macro_rules! have_no_order {
        ($($type:ty),* $(,)?) => {
            $(const _: fn() = || {
                trait Ambiguous<A> {
                    fn here() {}
                }
                impl<T: ?Sized> Ambiguous<()> for T {}
                struct HasOrder;
                impl<T: ?Sized + PartialOrd> Ambiguous<HasOrder> for T {}
                let _ = <$type as Ambiguous<_>>::here;
            };)*
        };
    }

    have_no_order!(
        RuntimeMode,
        FailPolicy,
        Provider,
        policy::GuardOp,
        policy::Stickiness,
        policy::CompressionMethod,
        policy::PixelDensity,
        contracts_types::practice::Family,
        contracts_types::adapter_conformance::Harness,
        DisplayMode,
        Grant,
    );

    #[test]
    fn the_generated_text_derives_none() {
        let generated = include_str!(concat!(env!("OUT_DIR"), "/contracts.rs"));
        assert!(generated.contains("pub enum RuntimeMode"));
        let ordered: Vec<&str> =
            generated.lines().filter(|line| line.contains("PartialOrd") || line.contains("Ord,")).collect();
        assert!(ordered.is_empty(), "{ordered:?}");
    }
}
