//! A JSON value that behaves the same whatever features other crates switch on in `serde_json`.

use std::{
    collections::{BTreeMap, btree_map},
    error, fmt,
    hash::{Hash, Hasher},
};

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::{
    context::MAX_DEPTH,
    instance::{Instance, ObjectView, View},
    number::{Decimal, Number, NumberError},
};

/// A JSON value.
///
/// `==` is JSON Schema's equality: `1` equals `1.0`, and the order of members does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Object),
}

/// The members of a JSON object, in the order of their names.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Object {
    members: BTreeMap<String, Json>,
}

/// Why a value cannot become, or be made from, a `serde_json::Value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// More than [`MAX_DEPTH`] containers are nested.
    Depth,
    /// A number is out of the range of `f64`.
    NumberRange,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth => write!(f, "more than {MAX_DEPTH} nested arrays and objects"),
            Self::NumberRange => f.write_str("a number is out of range"),
        }
    }
}

impl error::Error for JsonError {}

impl Json {
    /// The value at an RFC 6901 pointer; the empty pointer is the value itself.
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, token| match value {
            Self::Object(object) => object.get(&token.replace("~1", "/").replace("~0", "~")),
            Self::Array(items) => {
                let canonical = token == "0" || token.starts_with(|first: char| matches!(first, '1'..='9'));
                items.get(token.parse::<usize>().ok().filter(|_| canonical)?)
            }
            _ => None,
        })
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(value) = self { Some(value) } else { None }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(value) = self { Some(value) } else { None }
    }

    /// The items, if it is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The members, if it is an object.
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl fmt::Display for Json {
    /// Writes compact JSON; every digit of a [`Decimal`] is kept.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl View for Json {
    fn view(&self) -> Instance<'_> {
        match self {
            Self::Null => Instance::Null,
            Self::Bool(value) => Instance::Bool(*value),
            Self::Number(value) => value.view(),
            Self::String(value) => Instance::String(value),
            Self::Array(items) => Instance::Array(items),
            Self::Object(object) => Instance::Object(object),
        }
    }
}

impl From<Instance<'_>> for Json {
    /// A copy of what is looked at.
    fn from(instance: Instance<'_>) -> Self {
        match instance {
            Instance::Null => Self::Null,
            Instance::Bool(value) => Self::Bool(value),
            Instance::Number(value) => Self::Number(value.to_number()),
            Instance::String(value) => Self::String(value.to_owned()),
            Instance::Array(items) => {
                Self::Array((0..items.len()).filter_map(|index| items.item(index)).map(Self::from).collect())
            }
            Instance::Object(members) => {
                let mut object = Object::new();
                members.each_member(&mut |name, value| {
                    object.insert(name, value.into());
                    true
                });
                Self::Object(object)
            }
        }
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Number(value.into())
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::Number(value.into())
    }
}

impl From<Number> for Json {
    fn from(value: Number) -> Self {
        Self::Number(value)
    }
}

impl TryFrom<f64> for Json {
    type Error = NumberError;

