//! Schemas that are made to be hard: every question has an answer, and none is wrong.

use contracts_compat::{Budget, Decision, decide};
use serde_json::{Value, json};

use crate::{load, root};

/// What a decision may be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Compatible,
    Breaking,
    Undecided,
}

fn verdict(old: &Value, new: &Value) -> Verdict {
    let (old, new) = (load(old).expect("a schema"), load(new).expect("a schema"));
    match decide(root(&old), root(&new), &Budget::new(200_000)) {
        Decision::Compatible(_) => Verdict::Compatible,
        Decision::Breaking(_) => Verdict::Breaking,
        Decision::Undecided(_) => Verdict::Undecided,
    }
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "the callers read better")]
fn decided(old: Value, new: Value, right: Verdict) {
    assert_eq!(verdict(&old, &new), right, "\nold {old}\nnew {new}");
}

#[test]
fn recursion() {
    let list = |extra: Value| json!({"type": "object", "properties": {"next": {"$ref": "#"}, "value": extra}});
    decided(list(json!({"type": "integer"})), list(json!({"type": "number"})), Verdict::Compatible);
    decided(list(json!({"type": "number"})), list(json!({"type": "integer"})), Verdict::Breaking);
    // Only an infinite document is valid.
    let endless = json!({"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#"}}});
    decided(endless, json!(false), Verdict::Compatible);
    let tree = |least: u64| {
        json!({"$defs": {"tree": {"type": "array", "minItems": least, "items": {"anyOf": [
            {"$ref": "#/$defs/tree"}, {"type": "integer"}]}}}, "$ref": "#/$defs/tree"})
    };
    decided(tree(2), tree(1), Verdict::Compatible);
    decided(tree(1), tree(2), Verdict::Breaking);
    // One step of the recursion written out.
    let unrolled = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/list"}},
        "$defs": {"list": {"type": "object", "properties": {"next": {"$ref": "#/$defs/list"}}}}});
    let rolled = json!({"type": "object", "properties": {"next": {"$ref": "#"}}});
    decided(unrolled.clone(), rolled.clone(), Verdict::Compatible);
    decided(rolled, unrolled, Verdict::Compatible);
}

#[test]
fn empty_and_full() {
    for schema in
        [json!(true), json!(false), json!({}), json!({"not": {}}), json!({"enum": []}), json!({"type": "null"})]
    {
        decided(json!(false), schema.clone(), Verdict::Compatible);
        decided(schema, json!(true), Verdict::Compatible);
    }
    decided(json!(true), json!(false), Verdict::Breaking);
    decided(json!({"not": {}}), json!({"enum": []}), Verdict::Compatible);
}

#[test]
fn bounds() {
    decided(json!({"minimum": 1e300}), json!({"minimum": 1e299}), Verdict::Compatible);
    decided(
        json!({"type": "string", "minLength": 1_000_000_000}),
        json!({"type": "string", "minLength": 5}),
        Verdict::Compatible,
    );
    // No document that shows it is made: it would be too large.
    decided(
        json!({"type": "string"}),
        json!({"type": "string", "maxLength": 1_000_000_000_u64}),
        Verdict::Undecided,
    );
    decided(json!({"type": "array", "minItems": 4_000_000_000_u64}), json!({"minItems": 3}), Verdict::Compatible);
    decided(json!({"type": "array"}), json!({"maxItems": 4_000_000_000_u64}), Verdict::Undecided);
    decided(
        json!({"type": "object", "minProperties": 1_000_000_u64}),
        json!({"maxProperties": 3}),
        Verdict::Undecided,
    );
    decided(
        json!({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2}),
        json!(false),
        Verdict::Compatible,
    );
    decided(json!({"type": "integer", "multipleOf": 6}), json!({"multipleOf": 0.1}), Verdict::Compatible);
    decided(json!({"multipleOf": 0.1}), json!({"multipleOf": 0.2}), Verdict::Breaking);
}

