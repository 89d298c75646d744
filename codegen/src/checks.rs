//! What a type checks beyond its form, in words for its documentation.

use contracts_model::{
    Model,
    schema::{Body, Keywords},
};

use crate::{docs, keyword_set::KeywordSet, shape::Rest};

/// A sentence that names the assertions of a rest with their values; `None` when there are none.
pub(crate) fn sentence(model: &Model, rest: &Rest) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for (schema, set) in &rest.keywords {
        let Body::Keywords(keywords) = &model.schema(*schema).body else { continue };
        for word in assertions(keywords, KeywordSet::of(keywords).intersection(*set)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    (!words.is_empty()).then(|| format!("Checked: {}.", words.join(", ")))
}

fn assertions(keywords: &Keywords, set: KeywordSet) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |keyword: KeywordSet, name: &str, value: Option<String>| {
        if set.intersects(keyword) {
            words.push(value.map_or_else(|| format!("`{name}`"), |value| format!("`{name}` {value}")));
        }
    };
    let number = |value: &Option<contracts_model::number::Number>| value.as_ref().map(ToString::to_string);
    let count = |value: Option<u64>| value.map(|value| value.to_string());
    add(KeywordSet::ENUM, "enum", None);
    add(KeywordSet::CONST, "const", None);
    add(KeywordSet::MINIMUM, "minimum", number(&keywords.minimum));
    add(KeywordSet::EXCLUSIVE_MINIMUM, "exclusiveMinimum", number(&keywords.exclusive_minimum));
    add(KeywordSet::MAXIMUM, "maximum", number(&keywords.maximum));
    add(KeywordSet::EXCLUSIVE_MAXIMUM, "exclusiveMaximum", number(&keywords.exclusive_maximum));
    add(KeywordSet::MULTIPLE_OF, "multipleOf", number(&keywords.multiple_of));
    add(KeywordSet::MIN_LENGTH, "minLength", count(keywords.min_length));
    add(KeywordSet::MAX_LENGTH, "maxLength", count(keywords.max_length));
    let pattern = keywords.pattern.as_ref().map(|pattern| pattern.source.as_str());
    // A pattern with a backtick or an invisible character has no place in a code span.
    let shown = pattern.filter(|source| docs::is_plain(source)).map(|source| format!("`{source}`"));
    add(KeywordSet::PATTERN, "pattern", shown);
    add(KeywordSet::FORMAT, "format", keywords.format.as_ref().map(|format| format!("`{format}`")));
    add(KeywordSet::MIN_ITEMS, "minItems", count(keywords.min_items));
    add(KeywordSet::MAX_ITEMS, "maxItems", count(keywords.max_items));
    add(KeywordSet::UNIQUE_ITEMS, "uniqueItems", None);
    add(KeywordSet::CONTAINS, "contains", None);
    add(KeywordSet::PREFIX_ITEMS, "prefixItems", None);
    add(KeywordSet::ITEMS, "items", None);
    add(KeywordSet::UNEVALUATED_ITEMS, "unevaluatedItems", None);
    add(KeywordSet::MIN_PROPERTIES, "minProperties", count(keywords.min_properties));
    add(KeywordSet::MAX_PROPERTIES, "maxProperties", count(keywords.max_properties));
    add(KeywordSet::PROPERTY_NAMES, "propertyNames", None);
    add(KeywordSet::PROPERTIES, "properties", None);
    add(KeywordSet::PATTERN_PROPERTIES, "patternProperties", None);
    add(KeywordSet::ADDITIONAL_PROPERTIES, "additionalProperties", None);
    add(KeywordSet::DEPENDENT_REQUIRED, "dependentRequired", None);
    add(KeywordSet::DEPENDENT_SCHEMAS, "dependentSchemas", None);
    add(KeywordSet::UNEVALUATED_PROPERTIES, "unevaluatedProperties", None);
    add(KeywordSet::ALL_OF, "allOf", None);
    add(KeywordSet::ANY_OF, "anyOf", None);
    add(KeywordSet::ONE_OF, "oneOf", None);
    add(KeywordSet::NOT, "not", None);
    add(KeywordSet::IF, "if", None);
    add(KeywordSet::REF, "$ref", None);
    add(KeywordSet::DYNAMIC_REF, "$dynamicRef", None);
    words
}