    /// Fails for infinities and NaN.
    fn try_from(value: f64) -> Result<Self, NumberError> {
        value.try_into().map(Self::Number)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    /// `None` is `null`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> FromIterator<T> for Json {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

impl TryFrom<Value> for Json {
    type Error = JsonError;

    /// The same value whatever features `serde_json` has: numbers become `u64` and `i64` exactly, otherwise the
    /// nearest `f64`.
    fn try_from(value: Value) -> Result<Self, JsonError> {
        from_value(value, 0)
    }
}

fn from_value(value: Value, depth: usize) -> Result<Json, JsonError> {
    if depth == MAX_DEPTH && matches!(value, Value::Array(_) | Value::Object(_)) {
        return Err(JsonError::Depth);
    }
    Ok(match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(value),
        Value::Number(number) => {
            if let Some(value) = number.as_u64() {
                Json::from(value)
            } else if let Some(value) = number.as_i64().filter(|value| *value < 0) {
                Json::from(value)
            } else {
                // With `arbitrary_precision` this is the text of the document.
                number.to_string().parse().map(Json::Number).map_err(|_| JsonError::NumberRange)?
            }
        }
        Value::String(value) => Json::String(value),
        Value::Array(items) => {
            Json::Array(items.into_iter().map(|item| from_value(item, depth + 1)).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => Json::Object(
            members
                .into_iter()
                .map(|(name, value)| Ok((name, from_value(value, depth + 1)?)))
                .collect::<Result<_, _>>()?,
        ),
    })
}

impl TryFrom<Json> for Value {
    type Error = JsonError;

    /// Without loss, except for a [`Decimal`] where `serde_json` lacks `arbitrary_precision`: that becomes the nearest
    /// `f64`, or an error when it is out of range.
    fn try_from(value: Json) -> Result<Self, JsonError> {
        Ok(match value {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(value),
            Json::Number(Number::Unsigned(value)) => Self::from(value),
            Json::Number(Number::Negative(value)) => Self::from(value),
            Json::Number(Number::Float(value)) => {
                serde_json::Number::from_f64(value).map(Self::Number).ok_or(JsonError::NumberRange)?
            }
            Json::Number(Number::Decimal(value)) => {
                value.as_str().parse().map(Self::Number).map_err(|_| JsonError::NumberRange)?
            }
            Json::String(value) => Self::String(value),
            Json::Array(items) => Self::Array(items.into_iter().map(Self::try_from).collect::<Result<_, _>>()?),
            Json::Object(object) => Self::Object(
                object
                    .into_iter()
                    .map(|(name, value)| Ok((name, Self::try_from(value)?)))
                    .collect::<Result<_, _>>()?,
            ),
        })
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => value.serialize(serializer),
            Self::String(value) => serializer.serialize_str(value),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    /// A map, member by member: a name that `serde_json` keeps for itself has no effect.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Number {
    /// A [`Decimal`] that cannot be written as it is is an error, never another number; its `Display` writes it in
    /// full.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Negative(value) => serializer.serialize_i64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Decimal(value) => value.serialize(serializer),
        }
    }
}

impl Serialize for Decimal {
    /// With the feature `exact-numbers`, the serializers of `serde_json` write the digits as they are. Any other
    /// serializer gets a number of serde's data model that is read as an equal one: an integer of at most 38 digits, or
    /// the `f64` of which this is the shortest decimal. Where there is none, it refuses the value.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[cfg(feature = "exact-numbers")]
        if of_serde_json::<S>() {
            let number: serde_json::Number = self.as_str().parse().map_err(S::Error::custom)?;
            return number.serialize(serializer);
        }
        let number = crate::NumberRef::Decimal(self);
        let double =
            || number.as_f64().filter(|value| Number::shortest(*value).is_some_and(|read| read.to_ref() == number));
        if let Some(value) = number.as_u64() {
            serializer.serialize_u64(value)
        } else if let Some(value) = number.as_i64() {
            serializer.serialize_i64(value)
        } else if let Some(value) = double() {
            serializer.serialize_f64(value)
        } else if let Some(value) = self.as_i128() {
            serializer.serialize_i128(value)
        } else {
            Err(S::Error::custom("a number with more digits than an f64 holds cannot be serialized without loss"))
        }
    }
}

/// Whether a serializer or deserializer is one of `serde_json`, or hands on to one; by its name, as it has no other mark.
///
/// `serde_json` passes its numbers around as a struct with a private name, which any other serializer would write as an
/// object: a document that nobody meant. And its deserializers say what a value is whatever they are asked for, which
/// others do not. What is not known here is refused or read the longer way, never wrong.
pub(crate) fn of_serde_json<S>() -> bool {
    std::any::type_name::<S>().contains("serde_json::")
}

impl Object {
    /// An object without members.
    pub const fn new() -> Self {
        Self { members: BTreeMap::new() }
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The value of a member.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.members.get(name)
    }

    /// The value of a member, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        self.members.get_mut(name)
    }

    /// Whether there is such a member.
    pub fn contains_key(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// Adds a member; answers the value that it replaces.
    pub fn insert(&mut self, name: impl Into<String>, value: Json) -> Option<Json> {
        self.members.insert(name.into(), value)
    }

    /// Removes a member and answers its value.
    pub fn remove(&mut self, name: &str) -> Option<Json> {
        self.members.remove(name)
    }

    /// The members in the order of their names.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.members.iter())
    }

    /// The names in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Json> {
        self.members.values()
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.members.fmt(f)
    }
}

impl Hash for Object {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.members.hash(state);
    }
}

impl ObjectView for Object {
    fn len(&self) -> usize {
        self.members.len()
    }

    fn member(&self, name: &str) -> Option<Instance<'_>> {
        self.members.get(name).map(View::view)
    }

    fn each_member<'a>(&'a self, visit: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool {
        self.members.iter().all(|(name, value)| visit(name, value.view()))
    }
}

impl View for Object {
    fn view(&self) -> Instance<'_> {
        Instance::Object(self)
    }
}

