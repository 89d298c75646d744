//! The little that generated contract types link to: JSON values, numbers, exact checks, decoding and errors.

pub mod evaluate;
pub mod instance;
pub mod json;
pub mod number;
pub mod pattern;
pub mod schema;
pub mod unique;
pub mod violation;

pub use evaluate::Mode;
pub use instance::{ArrayView, Instance, ObjectView, View};
pub use json::{Json, Object};
pub use number::{Decimal, Number, NumberRef};
pub use pattern::Pattern;
pub use violation::Violation;
