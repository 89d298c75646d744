//! Generated types in other formats of serde than JSON: the verdict is that of the JSON document with the same values, and
//! what JSON does not have is refused.

use crate::support;

use contracts_codegen::Settings;
use contracts_model::Options;
use contracts_types::Json;
use serde_json::Value;
use support::{
    CONTRACTS, cases, equal, exact,
    generated::{Dependencies, Module, Verdict, Ways, ask, ask_with, generate_as},
    invalid_documents, valid_documents,
};

/// Major types and simple values of CBOR (RFC 8949, section 3).
mod cbor {
    pub(super) const NULL: u8 = 0xf6;

    pub(super) fn text(text: &str) -> Vec<u8> {
        assert!(text.len() < 24);
        let mut bytes = vec![0x60 | u8::try_from(text.len()).expect("a short text")];
        bytes.extend_from_slice(text.as_bytes());
        bytes
    }

    pub(super) fn byte_string(bytes: &[u8]) -> Vec<u8> {
        assert!(bytes.len() < 24);
        [&[0x40 | u8::try_from(bytes.len()).expect("few bytes")], bytes].concat()
    }

    pub(super) fn array(items: &[Vec<u8>]) -> Vec<u8> {
        assert!(items.len() < 24);
        [vec![0x80 | u8::try_from(items.len()).expect("few items")], items.concat()].concat()
    }

    pub(super) fn map(members: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
        assert!(members.len() < 24);
        let mut bytes = vec![0xa0 | u8::try_from(members.len()).expect("few members")];
        for (name, value) in members {
            bytes.extend([name.as_slice(), value].concat());
        }
        bytes
    }

    pub(super) fn tagged(tag: u8, value: &[u8]) -> Vec<u8> {
        assert!(tag < 24);
        [&[0xc0 | tag], value].concat()
    }

    pub(super) fn double(value: f64) -> Vec<u8> {
        [[0xfb].as_slice(), &value.to_be_bytes()].concat()
    }
}

fn as_cbor(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("CBOR");
    bytes
}

