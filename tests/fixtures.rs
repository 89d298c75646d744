//! Every fixture through the generated decoder and through the `jsonschema` validator, with equal verdicts.

use crate::support::{CONTRACTS, equal, invalid_documents, valid_documents, validator};

#[test]
fn valid_documents_decode_and_come_back_as_they_were() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for contract in CONTRACTS {
        let validator = validator(contract.stem);
        for (file, bytes) in valid_documents(contract.stem) {
            count += 1;
            let document: serde_json::Value = serde_json::from_slice(&bytes).expect("a JSON fixture");
            if !validator.is_valid(&document) {
                wrong.push(format!("{}: the validator refuses it", file.display()));
            }
            match (contract.round_trip)(&bytes) {
                Err(error) => wrong.push(format!("{}: {error}", file.display())),
                Ok(encoded) => {
                    let same = equal(&encoded, &document);
                    if !same {
                        wrong.push(format!("{}: came back as {encoded}", file.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 15 * 5 + 22, "only {count} valid documents");
}

#[test]
fn invalid_documents_are_refused_where_they_say() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for contract in CONTRACTS {
        let validator = validator(contract.stem);
        for invalid in invalid_documents(contract.stem) {
            count += 1;
            if validator.is_valid(&invalid.document) {
                wrong.push(format!("{}: the validator accepts it", invalid.file.display()));
            }
            let bytes = serde_json::to_vec(&invalid.document).expect("JSON");
            match (contract.round_trip)(&bytes) {
                Ok(_) => wrong.push(format!("{}: decoded", invalid.file.display())),
                Err(error) if error.pointer() != invalid.pointer || error.rule() != invalid.keyword => {
                    wrong.push(format!(
                        "{}: {} at {:?}, not {} at {:?}",
                        invalid.file.display(),
                        error.rule(),
                        error.pointer(),
                        invalid.keyword,
                        invalid.pointer
                    ));
                }
                Err(_) => {}
            }
            let all = (contract.violations)(&bytes).expect("JSON");
            if !all.iter().any(|one| one.pointer == invalid.pointer && one.keyword == invalid.keyword) {
                wrong.push(format!("{}: the full list has {all:?}", invalid.file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 15 * 15, "only {count} invalid documents");
}
