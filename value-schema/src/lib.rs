//! One small vocabulary for tool parameters and structured outputs: wire schema, validator, Rust and TypeScript types from one declaration.
