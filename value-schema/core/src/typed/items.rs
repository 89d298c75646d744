//! What is the same for all generated types of a kind. These macros are called by generated code, and by nothing else.

/// What every generated type has: its schema, decoding, and serde's traits.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_type {
    ($name:ident, $schema:expr) => {
        impl $crate::DeclaredType for $name {
            const SCHEMA_TEXT: &'static ::core::primitive::str = $schema;

            fn schema() -> &'static $crate::JsonSchemaNode {
                static SCHEMA: ::std::sync::OnceLock<$crate::JsonSchemaNode> = ::std::sync::OnceLock::new();
                SCHEMA.get_or_init(|| $crate::typed::wire_schema(<Self as $crate::DeclaredType>::SCHEMA_TEXT))
            }
        }

        #[allow(dead_code)]
        impl $name {
            /// The wire schema as JSON text.
            pub const SCHEMA_TEXT: &'static ::core::primitive::str = <Self as $crate::DeclaredType>::SCHEMA_TEXT;

            /// The wire schema, made once.
            pub fn schema() -> &'static $crate::JsonSchemaNode {
                <Self as $crate::DeclaredType>::schema()
            }

            /// The typed form of a value.
            ///
            /// # Errors
            /// When the value is not valid under the schema.
            pub fn decode(value: $crate::JsonValue) -> ::core::result::Result<Self, $crate::ValueProblem> {
                <Self as $crate::DeclaredType>::decode(value)
            }

            /// The typed form of JSON text.
            ///
            /// # Errors
            /// When the text is not JSON, loses something on the way in, or is not valid under the schema.
            pub fn from_text(text: &::core::primitive::str) -> ::core::result::Result<Self, $crate::ReadProblem> {
                <Self as $crate::DeclaredType>::from_text(text)
            }

            /// Checks a value that was made by hand against the schema.
            ///
            /// # Errors
            /// When the JSON of the value is not valid under the schema.
            pub fn validate(&self) -> ::core::result::Result<(), $crate::ValueProblem> {
                <Self as $crate::DeclaredType>::validate(self)
            }

            /// The value as JSON.
            pub fn to_json(&self) -> $crate::JsonValue {
                <Self as $crate::ValuePart>::to_json(self)
            }

            /// The value as JSON, without a copy.
            pub fn into_json(self) -> $crate::JsonValue {
                <Self as $crate::ValuePart>::into_json(self)
            }
        }

        impl<'de> $crate::typed::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::typed::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let value = <$crate::JsonValue as $crate::typed::serde::Deserialize>::deserialize(deserializer)?;
                <Self as $crate::DeclaredType>::decode(value).map_err($crate::typed::serde::de::Error::custom)
            }
        }

        impl ::core::convert::TryFrom<$crate::JsonValue> for $name {
            type Error = $crate::ValueProblem;

            fn try_from(value: $crate::JsonValue) -> ::core::result::Result<Self, $crate::ValueProblem> {
                <Self as $crate::DeclaredType>::decode(value)
            }
        }

        impl ::core::convert::From<$name> for $crate::JsonValue {
            fn from(value: $name) -> Self {
                $crate::ValuePart::into_json(value)
            }
        }
    };
}

