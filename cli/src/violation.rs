//! What a violation is called, and what is said about it.

use std::cmp::Reverse;

use contracts_model::schema::TypeSet;
use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use crate::visible::shorten;

/// The most characters of a value in a message.
const LONGEST: usize = 60;

/// The most listed values in a message.
const MOST_VALUES: usize = 12;

/// The most branches of a union that are told one by one.
const MOST_BRANCHES: usize = 6;

/// Keywords that hold several schemas, by name or number.
const HOLDERS: [&str; 4] = ["properties", "patternProperties", "dependentSchemas", "prefixItems"];

/// The failing assertion. Where a schema is `false` it is the keyword that applies that schema.
pub(crate) fn keyword(error: &ValidationError<'_>) -> String {
    if !matches!(error.kind(), ValidationErrorKind::FalseSchema) {
        return error.kind().keyword().to_owned();
    }
    let mut tokens = error.schema_path().as_str().rsplit('/').filter(|token| !token.is_empty());
    let (last, before) = (tokens.next(), tokens.next());
    let keyword = before.filter(|before| HOLDERS.contains(before)).or(last);
    keyword.unwrap_or("false").to_owned()
}

/// Whether two errors are of one `required` at one place, which reports a missing member at a time.
pub(crate) fn is_of_one_required(left: &ValidationError<'_>, right: &ValidationError<'_>) -> bool {
    let is_required = |error: &ValidationError<'_>| matches!(error.kind(), ValidationErrorKind::Required { .. });
    is_required(left)
        && is_required(right)
        && left.instance_path() == right.instance_path()
        && left.evaluation_path() == right.evaluation_path()
}

/// One sentence for one error, or for all that are of one `required`.
pub(crate) fn message_of_all(errors: &[ValidationError<'_>]) -> String {
    if let [one] = errors {
        return message(one);
    }
    let names = errors.iter().filter_map(|error| match error.kind() {
        ValidationErrorKind::Required { property } => Some(compact(property)),
        _ => None,
    });
    format!("the required members {} are missing", names.collect::<Vec<_>>().join(", "))
}

/// One sentence that says what is wrong.
pub(crate) fn message(error: &ValidationError<'_>) -> String {
    let instance = error.instance();
    let found = found(instance);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("the required member {} is missing", compact(property))
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => match unexpected.as_slice() {
            [one] => format!("the object must not have the member {}", text(one)),
            several => {
                let names: Vec<String> = several.iter().map(|name| text(name)).collect();
                format!("the object must not have the members {}", names.join(", "))
            }
        },
        ValidationErrorKind::Type { .. } => format!("expected {}, found {found}", expected_types(error)),
        ValidationErrorKind::Enum { options } => {
            let options = options.as_array().map_or(&[][..], Vec::as_slice);
            let shown: Vec<String> = options.iter().take(MOST_VALUES).map(compact).collect();
            let more = if options.len() > shown.len() { ", …" } else { "" };
            format!("expected one of {}{more}, found {found}", shown.join(", "))
        }
        ValidationErrorKind::Constant { expected_value } => {
            format!("expected {}, found {found}", compact(expected_value))
        }
        ValidationErrorKind::FalseSchema => "no value is allowed here".to_owned(),
        ValidationErrorKind::Not { .. } => format!("{found} matches what `not` excludes"),
        ValidationErrorKind::Contains => "no item, or not the right number of them, matches `contains`".to_owned(),
        ValidationErrorKind::UniqueItems => "two items are equal, and all must differ".to_owned(),
        ValidationErrorKind::PropertyNames { error } => {
            format!("a member name is not allowed: {}", message(error))
        }
        ValidationErrorKind::AnyOf { .. } => format!("{found} matches no branch of `anyOf`"),
        ValidationErrorKind::OneOfNotValid { .. } => format!("{found} matches no branch of `oneOf`"),
        ValidationErrorKind::OneOfMultipleValid { context } => {
            let matching: Vec<String> = context
                .iter()
                .enumerate()
                .filter(|(_, errors)| errors.is_empty())
                .map(|(number, _)| number.to_string())
                .collect();
            format!("{found} matches more than one branch of `oneOf`: {}", matching.join(" and "))
        }
        _ => error.masked_with(found).to_string(),
    }
}

/// The branches of a failed union, each with its faults.
fn branches<'e>(error: &'e ValidationError<'_>) -> Option<&'e [Vec<ValidationError<'static>>]> {
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => Some(context),
        _ => None,
    }
}

/// The values that a fault says a value may have.
fn listed(error: &ValidationError<'_>) -> Option<Vec<String>> {
    match error.kind() {
        ValidationErrorKind::Constant { expected_value } => Some(vec![compact(expected_value)]),
        ValidationErrorKind::Enum { options } => Some(options.as_array()?.iter().map(compact).collect()),
        _ => None,
    }
}

