//! JSON numbers: `u64` and `i64` exactly, otherwise the nearest `f64`; every size and digit in exact mode.

use std::borrow::Cow;

/// A decimal number of any size, as text. Only sets with `numbers = "exact"` make them.
#[derive(Clone, Debug)]
pub struct Decimal {
    text: Cow<'static, str>,
}

/// An owned JSON number.
#[derive(Clone, Debug)]
pub enum Number {
    /// An integer from 0 to 2^64 - 1.
    Unsigned(u64),
    /// An integer from -2^63 to -1.
    Negative(i64),
    /// Any other number, as the nearest `f64`; always finite.
    Float(f64),
    /// Exactly as written.
    Decimal(Decimal),
}

/// A borrowed JSON number.
#[derive(Clone, Copy, Debug)]
pub enum NumberRef<'a> {
    /// An integer from 0 to 2^64 - 1.
    Unsigned(u64),
    /// An integer from -2^63 to -1.
    Negative(i64),
    /// Any other number, as the nearest `f64`; always finite.
    Float(f64),
    /// Exactly as written.
    Decimal(&'a Decimal),
}
