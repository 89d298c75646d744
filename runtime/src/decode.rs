//! Reading a document into a type, with every assertion checked on the way.
//!
//! A generated type implements [`Decode`]; `serde::Deserialize` calls it with a strict [`Context`]. Objects and arrays
//! ask the deserializer for a map or a sequence; everything else is read as a [`Scalar`] by one function, so a type
//! adds little code of its own.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, Visitor},
};

use crate::{
    ArrayView, Instance, Integer, Json, Map, Null, Number, ObjectView, View, Violation,
    context::Context,
    evaluate::counted,
    json::Object,
    number::{NumberError, Numbers},
    schema::{Keyword, Schema},
    violation::describe,
};

static ANY: Schema = Schema::ANY;

/// The key under which `serde_json` hands over a number when its feature `arbitrary_precision` is on.
pub(crate) const NUMBER_KEY: &str = "$serde_json::private::Number";

/// A type that reads itself from a deserializer and refuses what its schema refuses.
pub trait Decode<'de>: Sized {
    /// Reads a value. `schema` is the schema at the place where the value stands; a type with a schema of its own
    /// does not need it, the others use it to say what was expected.
    ///
    /// # Errors
    /// When the text is not JSON or the value violates the schema; what was violated is kept in `context`.
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
    ) -> Result<Self, D::Error>;

    /// Reads a value and checks it against `rest` too. Types that can do so check while the deserializer still stands at
    /// the value, so that an error has its position.
    ///
    /// # Errors
    /// As [`decode`](Self::decode), or when the value violates `rest`.
    fn decode_checked<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
        rest: Option<&'static Schema>,
    ) -> Result<Self, D::Error>
    where
        Self: View,
    {
        let value = Self::decode(deserializer, context, schema)?;
        match rest {
            Some(rest) => context.check(rest, value.view()).map(|()| value),
            None => Ok(value),
        }
    }
}

/// Whether a value that was read is valid against what its type does not hold.
pub(crate) fn checked<T: View>(
    value: T,
    context: &Context,
    rest: Option<&'static Schema>,
) -> Result<T, Box<Violation>> {
    if let Some(rest) = rest {
        rest.check(value.view(), context.mode())?;
    }
    Ok(value)
}

/// [`Decode`] as a seed, for members and items.
pub(crate) struct Seed<'c, T> {
    context: &'c mut Context,
    schema: &'static Schema,
    value: PhantomData<T>,
}

impl<'c, T> Seed<'c, T> {
    pub(crate) fn new(context: &'c mut Context, schema: &'static Schema) -> Self {
        Self { context, schema, value: PhantomData }
    }
}

impl<'de, T: Decode<'de>> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::decode(deserializer, self.context, self.schema)
    }
}

/// A value that is no container.
#[derive(Clone, Debug)]
pub enum Scalar<'de> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string, borrowed from the input where it could be.
    String(Cow<'de, str>),
}

impl Scalar<'_> {
    /// The value as JSON.
    pub fn view(&self) -> Instance<'_> {
        match self {
            Self::Null => Instance::Null,
            Self::Bool(value) => Instance::Bool(*value),
            Self::Number(number) => Instance::Number(number.to_ref()),
            Self::String(text) => Instance::String(text),
        }
    }
}

struct Nothing;

impl ArrayView for Nothing {
    fn len(&self) -> usize {
        0
    }
    fn item(&self, _: usize) -> Option<Instance<'_>> {
        None
    }
}

impl ObjectView for Nothing {
    fn len(&self) -> usize {
        0
    }
    fn member(&self, _: &str) -> Option<Instance<'_>> {
        None
    }
    fn each_member<'a>(&'a self, _: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool {
        true
    }
}

/// Takes what was read, or says what is wrong with it. It is asked while the deserializer still stands there: an error
/// that is made later has the position of whatever follows.
type Take<'t, T> = &'t mut dyn FnMut(T, &mut Context) -> Result<(), Box<Violation>>;

/// Reads a value that is no container and makes something of it; a container is refused with what `schema` says about it.
///
/// # Errors
/// When the text is not JSON, the value is a container, a number is out of range, or `take` refuses the value.
pub fn decode_scalar<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    mut take: impl FnMut(Scalar<'de>, &mut Context) -> Result<T, Box<Violation>>,
) -> Result<T, D::Error> {
    let mut taken = None;
    let mut keep = |scalar: Scalar<'de>, context: &mut Context| {
        taken = Some(take(scalar, context)?);
        Ok(())
    };
    let visitor = ScalarVisitor { context: &mut *context, schema, take: &mut keep };
    match deserializer.deserialize_any(visitor) {
        Ok(()) => taken.ok_or_else(nothing),
        Err(error) => Err(rule_of_document(error, context)),
    }
}

