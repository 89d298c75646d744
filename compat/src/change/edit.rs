//! Edits of a schema's text that make one change alone.

use contracts_model::value::Value;

/// One edit of a schema object.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The tokens of the path from the schema object to the value.
    pub path: Vec<String>,
    /// The value that comes to stand there; `None` takes it out.
    pub value: Option<Value>,
}

impl Edit {
    /// An edit that puts a value at a path.
    pub(crate) fn set(path: &[&str], value: Value) -> Self {
        Self { path: path.iter().map(|token| (*token).to_owned()).collect(), value: Some(value) }
    }

    /// An edit that takes out what stands at a path.
    pub(crate) fn remove(path: &[&str]) -> Self {
        Self { path: path.iter().map(|token| (*token).to_owned()).collect(), value: None }
    }

    /// Makes the edit in a schema object.
    ///
    /// `None` when a value stands in the way that is no object.
    pub fn apply(&self, schema: &Value) -> Option<Value> {
        edited(schema, &self.path, self.value.as_ref())
    }
}

/// A value with another one at a path below it; objects on the way are made where they are missing.
fn edited(value: &Value, path: &[String], put: Option<&Value>) -> Option<Value> {
    let Some((token, rest)) = path.split_first() else {
        return Some(put.cloned().unwrap_or(Value::Bool(true)));
    };
    match value {
        Value::Object(members) => {
            let mut members = members.clone();
            let position = members.iter().position(|(name, _)| name == token);
            match (position, rest.is_empty(), put) {
                (Some(position), true, None) => {
                    members.remove(position);
                }
                (None, _, None) => {}
                (Some(position), ..) => members[position].1 = edited(&members[position].1, rest, put)?,
                (None, ..) => members.push((token.clone(), edited(&Value::Object(Vec::new()), rest, put)?)),
            }
            Some(Value::Object(members))
        }
        Value::Array(items) => {
            let mut items = items.clone();
            let position: usize = token.parse().ok()?;
            if position < items.len() {
                match put {
                    None if rest.is_empty() => _ = items.remove(position),
                    _ => items[position] = edited(&items[position], rest, put)?,
                }
            } else if position == items.len() && rest.is_empty() {
                items.push(put?.clone());
            } else {
                return None;
            }
            Some(Value::Array(items))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use contracts_model::source::Source;

    use super::*;

    fn value(text: &str) -> Value {
        Source::parse("a.json", text).expect("JSON").root().to_value()
    }

    fn check(schema: &str, edit: &Edit, expected: &str) {
        assert_eq!(edit.apply(&value(schema)).map(|edited| edited.to_string()), Some(expected.to_owned()));
    }

    #[test]
    fn edits() {
        check(r#"{"a":1}"#, &Edit::set(&["a"], value("2")), r#"{"a":2}"#);
        check(r#"{"a":1}"#, &Edit::set(&["b", "c"], value("2")), r#"{"a":1,"b":{"c":2}}"#);
        check(r#"{"a":{"b":1,"c":2}}"#, &Edit::remove(&["a", "b"]), r#"{"a":{"c":2}}"#);
        check(r#"{"a":[1,2]}"#, &Edit::remove(&["a", "0"]), r#"{"a":[2]}"#);
        check(r#"{"a":[1]}"#, &Edit::set(&["a", "1"], value("2")), r#"{"a":[1,2]}"#);
        check(r#"{"a":1}"#, &Edit::remove(&["b"]), r#"{"a":1}"#);
        assert!(Edit::set(&["a", "b"], value("2")).apply(&value(r#"{"a":1}"#)).is_none());
    }
}
