//! What crosses crates: suites, real schemas, random schemas, mutants, contracts, and the package as others meet it.
//!
//! All of it is one binary: it is linked once, and its tests share the processors. `cargo test --test integration suite::`
//! runs one part.

mod compile_fail;
mod decoding;
mod facts;
mod fixtures;
mod hostile;
mod matrix;
mod messages;
mod mutants;
mod other_formats;
mod random;
mod real;
mod reports;
mod scratch;
mod semantics;
mod suite;
mod support;
mod types_copy;

/// A file that is not listed here would be a test that never runs.
#[test]
fn every_file_is_part_of_this_binary() {
    let listed = include_str!("main.rs");
    for entry in std::fs::read_dir(support::root().join("tests")).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_module =
            path.extension().is_some_and(|extension| extension == "rs") || path.join("mod.rs").is_file();
        assert!(
            !is_module || name == "main" || listed.contains(&format!("mod {name};")),
            "{} is not listed in tests/main.rs",
            path.display()
        );
    }
}
