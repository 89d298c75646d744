//! The two smallest types: no value at all, and `null`.

use serde::{Deserializer, Serialize, Serializer};

use crate::{
    Instance, View,
    context::Context,
    decode::{Decode, decode_json},
    schema::Schema,
};

/// The type of the schema `false`: nothing is valid, so nothing can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {}

impl View for Never {
    fn view(&self) -> Instance<'_> {
        match *self {}
    }
}

impl Serialize for Never {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl<'de> Decode<'de> for Never {
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
    ) -> Result<Self, D::Error> {
        decode_json(deserializer, context, |value, context| Err(context.rejection(schema, value.view())))
    }
}

/// The type of `null` alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Null;

impl View for Null {
    fn view(&self) -> Instance<'_> {
        Instance::Null
    }
}

impl Serialize for Null {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}
