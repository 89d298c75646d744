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
//!
//! # What the vocabulary holds
//!
//! It is smaller than JSON Schema on purpose: every form of a declaration enforces all that it says.
//!
//! | schema | keywords beside the annotations |
//! |---|---|
//! | scalar: `string`, `number`, `integer`, `boolean`, `null` | `type`, `enum` (at least one literal of the type), `const` (one of `enum` where both stand) |
//! | array | `type`, `items` |
//! | object | `type`, `properties`, `required`, `additionalProperties` (`true` or `false`) |
//! | union | `oneOf` of at least two branches, of which exactly one holds; nothing beside it |
//! | neither `type` nor `oneOf` | none: any JSON |
//!
//! The annotations `title`, `description`, `default` and `examples` stand anywhere. In a declaration `required: true` marks
//! a property, `{ type: "json" }` is any JSON, and there is no list of required names; in a wire schema there is one, and
//! each name in it is declared.
//!
//! # What was decided
//!
//! - Parameters and outputs have one vocabulary, so nothing is built twice.
//! - Bounds, lengths, patterns, formats, references and whatever else JSON Schema has are refused by name and place: what
//!   cannot be shown in every form cannot be promised. A tool with such a schema is registered as an unknown raw one, whose
//!   types are [`JsonValue`] and `unknown`.
//! - A declared object says whether it is open. Only the root of parameters and raw schemas keep JSON Schema's default,
//!   which is open: they are what a protocol gives, not what an author chose.
//! - `oneOf` is exactly one branch. The first that matches would let order change the meaning, and overlap stay unseen.
//! - A required property is never an `Option`, an optional one always is.
//! - Types are exact to sixteen containers inside each other and [`JsonValue`] below; the check is exact at any depth.
//! - What JSON cannot carry without loss is refused, not coerced: non-finite numbers, negative zero, numbers that a round
//!   trip would change, lone surrogates, duplicate keys, keys that are not strings, bytes.
//! - Depth is bounded by memory alone: nothing here recurses on a value, a schema or a declaration.

pub use value_schema_core::*;
#[cfg(feature = "macros")]
pub use value_schema_macros::{parameters, value_type};
#[cfg(feature = "rust-text")]
pub use value_schema_rust::{RustName, rust_text, rust_text_of_tool};
