//! Where the gateway is.

use url::Url;

use crate::{error::Error, text::trim};

/// The checked base of all requests.
///
/// The text is the caller's own, without its trailing slashes; a path in it stands before every endpoint.
#[derive(Clone, Debug)]
pub(crate) struct BaseUrl {
    text: String,
}

impl BaseUrl {
    /// Checks a base. `option` is the name of the option that it comes from.
    pub(crate) fn new(option: &'static str, text: &str) -> Result<Self, Error> {
        let refuse = |expected| Err(Error::Option { option, expected });
        if trim(text) != text {
            return refuse("have no white space around it");
        }
        let Ok(url) = Url::parse(text) else {
            return refuse("be an absolute URL, such as https://gateway.example");
        };
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return refuse("be an http or https URL with a host");
        }
        if !url.username().is_empty() || url.password().is_some_and(|password| !password.is_empty()) {
            return refuse("have no user name and no password in it");
        }
        if url.query().is_some_and(|query| !query.is_empty())
            || url.fragment().is_some_and(|fragment| !fragment.is_empty())
        {
            return refuse("have no query and no fragment");
        }
        Ok(Self { text: text.trim_end_matches('/').to_owned() })
    }

    /// The base as it is stored.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The URL of an endpoint; `path` begins with a slash and is percent-encoded. Dot segments collapse.
    pub(crate) fn endpoint(&self, path: &str) -> Result<Url, Error> {
        parse(&[&self.text, path].concat())
    }

    /// The base as a URL.
    pub(crate) fn url(&self) -> Result<Url, Error> {
        parse(&self.text)
    }
}

fn parse(text: &str) -> Result<Url, Error> {
    Url::parse(text).map_err(|error| Error::Argument(format!("{text:?} is not a URL: {error}")))
}

/// An identifier as a path segment: everything but `A-Z a-z 0-9 - _ . ! ~ * ' ( )` is percent-encoded.
pub(crate) fn path_segment(identifier: &str) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'!')
        .remove(b'~')
        .remove(b'*')
        .remove(b'\'')
        .remove(b'(')
        .remove(b')');
    utf8_percent_encode(identifier, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn accepted(text: &str, stored: &str) {
        assert_eq!(BaseUrl::new("baseURL", text).unwrap().as_str(), stored);
    }

    #[test]
    fn what_is_a_base() {
        accepted("https://g///", "https://g");
        accepted("HTTP://H/", "HTTP://H");
        accepted("https://g/a/b/", "https://g/a/b");
        accepted("http://127.0.0.1:8080", "http://127.0.0.1:8080");
        // Nothing stands behind the mark, so nothing is refused.
        accepted("http://h/?", "http://h/?");
        accepted("http://h#", "http://h#");
        accepted("http://@h", "http://@h");
    }

    #[test]
    fn what_is_no_base() {
        for text in [
            " https://g",
            "https://g\n",
            "\u{FEFF}https://g",
            "g",
            "/path",
            "ftp://g",
            "file:///x",
            "data:,x",
            "https://",
            "https://user@g",
            "https://:secret@g",
            "https://g?q",
            "https://g#f",
        ] {
            let message = BaseUrl::new("baseURL", text).unwrap_err().to_string();
            assert!(message.starts_with("baseURL must "), "{text}: {message}");
            assert!(!message.contains("secret"));
        }
    }

    #[test]
    fn endpoints_stand_behind_the_whole_base() {
        let base = BaseUrl::new("baseURL", "http://h/prefix/").unwrap();
        assert_eq!(base.endpoint("/sdk/v1/compress").unwrap().as_str(), "http://h/prefix/sdk/v1/compress");
        assert_eq!(base.endpoint("/sdk/v1/artifacts/..").unwrap().as_str(), "http://h/prefix/sdk/v1/");
    }

    #[test]
    fn identifiers_are_encoded() {
        assert_eq!(path_segment("tenant a/ref+1"), "tenant%20a%2Fref%2B1");
        assert_eq!(path_segment("Az09-_.!~*'()"), "Az09-_.!~*'()");
        assert_eq!(path_segment("é?#%"), "%C3%A9%3F%23%25");
    }
}