impl<N: Into<String>, V: Into<Json>> FromIterator<(N, V)> for Object {
    /// Of two members with one name the later stays.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(members: I) -> Self {
        Self { members: members.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

impl<N: Into<String>, V: Into<Json>> Extend<(N, V)> for Object {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, members: I) {
        self.members.extend(members.into_iter().map(|(name, value)| (name.into(), value.into())));
    }
}

impl IntoIterator for Object {
    type Item = (String, Json);
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(self.members.into_iter())
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a str, &'a Json);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The members of an [`Object`], borrowed.
#[derive(Clone, Debug)]
pub struct Iter<'a>(btree_map::Iter<'a, String, Json>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Json);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (name.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// The members of an [`Object`].
#[derive(Debug)]
pub struct IntoIter(btree_map::IntoIter<String, Json>);

impl Iterator for IntoIter {
    type Item = (String, Json);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for IntoIter {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tree(value: Value) -> Json {
        value.try_into().unwrap()
    }

    #[test]
    fn values_survive_the_way_there_and_back() {
        let value = json!({"z": [1, -2, 2.5, null, true], "a": {"": "é\n"}, "n": u64::MAX, "m": i64::MIN});
        assert_eq!(Value::try_from(tree(value.clone())), Ok(value.clone()));
        assert_eq!(serde_json::to_value(tree(value.clone())).unwrap(), value);
        assert_eq!(serde_json::from_str::<Value>(&tree(value.clone()).to_string()).unwrap(), value);
    }

    #[test]
    fn equality_is_by_value() {
        assert_eq!(tree(json!({"a": 1, "b": [0]})), tree(json!({"b": [-0.0], "a": 1.0})));
        assert_ne!(tree(json!(1)), tree(json!(true)));
        assert_ne!(tree(json!([])), tree(json!({})));
    }

    #[test]
    fn private_names_of_serde_json_are_plain_names() {
        for name in ["$serde_json::private::Number", "$serde_json::private::RawValue"] {
            let object: Object = [(name, "12")].into_iter().collect();
            assert_eq!(serde_json::to_string(&object).unwrap(), format!("{{\"{name}\":\"12\"}}"));
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nest = |depth| (0..depth).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
        assert!(Json::try_from(nest(MAX_DEPTH)).is_ok());
        assert_eq!(Json::try_from(nest(MAX_DEPTH + 1)), Err(JsonError::Depth));
    }

    #[test]
    fn pointers() {
        let value = tree(json!({"a": [10, {"b/c": 1, "~": 2}], "": 3}));
        assert_eq!(value.pointer(""), Some(&value));
        assert_eq!(value.pointer("/a/0"), Some(&Json::from(10_u64)));
        assert_eq!(value.pointer("/a/1/b~1c"), Some(&Json::from(1_u64)));
        assert_eq!(value.pointer("/a/1/~0"), Some(&Json::from(2_u64)));
        assert_eq!(value.pointer("/"), Some(&Json::from(3_u64)));
        for absent in ["a", "/a/2", "/a/00", "/a/+0", "/a/-", "/b", "/a/0/x"] {
            assert_eq!(value.pointer(absent), None, "{absent}");
        }
    }

    #[test]
    fn decimals_are_written_in_full_or_not_at_all() {
        let number = |text: &str| Json::Number(Number::Decimal(text.parse().unwrap()));
        if cfg!(feature = "exact-numbers") {
            for text in
                ["10e-1", "0.10", "0.1000000000000000000000001", "1e+400", "-0.0", "12345678901234567890123"]
            {
                assert_eq!(serde_json::to_string(&number(text)).unwrap(), text);
                assert_eq!(serde_json::to_string_pretty(&number(text)).unwrap(), text);
                assert_eq!(serde_json::to_vec(&vec![number(text)]).unwrap(), format!("[{text}]").into_bytes());
                assert_eq!(serde_json::to_value(number(text)).unwrap().to_string(), text);
            }
        } else {
            assert_eq!(serde_json::to_string(&number("10e-1")).unwrap(), "1");
            assert_eq!(serde_json::to_string(&number("0.10")).unwrap(), "0.1");
            assert!(serde_json::to_string(&number("0.1000000000000000000000001")).is_err());
        }
        assert_eq!(number("1e400").to_string(), "1e400");
        assert_eq!(Value::try_from(number("0.25")), Ok(json!(0.25)));
    }

    #[test]
    fn objects_like_maps() {
        let mut object: Object = [("b", 1_u64), ("a", 2)].into_iter().collect();
        assert_eq!(object.insert("c", Json::Null), None);
        assert_eq!(object.insert("c", Json::from(true)), Some(Json::Null));
        *object.get_mut("a").unwrap() = Json::from("x");
        assert_eq!(object.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(object.remove("b"), Some(Json::from(1_u64)));
        assert!(object.contains_key("a") && !object.contains_key("b"));
        assert_eq!(object.iter().len(), 2);
        assert_eq!(Json::from(object.view()), Json::from(object));
    }
}
