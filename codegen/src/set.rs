//! From the texts of a folder to the text of a module.

use contracts_model::{Finding, Level, Options, SchemaSet, manifest::Manifest, schema::Dialect};

use crate::{Settings, generate};

/// A file: its name, as findings should show it, and its text.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Path relative to the folder of the manifest, with `/` between its parts.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Generates the types of a set: its manifest and its schema files, read strictly.
///
/// This is what a build script calls. The order of the files does not matter.
///
/// ```
/// use contracts_codegen::{File, generate_set};
///
/// let manifest = File {
///     name: "contracts.toml",
///     text: "[set]\nname = \"demo\"\nversion = \"1.0.0\"\n[schemas.\"point.schema.json\"]\nversion = 1\n",
/// };
/// let schema = File {
///     name: "point.schema.json",
///     text: r#"{
///         "$schema": "https://json-schema.org/draft/2020-12/schema",
///         "$id": "https://example.com/point.schema.json",
///         "type": "object",
///         "properties": { "x": { "type": "number" } },
///         "required": ["x"],
///         "additionalProperties": false
///     }"#,
/// };
/// let code = generate_set(manifest, &[schema]).expect("a sound set");
/// assert!(code.contains("pub struct Point"));
/// ```
///
/// # Errors
/// Everything that is wrong with the manifest or the schemas, each with its place.
pub fn generate_set(manifest: File<'_>, schemas: &[File<'_>]) -> Result<String, Vec<Finding>> {
    let parsed = Manifest::parse(manifest.name, manifest.text)?;
    let options = Options {
        strict: true,
        default_dialect: Dialect::Draft202012,
        backtracking: parsed.backtracking(),
        ..Options::default()
    };
    let mut files: Vec<&File<'_>> = schemas.iter().collect();
    files.sort_by_key(|file| file.name);
    let mut set = SchemaSet::with_options(options);
    for file in files {
        set.add(file.name, None, file.text);
    }
    let (model, mut findings) = set.resolve();
    if let Some(model) = &model {
        findings.extend(parsed.check(model));
    }
    findings.retain(|finding| finding.level == Level::Error);
    match model {
        Some(model) if findings.is_empty() => generate(&model, &Settings::for_set(&model, &parsed)?),
        _ => Err(findings),
    }
}
