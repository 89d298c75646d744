//! Small changes of a document that its schema may or may not accept.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value, json};

use super::places::{Place, places};

/// A document with one place changed.
pub(crate) struct Mutant {
    /// The JSON pointer of the change, and what it is.
    pub(crate) what: String,
    /// The changed document.
    pub(crate) document: Value,
}

/// A value to put in the place of another, and what it is.
type Change = (&'static str, Value);

/// Which places of a document are changed, and how.
pub(crate) struct Plan<'a> {
    document: &'a Value,
    places: Vec<(Place<'a>, Depth)>,
}

/// How many changes a place gets.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    /// All that the mutator knows.
    Thorough,
    /// A few that every place gets.
    Brief,
}

/// Compact documents up to this length are small.
const SMALL: usize = 4_000;
/// How often a place of the schema is changed thoroughly, over the small documents of a contract; a large document adds
/// only places that no small one has.
const THOROUGH: usize = 2;

/// Plans the mutants of the documents of one contract. The same place of the schema stands in many documents and many
/// times in one; the smallest documents get the thorough changes.
pub(crate) fn plan<'a>(
    schema: &'a Value,
    schemas: &'a BTreeMap<String, Value>,
    documents: impl IntoIterator<Item = &'a Value>,
) -> Vec<Plan<'a>> {
    let mut documents: Vec<&Value> = documents.into_iter().collect();
    documents.sort_by_key(|document| document.to_string().len());
    let mut in_contract: BTreeMap<Vec<*const Value>, usize> = BTreeMap::new();
    documents
        .into_iter()
        .map(|document| {
            let small = document.to_string().len() <= SMALL;
            let mut in_document: BTreeMap<Vec<*const Value>, usize> = BTreeMap::new();
            let places = places(document, schema, schemas)
                .into_iter()
                .filter_map(|place| {
                    let key: Vec<*const Value> = place.schemas.iter().copied().map(std::ptr::from_ref).collect();
                    let seen = in_contract.entry(key.clone()).or_default();
                    let here = in_document.entry(key).or_default();
                    *seen += 1;
                    *here += 1;
                    let thorough = *seen <= if small { THOROUGH } else { 1 };
                    let brief = *here == 1 && (small || *seen <= 2 * THOROUGH);
                    if thorough { Some((place, Depth::Thorough)) } else { brief.then_some((place, Depth::Brief)) }
                })
                .collect();
            Plan { document, places }
        })
        .collect()
}

impl Plan<'_> {
    /// Calls `each` with every mutant of the document, always in the same order.
    pub(crate) fn each_mutant(&self, each: &mut dyn FnMut(Mutant)) {
        for (place, depth) in &self.places {
            let changes = if *depth == Depth::Thorough { changes(place) } else { brief(place.value) };
            for (what, value) in changes {
                if value == *place.value {
                    continue;
                }
                let mut mutant = self.document.clone();
                *mutant.pointer_mut(&place.pointer).expect("a place of the document") = value;
                each(Mutant { what: format!("{}: {what}", place.pointer), document: mutant });
            }
        }
    }
}

/// The changes that every place gets.
fn brief(value: &Value) -> Vec<Change> {
    let mut changes = vec![("null", Value::Null), ("the value in an array", json!([value]))];
    match value {
        Value::Number(_) => changes.push(("-1", json!(-1))),
        Value::String(text) => changes.push(("an unknown text", json!(format!("{text}-of-another-build")))),
        Value::Array(items) => {
            changes.extend(items.first().map(|first| {
                ("the first item again", Value::Array(items.iter().chain([first]).cloned().collect()))
            }));
        }
        Value::Object(members) => {
            changes.push(("an unknown member", with(members, "unknown", &json!(1))));
            changes.extend(members.keys().map(|name| ("a member less", without(members, name))));
        }
        Value::Null | Value::Bool(_) => {}
    }
    changes
}

fn with(members: &Map<String, Value>, name: &str, value: &Value) -> Value {
    let mut changed = members.clone();
    changed.insert(name.to_owned(), value.clone());
    Value::Object(changed)
}

fn without(members: &Map<String, Value>, name: &str) -> Value {
    let mut changed = members.clone();
    changed.remove(name);
    Value::Object(changed)
}

