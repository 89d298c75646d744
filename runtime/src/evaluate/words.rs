//! Schemas in words, for what a value must not be and when something is asked of it.

use super::{number, value};
use crate::{
    schema::{Keyword, Schema},
    violation::{enumerated, quoted},
};

/// How many references and `allOf`s are followed in search of words.
const MAX_HOPS: usize = 4;

/// The most things that are said of one schema.
const MAX_SAID: usize = 4;

/// The values that a schema accepts, as what follows "anything but": `null`, `a string that matches ^a`. `None` where
/// that takes more than a few words.
pub(super) fn values(schema: &'static Schema) -> Option<String> {
    values_within(schema, MAX_HOPS)
}

fn values_within(schema: &'static Schema, hops: usize) -> Option<String> {
    let [keyword] = schema.keywords else {
        let conditions = conditions(schema, hops)?;
        return Some(format!("an object in which {}", enumerated(conditions.into_iter(), "and")));
    };
    match keyword {
        Keyword::Pattern(pattern) => Some(format!("a string that matches {}", pattern.source())),
        Keyword::Type(_) | Keyword::Enum(_) | Keyword::FailClosedEnum(_) | Keyword::Const(_) => {
            Some(value::describe(keyword))
        }
        Keyword::Required(names) if !names.is_empty() => Some(format!(
            "an object with the {} {}",
            if names.len() == 1 { "member" } else { "members" },
            quoted(names.iter().copied(), "and")
        )),
        Keyword::AnyOf(branches) if branches.len() <= MAX_SAID && hops > 0 => {
            let words: Option<Vec<String>> =
                branches.iter().map(|branch| values_within(branch, hops - 1)).collect();
            Some(enumerated(words?.into_iter(), "or"))
        }
        Keyword::Ref(_) | Keyword::LateRef(_) if hops > 0 => values_within(keyword.reference()?, hops - 1),
        Keyword::Properties(_) if hops > 0 => {
            let conditions = conditions(schema, hops - 1)?;
            Some(format!("an object in which {}", enumerated(conditions.into_iter(), "and")))
        }
        Keyword::Not(schema) if hops > 0 => Some(format!("not {}", values_within(schema, hops - 1)?)),
        _ => number::describe(keyword).map(|(words, _)| words),
    }
}

/// What holds when a value is valid against a schema, as what follows "when": `"kind" is "circle"`.
pub(super) fn condition(schema: &'static Schema) -> Option<String> {
    let found = conditions(schema, MAX_HOPS);
    let found = found.map(|conditions| enumerated(conditions.into_iter(), "and"));
    found.or_else(|| values(schema).map(|values| format!("the value is {values}")))
}

/// What a schema says of the members of an object, when it says nothing else.
fn conditions(schema: &'static Schema, hops: usize) -> Option<Vec<String>> {
    let mut said = Vec::new();
    let mut declared = Vec::new();
    let mut required = Vec::new();
    for keyword in schema.keywords {
        match keyword {
            Keyword::Type(types) if types.contains(crate::schema::Types::OBJECT) => {}
            Keyword::Properties(list) => {
                for (name, schema) in *list {
                    declared.push(*name);
                    said.push(format!(
                        "{} is {}",
                        quoted([*name].into_iter(), "and"),
                        values_within(schema, hops)?
                    ));
                }
            }
            Keyword::Required(names) => required.extend_from_slice(names),
            Keyword::Ref(_) | Keyword::LateRef(_) if hops > 0 => {
                said.extend(conditions(keyword.reference()?, hops - 1)?);
            }
            Keyword::AllOf(branches) if hops > 0 => {
                for branch in *branches {
                    said.extend(conditions(branch, hops - 1)?);
                }
            }
            _ => return None,
        }
    }
    required.retain(|name| !declared.contains(name));
    if !required.is_empty() {
        let verb = if required.len() == 1 { "is" } else { "are" };
        said.push(format!("{} {verb} there", quoted(required.into_iter(), "and")));
    }
    (!said.is_empty() && said.len() <= MAX_SAID).then_some(said)
}
