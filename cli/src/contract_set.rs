//! A set of contracts on disk: a manifest, and the schemas below its folder.

use contracts_model::{Model, Options, SchemaSet, manifest::Manifest};

use crate::{
    exit::Failure,
    files,
    report::Report,
    resources::{self, Resource},
};

/// The name of the manifest.
pub(crate) const MANIFEST: &str = "contracts.toml";

/// The ending of schema files.
pub(crate) const SCHEMA_ENDING: &str = ".schema.json";

/// Where a set is looked for when none is named.
const DEFAULT_FOLDERS: [&str; 2] = ["schemas", "."];

/// A set whose manifest could be read.
#[derive(Debug)]
pub(crate) struct ContractSet {
    pub(crate) manifest: Manifest,
    /// The folder of the manifest.
    pub(crate) folder: String,
    /// Paths of the schemas below the folder.
    pub(crate) schemas: Vec<String>,
    /// All schemas, unless there is an error among the findings of the loader.
    pub(crate) model: Option<Model>,
}

impl ContractSet {
    /// The folder of the set that an argument names, or of the one that is here when it names none.
    pub(crate) fn folder(given: Option<&str>) -> Result<String, Failure> {
        if let Some(given) = given {
            let folder = files::spelled(given);
            return if files::is_file(&files::join(&folder, MANIFEST)) {
                Ok(folder)
            } else if files::is_folder(&folder) {
                Err(Failure::new(format!("{folder:?} has no {MANIFEST}")).with_help(
                    "name the folder that holds the manifest, or lint schemas without one: contracts lint",
                ))
            } else {
                Err(Failure::new(format!("cannot read {folder:?}: there is no such folder")).with_help(
                    "name the folder that holds contracts.toml; a path is relative to the current folder",
                ))
            };
        }
        let found = DEFAULT_FOLDERS.iter().find(|folder| files::is_file(&files::join(folder, MANIFEST)));
        found.map(|folder| (*folder).to_owned()).ok_or_else(|| {
            Failure::new(format!("there is no {MANIFEST} in schemas or in the current folder"))
                .with_help("name the folder that holds the manifest: contracts COMMAND DIR")
        })
    }

    /// Loads the set in a folder. What is wrong with it goes to the report; `None` when the manifest is broken.
    pub(crate) fn load(folder: &str, resources: &[Resource], report: &mut Report) -> Result<Option<Self>, Failure> {
        let path = files::join(folder, MANIFEST);
        let manifest = match files::read(&path, &mut report.texts)? {
            Ok(text) => Manifest::parse(&path, &text),
            Err(finding) => Err(vec![finding]),
        };
        let manifest = match manifest {
            Ok(manifest) => manifest,
            Err(findings) => {
                report.findings.extend(findings);
                return Ok(None);
            }
        };
        let schemas = walk(folder, &manifest, SCHEMA_ENDING)?;
        let options = Options { strict: true, backtracking: manifest.backtracking(), ..Options::default() };
        let mut set = SchemaSet::with_options(options);
        let mut readable = true;
        for schema in &schemas {
            match files::read(schema, &mut report.texts)? {
                Ok(text) => _ = set.add(schema, None, text.as_ref()),
                Err(finding) => {
                    readable = false;
                    report.findings.push(finding);
                }
            }
        }
        resources::add(resources, &mut set);
        let (model, findings) = set.resolve();
        report.findings.extend(findings);
        Ok(Some(Self { manifest, folder: folder.to_owned(), schemas, model: model.filter(|_| readable) }))
    }

    /// Paths of the files below the folder that end in a suffix, without fixtures and records.
    pub(crate) fn walk(&self, suffix: &str) -> Result<Vec<String>, Failure> {
        walk(&self.folder, &self.manifest, suffix)
    }

    /// The folder of the set that a path lies in: the nearest one above it that has a manifest.
    pub(crate) fn containing(path: &str) -> Option<String> {
        let mut folder = if files::is_folder(path) { path.to_owned() } else { parent(path)? };
        loop {
            if files::is_file(&files::join(&folder, MANIFEST)) {
                return Some(folder);
            }
            folder = parent(&folder)?;
        }
    }

    /// What the name of a schema's fixture folder is.
    pub(crate) fn stem(path: &str) -> &str {
        path.strip_suffix(SCHEMA_ENDING).or_else(|| path.strip_suffix(".json")).unwrap_or(path)
    }
}

fn walk(folder: &str, manifest: &Manifest, suffix: &str) -> Result<Vec<String>, Failure> {
    let records = manifest.record_sets.iter().map(|set| &set.files);
    let documents: Vec<String> =
        manifest.fixtures.iter().chain(records).map(|path| format!("{}/", manifest.resolve_path(path))).collect();
    let mut files = files::walk(folder, suffix)?;
    files.retain(|path| !documents.iter().any(|folder| path.starts_with(folder.as_str())));
    Ok(files)
}

/// The folder above a path, as far as its spelling says.
fn parent(path: &str) -> Option<String> {
    let top = path == "." || path == "/" || files::name(path) == "..";
    (!top).then(|| files::folder(path).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents() {
        for (path, expected) in [
            ("a/b/c.json", Some("a/b")),
            ("a", Some(".")),
            (".", None),
            ("/a", Some("/")),
            ("/", None),
            ("../a.json", Some("..")),
            ("..", None),
        ] {
            assert_eq!(parent(path).as_deref(), expected, "{path}");
        }
    }
}