fn changes(place: &Place<'_>) -> Vec<Change> {
    let mut changes = retyped(place.value);
    changes.extend(listed(place));
    match place.value {
        Value::Number(number) => changes.extend(numbers(number)),
        Value::String(text) => changes.extend(texts(text)),
        Value::Array(items) => changes.extend(arrays(items, place)),
        Value::Object(members) => changes.extend(objects(members, place)),
        Value::Null | Value::Bool(_) => {}
    }
    changes
}

/// A value of every JSON type.
fn retyped(value: &Value) -> Vec<Change> {
    vec![
        ("null", Value::Null),
        ("true", json!(true)),
        ("false", json!(false)),
        ("0", json!(0)),
        ("-1", json!(-1)),
        ("1.5", json!(1.5)),
        ("an empty text", json!("")),
        ("a text", json!("text")),
        ("an empty array", json!([])),
        ("an empty object", json!({})),
        ("the value in an array", json!([value])),
        ("the value in an object", json!({ "value": value })),
        ("the value as a text", json!(value.to_string())),
    ]
}

/// What the schemas of the place list, and what lies at and just beyond their bounds.
fn listed(place: &Place<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for schema in &place.schemas {
        if let Some(value) = schema.get("const") {
            changes.push(("the constant", value.clone()));
        }
        for value in schema.get("enum").and_then(Value::as_array).into_iter().flatten() {
            changes.push(("another listed value", value.clone()));
        }
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            if let Some(bound) = schema.get(keyword) {
                changes.extend(around(bound));
            }
        }
        for keyword in ["minLength", "maxLength"] {
            let Some(bound) = length(schema, keyword) else { continue };
            for count in [bound.saturating_sub(1), bound, bound + 1] {
                changes.push(("a text as long as its bound, or one off", json!("a".repeat(count))));
                changes.push((
                    "characters of several bytes, as many as the bound, or one off",
                    json!("𝄞".repeat(count)),
                ));
            }
        }
    }
    changes
}

fn length(schema: &Value, keyword: &str) -> Option<usize> {
    schema.get(keyword).map(|bound| usize::try_from(bound.as_u64().expect("a length")).expect("a short length"))
}

/// A bound, one more, one less, and the nearest numbers on either side.
fn around(bound: &Value) -> Vec<Change> {
    let float = bound.as_f64().expect("a number");
    let mut changes = vec![
        ("a bound", bound.clone()),
        ("a bound as a float", json!(float)),
        ("just above a bound", json!(float.next_up())),
        ("just below a bound", json!(float.next_down())),
        ("a half above a bound", json!(float + 0.5)),
        ("a half below a bound", json!(float - 0.5)),
    ];
    if let Some(whole) = bound.as_i64() {
        changes.push(("one above a bound", json!(whole + 1)));
        changes.push(("one below a bound", json!(whole - 1)));
    }
    changes
}

fn numbers(number: &Number) -> Vec<Change> {
    let mut changes = Vec::new();
    if let Some(whole) = number.as_u64() {
        changes.extend(whole.checked_add(1).map(|next| ("one more", json!(next))));
        changes.extend(whole.checked_sub(1).map(|next| ("one less", json!(next))));
        // Beyond this a double is no longer the same number.
        if whole < 1 << 53 {
            #[expect(clippy::cast_precision_loss, reason = "small enough")]
            changes.push(("the number as a float", json!(whole as f64)));
        }
    } else if let Some(float) = number.as_f64() {
        changes.push(("the next float", json!(float.next_up())));
        changes.push(("the float before", json!(float.next_down())));
        changes.push(("the opposite number", json!(-float)));
    }
    changes
}

fn texts(text: &str) -> Vec<Change> {
    let mut changes = vec![
        ("an unknown text", json!(format!("{text}-of-another-build"))),
        ("a space before", json!(format!(" {text}"))),
        ("a line end behind", json!(format!("{text}\n"))),
        ("a character behind", json!(format!("{text}0"))),
        ("a character outside ASCII behind", json!(format!("{text}é"))),
        ("a digit of another script behind", json!(format!("{text}٣"))),
        ("upper case", json!(text.to_uppercase())),
        ("twice", json!(format!("{text}{text}"))),
    ];
    if let Some((last, _)) = text.char_indices().last() {
        changes.push(("the last character less", json!(text[..last])));
    }
    changes
}

