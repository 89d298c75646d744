//! Texts that say something.

use contracts_runtime::Json;
pub(crate) use contracts_types::text::{is_blank, trim};

/// A text with more than white space in it.
pub(crate) fn not_blank(value: Option<&Json>) -> Option<&str> {
    value?.as_str().filter(|text| !is_blank(text))
}
