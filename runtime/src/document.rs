//! Whole documents: text in, value out.

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::{
    Error, Json, View, Violation,
    context::{Context, UnrecognizedValue},
    decode::{Decode, NUMBER_KEY},
    evaluate::Mode,
    json::{Object, of_serde_json},
    number::Numbers,
    schema::Schema,
};

/// A type that was generated from a schema.
pub trait Contract: View + Serialize + Sized + for<'de> Decode<'de> {
    /// Whether its decoder makes every check of the schema itself. A type below a `$dynamicRef` cannot: what the reference
    /// means depends on the way to it. Read as a document of its own, such a value is checked once more as a whole.
    const COMPLETE: bool = true;

    /// How its decoder holds numbers.
    const NUMBERS: Numbers = Numbers::Native;

    /// The schema that it was generated from.
    fn schema() -> &'static Schema;
}

/// Reads a whole document: what the decoder leaves open is checked at the end.
fn decode<'de, T: Contract, D: Deserializer<'de>>(deserializer: D, context: &mut Context) -> Result<T, D::Error> {
    let value = T::decode(deserializer, context, T::schema())?;
    if !T::COMPLETE {
        context.check(T::schema(), value.view())?;
    }
    Ok(value)
}

/// Reads a document of any format of serde.
///
/// Other formats than JSON answer what they are asked for: a YAML reader makes an empty array of nothing and a text of
/// a number, a CBOR reader drops tags. So they are asked for nothing: the document is read as JSON first, by what the
/// format says that each value is, and the type is read from that.
fn decode_from<'de, T: Contract, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    if of_serde_json::<D>() {
        return decode(deserializer, context);
    }
    let value = Json::decode(deserializer, context, Json::schema())?;
    // With errors of `serde_json`: their wording is known (`Context::reject_other_kind`), that of other formats is not.
    let tree: Tree<serde_json::Error> = Tree { value, error: std::marker::PhantomData };
    decode(tree, context).map_err(de::Error::custom)
}

/// A value that was decoded tolerantly, with what was not recognized in it.
///
/// In tolerant decoding an enum that fails closed takes any string: the text is kept, and the value acts as the safe
/// value of that enum, or as none. Everything else is as strict as ever.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerant<T> {
    /// The value.
    pub value: T,
    /// The unknown values of fail-closed enums in it, in document order.
    pub unrecognized: Vec<UnrecognizedValue>,
}

impl<'de, T: Contract> Deserialize<'de> for Tolerant<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut context = Context::new(Mode::Tolerant, T::NUMBERS);
        match decode_from(deserializer, &mut context) {
            Ok(value) => Ok(Self { value, unrecognized: context.into_unrecognized() }),
            Err(error) => Err(with_violation(error, &mut context)),
        }
    }
}

/// `serde::Deserialize` of a generated type: strict, in every format that says what its values are (`deserialize_any`).
///
/// The verdict is that of the JSON document with the same values. What JSON does not have (byte strings, tags, keys that
/// are no strings, numbers that are not finite) is refused and never made into something else.
///
/// # Errors
/// When the text is not JSON or violates the schema; the message names the pointer, the rule, what was expected and
/// what was found.
pub fn deserialize<'de, T: Contract, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut context = Context::new(Mode::Strict, T::NUMBERS);
    decode_from(deserializer, &mut context).map_err(|error| with_violation(error, &mut context))
}

/// The error of a foreign deserializer with the recorded violation as its message. The position that the deserializer
/// knew stays in it.
fn with_violation<E: de::Error>(error: E, context: &mut Context) -> E {
    let Some(violation) = context.take_violation() else { return error };
    let text = error.to_string();
    let position = text.rfind(" at line ").map_or("", |at| &text[at..]);
    E::custom(format_args!("{violation}{position}"))
}

/// Reads a document from bytes.
///
/// # Errors
/// When the text is not JSON or violates the schema.
pub fn from_slice<T: Contract>(bytes: &[u8]) -> Result<T, Error> {
    read_bytes(bytes, Mode::Strict).map(|tolerant| tolerant.value)
}

/// Reads a document from text.
///
/// # Errors
/// When the text is not JSON or violates the schema.
pub fn from_str<T: Contract>(text: &str) -> Result<T, Error> {
    read(serde_json::Deserializer::from_str(text), Mode::Strict).map(|tolerant| tolerant.value)
}

/// Reads a document from bytes, keeping unknown values of fail-closed enums.
///
/// # Errors
/// When the text is not JSON or violates the schema in any other way.
pub fn from_slice_tolerant<T: Contract>(bytes: &[u8]) -> Result<Tolerant<T>, Error> {
    read_bytes(bytes, Mode::Tolerant)
}

