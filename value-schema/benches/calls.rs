//! The speed that `value-schema` promises: `cargo bench -p value-schema`.
//!
//! A tool call of 5 KB against a declaration of 30 properties, beside `serde_json` and the validator of the `jsonschema`
//! crate in the same run. The two sides take turns; each line is the median of the ratios of their CPU times.

use std::{hint::black_box, thread, time::Instant};

use value_schema::{
    JsonSchemaNode, JsonValue, Openness, Tool, ToolRegistry, ValueSchemaSpec, array, boolean, integer,
    is_valid_json_schema_value, json, null, nullable, number, object, one_of, parameters, string,
    validate_json_schema_value,
};

const ROUNDS: usize = 41;

fn main() {
    let schema = declaration();
    let text = call();
    let value = JsonValue::from_text(&text).expect("a call");
    let theirs: serde_json::Value = serde_json::from_str(&text).expect("a call");
    let validator = jsonschema::validator_for(&schema.to_json().to_serde_json()).expect("a schema");
    assert!(validator.is_valid(&theirs), "{:?}", validator.validate(&theirs));
    validate_json_schema_value(&schema, &value).expect("a valid call");
    println!("a call of {} bytes against {} properties", text.len(), 30);

    compare(
        "validate",
        Some(1.0),
        400,
        || drop(black_box(validate_json_schema_value(&schema, black_box(&value)))),
        || drop(black_box(validator.validate(black_box(&theirs)))),
    );
    compare(
        "validate, yes or no",
        Some(1.0),
        400,
        || _ = black_box(is_valid_json_schema_value(&schema, black_box(&value))),
        || _ = black_box(validator.is_valid(black_box(&theirs))),
    );
    compare(
        "read text",
        None,
        200,
        || drop(black_box(JsonValue::from_text(black_box(&text)))),
        || drop(black_box(serde_json::from_str::<serde_json::Value>(black_box(&text)))),
    );
    compare(
        "text to checked value",
        Some(1.0),
        200,
        || {
            let value = JsonValue::from_text(black_box(&text)).expect("JSON");
            assert!(is_valid_json_schema_value(&schema, &value));
            drop(black_box(value));
        },
        || {
            let value: serde_json::Value = serde_json::from_str(black_box(&text)).expect("JSON");
            assert!(validator.is_valid(&value));
            drop(black_box(value));
        },
    );
    compare(
        "write text",
        None,
        200,
        || drop(black_box(black_box(&value).to_text())),
        || drop(black_box(black_box(&theirs).to_string())),
    );
    compare("clone", None, 200, || drop(black_box(value.clone())), || drop(black_box(theirs.clone())));

    let wrong = JsonValue::from_text(&text.replacen("\"metric\"", "\"martian\"", 1)).expect("a call");
    let their_wrong = wrong.to_serde_json();
    compare(
        "refuse with the first problem",
        None,
        200,
        || drop(black_box(validate_json_schema_value(&schema, black_box(&wrong)))),
        || drop(black_box(validator.validate(black_box(&their_wrong)))),
    );
    register();
}

/// Registers tools of a declaration each, and holds the time of one among ten thousand against that of one among a
/// thousand.
fn register() {
    let begin = Instant::now();
    let time = |count: u32| {
        let times = (0..9).map(|_| {
            let start = now(begin);
            let mut tools = ToolRegistry::new();
            for number in 0..count {
                let parameters = parameters()
                    .required("city", string().title("City"))
                    .optional("days", integer().one_of([1, 3, 7]))
                    .optional("tags", array(string()))
                    .compile()
                    .expect("a declaration");
                tools.register(Tool::new(format!("forecast_{number}"), parameters)).expect("a new name");
            }
            drop(black_box(tools));
            (now(begin) - start) / f64::from(count)
        });
        median(times.collect())
    };
    let (few, many) = (time(1_000), time(10_000));
    println!(
        "register a tool: {:.2} us among 10,000, {:.2} us among 1,000, ratio {:.2}",
        many / 1e3,
        few / 1e3,
        many / few
    );
}

/// Nanoseconds on the CPU of this thread, or of the clock where the system does not tell.
fn now(begin: Instant) -> f64 {
    // Giving way makes the system count up to this moment.
    thread::yield_now();
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let counted = counted.as_deref().and_then(|line| line.split(' ').next()).and_then(|time| time.parse().ok());
    counted.unwrap_or_else(|| begin.elapsed().as_secs_f64() * 1e9)
}

