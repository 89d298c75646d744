//! One version of a set of schemas, as it was read.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use contracts_model::{
    Backtracking, Finding, Level, Model, Options, SchemaSet,
    manifest::{FormatMode, Manifest},
    schema::{Document, Origin},
    source::Source,
};

/// A file of a version.
#[derive(Clone, Debug)]
pub struct SnapshotFile {
    /// How the file is named in findings; both versions may use the same name.
    pub name: String,
    /// Its path inside the set, by which the two versions of a schema are paired when no `$id` pairs them.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// One version of a set of schemas.
///
/// Files with errors are left out, and so are those that refer to them: the others can still be compared. What was
/// wrong is in [`Snapshot::problems`].
#[derive(Debug)]
pub struct Snapshot {
    /// What the version is called in reports: a folder, a revision.
    pub label: String,
    /// The manifest, when the version has one that can be read.
    pub manifest: Option<Arc<Manifest>>,
    /// The schemas that could be loaded.
    pub model: Model,
    /// Whether the version is one file that was named by itself, which is compared with whatever file was named beside
    /// it.
    pub is_single_file: bool,
    /// Errors, in the order of the files.
    pub problems: Vec<Finding>,
    paths: BTreeMap<String, String>,
    broken: Vec<BrokenFile>,
    texts: BTreeMap<String, String>,
    resources: Vec<(String, String, String)>,
    /// Files in which `format` is an assertion because the manifest says so.
    asserting: BTreeSet<String>,
}

/// A file that is there and could not be loaded.
#[derive(Clone, Debug)]
struct BrokenFile {
    path: String,
    identity: Identity,
}

/// What is known of the schema in a broken file.
#[derive(Clone, Debug)]
enum Identity {
    /// The text is JSON, and this is the `$id` that it declares.
    Declared(Option<String>),
    /// The text cannot be read.
    Unknown,
}

impl Identity {
    fn of_text(name: &str, text: &str) -> Self {
        Source::parse(name, text).map_or(Self::Unknown, |source| Self::Declared(declared_id(&source)))
    }
}

/// The `$id` as it is written, or what older drafts call it.
fn declared_id(source: &Source) -> Option<String> {
    let id = source.root().get("$id").or_else(|| source.root().get("id"))?.as_str()?;
    Some(id.trim_end_matches('#').to_owned())
}

impl Snapshot {
    /// Loads a version. `resources` are files that the schemas may refer to: name, URI and text.
    pub fn load(
        label: &str,
        files: Vec<SnapshotFile>,
        manifest: Option<(&str, &str)>,
        resources: Vec<(String, String, String)>,
    ) -> Self {
        let mut problems = Vec::new();
        let manifest = manifest.and_then(|(name, text)| match Manifest::parse(name, text) {
            Ok(manifest) => Some(Arc::new(manifest)),
            Err(findings) => {
                problems.extend(findings);
                None
            }
        });
        let paths: BTreeMap<String, String> =
            files.iter().map(|file| (file.name.clone(), file.path.clone())).collect();
        let mut texts: BTreeMap<String, String> = files.into_iter().map(|file| (file.name, file.text)).collect();
        let mut broken = Vec::new();
        let model = loop {
            let (model, findings) = resolve(&texts, &resources);
            if let Some(model) = model {
                break model;
            }
            let errors: Vec<Finding> =
                findings.into_iter().filter(|finding| finding.level == Level::Error).collect();
            let named = |finding: &Finding| {
                let related = finding.related.iter().map(|(place, _)| place.file.clone());
                [finding.place.file.clone()].into_iter().chain(related).collect::<Vec<_>>()
            };
            let faulty: BTreeSet<String> =
                errors.iter().flat_map(named).filter(|file| texts.contains_key(file)).collect();
            problems.extend(errors);
            // Without one it is a fault of a resource: nothing that needs it can be loaded.
            let everything = faulty.is_empty();
            texts.retain(|name, text| {
                let kept = !everything && !faulty.contains(name);
                if !kept {
                    let path = paths.get(name).unwrap_or(name).clone();
                    broken.push(BrokenFile { path, identity: Identity::of_text(name, text) });
                }
                kept
            });
        };
        let mut snapshot = Self {
            label: label.to_owned(),
            is_single_file: false,
            manifest,
            model,
            problems,
            paths,
            broken,
            texts,
            resources,
            asserting: BTreeSet::new(),
        };
        snapshot.asserting = snapshot.files_that_assert_formats();
        snapshot.model.assert_formats(&snapshot.asserting);
        snapshot
    }

    /// Which files refer to which others, directly.
    pub(crate) fn references(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for id in self.model.ids() {
            let file = self.model.schema(id).place.file.as_str();
            let others =
                self.model.applied(id).into_iter().map(|other| self.model.schema(other).place.file.as_str());
            found.entry(file).or_default().extend(others.filter(|other| *other != file));
        }
        found
    }

