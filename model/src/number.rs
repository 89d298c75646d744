//! Exact decimal numbers.

/// A JSON number, kept exactly: `±digits × 10^exponent`.
#[derive(Clone, Debug)]
pub struct Number {
    text: String,
}
