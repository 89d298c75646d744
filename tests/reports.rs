//! Faults that were reported to other tools: the cases about generated code, and what must happen in each.

use std::fs;

use crate::support::{
    equal,
    generated::{Module, Verdict, Ways, ask, generate_one},
    suites,
};
use contracts_codegen::declarations;
use contracts_model::source::{Node, Source};
use serde_json::Value;

/// What a case demands beyond its verdicts.
enum Demand {
    /// The declarations hold this text, whatever its line breaks.
    Declares(&'static str),
    /// The declarations do not hold this text.
    DeclaresNot(&'static str),
    /// A document is refused, and all these texts stand in the message, in this order.
    Refuses(&'static str, &'static [&'static str]),
    /// A document is written again exactly like this.
    Writes(&'static str, &'static str),
    /// Lists inside each other this many times are accepted, or refused by the depth rule.
    Nests(usize, bool),
}

use Demand::{Declares, DeclaresNot, Nests, Refuses, Writes};

/// The demands of a case; `None` for a case that is not known here.
fn demands(case: &str) -> Option<Vec<Demand>> {
    let demands = match case {
        "cg-anyof-const-tag" => vec![
            Declares("Up(Up)"),
            Declares("Down(Down)"),
            Refuses(r#"[{"ev":"down","n":1}]"#, &["/0/n: expected a string, found 1"]),
            Refuses(r#"[{"ev":"left"}]"#, &["/0/ev: expected one of \"up\" or \"down\", found \"left\""]),
        ],
        "cg-oneof-described-values" => vec![
            Declares("pub enum Root { /// warm Red, /// cold Blue, /// Neutral Gray, }"),
            DeclaresNot("struct"),
        ],
        "cg-discriminator-no-semantics" => vec![Refuses(r#"{"kind":"A"}"#, &["oneOf"])],
        "cg-not-type" => vec![Declares("pub struct Root(rt::Json);"), Refuses("{}", &["not"])],
        "cg-enum-intersection-empty" => {
            vec![
                DeclaresNot("act:"),
                Declares("pub extra: rt::Map<rt::Json>"),
                Refuses(r#"{"act":"go"}"#, &["/act"]),
            ]
        }
        "cg-allof-nested" => {
            vec![Declares("pub p1: String"), Declares("pub p2: String"), Declares("pub p3: String")]
        }
        "cg-allof-order-independent" => vec![Declares("pub struct Root(u64);")],
        "cg-ref-siblings" => vec![
            Declares("/// mine pub n: RootN"),
            Declares("pub struct RootN(String);"),
            Refuses(r#"{"n":"ab"}"#, &["/n", "minLength"]),
        ],
        "cg-ref-siblings-required" => vec![
            Declares("pub id: String"),
            Declares("pub h: Option<String>"),
            Declares("pub w: Option<String>"),
            DeclaresNot("extra"),
        ],
        "cg-unevaluated-flat" => vec![Declares("pub s: Option<String>"), DeclaresNot("extra")],
        "cg-pattern-props-typed" => vec![Declares("rt::Map<i64>"), Declares("pub extra: rt::Map<String>")],
        "cg-pattern-props-closed-map" => vec![Declares("rt::Map<V>"), DeclaresNot("extra: rt::Map<V>")],
        "cg-prop-and-pattern-overlap" => vec![
            Declares("pub x_id: Option<RootXId>"),
            Declares("pub struct RootXId(u64);"),
            Refuses(r#"{"x_id":5}"#, &["/x_id", "minimum"]),
        ],
        "cg-additional-preserved" => vec![
            Declares("pub foo: Option<String>"),
            Declares("pub extra: rt::Map<rt::Number>"),
            Writes(r#"{"foo":"f","v":2,"w":1.5}"#, r#"{"foo":"f","v":2,"w":1.5}"#),
        ],
        "cg-required-any" => vec![Declares("pub v: rt::Json"), Refuses("{}", &["\"v\"", "required"])],
        "cg-null-vs-absent" => vec![
            Declares("pub rn: rt::Nullable<String>"),
            Declares("pub r: String"),
            Declares("pub on: Option<rt::Nullable<String>>"),
            Declares("pub o: Option<String>"),
            Writes(r#"{"rn":null,"r":"s"}"#, r#"{"rn":null,"r":"s"}"#),
            Writes(r#"{"rn":null,"r":"s","on":null}"#, r#"{"rn":null,"r":"s","on":null}"#),
        ],
        "cg-bool-schemas" => vec![
            Declares("pub any: Option<rt::Json>"),
            DeclaresNot("pub never:"),
            Declares("pub list: Option<Vec<rt::Never>>"),
        ],
        "cg-int-float-spelling" => vec![Declares("pub struct Root(u64);"), Writes("1e2", "100")],
        "cg-int-beyond-i64" => vec![
            Declares("Integer(u64)"),
            Writes("18446744073709551615", "18446744073709551615"),
            Refuses("18446744073709551616", &["number-range"]),
            Refuses("340282366920938463463374607431768211456", &["number-range"]),
        ],
        "cg-bounded-int-types" => vec![
            Declares("pub p: u8"),
            Refuses(r#"{"p":1,"q":0}"#, &["/q", "exclusiveMinimum"]),
            Refuses(r#"{"p":1,"r":[1]}"#, &["/r", "maxItems"]),
            Refuses(r#"{"p":256}"#, &["/p", "maximum"]),
            Refuses(r#"{"p":-1}"#, &["/p", "minimum"]),
        ],
        "cg-multipleof-decimal" => vec![Refuses("0.005", &["multipleOf"])],
        "cg-enum-type-excludes-null" => vec![
            Declares("pub enum RootA { /// The value `x`. X, /// The value `y`. Y, }"),
            Declares("pub enum RootB { /// The value `x`. X, }"),
            DeclaresNot("Nullable"),
        ],
        "cg-pattern-ascii-digits" | "cg-pattern-unanchored" => vec![Declares("pub struct Root(String);")],
        "cg-format-annotation" => vec![
            Declares("pub id: Option<String>"),
            Writes(
                r#"{"id":"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"}"#,
                r#"{"id":"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"}"#,
            ),
        ],
        "cg-names-keywords" => vec![
            Declares("pub type_:"),
            Declares("pub self_:"),
            Declares("pub super_:"),
            Declares("pub crate_:"),
            Declares("pub async_:"),
            Declares("pub gen_:"),
        ],
        "cg-names-scoped" => vec![Declares("pub enum RootUserStatus"), Declares("pub enum RootTaskStatus")],
        "cg-field-order" => vec![
            Declares(
                "pub zeta: i64, /// Member `alpha`. pub alpha: Option<i64>, /// Member `mid`. pub mid: Option<i64>",
            ),
            Writes(r#"{"mid":3,"alpha":2,"zeta":1}"#, r#"{"zeta":1,"alpha":2,"mid":3}"#),
        ],
        "cg-invariant-constructor" => vec![
            Declares("pub struct RootPct(u8);"),
            Declares("pub struct RootList(Vec<i64>);"),
            DeclaresNot("Default"),
        ],
        "cg-dup-keys" => vec![
            Refuses(r#"{"a":"x","a":1}"#, &["/a"]),
            Refuses(r#"{"a":1,"a":1}"#, &["\"a\"", "duplicate-key"]),
            Refuses(r#"{"m":"x","m":"y"}"#, &["\"m\"", "duplicate-key"]),
        ],
        "perf-deep-input" => vec![Nests(1, true), Nests(127, true), Nests(128, false), Nests(200_000, false)],
        "ux-union-error" => vec![
            Refuses(r#"{"kind":"k8s"}"#, &["\"cluster\" and \"ns\"", "(required)"]),
            Refuses(r#"{"kind":"zip"}"#, &["/kind: expected one of \"k8s\" or \"fn\", found \"zip\""]),
            Refuses("{}", &["(anyOf)", "\n  - ", "\n  - "]),
        ],
        _ => return None,
    };
    Some(demands)
}

struct Case {
    id: String,
    schema: String,
    instances: Vec<(String, bool)>,
}

/// The cases about generated code, with their numbers as they were written.
fn cases(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for line in text.lines() {
        let source = Source::parse("case", line).expect("JSON");
        let case = source.root();
        let text = |name: &str| case.get(name).and_then(Node::as_str).expect("text").to_owned();
        if !matches!(text("kind").as_str(), "codegen" | "security") && text("id") != "ux-union-error" {
            continue;
        }
        let instances = case.get("instances").and_then(Node::as_array).expect("instances");
        let instances = instances.iter().map(|instance| {
            let written = instance.get("json_text").and_then(Node::as_str).map(str::to_owned);
            let document =
                written.unwrap_or_else(|| instance.get("json").expect("a document").to_value().to_string());
            (document, instance.get("valid").and_then(Node::as_bool).expect("a verdict"))
        });
        let schema = case.get("schema").expect("a schema").to_value().to_string();
        cases.push(Case { id: text("id"), schema, instances: instances.collect() });
    }
    cases
}

/// The text on one line.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn in_order(text: &str, parts: &[&str]) -> bool {
    let mut rest = text;
    parts.iter().all(|part| match rest.split_once(part) {
        Some((_, behind)) => {
            rest = behind;
            true
        }
        None => false,
    })
}

/// What a document must come to.
enum Expected {
    /// The verdict of the case.
    Verdict(bool),
    Refused(&'static [&'static str]),
    Written(&'static str),
    Nested(bool),
}

struct Asked {
    case: String,
    module: usize,
    document: String,
    expected: Expected,
}

#[test]
fn every_case_about_generated_code() {
    let Some(suites) = suites() else { return };
    let text = fs::read_to_string(suites.join("reports/cases.jsonl")).expect("cases");
    let (mut modules, mut asked, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    let cases = cases(&text);
    assert!(cases.len() > 30, "the cases are there");
    for Case { id, schema, instances } in cases {
        if id == "cg-ref-loop" {
            let refused = generate_one(&schema).expect_err("a loop");
            assert!(refused.contains("#/$defs/a -> #/$defs/b -> #/$defs/a"), "{refused}");
            continue;
        }
        let code = generate_one(&schema).unwrap_or_else(|error| panic!("{id}: {error}"));
        let declared = plain(&declarations(&code).expect("Rust"));
        let module = modules.len();
        modules.push(Module { name: id.replace('-', "_"), code });
        let mut ask = |document: String, expected: Expected| {
            asked.push(Asked { case: id.clone(), module, document, expected });
        };
        for (document, valid) in instances {
            ask(document, Expected::Verdict(valid));
        }
        let demands = demands(&id).unwrap_or_else(|| panic!("{id}: nobody says what must happen"));
        for demand in demands {
            match demand {
                Declares(text) if !declared.contains(text) => {
                    wrong.push(format!("{id}: {text} is not declared in {declared}"));
                }
                DeclaresNot(text) if declared.contains(text) => {
                    wrong.push(format!("{id}: {text} is declared in {declared}"));
                }
                Declares(_) | DeclaresNot(_) => {}
                Refuses(document, parts) => ask(document.to_owned(), Expected::Refused(parts)),
                Writes(document, text) => ask(document.to_owned(), Expected::Written(text)),
                Nests(depth, accepted) => {
                    ask(format!("{}{}", "[".repeat(depth), "]".repeat(depth)), Expected::Nested(accepted));
                }
            }
        }
    }
    let documents: Vec<_> = asked.iter().map(|asked| (asked.module, asked.document.clone())).collect();
    let verdicts = ask("reported-faults", Ways::All, &modules, &documents);
    for (asked, verdict) in asked.iter().zip(&verdicts) {
        if let Err(reason) = judge(asked, verdict) {
            let document: String = asked.document.chars().take(200).collect();
            wrong.push(format!("{}: {document}: {reason}", asked.case));
        }
    }
    println!("{} cases, {} documents, {} wrong", modules.len() + 1, asked.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with a verdict.
fn judge(asked: &Asked, verdict: &Verdict) -> Result<(), String> {
    match (&asked.expected, verdict) {
        (Expected::Verdict(valid), verdict) => verdict_is(&asked.case, &asked.document, *valid, verdict),
        (Expected::Refused(parts), Verdict::Refused { message, .. }) if in_order(message, parts) => Ok(()),
        (Expected::Refused(parts), other) => Err(format!("should be refused with {parts:?}: {other:?}")),
        (Expected::Written(text), Verdict::Accepted(written)) if text == written => Ok(()),
        (Expected::Written(text), other) => Err(format!("should come back as {text}: {other:?}")),
        (Expected::Nested(true), Verdict::Accepted(_)) => Ok(()),
        (Expected::Nested(false), Verdict::Refused { rule, message, .. })
            if rule == "depth" && message.contains("127") =>
        {
            Ok(())
        }
        (Expected::Nested(accepted), other) => Err(format!("should be accepted: {accepted}: {other:?}")),
    }
}

/// Whether a document got its verdict, and came back as it was. What lies outside the range of numbers, and what holds
/// a member twice, is refused by the rules of every document whatever the schema says.
fn verdict_is(case: &str, document: &str, valid: bool, verdict: &Verdict) -> Result<(), String> {
    match verdict {
        Verdict::Refused { rule, .. } if case == "cg-int-beyond-i64" && rule == "number-range" && valid => Ok(()),
        Verdict::Refused { .. } if case == "cg-dup-keys" && valid => Ok(()),
        Verdict::Refused { .. } if !valid => Ok(()),
        Verdict::Accepted(text) if valid && case != "cg-dup-keys" => {
            let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
            if equal(&read(text), &read(document)) { Ok(()) } else { Err(format!("came back as {text}")) }
        }
        other => Err(format!("should be valid: {valid}; {other:?}")),
    }
}
