//! Generates the types of five public schemas, where the suites lie beside the repository.

use std::{env, fmt::Write as _, fs, path::Path};

use contracts_codegen::{Settings, generate};
use contracts_model::{Backtracking, Options, SchemaSet};

/// What is read of `../shared/suites/real`: unions of many kinds, a tree of dynamic references, conditionals, maps.
const REAL: [&str; 5] = ["babelrc", "code-climate", "cql2", "deno", "fabric-mod"];

fn main() {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites/real");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", suites.display());
    let mut code = String::new();
    let mut list = String::new();
    for name in REAL.into_iter().filter(|_| suites.is_dir()) {
        let text = fs::read_to_string(suites.join(name).join("schema.json")).expect("a schema of the suites");
        let mut set =
            SchemaSet::with_options(Options { backtracking: Backtracking::Everywhere, ..Options::default() });
        set.add("schema.json", None, text);
        let (model, findings) = set.resolve();
        let model = model.unwrap_or_else(|| panic!("{name}: {findings:?}"));
        let module = generate(&model, &Settings::single(&model, "schema.json", "Root"))
            .unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        let file = format!("{}.rs", name.replace('-', "_"));
        let output = env::var("OUT_DIR").expect("cargo sets it");
        fs::write(Path::new(&output).join(&file), module).expect("a generated module");
        let module = name.replace('-', "_");
        writeln!(code, "#[path = {:?}]\nmod {module};", format!("{output}/{file}")).expect("text");
        writeln!(list, "    (\"{name}\", decode::<{module}::Root>),").expect("text");
    }
    writeln!(code, "const REAL: &[(&str, Decode)] = &[\n{list}];").expect("text");
    let output = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("real.rs");
    fs::write(output, code).expect("a generated module");
}
