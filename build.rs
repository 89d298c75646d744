//! Turns `schemas/` into the types of this crate.

fn main() -> std::process::ExitCode {
    contracts_codegen::build_script("schemas", "contracts.rs")
}
