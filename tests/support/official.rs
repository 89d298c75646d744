//! The official test suite for 2020-12, read in place.

use std::{
    fs,
    path::{Path, PathBuf},
};

use contracts_codegen::Settings;
use contracts_model::{Model, Options, source::Source, value::Value};

use super::{
    generated::{Module, generate_as},
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
    read_as(folder, files, |settings, _| settings)
}

/// The same with other settings for the modules.
pub(crate) fn read_as(
    folder: &Path,
    files: &[(String, PathBuf)],
    change: impl Fn(Settings, &Model) -> Settings,
) -> (Vec<Module>, Vec<(usize, Case)>) {
    let remotes: Vec<(String, String)> = json_files_below(&folder.join("remotes"))
        .into_iter()
        .map(|(name, path)| (format!("http://localhost:1234/{name}"), fs::read_to_string(path).expect("a remote")))
        .collect();
    let mut modules = Vec::new();
    let mut cases = Vec::new();
    for (file, path) in files {
        // With all digits of its numbers.
        let source = Source::parse(file, fs::read_to_string(path).expect("a suite file")).expect("JSON");
        let text = |value: &Value, name: &str| {
            value.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("{file}: no {name}")).to_owned()
        };
        for group in source.root().as_array().expect("a list of groups") {
            let group = group.to_value();
            let description = text(&group, "description");
            let schema = group.get("schema").expect("a schema").to_string();
            let code = generate_as(&schema, &remotes, Options::default(), &change)
                .unwrap_or_else(|error| panic!("{file}, {description}: {error}"));
            let index = modules.len();
            modules.push(Module { name: format!("group_{index}"), code });
            let Some(Value::Array(tests)) = group.get("tests") else { panic!("{file}, {description}: no tests") };
            for test in tests {
                cases.push((
                    index,
                    Case {
                        file: file.clone(),
                        group: description.clone(),
                        description: text(test, "description"),
                        document: test.get("data").expect("a document").to_string(),
                        valid: matches!(test.get("valid"), Some(Value::Bool(true))),
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
