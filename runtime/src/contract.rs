//! What every generated type has: `serde::Deserialize`, `validate`, its schema, and the functions of a document.

/// Gives a generated type its schema, `validate` and strict `serde::Deserialize`. Behind the schema stands what sets the
/// type apart: `incomplete`, when its decoder leaves a check to the root of the document, and `exact`, when it keeps
/// every digit of numbers.
#[macro_export]
macro_rules! contract {
    ($type:ident, $schema:path $(, $trait:ident)*) => {
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
            $($crate::contract_trait!($trait);)*

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

/// What sets a generated type apart from others, as a constant of [`Contract`](crate::Contract).
#[doc(hidden)]
#[macro_export]
macro_rules! contract_trait {
    (incomplete) => {
        const COMPLETE: bool = false;
    };
    (exact) => {
        const NUMBERS: $crate::number::Numbers = $crate::number::Numbers::Exact;
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

/// Says that generated code asserts formats, which needs the feature `formats`.
#[cfg(feature = "formats")]
#[macro_export]
macro_rules! require_formats {
    () => {};
}

/// Says that generated code asserts formats, which needs the feature `formats`.
#[cfg(not(feature = "formats"))]
#[macro_export]
macro_rules! require_formats {
    () => {
        ::core::compile_error!(
            "the schemas assert `format`: switch the feature `formats` of the crate `contracts-runtime` on"
        );
    };
}

/// Says that generated code holds numbers of any size, which needs the feature `exact-numbers`.
#[cfg(feature = "exact-numbers")]
#[macro_export]
macro_rules! require_exact_numbers {
    () => {};
}

/// Says that generated code holds numbers of any size, which needs the feature `exact-numbers`.
#[cfg(not(feature = "exact-numbers"))]
#[macro_export]
macro_rules! require_exact_numbers {
    () => {
        ::core::compile_error!(
            "the schemas have exact numbers: switch the feature `exact-numbers` of the crate `contracts-runtime` on"
        );
    };
}
