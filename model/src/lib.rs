//! Loads JSON Schemas with source positions, resolves references offline, lints them, and gives one typed
//! representation of every dialect.
//!
//! [`SchemaSet`] takes the texts and gives a [`Model`], unless there are errors among the [`Finding`]s.
//! [`manifest`] reads the `contracts.toml` that stands beside the schemas of a set.

mod cycles;
pub mod dialect;
mod finding;
pub mod format;
mod index;
pub mod keyword;
pub mod lint;
mod lookup;
pub mod manifest;
mod metaschemas;
pub mod number;
pub mod pattern;
mod read;
mod resolve;
pub mod schema;
mod set;
pub mod source;
mod suggest;
pub mod uri;
pub mod value;

pub use finding::{Finding, Level, Place};
pub use schema::Model;
pub use set::{Backtracking, Options, SchemaSet};