/// Reads any value and makes something of it.
///
/// # Errors
/// When the text is not JSON, breaks a rule of every document, or `take` refuses the value.
pub(crate) fn decode_json<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    context: &mut Context,
    mut take: impl FnMut(Json, &mut Context) -> Result<T, Box<Violation>>,
) -> Result<T, D::Error> {
    let mut taken = None;
    let mut keep = |value: Json, context: &mut Context| {
        taken = Some(take(value, context)?);
        Ok(())
    };
    match deserializer.deserialize_any(TreeVisitor { context: &mut *context, take: &mut keep }) {
        Ok(()) => taken.ok_or_else(nothing),
        Err(error) => Err(rule_of_document(error, context)),
    }
}

/// For deserializers that succeed without a value.
#[cold]
fn nothing<E: de::Error>() -> E {
    E::custom("the deserializer gave no value")
}

/// Some rules of every document are also rules of `serde_json`, which of the two sees a breach first depends on its
/// features. Either way it ends as the same violation.
fn rule_of_document<E: de::Error>(error: E, context: &mut Context) -> E {
    if context.has_failure() {
        return error;
    }
    let message = error.to_string();
    if message.starts_with("number out of range") {
        return context.fail(out_of_range(BEYOND_F64.to_owned()));
    }
    if message.starts_with("recursion limit exceeded") {
        return context.too_deep();
    }
    error
}

/// What is said of a number beyond `f64`: without `arbitrary_precision` nobody knows its digits.
const BEYOND_F64: &str = "a number beyond the range of f64";

fn out_of_range(found: String) -> Violation {
    Violation::of_document("number-range", "a number within the range of f64".to_owned(), found)
}

struct ScalarVisitor<'c, 'de> {
    context: &'c mut Context,
    schema: &'static Schema,
    take: Take<'c, Scalar<'de>>,
}

impl<'de> ScalarVisitor<'_, 'de> {
    fn scalar<E: de::Error>(self, scalar: Scalar<'de>) -> Result<(), E> {
        (self.take)(scalar, self.context).map_err(|violation| self.context.fail(*violation))
    }
}

