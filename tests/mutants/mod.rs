//! Mutants of every valid document: the generated decoders and the `jsonschema` validator say the same of each.

mod mutations;
mod places;
mod readers;
mod text;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::support::{CONTRACTS, equal, parallel::over, root, valid_documents, validator};
use contracts_model::manifest::Manifest;
use contracts_types::Violation;
use jsonschema::Validator;
use mutations::{Plan, plan};
use readers::{Answers, Forms, Reader, reader};
use serde_json::{Value, json};
use text::{Repeated, objects, reversed, with_repeated};

/// How many mutants there are at least, and how many of them at least are valid.
const MUTANTS: usize = 20_000;
const VALID_MUTANTS: usize = 4_000;

/// The schemas of the set by the stem of their file.
fn schemas() -> BTreeMap<String, Value> {
    CONTRACTS
        .iter()
        .map(|contract| {
            let file = root().join("schemas").join(format!("{}.schema.json", contract.stem));
            let text = fs::read(&file).expect("a readable schema");
            (contract.stem.to_owned(), serde_json::from_slice(&text).expect("a JSON schema"))
        })
        .collect()
}

/// The validator of what tolerant decoding accepts: the schema with the enums that the manifest lists as fail-closed
/// widened to any string; `None` where it lists none.
fn widened_validator(stem: &str, schema: &Value) -> Option<Validator> {
    let text = fs::read_to_string(root().join("schemas/contracts.toml")).expect("the manifest");
    let manifest = Manifest::parse("contracts.toml", &text).expect("a sound manifest");
    let file = format!("{stem}.schema.json");
    let mut widened = schema.clone();
    let mut any = false;
    for entry in manifest.fail_closed.iter().filter(|entry| entry.schema == file) {
        any = true;
        let place = widened.pointer_mut(&entry.at).and_then(Value::as_object_mut).expect("a place in the schema");
        place.remove("enum").expect("an enum");
        place.insert("type".to_owned(), json!("string"));
    }
    any.then(|| jsonschema::options().offline().build(&widened).expect("a schema without foreign references"))
}

/// One contract with its judges.
struct Judged {
    stem: &'static str,
    read: Reader,
    strict: Validator,
    widened: Option<Validator>,
}

impl Judged {
    /// What is wrong with the answers about a document.
    fn judge(&self, document: Value, tally: &mut Tally) -> Vec<String> {
        let valid = self.strict.is_valid(&document);
        let tolerable = self.widened.as_ref().map_or(valid, |validator| validator.is_valid(&document));
        let forms = Forms { text: document.to_string(), reversed: reversed(&document), value: document };
        let Answers { slice, value, others, violations, tolerant } = (self.read)(&forms);
        let document = &forms.value;
        tally.mutants += 1;
        tally.valid += usize::from(valid);
        tally.tolerated += usize::from(tolerable && !valid);
        let mut wrong = Vec::new();
        let mut demand = |holds: bool, words: &dyn Fn() -> String| {
            if !holds {
                wrong.push(words());
            }
        };
        let lossless = |encoded: &Value| equal(encoded, document);

        let same = |name: &str, answer: &Result<Value, String>| match answer {
            Ok(encoded) if !valid => Err(format!("{name} accepts what the validator refuses: {encoded}")),
            Ok(encoded) if !lossless(encoded) => Err(format!("{name} loses something: {encoded}")),
            Err(error) if valid => Err(format!("{name} refuses what the validator accepts: {error}")),
            _ => Ok(()),
        };
        let plain =
            |answer: &Result<Value, contracts_types::Error>| answer.clone().map_err(|error| error.to_string());
        let all = [("from_slice", plain(&slice)), ("from_value", plain(&value))];
        for (name, answer) in all.iter().chain(&others) {
            let same = same(name, answer);
            demand(same.is_ok(), &|| same.clone().unwrap_err());
        }

        match (&slice, &value) {
            (Err(one), Err(other)) => {
                demand(one.violation() == other.violation(), &|| {
                    format!("from_slice says {one}; from_value says {other}")
                });
            }
            (Ok(_), Ok(_)) => {}
            _ => demand(false, &|| "from_slice and from_value differ".to_owned()),
        }
        match &violations {
            Err(error) => demand(false, &|| format!("no list of violations: {error}")),
            Ok(list) => {
                demand(list.is_empty() == valid, &|| format!("the list of violations is {list:?}"));
                if let Err(first) = &slice {
                    let listed = mentions(list, first.pointer(), first.rule());
                    demand(listed, &|| format!("{first} is not among the violations {list:?}"));
                }
            }
        }
        for (name, answer) in ["tolerant", "tolerant, reversed"].iter().zip(&tolerant) {
            match answer {
                Err(error) => demand(!tolerable, &|| format!("{name}: refuses what it should keep: {error}")),
                Ok((encoded, pointers)) => {
                    demand(tolerable, &|| format!("{name}: accepts too much: {encoded}"));
                    demand(lossless(encoded), &|| format!("{name}: loses something: {encoded}"));
                    // All that strict reading has against the document are the unrecognized values.
                    let expected: BTreeSet<&str> =
                        violations.iter().flatten().map(|one| one.pointer.as_str()).collect();
                    let kept: BTreeSet<&str> = pointers.iter().map(String::as_str).collect();
                    demand(kept == expected && kept.len() == pointers.len(), &|| {
                        format!("{name}: unrecognized at {pointers:?}, but the schema refuses {expected:?}")
                    });
                }
            }
        }
        wrong
    }
}

