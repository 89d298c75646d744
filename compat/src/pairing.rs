//! Which schema of the new version is which of the old one.

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::schema::Document;

use crate::snapshot::Snapshot;

/// One schema in one or both versions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paired<'s> {
    pub(crate) old: Option<&'s Document>,
    pub(crate) new: Option<&'s Document>,
}

/// Pairs the schemas of two versions by `$id`, then by path; two files that were named by
/// themselves belong together.
/// The order is that of the paths.
pub(crate) fn pair<'s>(old: &'s Snapshot, new: &'s Snapshot) -> Vec<Paired<'s>> {
    let by_id: BTreeMap<&str, &Document> =
        new.schemas().filter_map(|document| Some((new.id(document)?, document))).collect();
    let by_path: BTreeMap<&str, &Document> = new.schemas().map(|document| (new.path(document), document)).collect();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    let mut partners: BTreeMap<&str, &Document> = BTreeMap::new();
    for document in old.schemas() {
        if let Some(partner) = old.id(document).and_then(|id| by_id.get(id)) {
            taken.insert(&partner.name);
            partners.insert(&document.name, partner);
        }
    }
    for document in
        old.schemas().filter(|document| !partners.contains_key(document.name.as_str())).collect::<Vec<_>>()
    {
        if let Some(partner) =
            by_path.get(old.path(document)).filter(|partner| !taken.contains(partner.name.as_str()))
        {
            taken.insert(&partner.name);
            partners.insert(&document.name, partner);
        }
    }
    if old.is_single_file
        && new.is_single_file
        && let (Some(document), Some(partner)) = (old.schemas().next(), new.schemas().next())
    {
        taken.insert(&partner.name);
        partners.insert(&document.name, partner);
    }

    let mut pairs: Vec<(String, Paired<'s>)> = Vec::new();
    for document in old.schemas() {
        let partner = partners.get(document.name.as_str()).copied();
        let path = partner.map_or_else(|| old.path(document), |partner| new.path(partner));
        pairs.push((path.to_owned(), Paired { old: Some(document), new: partner }));
    }
    for document in new.schemas().filter(|document| !taken.contains(document.name.as_str())) {
        pairs.push((new.path(document).to_owned(), Paired { old: None, new: Some(document) }));
    }
    pairs.sort_by(|left, right| left.0.cmp(&right.0));
    pairs.into_iter().map(|(_, pair)| pair).collect()
}
