//! What every generated type has: `serde::Deserialize`, `validate`, its schema, and the functions of a document.

/// Gives a generated type its schema, `validate` and strict `serde::Deserialize`.
#[macro_export]
macro_rules! contract {
    ($type:ident, $schema:path) => {
        $crate::contract!($type, $schema, true);
    };
    ($type:ident, $schema:path, $complete:literal) => {
        impl $type {
            /// The schema that this type was generated from.
            pub fn schema() -> &'static $crate::schema::Schema {
                &$schema
            }

            /// Checks the value against its whole schema, as after a change to its fields.
            ///
            /// # Errors
            /// When an assertion fails.
            pub fn validate(&self) -> ::core::result::Result<(), $crate::Error> {
                $crate::document::validate(self)
            }
        }

        impl $crate::Contract for $type {
            const COMPLETE: bool = $complete;

            fn schema() -> &'static $crate::schema::Schema {
                &$schema
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                $crate::document::deserialize(deserializer)
            }
        }
    };
}

/// Gives a generated type the functions that read a whole document.
#[macro_export]
macro_rules! document {
    ($type:ident) => {
        #[allow(clippy::should_implement_trait, reason = "the text is JSON, not the value of a string")]
        impl $type {
            /// Reads a document from bytes.
            ///
            /// # Errors
            /// When the text is not JSON or violates the schema.
            pub fn from_slice(bytes: &[u8]) -> ::core::result::Result<Self, $crate::Error> {
                $crate::document::from_slice(bytes)
            }

            /// Reads a document from text.
            ///
            /// # Errors
            /// When the text is not JSON or violates the schema.
            pub fn from_str(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                $crate::document::from_str(text)
            }

            /// Reads a document from a value of `serde_json`.
            ///
            /// # Errors
            /// When the value violates the schema.
            pub fn from_value(value: $crate::serde_json::Value) -> ::core::result::Result<Self, $crate::Error> {
                $crate::document::from_value(value)
            }

            /// Reads a document from bytes, keeping unknown values of enums that fail closed.
            ///
            /// # Errors
            /// When the text is not JSON or violates the schema in any other way.
            pub fn from_slice_tolerant(
                bytes: &[u8],
            ) -> ::core::result::Result<$crate::Tolerant<Self>, $crate::Error> {
                $crate::document::from_slice_tolerant(bytes)
            }

            /// Everything that the schema has against a document, at most `limit` entries; empty when it is valid.
            ///
            /// # Errors
            /// When the text is not JSON or breaks a rule of every document.
            pub fn violations(
                bytes: &[u8],
                limit: usize,
            ) -> ::core::result::Result<::std::vec::Vec<$crate::Violation>, $crate::Error> {
                $crate::document::violations::<Self>(bytes, limit)
            }
        }
    };
}
