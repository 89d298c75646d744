//! Who records the spans, in the words that every client of the gateway has for it.

/// Its name.
pub(super) const NAME: &str = "caveman-cloud";

/// Its version.
pub(super) const VERSION: &str = "1.0.0";
