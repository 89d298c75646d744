//! Header values as the reference client sends them.

use http::{HeaderMap, HeaderName, HeaderValue};
use zeroize::Zeroizing;

use crate::error::Error;

/// Headers that carry keys, also those that callers of raw requests put in themselves.
const KEY_HEADERS: [&str; 8] = [
    "api-key",
    "authorization",
    "cookie",
    "proxy-authorization",
    "x-api-key",
    "x-cave-api-key",
    "x-cave-upstream-key",
    "x-goog-api-key",
];

/// Marks every header that carries a key as sensitive: it is not printed, and does not follow to another origin.
pub(crate) fn mark_keys(headers: &mut HeaderMap) {
    for (name, value) in headers {
        if KEY_HEADERS.contains(&name.as_str()) {
            value.set_sensitive(true);
        }
    }
}

/// The bytes of a header value: leading and trailing white space is dropped, and U+0080 to U+00FF become one Latin-1 byte.
/// `None` when a character cannot stand in a header: a control character, or one above U+00FF.
///
/// The value may be a key: the bytes are overwritten when they are dropped, and there is no other copy of them.
pub(crate) fn header_value_bytes(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    // Large enough from the start: a vector that grows leaves what it held behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
    for character in text.chars() {
        let byte = u8::try_from(u32::from(character)).ok()?;
        if (byte < b' ' && byte != b'\t') || byte == 0x7F {
            return None;
        }
        bytes.push(byte);
    }
    Some(bytes)
}

/// Sets a header, or fails when the value cannot be one.
pub(crate) fn set(headers: &mut HeaderMap, name: &'static str, value: &str) -> Result<(), Error> {
    let value = header_value_bytes(value)
        .and_then(|bytes| HeaderValue::from_bytes(&bytes).ok())
        .ok_or_else(|| Error::Header { name: name.to_owned() })?;
    headers.insert(HeaderName::from_static(name), value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_latin_1_without_control_characters() {
        assert_eq!(header_value_bytes(" a\té \r\n").unwrap()[..], *b"a\t\xE9");
        assert_eq!(header_value_bytes("").unwrap()[..], *b"");
        for text in ["a\r\nx-evil: 1", "a\nb", "\u{0}", "a\u{7F}", "\u{100}", "日本"] {
            assert_eq!(header_value_bytes(text), None, "{text:?}");
        }
    }
}
