//! The little that generated contract types link to: JSON values, numbers, exact checks, decoding and errors.

pub mod context;
pub mod contract;
pub mod decode;
pub mod document;
pub mod enumeration;
mod error;
pub mod evaluate;
pub mod format;
pub mod instance;
pub mod integer;
pub mod items;
pub mod json;
mod newtype;
mod nullable;
pub mod number;
pub mod pattern;
pub mod record;
pub mod schema;
pub mod union;
pub mod unique;
mod unit;
pub mod violation;

#[doc(hidden)]
pub use {serde, serde_json};

pub use context::UnrecognizedValue;
pub use document::{Contract, Tolerant};
pub use enumeration::Unrecognized;
pub use error::Error;
pub use evaluate::Mode;
pub use instance::{ArrayView, Instance, ObjectView, View};
pub use integer::Integer;
pub use json::{Json, Object};
pub use nullable::Nullable;
pub use number::{Decimal, Number, NumberRef};
pub use pattern::Pattern;
pub use unit::{Never, Null};
pub use violation::Violation;

/// Members by name, in the order of their names.
pub type Map<T> = std::collections::BTreeMap<String, T>;
