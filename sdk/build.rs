//! Turns `schemas/` into the types of the wire.

fn main() -> std::process::ExitCode {
    contracts_codegen::build_script("schemas", "wire.rs")
}
