//! Paths as parts of URIs.

use std::fmt::Write;

/// Escapes what a path of a URI cannot hold (RFC 3986 section 3.3); `/` stays.
pub(crate) fn encode_path(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte));
            }
            _ => write!(encoded, "%{byte:02X}").expect("writing to a string does not fail"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::encode_path;

    #[test]
    fn what_a_path_cannot_hold_is_escaped() {
        assert_eq!(encode_path("a/b c/ä%?#.json"), "a/b%20c/%C3%A4%25%3F%23.json");
    }
}
