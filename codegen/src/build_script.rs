//! What a build script does: a folder of schemas becomes a module in cargo's output folder.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{File, generate_set};

const MANIFEST: &str = "contracts.toml";

/// The whole of a build script: generates the types of the schemas in `folder` (relative to the package, with its
/// `contracts.toml` and its `*.schema.json` files at any depth) and writes them to `module` in `OUT_DIR`.
///
/// Cargo is told which files the result depends on, and every finding of the generator as a build error with file, line
/// and rule. Printing is how a build script speaks to cargo; [`generate_set`] does the same from texts and prints nothing.
///
/// ```no_run
/// // build.rs; the crate then says include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
/// fn main() -> std::process::ExitCode {
///     contracts_codegen::build_script("schemas", "contracts.rs")
/// }
/// ```
pub fn build_script(folder: &str, module: &str) -> ExitCode {
    match run(folder, module) {
        Ok(()) => ExitCode::SUCCESS,
        Err(messages) => {
            for message in messages {
                // One directive is one line.
                println!("cargo::error={}", message.replace('\n', " "));
            }
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &str, module: &str) -> Result<(), Vec<String>> {
    let schemas = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join(folder);
    println!("cargo::rerun-if-changed={}", schemas.display());
    let manifest = read(&schemas.join(MANIFEST))?;
    let mut files = Vec::new();
    for name in schema_files(&schemas)? {
        let text = read(&schemas.join(&name))?;
        files.push((name, text));
    }
    let files: Vec<File<'_>> = files.iter().map(|(name, text)| File { name, text }).collect();
    let code = generate_set(File { name: MANIFEST, text: &manifest }, &files).map_err(|findings| {
        findings
            .iter()
            .map(|finding| {
                let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
                format!("{folder}/{}: {} [{}]{help}", finding.place, finding.message, finding.rule)
            })
            .collect::<Vec<_>>()
    })?;
    let out = PathBuf::from(variable("OUT_DIR")?).join(module);
    fs::write(&out, code).map_err(|error| vec![format!("{}: {error}", out.display())])
}

fn variable(name: &str) -> Result<String, Vec<String>> {
    env::var(name).map_err(|error| vec![format!("{name}: {error}; cargo sets it for build scripts")])
}

fn read(path: &Path) -> Result<String, Vec<String>> {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).map_err(|error| vec![format!("{}: {error}", path.display())])
}

/// Names of the schema files below a folder, relative to it.
fn schema_files(folder: &Path) -> Result<Vec<String>, Vec<String>> {
    let mut names = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(below) = folders.pop() {
        let path = folder.join(&below);
        let failed = |error: std::io::Error| vec![format!("{}: {error}", path.display())];
        for entry in fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(format!("{name}/"));
            } else if name.ends_with(".schema.json") {
                names.push(name);
            }
        }
    }
    names.sort();
    Ok(names)
}
