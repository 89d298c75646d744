//! The checks across the records of a set: equal, distinct, constant, exactly once, listed.
//!
//! Values are compared as JSON Schema compares them: `1` equals `1.0`, members have no order, items have.

use std::collections::{BTreeMap, HashMap};

use contracts_model::{Finding, manifest::RecordSet, value::Value};

use super::record_sets::Record;
use crate::{files, rules, visible::shorten};

/// The most characters of a value in a message.
const LONGEST: usize = 80;

fn value(record: &Record, pointer: &str) -> Option<Value> {
    record.document.find(pointer).map(contracts_model::source::Node::to_value)
}

fn shown(value: &Value) -> String {
    shorten(&value.to_string(), LONGEST)
}

/// The records with their values at a pointer; a record without one is a finding.
fn values<'r>(records: &'r [Record], pointer: &str, findings: &mut Vec<Finding>) -> Vec<(&'r Record, Value)> {
    let mut found = Vec::new();
    for record in records {
        if let Some(value) = value(record, pointer) {
            found.push((record, value));
        } else {
            let message = format!("the record has no value at {pointer:?}, which its set compares");
            findings.push(rules::RECORD_VALUE_MISSING.finding(record.document.place(""), message));
        }
    }
    found
}

/// Equal in all records. Each one is held against the value that most records have.
pub(super) fn equal(set: &RecordSet, records: &[Record], findings: &mut Vec<Finding>) {
    for pointer in &set.equal {
        let values = values(records, pointer, findings);
        let Some((usual, expected)) = most_frequent(&values) else { continue };
        for (record, value) in values.iter().filter(|(_, value)| value != expected) {
            let message = format!(
                "{pointer} must be equal in all records, and differs from that of {}: found {}, there {}",
                files::name(&usual.file),
                shown(value),
                shown(expected)
            );
            let finding = rules::RECORDS_DIFFER.finding(record.document.place(pointer), message);
            findings.push(finding.with_related(usual.document.place(pointer), "the other record has this value"));
        }
    }
}

/// The value that most records have, with the first of them; among equally frequent ones, the first.
fn most_frequent<'v, 'r>(values: &'v [(&'r Record, Value)]) -> Option<(&'r Record, &'v Value)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (_, value) in values {
        *counts.entry(value.canonical()).or_default() += 1;
    }
    // `max_by_key` takes the last of equal ones.
    let frequent = values.iter().rev().max_by_key(|(_, value)| counts[&value.canonical()]);
    frequent.map(|(record, value)| (*record, value))
}

/// Different in any two records.
pub(super) fn distinct(set: &RecordSet, records: &[Record], findings: &mut Vec<Finding>) {
    for pointer in &set.distinct {
        let mut seen: HashMap<String, &Record> = HashMap::new();
        for (record, value) in values(records, pointer, findings) {
            let Some(first) = seen.get(&value.canonical()) else {
                seen.insert(value.canonical(), record);
                continue;
            };
            let message = format!(
                "{pointer} must differ between any two records, and is the same as in {}: {}",
                files::name(&first.file),
                shown(&value)
            );
            let finding = rules::RECORDS_NOT_DISTINCT.finding(record.document.place(pointer), message);
            findings.push(finding.with_related(first.document.place(pointer), "the other record has it too"));
        }
    }
}

/// One value in all records.
pub(super) fn constants(set: &RecordSet, records: &[Record], findings: &mut Vec<Finding>) {
    for (pointer, expected) in &set.constants {
        for (record, value) in values(records, pointer, findings) {
            if value != *expected {
                let message =
                    format!("{pointer} must be {} in all records, found {}", shown(expected), shown(&value));
                let finding = rules::RECORD_CONSTANT.finding(record.document.place(pointer), message);
                findings.push(finding.with_related(set.place.clone(), "the manifest says so for this record set"));
            }
        }
    }
}

/// Each listed value in one record, and no other value. Missing ones are reported only for a complete set.
pub(super) fn exactly_once(set: &RecordSet, records: &[Record], complete: bool, findings: &mut Vec<Finding>) {
    for (pointer, expected) in &set.exactly_once {
        let mut seen: BTreeMap<String, &Record> = BTreeMap::new();
        for (record, value) in values(records, pointer, findings) {
            if !expected.contains(&value) {
                let message = format!(
                    "{pointer} must be one of {}, found {}",
                    expected.iter().map(shown).collect::<Vec<_>>().join(", "),
                    shown(&value)
                );
                let finding = rules::RECORD_UNEXPECTED.finding(record.document.place(pointer), message);
                findings.push(finding.with_related(set.place.clone(), "the manifest says so for this record set"));
                continue;
            }
            let Some(first) = seen.get(&value.canonical()) else {
                seen.insert(value.canonical(), record);
                continue;
            };
            let message = format!(
                "{pointer} must be {} in one record only, and is in {} too",
                shown(&value),
                files::name(&first.file)
            );
            let finding = rules::RECORD_TWICE.finding(record.document.place(pointer), message);
            findings.push(finding.with_related(first.document.place(pointer), "the other record has it too"));
        }
        let missing = expected.iter().filter(|value| complete && !seen.contains_key(&value.canonical()));
        for value in missing {
            let message = format!("no record of {:?} has {} at {pointer}", set.name, shown(value));
            findings.push(rules::RECORD_MISSING.finding(set.place.clone(), message));
        }
    }
}

/// One of the values of a list; a record without a value has nothing to look up.
pub(super) fn listed_in(
    records: &[Record],
    pointer: &str,
    list: &str,
    allowed: &[Value],
    findings: &mut Vec<Finding>,
) {
    for record in records {
        let Some(value) = value(record, pointer) else { continue };
        if !allowed.contains(&value) {
            let message = format!("{pointer} is {}, which {list} does not list", shown(&value));
            findings.push(rules::RECORD_NOT_LISTED.finding(record.document.place(pointer), message));
        }
    }
}