fn arrays(items: &[Value], place: &Place<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (what, replaced) in [
        ("a null behind", Value::Null),
        ("a number behind", json!(1)),
        ("an unknown text behind", json!("of-another-build")),
        ("an array behind", json!([])),
        ("an object behind", json!({})),
    ] {
        changes.push((what, Value::Array(items.iter().cloned().chain([replaced]).collect())));
    }
    if let [first, rest @ ..] = items {
        changes.push(("the first item less", json!(rest)));
        changes.push(("the first item again", Value::Array(items.iter().chain([first]).cloned().collect())));
        changes.push(("the order turned", Value::Array(items.iter().rev().cloned().collect())));
        changes.push(("one item", json!([first])));
    }
    for schema in &place.schemas {
        for keyword in ["minItems", "maxItems"] {
            let (Some(bound), Some(item)) = (length(schema, keyword), items.first()) else { continue };
            // Longer ones cost more time than they tell.
            if bound <= 100 || item.to_string().len() <= 64 {
                for count in [bound.saturating_sub(1), bound, bound + 1] {
                    changes.push(("as many items as the bound, or one off", json!(vec![item; count])));
                }
            }
        }
    }
    changes
}

fn objects(members: &Map<String, Value>, place: &Place<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for name in ["unknown", "", "__proto__", "$serde_json::private::Number", "a/b~c", "self"] {
        if !members.contains_key(name) {
            changes.push(("an unknown member", with(members, name, &json!("1"))));
        }
    }
    changes.push(("an unknown object", with(members, "unknown", &json!({ "deep": [null, 1.0, "x"] }))));
    for (name, value) in members {
        changes.push(("a member less", without(members, name)));
        let mut renamed = members.clone();
        renamed.remove(name);
        renamed.insert(name.to_uppercase(), value.clone());
        changes.push(("a member in upper case", Value::Object(renamed)));
    }
    let names: Vec<&String> = members.keys().collect();
    for pair in names.windows(2) {
        let mut swapped = members.clone();
        swapped.insert(pair[0].clone(), members[pair[1]].clone());
        swapped.insert(pair[1].clone(), members[pair[0]].clone());
        changes.push(("two values swapped", Value::Object(swapped)));
    }
    for schema in &place.schemas {
        for name in schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
            if !members.contains_key(name) {
                for value in [Value::Null, json!(1), json!("x"), json!({}), json!([])] {
                    changes.push(("a declared member added", with(members, name, &value)));
                }
            }
        }
        for name in schema.pointer("/propertyNames/not/enum").and_then(Value::as_array).into_iter().flatten() {
            changes.push(("a forbidden name", with(members, name.as_str().expect("a name"), &json!(1))));
        }
        if schema.get("if").is_some() {
            changes.extend(conditionals(members, schema));
        }
    }
    changes
}

/// For every two members that a conditional is about, every two of their interesting values.
fn conditionals(members: &Map<String, Value>, schema: &Value) -> Vec<Change> {
    let mut interesting: BTreeMap<&str, Vec<Option<Value>>> = BTreeMap::new();
    for keyword in ["if", "then", "else"] {
        let Some(branch) = schema.get(keyword) else { continue };
        let alternatives = branch.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        for part in alternatives.chain([branch]) {
            for (name, assertion) in part.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let values = interesting.entry(name).or_insert_with(|| vec![None, Some(Value::Null)]);
                values.extend(members.get(name).cloned().map(Some));
                values.extend(assertion.get("const").cloned().map(Some));
                for bound in
                    ["minimum", "exclusiveMinimum"].into_iter().filter_map(|keyword| assertion.get(keyword))
                {
                    values.extend(around(bound).into_iter().map(|(_, value)| Some(value)));
                }
                if let Some(listed) = schema.pointer(&format!("/properties/{name}/enum")).and_then(Value::as_array)
                {
                    values.extend(listed.iter().cloned().map(Some));
                }
                values.extend([json!(true), json!(0.0), json!("x"), json!({})].map(Some));
            }
        }
    }
    let put = |changed: &mut Map<String, Value>, name: &str, value: &Option<Value>| match value {
        Some(value) => {
            changed.insert(name.to_owned(), value.clone());
        }
        None => {
            changed.remove(name);
        }
    };
    let mut changes = Vec::new();
    let all: Vec<(&str, Vec<Option<Value>>)> = interesting.into_iter().collect();
    for (index, (one, ones)) in all.iter().enumerate() {
        for (other, others) in &all[index + 1..] {
            for first in ones {
                for second in others {
                    let mut object = members.clone();
                    put(&mut object, one, first);
                    put(&mut object, other, second);
                    changes.push(("two members of a conditional", Value::Object(object)));
                }
            }
        }
    }
    changes
}
