//! Public schemas with real documents: the generated code compiles, every stored document and every mutant of one gets
//! the oracle's verdict, and what is accepted comes back whole.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::support::{
    equal,
    generated::{Module, Verdict, Ways, ask, generate_with},
    mutants::Mutator,
    parallel::over,
    random::Random,
    suites,
};
use contracts_codegen::{Settings, declarations, report};
use contracts_model::{Backtracking, Options, SchemaSet};
use serde_json::Value;

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
    wrong: Vec<String>,
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

/// The folders of all schemas, by name.
fn folders(suites: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(suites.join("real")).expect("a folder");
    let mut folders: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

/// Compares all verdicts about the documents of one schema.
fn compare(folder: &Path) -> Row {
    let name = name(folder);
    let text = fs::read_to_string(folder.join("schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
    let code = generate_with(&text, &[], options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let declared = declarations(&code).expect("Rust");
    let types = declared.lines().filter(|line| line.contains("pub struct ") || line.contains("pub enum ")).count();
    let stored = fs::read_to_string(folder.join("instances.jsonl")).expect("documents");
    let mut texts: Vec<String> = stored.lines().map(str::to_owned).collect();
    let mut documents: Vec<Value> = texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let stored = documents.len();
    let mutants = mutants(&schema, &documents);
    texts.extend(mutants.iter().map(Value::to_string));
    documents.extend(mutants);
    let module = Module { name: format!("real_{}", name.replace('-', "_")), code };
    let asked: Vec<(usize, String)> = texts.iter().map(|text| (0, text.clone())).collect();
    let verdicts = ask(&format!("real-{name}"), Ways::All, &[module], &asked);
    let oracle =
        jsonschema::options().should_validate_formats(false).offline().build(&schema).expect("a sound schema");
    let mut row = Row {
        name,
        bytes: text.len(),
        types,
        documents: stored,
        mutants: documents.len() - stored,
        valid: 0,
        right: 0,
        kept: 0,
        beyond: 0,
        wrong: Vec::new(),
    };
    for ((text, document), verdict) in texts.iter().zip(&documents).zip(&verdicts) {
        let valid = oracle.is_valid(document);
        row.valid += usize::from(valid);
        match verdict {
            Verdict::Accepted(written) if valid => {
                row.right += 1;
                if equal(&serde_json::from_str(written).expect("JSON"), document) {
                    row.kept += 1;
                } else {
                    row.wrong.push(format!("{}: {text} came back as {written}", row.name));
                }
            }
            Verdict::Refused { rule, pointer, .. } if valid && rule == "number-range" => {
                let found = document.pointer(pointer).and_then(Value::as_f64);
                if found.is_some_and(|number| number.fract() == 0.0 && number.abs() >= 9_223_372_036_854_775_807.0)
                {
                    row.beyond += 1;
                } else {
                    row.wrong.push(format!("{}: {text} is in range: {verdict:?}", row.name));
                }
            }
            Verdict::Refused { .. } if !valid => row.right += 1,
            other => row.wrong.push(format!("{}: {text} should be {valid}: {other:?}", row.name)),
        }
    }
    row
}

#[test]
fn documents_and_their_mutants_get_the_verdict_of_the_oracle() {
    let Some(suites) = suites() else { return };
    let rows = over(&folders(&suites), |folder| compare(folder));
    println!(
        "{:<18} {:>7} {:>6} {:>6} {:>8} {:>7} {:>8} {:>8} {:>8}",
        "schema", "bytes", "types", "stored", "mutants", "valid", "right", "kept", "beyond"
    );
    for row in &rows {
        println!(
            "{:<18} {:>7} {:>6} {:>6} {:>8} {:>7} {:>8} {:>8} {:>8}",
            row.name, row.bytes, row.types, row.documents, row.mutants, row.valid, row.right, row.kept, row.beyond
        );
    }
    let wrong: Vec<&String> = rows.iter().flat_map(|row| &row.wrong).collect();
    for line in wrong.iter().take(40) {
        println!("{}", line.chars().take(900).collect::<String>());
    }
    let documents: usize = rows.iter().map(|row| row.documents + row.mutants).sum();
    assert!(wrong.is_empty(), "{} of {documents} wrong", wrong.len());
    assert!(rows.len() >= 18 && rows.iter().all(|row| row.mutants == MUTANTS), "every schema has its mutants");
}

/// What part of the whole a count is, in percent with one digit behind the point.
fn share(part: usize, whole: usize) -> String {
    let tenths = (part * 1000).checked_div(whole).unwrap_or(1000);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// How much the Rust types say of each schema. *Nodes* are the schemas that say something about the form of a value by
/// `type`, `enum`, `const`, `properties`, `items` or `required`; *precise* are those whose type says all of it.
/// Of the others, *untyped* ones stand in what only asserts (`not`, `if`, `contains`), and *loose* ones have a type that
/// says less. What no type says is checked by the evaluator on the value that was read (*checked* are the schemas of
/// which that checks anything, bounds and patterns included). There is no other validator, so nothing is residual.
///
/// `CONTRACTS_IMPRECISE=1` lists the places that are not precise.
#[test]
fn types_say_what_schemas_say() {
    let Some(suites) = suites() else { return };
    let list = std::env::var_os("CONTRACTS_IMPRECISE").is_some();
    let reports = over(&folders(&suites), |folder| {
        let text = fs::read_to_string(folder.join("schema.json")).expect("a schema");
        let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
        let mut set = SchemaSet::with_options(options);
        set.add("schema.json", None, text);
        let (model, findings) = set.resolve();
        let model = model.unwrap_or_else(|| panic!("{}: {findings:?}", folder.display()));
        (name(folder), report(&model, &Settings::single(&model, "schema.json", "Root")))
    });
    println!(
        "{:<18} {:>6} {:>8} {:>7} {:>6} {:>8} {:>8}",
        "schema", "nodes", "precise", "untyped", "loose", "checked", "residual"
    );
    let line = |name: &str, [nodes, precise, untyped, checked]: [usize; 4]| {
        println!(
            "{name:<18} {nodes:>6} {:>8} {untyped:>7} {:>6} {checked:>8} {:>8}",
            share(precise, nodes),
            nodes - precise - untyped,
            0
        );
    };
    let mut sum = [0; 4];
    for (name, report) in &reports {
        let untyped = report.imprecise.iter().filter(|node| node.untyped).count();
        let numbers = [report.nodes, report.precise, untyped, report.checked];
        line(name, numbers);
        for (sum, number) in sum.iter_mut().zip(numbers) {
            *sum += number;
        }
        for node in report.imprecise.iter().filter(|_| list) {
            let kind = if node.untyped { "untyped" } else { "loose" };
            println!("    {kind} {}: {}", node.place.pointer, node.keywords.join(", "));
        }
    }
    line("all", sum);
}
