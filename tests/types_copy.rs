//! The reviewed copy of the declarations is what the schemas say. A stale copy is repaired, and fails the test once.

use std::fs;

use crate::support::{json_files_below, root};
use contracts_codegen::{File, declarations, generate_set};

fn generated() -> String {
    let folder = root().join("schemas");
    let manifest = fs::read_to_string(folder.join("contracts.toml")).expect("a manifest");
    let schemas: Vec<(String, String)> = json_files_below(&folder)
        .into_iter()
        .filter(|(name, _)| name.ends_with(".schema.json"))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("a schema")))
        .collect();
    let files: Vec<File<'_>> = schemas.iter().map(|(name, text)| File { name, text }).collect();
    generate_set(File { name: "contracts.toml", text: &manifest }, &files).expect("a sound set")
}

#[test]
fn the_reviewed_copy_is_fresh() {
    let path = root().join("fixtures/types/caveman-contracts.rs");
    let declared = declarations(&generated()).expect("generated code is Rust");
    let reviewed = fs::read_to_string(&path).unwrap_or_default();
    if reviewed != declared {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the copy");
        fs::write(&path, declared).expect("a writable copy");
        panic!("{} was stale and is repaired: review what changed", path.display());
    }
}

#[test]
fn the_same_schemas_give_the_same_text() {
    assert!(generated() == generated(), "two runs give different text");
}
