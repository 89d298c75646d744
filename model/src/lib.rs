//! Loads JSON Schemas with source positions, resolves references offline, lints them, and gives one typed
//! representation of every dialect.

mod finding;
pub mod number;
pub mod pattern;
pub mod schema;
pub mod value;

pub use finding::{Finding, Level, Place};
pub use schema::Model;
