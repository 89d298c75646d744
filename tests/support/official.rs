//! The official test suite for 2020-12, read in place.

use std::{
    fs,
    path::{Path, PathBuf},
};

use contracts_model::Options;
use serde_json::Value;

use super::{
    generated::{Module, generate_with},
    json_files_below,
};

/// An instance of the suite.
pub(crate) struct Case {
    pub(crate) file: String,
    pub(crate) group: String,
    pub(crate) description: String,
    pub(crate) document: String,
    pub(crate) valid: bool,
}

/// Reads the groups of some files into modules and cases.
pub(crate) fn read(folder: &Path, files: &[(String, PathBuf)]) -> (Vec<Module>, Vec<(usize, Case)>) {
    let remotes: Vec<(String, String)> = json_files_below(&folder.join("remotes"))
        .into_iter()
        .map(|(name, path)| (format!("http://localhost:1234/{name}"), fs::read_to_string(path).expect("a remote")))
        .collect();
    let mut modules = Vec::new();
    let mut cases = Vec::new();
    for (file, path) in files {
        let groups: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(path).expect("a suite file")).expect("a list of groups");
        for group in groups {
            let description = group["description"].as_str().expect("a description").to_owned();
            let code = generate_with(&group["schema"].to_string(), &remotes, Options::default())
                .unwrap_or_else(|error| panic!("{file}, {description}: {error}"));
            let index = modules.len();
            modules.push(Module { name: format!("group_{index}"), code });
            for test in group["tests"].as_array().expect("tests") {
                cases.push((
                    index,
                    Case {
                        file: file.clone(),
                        group: description.clone(),
                        description: test["description"].as_str().expect("a description").to_owned(),
                        document: test["data"].to_string(),
                        valid: test["valid"].as_bool().expect("a verdict"),
                    },
                ));
            }
        }
    }
    (modules, cases)
}

/// The files that every implementation must pass.
pub(crate) fn required_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let files = json_files_below(&folder.join("tests/draft2020-12"));
    files.into_iter().filter(|(name, _)| !name.contains('/')).collect()
}
