//! Identifiers of traces and spans.

use crate::hex::hex;

/// The identifiers that calls of a trace carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceContext {
    /// 32 lower-case hex digits.
    pub(crate) trace_id: String,
    /// 16 lower-case hex digits.
    pub(crate) span_id: String,
}

/// Hex digits of a trace identifier.
const TRACE_DIGITS: usize = 32;
/// Hex digits of a span identifier.
const SPAN_DIGITS: usize = 16;

/// A trace identifier: the given one in lower case when it is one, otherwise a fresh one.
pub(crate) fn trace_id_or_fresh(given: Option<&str>) -> String {
    given.and_then(|given| checked(given, TRACE_DIGITS)).unwrap_or_else(|| fresh(TRACE_DIGITS))
}

/// A span identifier: the given one in lower case when it is one, otherwise a fresh one.
pub(crate) fn span_id_or_fresh(given: Option<&str>) -> String {
    given.and_then(|given| checked(given, SPAN_DIGITS)).unwrap_or_else(|| fresh(SPAN_DIGITS))
}

/// A parent's span identifier: the given one in lower case when it is one, otherwise empty, which is the root.
pub(crate) fn parent_span_id(given: Option<&str>) -> String {
    given.and_then(|given| checked(given, SPAN_DIGITS)).unwrap_or_default()
}

fn checked(given: &str, digits: usize) -> Option<String> {
    let right = given.len() == digits
        && given.bytes().all(|byte| byte.is_ascii_hexdigit())
        && given.bytes().any(|byte| byte != b'0');
    right.then(|| given.to_ascii_lowercase())
}

/// A random identifier that is not all zeros, from the operating system's generator.
fn fresh(digits: usize) -> String {
    let mut bytes = [0_u8; TRACE_DIGITS / 2];
    loop {
        fill(&mut bytes);
        if let Some(text) = checked(&hex(&bytes[..digits / 2]), digits) {
            return text;
        }
    }
}

/// Random bytes. Where the operating system has none to give, bytes that are unique at least: an identifier only has to
/// tell traces apart.
fn fill(bytes: &mut [u8]) {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};
    if getrandom::fill(bytes).is_err() {
        for chunk in bytes.chunks_mut(8) {
            let hash = RandomState::new().build_hasher().finish().to_ne_bytes();
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_identifiers_are_kept_in_lower_case() {
        assert_eq!(trace_id_or_fresh(Some("AAAABBBBCCCCDDDDEEEEFFFF00001111")), "aaaabbbbccccddddeeeeffff00001111");
        assert_eq!(span_id_or_fresh(Some("1122334455667788")), "1122334455667788");
        assert_eq!(parent_span_id(Some("1122334455667788")), "1122334455667788");
    }

    #[test]
    fn what_is_no_identifier_is_replaced() {
        for given in [None, Some(""), Some("0000000000000000"), Some("112233445566778"), Some("g122334455667788")] {
            let id = span_id_or_fresh(given);
            assert!(id.len() == 16 && given != Some(&id) && checked(&id, 16).is_some(), "{id}");
            assert_eq!(parent_span_id(given), "");
        }
        assert_ne!(trace_id_or_fresh(None), trace_id_or_fresh(None));
    }
}
