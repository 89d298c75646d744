//! Everything that `value-schema` promises, in one binary.

mod agreement;
mod boundary;
mod depth;
mod matrix;
mod random;
mod schemars_types;
mod verdicts;
