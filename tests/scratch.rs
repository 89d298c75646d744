//! The package as a service meets it: a crate of its own that depends on the repository by path.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::support::root;

fn cargo(folder: &Path, arguments: &[&str]) -> Output {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::new(cargo)
        .args(arguments)
        .current_dir(folder)
        // One target directory for all scratch crates, so that dependencies are compiled once.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("scratch-target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A crate with this program that depends on the package at `package`.
fn service(name: &str, package: &Path, program: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\ncontracts-types = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n",
        package.to_string_lossy()
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    fs::write(folder.join("src/main.rs"), program).expect("a program");
    folder
}

const PROGRAM: &str = r#"
use contracts_types::{Grant, Policy};

fn main() {
    let text = std::fs::read(std::env::args().nth(1).expect("a file")).expect("a readable file");
    match Policy::from_slice(&text) {
        Ok(policy) if policy.grants().contains(Grant::Routing) => println!("may apply {}", policy.grants()),
        Ok(policy) => println!("no routing; may apply {}", policy.grants()),
        Err(error) => println!("refused: {error}"),
    }
}
"#;

#[test]
fn a_service_compiles_decodes_and_refuses() {
    let folder = service("scratch-service", root(), PROGRAM);
    let good = root().join("fixtures/policy/valid/everything.json");
    let run = |file: &Path| {
        let output = cargo(&folder, &["run", "--quiet", "--offline", "--", &file.to_string_lossy()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(run(&good), "may apply cache_hints, routing\n");
    let bad = folder.join("bad.json");
    let broken = fs::read_to_string(&good).expect("a fixture").replace("\"soft\": 800", "\"soft\": -1");
    fs::write(&bad, broken).expect("a file");
    let told = run(&bad);
    assert!(
        told.starts_with(
            "refused: /limits/monthly_usd/soft: expected a number at least 0, found -1 (minimum) at line "
        ),
        "{told}"
    );
}

#[test]
fn no_generator_is_compiled_into_a_service() {
    let arguments =
        ["tree", "--offline", "-p", "contracts-types", "-e", "normal,no-proc-macro", "--prefix", "none"];
    let output = cargo(root(), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let tree = text(&output.stdout);
    assert!(tree.contains("contracts-runtime"), "{tree}");
    for generator in ["jsonschema", "typify", "syn ", "prettyplease", "contracts-codegen", "contracts-model"] {
        assert!(!tree.contains(generator), "{generator} is in\n{tree}");
    }
}

/// A copy of the package with its own schemas; the crates that it is built with stay where they are.
fn package(name: &str, change: impl Fn(&str, String) -> String) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for part in ["schemas", "schemas/advice", "contracts-types/src"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
        for entry in fs::read_dir(root().join(part)).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_file() {
                let file = path.file_name().expect("a name").to_string_lossy().into_owned();
                let contents = change(&file, fs::read_to_string(&path).expect("text"));
                fs::write(folder.join(part).join(&file), contents).expect("a file");
            }
        }
    }
    fs::copy(root().join("build.rs"), folder.join("build.rs")).expect("a build script");
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    // The workspace of the copy has no members; its own crates are those of the repository.
    let mut manifest: String = manifest
        .lines()
        .filter(|line| !line.starts_with("members") && !line.starts_with("default-members"))
        .fold(String::new(), |mut text, line| {
            text.push_str(line);
            text.push('\n');
            text
        });
    for member in ["model", "codegen", "runtime"] {
        manifest = manifest.replace(
            &format!("path = \"{member}\""),
            &format!("path = {:?}", root().join(member).to_string_lossy()),
        );
    }
    // Nothing of it is tested.
    for section in ["[[test]]", "[dev-dependencies]"] {
        let start = manifest.find(section).expect("a section");
        let end = start + manifest[start + 1..].find("\n[").expect("another section") + 1;
        manifest.replace_range(start..end, "");
    }
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    folder
}

#[test]
fn a_broken_schema_fails_the_build_and_names_the_place() {
    let folder = package("scratch-broken", |file, text| {
        if file == "policy.schema.json" {
            return text.replacen("\"minimum\": 1", "\"minimum\": \"one\"", 1);
        }
        text
    });
    let output = cargo(&folder, &["check", "--offline", "--lib"]);
    assert!(!output.status.success(), "a broken schema was built");
    let told = text(&output.stderr);
    assert!(told.contains("schemas/policy.schema.json:"), "{told}");
    assert!(told.contains("minimum") && told.contains("invalid-keyword-value"), "{told}");
}

#[test]
fn a_changed_schema_changes_the_types() {
    let folder = package("scratch-changed", |file, text| {
        if file == "policy.schema.json" {
            return text.replacen("\"properties\": {", "\"properties\": { \"colour\": { \"enum\": [\"red\"] },", 1);
        }
        text
    });
    let program = "fn main() {\n    let colour = contracts_types::policy::PolicyColour::Red;\n    println!(\"{colour}\");\n}\n";
    let service = service("scratch-changed-service", &folder, program);
    let output = cargo(&service, &["run", "--quiet", "--offline"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "red\n");
}
