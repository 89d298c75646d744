//! Documents as texts that a `serde_json::Value` cannot hold.

use std::fmt::Write as _;

use serde_json::Value;

/// The text with the members of every object in the reverse order of their names.
pub(crate) fn reversed(value: &Value) -> String {
    let mut text = String::new();
    write(value, "", None, &mut text);
    text
}

/// A member that is written twice.
pub(crate) struct Repeated<'a> {
    /// JSON pointer of the object.
    pub(crate) object: &'a str,
    /// Name of the member.
    pub(crate) name: &'a str,
    /// Value of the second one.
    pub(crate) value: &'a Value,
    /// Whether the name of the second one is spelled with escapes.
    pub(crate) escaped: bool,
}

/// The text with one member written twice.
pub(crate) fn with_repeated(value: &Value, repeated: &Repeated<'_>) -> String {
    let mut text = String::new();
    write(value, "", Some(repeated), &mut text);
    text
}

/// The JSON pointers of all objects that have members.
pub(crate) fn objects(value: &Value) -> Vec<(String, &serde_json::Map<String, Value>)> {
    let mut found = Vec::new();
    let mut left = vec![(String::new(), value)];
    while let Some((pointer, value)) = left.pop() {
        match value {
            Value::Array(items) => {
                left.extend(items.iter().enumerate().map(|(index, item)| (format!("{pointer}/{index}"), item)));
            }
            Value::Object(members) => {
                left.extend(members.iter().map(|(name, member)| (child(&pointer, name), member)));
                if !members.is_empty() {
                    found.push((pointer, members));
                }
            }
            _ => {}
        }
    }
    found
}

fn child(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn write(value: &Value, pointer: &str, repeated: Option<&Repeated<'_>>, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(item, &format!("{pointer}/{index}"), repeated, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            for (index, (name, member)) in members.iter().rev().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_member(name, member, &child(pointer, name), repeated, text);
            }
            if let Some(repeated) = repeated.filter(|repeated| repeated.object == pointer) {
                text.push(',');
                if repeated.escaped {
                    let units: String = repeated.name.encode_utf16().fold(String::new(), |mut units, unit| {
                        let _ = write!(units, "\\u{unit:04X}");
                        units
                    });
                    let _ = write!(text, "\"{units}\":{}", repeated.value);
                } else {
                    write_member(repeated.name, repeated.value, "\0", None, text);
                }
            }
            text.push('}');
        }
        scalar => {
            let _ = write!(text, "{scalar}");
        }
    }
}

fn write_member(name: &str, value: &Value, pointer: &str, repeated: Option<&Repeated<'_>>, text: &mut String) {
    let _ = write!(text, "{}:", Value::from(name));
    write(value, pointer, repeated, text);
}
