//! The lossless boundary: what is refused, why and where.

use std::collections::{BTreeMap, HashMap};

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use value_schema::{JsonValue, LossyError, LossyKind, MAX_FOREIGN_DEPTH, Syntax, TextPosition};

#[track_caller]
fn refused(text: &str) -> LossyError {
    match JsonValue::from_text(text) {
        Ok(value) => panic!("{text} was read as {value}"),
        Err(error) => error,
    }
}

#[track_caller]
fn taken<T: Serialize + ?Sized>(value: &T) -> String {
    JsonValue::from_serialize(value).unwrap_or_else(|error| panic!("{error}")).to_text()
}

#[track_caller]
fn not_taken<T: Serialize + ?Sized>(value: &T) -> (String, LossyKind) {
    match JsonValue::from_serialize(value) {
        Ok(value) => panic!("it was taken as {value}"),
        Err(error) => (error.pointer().to_string(), error.kind().clone()),
    }
}

fn changes(kind: &LossyKind) -> bool {
    matches!(kind, LossyKind::NumberChanges { .. })
}

#[test]
fn text_is_read_as_it_is_written() {
    for text in [
        "null",
        "true",
        "[]",
        "{}",
        "[[],{},[{}]]",
        "\"\"",
        "\"\\\" \\\\ \\n\\r\\t\\b\\f \\u0000 \\u001f / ü 🎈\"",
        "[0,1,-1,18446744073709551615,-9223372036854775808,0.5,1e+20,1e-7]",
        "{\"b\":1,\"a\":{\"\":[null,false]}}",
        "{\"$serde_json::private::Number\":\"1\"}",
        "{\"$serde_json::private::RawValue\":\"1\"}",
    ] {
        assert_eq!(JsonValue::from_text(text).expect(text).to_text(), text);
        assert_eq!(JsonValue::from_slice(text.as_bytes()).expect(text).to_text(), text);
    }
    let spaced = " \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : \"\\u00fc\\ud83c\\udf88\\/\" } \n";
    assert_eq!(JsonValue::from_text(spaced).expect(spaced).to_text(), "{\"a\":[1,2],\"b\":\"ü🎈/\"}");
    let pretty = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}";
    assert_eq!(JsonValue::from_text(pretty).expect(pretty).to_pretty_text(), pretty);
}

