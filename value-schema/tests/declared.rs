//! Rust types from declarations.

#![allow(unreachable_pub, reason = "declarations are public where people write them")]

use value_schema::{
    DeclaredType, JsonInteger, JsonNumber, JsonObject, JsonValue, Nullable, all_value_problems, parameters,
    validate_json_schema_value, value_type,
};

fn json(text: &str) -> JsonValue {
    JsonValue::from_text(text).expect("JSON")
}

/// Decoding gives the value back, by every way out, and validation says the same.
fn round_trip<T: DeclaredType>(text: &str) -> T {
    let value = json(text);
    validate_json_schema_value(T::schema(), &value).expect("a valid value");
    let typed = T::decode(value.clone()).expect("a valid value");
    assert_eq!(typed.to_json(), value);
    assert_eq!(typed.clone().into_json(), value);
    assert_eq!(JsonValue::from_serialize(&typed).expect("JSON"), value);
    assert_eq!(T::from_text(text).expect("a valid value"), typed);
    typed.validate().expect("a valid value");
    typed
}

/// Decoding refuses as validation does.
fn refuses<T: DeclaredType>(text: &str) {
    let problem = T::decode(json(text)).expect_err(text);
    let validated = validate_json_schema_value(T::schema(), &json(text)).expect_err(text);
    assert_eq!(problem.to_string(), validated.to_string());
    assert!(T::from_text(text).is_err());
    assert!(!all_value_problems(T::schema(), &json(text), 10).is_empty());
}

parameters! {
    /// What the forecast tool takes.
    pub Forecast = {
        city: { type: "string", title: "City", description: "Its name.", required: true },
        days: { type: "integer", enum: [1, 3, 7] },
        unit: { type: "string", enum: ["celsius", "fahrenheit"], required: true },
        "include-wind": { type: "boolean" },
        near: {
            oneOf: [
                { type: "null" },
                {
                    type: "object",
                    additionalProperties: false,
                    properties: {
                        lat: { type: "number", required: true },
                        lon: { type: "number", required: true },
                    },
                },
            ],
        },
        context: { type: "json" },
    }
}

