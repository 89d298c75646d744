//! JSON values as schemas hold them: numbers keep their text, objects their order.

use crate::number::Number;

/// A JSON value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, exactly as written.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object; members in file order, names unique.
    Object(Vec<(String, Value)>),
}
