//! Counters as every client of the gateway reads them.

use contracts_runtime::Json;

/// The largest integer that every client holds exactly: 2^53 - 1.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// A count: an integral JSON number from 0 to 2^53 - 1, however it is written (`1000`, `1000.0`, `1e3`).
pub(crate) fn safe_uint(value: Option<&Json>) -> Option<u64> {
    value?.as_number()?.as_f64().and_then(safe_uint_of)
}

/// The count that an `f64` is.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub(crate) fn safe_uint_of(value: f64) -> Option<u64> {
    let fits = value.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER as f64).contains(&value);
    fits.then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let read = |text: &str| safe_uint(Some(&crate::json_text::parse_json_text(text).unwrap()));
        for (text, count) in
            [("0", 0), ("-0.0", 0), ("1000.0", 1000), ("2e2", 200), ("9007199254740991", MAX_SAFE_INTEGER)]
        {
            assert_eq!(read(text), Some(count), "{text}");
        }
        for text in ["-1", "0.5", "9007199254740992", "1e400", "\"1\"", "true", "null", "[1]"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(safe_uint(None), None);
    }
}
