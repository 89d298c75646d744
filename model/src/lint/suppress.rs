//! Findings that are meant to be there.

use super::rules::{self, unused_suppression};
use crate::{Finding, Place, read::shorten, suggest};

/// An entry that says that a finding is meant to be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// Id of the rule.
    pub rule: String,
    /// The schema file, by its name in the set.
    pub file: String,
    /// JSON pointer of the finding.
    pub pointer: String,
    /// Where the suppression stands.
    pub place: Place,
}

/// Takes out the findings that are allowed, and adds one for each entry that allows nothing.
pub fn suppress(findings: Vec<Finding>, allow: &[Suppression]) -> Vec<Finding> {
    let mut used = vec![false; allow.len()];
    let mut kept: Vec<Finding> = findings
        .into_iter()
        .filter(|finding| {
            let mut allowed = false;
            for (number, entry) in allow.iter().enumerate() {
                let same = entry.rule == finding.rule
                    && entry.file == finding.place.file
                    && entry.pointer == finding.place.pointer;
                used[number] |= same;
                allowed |= same;
            }
            !allowed
        })
        .collect();
    for (entry, _) in allow.iter().zip(used).filter(|(_, used)| !used) {
        kept.extend(unused(entry));
    }
    kept
}

fn unused(entry: &Suppression) -> Option<Finding> {
    let known = rules::ALL.iter().find(|rule| rule.id == entry.rule);
    let (message, help) = match known {
        // The loader asks for it when it reads the pattern.
        Some(rule) if rule.id == "non-linear-pattern" => return None,
        Some(rule) if !rule.can_be_allowed() => (
            format!("findings of the rule {} cannot be allowed", rule.id),
            "take this entry out, and mend what the rule finds".to_owned(),
        ),
        Some(rule) => (
            format!(
                "this entry allows nothing: {} finds nothing at {:?} of {}",
                rule.id, entry.pointer, entry.file
            ),
            "take it out, or correct its place; findings name theirs".to_owned(),
        ),
        None => {
            let names = rules::ALL.iter().filter(|rule| rule.can_be_allowed()).map(|rule| rule.id);
            let help = match suggest::nearest(&entry.rule, names) {
                Some(close) => format!("did you mean {close:?}?"),
                None => "`contracts rules` lists the rules".to_owned(),
            };
            (format!("there is no rule {:?}", shorten(&entry.rule)), help)
        }
    };
    let rule = &unused_suppression::RULE;
    Some(Finding::new(rule.id, rule.strict, entry.place.clone(), message).with_help(help))
}