#[test]
fn contracts_are_read_from_cbor_and_yaml_as_from_json() {
    let mut wrong = Vec::new();
    for contract in CONTRACTS {
        let valid = valid_documents(contract.stem).into_iter().map(|(file, bytes)| {
            let document: Value = serde_json::from_slice(&bytes).expect("a JSON fixture");
            (file, document, None)
        });
        let invalid = invalid_documents(contract.stem)
            .into_iter()
            .map(|invalid| (invalid.file, invalid.document, Some((invalid.pointer, invalid.keyword))));
        for (file, document, refused) in valid.chain(invalid) {
            let yaml = yaml_serde::to_string(&document).expect("YAML");
            for (format, answer) in [
                ("CBOR", (contract.round_trip_cbor)(&as_cbor(&document))),
                ("YAML", (contract.round_trip_yaml)(&yaml)),
            ] {
                let right = match (&answer, &refused) {
                    (Ok(again), None) => equal(again, &document),
                    (Err(error), Some((pointer, keyword))) => {
                        error.contains(&format!("{pointer}: ")) && error.contains(&format!("({keyword})"))
                    }
                    _ => false,
                };
                if !right {
                    wrong.push(format!("{} as {format}: {answer:?}, not {refused:?}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every accepted value is written as both formats and read again; every refused one is refused by both, with the same rule.
#[test]
fn small_schemas_say_the_same_in_every_format() {
    let (modules, documents) = cases::modules();
    all_agree(&ask("other-formats", Ways::Formats, &modules, &documents), &documents);
}

#[test]
fn exact_numbers_are_the_same_in_every_format_or_are_not_written() {
    let cases = exact::cases(12);
    let modules: Vec<Module> = cases
        .iter()
        .enumerate()
        .map(|(index, case)| Module {
            name: format!("exact_{index}"),
            code: generate_as(&case.schema, &[], Options::default(), Settings::with_exact_numbers)
                .expect("a sound schema"),
        })
        .collect();
    let documents: Vec<(usize, String)> = cases
        .iter()
        .enumerate()
        .flat_map(|(module, case)| case.documents.iter().map(move |(text, _)| (module, text.clone())))
        .collect();
    let dependencies = Dependencies { all_modes: true, ..Dependencies::default() };
    let verdicts = ask_with(dependencies, "other-formats-exact", Ways::Formats, &modules, &documents);
    all_agree(&verdicts, &documents);
}

fn all_agree(verdicts: &[Verdict], documents: &[(usize, String)]) {
    let wrong: Vec<String> = verdicts
        .iter()
        .zip(documents)
        .filter_map(|(verdict, (_, document))| match verdict {
            Verdict::Divided(difference) => {
                Some(format!("{}: {difference}", document.chars().take(200).collect::<String>()))
            }
            _ => None,
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), documents.len(), wrong.join("\n"));
    assert!(verdicts.iter().any(|verdict| matches!(verdict, Verdict::Accepted(_))));
}

/// What JSON has is read, however the format writes it; what it does not have is refused.
#[test]
fn cbor_is_never_made_into_something_else() {
    use cbor::{NULL, array, byte_string, double, map, tagged, text};
    let a = || text("a");
    let accepted = [
        (double(1.5), "1.5"),
        (double(0.1), "0.1"),
        (double(2.0), "2.0"),
        // Half of a single of a double: what it is exactly.
        (vec![0xf9, 0x3e, 0x00], "1.5"),
        (vec![0xfa, 0x3d, 0xcc, 0xcc, 0xcd], "0.10000000149011612"),
        (vec![0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "18446744073709551615"),
        // -2^64 and 2^64: as in a JSON text, the nearest f64.
        (vec![0x3b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "-1.8446744073709552e19"),
        (tagged(2, &byte_string(&[1, 0, 0, 0, 0, 0, 0, 0, 0])), "1.8446744073709552e19"),
        // Maps, arrays and texts of indefinite length.
        (vec![0xbf, 0x61, b'a', 0x9f, 0x01, 0xff, 0xff], r#"{"a":[1]}"#),
        (vec![0x7f, 0x61, b'a', 0x61, b'b', 0xff], r#""ab""#),
        (map(&[(text("<<"), array(&[]))]), r#"{"<<":[]}"#),
    ];
    for (bytes, expected) in accepted {
        let value: Json = ciborium::from_reader(bytes.as_slice()).expect(expected);
        assert_eq!(value.to_string(), expected);
    }
    let refused = [
        (byte_string(&[1, 2]), ": expected a value of JSON, found a byte string (not-json)"),
        (map(&[(a(), byte_string(&[]))]), "/a: expected a value of JSON, found a byte string (not-json)"),
        (
            map(&[(byte_string(b"a"), vec![NULL])]),
            ": expected a member name, which is a string, found a byte string (not-json)",
        ),
        (
            map(&[(a(), map(&[(vec![0x01], vec![NULL])]))]),
            "/a: expected a member name, which is a string, found the number 1 (not-json)",
        ),
        (map(&[(vec![NULL], vec![NULL])]), ": expected a member name, which is a string, found null (not-json)"),
        (map(&[(vec![0xf4], vec![NULL])]), "found the boolean false (not-json)"),
        (map(&[(array(&[]), vec![NULL])]), "found an array (not-json)"),
        (map(&[(tagged(1, &a()), vec![NULL])]), "found a value with a tag (not-json)"),
        (
            tagged(0, &text("2020-01-01T00:00:00Z")),
            ": expected a value of JSON, found a value with a tag (not-json)",
        ),
        (array(&[tagged(5, &array(&[]))]), "/0: expected a value of JSON, found a value with a tag (not-json)"),
        (array(&[double(f64::NAN)]), "/0: expected a finite number, found NaN (number-range)"),
        (double(f64::INFINITY), "expected a finite number, found inf (number-range)"),
        (double(f64::NEG_INFINITY), "expected a finite number, found -inf (number-range)"),
        (
            map(&[(a(), array(&[])), (a(), array(&[]))]),
            "expected each member name once, found a second member \"a\" (duplicate-key)",
        ),
    ];
    for (bytes, expected) in refused {
        let error = ciborium::from_reader::<Json, _>(bytes.as_slice()).expect_err(expected).to_string();
        // This crate writes what it was told as a Rust text in quotes.
        assert!(error.replace('\\', "").contains(expected), "{error}, not {expected}");
    }
}

#[test]
fn yaml_is_never_made_into_something_else() {
    let accepted = [
        ("a: 1\nb: [x, 'y', null]\n", r#"{"a":1,"b":["x","y",null]}"#),
        // The types of YAML 1.2: what is no number and no constant is a text.
        ("[yes, on, y, 12:30, 2020-01-01, 1_000, 0b2]", r#"["yes","on","y","12:30","2020-01-01","1_000","0b2"]"#),
        ("['1', \"true\", 'null', '']", r#"["1","true","null",""]"#),
        ("[~, null, 0x10, 1e3]", "[null,null,16,1000.0]"),
        ("a:\n", r#"{"a":null}"#),
        ("a: &x [1]\nb: *x\n", r#"{"a":[1],"b":[1]}"#),
        ("<<: {a: 1}\n", r#"{"<<":{"a":1}}"#),
        ("'1': 2\n", r#"{"1":2}"#),
        ("!!str 1", r#""1""#),
        ("18446744073709551616", "1.8446744073709552e19"),
        (r#"{"$serde_json::private::Number": "1"}"#, r#"{"$serde_json::private::Number":"1"}"#),
        (r#"{"$serde_json::private::Number": null}"#, r#"{"$serde_json::private::Number":null}"#),
    ];
    for (text, expected) in accepted {
        let value: Json = yaml_serde::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value.to_string(), expected, "{text}");
    }
    let refused = [
        ("1: 2\n", "expected a member name, which is a string, found the number 1 (not-json)"),
        ("a:\n  true: 2\n", "/a: expected a member name, which is a string, found the boolean true (not-json)"),
        ("~: 2\n", "found null (not-json)"),
        ("[a]: 2\n", "found an array (not-json)"),
        ("!point {a: 1}", ": expected a value of JSON, found a value with a tag (not-json)"),
        ("a: !color red", "/a: expected a value of JSON, found a value with a tag (not-json)"),
        ("[.nan]", "/0: expected a finite number, found NaN (number-range)"),
        ("[-.inf]", "/0: expected a finite number, found -inf (number-range)"),
        ("a: 1\na: 2\n", "expected each member name once, found a second member \"a\" (duplicate-key)"),
    ];
    for (text, expected) in refused {
        let error = yaml_serde::from_str::<Json>(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// A format that is asked for an array or an object may make an empty one of nothing, and a text of a number.
#[test]
fn nothing_is_no_array_and_a_number_is_no_text() {
    let text = String::from_utf8(
        valid_documents("policy")
            .into_iter()
            .find(|(file, _)| file.ends_with("everything.json"))
            .expect("the fixture")
            .1,
    )
    .expect("UTF-8");
    let policy = |change: &dyn Fn(&mut Value)| {
        let mut document: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut document);
        yaml_serde::to_string(&document).expect("YAML")
    };
    let read =
        |yaml: &str| yaml_serde::from_str::<contracts_types::Policy>(yaml).map_err(|error| error.to_string());
    assert!(read(&policy(&|_| ())).is_ok());
    let nothing = policy(&|document| document["providers"]["allowed"] = Value::from("NOTHING"));
    assert!(nothing.contains("allowed: NOTHING"), "{nothing}");
    let error = read(&nothing.replace("allowed: NOTHING", "allowed:")).expect_err("nothing is no array");
    assert!(error.contains("/providers/allowed: expected an array, found null (type)"), "{error}");
    let nothing = policy(&|document| document["limits"] = Value::from("NOTHING"));
    let error = read(&nothing.replace("limits: NOTHING", "limits:")).expect_err("nothing is no object");
    assert!(error.contains("/limits: expected an object, found null (type)"), "{error}");
    let number = policy(&|document| document["retention"]["policy_id"] = Value::from(17));
    let error = read(&number).expect_err("a number is no text");
    assert!(error.contains("/retention/policy_id: expected a string, found 17 (type)"), "{error}");
}

#[test]
fn depth_is_counted_in_every_format() {
    let yaml = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let cbor = |depth: usize| [vec![0x81; depth - 1], vec![0x80]].concat();
    assert!(yaml_serde::from_str::<Json>(&yaml(127)).is_ok());
    assert!(ciborium::from_reader::<Json, _>(cbor(127).as_slice()).is_ok());
    let expected = "expected at most 127 containers inside each other, found a deeper one (depth)";
    let error = yaml_serde::from_str::<Json>(&yaml(128)).expect_err("too deep").to_string();
    assert!(error.contains(expected), "{error}");
    let error = ciborium::from_reader::<Json, _>(cbor(128).as_slice()).expect_err("too deep").to_string();
    assert!(error.contains(expected), "{error}");
    // As a member of the name under which `serde_json` hides numbers, too.
    let hidden = |depth| format!("{{\"$serde_json::private::Number\": {}}}", yaml(depth));
    assert!(yaml_serde::from_str::<Json>(&hidden(126)).is_ok());
    let error = yaml_serde::from_str::<Json>(&hidden(127)).expect_err("too deep").to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn tolerant_readers_take_other_formats() {
    use contracts_types::{Policy, Tolerant};
    let (_, bytes) = valid_documents("policy").swap_remove(0);
    let mut document: Value = serde_json::from_slice(&bytes).expect("JSON");
    document["fail_policy"] = Value::from("fail_sideways");
    let yaml = yaml_serde::to_string(&document).expect("YAML");
    assert!(yaml_serde::from_str::<Policy>(&yaml).is_err());
    let tolerant: Tolerant<Policy> = yaml_serde::from_str(&yaml).expect("an unknown value is kept");
    assert_eq!(tolerant.unrecognized[0].pointer, "/fail_policy");
    let tolerant: Tolerant<Policy> =
        ciborium::from_reader(as_cbor(&document).as_slice()).expect("an unknown value is kept");
    assert_eq!(tolerant.unrecognized[0].text, "fail_sideways");
}
