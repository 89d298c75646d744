//! Turns `schemas/` into the types of the wire.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use contracts_codegen::{File, generate_set};

const MANIFEST: &str = "contracts.toml";

fn main() -> ExitCode {
    match run() {
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

fn run() -> Result<(), Vec<String>> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let schemas = root.join("schemas");
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
                format!("schemas/{}: {} [{}]{help}", finding.place, finding.message, finding.rule)
            })
            .collect::<Vec<_>>()
    })?;
    let out = PathBuf::from(variable("OUT_DIR")?).join("wire.rs");
    fs::write(&out, code).map_err(|error| vec![format!("{}: {error}", out.display())])
}

fn variable(name: &str) -> Result<String, Vec<String>> {
    env::var(name).map_err(|error| vec![format!("{name}: {error}")])
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
