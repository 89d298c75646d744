//! Any value that serializes, by a serializer that changes nothing.

use std::fmt;

use serde::ser::{
    self, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::{
    MAX_FOREIGN_DEPTH, NUMBER_NAME, RAW_VALUE_NAME,
    error::{LossyError, LossyKind},
};
use crate::{array::JsonArray, number::JsonNumber, object::JsonObject, pointer::Pointer, value::JsonValue};

impl JsonValue {
    /// The value that `value` serializes to, in the form that `serde_json` gives structs, enums and options.
    ///
    /// Where `serde_json` would change something, this fails: numbers that are not finite, negative zero, integers
    /// beyond 64 bits, byte strings, a second member with the same name (of a map, or of what `#[serde(flatten)]` brings
    /// in), and keys of maps that are not strings. A `char` and a variant without fields are strings where they are
    /// values, so they are as keys; integers and booleans are not.
    ///
    /// An `f32` becomes the number that its JSON text would be: `0.1_f32` is `0.1`, which reads back as the same `f32`.
    /// The numbers of `serde_json` with the feature `arbitrary_precision`, and its `RawValue`, are read as text is.
    ///
    /// Code of other crates goes through nested values by recursion. More than [`MAX_FOREIGN_DEPTH`] containers, newtypes
    /// and options inside each other are an error; for values of `serde_json` of any depth there is
    /// [`Self::from_serde_json`].
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use value_schema_core::{JsonValue, LossyKind};
    ///
    /// assert_eq!(JsonValue::from_serialize(&("Oslo", 0.1_f32, None::<u8>))?.to_text(), r#"["Oslo",0.1,null]"#);
    ///
    /// let error = JsonValue::from_serialize(&BTreeMap::from([("share", [0.5, f64::NAN])])).unwrap_err();
    /// assert_eq!(error.pointer().as_str(), "/share/1");
    /// assert_eq!(error.to_string(), "/share/1: NaN is not in JSON: a number is finite");
    /// # Ok::<(), value_schema_core::LossyError>(())
    /// ```
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, LossyError> {
        value.serialize(ToValue { depth: 0 }).map_err(|stop| {
            let mut pointer = Pointer::root();
            for token in stop.0.tokens.iter().rev() {
                match token {
                    Token::Name(name) => pointer.push_name(name),
                    Token::Index(index) => pointer.push_index(*index),
                }
            }
            LossyError::new(stop.0.kind, pointer.join(&stop.0.inner))
        })
    }
}

/// Why serializing stops, and the way from there to the outermost value, as far as it has been gone back.
#[derive(Debug)]
struct Stop(Box<Parts>);

#[derive(Debug)]
struct Parts {
    kind: LossyKind,
    tokens: Vec<Token>,
    /// The place within a text that was handed over.
    inner: Pointer,
}

#[derive(Debug)]
enum Token {
    Name(String),
    Index(usize),
}

impl Stop {
    fn in_member(mut self, name: &str) -> Self {
        self.0.tokens.push(Token::Name(name.to_owned()));
        self
    }

    fn in_item(mut self, index: usize) -> Self {
        self.0.tokens.push(Token::Index(index));
        self
    }
}

impl<K: Into<LossyKind>> From<K> for Stop {
    fn from(kind: K) -> Self {
        Self(Box::new(Parts { kind: kind.into(), tokens: Vec::new(), inner: Pointer::root() }))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind.fmt(f)
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: fmt::Display>(message: T) -> Self {
        LossyKind::Refused(message.to_string()).into()
    }
}

/// Makes a value inside so many others.
#[derive(Clone, Copy)]
struct ToValue {
    depth: usize,
}

impl ToValue {
    fn inner(self) -> Result<Self, Stop> {
        if self.depth < MAX_FOREIGN_DEPTH {
            Ok(Self { depth: self.depth + 1 })
        } else {
            Err(LossyKind::TooDeep(MAX_FOREIGN_DEPTH).into())
        }
    }

    fn items(self, variant: Option<&'static str>) -> Result<Items, Stop> {
        let inner = self.inner()?;
        // The variant's name is an object around the items.
        let inner = if variant.is_some() { inner.inner()? } else { inner };
        Ok(Items { inner, variant, array: JsonArray::new() })
    }

    fn members(self, variant: Option<&'static str>) -> Result<Members, Stop> {
        let inner = self.inner()?;
        let inner = if variant.is_some() { inner.inner()? } else { inner };
        Ok(Members { inner, variant, name: None, object: JsonObject::new() })
    }
}

macro_rules! numbers {
    ($($method:ident $number:ident)*) => {$(
        fn $method(self, value: $number) -> Result<JsonValue, Stop> {
            JsonNumber::try_from(value).map(JsonValue::from).map_err(|error| LossyKind::from(error).into())
        }
    )*};
}

macro_rules! small_integers {
    ($($method:ident $number:ident)*) => {$(
        fn $method(self, value: $number) -> Result<JsonValue, Stop> {
            Ok(value.into())
        }
    )*};
}

impl Serializer for ToValue {
    type Ok = JsonValue;
    type Error = Stop;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Members;

    small_integers! {
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64
    }

    numbers! { serialize_i128 i128 serialize_u128 u128 serialize_f32 f32 serialize_f64 f64 }

    fn serialize_bool(self, value: bool) -> Result<JsonValue, Stop> {
        Ok(value.into())
    }

    fn serialize_char(self, value: char) -> Result<JsonValue, Stop> {
        Ok(value.to_string().into())
    }

    fn serialize_str(self, value: &str) -> Result<JsonValue, Stop> {
        Ok(value.into())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<JsonValue, Stop> {
        Err(LossyKind::Bytes.into())
    }

    fn serialize_none(self) -> Result<JsonValue, Stop> {
        Ok(JsonValue::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<JsonValue, Stop> {
        value.serialize(self.inner()?)
    }

    fn serialize_unit(self) -> Result<JsonValue, Stop> {
        Ok(JsonValue::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<JsonValue, Stop> {
        Ok(JsonValue::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<JsonValue, Stop> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<JsonValue, Stop> {
        value.serialize(self.inner()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<JsonValue, Stop> {
        let value = value.serialize(self.inner()?).map_err(|stop| stop.in_member(variant))?;
        Ok(JsonObject::new().with(variant, value).into())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Stop> {
        self.items(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Stop> {
        self.items(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items, Stop> {
        self.items(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items, Stop> {
        self.items(Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, Stop> {
        self.members(None)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields, Stop> {
        match name {
            NUMBER_NAME => Ok(Fields::Number(None)),
            RAW_VALUE_NAME => Ok(Fields::RawValue(None)),
            _ => self.members(None).map(Fields::Members),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, Stop> {
        self.members(Some(variant))
    }
}

/// The items of an array, maybe of a variant.
struct Items {
    inner: ToValue,
    variant: Option<&'static str>,
    array: JsonArray,
}

impl Items {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Stop> {
        let item = item.serialize(self.inner).map_err(|stop| {
            let stop = stop.in_item(self.array.len());
            self.variant.into_iter().fold(stop, Stop::in_member)
        })?;
        self.array.push(item);
        Ok(())
    }

    fn finish(self) -> JsonValue {
        in_variant(self.variant, self.array.into())
    }
}

fn in_variant(variant: Option<&'static str>, value: JsonValue) -> JsonValue {
    match variant {
        Some(variant) => JsonObject::new().with(variant, value).into(),
        None => value,
    }
}

macro_rules! serialize_items {
    ($($form:ident $method:ident)*) => {$(
        impl $form for Items {
            type Ok = JsonValue;
            type Error = Stop;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
                self.push(value)
            }

            fn end(self) -> Result<JsonValue, Stop> {
                Ok(self.finish())
            }
        }
    )*};
}

serialize_items! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

/// The members of an object, maybe of a variant.
struct Members {
    inner: ToValue,
    variant: Option<&'static str>,
    /// Of the member whose value comes next.
    name: Option<String>,
    object: JsonObject,
}

impl Members {
    fn push<T: Serialize + ?Sized>(&mut self, name: String, value: &T) -> Result<(), Stop> {
        let result = if self.object.contains_key(&name) {
            Err(LossyKind::DuplicateKey.into())
        } else {
            value.serialize(self.inner)
        };
        match result {
            Ok(value) => {
                self.object.insert(name, value);
                Ok(())
            }
            Err(stop) => Err(self.variant.into_iter().fold(stop.in_member(&name), Stop::in_member)),
        }
    }

    fn finish(self) -> JsonValue {
        in_variant(self.variant, self.object.into())
    }
}

impl SerializeMap for Members {
    type Ok = JsonValue;
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        self.name = Some(key.serialize(Text { depth: self.inner.depth, what: Stop::key })?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let name = self
            .name
            .take()
            .ok_or_else(|| <Stop as ser::Error>::custom("a value of a map comes before its key"))?;
        self.push(name, value)
    }

    fn end(self) -> Result<JsonValue, Stop> {
        if self.name.is_some() {
            return Err(ser::Error::custom("the last key of a map has no value"));
        }
        Ok(self.finish())
    }
}

impl SerializeStructVariant for Members {
    type Ok = JsonValue;
    type Error = Stop;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Stop> {
        self.push(name.to_owned(), value)
    }

    fn end(self) -> Result<JsonValue, Stop> {
        Ok(self.finish())
    }
}

/// The fields of a struct, or the text that `serde_json` hands over in its guise.
enum Fields {
    Members(Members),
    Number(Option<JsonValue>),
    RawValue(Option<JsonValue>),
}

impl SerializeStruct for Fields {
    type Ok = JsonValue;
    type Error = Stop;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Stop> {
        let text = |value: &T| value.serialize(Text { depth: 0, what: Stop::private });
        match self {
            Self::Members(members) => members.push(name.to_owned(), value),
            Self::Number(number) => {
                let literal: JsonNumber = text(value)?.parse().map_err(LossyKind::from)?;
                *number = Some(literal.into());
                Ok(())
            }
            Self::RawValue(raw) => {
                let value = JsonValue::from_text(&text(value)?).map_err(|error| {
                    let mut stop = Stop::from(error.kind().clone());
                    stop.0.inner = error.pointer().clone();
                    stop
                })?;
                *raw = Some(value);
                Ok(())
            }
        }
    }

    fn end(self) -> Result<JsonValue, Stop> {
        match self {
            Self::Members(members) => Ok(members.finish()),
            Self::Number(value) | Self::RawValue(value) => value.ok_or_else(|| Stop::private("nothing")),
        }
    }
}

/// Takes strings and refuses everything else.
struct Text {
    depth: usize,
    /// What is wrong with something else.
    what: fn(&'static str) -> Stop,
}

impl Stop {
    fn key(what: &'static str) -> Self {
        LossyKind::KeyNotString(what).into()
    }

    fn private(what: &'static str) -> Self {
        ser::Error::custom(format_args!("{what} where serde_json hands over the text of a value"))
    }
}

macro_rules! refuse {
    ($($method:ident($($argument:ty),*) $what:literal)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<String, Stop> {
            Err((self.what)($what))
        }
    )*};
}

macro_rules! refuse_compound {
    ($($method:ident($($argument:ty),*) $form:ident $what:literal)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<Self::$form, Stop> {
            Err((self.what)($what))
        }
    )*};
}

impl Serializer for Text {
    type Ok = String;
    type Error = Stop;
    type SerializeSeq = Impossible<String, Stop>;
    type SerializeTuple = Impossible<String, Stop>;
    type SerializeTupleStruct = Impossible<String, Stop>;
    type SerializeTupleVariant = Impossible<String, Stop>;
    type SerializeMap = Impossible<String, Stop>;
    type SerializeStruct = Impossible<String, Stop>;
    type SerializeStructVariant = Impossible<String, Stop>;

    fn serialize_str(self, value: &str) -> Result<String, Stop> {
        Ok(value.to_owned())
    }

    fn serialize_char(self, value: char) -> Result<String, Stop> {
        Ok(value.to_string())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<String, Stop> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<String, Stop> {
        value.serialize(Self { depth: ToValue { depth: self.depth }.inner()?.depth, ..self })
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Stop> {
        value.serialize(Self { depth: ToValue { depth: self.depth }.inner()?.depth, ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, Stop> {
        Err((self.what)("a variant with fields"))
    }

    refuse! {
        serialize_bool(bool) "a boolean"
        serialize_i8(i8) "an integer"
        serialize_i16(i16) "an integer"
        serialize_i32(i32) "an integer"
        serialize_i64(i64) "an integer"
        serialize_i128(i128) "an integer"
        serialize_u8(u8) "an integer"
        serialize_u16(u16) "an integer"
        serialize_u32(u32) "an integer"
        serialize_u64(u64) "an integer"
        serialize_u128(u128) "an integer"
        serialize_f32(f32) "a number"
        serialize_f64(f64) "a number"
        serialize_bytes(&[u8]) "a byte string"
        serialize_none() "an option without a value"
        serialize_unit() "the unit"
        serialize_unit_struct(&'static str) "a struct without fields"
    }

    refuse_compound! {
        serialize_seq(Option<usize>) SerializeSeq "a list"
        serialize_tuple(usize) SerializeTuple "a tuple"
        serialize_tuple_struct(&'static str, usize) SerializeTupleStruct "a tuple"
        serialize_tuple_variant(&'static str, u32, &'static str, usize) SerializeTupleVariant "a variant with fields"
        serialize_map(Option<usize>) SerializeMap "a map"
        serialize_struct(&'static str, usize) SerializeStruct "a struct"
        serialize_struct_variant(&'static str, u32, &'static str, usize) SerializeStructVariant "a variant with fields"
    }
}