impl<'de> Visitor<'de> for ScalarVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        self.scalar(Scalar::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        self.scalar(Scalar::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        self.scalar(Scalar::Bool(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        self.scalar(Scalar::Number(Number::from(value)))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        self.scalar(Scalar::Number(Number::from(value)))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Self::Value, E> {
        let number = number_from_text(&value.to_string(), self.context)?;
        self.scalar(Scalar::Number(number))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Self::Value, E> {
        let number = number_from_text(&value.to_string(), self.context)?;
        self.scalar(Scalar::Number(number))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        let number = number_from_f64(value, self.context)?;
        self.scalar(Scalar::Number(number))
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        self.scalar(Scalar::String(Cow::Borrowed(value)))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        self.scalar(Scalar::String(Cow::Owned(value.to_owned())))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Self::Value, E> {
        self.scalar(Scalar::String(Cow::Owned(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        Err(self.context.reject_kind(self.schema, Instance::Array(&Nothing), "an array"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        match private_number(&mut map, self.context)? {
            FirstKey::Number(number) => self.scalar(Scalar::Number(number)),
            _ => Err(self.context.reject_kind(self.schema, Instance::Object(&Nothing), "an object")),
        }
    }
}

fn number_from_f64<E: de::Error>(value: f64, context: &mut Context) -> Result<Number, E> {
    let number = match context.numbers() {
        Numbers::Native => Number::from_f64(value),
        Numbers::Exact => Number::shortest(value),
    };
    // No text of JSON comes here: only other formats have what is no number.
    let expected = "a finite number".to_owned();
    number.ok_or_else(|| context.fail(Violation::of_document("number-range", expected, value.to_string())))
}

fn number_from_text<E: de::Error>(text: &str, context: &mut Context) -> Result<Number, E> {
    context.numbers().read(text).map_err(|error| {
        context.fail(match (error, context.numbers()) {
            (NumberError::Range, Numbers::Exact) => Violation::of_document(
                "number-range",
                "a number whose exponent has at most eighteen digits".to_owned(),
                "a longer one".to_owned(),
            ),
            _ => out_of_range(BEYOND_F64.to_owned()),
        })
    })
}

/// What the first key of a map turned out to be.
enum FirstKey {
    /// The map is no map: `serde_json` hands over a number in this guise.
    Number(Number),
    /// The map is empty.
    End,
    /// An ordinary key; its value was not read.
    Name(String),
    /// An object whose first member really has the private name; its value was read.
    Member(String, Json),
}

/// With `arbitrary_precision`, `serde_json` hands over a number as a map with one private key. An object that really
/// has a member of that name looks the same but for two details that hold for every deserializer of `serde_json`: the
/// private key always comes as a borrowed string, and its value always as an owned one, which for a real member is
/// never true of both.
fn private_number<'de, A: MapAccess<'de>>(map: &mut A, context: &mut Context) -> Result<FirstKey, A::Error> {
    let Some((name, borrowed)) = map.next_key_seed(NameSeed { context: &mut *context })? else {
        return Ok(FirstKey::End);
    };
    if name != NUMBER_KEY {
        return Ok(FirstKey::Name(name.into_owned()));
    }
    let value = map.next_value_seed(PrivateSeed { context: &mut *context }).map_err(|error| {
        let error = rule_of_document(error, context);
        context.step_name(NUMBER_KEY);
        error
    })?;
    match value {
        PrivateValue::OwnedText(text) if borrowed => number_from_text(&text, context).map(FirstKey::Number),
        PrivateValue::OwnedText(text) => Ok(FirstKey::Member(name.into_owned(), Json::String(text))),
        PrivateValue::Other(value) => Ok(FirstKey::Member(name.into_owned(), value)),
    }
}

/// Reads a member name and says whether it came borrowed from the input. It asks what the key is, not for a text: YAML
/// would make one of a number.
struct NameSeed<'c> {
    context: &'c mut Context,
}

impl NameSeed<'_> {
    #[cold]
    fn refuse<T, E: de::Error>(self, found: &str) -> Result<T, E> {
        let expected = "a member name, which is a string".to_owned();
        Err(self.context.fail(Violation::of_document("not-json", expected, found.to_owned())))
    }
}

impl<'de> DeserializeSeed<'de> for NameSeed<'_> {
    type Value = (Cow<'de, str>, bool);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NameSeed<'_> {
    type Value = (Cow<'de, str>, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok((Cow::Borrowed(value), true))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok((Cow::Owned(value.to_owned()), false))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Self::Value, E> {
        Ok((Cow::Owned(value), false))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        self.refuse(&format!("the boolean {value}"))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        self.refuse(&format!("the number {value}"))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Self::Value, E> {
        self.refuse(&format!("the number {value}"))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        self.refuse(&format!("the number {value}"))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Self::Value, E> {
        self.refuse(&format!("the number {value}"))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        self.refuse(&format!("the number {value}"))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        self.refuse("null")
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        self.refuse("null")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        self.refuse("an array")
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        self.refuse("an object")
    }

    fn visit_bytes<E: de::Error>(self, _: &[u8]) -> Result<Self::Value, E> {
        self.refuse(BYTES)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, _: D) -> Result<Self::Value, D::Error> {
        self.refuse(WRAPPED)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        self.refuse(TAGGED)
    }
}

/// What formats other than JSON may hold, in words.
const BYTES: &str = "a byte string";
const WRAPPED: &str = "a value in a named wrapper";
const TAGGED: &str = "a value with a tag";

enum PrivateValue {
    OwnedText(String),
    Other(Json),
}

struct PrivateSeed<'c> {
    context: &'c mut Context,
}

impl<'de> DeserializeSeed<'de> for PrivateSeed<'_> {
    type Value = PrivateValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<PrivateValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PrivateSeed<'_> {
    type Value = PrivateValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<PrivateValue, E> {
        Ok(PrivateValue::Other(Json::Null))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<PrivateValue, E> {
        Ok(PrivateValue::Other(Json::Bool(value)))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<PrivateValue, E> {
        Ok(PrivateValue::Other(Json::Number(value.into())))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<PrivateValue, E> {
        Ok(PrivateValue::Other(Json::Number(value.into())))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<PrivateValue, E> {
        JsonVisitor { context: self.context }.visit_u128(value).map(PrivateValue::Other)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<PrivateValue, E> {
        JsonVisitor { context: self.context }.visit_i128(value).map(PrivateValue::Other)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<PrivateValue, E> {
        number_from_f64(value, self.context).map(|number| PrivateValue::Other(Json::Number(number)))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<PrivateValue, E> {
        Ok(PrivateValue::Other(Json::String(value.to_owned())))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<PrivateValue, E> {
        Ok(PrivateValue::OwnedText(value))
    }

    fn visit_none<E: de::Error>(self) -> Result<PrivateValue, E> {
        Ok(PrivateValue::Other(Json::Null))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<PrivateValue, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<PrivateValue, A::Error> {
        self.within_object(|visitor| visitor.visit_seq(seq))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PrivateValue, A::Error> {
        self.within_object(|visitor| visitor.visit_map(map))
    }

    fn visit_bytes<E: de::Error>(self, value: &[u8]) -> Result<PrivateValue, E> {
        JsonVisitor { context: self.context }.visit_bytes(value).map(PrivateValue::Other)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<PrivateValue, D::Error> {
        JsonVisitor { context: self.context }.visit_newtype_struct(deserializer).map(PrivateValue::Other)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<PrivateValue, A::Error> {
        JsonVisitor { context: self.context }.visit_enum(data).map(PrivateValue::Other)
    }
}

impl PrivateSeed<'_> {
    /// Reads a container. What it stands in is an object then, which was not entered yet.
    fn within_object<E: de::Error>(
        self,
        read: impl FnOnce(JsonVisitor<'_>) -> Result<Json, E>,
    ) -> Result<PrivateValue, E> {
        self.context.enter::<E>()?;
        let value = read(JsonVisitor { context: &mut *self.context })?;
        self.context.leave();
        Ok(PrivateValue::Other(value))
    }
}

impl<'de> Decode<'de> for Json {
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        _: &'static Schema,
    ) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(JsonVisitor { context: &mut *context }) {
            Ok(value) => Ok(value),
            Err(error) => Err(rule_of_document(error, context)),
        }
    }

    fn decode_checked<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        _: &'static Schema,
        rest: Option<&'static Schema>,
    ) -> Result<Self, D::Error> {
        decode_json(deserializer, context, |value, context| checked(value, context, rest))
    }
}

struct JsonVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for JsonVisitor<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Json, E> {
        number_from_text(&value.to_string(), self.context).map(Json::Number)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Json, E> {
        number_from_text(&value.to_string(), self.context).map(Json::Number)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        number_from_f64(value, self.context).map(Json::Number)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Json, E> {
        Ok(Json::String(value))
    }

    fn visit_bytes<E: de::Error>(self, _: &[u8]) -> Result<Json, E> {
        Err(self.context.not_json(BYTES))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, _: D) -> Result<Json, D::Error> {
        Err(self.context.not_json(WRAPPED))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Json, A::Error> {
        Err(self.context.not_json(TAGGED))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let context = self.context;
        context.enter::<A::Error>()?;
        let mut items = Vec::new();
        loop {
            match seq.next_element_seed(Seed::<Json>::new(context, &ANY)) {
                Ok(Some(item)) => items.push(item),
                Ok(None) => break,
                Err(error) => {
                    context.step_index(items.len());
                    return Err(error);
                }
            }
        }
        context.leave();
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let context = self.context;
        let mut members = Object::new();
        let mut first = match private_number(&mut map, context)? {
            FirstKey::Number(number) => return Ok(Json::Number(number)),
            FirstKey::End => None,
            FirstKey::Name(name) => Some(name),
            FirstKey::Member(name, value) => {
                members.insert(name, value);
                next_name(&mut map, context)?
            }
        };
        context.enter::<A::Error>()?;
        while let Some(name) = first {
            if members.get(&name).is_some() {
                return Err(duplicate_key(context, &name));
            }
            match map.next_value_seed(Seed::<Json>::new(context, &ANY)) {
                Ok(value) => members.insert(name, value),
                Err(error) => {
                    context.step_name(&name);
                    return Err(error);
                }
            };
            first = next_name(&mut map, context)?;
        }
        context.leave();
        Ok(Json::Object(members))
    }
}

/// The next member name of a map, `None` at its end.
fn next_name<'de, A: MapAccess<'de>>(map: &mut A, context: &mut Context) -> Result<Option<String>, A::Error> {
    let name = map.next_key_seed(NameSeed { context })?;
    Ok(name.map(|(name, _)| name.into_owned()))
}

/// Reads a value and hands it over before the deserializer goes on.
struct TreeVisitor<'c> {
    context: &'c mut Context,
    take: Take<'c, Json>,
}

impl TreeVisitor<'_> {
    fn tree<E: de::Error>(self, read: impl FnOnce(JsonVisitor<'_>) -> Result<Json, E>) -> Result<(), E> {
        let value = read(JsonVisitor { context: &mut *self.context })?;
        (self.take)(value, self.context).map_err(|violation| self.context.fail(*violation))
    }
}

impl<'de> Visitor<'de> for TreeVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_unit())
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_none())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_bool(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_u64(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_i64(value))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_u128(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_i128(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_f64(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_str(value))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<(), E> {
        self.tree(|visitor| visitor.visit_string(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        self.tree(|visitor| visitor.visit_seq(seq))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.tree(|visitor| visitor.visit_map(map))
    }
}

/// Refuses a second member of the same name.
#[cold]
fn duplicate_key<E: de::Error>(context: &mut Context, name: &str) -> E {
    context.fail(Violation::of_document(
        "duplicate-key",
        "each member name once".to_owned(),
        format!("a second member {}", describe(Instance::String(name))),
    ))
}

impl Context {
    /// Refuses a value of another format that no JSON document can hold.
    #[cold]
    fn not_json<E: de::Error>(&mut self, found: &str) -> E {
        self.fail(Violation::of_document("not-json", "a value of JSON".to_owned(), found.to_owned()))
    }

    /// Refuses a value of the wrong kind; `stand_in` is any value of that kind and `found` names it.
    #[cold]
    fn reject_kind<E: de::Error>(&mut self, schema: &'static Schema, stand_in: Instance<'_>, found: &str) -> E {
        let violation = match schema.check(stand_in, self.mode()) {
            Err(violation) if violation.pointer.is_empty() => Violation { found: found.to_owned(), ..*violation },
            _ => Violation::of_document("type", "another type of value".to_owned(), found.to_owned()),
        };
        self.fail(violation)
    }

    /// Refuses an array for the number of its items; `keyword` and `expected` say why when the schema itself does not.
    #[cold]
    fn reject_items<E: de::Error>(
        &mut self,
        schema: &'static Schema,
        count: usize,
        keyword: &'static str,
        expected: String,
    ) -> E {
        let items = |count: u64| counted(count, "item", "items");
        let own = schema.keywords.iter().find_map(|keyword| match keyword {
            Keyword::MinItems(min) if *min > count as u64 => {
                Some(("minItems", format!("at least {}", items(*min))))
            }
            Keyword::MaxItems(max) if *max < count as u64 => Some(("maxItems", format!("at most {}", items(*max)))),
            _ => None,
        });
        let (keyword, expected) = own.unwrap_or((keyword, expected));
        let mut violation = Violation::of_document(keyword, expected, items(count as u64));
        violation.schema = format!("{}/{keyword}", schema.location);
        self.fail(violation)
    }

    /// Turns the error of a deserializer that was asked for a map or a sequence and met something else into the
    /// violation that the schema makes of it. `serde` words that error in one way only.
    #[cold]
    fn reject_other_kind<E: de::Error>(&mut self, schema: &'static Schema, error: E) -> E {
        if self.has_failure() {
            return error;
        }
        let message = error.to_string();
        let Some(rest) = message.strip_prefix("invalid type: ") else {
            return rule_of_document(error, self);
        };
        let found = rest.rsplit_once(", expected ").map_or(rest, |(found, _)| found);
        let (stand_in, found) = if found == "map" {
            (Instance::Object(&Nothing), "an object".to_owned())
        } else if found == "sequence" {
            (Instance::Array(&Nothing), "an array".to_owned())
        } else if found == "null" || found.starts_with("unit") || found == "Option value" {
            (Instance::Null, "null".to_owned())
        } else if let Some(value) = found.strip_prefix("boolean ") {
            (Instance::Bool(value == "`true`"), value.trim_matches('`').to_owned())
        } else if let Some(value) = found.strip_prefix("string ") {
            (Instance::String(""), crate::violation::cut(value))
        } else {
            // With `arbitrary_precision` the error does not hold the number, so it is never shown.
            (Instance::Number(crate::NumberRef::Unsigned(0)), "a number".to_owned())
        };
        self.reject_kind(schema, stand_in, &found)
    }
}

/// The integer that a number is, within 64 bits of either sign.
fn whole(number: &Number) -> Option<i128> {
    number.as_u64().map(i128::from).or_else(|| number.as_i64().map(i128::from))
}

/// [`Decode`] of a type that one scalar makes; the others are refused with what the schema says about them.
macro_rules! decode_from_scalar {
    ($($type:ty: |$scalar:ident| $value:expr;)*) => {$(
        impl<'de> Decode<'de> for $type {
            fn decode<D: Deserializer<'de>>(
                deserializer: D,
                context: &mut Context,
                schema: &'static Schema,
            ) -> Result<Self, D::Error> {
                Self::decode_checked(deserializer, context, schema, None)
            }

            fn decode_checked<D: Deserializer<'de>>(
                deserializer: D,
                context: &mut Context,
                schema: &'static Schema,
                rest: Option<&'static Schema>,
            ) -> Result<Self, D::Error> {
                decode_scalar(deserializer, context, schema, |$scalar, context| {
                    let value: Result<Self, Scalar<'de>> = $value;
                    match value {
                        Ok(value) => checked(value, context, rest),
                        Err(scalar) => Err(context.rejection(schema, scalar.view())),
                    }
                })
            }
        }
    )*};
}

/// The integer that a scalar is, where the type holds it.
fn integer<I: TryFrom<i128>>(scalar: Scalar<'_>) -> Result<I, Scalar<'_>> {
    let whole = if let Scalar::Number(number) = &scalar { whole(number) } else { None };
    whole.and_then(|whole| I::try_from(whole).ok()).ok_or(scalar)
}

decode_from_scalar! {
    u8: |scalar| integer(scalar);
    u16: |scalar| integer(scalar);
    u32: |scalar| integer(scalar);
    u64: |scalar| integer(scalar);
    i8: |scalar| integer(scalar);
    i16: |scalar| integer(scalar);
    i32: |scalar| integer(scalar);
    i64: |scalar| integer(scalar);
    Integer: |scalar| match scalar {
        Scalar::Number(number) if number.is_integer() => Ok(Integer(number)),
        scalar => Err(scalar),
    };
    Number: |scalar| if let Scalar::Number(number) = scalar { Ok(number) } else { Err(scalar) };
    bool: |scalar| if let Scalar::Bool(value) = scalar { Ok(value) } else { Err(scalar) };
    String: |scalar| if let Scalar::String(text) = scalar { Ok(text.into_owned()) } else { Err(scalar) };
    Null: |scalar| if let Scalar::Null = scalar { Ok(Null) } else { Err(scalar) };
}

impl<'de, T: Decode<'de>> Decode<'de> for Box<T> {
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
    ) -> Result<Self, D::Error> {
        T::decode(deserializer, context, schema).map(Self::new)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
    ) -> Result<Self, D::Error> {
        decode_items(deserializer, context, schema, ListVisitor { item: schema.every_item(), value: PhantomData })
    }

    fn decode_checked<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
        rest: Option<&'static Schema>,
    ) -> Result<Self, D::Error>
    where
        Self: View,
    {
        let items = ListVisitor { item: schema.every_item(), value: PhantomData };
        decode_items(deserializer, context, schema, Checked { inner: items, rest })
    }
}

/// Items or members whose whole is checked before the deserializer goes on.
struct Checked<I> {
    inner: I,
    rest: Option<&'static Schema>,
}

impl<'de, I: Items<'de, Output: View>> Items<'de> for Checked<I> {
    type Output = I::Output;

    fn items<A: SeqAccess<'de>>(self, seq: A, context: &mut Context) -> Result<I::Output, A::Error> {
        let items = self.inner.items(seq, context)?;
        checked(items, context, self.rest).map_err(|violation| context.fail(*violation))
    }
}

/// What reads the items of an array, one after the other.
pub trait Items<'de> {
    /// What comes of them.
    type Output;

    /// Reads the items.
    ///
    /// # Errors
    /// When an item is refused.
    fn items<A: SeqAccess<'de>>(self, seq: A, context: &mut Context) -> Result<Self::Output, A::Error>;
}

struct ListVisitor<T> {
    item: &'static Schema,
    value: PhantomData<T>,
}

impl<'de, T: Decode<'de>> Items<'de> for ListVisitor<T> {
    type Output = Vec<T>;

    fn items<A: SeqAccess<'de>>(self, mut seq: A, context: &mut Context) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = next_item(&mut seq, context, items.len(), self.item)? {
            items.push(item);
        }
        Ok(items)
    }
}

/// Reads the item `index` of an array, `None` at its end.
///
/// # Errors
/// When the item is refused.
pub fn next_item<'de, T: Decode<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    context: &mut Context,
    index: usize,
    schema: &'static Schema,
) -> Result<Option<T>, A::Error> {
    let mark = context.mark();
    match seq.next_element_seed(Seed::new(context, schema)) {
        Ok(item) => {
            context.within_index(mark, index);
            Ok(item)
        }
        Err(error) => {
            context.step_index(index);
            Err(error)
        }
    }
}

/// Reads an array through `items`; anything else is refused with what `schema` says about it.
///
/// # Errors
/// When the value is no array or an item is refused.
pub fn decode_items<'de, D: Deserializer<'de>, I: Items<'de>>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    items: I,
) -> Result<I::Output, D::Error> {
    let mut entered = false;
    let visitor = ItemsVisitor { context: &mut *context, items, entered: &mut entered };
    match deserializer.deserialize_seq(visitor) {
        Ok(value) => Ok(value),
        Err(error) if entered => Err(error),
        Err(error) => Err(context.reject_other_kind(schema, error)),
    }
}

struct ItemsVisitor<'c, I> {
    context: &'c mut Context,
    items: I,
    entered: &'c mut bool,
}

impl<'de, I: Items<'de>> Visitor<'de> for ItemsVisitor<'_, I> {
    type Value = I::Output;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        *self.entered = true;
        self.context.enter::<A::Error>()?;
        let value = self.items.items(seq, self.context)?;
        self.context.leave();
        Ok(value)
    }
}

/// What gathers the members of an object: the fields of a struct while it is read.
pub trait Members<'de>: Sized {
    /// The struct.
    type Output;

    /// The index of a declared member.
    fn index(name: &str) -> Option<usize>;

    /// Reads the value of the declared member `index`; [`Decoder::field`](field) does it.
    ///
    /// # Errors
    /// When the value is refused.
    fn declared<A: MapAccess<'de>>(
        &mut self,
        index: usize,
        map: &mut A,
        context: &mut Context,
    ) -> Result<(), A::Error>;

    /// Reads the value of any other member, or refuses it.
    ///
    /// # Errors
    /// When the member or its value is refused.
    fn other<A: MapAccess<'de>>(
        &mut self,
        name: String,
        map: &mut A,
        context: &mut Context,
    ) -> Result<(), A::Error>;

    /// The struct, when every required member was there.
    ///
    /// # Errors
    /// When a member is missing or the members do not go together.
    fn finish<E: de::Error>(self, context: &mut Context) -> Result<Self::Output, E>;
}

/// Reads an object through `members`; anything else is refused with what `schema` says about it.
///
/// # Errors
/// When the value is no object or a member is refused.
pub fn decode_members<'de, D: Deserializer<'de>, M: Members<'de>>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    members: M,
) -> Result<M::Output, D::Error> {
    let mut entered = false;
    let visitor = MembersVisitor { context: &mut *context, members, entered: &mut entered };
    match deserializer.deserialize_map(visitor) {
        Ok(value) => Ok(value),
        Err(error) if entered => Err(error),
        Err(error) => Err(context.reject_other_kind(schema, error)),
    }
}

struct MembersVisitor<'c, M> {
    context: &'c mut Context,
    members: M,
    entered: &'c mut bool,
}

impl<'de, M: Members<'de>> Visitor<'de> for MembersVisitor<'_, M> {
    type Value = M::Output;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        *self.entered = true;
        let Self { context, mut members, .. } = self;
        context.enter::<A::Error>()?;
        while let Some(key) = map.next_key_seed(KeySeed(M::index))? {
            match key {
                Key::Declared(index) => members.declared(index, &mut map, context)?,
                Key::Other(name) => members.other(name, &mut map, context)?,
            }
        }
        let value = members.finish(context)?;
        context.leave();
        Ok(value)
    }
}

enum Key {
    Declared(usize),
    Other(String),
}

struct KeySeed(fn(&str) -> Option<usize>);

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, name: &str) -> Result<Key, E> {
        Ok((self.0)(name).map_or_else(|| Key::Other(name.to_owned()), Key::Declared))
    }

    fn visit_string<E: de::Error>(self, name: String) -> Result<Key, E> {
        Ok((self.0)(&name).map_or(Key::Other(name), Key::Declared))
    }
}