/// Whether a list names a failure, or names it as the reason why a branch of a union does not match.
fn mentions(list: &[Violation], pointer: &str, keyword: &str) -> bool {
    list.iter()
        .any(|one| one.pointer == pointer && one.keyword == keyword || mentions(&one.causes, pointer, keyword))
}

/// How many mutants there were.
#[derive(Debug, Default)]
struct Tally {
    mutants: usize,
    valid: usize,
    tolerated: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.mutants += other.mutants;
        self.valid += other.valid;
        self.tolerated += other.tolerated;
    }
}

/// A valid document and the contract that it is of.
struct Document {
    stem: &'static str,
    name: String,
    value: Value,
}

fn documents() -> Vec<Document> {
    let mut documents = Vec::new();
    for contract in CONTRACTS {
        for (file, bytes) in valid_documents(contract.stem) {
            let name = file.strip_prefix(root()).expect("a file of the repository").display().to_string();
            let value = serde_json::from_slice(&bytes).expect("a JSON fixture");
            documents.push(Document { stem: contract.stem, name, value });
        }
    }
    documents
}

/// Fails with the first of the faults.
fn none(wrong: &[String]) {
    const SHOWN: usize = 20;
    let shown = wrong.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} faults, among them:\n{shown}", wrong.len());
}

