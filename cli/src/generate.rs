//! `generate`: Rust types of a set or of one schema.

use std::{fs, io::Write, path::Path};

use contracts_codegen::Settings;
use contracts_model::{Level, Model, Options, Place, SchemaSet, manifest::Manifest, source::Source};

use crate::{
    args::GenerateArgs,
    contract_set::{ContractSet, MANIFEST},
    exit::Failure,
    files, loose,
    report::{Report, Step, plural},
    resources::{self, Resource},
    rules, tolerant,
};

/// The folder below the fixtures in which the types of a set stand for review.
const REVIEWED: &str = "types";

/// The path that means the standard output.
const STANDARD_OUTPUT: &str = "-";

/// Generates types, or holds a file against what would be generated. `None` when what was asked for is on the
/// output, where a report would disturb it.
pub(crate) fn generate(
    arguments: &GenerateArgs,
    resources: &[Resource],
    mut report: Report,
    out: &mut dyn Write,
) -> Result<Option<Report>, Failure> {
    let generated = match &arguments.schema {
        Some(schema) if arguments.tolerant_schema => {
            return print_tolerant(&files::spelled(schema), resources, report, out);
        }
        Some(schema) => of_schema(&files::spelled(schema), arguments, resources, &mut report)?,
        None => of_set(arguments, resources, &mut report)?,
    };
    report.subject.clone_from(&generated.target);
    let Some(code) = generated.code else { return Ok(Some(report)) };
    if generated.target == STANDARD_OUTPUT {
        out.write_all(code.as_bytes())?;
        return Ok(None);
    }
    let outcome = if arguments.check {
        check(&generated.target, &code, &mut report)?
    } else {
        write(&generated.target, &code)?
    };
    let outcome = format!("{} of {outcome}", plural(code.lines().count(), "line"));
    report.steps.push(Step { name: "types", outcome, details: Vec::new() });
    Ok(Some(report))
}

/// Generated types and where they go; no code when findings say why there is none.
struct Generated {
    target: String,
    code: Option<String>,
}

fn of_set(arguments: &GenerateArgs, resources: &[Resource], report: &mut Report) -> Result<Generated, Failure> {
    let folder = ContractSet::folder(arguments.folder.as_deref())?;
    let broken = |target: &str| Generated { target: target.to_owned(), code: None };
    let Some(set) = ContractSet::load(&folder, resources, report)? else { return Ok(broken(&folder)) };
    let reviewed = set.manifest.fixtures.as_ref().map(|fixtures| {
        let folder = files::join(&set.manifest.resolve_path(fixtures), REVIEWED);
        files::join(&folder, &format!("{}.rs", set.manifest.name))
    });
    let target = arguments.out.as_deref().map(files::spelled).or(reviewed).ok_or_else(|| {
        Failure::new("the manifest names no fixtures, where the types would stand for review")
            .with_help("say where they go: contracts generate --out FILE.rs")
    })?;
    if let Some(model) = &set.model {
        report.findings.extend(set.manifest.check(model));
    }
    report.findings.retain(|finding| finding.level == Level::Error);
    if set.model.is_none() || !report.findings.is_empty() {
        return Ok(broken(&target));
    }
    let manifest = report.texts.get(&set.manifest.file).map(|text| Manifest::parse(MANIFEST, text));
    let Some(Ok(manifest)) = manifest else { return Ok(broken(&target)) };
    let options = Options { strict: true, backtracking: manifest.backtracking(), ..Options::default() };
    let Some(model) = relative_model(&folder, &set.schemas, options, resources, report) else {
        return Ok(broken(&target));
    };
    let settings = match Settings::for_set(&model, &manifest) {
        Ok(settings) => settings,
        Err(findings) => {
            report.findings.extend(findings);
            return Ok(broken(&target));
        }
    };
    let mut generated = code(&model, &settings, target, report);
    if arguments.out.is_none()
        && let Some(code) = &mut generated.code
    {
        *code = contracts_codegen::declarations(code)
            .map_err(|error| Failure::new(format!("the generated code is not Rust: {error}")))?;
    }
    Ok(generated)
}

/// The model of schemas that did load, with their names relative to a folder: names become part of the generated
/// text, which must not depend on where the folder lies.
fn relative_model(
    folder: &str,
    schemas: &[String],
    options: Options,
    resources: &[Resource],
    report: &mut Report,
) -> Option<Model> {
    let mut set = SchemaSet::with_options(options);
    for (path, text) in report.texts.iter().filter(|(path, _)| path.strip_suffix(".json").is_some()) {
        let Some(name) = files::relative(folder, path) else { continue };
        if schemas.iter().any(|schema| schema == path) {
            set.add(name, None, text);
        } else {
            resources::add_neighbour(&mut set, name, text);
        }
    }
    resources::add(resources, &mut set);
    let (model, findings) = set.resolve();
    report.findings.extend(findings.into_iter().filter(|finding| finding.level == Level::Error));
    model
}

