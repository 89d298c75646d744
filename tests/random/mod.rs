//! Generated decoders and the `jsonschema` validator agree on random schemas and documents, and nothing that is accepted
//! loses anything.

mod documents;
mod schemas;

use std::collections::BTreeSet;

use crate::support::{
    equal,
    generated::{Module, Verdict, Ways, ask, generate_one},
    parallel::over,
    random::Random,
};
use documents::Documents;
use schemas::Schemas;
use serde_json::Value;

const SCHEMAS: usize = 400;
const DOCUMENTS: usize = 250;
/// Schemas per generated crate: few enough that the compiler needs little memory, enough that linking costs little.
const CRATE: usize = 50;

/// Another seed searches elsewhere: `CONTRACTS_RANDOM_SEED=7 cargo test --test integration random::`.
fn seed() -> u64 {
    std::env::var("CONTRACTS_RANDOM_SEED").ok().map_or(1, |seed| seed.parse().expect("a number"))
}

struct Case {
    module: usize,
    document: Value,
    valid: bool,
}

/// A wrong verdict.
struct Wrong {
    /// By this the smallest ones are shown first.
    size: (usize, usize),
    schema: (usize, usize),
    text: String,
}

/// What came of one crate of schemas.
#[derive(Default)]
struct Outcome {
    documents: usize,
    valid: usize,
    /// Schemas that had documents of both verdicts.
    both: usize,
    wrong: Vec<Wrong>,
}

/// Makes the schemas of one crate with their documents, and compares the verdicts.
fn search(part: usize) -> Outcome {
    let mut random = Random::new(seed().wrapping_mul(1_000).wrapping_add(part as u64));
    let (mut schemas, mut modules) = (Vec::new(), Vec::new());
    let mut cases = Vec::new();
    for index in 0..CRATE {
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
    let verdicts = ask(&format!("random-schemas-{part}"), Ways::One, &modules, &texts);
    let mut outcome = Outcome { documents: cases.len(), ..Outcome::default() };
    let mut seen = [[false; 2]; CRATE];
    for (Case { module, document, valid }, verdict) in cases.iter().zip(&verdicts) {
        seen[*module][usize::from(*valid)] = true;
        outcome.valid += usize::from(*valid);
        let right = match verdict {
            Verdict::Accepted(text) => *valid && equal(&serde_json::from_str(text).expect("JSON"), document),
            Verdict::Refused { .. } => !valid,
            Verdict::Divided(_) => false,
        };
        if !right {
            let (schema, document) = (schemas[*module].to_string(), document.to_string());
            outcome.wrong.push(Wrong {
                size: (schema.len(), document.len()),
                schema: (part, *module),
                text: format!("should be {valid}: {document}\n  {verdict:?}\n  {schema}"),
            });
        }
    }
    outcome.both = seen.iter().filter(|seen| **seen == [true, true]).count();
    outcome
}

#[test]
fn random_schemas_and_documents() {
    let parts: Vec<usize> = (0..SCHEMAS / CRATE).collect();
    let outcomes = over(&parts, |part| search(*part));
    let sum = |number: fn(&Outcome) -> usize| outcomes.iter().map(number).sum::<usize>();
    let (documents, valid, both) =
        (sum(|outcome| outcome.documents), sum(|outcome| outcome.valid), sum(|outcome| outcome.both));
    let mut wrong: Vec<Wrong> = outcomes.into_iter().flat_map(|outcome| outcome.wrong).collect();
    // Small schemas and documents first, each schema once.
    wrong.sort_by_key(|wrong| wrong.size);
    let mut told = BTreeSet::new();
    for Wrong { schema: (part, module), text, .. } in
        wrong.iter().filter(|wrong| told.insert(wrong.schema)).take(10)
    {
        println!("random_{module} of crate {part}: {text}");
    }
    println!(
        "{SCHEMAS} schemas ({both} with documents of both verdicts), {documents} documents ({valid} valid), {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} of {documents} wrong", wrong.len());
    assert!(both > SCHEMAS * 3 / 4, "{both} schemas with documents of both verdicts");
}
