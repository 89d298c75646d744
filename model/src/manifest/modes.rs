//! How the files of a set take numbers and formats.
//!
//! Files that refer to each other share types and are evaluated together, so they take both in one way: that of the files
//! among them that the manifest lists. A file that it does not list goes with those that lead to it.

use std::collections::BTreeMap;

use super::{FormatMode, Manifest, NumberMode, SchemaEntry};
use crate::{Finding, Level, Model};

/// How one file of a set takes numbers and formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modes {
    /// How numbers are held.
    pub numbers: NumberMode,
    /// Whether `format` is asserted, whatever the vocabularies of the schema say.
    pub formats: FormatMode,
}

impl Manifest {
    /// The modes of every document of the model, in their order.
    pub fn modes(&self, model: &Model) -> Vec<Modes> {
        let groups = groups(model);
        let mut by_group: BTreeMap<usize, Modes> = BTreeMap::new();
        for (document, group) in model.documents().iter().zip(&groups) {
            if let Some(entry) = self.schema(&document.name) {
                by_group.entry(*group).or_insert(Modes { numbers: entry.numbers, formats: entry.formats });
            }
        }
        groups.iter().map(|group| by_group.get(group).copied().unwrap_or_default()).collect()
    }

    /// Files that refer to each other and take numbers or formats in different ways.
    pub(super) fn mixed_modes(&self, model: &Model) -> Vec<Finding> {
        let mut first: BTreeMap<usize, &SchemaEntry> = BTreeMap::new();
        let mut findings = Vec::new();
        for (document, group) in model.documents().iter().zip(groups(model)) {
            let Some(entry) = self.schema(&document.name) else { continue };
            let other = *first.entry(group).or_insert(entry);
            let differing =
                [("numbers", entry.numbers != other.numbers), ("formats", entry.formats != other.formats)];
            for (key, _) in differing.iter().filter(|(_, differs)| *differs) {
                let message = format!(
                    "{:?} and {:?} refer to each other, or to the same file, and `{key}` is not the same for both",
                    other.path, entry.path
                );
                let finding = Finding::new("mixed-modes", Level::Error, entry.place.clone(), message)
                    .with_help(format!("they share types, which take `{key}` in one way: give both the same"))
                    .with_related(other.place.clone(), format!("the other `{key}`"));
                findings.push(finding);
            }
        }
        findings
    }
}

/// For each document the first of those that references connect it with, whichever way they lead.
fn groups(model: &Model) -> Vec<usize> {
    fn find(parents: &mut [usize], mut at: usize) -> usize {
        while parents[at] != at {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    }
    let documents = model.documents();
    let index: BTreeMap<&str, usize> =
        documents.iter().enumerate().map(|(index, document)| (document.name.as_str(), index)).collect();
    let file = |schema| index.get(model.schema(schema).place.file.as_str()).copied();
    let mut parents: Vec<usize> = (0..documents.len()).collect();
    for schema in model.ids() {
        let Some(own) = file(schema) else { continue };
        for target in model.applied(schema).into_iter().filter_map(file).filter(|target| *target != own) {
            let (left, right) = (find(&mut parents, own), find(&mut parents, target));
            parents[left.max(right)] = left.min(right);
        }
    }
    (0..documents.len()).map(|document| find(&mut parents, document)).collect()
}
