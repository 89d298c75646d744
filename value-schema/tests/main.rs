//! Everything that `value-schema` promises, in one binary.

mod agreement;
mod boundary;
mod compile_fail;
mod declared;
mod depth;
mod matrix;
mod random;
mod readme;
mod registration;
mod schema_depth;
mod schemars_types;
mod small_stack;
mod types;
mod typescript;
mod unions;
mod verdicts;
mod vocabulary;
