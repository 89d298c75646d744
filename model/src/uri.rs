//! URI references: RFC 3986 (and RFC 3987) resolution, without any retrieval.

use std::borrow::Cow;

use fluent_uri::{Iri, IriRef};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::source::push_token;

/// An absolute URI without fragment, in normal form.
pub(crate) type Uri = String;

/// Reads an absolute URI and brings it to the normal form that all comparisons use. A fragment is dropped.
pub(crate) fn normalize(text: &str) -> Option<Uri> {
    let (text, _) = split_fragment(text);
    Some(Iri::parse(text).ok()?.normalize().as_str().to_owned())
}

/// Resolves a reference without fragment against a base URI.
pub(crate) fn resolve(base: &str, reference: &str) -> Option<Uri> {
    if reference.is_empty() {
        return Some(base.to_owned());
    }
    let reference = IriRef::parse(reference).ok()?;
    let base = Iri::parse(base).ok()?;
    Some(reference.resolve_against(&base).ok()?.normalize().as_str().to_owned())
}

/// Splits a reference at its `#`.
pub(crate) fn split_fragment(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// The URI that a file without a URI of its own stands for, so that files can refer to each other by relative path.
pub(crate) fn of_file(name: &str) -> Uri {
    let mut uri = String::from("file:///");
    for (index, part) in name.split(['/', '\\']).filter(|part| !part.is_empty()).enumerate() {
        if index > 0 {
            uri.push('/');
        }
        uri.push_str(&encode_path(part));
    }
    normalize(&uri).unwrap_or(uri)
}

/// What a path keeps: letters, digits, what RFC 3986 section 2.3 leaves unreserved, and `/` between its parts.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// What a fragment keeps: what a path keeps, and what RFC 3986 section 3.5 allows beside that.
const FRAGMENT: &AsciiSet = &PATH
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@')
    .remove(b'?');

/// Escapes what a path of a URI cannot hold; `/` stays.
///
/// ```
/// assert_eq!(contracts_model::uri::encode_path("a/b c/ä%?#.json"), "a/b%20c/%C3%A4%25%3F%23.json");
/// ```
pub fn encode_path(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

/// Escapes what a fragment of a URI cannot hold, such as a JSON pointer may.
///
/// ```
/// assert_eq!(contracts_model::uri::encode_fragment("/$defs/a b%/^x"), "/$defs/a%20b%25/%5Ex");
/// ```
pub fn encode_fragment(text: &str) -> String {
    utf8_percent_encode(text, FRAGMENT).to_string()
}

/// Decodes the percent escapes of a fragment; `None` when they are malformed or not UTF-8.
pub(crate) fn decode_fragment(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte == b'%' {
            let [high, low, after @ ..] = rest else { return None };
            let digit = |byte: u8| char::from(byte).to_digit(16);
            bytes.push(u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?);
            rest = after;
        } else {
            bytes.push(*byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The same JSON pointer with its tokens escaped in the one canonical way.
pub(crate) fn canonical_pointer(tokens: &[Cow<'_, str>]) -> String {
    let mut pointer = String::new();
    for token in tokens {
        push_token(&mut pointer, token);
    }
    pointer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_rfc_3986_says() {
        for (base, reference, expected) in [
            ("http://a/b/c/d;p?q", "g", "http://a/b/c/g"),
            ("http://a/b/c/d;p?q", "../../../g", "http://a/g"),
            ("http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"),
            ("http://a/b/c/d;p?q", "//g", "http://g"),
            ("http://a/b/c/d", "HTTP://A/%7eb", "http://a/~b"),
            ("file:///x/a.json", "b.json", "file:///x/b.json"),
            ("http://a/b", "größe.json", "http://a/größe.json"),
            ("urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed", "", "urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed"),
            ("urn:x:y", "http://a/", "http://a/"),
        ] {
            assert_eq!(resolve(base, reference).as_deref(), Some(expected), "{base} {reference}");
        }
        assert_eq!(resolve("urn:x:y", "b.json"), None);
        assert_eq!(resolve("http://a/", "a b"), None);
        assert_eq!(resolve("http://a/", "http://[x"), None);
    }

    #[test]
    fn files_have_uris() {
        assert_eq!(of_file("schemas/a b#.json"), "file:///schemas/a%20b%23.json");
        assert_eq!(resolve(&of_file("schemas/a.json"), "../b.json").as_deref(), Some("file:///b.json"));
    }

    #[test]
    fn fragments_are_percent_encoded() {
        assert_eq!(decode_fragment("/a%25b~1%22").as_deref(), Some("/a%b~1\""));
        assert_eq!(decode_fragment("/größe").as_deref(), Some("/größe"));
        for wrong in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(decode_fragment(wrong), None, "{wrong}");
        }
    }
}
