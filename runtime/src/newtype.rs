//! Values with a promise: a generated type around another one that can only be made through its checks.

/// Gives a newtype its checks. `$rest` is what the inner type does not hold.
#[macro_export]
macro_rules! newtype {
    ($type:ident($inner:ty), $schema:path, $rest:expr) => {
        impl $type {
            /// The inner value.
            pub fn get(&self) -> &$inner {
                &self.0
            }

            /// The inner value.
            pub fn into_inner(self) -> $inner {
                self.0
            }
        }

        impl ::core::convert::TryFrom<$inner> for $type {
            type Error = $crate::Error;

            fn try_from(value: $inner) -> ::core::result::Result<Self, $crate::Error> {
                // The whole schema: what is inside may have public fields that were changed.
                $schema.check($crate::View::view(&value), $crate::Mode::Strict)?;
                Ok(Self(value))
            }
        }

        impl ::core::convert::From<$type> for $inner {
            fn from(value: $type) -> $inner {
                value.0
            }
        }

        impl ::core::convert::AsRef<$inner> for $type {
            fn as_ref(&self) -> &$inner {
                &self.0
            }
        }

        impl $crate::View for $type {
            fn view(&self) -> $crate::Instance<'_> {
                $crate::View::view(&self.0)
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<__S: $crate::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                $crate::serde::Serialize::serialize(&self.0, serializer)
            }
        }

        impl<'de> $crate::decode::Decode<'de> for $type {
            fn decode<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
                context: &mut $crate::context::Context,
                _: &'static $crate::schema::Schema,
            ) -> ::core::result::Result<Self, __D::Error> {
                <$inner as $crate::decode::Decode<'de>>::decode_checked(deserializer, context, &$schema, $rest)
                    .map(Self)
            }
        }
    };
}

/// What a newtype around a string has beside its checks.
#[macro_export]
macro_rules! string_newtype {
    ($type:ident) => {
        impl $type {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::core::convert::AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::core::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                ::core::convert::TryFrom::try_from(::std::string::String::from(text))
            }
        }

        impl ::core::convert::TryFrom<&str> for $type {
            type Error = $crate::Error;

            fn try_from(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                ::core::convert::TryFrom::try_from(::std::string::String::from(text))
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

/// What a newtype around a number has beside its checks.
#[macro_export]
macro_rules! number_newtype {
    ($type:ident) => {
        impl ::core::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                $crate::document::from_str(text)
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}