#[test]
fn integers_of_draft_04_are_told_from_numbers_with_a_fraction_of_zero() {
    let draft4 = |mut schema: Value| {
        schema["$schema"] = json!("http://json-schema.org/draft-04/schema#");
        schema
    };
    let whole = draft4(json!({"type": "number", "multipleOf": 1}));
    let integer = draft4(json!({"type": "integer"}));
    decided(whole.clone(), integer.clone(), Verdict::Breaking);
    decided(integer.clone(), whole.clone(), Verdict::Compatible);
    decided(json!({"type": "integer"}), integer.clone(), Verdict::Breaking);
    decided(integer.clone(), json!({"type": "integer"}), Verdict::Compatible);
    decided(draft4(json!({"enum": [1, 2]})), integer.clone(), Verdict::Breaking);
    decided(draft4(json!({"enum": ["a"]})), draft4(json!({"type": ["string", "integer"]})), Verdict::Compatible);
    let few = |most: u64| draft4(json!({"type": "integer", "minimum": 0, "maximum": most}));
    decided(few(5), few(6), Verdict::Compatible);
    decided(few(6), few(5), Verdict::Breaking);
    let listed = |values: Value| draft4(json!({"type": ["integer", "string"], "enum": values}));
    decided(listed(json!([1, "a"])), listed(json!([1, 2, "a"])), Verdict::Compatible);
    decided(listed(json!([1, 2, "a"])), listed(json!([1, "a"])), Verdict::Breaking);
    let neither = draft4(json!({"type": "number", "multipleOf": 1, "not": {"type": "integer"}, "maximum": 3}));
    decided(neither.clone(), draft4(json!({"maximum": 4})), Verdict::Compatible);
    decided(neither, draft4(json!({"maximum": 2})), Verdict::Breaking);
}

#[test]
fn unique_items() {
    let booleans = json!({"type": "array", "items": {"type": "boolean"}, "uniqueItems": true});
    decided(booleans.clone(), json!({"maxItems": 2}), Verdict::Compatible);
    decided(booleans, json!({"maxItems": 1}), Verdict::Breaking);
    decided(json!({"type": "array", "maxItems": 1}), json!({"uniqueItems": true}), Verdict::Compatible);
    decided(json!({"type": "array", "maxItems": 2}), json!({"uniqueItems": true}), Verdict::Breaking);
}

#[test]
fn large_enumerations() {
    let values = |count: u64| json!({"enum": (0..count).map(|n| format!("value-{n}")).collect::<Vec<_>>()});
    decided(values(3_000), values(3_001), Verdict::Compatible);
    decided(values(3_001), values(3_000), Verdict::Breaking);
}

#[test]
fn explosions() {
    let choices = |keyword: &str, count: u64, bound: u64| {
        let branch = |n: u64| {
            json!({"type": "object", "required": ["kind"], "properties": {
                "kind": {"const": format!("k{n}")}, "size": {"type": "integer", "maximum": bound + n}}})
        };
        json!({ keyword: (0..count).map(branch).collect::<Vec<_>>() })
    };
    decided(choices("oneOf", 30, 5), choices("oneOf", 30, 6), Verdict::Compatible);
    decided(choices("anyOf", 30, 6), choices("oneOf", 30, 5), Verdict::Breaking);
    // Every combination of independent choices.
    let product = |count: u64, least: u64| {
        let factor = |n: u64| json!({"anyOf": [{"required": [format!("a{n}")]}, {"required": [format!("b{n}")]}, {"minProperties": least}]});
        json!({"type": "object", "allOf": (0..count).map(factor).collect::<Vec<_>>()})
    };
    decided(product(14, 20), product(14, 19), Verdict::Compatible);
    decided(product(14, 19), product(14, 20), Verdict::Breaking);
}

#[test]
fn conditions_on_the_names_of_members_that_a_document_must_have() {
    // One member breaks both branches; with two, there would be one too many.
    let one = json!({"type": "object", "maxProperties": 1});
    let names = |other: Value| json!({"anyOf": [{"propertyNames": {"maxLength": 10}}, other]});
    decided(one.clone(), names(json!({"propertyNames": {"pattern": "^[a-z]*$"}})), Verdict::Breaking);
    decided(one.clone(), names(json!({"additionalProperties": {"type": "integer"}})), Verdict::Breaking);
    decided(one.clone(), names(json!({"propertyNames": {"minLength": 11}})), Verdict::Compatible);
    let three = json!({"anyOf": [{"propertyNames": {"maxLength": 10}}, {"propertyNames": {"pattern": "^[a-z]*$"}},
        {"patternProperties": {"[0-9]": false}}]});
    decided(one, three, Verdict::Breaking);
}

/// The answer may be that nothing was proved, but no other than the right one.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "the callers read better")]
fn never_wrong(old: Value, new: Value, right: Verdict) {
    let verdict = verdict(&old, &new);
    assert!(verdict == right || verdict == Verdict::Undecided, "{verdict:?}\nold {old}\nnew {new}");
}

