//! The evaluator against the public suites and against another validator, before any code is generated.

mod mutants;
mod random;
mod suites;
/// What the command line evaluates with.
#[path = "../../../cli/src/tables.rs"]
mod tables;
