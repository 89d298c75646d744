//! Everything that `value-schema` promises, in one binary.

mod depth;
