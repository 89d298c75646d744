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