/// A struct for an object.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_object {
    ($name:ident, $schema:expr, $members:tt $(, extra $extra:ident)?) => {
        $crate::declared_type!($name, $schema);
        $crate::declared_object!(@impls $name $members $members [$($extra)?]);
    };
    // The members come twice: taken apart, and in one piece for use below the repetition of `extra`.
    (@impls $name:ident $members:tt { $($field:ident: $presence:ident $wire:literal),* $(,)? } [$($extra:ident)?]) => {
        impl $crate::ValuePart for $name {
            fn from_valid(value: $crate::JsonValue) -> Self {
                $(let mut $field = ::core::option::Option::None;)*
                $(let mut $extra = $crate::JsonObject::new();)?
                for (name, value) in $crate::typed::members(value) {
                    match name.as_str() {
                        $($wire => $field = ::core::option::Option::Some($crate::ValuePart::from_valid(value)),)*
                        _ => $crate::declared_object!(@undeclared name value $($extra)?),
                    }
                }
                Self {
                    $($field: $crate::declared_object!(@member $presence $field $wire),)*
                    $($extra,)?
                }
            }

            fn to_json(&self) -> $crate::JsonValue {
                ::core::clone::Clone::clone(self).into_json()
            }

            fn into_json(self) -> $crate::JsonValue {
                #[allow(unused_mut)]
                let mut object = $crate::JsonObject::new();
                $($crate::declared_object!(@write $presence object self $field $wire);)*
                $($crate::typed::add_undeclared(&mut object, self.$extra);)?
                $crate::JsonValue::Object(object)
            }
        }

        impl $crate::typed::serde::Serialize for $name {
            fn serialize<S: $crate::typed::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                use $crate::typed::serde::ser::SerializeMap as _;
                #[allow(unused_mut)]
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                $($crate::declared_object!(@entry $presence map self $field $wire);)*
                $(for (name, value) in self.$extra.iter() {
                    if !$crate::declared_object!(@is_written self name $members) {
                        map.serialize_entry(name, value)?;
                    }
                })?
                map.end()
            }
        }
    };
    (@undeclared $name:ident $value:ident) => {
        $crate::typed::undeclared(&$name)
    };
    (@undeclared $name:ident $value:ident $extra:ident) => {{
        $extra.insert($name, $value);
    }};
    (@member required $field:ident $wire:literal) => {
        $crate::typed::required($field, $wire)
    };
    (@member optional $field:ident $wire:literal) => {
        $field
    };
    (@write required $object:ident $this:ident $field:ident $wire:literal) => {
        $object.insert($wire, $crate::ValuePart::into_json($this.$field));
    };
    (@write optional $object:ident $this:ident $field:ident $wire:literal) => {
        if let ::core::option::Option::Some(value) = $this.$field {
            $object.insert($wire, $crate::ValuePart::into_json(value));
        }
    };
    (@entry required $map:ident $this:ident $field:ident $wire:literal) => {
        $map.serialize_entry($wire, &$this.$field)?;
    };
    (@entry optional $map:ident $this:ident $field:ident $wire:literal) => {
        if let ::core::option::Option::Some(value) = &$this.$field {
            $map.serialize_entry($wire, value)?;
        }
    };
    (@is_written $this:ident $name:ident { $($field:ident: $presence:ident $wire:literal),* $(,)? }) => {
        match $name {
            $($wire => $crate::declared_object!(@written $presence $this $field),)*
            _ => false,
        }
    };
    (@written required $this:ident $field:ident) => {
        true
    };
    (@written optional $this:ident $field:ident) => {
        $this.$field.is_some()
    };
}

/// An enum for a union.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_union {
    ($name:ident, $schema:expr, $choice:expr, { $($index:literal => $variant:ident $(($inner:ident))?),* $(,)? }) => {
        $crate::declared_type!($name, $schema);

        impl $crate::ValuePart for $name {
            fn from_valid(value: $crate::JsonValue) -> Self {
                const CHOICE: $crate::typed::Choice = $choice;
                match CHOICE.branch(&value, <Self as $crate::DeclaredType>::schema()) {
                    $($index => $crate::declared_union!(@read $variant value $($inner)?),)*
                    other => ::core::unreachable!("there is no branch {other}"),
                }
            }

            fn to_json(&self) -> $crate::JsonValue {
                match self {
                    $(Self::$variant $(($inner))? => $crate::declared_union!(@borrowed $($inner)?),)*
                }
            }

            fn into_json(self) -> $crate::JsonValue {
                match self {
                    $(Self::$variant $(($inner))? => $crate::declared_union!(@owned $($inner)?),)*
                }
            }
        }

        impl $crate::typed::serde::Serialize for $name {
            fn serialize<S: $crate::typed::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant $(($inner))? => $crate::declared_union!(@serialize serializer $($inner)?),)*
                }
            }
        }
    };
    (@read $variant:ident $value:ident) => {
        Self::$variant
    };
    (@read $variant:ident $value:ident $inner:ident) => {
        Self::$variant($crate::ValuePart::from_valid($value))
    };
    (@borrowed) => {
        $crate::JsonValue::Null
    };
    (@borrowed $inner:ident) => {
        $crate::ValuePart::to_json($inner)
    };
    (@owned) => {
        $crate::JsonValue::Null
    };
    (@owned $inner:ident) => {
        $crate::ValuePart::into_json($inner)
    };
    (@serialize $serializer:ident) => {
        $serializer.serialize_unit()
    };
    (@serialize $serializer:ident $inner:ident) => {
        $crate::typed::serde::Serialize::serialize($inner, $serializer)
    };
}

