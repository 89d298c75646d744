//! Reading values of this crate by the deserializers of other crates.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::{MAX_FOREIGN_DEPTH, NUMBER_NAME, error::LossyKind};
use crate::{array::JsonArray, number::JsonNumber, object::JsonObject, value::JsonValue};

/// Reads a value inside so many containers.
#[derive(Clone, Copy)]
struct Inside(usize);

impl Inside {
    /// How deep the children of a container are.
    fn children<E: Error>(self) -> Result<Self, E> {
        if self.0 < MAX_FOREIGN_DEPTH {
            Ok(Self(self.0 + 1))
        } else {
            Err(E::custom(LossyKind::TooDeep(MAX_FOREIGN_DEPTH)))
        }
    }
}

impl<'de> DeserializeSeed<'de> for Inside {
    type Value = JsonValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inside {
    type Value = JsonValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<JsonValue, E> {
        Ok(JsonValue::Null)
    }

    fn visit_none<E: Error>(self) -> Result<JsonValue, E> {
        Ok(JsonValue::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonValue, D::Error> {
        deserializer.deserialize_any(self.children()?)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonValue, D::Error> {
        deserializer.deserialize_any(self.children()?)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<JsonValue, E> {
        Ok(JsonValue::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<JsonValue, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<JsonValue, E> {
        Ok(value.into())
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<JsonValue, E> {
        JsonValue::try_from(value).map_err(E::custom)
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<JsonValue, E> {
        JsonValue::try_from(value).map_err(E::custom)
    }

    fn visit_f32<E: Error>(self, value: f32) -> Result<JsonValue, E> {
        JsonValue::try_from(value).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<JsonValue, E> {
        JsonValue::try_from(value).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<JsonValue, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<JsonValue, E> {
        Ok(value.into())
    }

    fn visit_bytes<E: Error>(self, _: &[u8]) -> Result<JsonValue, E> {
        Err(E::custom(LossyKind::Bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonValue, A::Error> {
        let children = self.children()?;
        let mut array = JsonArray::new();
        while let Some(item) = items.next_element_seed(children)? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<JsonValue, A::Error> {
        let children = self.children()?;
        let mut object = JsonObject::new();
        while let Some(name) = members.next_key_seed(NameSeed)? {
            if object.is_empty() && name.borrowed && name.text == NUMBER_NAME {
                match members.next_value_seed(FirstSeed(children))? {
                    First::OwnedText(digits) => {
                        return digits.parse::<JsonNumber>().map(JsonValue::from).map_err(A::Error::custom);
                    }
                    First::Other(value) => object.insert(name.text, value),
                };
                continue;
            }
            let value = members.next_value_seed(children)?;
            object.insert_new(name.text, value).map_err(A::Error::custom)?;
        }
        Ok(object.into())
    }
}

/// The name of a member.
struct Name {
    text: String,
    /// Whether it was lent by the input.
    borrowed: bool,
}

struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        // Keys that are not strings are not to be turned into some.
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NameSeed {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string as the name of a member")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Name, E> {
        Ok(Name { text: text.to_owned(), borrowed: true })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
        Ok(Name { text: text.to_owned(), borrowed: false })
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Name, E> {
        Ok(Name { text, borrowed: false })
    }
}

/// The first value of an object that looks as `serde_json` hands over a number whose digits it keeps: a map with one
/// private name, which comes borrowed, and its digits, which come owned. For a real member never both is true.
enum First {
    OwnedText(String),
    Other(JsonValue),
}

struct FirstSeed(Inside);

impl<'de> DeserializeSeed<'de> for FirstSeed {
    type Value = First;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<First, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FirstSeed {
    type Value = First;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_string<E: Error>(self, text: String) -> Result<First, E> {
        Ok(First::OwnedText(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<First, E> {
        self.0.visit_str(text).map(First::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<First, E> {
        self.0.visit_unit().map(First::Other)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<First, E> {
        self.0.visit_bool(value).map(First::Other)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<First, E> {
        self.0.visit_u64(value).map(First::Other)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<First, E> {
        self.0.visit_i64(value).map(First::Other)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<First, E> {
        self.0.visit_f64(value).map(First::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<First, A::Error> {
        self.0.visit_seq(items).map(First::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<First, A::Error> {
        self.0.visit_map(members).map(First::Other)
    }
}

impl<'de> Deserialize<'de> for JsonValue {
    /// Reads a value from a deserializer of another crate. Second members with the same name, numbers that JSON lacks
    /// and more than [`MAX_FOREIGN_DEPTH`] containers inside each other are errors; what the other crate has changed
    /// before, such as numbers with many digits, cannot be seen here. [`JsonValue::from_text`] sees it.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Inside(0).deserialize(deserializer)
    }
}

macro_rules! deserialize_container {
    ($container:ident, $variant:ident, $expected:literal) => {
        impl<'de> Deserialize<'de> for $container {
            /// As for [`JsonValue`].
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match JsonValue::deserialize(deserializer)? {
                    JsonValue::$variant(container) => Ok(container),
                    other => Err(D::Error::invalid_type(Unexpected::Other(other.type_name()), &$expected)),
                }
            }
        }
    };
}

deserialize_container!(JsonArray, Array, "a JSON array");
deserialize_container!(JsonObject, Object, "a JSON object");
deserialize_container!(JsonNumber, Number, "a JSON number");
