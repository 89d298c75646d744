//! What the suite tests share.

pub(crate) mod mutants;
pub(crate) mod tables;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folder of the public suites, if this machine has it.
pub(crate) fn suites() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no suites");
    None
}

/// All JSON files in a folder and below it, in order.
pub(crate) fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the suites") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}
