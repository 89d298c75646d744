//! Public schemas with real documents: the generated code compiles, every stored document and every mutant of one gets
//! the oracle's verdict, and what is accepted comes back whole.

mod support;

use std::{collections::BTreeSet, fs};

use contracts_codegen::declarations;
use contracts_model::{Backtracking, Options};
use serde_json::Value;
use support::{
    equal,
    generated::{Module, Verdict, Ways, ask, generate_with},
    mutants::Mutator,
    random::Random,
    suites,
};

/// How many different mutants a schema's documents get.
const MUTANTS: usize = 2_000;

/// What is known about one schema.
struct Row {
    name: String,
    bytes: usize,
    types: usize,
    documents: usize,
    mutants: usize,
    valid: usize,
    right: usize,
    kept: usize,
    /// Refused for an integer beyond 64 bits, or beyond its Rust type, although the schema has nothing against it.
    beyond: usize,
}

struct Case {
    row: usize,
    text: String,
    document: Value,
    valid: bool,
}

/// Different documents, each one or two changes away from a stored one; the same on every run.
fn mutants(schema: &Value, documents: &[Value]) -> Vec<Value> {
    let mutator = Mutator::new(schema);
    let mut random = Random::new(1);
    let mut seen: BTreeSet<String> = documents.iter().map(Value::to_string).collect();
    let mut mutants = Vec::new();
    // Small documents have few neighbours, so the same one may come up again and again.
    for _ in 0..20 * MUTANTS {
        if mutants.len() == MUTANTS {
            break;
        }
        let mut mutant = mutator.mutant(random.pick(documents), &mut random);
        if random.chance(1, 3) {
            mutant = mutator.mutant(&mutant, &mut random);
        }
        if seen.insert(mutant.to_string()) {
            mutants.push(mutant);
        }
    }
    mutants
}

#[test]
fn documents_and_their_mutants_get_the_verdict_of_the_oracle() {
    let Some(suites) = suites() else { return };
    let (mut modules, mut rows, mut cases) = (Vec::new(), Vec::new(), Vec::new());
    let mut folders: Vec<_> =
        fs::read_dir(suites.join("real")).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(folder.join("schema.json")).expect("a schema");
        let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
        let code = generate_with(&text, &[], options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let declared = declarations(&code).expect("Rust");
        let types =
            declared.lines().filter(|line| line.contains("pub struct ") || line.contains("pub enum ")).count();
        modules.push(Module { name: format!("real_{}", name.replace('-', "_")), code });
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        let oracle =
            jsonschema::options().should_validate_formats(false).offline().build(&schema).expect("a sound schema");
        let row = rows.len();
        let stored = fs::read_to_string(folder.join("instances.jsonl")).expect("documents");
        let mut case = |text: String, document: Value| {
            let valid = oracle.is_valid(&document);
            cases.push(Case { row, text, document, valid });
        };
        let mut documents = Vec::new();
        for line in stored.lines() {
            let document: Value = serde_json::from_str(line).expect("JSON");
            documents.push(document.clone());
            case(line.to_owned(), document);
        }
        let mutants = mutants(&schema, &documents);
        rows.push(Row {
            name,
            bytes: text.len(),
            types,
            documents: documents.len(),
            mutants: mutants.len(),
            valid: 0,
            right: 0,
            kept: 0,
            beyond: 0,
        });
        for document in mutants {
            case(document.to_string(), document);
        }
    }
    let asked: Vec<(usize, String)> = cases.iter().map(|case| (case.row, case.text.clone())).collect();
    let verdicts = ask("real-schemas", Ways::All, &modules, &asked);
    let mut wrong = Vec::new();
    for (case, verdict) in cases.iter().zip(&verdicts) {
        let row = &mut rows[case.row];
        row.valid += usize::from(case.valid);
        match verdict {
            Verdict::Accepted(text) if case.valid => {
                row.right += 1;
                if equal(&serde_json::from_str(text).expect("JSON"), &case.document) {
                    row.kept += 1;
                } else {
                    wrong.push(format!("{}: {} came back as {text}", row.name, case.text));
                }
            }
            Verdict::Refused { rule, pointer, .. } if case.valid && rule == "number-range" => {
                let found = case.document.pointer(pointer).and_then(Value::as_f64);
                if found.is_some_and(|number| number.fract() == 0.0 && number.abs() >= 9_223_372_036_854_775_807.0)
                {
                    row.beyond += 1;
                } else {
                    wrong.push(format!("{}: {} is in range: {verdict:?}", row.name, case.text));
                }
            }
            Verdict::Refused { .. } if !case.valid => row.right += 1,
            other => wrong.push(format!("{}: {} should be {}: {other:?}", row.name, case.text, case.valid)),
        }
    }
    table(&rows);
    for line in wrong.iter().take(40) {
        println!("{}", line.chars().take(900).collect::<String>());
    }
    assert!(wrong.is_empty(), "{} of {} wrong", wrong.len(), cases.len());
    assert!(rows.len() >= 18 && rows.iter().all(|row| row.mutants == MUTANTS), "every schema has its mutants");
}

fn table(rows: &[Row]) {
    println!(
        "{:<18} {:>7} {:>6} {:>6} {:>8} {:>7} {:>8} {:>8} {:>8}",
        "schema", "bytes", "types", "stored", "mutants", "valid", "right", "kept", "beyond"
    );
    for row in rows {
        println!(
            "{:<18} {:>7} {:>6} {:>6} {:>8} {:>7} {:>8} {:>8} {:>8}",
            row.name, row.bytes, row.types, row.documents, row.mutants, row.valid, row.right, row.kept, row.beyond
        );
    }
}
