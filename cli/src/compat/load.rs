//! Loading a version: a file, a folder, or a folder in a revision.

use std::sync::Arc;

use contracts_compat::{Snapshot, SnapshotFile};
use contracts_model::{Finding, Place, manifest::Manifest};

use super::git::{Repository, Revision, incomplete, short};
use crate::{
    contract_set::{MANIFEST, SCHEMA_ENDING},
    exit::Failure,
    files,
    report::Texts,
    resources::Resource,
    rules,
};

/// A version before it is read: where its files are, and how they are named.
struct Source {
    label: String,
    /// Paths inside the version, and names in findings.
    files: Vec<(String, String)>,
    manifest: Option<(String, Arc<str>)>,
}

/// What could not be read: the path inside the version, `None` for the manifest, and why.
type Unread = Vec<(Option<String>, Finding)>;

/// Loads what stands in a path now. `label` is the path.
pub(super) fn from_disk(path: &str, resources: &[Resource], texts: &mut Texts) -> Result<Snapshot, Failure> {
    if !files::is_folder(path) {
        let mut unread = Unread::new();
        let read = read_file(path, Some(files::name(path)), texts, &mut unread)?;
        let file = read.map(|text| SnapshotFile {
            name: path.to_owned(),
            path: files::name(path).to_owned(),
            text: text.as_ref().to_owned(),
        });
        let mut snapshot = load(path, file.into_iter().collect(), None, resources, unread);
        snapshot.is_single_file = true;
        return Ok(snapshot);
    }
    let manifest_path = files::join(path, MANIFEST);
    let mut unread = Unread::new();
    let manifest = if files::is_file(&manifest_path) {
        read_file(&manifest_path, None, texts, &mut unread)?.map(|text| (manifest_path, text))
    } else {
        None
    };
    let mut found = files::walk(path, SCHEMA_ENDING)?;
    if found.is_empty() && manifest.is_none() {
        found = files::walk(path, ".json")?;
    }
    let relative = |name: &String| files::relative(path, name).unwrap_or(name).to_owned();
    let listed = found.iter().map(|name| (relative(name), name.clone())).collect();
    let source = Source { label: path.to_owned(), files: listed, manifest };
    let mut schemas = Vec::new();
    for (path, name) in contracts(&source) {
        // A file that cannot be read leaves the others comparable.
        match read_file(&name, Some(&path), texts, &mut unread) {
            Ok(Some(text)) => schemas.push(SnapshotFile { name, path, text: text.as_ref().to_owned() }),
            Ok(None) => {}
            Err(failure) => unread.push((Some(path), unreadable(&name, &failure))),
        }
    }
    Ok(load(&source.label, schemas, source.manifest.as_ref(), resources, unread))
}

/// Loads what stood in a folder in a revision. Files are named `REVISION:PATH`.
pub(super) fn from_git(
    repository: &Repository,
    folder: &str,
    revision: &Revision,
    resources: &[Resource],
    texts: &mut Texts,
) -> Result<Snapshot, Failure> {
    let label = format!("{} ({})", revision.label, short(&revision.commit));
    let listed = repository.list(revision)?;
    let name = |path: &str| format!("{}:{}", revision.label, files::join(folder, path));
    let has_manifest = listed.iter().any(|path| path == MANIFEST);
    let mut paths: Vec<String> = listed.iter().filter(|path| path.ends_with(SCHEMA_ENDING)).cloned().collect();
    if paths.is_empty() && !has_manifest {
        paths = listed.iter().filter(|path| path.strip_suffix(".json").is_some()).cloned().collect();
    }
    if has_manifest {
        paths.push(MANIFEST.to_owned());
    }
    let mut contents = repository.read(revision, &paths)?;
    let mut unread = Unread::new();
    let mut text = |path: &str, texts: &mut Texts| -> Option<Arc<str>> {
        let name = name(path);
        let schema = Some(path.to_owned()).filter(|path| path != MANIFEST);
        let Some(bytes) = contents.remove(path) else {
            let what = "the file is in the revision, and git cannot read it";
            let finding = rules::UNREADABLE_FILE.finding(Place::file(name), what);
            unread.push((schema, finding.with_help(incomplete(&revision.label))));
            return None;
        };
        if let Ok(text) = String::from_utf8(bytes) {
            let text: Arc<str> = text.into();
            texts.insert(&name, text.clone());
            Some(text)
        } else {
            unread.push((schema, rules::NOT_UTF_8.finding(Place::file(name), "the file is not UTF-8 text")));
            None
        }
    };
    let manifest = if has_manifest { text(MANIFEST, texts).map(|text| (name(MANIFEST), text)) } else { None };
    let files = paths.iter().filter(|path| *path != MANIFEST).map(|path| (path.clone(), name(path))).collect();
    let source = Source { label, files, manifest };
    let mut schemas = Vec::new();
    for (path, name) in contracts(&source) {
        if let Some(text) = text(&path, texts) {
            schemas.push(SnapshotFile { name, path, text: text.as_ref().to_owned() });
        }
    }
    Ok(load(&source.label, schemas, source.manifest.as_ref(), resources, unread))
}

/// A version without anything, for a set that has no past.
pub(super) fn nothing(label: &str) -> Snapshot {
    Snapshot::load(label, Vec::new(), None, Vec::new())
}

/// The files that are contracts: neither fixtures nor records nor advice.
fn contracts(source: &Source) -> Vec<(String, String)> {
    // Paths in the manifest are relative to its folder, as those of the version are.
    let manifest = source.manifest.as_ref().and_then(|(_, text)| Manifest::parse(MANIFEST, text).ok());
    let Some(manifest) = manifest else { return source.files.clone() };
    let records = manifest.record_sets.iter().map(|set| &set.files);
    let documents: Vec<String> =
        manifest.fixtures.iter().chain(records).map(|path| format!("{}/", manifest.resolve_path(path))).collect();
    let advice: Vec<String> = manifest.advice.iter().map(|advice| manifest.resolve_path(&advice.advice)).collect();
    let mut files = source.files.clone();
    files.retain(|(path, _)| {
        !documents.iter().any(|folder| path.starts_with(folder.as_str())) && !advice.contains(path)
    });
    files
}

fn load(
    label: &str,
    files: Vec<SnapshotFile>,
    manifest: Option<&(String, Arc<str>)>,
    resources: &[Resource],
    unread: Unread,
) -> Snapshot {
    let resources = resources.iter().map(Resource::parts).collect();
    let manifest = manifest.map(|(name, text)| (name.as_str(), text.as_ref()));
    let mut snapshot = Snapshot::load(label, files, manifest, resources);
    for (path, finding) in unread {
        match path {
            Some(path) => snapshot.add_unreadable(&path, finding),
            None => snapshot.problems.push(finding),
        }
    }
    snapshot
}

/// The text of a file; a text that is not UTF-8 is noted, a file that is not there is a failure.
fn read_file(
    name: &str,
    path: Option<&str>,
    texts: &mut Texts,
    unread: &mut Unread,
) -> Result<Option<Arc<str>>, Failure> {
    match files::read(name, texts)? {
        Ok(text) => Ok(Some(text)),
        Err(finding) => {
            unread.push((path.map(str::to_owned), finding));
            Ok(None)
        }
    }
}

fn unreadable(path: &str, failure: &Failure) -> Finding {
    let finding = |message: &str| rules::UNREADABLE_FILE.finding(Place::file(path), message);
    match failure {
        Failure::Use { message, help: Some(help) } => finding(message).with_help(help),
        Failure::Use { message, help: None } => finding(message),
        output @ Failure::Output(_) => finding(&output.to_string()),
    }
}
