//! The formats that JSON Schema defines, and the dialect that each belongs to from then on.

use crate::schema::Dialect;

/// Formats by name. `date`, `time`, `regex` and `idn-email` are older than the drafts that describe them, and validators
/// have them in all.
const FORMATS: [(&str, Dialect); 19] = [
    ("date", Dialect::Draft4),
    ("date-time", Dialect::Draft4),
    ("duration", Dialect::Draft201909),
    ("email", Dialect::Draft4),
    ("hostname", Dialect::Draft4),
    ("idn-email", Dialect::Draft4),
    ("idn-hostname", Dialect::Draft7),
    ("ipv4", Dialect::Draft4),
    ("ipv6", Dialect::Draft4),
    ("iri", Dialect::Draft7),
    ("iri-reference", Dialect::Draft7),
    ("json-pointer", Dialect::Draft6),
    ("regex", Dialect::Draft4),
    ("relative-json-pointer", Dialect::Draft7),
    ("time", Dialect::Draft4),
    ("uri", Dialect::Draft4),
    ("uri-reference", Dialect::Draft6),
    ("uri-template", Dialect::Draft6),
    ("uuid", Dialect::Draft201909),
];

/// The names of all formats. Everything that JSON Schema defines is about strings.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    FORMATS.iter().map(|(name, _)| *name)
}

/// Whether a dialect defines a format.
pub fn is_in(dialect: Dialect, format: &str) -> bool {
    FORMATS.iter().any(|(name, since)| *name == format && *since <= dialect)
}