    /// A schema with nothing but the files that it needs, so that work on it does not grow with the set.
    ///
    /// `None` when they are no set of schemas, which the whole was.
    pub(crate) fn with_references(&self, name: &str, references: &BTreeMap<&str, BTreeSet<&str>>) -> Option<Self> {
        let mut needed: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if needed.insert(name) {
                open.extend(references.get(name).into_iter().flatten());
            }
        }
        let kept = |name: &String| needed.contains(name.as_str());
        let of_needed = |all: &BTreeMap<String, String>| -> BTreeMap<String, String> {
            let entries = all.iter().filter(|(name, _)| kept(name));
            entries.map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        let texts = of_needed(&self.texts);
        let resources: Vec<_> = self.resources.iter().filter(|(name, ..)| kept(name)).cloned().collect();
        Some(Self {
            label: self.label.clone(),
            is_single_file: self.is_single_file,
            manifest: self.manifest.clone(),
            model: self.resolved(&texts, &resources)?,
            problems: Vec::new(),
            paths: of_needed(&self.paths),
            broken: Vec::new(),
            texts,
            resources,
            asserting: self.asserting.clone(),
        })
    }

    /// The files that the manifest names, with those that they refer to.
    fn files_that_assert_formats(&self) -> BTreeSet<String> {
        let entries = self.manifest.iter().flat_map(|manifest| &manifest.schemas);
        let asserting: BTreeSet<&str> =
            entries.filter(|entry| entry.formats == FormatMode::Assert).map(|entry| entry.path.as_str()).collect();
        let named = self.schemas().filter(|file| asserting.contains(self.path(file)));
        let mut open: Vec<&str> = named.map(|file| file.name.as_str()).collect();
        let references = self.references();
        let mut found = BTreeSet::new();
        while let Some(file) = open.pop() {
            if found.insert(file.to_owned()) {
                open.extend(references.get(file).into_iter().flatten());
            }
        }
        found
    }

    fn resolved(&self, texts: &BTreeMap<String, String>, resources: &[(String, String, String)]) -> Option<Model> {
        let mut model = resolve(texts, resources).0?;
        model.assert_formats(&self.asserting);
        Some(model)
    }

    /// The schemas of the set, in the order of their names.
    pub fn schemas(&self) -> impl Iterator<Item = &Document> {
        self.model.documents().iter().filter(|document| document.origin == Origin::Member)
    }

    /// The path of a schema inside the set.
    pub fn path<'a>(&'a self, document: &'a Document) -> &'a str {
        self.paths.get(&document.name).map_or(&document.name, String::as_str)
    }

    /// The `$id` that a schema declares.
    pub fn id(&self, document: &Document) -> Option<&str> {
        let resource = self.model.resource(self.model.schema(document.root).resource);
        resource.declared.then_some(resource.uri.as_str())
    }

    /// Notes a file that is there and whose text cannot be read, so that its schema is not taken to be gone.
    pub fn add_unreadable(&mut self, path: &str, problem: Finding) {
        self.broken.push(BrokenFile { path: path.to_owned(), identity: Identity::Unknown });
        self.problems.push(problem);
    }

    /// The paths of files that are there and could not be loaded.
    pub(crate) fn broken_paths(&self) -> impl Iterator<Item = &str> {
        self.broken.iter().map(|file| file.path.as_str())
    }

    /// Whether a schema of another version, which has no partner among the schemas of this one, may have it among the
    /// files that could not be loaded: by its path, or under another name by its `$id`.
    pub(crate) fn may_hold(&self, document: &Document, other: &Self) -> bool {
        let path = other.path(document);
        let id = declared_id(&document.source);
        self.broken.iter().any(|file| {
            let is_renamed = match &file.identity {
                Identity::Declared(declared) => *declared == id,
                // It is the new version of what stands at its own path, if there is such a schema.
                Identity::Unknown => !other.has_path(&file.path),
            };
            file.path == path || (id.is_some() && is_renamed)
        }) || (self.is_single_file && other.is_single_file && !self.broken.is_empty())
    }

    fn has_path(&self, path: &str) -> bool {
        self.paths.values().any(|own| own == path) || self.broken_paths().any(|own| own == path)
    }

    /// The same version with other text in some files; `None` when that is no set of schemas.
    pub(crate) fn with_texts(&self, edited: &BTreeMap<String, String>) -> Option<Model> {
        let mut texts = self.texts.clone();
        texts.extend(edited.iter().map(|(name, text)| (name.clone(), text.clone())));
        self.resolved(&texts, &self.resources)
    }
}

fn resolve(
    texts: &BTreeMap<String, String>,
    resources: &[(String, String, String)],
) -> (Option<Model>, Vec<Finding>) {
    // A pattern that no automaton can read still has an old and a new text.
    let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
    let mut set = SchemaSet::with_options(options);
    for (name, text) in texts {
        set.add(name, None, text);
    }
    for (name, uri, text) in resources {
        set.add_resource(name, uri, text);
    }
    set.resolve()
}