#[test]
fn parameters_have_an_open_root() {
    let forecast = round_trip::<Forecast>(
        r#"{"city": "Oslo", "unit": "celsius", "days": 3, "include-wind": true, "near": {"lat": 59.9, "lon": 10}, "context": [1], "more": {"a": null}}"#,
    );
    assert_eq!(forecast.city, "Oslo");
    assert_eq!(forecast.unit, ForecastUnit::Celsius);
    assert_eq!(forecast.unit.as_str(), "celsius");
    assert_eq!(ForecastUnit::ALL.len(), 2);
    assert_eq!(forecast.days, Some(ForecastDays::N3));
    assert_eq!(forecast.include_wind, Some(true));
    let lon = JsonNumber::from(10);
    assert!(matches!(&forecast.near, Some(Nullable::Value(ForecastNear { lon: it, .. })) if *it == lon));
    assert_eq!(forecast.context, Some(json("[1]")));
    assert_eq!(forecast.extra, JsonObject::new().with("more", json(r#"{"a": null}"#)));
    assert_eq!(
        round_trip::<Forecast>(r#"{"city": "", "unit": "celsius", "near": null}"#).near,
        Some(Nullable::Null)
    );
    for refused in [
        r#"{"unit": "celsius"}"#,
        r#"{"city": null, "unit": "celsius"}"#,
        r#"{"city": "", "unit": "kelvin"}"#,
        r#"{"city": "", "unit": "celsius", "days": 2}"#,
        r#"{"city": "", "unit": "celsius", "days": null}"#,
        r#"{"city": "", "unit": "celsius", "near": {"lat": 1, "lon": 2, "alt": 3}}"#,
        "[]",
        "null",
    ] {
        refuses::<Forecast>(refused);
    }
}

const FORECAST_TEXT: &str = Forecast::SCHEMA_TEXT;

#[test]
fn the_wire_schema_is_a_constant() {
    assert_eq!(Forecast::schema().to_text(), FORECAST_TEXT);
    // Those of the parts stand in it.
    for (pointer, part) in [
        ("/properties/days", ForecastDays::SCHEMA_TEXT),
        ("/properties/unit", ForecastUnit::SCHEMA_TEXT),
        ("/properties/near/oneOf/1", ForecastNear::SCHEMA_TEXT),
    ] {
        assert_eq!(json(Forecast::SCHEMA_TEXT).pointer(pointer).map(JsonValue::to_text).as_deref(), Some(part));
    }
    insta::assert_snapshot!(json(Forecast::SCHEMA_TEXT).to_pretty_text());
}

#[test]
fn serde_reads_and_writes_generated_types() {
    let forecast: Forecast =
        serde_json::from_str(r#"{"city": "Oslo", "unit": "celsius", "x": [1]}"#).expect("valid");
    assert_eq!(serde_json::to_string(&forecast).expect("JSON"), r#"{"city":"Oslo","unit":"celsius","x":[1]}"#);
    let refused = serde_json::from_str::<Forecast>(r#"{"city": "Oslo"}"#).expect_err("invalid");
    assert!(refused.to_string().contains("unit"), "{refused}");
    assert!(serde_json::from_str::<Forecast>(r#"{"city": "Oslo", "city": "Rome", "unit": "celsius"}"#).is_err());
}

#[test]
fn a_declared_member_is_not_written_twice() {
    let mut forecast = round_trip::<Forecast>(r#"{"city": "Oslo", "unit": "celsius"}"#);
    forecast.extra.insert("city", 5);
    assert_eq!(forecast.to_json(), json(r#"{"city": "Oslo", "unit": "celsius"}"#));
    assert_eq!(JsonValue::from_serialize(&forecast).expect("JSON"), forecast.to_json());
    // A member that the type would have held has to be one.
    forecast.extra.insert("days", "many");
    assert!(forecast.validate().is_err());
}

value_type! {
    pub Text = { type: "string" }
    pub Amount = { type: "number" }
    pub Count = { type: "integer" }
    pub Flag = { type: "boolean" }
    pub Nothing = { type: "null" }
    pub Anything = { type: "json" }
    pub Many = { type: "array", items: { type: "array", items: { type: "integer" } } }
    pub Things = { type: "array" }
    pub Closed = { type: "object", additionalProperties: false }
    pub Open = { type: "object", additionalProperties: true };
    pub Perhaps = { oneOf: [{ type: "integer" }, { type: "null" }] };
    pub One = { type: "string", enum: ["only"] };
    pub Fixed = { type: "integer", const: -1 };
    pub Mixed = { type: "number", enum: [1, 1.5, -2] };
    pub Yes = { type: "boolean", enum: [true] };
}

#[test]
fn every_kind_of_root() {
    assert_eq!(round_trip::<Text>(r#""a""#).0, "a");
    assert_eq!(round_trip::<Amount>("0.5").0, JsonNumber::try_from(0.5).expect("a number"));
    assert!(round_trip::<Flag>("true").0);
    round_trip::<Nothing>("null");
    assert_eq!(round_trip::<Anything>(r#"{"a": [1]}"#).0, json(r#"{"a": [1]}"#));
    assert_eq!(
        round_trip::<Many>("[[1], [], [2, 3]]").0,
        [vec![JsonInteger::from(1)], vec![], vec![2.into(), 3.into()]]
    );
    assert_eq!(round_trip::<Things>("[1, null]").0.len(), 2);
    round_trip::<Closed>("{}");
    assert_eq!(round_trip::<Open>(r#"{"a": 1}"#).extra.len(), 1);
    assert_eq!(round_trip::<Perhaps>("null").0, Nullable::Null);
    assert_eq!(round_trip::<Perhaps>("5").0, Nullable::Value(5.into()));
    assert_eq!(round_trip::<One>(r#""only""#), One::Only);
    assert_eq!(round_trip::<Fixed>("-1"), Fixed);
    assert_eq!(round_trip::<Mixed>("-2.0"), Mixed::Minus2);
    assert_eq!(round_trip::<Yes>("true"), Yes::True);
    refuses::<Text>("1");
    refuses::<Amount>(r#""1""#);
    refuses::<Flag>("0");
    refuses::<Nothing>("false");
    refuses::<Many>("[[1.5]]");
    refuses::<Closed>(r#"{"a": 1}"#);
    refuses::<Perhaps>("0.5");
    refuses::<One>(r#""other""#);
    refuses::<Fixed>("1");
    refuses::<Mixed>("3");
    refuses::<Yes>("false");
}

#[test]
fn every_integer_has_a_place() {
    for text in ["18446744073709551615", "-9223372036854775808", "1e300", "-1e300", "1.0", "0"] {
        round_trip::<Count>(text);
    }
    for text in ["0.5", "1e-1"] {
        refuses::<Count>(text);
    }
}

value_type! {
    pub Shape = {
        oneOf: [
            {
                type: "object",
                additionalProperties: false,
                properties: {
                    kind: { type: "string", const: "circle", required: true },
                    radius: { type: "number", required: true },
                },
            },
            {
                type: "object",
                additionalProperties: true,
                properties: {
                    kind: { type: "string", enum: ["square", "cube"], required: true },
                    side: { type: "number", required: true },
                },
            },
        ],
    }

    pub Either = {
        oneOf: [
            { type: "object", additionalProperties: true, properties: { a: { type: "integer", required: true } } },
            { type: "object", additionalProperties: true, properties: { b: { type: "integer", required: true } } },
            { type: "number", title: "Big number" },
            { type: "integer" },
            { type: "null" },
        ],
    }

    pub Sorted = { oneOf: [{ type: "string" }, { type: "integer" }, { type: "array", items: { type: "string" } }] }

    pub Unit = {
        oneOf: [
            { type: "string", const: "c", title: "Celsius", description: "Water boils at 100." },
            { type: "string", const: "f", title: "Fahrenheit" },
        ],
    }

    pub Same = { oneOf: [{ type: "string" }, { type: "string" }] }
}

#[test]
fn unions_are_exactly_one() {
    assert!(matches!(round_trip::<Shape>(r#"{"kind": "circle", "radius": 1}"#), Shape::Circle(_)));
    let Shape::WithSide(square) = round_trip::<Shape>(r#"{"kind": "cube", "side": 1, "more": 2}"#) else {
        panic!("another branch")
    };
    assert_eq!(square.kind, ShapeWithSideKind::Cube);
    refuses::<Shape>(r#"{"kind": "circle", "side": 1}"#);
    refuses::<Shape>(r#"{"kind": "sphere", "radius": 1}"#);

    assert!(matches!(round_trip::<Either>(r#"{"a": 1, "c": 2}"#), Either::WithA(_)));
    assert!(matches!(round_trip::<Either>(r#"{"b": 1}"#), Either::WithB(_)));
    assert!(matches!(round_trip::<Either>("0.5"), Either::BigNumber(_)));
    assert_eq!(round_trip::<Either>("null"), Either::Null);
    // Both branches take it.
    refuses::<Either>("1");
    refuses::<Either>(r#"{"a": 1, "b": 1}"#);
    refuses::<Either>(r#""""#);

    assert_eq!(round_trip::<Sorted>(r#""a""#), Sorted::String("a".to_owned()));
    assert_eq!(round_trip::<Sorted>("1.0"), Sorted::Integer(1.into()));
    assert_eq!(round_trip::<Sorted>("[]"), Sorted::Array(Vec::new()));

    assert_eq!(round_trip::<Unit>(r#""c""#), Unit::Celsius);
    refuses::<Unit>(r#""Celsius""#);
    // No value is valid under a union of equal branches.
    refuses::<Same>(r#""a""#);
}

#[test]
fn a_value_made_by_hand_can_be_checked() {
    let overlapping = Either::BigNumber(1.into());
    let problem = overlapping.validate().expect_err("two branches take it");
    assert!(problem.to_string().contains('2'), "{problem}");
}

/// Names that are hostile to Rust, and what comes of them.
mod hostile {
    value_schema::value_type! {
        /// `*/` and "quotes" stay text.
        pub Hostile = {
            type: "object",
            additionalProperties: true,
            properties: {
                type: { type: "string", required: true },
                self: { type: "string" },
                crate: { type: "string" },
                Self: { type: "string" },
                r#fn: { type: "string" },
                _: { type: "string" },
                extra: { type: "string" },
                value: { type: "string" },
                name: { type: "string" },
                object: { type: "string" },
                "": { type: "string" },
                "a-b": { type: "object", additionalProperties: false, properties: { c: { type: "null" } } },
                a_b: { type: "object", additionalProperties: false, properties: { d: { type: "null" } } },
                "a b": { type: "string", enum: ["", "-", "_", "a", "A", "Self", "\u{202e}"] },
                "日本": { type: "string", description: "```\nnot code\n``` [Vec] #[doc = \"x\"]" },
                "1": { type: "string", const: "\"\n*/" },
                Option: { type: "array", items: { type: "object", additionalProperties: true } },
                String: { type: "string" },
            },
        }
    }

    // What the names of the prelude mean here is nobody's business but ours.
    #[allow(dead_code)]
    type Option = ();
    #[allow(dead_code)]
    type String = ();
    #[allow(dead_code)]
    type Vec = ();
    #[allow(dead_code)]
    type Result = ();
    #[allow(dead_code, non_camel_case_types)]
    type bool = ();
    #[allow(dead_code, non_camel_case_types)]
    type str = ();
    #[allow(dead_code, non_camel_case_types)]
    type usize = ();
}

#[test]
fn hostile_names() {
    let text = r#"{"type": "t", "self": "s", "crate": "c", "Self": "S", "fn": "f", "_": "u", "extra": "e", "value": "v",
        "name": "n", "object": "o", "": "empty", "a-b": {"c": null}, "a_b": {"d": null}, "a b": "\u202e", "日本": "j",
        "1": "\"\n*/", "Option": [{"x": 1}], "String": "s", "more": 1}"#;
    let hostile = round_trip::<hostile::Hostile>(text);
    assert_eq!((hostile.type_.as_str(), hostile.fn_.as_deref()), ("t", Some("f")));
    assert_eq!(hostile.extra_members.len(), 1);
    refuses::<hostile::Hostile>(r#"{"type": "t", "a_b": {"c": null}}"#);
}

mod renamed {
    use value_schema as vocabulary;

    vocabulary::parameters! {
        crate = vocabulary;

        pub(crate) Renamed = { a: { type: "string", required: true } }
    }
}

#[test]
fn the_crate_may_have_another_name() {
    assert_eq!(round_trip::<renamed::Renamed>(r#"{"a": "b"}"#).a, "b");
}

/// A declaration with `$inner` in this many arrays.
macro_rules! nested {
    ($name:ident, $($level:tt)*) => { nested!(@ $name { type: "integer" } $($level)*); };
    (@ $name:ident { $($inner:tt)* } $level:tt $($rest:tt)*) => {
        nested!(@ $name { type: "array", items: { $($inner)* } } $($rest)*);
    };
    (@ $name:ident { $($inner:tt)* }) => { value_type! { pub $name = { $($inner)* } } };
}

nested!(Sixteen, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0);
nested!(Seventeen, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0);

/// A declaration with parts that another macro was given.
macro_rules! listed {
    ($name:ident, $type:literal, $($literal:literal)*) => {
        value_type! { pub $name = { type: $type, enum: [$($literal),*] } }
    };
}

listed!(Offsets, "number", -1 0 2.5 -0.5);

#[test]
fn declarations_are_made_by_macros() {
    assert_eq!(Offsets::SCHEMA_TEXT, r#"{"type":"number","enum":[-1,0,2.5,-0.5]}"#);
    assert_eq!(round_trip::<Offsets>("-0.5"), Offsets::Minus0Point5);
}

type In4<T> = Vec<Vec<Vec<Vec<T>>>>;

#[test]
fn types_are_exact_to_sixteen_containers() {
    let exact: In4<In4<In4<In4<JsonInteger>>>> = round_trip::<Sixteen>("[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]").0;
    let below: In4<In4<In4<In4<JsonValue>>>> = round_trip::<Seventeen>("[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]").0;
    assert_eq!(format!("{exact:?}").matches('[').count(), 16);
    assert_eq!(format!("{below:?}").matches('[').count(), 17);
    // The check is exact below the types, too.
    refuses::<Seventeen>(r#"[[[[[[[[[[[[[[[[["a"]]]]]]]]]]]]]]]]]"#);
}
