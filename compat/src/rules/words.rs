//! How messages say names, values and types.

use std::fmt::Display;

use contracts_model::{schema::TypeSet, value::Value};

/// The most characters of one value.
const LONGEST: usize = 60;

/// The most values of a list.
const MOST: usize = 6;

/// A text in quotes, as JSON writes it, cut where it gets long.
pub(super) fn name(text: &str) -> String {
    shorten(&Value::String(text.to_owned()).to_string())
}

/// A keyword as code.
pub(super) fn keyword(text: &str) -> String {
    format!("`{}`", shorten(text))
}

/// A pattern as code.
pub(super) fn pattern(text: &str) -> String {
    format!("`{}`", shorten(text))
}

/// Types, or `any`.
pub(super) fn types(types: TypeSet) -> String {
    if types == TypeSet::ANY { "any".to_owned() } else { list(&types.names(), "or") }
}

/// The types of the first set that the second one lacks, `number` without `integer` said in words.
pub(super) fn lost(all: TypeSet, kept: TypeSet) -> Vec<&'static str> {
    let lost = all.difference(kept);
    let fractions = TypeSet::NUMBER.difference(TypeSet::INTEGER);
    let mut names = lost.difference(TypeSet::NUMBER).names();
    if lost.contains(TypeSet::NUMBER) {
        names.push("number");
    } else if lost.intersects(fractions) {
        names.push("number with a fraction");
    } else if lost.intersects(TypeSet::INTEGER) {
        names.push("integer");
    }
    names
}

/// Values as a list in words.
pub(super) fn values(values: &[Value]) -> String {
    list(values, "and")
}

/// `"a" is` or `"a" and "b" are`.
pub(super) fn are<T: Display>(values: &[T]) -> String {
    format!("{} {}", list(values, "and"), if values.len() == 1 { "is" } else { "are" })
}

/// `"a" was` or `"a" and "b" were`.
pub(super) fn were(values: &[Value]) -> String {
    format!("{} {}", list(values, "and"), if values.len() == 1 { "was" } else { "were" })
}

/// What happened to a value that may be absent.
pub(super) fn change(old: Option<&Value>, new: Option<&Value>) -> String {
    let text = |value: &Value| shorten(&value.to_string());
    match (old, new) {
        (Some(old), Some(new)) => format!("was {} and is {}", text(old), text(new)),
        (None, Some(new)) => format!("is new: {}", text(new)),
        (Some(old), None) => format!("is gone; it was {}", text(old)),
        (None, None) => "changed".to_owned(),
    }
}

fn list<T: Display>(items: &[T], last: &str) -> String {
    let mut words: Vec<String> = items.iter().take(MOST).map(|item| shorten(&item.to_string())).collect();
    if items.len() > MOST {
        words.push(format!("{} more", items.len() - MOST));
    }
    match words.pop() {
        None => "nothing".to_owned(),
        Some(only) if words.is_empty() => only,
        Some(end) => format!("{} {last} {end}", words.join(", ")),
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
