//! `--resource`: schemas that are not of the set, offered under a URI.

use std::{collections::BTreeSet, str::FromStr};

use contracts_model::{SchemaSet, uri::encode_path};

use crate::{
    exit::Failure,
    files,
    report::{Report, Texts},
};

/// `URI=PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResourceArg {
    uri: String,
    path: String,
}

impl FromStr for ResourceArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A URI may hold `=`, in its query; a path seldom does.
        let Some((uri, path)) = text.rsplit_once('=') else {
            return Err("expected URI=PATH, such as https://example.com/=vendor/schemas".into());
        };
        if !uri.contains(':') {
            return Err(format!("{uri:?} is not an absolute URI"));
        }
        if path.is_empty() {
            return Err("the path is missing".into());
        }
        Ok(Self { uri: uri.to_owned(), path: files::spelled(path) })
    }
}

/// A schema that is offered under a URI.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    name: String,
    uri: String,
    text: String,
}

impl Resource {
    /// Its name, URI and text.
    pub(crate) fn parts(&self) -> (String, String, String) {
        (self.name.clone(), self.uri.clone(), self.text.clone())
    }
}

/// Reads all resources that the arguments name.
pub(crate) fn read(arguments: &[ResourceArg], report: &mut Report) -> Result<Vec<Resource>, Failure> {
    let mut resources = Vec::new();
    for ResourceArg { uri, path } in arguments {
        if !files::is_folder(path) {
            resources.extend(read_file(path, uri.clone(), report)?);
            continue;
        }
        let base = if uri.ends_with('/') { uri.clone() } else { format!("{uri}/") };
        for file in files::walk(path, ".json")? {
            let relative = file.strip_prefix(path.as_str()).unwrap_or(&file).trim_start_matches('/');
            let uri = format!("{base}{}", encode_path(relative));
            resources.extend(read_file(&file, uri, report)?);
        }
    }
    Ok(resources)
}

fn read_file(path: &str, uri: String, report: &mut Report) -> Result<Option<Resource>, Failure> {
    match files::read(path, &mut report.texts)? {
        Ok(text) => Ok(Some(Resource { name: path.to_owned(), uri, text: text.as_ref().to_owned() })),
        Err(finding) => {
            report.findings.push(finding);
            Ok(None)
        }
    }
}

/// Offers resources to a set.
pub(crate) fn add(resources: &[Resource], set: &mut SchemaSet) {
    for resource in resources {
        set.add_resource(&resource.name, &resource.uri, &resource.text);
    }
}

/// Offers a file under the URI that files without one of their own have, which is made of its path.
pub(crate) fn add_neighbour(set: &mut SchemaSet, path: &str, text: &str) {
    let uri = format!("file:///{}", encode_path(path.trim_start_matches('/')));
    set.add_resource(path, &uri, text);
}

/// Offers the other schemas of the folders that files stand in, by their paths, for references of those files.
pub(crate) fn add_neighbours(paths: &[String], texts: &mut Texts, set: &mut SchemaSet) {
    let folders: BTreeSet<&str> = paths.iter().map(|file| files::folder(file)).collect();
    for folder in folders {
        let Ok(listed) = files::list(folder) else { continue };
        let names = listed.files.iter().filter(|name| name.strip_suffix(".json").is_some());
        for path in names.map(|name| files::join(folder, name)).filter(|path| !paths.contains(path)) {
            // A neighbour that cannot be read is nothing that a reference could mean: it stays dangling.
            if let Ok(Ok(text)) = files::read(&path, texts) {
                add_neighbour(set, &path, &text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let parsed = "https://example.com/x?a=b=vendor/".parse();
        assert_eq!(parsed, Ok(ResourceArg { uri: "https://example.com/x?a=b".into(), path: "vendor".into() }));
        for wrong in ["vendor", "vendor=vendor", "https://example.com/="] {
            wrong.parse::<ResourceArg>().expect_err(wrong);
        }
    }
}
