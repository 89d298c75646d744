//! Everything that `value-schema` promises, in one binary.

mod boundary;
mod depth;
mod verdicts;