/// Reads a document from text, keeping unknown values of fail-closed enums.
///
/// # Errors
/// When the text is not JSON or violates the schema in any other way.
pub fn from_str_tolerant<T: Contract>(text: &str) -> Result<Tolerant<T>, Error> {
    read(serde_json::Deserializer::from_str(text), Mode::Tolerant)
}

/// Bytes are held against UTF-8 once and then read as text, which is faster than string by string. Those that are no UTF-8 are
/// read all the same, for the position of the error.
fn read_bytes<T: Contract>(bytes: &[u8], mode: Mode) -> Result<Tolerant<T>, Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(serde_json::Deserializer::from_str(text), mode),
        Err(_) => read(serde_json::Deserializer::from_slice(bytes), mode),
    }
}

fn read<'de, T: Contract, R: serde_json::de::Read<'de>>(
    mut deserializer: serde_json::Deserializer<R>,
    mode: Mode,
) -> Result<Tolerant<T>, Error> {
    let mut context = Context::new(mode, T::NUMBERS);
    let value = decode(&mut deserializer, &mut context).and_then(|value| deserializer.end().map(|()| value));
    match value {
        Ok(value) => Ok(Tolerant { value, unrecognized: context.into_unrecognized() }),
        Err(error) => Err(located(&error, &mut context)),
    }
}

fn located(error: &serde_json::Error, context: &mut Context) -> Error {
    let (line, column) = (error.line(), error.column());
    let position = (line > 0).then_some((line, column));
    let refused = context.error(|| {
        let text = error.to_string();
        let message = text.rfind(" at line ").map_or(text.as_str(), |at| &text[..at]);
        Error::text(message, position)
    });
    match position {
        Some((line, column)) => refused.at(line, column),
        None => refused,
    }
}

/// Reads a document from a value of `serde_json`.
///
/// # Errors
/// When the value violates the schema.
pub fn from_value<T: Contract>(value: serde_json::Value) -> Result<T, Error> {
    let mut context = Context::new(Mode::Strict, T::NUMBERS);
    decode(value, &mut context).map_err(|error| located(&error, &mut context))
}

/// Checks a value against the whole schema of its type, as after a change to its fields, and that it can be written:
/// public fields could hold one member twice, or a tuple with a gap.
///
/// # Errors
/// When an assertion fails, or there is no JSON text for the value.
pub fn validate<T: Contract>(value: &T) -> Result<(), Error> {
    T::schema().check(value.view(), Mode::Strict)?;
    serde_json::to_writer(std::io::sink(), value).map_err(|error| Error::text(error.to_string(), None))
}

/// Everything that a schema has against a document, at most `limit` entries.
///
/// # Errors
/// When the text is not JSON, or breaks a rule of every document (`duplicate-key`, `depth`, `number-range`).
pub fn violations<T: Contract>(bytes: &[u8], limit: usize) -> Result<Vec<Violation>, Error> {
    let value = read_json(bytes, T::NUMBERS)?;
    Ok(T::schema().violations(value.view(), Mode::Strict, limit))
}

/// Reads any JSON document.
fn read_json(bytes: &[u8], numbers: Numbers) -> Result<Json, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let mut context = Context::new(Mode::Strict, numbers);
    Json::decode(&mut deserializer, &mut context, Json::schema())
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| located(&error, &mut context))
}

impl Json {
    /// Reads any JSON document: no duplicate keys, at most 127 containers deep, numbers in range.
    ///
    /// # Errors
    /// When the text is not JSON or breaks one of those rules.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, Error> {
        from_slice(bytes)
    }

    /// Reads any JSON document: no duplicate keys, at most 127 containers deep, numbers in range.
    ///
    /// # Errors
    /// When the text is not JSON or breaks one of those rules.
    #[allow(clippy::should_implement_trait, reason = "the text is JSON, not the value of a string")]
    pub fn from_str(text: &str) -> Result<Self, Error> {
        from_str(text)
    }

    /// Reads any JSON document without loss: numbers of any size and with all their digits.
    ///
    /// # Errors
    /// When the text is not JSON, has duplicate keys or more than 127 containers inside each other, or when the
    /// exponent of a number has more than eighteen digits.
    #[cfg(feature = "exact-numbers")]
    pub fn from_slice_exact(bytes: &[u8]) -> Result<Self, Error> {
        read_json(bytes, Numbers::Exact)
    }

    /// Reads a value of a generated type out of a JSON value, strictly.
    ///
    /// # Errors
    /// When the value violates the schema.
    pub fn decode_as<T: Contract>(self) -> Result<T, Error> {
        let mut context = Context::new(Mode::Strict, T::NUMBERS);
        let tree: Tree<serde_json::Error> = Tree { value: self, error: std::marker::PhantomData };
        decode(tree, &mut context).map_err(|error| located(&error, &mut context))
    }
}

