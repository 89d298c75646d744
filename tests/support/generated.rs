//! A crate of generated modules, built once and asked for its verdicts.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use contracts_codegen::{Settings, generate};
use contracts_model::{Finding, Level, Model, Options, SchemaSet};
use serde_json::{Value, json};

/// A generated module with a root type called `Root`.
pub(crate) struct Module {
    /// Name of the module.
    pub(crate) name: String,
    /// Its text.
    pub(crate) code: String,
}

/// What a generated decoder says to a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Accepted; the document as it was written again.
    Accepted(String),
    /// Refused: rule, pointer and the whole message.
    Refused { rule: String, pointer: String, message: String },
    /// Two ways to read the document, or to judge the value, do not say the same.
    Divided(String),
}

/// The features of what a generated crate stands on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Dependencies<'d> {
    /// Features of `serde_json`.
    pub(crate) serde_json: &'d [&'d str],
    /// Whether the runtime has numbers of any size and asserted formats.
    pub(crate) all_modes: bool,
}

/// In how many ways the documents are read. Every one has to be compiled for every type.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ways {
    /// As bytes, with a check of the value that came of it.
    One,
    /// As text, bytes, stream and tree, by the functions of the runtime and by those of `serde_json`; with the list of all
    /// violations. All have to say the same.
    All,
    /// As JSON, and what is JSON also as CBOR and as YAML: written, and read into the type. All have to say the same.
    Formats,
}

/// The module of one schema that refers to nothing else.
pub(crate) fn generate_one(schema: &str) -> Result<String, String> {
    generate_with(schema, &[], Options::default())
}

/// The module of one schema; `resources` are the URIs and texts that it may refer to.
pub(crate) fn generate_with(
    schema: &str,
    resources: &[(String, String)],
    options: Options,
) -> Result<String, String> {
    generate_as(schema, resources, options, |settings, _| settings)
}

/// The same with other settings.
pub(crate) fn generate_as(
    schema: &str,
    resources: &[(String, String)],
    options: Options,
    change: impl Fn(Settings, &Model) -> Settings,
) -> Result<String, String> {
    let told = |findings: &[Finding]| {
        let errors = findings.iter().filter(|finding| finding.level == Level::Error);
        errors.map(|finding| format!("{}: {}", finding.place, finding.message)).collect::<Vec<_>>().join("; ")
    };
    let mut set = SchemaSet::with_options(options);
    set.add("schema.json", None, schema);
    for (uri, text) in resources {
        set.add_resource(uri.clone(), uri, text.clone());
    }
    let (model, findings) = set.resolve();
    let model = model.ok_or_else(|| told(&findings))?;
    let settings = change(Settings::single(&model, "schema.json", "Root"), &model);
    generate(&model, &settings).map_err(|findings| told(&findings))
}

/// Builds a crate of modules and asks it about documents: pairs of module index and text.
pub(crate) fn ask(crate_name: &str, ways: Ways, modules: &[Module], documents: &[(usize, String)]) -> Vec<Verdict> {
    ask_with(Dependencies::default(), crate_name, ways, modules, documents)
}

