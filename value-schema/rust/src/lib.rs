//! Rust types from the schemas of [`value_schema_core`], as tokens and as text.
