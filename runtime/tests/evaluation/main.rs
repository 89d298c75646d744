//! The evaluator against the public suites and against another validator, before any code is generated.

mod mutants;
mod random;
mod suites;
mod tables;