fn of_schema(
    path: &str,
    arguments: &GenerateArgs,
    resources: &[Resource],
    report: &mut Report,
) -> Result<Generated, Failure> {
    let root = arguments.root.as_deref().ok_or_else(|| {
        Failure::new("the root type of the schema needs a name").with_help("give one, such as --root Order")
    })?;
    let target = arguments.out.as_deref().map(files::spelled).ok_or_else(|| {
        Failure::new("it is not said where the types go")
            .with_help("give a file, such as --out src/order.rs; --out - is the standard output")
    })?;
    let options = loose::options(arguments.allow_backtracking);
    let model = loose::load(&[path.to_owned()], options.clone(), resources, report)?;
    report.findings.retain(|finding| finding.level == Level::Error);
    let folder = files::folder(path);
    let schemas = [path.to_owned()];
    let model = model.and_then(|_| relative_model(folder, &schemas, options, resources, report));
    let Some(model) = model else { return Ok(Generated { target, code: None }) };
    let mut settings = Settings::single(&model, files::name(path), root);
    if arguments.modes.exact_numbers {
        settings = settings.with_exact_numbers(&model);
    }
    if arguments.modes.assert_formats {
        settings = settings.with_asserted_formats(&model);
    }
    Ok(code(&model, &settings, target, report))
}

fn code(model: &Model, settings: &Settings, target: String, report: &mut Report) -> Generated {
    match contracts_codegen::generate(model, settings) {
        Ok(code) => Generated { target, code: Some(code) },
        Err(findings) => {
            report.findings.extend(findings);
            Generated { target, code: None }
        }
    }
}

/// Writes a file, unless it already is what would be written.
fn write(target: &str, code: &str) -> Result<String, Failure> {
    if fs::read(target).is_ok_and(|current| current == code.as_bytes()) {
        return Ok(format!("{target}, which is up to date"));
    }
    let failed = |error: std::io::Error| Failure::new(format!("cannot write {target:?}: {error}"));
    if let Some(folder) = Path::new(target).parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(target, code).map_err(failed)?;
    Ok(format!("{target} written"))
}

/// Holds a file against what would be written.
fn check(target: &str, code: &str, report: &mut Report) -> Result<String, Failure> {
    let help = "write it again: contracts generate, with the same arguments and without --check";
    if !Path::new(target).exists() {
        let finding = rules::STALE_TYPES.finding(Place::file(target), "the generated types were never written");
        report.findings.push(finding.with_help(help));
        return Ok(format!("{target}, which is not there"));
    }
    let current = match files::read(target, &mut report.texts)? {
        Ok(current) => current,
        Err(finding) => {
            report.findings.push(finding);
            return Ok(format!("{target}, which is no text"));
        }
    };
    let Some(line) = first_difference(&current, code) else { return Ok(format!("{target}, which is up to date")) };
    let start = current.split_inclusive('\n').take(line).map(str::len).sum();
    let place = Place { line: line + 1, column: 1, span: (start, start), ..Place::file(target) };
    let message = match code.lines().nth(line) {
        Some(expected) => format!("the schemas generate other types; the line here would be: {}", expected.trim()),
        None => "the schemas generate other types, which end here".to_owned(),
    };
    report.findings.push(rules::STALE_TYPES.finding(place, message).with_help(help));
    Ok(format!("{target}, which is stale"))
}

/// Index of the first line in which two texts differ.
fn first_difference(left: &str, right: &str) -> Option<usize> {
    if left == right {
        return None;
    }
    let same =
        left.split_inclusive('\n').zip(right.split_inclusive('\n')).take_while(|(left, right)| left == right);
    Some(same.count())
}

fn print_tolerant(
    path: &str,
    resources: &[Resource],
    mut report: Report,
    out: &mut dyn Write,
) -> Result<Option<Report>, Failure> {
    path.clone_into(&mut report.subject);
    let folder = ContractSet::containing(path).ok_or_else(|| {
        Failure::new(format!("{path:?} lies in no set, so no manifest says which of its enums are fail-closed"))
    })?;
    let Some(set) = ContractSet::load(&folder, resources, &mut report)? else { return Ok(Some(report)) };
    report.findings.retain(|finding| finding.level == Level::Error);
    let Some(model) = &set.model else { return Ok(Some(report)) };
    report.findings.extend(set.manifest.check(model).into_iter().filter(|finding| finding.level == Level::Error));
    if !report.findings.is_empty() {
        return Ok(Some(report));
    }
    let file =
        model.document(path).ok_or_else(|| Failure::new(format!("{path:?} is no schema of the set {folder}")))?;
    let source: &Source = &file.source;
    let enums = set.manifest.fail_closed.iter().filter(|entry| set.manifest.resolve_path(&entry.schema) == path);
    let pointers: Vec<&str> = enums.map(|entry| entry.at.as_str()).collect();
    let text = tolerant::widen(source, &pointers);
    out.write_all(text.as_bytes())?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn differences() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(1));
        assert_eq!(first_difference("a\n", "a\nb\n"), Some(1));
        assert_eq!(first_difference("a", "a\n"), Some(0));
    }
}
