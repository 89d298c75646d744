//! The lossless boundary: the ways in which values come in, and the errors for everything that JSON lacks or that a
//! round trip through JSON text would change.
//!
//! Rejected, each as a [`LossyKind`] of its own and with a JSON pointer: numbers that are not finite, negative zero,
//! numbers whose decimal value would change, integers beyond 64 bits, lone surrogates, second members with the same name,
//! map keys that are not strings, byte strings.

mod deserialize;
mod error;
mod serde_json_value;
mod serialize;
mod serializer;
mod text;

pub use error::{LossyError, LossyKind, Syntax, TextPosition};

/// How many containers, newtypes and options foreign code may nest where it calls itself for each: in
/// [`JsonValue::from_serialize`](crate::JsonValue::from_serialize), and where a [`JsonValue`](crate::JsonValue) is
/// written or read by a serializer or deserializer of another crate.
///
/// What is deeper ends in an error before the stack does, also on a stack of 2 MB and without optimization. Text, and
/// values of this crate and of `serde_json`, are not bounded: they are gone through without recursion.
pub const MAX_FOREIGN_DEPTH: usize = 128;

/// The names under which `serde_json` hands over text instead of a value.
const NUMBER_NAME: &str = "$serde_json::private::Number";
const RAW_VALUE_NAME: &str = "$serde_json::private::RawValue";
