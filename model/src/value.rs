//! JSON values as schemas hold them: numbers keep their text, objects their order.

use std::{
    collections::HashMap,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::number::{Number, NumberError};

/// A JSON value.
///
/// Equality is JSON Schema's: numbers by value (`1` equals `1.0`), objects without regard to order, and a boolean
/// never equals a number. [`fmt::Display`] writes compact JSON with members and numbers as they were written.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, exactly as written.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object; members in file order, names unique.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The string, when it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The member of that name, when it is an object that has one.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(other, _)| other == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value that readers without exact numbers take this one for; see [`Number::nearest`].
    #[must_use]
    pub fn nearest(&self) -> Self {
        match self {
            Self::Number(number) => Self::Number(number.nearest()),
            Self::Array(items) => Self::Array(items.iter().map(Self::nearest).collect()),
            Self::Object(members) => {
                Self::Object(members.iter().map(|(name, value)| (name.clone(), value.nearest())).collect())
            }
            Self::Null | Self::Bool(_) | Self::String(_) => self.clone(),
        }
    }

    /// The name of the JSON type: `null`, `boolean`, `number`, `string`, `array` or `object`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// Compact JSON that equal values share: members sorted by name, numbers in one spelling.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, true);
        text
    }

    fn write(&self, out: &mut impl fmt::Write, canonical: bool) -> fmt::Result {
        match self {
            Self::Null => out.write_str("null"),
            Self::Bool(value) => write!(out, "{value}"),
            Self::Number(number) if canonical => out.write_str(&number.canonical()),
            Self::Number(number) => out.write_str(number.as_str()),
            Self::String(text) => write_string(out, text),
            Self::Array(items) => {
                out.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.write_char(',')?;
                    }
                    item.write(out, canonical)?;
                }
                out.write_char(']')
            }
            Self::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                if canonical {
                    members.sort_by(|left, right| left.0.cmp(&right.0));
                }
                out.write_char('{')?;
                for (index, (name, value)) in members.into_iter().enumerate() {
                    if index > 0 {
                        out.write_char(',')?;
                    }
                    write_string(out, name)?;
                    out.write_char(':')?;
                    value.write(out, canonical)?;
                }
                out.write_char('}')
            }
        }
    }

    /// The value as `serde_json` holds it; an error when a number is beyond what that can hold.
    ///
    /// Integers outside `i64` and `u64`, and digits beyond a double, are lost unless `serde_json` is built with
    /// `arbitrary_precision`.
    pub fn to_serde_json(&self) -> Result<serde_json::Value, serde_json::Error> {
        Ok(match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(value) => serde_json::Value::Bool(*value),
            Self::Number(number) => serde_json::Value::Number(serde_json::from_str(number.as_str())?),
            Self::String(text) => serde_json::Value::String(text.clone()),
            Self::Array(items) => {
                serde_json::Value::Array(items.iter().map(Self::to_serde_json).collect::<Result<_, _>>()?)
            }
            Self::Object(members) => serde_json::Value::Object(
                members.iter().map(|(name, value)| Ok((name.clone(), value.to_serde_json()?))).collect::<Result<
                    _,
                    serde_json::Error,
                >>(
                )?,
            ),
        })
    }
}

impl TryFrom<&serde_json::Value> for Value {
    type Error = NumberError;

    /// Fails only on numbers that [`Number`] does not hold, which needs `arbitrary_precision`.
    fn try_from(value: &serde_json::Value) -> Result<Self, NumberError> {
        Ok(match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Bool(*value),
            serde_json::Value::Number(number) => Self::Number(number.to_string().parse()?),
            serde_json::Value::String(text) => Self::String(text.clone()),
            serde_json::Value::Array(items) => {
                Self::Array(items.iter().map(Self::try_from).collect::<Result<_, _>>()?)
            }
            serde_json::Value::Object(members) => Self::Object(
                members.iter().map(|(name, value)| Ok((name.clone(), Self::try_from(value)?))).collect::<Result<
                    _,
                    NumberError,
                >>(
                )?,
            ),
        })
    }
}

fn write_string(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            control if control < ' ' => write!(out, "\\u{:04x}", u32::from(control))?,
            other => out.write_char(other)?,
        }
    }
    out.write_char('"')
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, false)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(left), Self::Bool(right)) => left == right,
            (Self::Number(left), Self::Number(right)) => left == right,
            (Self::String(left), Self::String(right)) => left == right,
            (Self::Array(left), Self::Array(right)) => left == right,
            (Self::Object(left), Self::Object(right)) => {
                let by_name: HashMap<_, _> = right.iter().map(|(name, value)| (name, value)).collect();
                left.len() == right.len() && left.iter().all(|(name, value)| by_name.get(name) == Some(&value))
            }
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    /// Equal values have equal hashes: the order of members does not count.
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Null => {}
            Self::Bool(value) => value.hash(state),
            Self::Number(value) => value.hash(state),
            Self::String(value) => value.hash(state),
            Self::Array(items) => items.hash(state),
            Self::Object(members) => {
                let of_member = |(name, value): &(String, Self)| {
                    let mut own = DefaultHasher::new();
                    (name, value).hash(&mut own);
                    own.finish()
                };
                members.iter().map(of_member).fold(0, u64::wrapping_add).hash(state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        crate::source::Source::parse("test.json", text).expect("valid JSON").root().to_value()
    }

    #[test]
    fn equality_is_that_of_json_schema() {
        for (left, right) in
            [("1", "1.0"), (r#"{"a":1,"b":[2]}"#, r#"{"b":[2e0],"a":1.0}"#), (r#""\u0041""#, r#""A""#)]
        {
            assert_eq!(value(left), value(right));
            assert_eq!(value(left).canonical(), value(right).canonical());
        }
        for (left, right) in
            [("1", "true"), ("0", "false"), ("[1,2]", "[2,1]"), ("{}", "[]"), (r#"{"a":1}"#, r#"{"a":1,"b":1}"#)]
        {
            assert_ne!(value(left), value(right));
        }
    }

    #[test]
    fn text_is_as_written() {
        let text = r#"{"b":1.0,"a":[null,true,"\u0001\"\\\n",1e400]}"#;
        assert_eq!(value(text).to_string(), text);
        assert_eq!(value(text).canonical(), r#"{"a":[null,true,"\u0001\"\\\n",1e400],"b":1}"#);
    }

    #[test]
    fn serde_json_both_ways() {
        let text = r#"{"a":[null,true,"x",1,-2,1.5]}"#;
        let there = value(text).to_serde_json().expect("holds");
        assert_eq!(Value::try_from(&there), Ok(value(text)));
    }
}
