//! One small vocabulary for tool parameters and structured outputs: wire schema, validator, Rust and TypeScript types
//! from one declaration.
//!
//! ```
//! use value_schema::{JsonObject, JsonValue};
//!
//! let call: JsonValue = JsonObject::new().with("city", "Oslo").with("days", 3).into();
//! assert_eq!(call.to_text(), r#"{"city":"Oslo","days":3}"#);
//! ```
//!
//! With the feature `macros`, which is on by default, types come from declarations. Parameters are open at the root:
//! members that are not declared are kept in `extra`.
//!
//! ```
//! value_schema::parameters! {
//!     /// What the forecast tool takes.
//!     pub Forecast = {
//!         city: { type: "string", required: true },
//!         days: { type: "integer", enum: [1, 3, 7] },
//!     }
//! }
//!
//! let forecast = Forecast::from_text(r#"{"city": "Oslo", "days": 3}"#)?;
//! assert_eq!((forecast.city.as_str(), forecast.days), ("Oslo", Some(ForecastDays::N3)));
//!
//! let refused = Forecast::from_text(r#"{"city": "Oslo", "days": 2}"#).unwrap_err();
//! assert_eq!(refused.to_string(), "at /days: expected one of 1, 3, 7, found 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use value_schema_core::*;
#[cfg(feature = "macros")]
pub use value_schema_macros::{parameters, value_type};
#[cfg(feature = "rust-text")]
pub use value_schema_rust::{RustName, rust_text, rust_text_of_tool};