/// Reads the value of a declared member into its slot.
///
/// # Errors
/// When the member was there before or its value is refused.
#[inline]
pub fn field<'de, T: Decode<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    name: &'static str,
    map: &mut A,
    context: &mut Context,
    schema: &'static Schema,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(duplicate_key(context, name));
    }
    let mark = context.mark();
    match map.next_value_seed(Seed::new(context, schema)) {
        Ok(value) => {
            *slot = Some(value);
            if context.mark() > mark {
                context.within_name(mark, name);
            }
            Ok(())
        }
        Err(error) => {
            context.step_name(name);
            Err(error)
        }
    }
}

/// Reads the value of an undeclared member into the map that keeps them.
///
/// # Errors
/// When the member was there before or its value is refused.
pub fn entry<'de, T: Decode<'de>, A: MapAccess<'de>>(
    members: &mut Map<T>,
    name: String,
    map: &mut A,
    context: &mut Context,
    schema: &'static Schema,
) -> Result<(), A::Error> {
    if members.contains_key(&name) {
        return Err(duplicate_key(context, &name));
    }
    let mark = context.mark();
    match map.next_value_seed(Seed::new(context, schema)) {
        Ok(value) => {
            context.within_name(mark, &name);
            members.insert(name, value);
            Ok(())
        }
        Err(error) => {
            context.step_name(&name);
            Err(error)
        }
    }
}

