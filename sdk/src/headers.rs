//! Header values as the reference client sends them.

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::error::Error;

/// The bytes of a header value: leading and trailing white space is dropped, and U+0080 to U+00FF become one Latin-1 byte.
/// `None` when a character cannot stand in a header: a control character, or one above U+00FF.
pub(crate) fn header_value_bytes(text: &str) -> Option<Vec<u8>> {
    text.trim_matches([' ', '\t', '\r', '\n'])
        .chars()
        .map(|character| u8::try_from(u32::from(character)).ok())
        .map(|byte| byte.filter(|byte| *byte == b'\t' || (*byte >= b' ' && *byte != 0x7F)))
        .collect()
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
        assert_eq!(header_value_bytes(" a\té \r\n").unwrap(), b"a\t\xE9");
        assert_eq!(header_value_bytes("").unwrap(), b"");
        for text in ["a\r\nx-evil: 1", "a\nb", "\u{0}", "a\u{7F}", "\u{100}", "日本"] {
            assert_eq!(header_value_bytes(text), None, "{text:?}");
        }
    }
}