#[test]
fn every_lossy_text_has_its_error_and_its_place() {
    use LossyKind::{DuplicateKey, LoneSurrogate, NegativeZero, NotJson};
    let end = |expected| NotJson(Syntax::End { expected });
    let unexpected = |expected, found| NotJson(Syntax::Unexpected { expected, found });
    for (text, pointer, offset, kind) in [
        ("-0", "", 0, NegativeZero),
        ("[1, -0.0]", "/1", 4, NegativeZero),
        ("{\"a\": {\"b\": -0e7}}", "/a/b", 12, NegativeZero),
        ("{\"a\":1,\"a\":1}", "/a", 7, DuplicateKey),
        ("{\"a/b\":1,\"\\u0061\\/b\":1}", "/a~1b", 9, DuplicateKey),
        ("[{\"ü\":1,\"\\u00FC\":{}}]", "/0/ü", 9, DuplicateKey),
        ("\"\\ud800\"", "", 1, LoneSurrogate(0xd800)),
        ("{\"a\":[\"x\\uDFFF\"]}", "/a/0", 8, LoneSurrogate(0xdfff)),
        ("[\"\\ud83c\\u0041\"]", "/0", 2, LoneSurrogate(0xd83c)),
        ("{\"\\ud800\":1}", "", 2, LoneSurrogate(0xd800)),
        ("[1,{\"b\":2,\"\\udc00\":1}]", "/1", 11, LoneSurrogate(0xdc00)),
        ("\"\t\"", "", 1, NotJson(Syntax::ControlCharacter(9))),
        ("\"0123456789\u{1f}\"", "", 11, NotJson(Syntax::ControlCharacter(31))),
        ("\"\\x\"", "", 1, NotJson(Syntax::Escape("\\x".to_owned()))),
        ("\"\\u12g4\"", "", 1, NotJson(Syntax::Escape("\\u12g4".to_owned()))),
        ("\"\\u12", "", 5, end("four hexadecimal digits")),
        ("\"\\u12\"", "", 1, NotJson(Syntax::Escape("\\u12\"".to_owned()))),
        ("[\"\\ud83c\\u\"]", "/0", 8, NotJson(Syntax::Escape("\\u\"]".to_owned()))),
        ("\u{feff}1", "", 0, NotJson(Syntax::ByteOrderMark)),
        ("1 2", "", 2, NotJson(Syntax::TrailingText { found: '2' })),
        ("{}ü", "", 2, NotJson(Syntax::TrailingText { found: 'ü' })),
        ("", "", 0, end("a value")),
        ("[1,", "/1", 3, end("a value")),
        ("[1", "", 2, end("`,` or `]`")),
        ("[1,]", "/1", 3, unexpected("a value", ']')),
        ("{\"a\":1,}", "", 7, unexpected("the name of a member, in double quotes", '}')),
        ("{\"a\" 1}", "/a", 5, unexpected("`:`", '1')),
        ("{\"a\":1 \"b\"}", "", 7, unexpected("`,` or `}`", '"')),
        ("{\"a\":[1}", "/a", 7, unexpected("`,` or `]`", '}')),
        ("[\"a", "/0", 3, end("the closing quote of a string")),
        ("tru", "", 3, end("true")),
        ("[nul]", "/0", 4, unexpected("null", ']')),
        ("[01]", "/0", 2, unexpected("no digit after a leading 0", '1')),
        ("[+1]", "/0", 1, unexpected("a value", '+')),
        ("[1.]", "/0", 3, unexpected("a digit", ']')),
        ("[.5]", "/0", 1, unexpected("a value", '.')),
        ("[1e+]", "/0", 4, unexpected("a digit", ']')),
        ("[-]", "/0", 2, unexpected("a digit", ']')),
        ("NaN", "", 0, unexpected("a value", 'N')),
    ] {
        let error = refused(text);
        assert_eq!(
            (error.pointer().as_str(), error.offset(), error.kind()),
            (pointer, Some(offset), &kind),
            "{text}"
        );
        assert_eq!(JsonValue::from_slice(text.as_bytes()), Err(error), "{text}");
    }
    for text in ["[1.00000000000000001]", "[18446744073709551616]", "[1e400]", "[-1e-400]", "[1e1000000000]"] {
        let error = refused(text);
        assert!(changes(error.kind()) && error.pointer().as_str() == "/0" && error.offset() == Some(1), "{error}");
    }
}

