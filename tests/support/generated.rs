//! A crate of generated modules, built once and asked for its verdicts.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

/// A generated module with a root type called `Root`.
pub(crate) struct Module {
    /// Name of the module.
    pub(crate) name: String,
    /// Its text.
    pub(crate) code: String,
}

/// What a generated decoder says to a document.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Accepted; the document as it was written again.
    Accepted(String),
    /// Refused: rule, pointer and the whole message.
    Refused { rule: String, pointer: String, message: String },
}

/// Builds a crate of modules and asks it about documents: pairs of module index and text.
pub(crate) fn ask(crate_name: &str, modules: &[Module], documents: &[(usize, String)]) -> Vec<Verdict> {
    let binary = build(crate_name, modules);
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
            if value[0] == "accepted" {
                Verdict::Accepted(text(1))
            } else {
                Verdict::Refused { rule: text(1), pointer: text(2), message: text(3) }
            }
        })
        .collect();
    assert_eq!(verdicts.len(), documents.len(), "one verdict per document");
    verdicts
}

fn build(crate_name: &str, modules: &[Module]) -> PathBuf {
    let root = super::root();
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let folder = target.join(crate_name);
    let source = folder.join("src");
    fs::create_dir_all(&source).expect("a folder for the generated crate");
    let manifest = format!(
        "[package]\nname = \"{crate_name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\ncontracts-runtime = {{ path = {:?} }}\nserde_json = \"1\"\n\n\
         [profile.dev]\ndebug = false\nopt-level = 0\n",
        root.join("runtime")
    );
    write_if_changed(&folder.join("Cargo.toml"), &manifest);
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    let mut main = String::from("#![allow(dead_code, unused)]\n");
    for module in modules {
        write_if_changed(&source.join(format!("{}.rs", module.name)), &module.code);
        writeln!(main, "mod {};", module.name).expect("text");
    }
    main.push_str(
        "type Answer = Result<String, contracts_runtime::Error>;\n\
         fn decide<T: contracts_runtime::Contract>(text: &str) -> Answer {\n\
         \x20   let value: T = contracts_runtime::document::from_str(text)?;\n\
         \x20   contracts_runtime::document::validate(&value)?;\n\
         \x20   Ok(serde_json::to_string(&value).expect(\"a decoded value can be written\"))\n\
         }\n\
         const DECIDE: &[fn(&str) -> Answer] = &[\n",
    );
    for module in modules {
        writeln!(main, "    decide::<{}::Root>,", module.name).expect("text");
    }
    main.push_str(
        "];\n\
         fn main() {\n\
         \x20   for line in std::io::stdin().lines() {\n\
         \x20       let (module, text): (usize, String) = serde_json::from_str(&line.unwrap()).unwrap();\n\
         \x20       let answer = match DECIDE[module](&text) {\n\
         \x20           Ok(text) => serde_json::json!([\"accepted\", text]),\n\
         \x20           Err(error) => serde_json::json!([\"refused\", error.rule(), error.pointer(), error.to_string()]),\n\
         \x20       };\n\
         \x20       println!(\"{answer}\");\n\
         \x20   }\n\
         }\n",
    );
    write_if_changed(&source.join("main.rs"), &main);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let shared = target.join("generated-target");
    let status = Command::new(cargo)
        .args(["build", "--offline", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &shared)
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the generated crate {} does not compile", folder.display());
    shared.join("debug").join(crate_name)
}

fn write_if_changed(path: &std::path::Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|known| known == text) {
        return;
    }
    fs::write(path, text).expect("a generated file");
}