/// Refuses a member that a closed object does not declare. `closed` is where it is closed; `declared` are the names
/// that it knows.
#[cold]
pub fn undeclared<E: de::Error>(
    context: &mut Context,
    name: &str,
    closed: &'static str,
    declared: &'static [&'static str],
) -> E {
    context.fail(Violation::undeclared_member(name, closed, declared))
}

/// Refuses an object without its required members. `presence` tells which are there; `required` is where they are
/// required.
#[cold]
pub fn missing<E: de::Error>(
    context: &mut Context,
    presence: &[(&'static str, bool)],
    required: &'static str,
) -> E {
    let missing: Vec<&str> = presence.iter().filter(|(_, there)| !there).map(|(name, _)| *name).collect();
    context.fail(Violation::missing_members(&missing, required))
}

/// Refuses an array that ends before an item that every valid one has.
#[cold]
pub fn too_short<E: de::Error>(context: &mut Context, schema: &'static Schema, count: usize) -> E {
    let least = counted(count as u64 + 1, "item", "items");
    context.reject_items(schema, count, "minItems", format!("at least {least}"))
}

/// Refuses an array that goes on where it should end; it goes on at `count`.
///
/// # Errors
/// When there is one more item.
pub fn no_more<'de, A: SeqAccess<'de>>(
    seq: &mut A,
    context: &mut Context,
    schema: &'static Schema,
    count: usize,
) -> Result<(), A::Error> {
    if next_item::<Json, A>(seq, context, count, &ANY)?.is_none() {
        return Ok(());
    }
    let most = counted(count as u64, "item", "items");
    Err(context.reject_items(schema, count + 1, "items", format!("at most {most}")))
}

impl<'de, T: Decode<'de>> Decode<'de> for Map<T> {
    fn decode<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
    ) -> Result<Self, D::Error> {
        let members = MapMembers { members: Self::new(), schema: schema.every_member() };
        decode_members(deserializer, context, schema, members)
    }

    fn decode_checked<D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        schema: &'static Schema,
        rest: Option<&'static Schema>,
    ) -> Result<Self, D::Error>
    where
        Self: View,
    {
        let members = MapMembers { members: Self::new(), schema: schema.every_member() };
        decode_members(deserializer, context, schema, Checked { inner: members, rest })
    }
}