impl Contract for Json {
    fn schema() -> &'static Schema {
        static ANY: Schema = Schema::ANY;
        &ANY
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer)
    }
}

/// Reads a value out of a JSON tree that was read before.
///
/// # Errors
/// When the value is refused.
pub fn from_json<'de, T: Decode<'de>, E: de::Error>(
    value: Json,
    context: &mut Context,
    schema: &'static Schema,
) -> Result<T, E> {
    T::decode(Tree { value, error: std::marker::PhantomData }, context, schema)
}

/// A JSON tree as a deserializer, with the error type of the deserializer that the tree came from.
struct Tree<E> {
    value: Json,
    error: std::marker::PhantomData<E>,
}

impl<'de, E: de::Error> Deserializer<'de> for Tree<E> {
    type Error = E;

    fn deserialize_any<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(value),
            Json::Number(number) => visit_number(&number, visitor),
            Json::String(text) => visitor.visit_string(text),
            Json::Array(items) => visitor.visit_seq(Items { items: items.into_iter(), error: self.error }),
            Json::Object(members) => {
                visitor.visit_map(Members { rest: members.into_iter(), value: None, error: self.error })
            }
        }
    }

    fn deserialize_option<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Json::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_map<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Json::Object(_) => self.deserialize_any(visitor),
            other => Err(unexpected(&other, &visitor)),
        }
    }

    fn deserialize_seq<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Json::Array(_) => self.deserialize_any(visitor),
            other => Err(unexpected(&other, &visitor)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct struct enum identifier ignored_any
    }
}

fn visit_number<'de, V: de::Visitor<'de>, E: de::Error>(number: &crate::Number, visitor: V) -> Result<V::Value, E> {
    match number {
        crate::Number::Unsigned(value) => visitor.visit_u64(*value),
        crate::Number::Negative(value) => visitor.visit_i64(*value),
        crate::Number::Float(value) => visitor.visit_f64(*value),
        crate::Number::Decimal(value) => visitor.visit_map(Digits::new(value.to_string())),
    }
}

/// A number as `serde_json` hands it over where it keeps digits: a map with one private key, which comes borrowed, and
/// the text, which comes owned.
struct Digits<E> {
    text: Option<String>,
    named: bool,
    error: std::marker::PhantomData<E>,
}

impl<E> Digits<E> {
    fn new(text: String) -> Self {
        Self { text: Some(text), named: false, error: std::marker::PhantomData }
    }
}

impl<'de, E: de::Error> de::MapAccess<'de> for Digits<E> {
    type Error = E;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, E> {
        if std::mem::replace(&mut self.named, true) {
            return Ok(None);
        }
        seed.deserialize(de::value::BorrowedStrDeserializer::new(NUMBER_KEY)).map(Some)
    }

    fn next_value_seed<V: de::DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, E> {
        let text = self.text.take().ok_or_else(|| E::custom("a second value of one member"))?;
        seed.deserialize(de::value::StringDeserializer::new(text))
    }
}

fn unexpected<E: de::Error>(value: &Json, expected: &dyn de::Expected) -> E {
    let found = match value {
        Json::Null => de::Unexpected::Unit,
        Json::Bool(value) => de::Unexpected::Bool(*value),
        Json::Number(crate::Number::Unsigned(value)) => de::Unexpected::Unsigned(*value),
        Json::Number(crate::Number::Negative(value)) => de::Unexpected::Signed(*value),
        Json::Number(crate::Number::Float(value)) => de::Unexpected::Float(*value),
        Json::Number(crate::Number::Decimal(_)) => de::Unexpected::Other("number"),
        Json::String(text) => de::Unexpected::Str(text),
        Json::Array(_) => de::Unexpected::Seq,
        Json::Object(_) => de::Unexpected::Map,
    };
    E::invalid_type(found, expected)
}

struct Items<E> {
    items: std::vec::IntoIter<Json>,
    error: std::marker::PhantomData<E>,
}

impl<'de, E: de::Error> de::SeqAccess<'de> for Items<E> {
    type Error = E;

    fn next_element_seed<T: de::DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, E> {
        self.items.next().map(|value| seed.deserialize(Tree { value, error: self.error })).transpose()
    }
}

struct Members<E> {
    rest: <Object as IntoIterator>::IntoIter,
    value: Option<Json>,
    error: std::marker::PhantomData<E>,
}

impl<'de, E: de::Error> de::MapAccess<'de> for Members<E> {
    type Error = E;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, E> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(de::value::StringDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: de::DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, E> {
        let value = self.value.take().ok_or_else(|| E::custom("a member without a name"))?;
        seed.deserialize(Tree { value, error: self.error })
    }
}