/// An enum for listed strings.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_strings {
    ($name:ident, $schema:expr, { $($variant:ident = $wire:literal),* $(,)? }) => {
        $crate::declared_type!($name, $schema);

        #[allow(dead_code)]
        impl $name {
            /// All values, in the order of the schema.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The string on the wire.
            pub const fn as_str(&self) -> &'static ::core::primitive::str {
                match self {
                    $(Self::$variant => $wire,)*
                }
            }
        }

        impl $crate::ValuePart for $name {
            fn from_valid(value: $crate::JsonValue) -> Self {
                match value.as_str() {
                    $(::core::option::Option::Some($wire) => Self::$variant,)*
                    _ => $crate::typed::unlisted(&value),
                }
            }

            fn to_json(&self) -> $crate::JsonValue {
                $crate::JsonValue::from(self.as_str())
            }

            fn into_json(self) -> $crate::JsonValue {
                $crate::JsonValue::from(self.as_str())
            }
        }

        impl $crate::typed::serde::Serialize for $name {
            fn serialize<S: $crate::typed::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

/// An enum for listed literals that are no strings, or a unit struct for one literal.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_literals {
    ($name:ident, $schema:expr) => {
        $crate::declared_literals!(@impls $name, $schema, { 0 => $name });
    };
    ($name:ident, $schema:expr, { $($index:literal => $variant:ident),* $(,)? }) => {
        $crate::declared_literals!(@impls $name, $schema, { $($index => Self::$variant),* });

        #[allow(dead_code)]
        impl $name {
            /// All values, in the order of the schema.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
        }
    };
    (@impls $name:ident, $schema:expr, { $($index:literal => $value:path),* }) => {
        $crate::declared_type!($name, $schema);

        impl $crate::ValuePart for $name {
            fn from_valid(value: $crate::JsonValue) -> Self {
                match $crate::typed::literal_index(&value, <Self as $crate::DeclaredType>::schema()) {
                    $($index => $value,)*
                    other => ::core::unreachable!("there is no literal {other}"),
                }
            }

            fn to_json(&self) -> $crate::JsonValue {
                let index = match self {
                    $($value => $index,)*
                };
                $crate::typed::literal(<Self as $crate::DeclaredType>::schema(), index)
            }

            fn into_json(self) -> $crate::JsonValue {
                $crate::ValuePart::to_json(&self)
            }
        }

        impl $crate::typed::serde::Serialize for $name {
            fn serialize<S: $crate::typed::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::typed::serde::Serialize::serialize(&$crate::ValuePart::to_json(self), serializer)
            }
        }
    };
}

/// A newtype for a root that is neither an object nor a union nor listed literals.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_newtype {
    ($name:ident($inner:ty), $schema:expr) => {
        $crate::declared_type!($name, $schema);

        impl $crate::ValuePart for $name {
            fn from_valid(value: $crate::JsonValue) -> Self {
                Self($crate::ValuePart::from_valid(value))
            }

            fn to_json(&self) -> $crate::JsonValue {
                $crate::ValuePart::to_json(&self.0)
            }

            fn into_json(self) -> $crate::JsonValue {
                $crate::ValuePart::into_json(self.0)
            }
        }

        impl $crate::typed::serde::Serialize for $name {
            fn serialize<S: $crate::typed::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::typed::serde::Serialize::serialize(&self.0, serializer)
            }
        }
    };
}
