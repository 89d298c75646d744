//! Generated decoders and the `jsonschema` validator agree on random schemas and documents, and nothing that is accepted
//! loses anything.

mod documents;
mod schemas;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;

use documents::Documents;
use schemas::Schemas;
use serde_json::Value;
use support::{
    equal,
    generated::{Module, Verdict, Ways, ask, generate_one},
    random::Random,
};

const SCHEMAS: usize = 400;
const DOCUMENTS: usize = 250;

/// Another seed searches elsewhere: `CONTRACTS_RANDOM_SEED=7 cargo test --test random`.
fn seed() -> u64 {
    std::env::var("CONTRACTS_RANDOM_SEED").ok().map_or(1, |seed| seed.parse().expect("a number"))
}

struct Case {
    module: usize,
    document: Value,
    valid: bool,
}

#[test]
fn random_schemas_and_documents() {
    let mut random = Random::new(seed());
    let (mut schemas, mut modules) = (Vec::new(), Vec::new());
    let mut cases = Vec::new();
    for index in 0..SCHEMAS {
        let schema = Schemas::new(&mut random).document();
        let code = generate_one(&schema.to_string()).unwrap_or_else(|error| panic!("{schema}: {error}"));
        modules.push(Module { name: format!("random_{index}"), code });
        let oracle = jsonschema::options()
            .should_validate_formats(false)
            .offline()
            .build(&schema)
            .unwrap_or_else(|error| panic!("{schema}: {error}"));
        let documents = Documents::new(&schema);
        for _ in 0..DOCUMENTS {
            let document = documents.document(&mut random);
            let valid = oracle.is_valid(&document);
            cases.push(Case { module: index, document, valid });
        }
        schemas.push(schema);
    }
    let texts: Vec<(usize, String)> = cases.iter().map(|case| (case.module, case.document.to_string())).collect();
    let verdicts = ask("random-schemas", Ways::One, &modules, &texts);
    let mut wrong = Vec::new();
    let mut seen = vec![[false; 2]; SCHEMAS];
    for (case, verdict) in cases.iter().zip(&verdicts) {
        seen[case.module][usize::from(case.valid)] = true;
        let right = match verdict {
            Verdict::Accepted(text) => {
                case.valid && equal(&serde_json::from_str(text).expect("JSON"), &case.document)
            }
            Verdict::Refused { .. } => !case.valid,
            Verdict::Divided(_) => false,
        };
        if !right {
            wrong.push((case, verdict));
        }
    }
    // Small schemas and documents first, each schema once.
    wrong.sort_by_key(|(case, _)| (schemas[case.module].to_string().len(), case.document.to_string().len()));
    let mut told = BTreeSet::new();
    for (case, verdict) in wrong.iter().filter(|(case, _)| told.insert(case.module)).take(10) {
        let Case { module, document, valid } = case;
        println!("random_{module}: should be {valid}: {document}\n  {verdict:?}\n  {}", schemas[*module]);
    }
    let valid = cases.iter().filter(|case| case.valid).count();
    let both = seen.iter().filter(|seen| **seen == [true, true]).count();
    println!(
        "{SCHEMAS} schemas ({both} with documents of both verdicts), {} documents ({valid} valid), {} wrong",
        cases.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} of {} wrong", wrong.len(), cases.len());
    assert!(both > SCHEMAS * 3 / 4, "{both} schemas with documents of both verdicts");
}