/// Where all branches of a failed union tell themselves apart by one member, and none knows its value: the pointer of that
/// member, and what it may be.
pub(crate) fn unknown_tag(error: &ValidationError<'_>) -> Option<(String, String)> {
    let branches = branches(error)?;
    let top = error.instance_path().as_str();
    let is_member = |pointer: &str| {
        pointer.strip_prefix(top).and_then(|rest| rest.strip_prefix('/')).is_some_and(|name| !name.contains('/'))
    };
    let tags = branches.first()?.iter().filter(|fault| listed(fault).is_some());
    for tag in tags.filter(|tag| error.instance().is_object() && is_member(tag.instance_path().as_str())) {
        let pointer = tag.instance_path().as_str();
        let of_branch = |faults: &Vec<ValidationError<'static>>| {
            faults.iter().filter(|fault| fault.instance_path().as_str() == pointer).find_map(listed)
        };
        let Some(allowed) = branches.iter().map(of_branch).collect::<Option<Vec<_>>>() else { continue };
        let mut values: Vec<String> = Vec::new();
        for value in allowed.into_iter().flatten() {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let more = if values.len() > MOST_VALUES { ", …" } else { "" };
        values.truncate(MOST_VALUES);
        let message = format!("expected one of {}{more}, found {}", values.join(", "), found(tag.instance()));
        return Some((pointer.to_owned(), message));
    }
    None
}

/// What is wrong with each branch of a failed union, when all of them fail at the value itself, so that none is close.
pub(crate) fn each_branch(error: &ValidationError<'_>) -> Option<String> {
    let branches = branches(error)?;
    if !(2..=MOST_BRANCHES).contains(&branches.len()) {
        return None;
    }
    let mut lines = Vec::new();
    for (number, faults) in branches.iter().enumerate() {
        let here = faults.iter().all(|fault| {
            fault.instance_path() == error.instance_path()
                && !matches!(fault.kind(), ValidationErrorKind::Type { .. })
        });
        let first = faults.chunk_by(is_of_one_required).next()?;
        if !here || branches_of_any(first) {
            return None;
        }
        lines.push(format!("branch {number}: {}", message_of_all(first)));
    }
    Some(lines.join("; "))
}

fn branches_of_any(faults: &[ValidationError<'_>]) -> bool {
    faults.iter().any(|fault| branches(fault).is_some())
}

/// Which branch of a failed union came closest, and what was wrong there. Where that is a union again, its closest
/// branch is named too.
pub(crate) fn closest_branch(error: &ValidationError<'_>) -> Option<String> {
    let (number, mut faults) = closest(error)?;
    let mut branches = vec![format!("branch {number} of `{}`", keyword(error))];
    let mut first = faults.first()?;
    while let Some((number, inner)) = closest(first) {
        branches.push(format!("in it branch {number} of `{}`", keyword(first)));
        faults = inner;
        first = faults.first()?;
    }
    let pointer = first.instance_path().as_str();
    let at = if pointer.is_empty() { String::new() } else { format!(" (at {})", shorten(pointer, LONGEST)) };
    let faults = faults.chunk_by(is_of_one_required).next()?;
    Some(format!("{} comes closest: {}{at}", branches.join(", "), message_of_all(faults)))
}

/// The closest branch of a failed union, with its faults: a branch that the tag of the value does not rule out; among
/// those the one whose faults lie deepest in the document, and then the one with the fewest.
fn closest<'e>(error: &'e ValidationError<'_>) -> Option<(usize, &'e [ValidationError<'static>])> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) = error.kind()
    else {
        return None;
    };
    let depth = |error: &ValidationError<'_>| error.instance_path().as_str().matches('/').count();
    let top = depth(error);
    // A member of the value itself that must be one of a few values tells the branches apart.
    let is_tag = |error: &ValidationError<'_>| {
        let listed =
            matches!(error.kind(), ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. });
        listed && depth(error) == top + 1
    };
    let rank = |number: usize, errors: &[ValidationError<'_>]| {
        let shallowest = errors.iter().map(depth).min().unwrap_or(0);
        (!errors.iter().any(is_tag), shallowest, Reverse(errors.len()), Reverse(number))
    };
    let branches = context.iter().enumerate().filter(|(_, errors)| !errors.is_empty());
    let (number, errors) = branches.max_by_key(|(number, errors)| rank(*number, errors))?;
    Some((number, errors))
}

fn expected_types(error: &ValidationError<'_>) -> String {
    let ValidationErrorKind::Type { kind } = error.kind() else { return String::new() };
    let types = match kind {
        jsonschema::error::TypeKind::Single(one) => TypeSet::from_name(&one.to_string()).unwrap_or_default(),
        jsonschema::error::TypeKind::Multiple(several) => several
            .iter()
            .filter_map(|one| TypeSet::from_name(&one.to_string()))
            .fold(TypeSet::NONE, TypeSet::union),
    };
    let with_article: Vec<String> = types.names().into_iter().map(article).collect();
    with_article.join(" or ")
}

fn article(kind: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        "integer" | "array" | "object" => format!("an {kind}"),
        other => format!("a {other}"),
    }
}

/// What stands in the document: short values themselves, others by their kind.
fn found(value: &Value) -> String {
    match value {
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Object(members) if members.is_empty() => "an empty object".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(_) => format!("the string {}", compact(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => compact(value),
    }
}

fn compact(value: &Value) -> String {
    match value {
        Value::String(string) => text(string),
        other => shorten(&other.to_string(), LONGEST),
    }
}

/// A string as JSON, cut before it is escaped, so that a long one costs nothing.
fn text(string: &str) -> String {
    Value::from(shorten(string, LONGEST)).to_string()
}