impl<'de, M: Members<'de, Output: View>> Members<'de> for Checked<M> {
    type Output = M::Output;

    fn index(name: &str) -> Option<usize> {
        M::index(name)
    }

    fn declared<A: MapAccess<'de>>(
        &mut self,
        index: usize,
        map: &mut A,
        context: &mut Context,
    ) -> Result<(), A::Error> {
        self.inner.declared(index, map, context)
    }

    fn other<A: MapAccess<'de>>(
        &mut self,
        name: String,
        map: &mut A,
        context: &mut Context,
    ) -> Result<(), A::Error> {
        self.inner.other(name, map, context)
    }

    fn finish<E: de::Error>(self, context: &mut Context) -> Result<M::Output, E> {
        let members = self.inner.finish(context)?;
        checked(members, context, self.rest).map_err(|violation| context.fail(*violation))
    }
}

struct MapMembers<T> {
    members: Map<T>,
    schema: &'static Schema,
}

impl<'de, T: Decode<'de>> Members<'de> for MapMembers<T> {
    type Output = Map<T>;

    fn index(_: &str) -> Option<usize> {
        None
    }

    fn declared<A: MapAccess<'de>>(&mut self, _: usize, _: &mut A, _: &mut Context) -> Result<(), A::Error> {
        Ok(())
    }

    fn other<A: MapAccess<'de>>(
        &mut self,
        name: String,
        map: &mut A,
        context: &mut Context,
    ) -> Result<(), A::Error> {
        entry(&mut self.members, name, map, context, self.schema)
    }

    fn finish<E: de::Error>(self, _: &mut Context) -> Result<Map<T>, E> {
        Ok(self.members)
    }
}

impl Schema {
    /// The schema that accepts everything.
    pub const ANY: Schema = Schema { location: "", keywords: &[], resource: None };

    /// The schema of every item, where one `items` says it; only for what an error reports.
    fn every_item(&'static self) -> &'static Schema {
        self.keywords
            .iter()
            .find_map(|keyword| match keyword {
                Keyword::Items { from: 0, schema } => Some(*schema),
                Keyword::Ref(schema) => Some(schema.every_item()),
                _ => None,
            })
            .unwrap_or(&ANY)
    }

    /// The schema of every member, where one `additionalProperties` says it; only for what an error reports.
    fn every_member(&'static self) -> &'static Schema {
        self.keywords
            .iter()
            .find_map(|keyword| match keyword {
                Keyword::AdditionalProperties { schema, .. } => Some(*schema),
                Keyword::Ref(schema) => Some(schema.every_member()),
                _ => None,
            })
            .unwrap_or(&ANY)
    }
}