/// The same with other dependencies.
pub(crate) fn ask_with(
    dependencies: Dependencies<'_>,
    crate_name: &str,
    ways: Ways,
    modules: &[Module],
    documents: &[(usize, String)],
) -> Vec<Verdict> {
    let binary = build(crate_name, ways, dependencies, modules);
    let mut child = Command::new(binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the generated crate runs");
    let mut input = String::new();
    for (module, text) in documents {
        writeln!(input, "{}", json!([module, text])).expect("text");
    }
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("output");
    writer.join().expect("no panic").expect("the generated crate reads everything");
    assert!(output.status.success(), "the generated crate ended with {}", output.status);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let verdicts: Vec<Verdict> = text
        .lines()
        .map(|line| {
            let value: Value = serde_json::from_str(line).expect("a verdict");
            let text = |index: usize| value[index].as_str().expect("text").to_owned();
            match value[0].as_str() {
                Some("accepted") => Verdict::Accepted(text(1)),
                Some("divided") => Verdict::Divided(text(1)),
                _ => Verdict::Refused { rule: text(1), pointer: text(2), message: text(3) },
            }
        })
        .collect();
    assert_eq!(verdicts.len(), documents.len(), "one verdict per document");
    verdicts
}

/// What every generated crate does: it reads lines of module index and document, and writes what the decoder says.
const MAIN: &str = r#"
use contracts_runtime::{Contract, Error, Json, document};
use serde::de::DeserializeOwned;

/// The document as it was written again or why it was refused; or how two ways to read it differ.
type Answer = Result<Result<String, Error>, String>;

fn written<T: Contract>(value: &T) -> String {
    serde_json::to_string(value).expect("a decoded value can be written")
}

fn decide<T: Contract + DeserializeOwned>(text: &str) -> Answer {
    let answer = document::from_slice::<T>(text.as_bytes());
    if let Ok(value) = &answer
        && let Err(error) = document::validate(value)
    {
        return Err(format!("decoding accepts, validate says {error}"));
    }
    let answer = answer.map(|value| written(&value));
    match difference::<T>(text, &answer) {
        None => Ok(answer),
        Some(difference) => Err(difference),
    }
}

fn main() {
    for line in std::io::stdin().lines() {
        let (module, text): (usize, String) = serde_json::from_str(&line.unwrap()).unwrap();
        println!("{}", match DECIDE[module](&text) {
            Ok(Ok(text)) => serde_json::json!(["accepted", text]),
            Ok(Err(error)) => serde_json::json!(["refused", error.rule(), error.pointer(), error.to_string()]),
            Err(difference) => serde_json::json!(["divided", difference]),
        });
    }
}
"#;

const ONE_WAY: &str = "
fn difference<T: Contract>(_: &str, _: &Result<String, Error>) -> Option<String> {
    None
}
";

const ALL_WAYS: &str = r#"
/// Whether a violation, or what led to it, is about a value, about something in it, or about what it stands in.
fn about(violation: &contracts_runtime::Violation, pointer: &str) -> bool {
    let within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    within(&violation.pointer, pointer)
        || within(pointer, &violation.pointer)
        || violation.causes.iter().any(|cause| about(cause, pointer))
}

fn difference<T: Contract + DeserializeOwned>(text: &str, answer: &Result<String, Error>) -> Option<String> {
    let from_str = document::from_str::<T>(text).map(|value| written(&value));
    if from_str != *answer {
        return Some(format!("from_slice says {answer:?}, from_str {from_str:?}"));
    }
    // A reader of streams may stand one byte further on when it complains, and serde puts the place behind the causes.
    let without_place = |error: String| {
        let Some((before, place)) = error.rsplit_once(" at line ") else { return error };
        let after = place.trim_start_matches(|c: char| c.is_ascii_digit() || " column".contains(c));
        format!("{before}{after}")
    };
    let told = answer.clone().map_err(|error| without_place(error.to_string()));
    for (name, other) in [
        ("serde_json::from_str", serde_json::from_str::<T>(text)),
        ("serde_json::from_slice", serde_json::from_slice::<T>(text.as_bytes())),
        ("serde_json::from_reader", serde_json::from_reader::<_, T>(text.as_bytes())),
    ] {
        let other = other.map(|value| written(&value)).map_err(|error| without_place(error.to_string()));
        if other != told {
            return Some(format!("from_slice says {told:?}, {name} {other:?}"));
        }
    }
    // Whatever follows needs a document that every reader of JSON can read, as a tree that has lost nothing.
    let Ok(json) = tree::<T>(text) else { return None };
    match document::violations::<T>(text.as_bytes(), 100) {
        Err(error) => return Some(format!("no list of violations: {error}")),
        Ok(list) => {
            let fits = match answer {
                Ok(_) => list.is_empty(),
                Err(error) if error.rule() == "number-range" => true,
                Err(error) => list.iter().any(|one| about(one, error.pointer())),
            };
            if !fits {
                return Some(format!("from_slice says {answer:?}, the list of violations is {list:?}"));
            }
        }
    }
    // The trees of `serde_json` cannot hold members of these names, with some of its features.
    if text.contains("serde_json::private") {
        return None;
    }
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    // The tree may hold the members in another order, and the first error may be another.
    let ordered = document::from_str::<T>(&value.to_string()).map(|value| written(&value));
    let from_value = document::from_value::<T>(value.clone()).map(|value| written(&value));
    let from_tree = serde_json::from_value::<T>(value).map(|value| written(&value));
    let same = match (&ordered, &from_value, &from_tree) {
        // The trees of `serde_json` may spell a number in another way.
        (Ok(one), Ok(two), Ok(three)) => tree::<T>(one) == tree::<T>(two) && two == three,
        (Err(one), Err(two), Err(_)) => compared::<T>(one) == compared::<T>(two),
        _ => false,
    };
    if !same || ordered.is_ok() != answer.is_ok() {
        return Some(format!(
            "from_str says {ordered:?}, from_value {from_value:?}, serde_json::from_value {from_tree:?}"
        ));
    }
    let again = answer.as_ref().ok().and_then(|text| tree::<T>(text).ok());
    (answer.is_ok() && again != Some(json)).then(|| format!("written as {answer:?}"))
}
"#;

const OTHER_FORMATS: &str = r#"
/// What a format says: the document as it is written as JSON again, or why it was refused.
type Said = Result<String, String>;

fn read<T: Contract, E: std::fmt::Display>(answer: Result<T, E>) -> Said {
    answer.map(|value| written(&value)).map_err(|error| error.to_string())
}

fn difference<T: Contract + DeserializeOwned>(text: &str, answer: &Result<String, Error>) -> Option<String> {
    // A text that is no JSON, or breaks a rule of every document, has nothing that is equal to it.
    let Ok(json) = tree::<T>(text) else { return None };
    // The tree holds the members in another order, and the first error may be another.
    let expected = document::from_str::<T>(&json.to_string()).map(|value| written(&value));
    let told = |said: &Said| match (said, &expected) {
        (Ok(said), Ok(expected)) => tree::<T>(said) == tree::<T>(expected),
        (Err(said), Err(expected)) => {
            let rule = format!("({})", expected.rule());
            said.contains(&rule) && said.contains(expected.pointer())
        }
        _ => false,
    };
    let cbor = |json: &dyn Fn(&mut Vec<u8>) -> bool| {
        let mut bytes = Vec::new();
        json(&mut bytes).then(|| read::<T, _>(ciborium::from_reader::<T, _>(bytes.as_slice())))
    };
    let yaml = |text: Option<String>| text.map(|text| read::<T, _>(yaml_serde::from_str::<T>(&text)));
    let mut said = vec![
        ("CBOR", cbor(&|bytes| ciborium::into_writer(&json, bytes).is_ok())),
        ("YAML", yaml(yaml_serde::to_string(&json).ok())),
    ];
    if let Ok(value) = document::from_str::<T>(text) {
        said.push(("the type as CBOR", cbor(&|bytes| ciborium::into_writer(&value, bytes).is_ok())));
        said.push(("the type as YAML", yaml(yaml_serde::to_string(&value).ok())));
    }
    // A number of more digits than the data model of serde has cannot be written, and is not written as another one.
    let writable = T::NUMBERS == contracts_runtime::number::Numbers::Native;
    let wrong = said.into_iter().find(|(_, said)| said.as_ref().map_or(writable, |said| !told(said)));
    wrong.map(|(format, said)| format!("JSON says {expected:?}, {format} {said:?} of {json}"))
}
"#;

/// What a generated crate without exact numbers and formats has.
const DEFAULT_MODES: &str = "
fn tree<T: Contract>(text: &str) -> Result<Json, Error> {
    Json::from_str(text)
}

fn compared<T: Contract>(error: &Error) -> Option<contracts_runtime::Violation> {
    error.violation().cloned()
}
";

/// What a generated crate with exact numbers and formats has.
const ALL_MODES: &str = "
use contracts_runtime::number::Numbers;

fn tree<T: Contract>(text: &str) -> Result<Json, Error> {
    match T::NUMBERS {
        Numbers::Native => Json::from_str(text),
        Numbers::Exact => Json::from_slice_exact(text.as_bytes()),
    }
}

/// What is the same whichever way a number is spelled.
fn compared<T: Contract>(error: &Error) -> Option<contracts_runtime::Violation> {
    let mut violation = error.violation()?.clone();
    if T::NUMBERS == Numbers::Exact {
        violation.found.clear();
        violation.causes.clear();
    }
    Some(violation)
}
";

fn build(crate_name: &str, ways: Ways, dependencies: Dependencies<'_>, modules: &[Module]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(crate_name);
    let source = folder.join("src");
    fs::create_dir_all(&source).expect("a folder for the generated crate");
    let mut main = String::from("#![allow(dead_code, deprecated, unused)]\n");
    for module in modules {
        write_if_changed(&source.join(format!("{}.rs", module.name)), &module.code);
        writeln!(main, "mod {};", module.name).expect("text");
    }
    main.push_str(MAIN);
    main.push_str(match ways {
        Ways::One => ONE_WAY,
        Ways::All => ALL_WAYS,
        Ways::Formats => OTHER_FORMATS,
    });
    main.push_str(if dependencies.all_modes { ALL_MODES } else { DEFAULT_MODES });
    main.push_str("\nconst DECIDE: &[fn(&str) -> Answer] = &[\n");
    for module in modules {
        writeln!(main, "    decide::<{}::Root>,", module.name).expect("text");
    }
    main.push_str("];\n");
    write_if_changed(&source.join("main.rs"), &main);
    let root = super::root();
    let mut runtime: Vec<&str> = if dependencies.all_modes { vec!["exact-numbers", "formats"] } else { Vec::new() };
    if modules.iter().any(|module| module.code.contains("backtracking_pattern!")) {
        runtime.push("backtracking");
    }
    let manifest = format!(
        "[package]\nname = \"{crate_name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\ncontracts-runtime = {{ path = {:?}, features = {runtime:?} }}\n\
         serde = {{ version = \"1\", default-features = false }}\n\
         serde_json = {{ version = \"1\", features = {:?} }}\n{}\n\
         [profile.dev]\ndebug = false\nincremental = false\n",
        root.join("runtime").to_string_lossy(),
        dependencies.serde_json,
        if ways == Ways::Formats { "ciborium = \"0.2\"\nyaml_serde = \"0.10\"\n" } else { "" },
    );
    write_if_changed(&folder.join("Cargo.toml"), &manifest);
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // One target directory for all generated crates, so that what they stand on is compiled once.
    let shared = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("generated-target");
    let status = Command::new(cargo)
        .args(["build", "--offline", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &shared)
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the generated crate {} does not compile", folder.display());
    shared.join("debug").join(crate_name)
}

fn write_if_changed(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|known| known == text) {
        return;
    }
    fs::write(path, text).expect("a generated file");
}