#[test]
fn verdicts_are_those_of_the_validator() {
    let schemas = schemas();
    let judges: BTreeMap<&str, Judged> = CONTRACTS
        .iter()
        .map(|contract| {
            let stem = contract.stem;
            let widened = widened_validator(stem, &schemas[stem]);
            (stem, Judged { stem, read: reader(stem), strict: validator(stem), widened })
        })
        .collect();
    assert!(judges.values().any(|judged| judged.widened.is_some()), "no enum is fail-closed");
    let documents = documents();
    let plans: Vec<(&Judged, Plan<'_>)> = CONTRACTS
        .iter()
        .flat_map(|contract| {
            let own = documents.iter().filter(|document| document.stem == contract.stem).map(|one| &one.value);
            let plans = plan(&schemas[contract.stem], &schemas, own);
            plans.into_iter().map(|plan| (&judges[contract.stem], plan))
        })
        .collect();
    let results = over(&plans, |(judged, plan)| {
        let (mut tally, mut wrong) = (Tally::default(), Vec::new());
        plan.each_mutant(&mut |mutant| {
            let text = mutant.document.to_string();
            for fault in judged.judge(mutant.document, &mut tally) {
                wrong.push(format!("{}, {}: {fault}\n    {text:.1000}", judged.stem, mutant.what));
            }
        });
        (tally, wrong)
    });
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for (one, faults) in results {
        tally.add(&one);
        wrong.extend(faults);
    }
    println!("{tally:?}");
    none(&wrong);
    assert!(tally.mutants >= MUTANTS, "{tally:?}");
    assert!(tally.valid >= VALID_MUTANTS, "{tally:?}");
    assert!(tally.tolerated >= 100, "{tally:?}");
}

#[test]
fn a_repeated_member_is_refused_where_it_stands() {
    let results = over(&documents(), |Document { stem, name, value: document }| {
        let contract = CONTRACTS.iter().find(|contract| contract.stem == *stem).expect("a contract");
        let (mut count, mut wrong) = (0, Vec::new());
        for (object, members) in objects(document) {
            for (member, value) in members {
                for (value, escaped) in [(value, false), (&Value::Null, false), (value, true)] {
                    count += 1;
                    let repeated = Repeated { object: &object, name: member, value, escaped };
                    let text = with_repeated(document, &repeated);
                    let answers = [
                        ("strict", (contract.round_trip)(text.as_bytes()).err()),
                        ("tolerant", (contract.round_trip_tolerant)(text.as_bytes()).err()),
                        ("violations", (contract.violations)(text.as_bytes()).err()),
                    ];
                    for (way, answer) in answers {
                        let right = answer
                            .as_ref()
                            .is_some_and(|error| error.rule() == "duplicate-key" && error.pointer() == object);
                        if !right {
                            let said = answer.map_or_else(|| "accepted".to_owned(), |error| error.to_string());
                            wrong.push(format!("{name}, {member:?} twice in {object:?}, {way}: {said}"));
                        }
                    }
                }
            }
        }
        (count, wrong)
    });
    let count: usize = results.iter().map(|(count, _)| count).sum();
    println!("{count} texts with a repeated member");
    none(&results.into_iter().flat_map(|(_, wrong)| wrong).collect::<Vec<_>>());
    assert!(count >= 5_000, "only {count}");
}

/// The one difference that is meant: whole numbers beyond 64 bits are valid, and refused by a rule of their own where
/// the type is a whole number. Where a conditional alone makes the place whole, the type holds any value.
#[test]
fn whole_numbers_beyond_the_type_are_refused_as_such() {
    let schemas = schemas();
    let results = over(&documents(), |Document { stem, name, value: document }| {
        let contract = CONTRACTS.iter().find(|contract| contract.stem == *stem).expect("a contract");
        let (mut refused, mut kept, mut wrong) = (0, 0, Vec::new());
        for place in places::places(document, &schemas[*stem], &schemas) {
            // What a maximum forbids is refused by the maximum.
            let whole = place.schemas.iter().any(|schema| schema.get("type") == Some(&json!("integer")))
                && place
                    .schemas
                    .iter()
                    .all(|schema| schema.get("maximum").is_none() && schema.get("const").is_none());
            if !whole {
                continue;
            }
            for number in [json!(1e20), json!(18_446_744_073_709_551_616.0_f64), json!(f64::MAX)] {
                let mut mutant = document.clone();
                *mutant.pointer_mut(&place.pointer).expect("a place of the document") = number.clone();
                match (contract.round_trip)(mutant.to_string().as_bytes()) {
                    Err(error) if error.rule() == "number-range" && error.pointer() == place.pointer => {
                        refused += 1;
                    }
                    Err(error) => wrong.push(format!("{name}, {}: {number}: {error}", place.pointer)),
                    Ok(encoded) if equal(&encoded, &mutant) => kept += 1,
                    Ok(encoded) => wrong.push(format!("{name}, {}: {number} became {encoded}", place.pointer)),
                }
            }
        }
        ((refused, kept), wrong)
    });
    let refused: usize = results.iter().map(|((refused, _), _)| refused).sum();
    let kept: usize = results.iter().map(|((_, kept), _)| kept).sum();
    none(&results.into_iter().flat_map(|(_, wrong)| wrong).collect::<Vec<_>>());
    assert!(refused >= 300 && kept <= refused / 10, "{refused} refused, {kept} kept");
}
