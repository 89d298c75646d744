//! The core of `value-schema`: JSON values without loss, the boundary over which they come in, declarations, their
//! compiler and their validator.
//!
//! Use it through the crate `value-schema`, which adds the macros. Nothing here recurses over a value, a declaration or a
//! schema: nesting is limited by memory, not by the call stack.

mod array;
mod assemble;
mod compare;
mod number;
mod object;
mod pointer;
mod release;
mod value;
mod walk;
mod write;

pub use array::JsonArray;
pub use number::{JsonNumber, NumberError};
pub use object::{JsonObject, SecondMember};
pub use pointer::Pointer;
pub use value::JsonValue;
