//! Keys: never printed, and overwritten when they are no longer needed.

use std::fmt;

use bytes::Bytes;
use http::HeaderValue;
use zeroize::Zeroizing;

use crate::headers::header_value_bytes;

/// A key.
#[derive(Clone)]
pub(crate) struct Secret(Zeroizing<String>);

impl Secret {
    pub(crate) fn new(text: impl Into<Zeroizing<String>>) -> Self {
        Self(text.into())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key after a prefix, as a header value that is marked as sensitive and whose bytes are overwritten when the last
    /// copy of it is dropped. `None` when no header can carry it.
    pub(crate) fn header_value(&self, prefix: &str) -> Option<HeaderValue> {
        let text = Zeroizing::new([prefix, &self.0].concat());
        let bytes = Bytes::from_owner(header_value_bytes(&text)?);
        let mut value = HeaderValue::from_maybe_shared(bytes).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}
