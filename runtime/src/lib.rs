//! The little that generated contract types link to: JSON values, numbers, exact checks, decoding and errors.

pub mod instance;
pub mod number;
pub mod pattern;
pub mod schema;
pub mod violation;

pub use instance::{ArrayView, Instance, ObjectView, View};
pub use number::{Decimal, Number, NumberRef};
pub use pattern::Pattern;
pub use violation::Violation;
