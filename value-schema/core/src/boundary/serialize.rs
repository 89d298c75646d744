//! Values of this crate as serde's data model sees them.

use serde::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use super::MAX_FOREIGN_DEPTH;
use crate::{array::JsonArray, number::JsonNumber, object::JsonObject, pointer::Pointer, value::JsonValue};

/// A value inside so many containers.
struct Inside<'a, T>(&'a T, usize);

impl<T> Inside<'_, T> {
    /// How deep the children of a container are.
    fn children<E: serde::ser::Error>(&self) -> Result<usize, E> {
        if self.1 < MAX_FOREIGN_DEPTH {
            Ok(self.1 + 1)
        } else {
            Err(E::custom(format_args!(
                "more than {MAX_FOREIGN_DEPTH} containers inside each other: write this value with to_text"
            )))
        }
    }
}

impl Serialize for Inside<'_, JsonValue> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            JsonValue::Null => serializer.serialize_unit(),
            JsonValue::Bool(value) => serializer.serialize_bool(*value),
            JsonValue::Number(value) => value.serialize(serializer),
            JsonValue::String(value) => serializer.serialize_str(value),
            JsonValue::Array(array) => Inside(array, self.1).serialize(serializer),
            JsonValue::Object(object) => Inside(object, self.1).serialize(serializer),
        }
    }
}

impl Serialize for Inside<'_, JsonArray> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let depth = self.children::<S::Error>()?;
        let mut items = serializer.serialize_seq(Some(self.0.len()))?;
        for item in self.0 {
            items.serialize_element(&Inside(item, depth))?;
        }
        items.end()
    }
}

impl Serialize for Inside<'_, JsonObject> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let depth = self.children::<S::Error>()?;
        let mut members = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0.iter() {
            members.serialize_entry(name, &Inside(value, depth))?;
        }
        members.end()
    }
}

macro_rules! serialize_inside {
    ($($container:ident)*) => {$(
        impl Serialize for $container {
            /// Fails for more than [`MAX_FOREIGN_DEPTH`] containers inside each other: the serializer of another crate
            /// would go through them by recursion. [`JsonValue::to_text`] writes any depth.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Inside(self, 0).serialize(serializer)
            }
        }
    )*};
}

serialize_inside!(JsonValue JsonArray JsonObject);

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_into(serializer)
    }
}

impl Serialize for Pointer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
