//! Lower and upper bounds of schemas that hold together, and whether something lies between them.

use std::cmp::Ordering;

use crate::{
    number::Number,
    schema::{Keywords, SchemaId, TypeSet},
};

/// A bound with the keyword and the schema that set it.
#[derive(Clone, Debug)]
struct Bound<T> {
    value: T,
    keyword: &'static str,
    owner: SchemaId,
}

/// The narrowest bounds of several schemas.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    low: Option<Bound<Number>>,
    high: Option<Bound<Number>>,
    multiple: Option<Bound<Number>>,
    lengths: Range,
    items: Range,
    properties: Range,
}

#[derive(Debug, Default)]
struct Range {
    least: Option<Bound<u64>>,
    most: Option<Bound<u64>>,
}

/// Two bounds with nothing between them.
#[derive(Clone, Debug)]
pub(crate) struct Contradiction {
    /// The types that no value can have.
    pub(crate) types: TypeSet,
    /// The keyword to point at.
    pub(crate) keyword: &'static str,
    pub(crate) message: String,
    /// The schemas that set them.
    pub(crate) owners: Vec<SchemaId>,
}

impl Range {
    fn at_least(&mut self, value: Option<u64>, keyword: &'static str, owner: SchemaId) {
        let Some(value) = value else { return };
        if self.least.as_ref().is_none_or(|least| value > least.value) {
            self.least = Some(Bound { value, keyword, owner });
        }
    }

    fn at_most(&mut self, value: Option<u64>, keyword: &'static str, owner: SchemaId) {
        let Some(value) = value else { return };
        if self.most.as_ref().is_none_or(|most| value < most.value) {
            self.most = Some(Bound { value, keyword, owner });
        }
    }

    fn contradiction(&self, types: TypeSet) -> Option<Contradiction> {
        let (least, most) = (self.least.as_ref()?, self.most.as_ref()?);
        (least.value > most.value).then(|| Contradiction {
            types,
            keyword: least.keyword,
            message: format!("`{}` {} is above `{}` {}", least.keyword, least.value, most.keyword, most.value),
            owners: vec![least.owner, most.owner],
        })
    }
}

impl Bounds {
    pub(crate) fn add(&mut self, owner: SchemaId, keywords: &Keywords) {
        for (value, keyword) in [(&keywords.minimum, "minimum"), (&keywords.exclusive_minimum, "exclusiveMinimum")]
        {
            let Some(value) = value else { continue };
            let narrower = self.low.as_ref().is_none_or(|low| match value.cmp(&low.value) {
                Ordering::Equal => keyword == "exclusiveMinimum",
                order => order == Ordering::Greater,
            });
            if narrower {
                self.low = Some(Bound { value: value.clone(), keyword, owner });
            }
        }
        for (value, keyword) in [(&keywords.maximum, "maximum"), (&keywords.exclusive_maximum, "exclusiveMaximum")]
        {
            let Some(value) = value else { continue };
            let narrower = self.high.as_ref().is_none_or(|high| match value.cmp(&high.value) {
                Ordering::Equal => keyword == "exclusiveMaximum",
                order => order == Ordering::Less,
            });
            if narrower {
                self.high = Some(Bound { value: value.clone(), keyword, owner });
            }
        }
        if let Some(value) = &keywords.multiple_of
            && self.multiple.is_none()
        {
            self.multiple = Some(Bound { value: value.clone(), keyword: "multipleOf", owner });
        }
        self.lengths.at_least(keywords.min_length, "minLength", owner);
        self.lengths.at_most(keywords.max_length, "maxLength", owner);
        self.items.at_least(keywords.min_items, "minItems", owner);
        self.items.at_most(keywords.max_items, "maxItems", owner);
        if keywords.contains.is_some() {
            self.items.at_least(keywords.min_contains, "minContains", owner);
        }
        self.properties.at_least(keywords.min_properties, "minProperties", owner);
        self.properties.at_most(keywords.max_properties, "maxProperties", owner);
    }

