//! One small vocabulary for tool parameters and structured outputs: wire schema, validator, Rust and TypeScript types
//! from one declaration.
//!
//! ```
//! use value_schema::{JsonObject, JsonValue};
//!
//! let call: JsonValue = JsonObject::new().with("city", "Oslo").with("days", 3).into();
//! assert_eq!(call.to_text(), r#"{"city":"Oslo","days":3}"#);
//! ```

pub use value_schema_core::*;
#[cfg(feature = "macros")]
pub use value_schema_macros::{parameters, value_type};
#[cfg(feature = "rust-text")]
pub use value_schema_rust::{RustName, rust_text, rust_text_of_tool};
