//! Texts that say something.

use contracts_runtime::Json;

/// Whether a text has nothing but white space in it.
pub(crate) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// A text with more than white space in it.
pub(crate) fn not_blank(value: Option<&Json>) -> Option<&str> {
    value?.as_str().filter(|text| !is_blank(text))
}