#[test]
fn what_takes_too_much_work_is_never_answered_wrongly() {
    let branches = |count: u64| json!({"anyOf": (0..count).map(|n| json!({"minimum": 2 * n, "maximum": 2 * n + 1})).collect::<Vec<_>>()});
    never_wrong(branches(2_000), branches(2_001), Verdict::Compatible);
    never_wrong(branches(2_001), branches(2_000), Verdict::Breaking);
    never_wrong(json!({"multipleOf": 1e-300, "minimum": 1e308}), json!({"maximum": 0}), Verdict::Breaking);
    never_wrong(json!({"type": "integer", "multipleOf": 1e308}), json!({"multipleOf": 2}), Verdict::Compatible);
    never_wrong(json!({"pattern": "^(a{1,20}){1,20}$"}), json!({"pattern": "^a"}), Verdict::Compatible);
    never_wrong(
        json!({"type": "string", "pattern": "(a|b)*a(a|b){18}$"}),
        json!({"pattern": "a"}),
        Verdict::Compatible,
    );
    let objects = json!({"minProperties": 1_000_000_000, "additionalProperties": {"$ref": "#"}, "type": "object"});
    never_wrong(objects, json!({"type": "object"}), Verdict::Compatible);
    // Lists in members: each of 40 levels holds two of the one below.
    let mut doubled = json!({"type": "integer"});
    for _ in 0..40 {
        doubled = json!({"type": "array", "minItems": 2, "items": doubled});
    }
    never_wrong(doubled, json!({"type": "string"}), Verdict::Breaking);
    let dynamic = json!({"$dynamicAnchor": "node", "type": "array", "items": {"$dynamicRef": "#node"}});
    never_wrong(dynamic.clone(), json!({"type": "array"}), Verdict::Compatible);
    never_wrong(dynamic, json!({"maxItems": 2}), Verdict::Breaking);
}

#[test]
fn readings_of_contains_in_2019_09() {
    // Validators let it evaluate items, the specification does not.
    let draft = "https://json-schema.org/draft/2019-09/schema";
    let old = json!({"$schema": draft, "contains": {"const": 1}, "unevaluatedItems": false});
    let new = json!({"$schema": draft, "unevaluatedItems": false});
    never_wrong(old, new, Verdict::Breaking);
}

#[test]
fn long_arrays_inside_each_other() {
    let mut definitions: serde_json::Map<String, Value> = serde_json::Map::new();
    for depth in 0..55 {
        let mut items = vec![json!(true); 400];
        items.push(json!({"$ref": format!("#/$defs/d{}", depth + 1)}));
        let list = json!({"type": "array", "minItems": 401, "prefixItems": items});
        definitions.insert(format!("d{depth}"), list);
    }
    definitions.insert("d55".to_owned(), json!({"type": "integer"}));
    // It breaks, but a document of 22,000 items takes more steps than these questions have.
    decided(json!({"$ref": "#/$defs/d0", "$defs": definitions}), json!({"type": "string"}), Verdict::Undecided);
}

#[test]
fn many_long_divisors() {
    // Each is a power of ten and a little more, so that their least common multiple would have 100,000 digits.
    let divisors = |count: usize| {
        let divisor = |n: usize| {
            serde_json::from_str::<Value>(&format!("{{\"multipleOf\":1{}{}}}", "0".repeat(200), 2 * n + 1))
                .expect("JSON")
        };
        json!({"type": "integer", "minimum": 1, "allOf": (0..count).map(divisor).collect::<Vec<_>>()})
    };
    let few = divisors(3);
    decided(few.clone(), few, Verdict::Compatible);
    decided(divisors(500), json!({"maximum": 1}), Verdict::Undecided);
    decided(divisors(500), json!({"minimum": 1}), Verdict::Compatible);
}

#[test]
fn deep_nesting() {
    let nested = |depth: usize, leaf: Value| {
        (0..depth).fold(leaf, |inner, _| json!({"type": "object", "properties": {"a": inner}, "required": ["a"]}))
    };
    decided(nested(55, json!({"maximum": 5})), nested(55, json!({"maximum": 6})), Verdict::Compatible);
    decided(nested(55, json!({"maximum": 6})), nested(55, json!({"maximum": 5})), Verdict::Breaking);
}
