//! Values that share their parts: a large array of equal items costs no more than its length.

use std::{collections::HashMap, rc::Rc};

use contracts_model::value::Value;

/// The most values of a document that is built, those inside of others included.
pub(super) const MOST_VALUES: usize = 4_000_000;

/// A value whose parts may stand in other values too.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// A value of a schema, or a scalar.
    Value(Rc<Value>),
    Array(Vec<Rc<Tree>>),
    Object(Vec<(Rc<str>, Rc<Tree>)>),
}

impl Tree {
    pub(super) fn of(value: Value) -> Rc<Self> {
        Rc::new(Self::Value(Rc::new(value)))
    }

    /// The text, when it is a string.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Value(value) => value.as_str(),
            Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// The value with parts of its own.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Value(value) => (**value).clone(),
            Self::Array(items) => Value::Array(items.iter().map(|item| item.to_value()).collect()),
            Self::Object(members) => {
                Value::Object(members.iter().map(|(name, member)| (name.to_string(), member.to_value())).collect())
            }
        }
    }

    /// The value as `serde_json` holds it; `None` when a number is beyond what that can hold, and when there are more than
    /// [`MOST_VALUES`].
    pub(super) fn to_serde_json(&self) -> Option<serde_json::Value> {
        if self.count(MOST_VALUES) > MOST_VALUES { None } else { self.convert() }
    }

    fn convert(&self) -> Option<serde_json::Value> {
        match self {
            Self::Value(value) => value.to_serde_json().ok(),
            Self::Array(items) => {
                // Neighbours are often the same.
                let mut converted: HashMap<*const Self, usize> = HashMap::new();
                let mut array: Vec<serde_json::Value> = Vec::with_capacity(items.len());
                for item in items {
                    let next = match converted.get(&Rc::as_ptr(item)) {
                        Some(index) => array[*index].clone(),
                        None => item.convert()?,
                    };
                    converted.insert(Rc::as_ptr(item), array.len());
                    array.push(next);
                }
                Some(serde_json::Value::Array(array))
            }
            Self::Object(members) => {
                let members = members.iter().map(|(name, member)| Some((name.to_string(), member.convert()?)));
                Some(serde_json::Value::Object(members.collect::<Option<_>>()?))
            }
        }
    }

    /// How many values stand in it, itself included; counted a little beyond `most`.
    pub(super) fn count(&self, most: usize) -> usize {
        fn of_value(value: &Value) -> usize {
            match value {
                Value::Array(items) => 1 + items.iter().map(of_value).sum::<usize>(),
                Value::Object(members) => 1 + members.iter().map(|(_, member)| of_value(member)).sum::<usize>(),
                _ => 1,
            }
        }
        match self {
            Self::Value(value) => of_value(value),
            Self::Array(items) => count_all(items.iter(), most),
            Self::Object(members) => count_all(members.iter().map(|(_, member)| member), most),
        }
    }
}

fn count_all<'t>(parts: impl Iterator<Item = &'t Rc<Tree>>, most: usize) -> usize {
    let (mut count, mut last): (usize, Option<(&Rc<Tree>, usize)>) = (1, None);
    for part in parts {
        // Neighbours are often the same.
        let size = match last {
            Some((known, size)) if Rc::ptr_eq(known, part) => size,
            _ => part.count(most),
        };
        last = Some((part, size));
        count = count.saturating_add(size);
        if count > most {
            break;
        }
    }
    count
}