/// Lets both sides take turns, and prints how long a call takes and the median ratio of the first to the second.
fn compare(what: &str, limit: Option<f64>, calls: u32, mut ours: impl FnMut(), mut theirs: impl FnMut()) {
    let begin = Instant::now();
    let time = |call: &mut dyn FnMut()| {
        let start = now(begin);
        for _ in 0..calls {
            call();
        }
        (now(begin) - start) / f64::from(calls)
    };
    let (mut our_times, mut their_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        // Who begins changes too.
        let (one, other) = if round % 2 == 0 {
            let one = time(&mut ours);
            (one, time(&mut theirs))
        } else {
            let other = time(&mut theirs);
            (time(&mut ours), other)
        };
        our_times.push(one);
        their_times.push(other);
        ratios.push(one / other);
    }
    let ratio = median(ratios);
    let verdict = match limit {
        Some(limit) if ratio <= limit => format!(", limit {limit:.2}: holds"),
        Some(limit) => format!(", limit {limit:.2}: DOES NOT HOLD"),
        None => String::new(),
    };
    println!(
        "{what}: {:.2} us against {:.2} us, ratio {ratio:.2}{verdict}",
        median(our_times) / 1e3,
        median(their_times) / 1e3
    );
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Thirty properties of all kinds, as a tool for booking journeys may have them.
fn declaration() -> JsonSchemaNode {
    let place = || object(Openness::Closed).required("lat", number()).required("lon", number());
    let stop = object(Openness::Closed)
        .required("name", string())
        .required("place", place())
        .optional("minutes", integer())
        .optional("tags", array(string()))
        .optional("note", nullable(string()));
    let passenger = object(Openness::Closed)
        .required("name", string())
        .required("age", integer())
        .optional("seat", string().one_of(["window", "aisle", "any"]))
        .optional("meals", array(string().one_of(["none", "vegan", "vegetarian", "halal", "kosher"])));
    let payment = one_of([
        object(Openness::Closed).required("kind", string().constant("card")).required("token", string()),
        object(Openness::Closed).required("kind", string().constant("invoice")).required("account", integer()),
        object(Openness::Closed).required("kind", string().constant("voucher")).required("code", string()),
    ]);
    let mut parameters = parameters()
        .required("request_id", string().description("Chosen by the caller."))
        .required("units", string().one_of(["metric", "imperial"]))
        .required("stops", array(stop).description("In the order of the journey."))
        .required("passengers", array(passenger))
        .required("payment", payment)
        .required("budget", number())
        .required("flexible", boolean())
        .optional("currency", string().one_of(["CHF", "EUR", "GBP", "JPY", "USD"]))
        .optional("comment", string())
        .optional("context", json())
        .optional("home", place())
        .optional("weights", array(number()))
        .optional("limits", object(Openness::Open).required("changes", integer()))
        .optional("parent", one_of([ValueSchemaSpec::from(string()), integer().into(), null().into()]));
    for number in 0..8 {
        parameters = parameters.optional(format!("option_{number}"), string());
        parameters = parameters.optional(format!("threshold_{number}"), integer());
    }
    parameters.compile().expect("a declaration").into_node()
}

/// A call with all thirty properties.
fn call() -> String {
    let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
    let stops = list(18, &|at| {
        format!(
            r#"{{"name": "Stop number {at}, Zürich", "place": {{"lat": 47.{at}78, "lon": 8.5{at}}}, "minutes": 1{at}, "tags": ["old town", "lake \"{at}\""], "note": {}}}"#,
            if at % 2 == 0 { "null" } else { "\"A place to rest for a while before going on.\"" }
        )
    });
    let passengers = list(6, &|at| {
        format!(r#"{{"name": "Passenger {at}", "age": 3{at}, "seat": "aisle", "meals": ["vegan", "none"]}}"#)
    });
    let options = list(8, &|at| {
        format!(r#""option_{at}": "the value of option {at} is a sentence", "threshold_{at}": 1{at}00"#)
    });
    let weights = list(20, &|at| format!("0.{at}5"));
    let comment = "The travellers asked for a quiet compartment.\\nThey carry two bicycles. ".repeat(5);
    format!(
        r#"{{"request_id": "0f8fad5b-d9cb-469f-a165-70867728950e", "units": "metric", "stops": [{stops}],
  "passengers": [{passengers}], "payment": {{"kind": "voucher", "code": "SUMMER-2026"}}, "budget": 1250.5,
  "flexible": true, "currency": "CHF", "comment": "{comment}", "context": {{"session": 9, "trail": [1, 2, [3, {{}}]]}},
  "home": {{"lat": 46.9480, "lon": 7.4474}}, "weights": [{weights}], "limits": {{"changes": 2, "minutes": 30}},
  "parent": null, {options}}}"#
    )
}