#[test]
fn messages_say_what_where_and_what_to_do() {
    let text = "{\n  \"ü\": 1, \"price\": 0.1000000000000000055\n}";
    let error = refused(text);
    assert_eq!(error.position(), Some(TextPosition { offset: 22, line: 2, column: 20 }));
    insta::assert_snapshot!(error, @r##"/price: the number 0.1000000000000000055 does not survive a round trip: it would become 0.1; write it as a string if its digits matter at line 2 column 20"##);
    insta::assert_snapshot!(refused("[\"\\ud83d\"]"), @r##"/0: \ud83d is half of a surrogate pair: write both halves or another character at line 1 column 3"##);
    insta::assert_snapshot!(refused("{\"a\": 1, \"a\": 2}"), @r##"/a: a second member with the same name: an object has one member of a name at line 1 column 10"##);
    insta::assert_snapshot!(refused("{\"a\": 1e999}"), @r##"/a: the number 1e999 does not survive a round trip: it would become infinite; write it as a string if its digits matter at line 1 column 7"##);
    insta::assert_snapshot!(refused("{a: 1}"), @r##"(root): expected the name of a member, in double quotes, found 'a' at line 1 column 2"##);
    insta::assert_snapshot!(refused("{\"a\": \"1\n2\"}"), @r##"/a: the control character U+000A in a string: write \u000a at line 1 column 9"##);
    insta::assert_snapshot!(JsonValue::from_serialize(&HashMap::from([(1, 2)])).unwrap_err(), @r##"(root): an integer as the key of a map: the names of members are strings, and nothing else is turned into one"##);
    insta::assert_snapshot!(JsonValue::from_serialize(&(u128::MAX,)).unwrap_err(), @r##"/0: the integer 340282366920938463463374607431768211455 is outside of the 64-bit range: write it as a string"##);
}

#[test]
fn bytes_that_are_not_utf8_have_a_place_too() {
    for (bytes, pointer, offset) in [
        (&b"\xff"[..], "", 0),
        (b"[1, \"a\xff\"]", "/1", 6),
        // Half of a surrogate pair, as some encoders write it.
        (b"{\"a\":\"\xed\xa0\x80\"}", "/a", 6),
        (b"{\"a\xff\":1}", "", 3),
        (b"[1]\xff", "", 3),
        (b"[1,\xff", "/1", 3),
        (b"[12\xff", "", 3),
        (b"[tr\xff", "/0", 3),
        (b"[\"\\u00\xff", "/0", 6),
    ] {
        let error = JsonValue::from_slice(bytes).expect_err("not UTF-8");
        let found = (error.pointer().as_str(), error.offset(), error.kind());
        assert_eq!(found, (pointer, Some(offset), &LossyKind::NotJson(Syntax::Utf8)), "{bytes:?}");
    }
    // What is wrong before comes first.
    let error = JsonValue::from_slice(b"[-0, \"\xff\"]").expect_err("negative zero");
    assert_eq!((error.kind(), error.offset()), (&LossyKind::NegativeZero, Some(1)));
}

#[test]
fn serialized_values_are_those_of_serde_json() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Wrapper(u8);
    #[derive(Serialize)]
    struct Pair(u8, char);
    #[derive(Serialize)]
    enum Choice {
        Unit,
        Newtype(Option<i8>),
        Tuple(u8, bool),
        Struct { a: (), b: Wrapper },
    }
    #[derive(Serialize)]
    #[serde(tag = "t")]
    enum Tagged {
        A { x: f64 },
    }
    #[derive(Serialize)]
    struct Whole {
        units: (Unit, ()),
        wrapper: Wrapper,
        pair: Pair,
        choices: Vec<Choice>,
        tagged: Tagged,
        #[serde(flatten)]
        rest: BTreeMap<String, i64>,
        wide: (u128, i128),
        bytes: Vec<u8>,
        by_character: BTreeMap<char, u8>,
    }
    let whole = Whole {
        units: (Unit, ()),
        wrapper: Wrapper(1),
        pair: Pair(2, 'ü'),
        choices: vec![
            Choice::Unit,
            Choice::Newtype(None),
            Choice::Newtype(Some(-1)),
            Choice::Tuple(3, true),
            Choice::Struct { a: (), b: Wrapper(4) },
        ],
        tagged: Tagged::A { x: 0.25 },
        rest: BTreeMap::from([("later".to_owned(), i64::MIN)]),
        wide: (u64::MAX.into(), i64::MIN.into()),
        bytes: vec![0, 255],
        by_character: BTreeMap::from([('k', 1)]),
    };
    assert_eq!(taken(&whole), serde_json::to_string(&whole).expect("JSON"));
}

struct Raw(&'static [(&'static str, &'static str)]);

/// A map that is written member by member, whatever their names are.
impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0 {
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
fn every_lossy_value_has_its_error_and_its_place() {
    #[derive(Serialize)]
    enum Choice {
        Newtype(f64),
        Tuple(u8, f64),
        Struct { x: [f64; 1] },
    }
    #[derive(Serialize)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Key(String);

    let nan = |kind: &LossyKind| matches!(kind, LossyKind::NonFinite(_));
    let (pointer, kind) = not_taken(&BTreeMap::from([("a/b", vec![Some(1.0), Some(f64::NAN)])]));
    assert!(pointer == "/a~1b/1" && nan(&kind), "{pointer} {kind}");
    for (value, expected) in [
        (Choice::Newtype(f64::INFINITY), "/Newtype"),
        (Choice::Tuple(1, f64::NEG_INFINITY), "/Tuple/1"),
        (Choice::Struct { x: [f64::NAN] }, "/Struct/x/0"),
    ] {
        let (pointer, kind) = not_taken(&value);
        assert!(pointer == expected && nan(&kind), "{pointer} {kind}");
    }
    assert!(nan(&not_taken(&f32::NAN).1));
    assert_eq!(not_taken(&(1, -0.0)), ("/1".to_owned(), LossyKind::NegativeZero));
    assert_eq!(not_taken(&-0.0_f32).1, LossyKind::NegativeZero);
    assert_eq!(not_taken(&(Bytes,)), ("/0".to_owned(), LossyKind::Bytes));
    assert!(matches!(not_taken(&u128::MAX).1, LossyKind::IntegerOutOfRange(_)));
    assert!(matches!(not_taken(&(i128::from(i64::MIN) - 1)).1, LossyKind::IntegerOutOfRange(_)));
    let twice = Raw(&[("b", ""), ("a", "1"), ("a", "1")]);
    assert_eq!(not_taken(&twice), ("/a".to_owned(), LossyKind::DuplicateKey));
    let flat = Flat { a: 1, rest: BTreeMap::from([("a".to_owned(), 1)]) };
    assert_eq!(not_taken(&[flat]), ("/0/a".to_owned(), LossyKind::DuplicateKey));
    let not_a_string = |(_, kind): (String, LossyKind)| matches!(kind, LossyKind::KeyNotString(_));
    assert!(not_a_string(not_taken(&HashMap::from([(1_u8, 1)]))));
    assert!(not_a_string(not_taken(&HashMap::from([(true, 1)]))));
    assert!(not_a_string(not_taken(&HashMap::from([((), 1)]))));
    assert!(not_a_string(not_taken(&HashMap::from([(None::<&str>, 1)]))));
    assert!(not_a_string(not_taken(&HashMap::from([((1, 2), 1)]))));
    assert_eq!(taken(&BTreeMap::from([(Key("k".to_owned()), 1)])), "{\"k\":1}");
}

#[test]
fn narrow_floats_are_what_their_text_is() {
    assert_eq!(taken(&[0.1_f32, 16_777_216.0, 1e-45, f32::MAX]), "[0.1,16777216.0,1e-45,3.4028235e+38]");
}

#[test]
fn private_names_of_serde_json_are_no_way_around() {
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::Number")]
    struct Number {
        #[serde(rename = "$serde_json::private::Number")]
        digits: &'static str,
    }
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::RawValue")]
    struct RawValue {
        #[serde(rename = "$serde_json::private::RawValue")]
        text: &'static str,
    }
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::RawValue")]
    struct Empty {}

    assert_eq!(taken(&[Number { digits: "1.50" }]), "[1.5]");
    let (pointer, kind) = not_taken(&[Number { digits: "1.00000000000000001" }]);
    assert!(pointer == "/0" && changes(&kind));
    assert_eq!(not_taken(&Number { digits: "-0" }).1, LossyKind::NegativeZero);
    assert!(matches!(not_taken(&Number { digits: "[]" }).1, LossyKind::NotJson(Syntax::Number(_))));

    assert_eq!(taken(&[RawValue { text: " {\"a\": [1, 2]}" }]), "[{\"a\":[1,2]}]");
    let (pointer, kind) = not_taken(&[RawValue { text: "{\"a\": [1, -0]}" }]);
    assert_eq!((pointer.as_str(), kind), ("/0/a/1", LossyKind::NegativeZero));
    assert_eq!(not_taken(&RawValue { text: "{\"a\":1,\"a\":1}" }).1, LossyKind::DuplicateKey);
    assert!(matches!(not_taken(&Empty {}).1, LossyKind::Refused(_)));
    // The same names as keys of maps are ordinary ones.
    let member = Raw(&[("$serde_json::private::Number", "1e999")]);
    assert_eq!(taken(&member), "{\"$serde_json::private::Number\":\"1e999\"}");
}

#[test]
fn serde_json_reads_and_writes_values() {
    let text = r#"{"b":[1,-1,0.5,18446744073709551615,null,true,"x"],"a":{}}"#;
    let value: JsonValue = serde_json::from_str(text).expect("a value");
    assert_eq!(value, JsonValue::from_text(text).expect("a value"));
    assert_eq!(serde_json::to_string(&value).expect("JSON"), text);
    assert_eq!(JsonValue::from_serde_json(&value.to_serde_json()), Ok(value.clone()));
    assert_eq!(JsonValue::from_serialize(&value), Ok(value));
    for text in ["{\"a\":1,\"a\":1}", "[-0.0]"] {
        assert!(serde_json::from_str::<JsonValue>(text).is_err(), "{text}");
    }
    for text in
        ["{\"$serde_json::private::Number\":\"1\"}", "{\"$serde_json::private::Number\":\"\\u0031\",\"b\":[]}"]
    {
        assert_eq!(serde_json::from_str::<JsonValue>(text).expect(text).to_text(), text.replace("\\u0031", "1"));
    }
    let lossy = serde_json::json!({"a": [0.5, -0.0]});
    let error = JsonValue::from_serde_json(&lossy).expect_err("negative zero");
    assert_eq!((error.pointer().as_str(), error.kind()), ("/a/1", &LossyKind::NegativeZero));
}

#[derive(Serialize)]
enum Chain {
    End,
    Newtype(Box<Self>),
    Struct { value: Wrapped },
    Map(BTreeMap<String, Self>),
}

#[derive(Serialize)]
struct Wrapped(Option<Box<Chain>>);

#[test]
fn where_foreign_code_recurses_depth_is_an_error() {
    type Grow = fn(Chain) -> Chain;
    let forms: [Grow; 3] = [
        |inner| Chain::Newtype(Box::new(inner)),
        |inner| Chain::Struct { value: Wrapped(Some(Box::new(inner))) },
        |inner| Chain::Map(BTreeMap::from([("k".to_owned(), inner)])),
    ];
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(move || {
        for grow in forms {
            let chain = (0..2000).fold(Chain::End, |chain, _| grow(chain));
            let (pointer, kind) = not_taken(&chain);
            assert_eq!(kind, LossyKind::TooDeep(MAX_FOREIGN_DEPTH));
            assert!(pointer.matches('/').count() <= MAX_FOREIGN_DEPTH);
        }
        let deep =
            |levels: usize| JsonValue::from_text(&("[".repeat(levels) + &"]".repeat(levels))).expect("a value");
        assert!(JsonValue::from_serialize(&deep(MAX_FOREIGN_DEPTH)).is_ok());
        assert!(JsonValue::from_serialize(&deep(MAX_FOREIGN_DEPTH + 1)).is_err());
        assert!(serde_json::to_string(&deep(100_000)).is_err());
    });
    thread.expect("a thread").join().expect("no overflow");
}

#[test]
fn hostile_text_takes_time_in_proportion_to_its_length() {
    let ones = format!("[{}]", vec!["1"; 1_000_000].join(","));
    assert_eq!(JsonValue::from_text(&ones).expect("an array").as_array().map(|it| it.len()), Some(1_000_000));

    let name = "n".repeat(1 << 20);
    let value = JsonValue::from_text(&format!("{{\"{name}\":1,\"{name}x\":2}}")).expect("an object");
    assert_eq!(value.get(&name).and_then(JsonValue::as_i64), Some(1));
    let error = refused(&format!("{{\"{name}\":1,\"{name}\":2}}"));
    assert!(error.to_string().len() < 400 && error.pointer().as_str().len() == name.len() + 1);

    let members: Vec<String> = (0..100_000).map(|number| format!("\"key-{number}\":{number}")).collect();
    let value = JsonValue::from_text(&format!("{{{}}}", members.join(","))).expect("an object");
    assert_eq!(value.get("key-99999").and_then(JsonValue::as_i64), Some(99_999));
    assert!(value == value.clone());
    let error = refused(&format!("{{{},\"k\\u0065y-5\":0}}", members.join(",")));
    assert_eq!((error.kind(), error.pointer().as_str()), (&LossyKind::DuplicateKey, "/key-5"));

    let digits = "7".repeat(1_000_000);
    for text in [digits.clone(), format!("0.{digits}"), format!("1e{digits}"), format!("1e-{digits}")] {
        let error = refused(&format!("[{text}]"));
        assert!(changes(error.kind()) && error.to_string().len() < 400, "{error}");
    }

    // Deep text whose innermost value is wrong.
    let levels = 500_000;
    let error = refused(&("[{\"a\":".repeat(levels) + "-0"));
    assert_eq!((error.kind(), error.pointer().tokens().count()), (&LossyKind::NegativeZero, 2 * levels));
    assert!(error.to_string().len() < 400);
}