    /// Least and largest length of strings, in characters.
    pub(crate) fn lengths(&self) -> (u64, Option<u64>) {
        (
            self.lengths.least.as_ref().map_or(0, |least| least.value),
            self.lengths.most.as_ref().map(|most| most.value),
        )
    }

    /// The least number of items.
    pub(crate) fn least_items(&self) -> u64 {
        self.items.least.as_ref().map_or(0, |least| least.value)
    }

    /// Least and largest number of properties.
    pub(crate) fn properties(&self) -> (u64, Option<u64>) {
        let range = &self.properties;
        (range.least.as_ref().map_or(0, |least| least.value), range.most.as_ref().map(|most| most.value))
    }

    /// All pairs of bounds that leave nothing of some type.
    pub(crate) fn contradictions(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        found.extend(self.numbers());
        found.extend(self.lengths.contradiction(TypeSet::STRING));
        found.extend(self.items.contradiction(TypeSet::ARRAY));
        found.extend(self.properties.contradiction(TypeSet::OBJECT));
        found
    }

    fn numbers(&self) -> Option<Contradiction> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        let exclusive = low.keyword == "exclusiveMinimum" || high.keyword == "exclusiveMaximum";
        let pair = |types, message| Contradiction {
            types,
            keyword: low.keyword,
            message,
            owners: vec![low.owner, high.owner],
        };
        let (low_text, high_text) =
            (format!("`{}` {}", low.keyword, low.value), format!("`{}` {}", high.keyword, high.value));
        match low.value.cmp(&high.value) {
            Ordering::Greater => {
                return Some(pair(TypeSet::NUMBER, format!("{low_text} is above {high_text}")));
            }
            Ordering::Equal if exclusive => {
                return Some(pair(TypeSet::NUMBER, format!("no number is between {low_text} and {high_text}")));
            }
            _ => {}
        }
        let least =
            if low.keyword == "minimum" { ceiling(&low.value)? } else { floor(&low.value)?.checked_add(1)? };
        let most =
            if high.keyword == "maximum" { floor(&high.value)? } else { ceiling(&high.value)?.checked_sub(1)? };
        if least > most {
            return Some(pair(TypeSet::INTEGER, format!("no integer is between {low_text} and {high_text}")));
        }
        let multiple = self.multiple.as_ref()?;
        let step = multiple.value.as_i128().filter(|step| *step > 0)?;
        let first = least.checked_add((-least).rem_euclid(step))?;
        (first > most).then(|| {
            let message =
                format!("no multiple of `multipleOf` {} is between {low_text} and {high_text}", multiple.value);
            let mut found = pair(TypeSet::NUMBER, message);
            found.owners.push(multiple.owner);
            found
        })
    }
}

/// The largest integer that is not above; `None` beyond `i128`.
fn floor(number: &Number) -> Option<i128> {
    if number.is_integer() {
        return number.as_i128();
    }
    // A number that is no integer has the canonical form `digits e-places`.
    let canonical = number.canonical();
    let (digits, places) = canonical.trim_start_matches('-').split_once("e-")?;
    let kept = digits.len().saturating_sub(places.parse::<usize>().ok()?);
    let whole: i128 = if kept == 0 { 0 } else { digits[..kept].parse().ok()? };
    Some(if number.is_negative() { -whole - 1 } else { whole })
}

/// The least integer that is not below; `None` beyond `i128`.
fn ceiling(number: &Number) -> Option<i128> {
    if number.is_integer() { number.as_i128() } else { floor(number)?.checked_add(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_around_a_number() {
        for (text, below, above) in [
            ("3", 3, 3),
            ("3.2", 3, 4),
            ("-3.2", -4, -3),
            ("0.001", 0, 1),
            ("-0.5", -1, 0),
            ("12e-1", 1, 2),
            ("1e3", 1000, 1000),
        ] {
            let number: Number = text.parse().expect("a number");
            assert_eq!((floor(&number), ceiling(&number)), (Some(below), Some(above)), "{text}");
        }
        assert_eq!(floor(&"1e400".parse().expect("a number")), None);
    }
}
