//! Schemas whose meaning depends on the dynamic scope.
//!
//! What a `$dynamicRef` asserts depends on the resources that evaluation has come through. A check that can reach one
//! is right only when it begins at the root of the document, so it is made there and nowhere else.

use std::collections::BTreeSet;

use contracts_model::{
    Model,
    schema::{Keywords, SchemaId},
};

use crate::keyword_set::KeywordSet;

/// The schemas from which a `$dynamicRef` can be reached.
pub(crate) fn reaching(model: &Model) -> BTreeSet<SchemaId> {
    let mut found: BTreeSet<SchemaId> = BTreeSet::new();
    let mut above: std::collections::BTreeMap<SchemaId, Vec<SchemaId>> = std::collections::BTreeMap::new();
    let mut queue = Vec::new();
    for id in model.ids() {
        let Some(keywords) = model.keywords(id) else { continue };
        if keywords.dynamic_reference.as_ref().is_some_and(|dynamic| dynamic.anchor.is_some()) {
            queue.push(id);
        }
        for child in subschemas(keywords, KeywordSet::ALL) {
            above.entry(child).or_default().push(id);
        }
    }
    while let Some(id) = queue.pop() {
        if found.insert(id) {
            queue.extend(above.get(&id).into_iter().flatten());
        }
    }
    found
}

/// Whether some keywords of a schema reach a `$dynamicRef`.
pub(crate) fn reaches(model: &Model, reaching: &BTreeSet<SchemaId>, schema: SchemaId, set: KeywordSet) -> bool {
    let Some(keywords) = model.keywords(schema) else { return false };
    let own = set.intersects(KeywordSet::DYNAMIC_REF)
        && keywords.dynamic_reference.as_ref().is_some_and(|dynamic| dynamic.anchor.is_some());
    own || subschemas(keywords, set).any(|child| reaching.contains(&child))
}

/// The subschemas and reference targets that some keywords of a schema apply.
pub(crate) fn subschemas(keywords: &Keywords, set: KeywordSet) -> impl Iterator<Item = SchemaId> {
    let mut found: Vec<SchemaId> = Vec::new();
    let has = |keyword: KeywordSet| set.intersects(keyword);
    let mut one = |present: bool, schema: Option<SchemaId>| {
        if present {
            found.extend(schema);
        }
    };
    one(has(KeywordSet::ITEMS), keywords.items);
    one(has(KeywordSet::CONTAINS), keywords.contains);
    one(has(KeywordSet::UNEVALUATED_ITEMS), keywords.unevaluated_items);
    one(has(KeywordSet::ADDITIONAL_PROPERTIES), keywords.additional_properties);
    one(has(KeywordSet::PROPERTY_NAMES), keywords.property_names);
    one(has(KeywordSet::UNEVALUATED_PROPERTIES), keywords.unevaluated_properties);
    one(has(KeywordSet::NOT), keywords.not);
    one(has(KeywordSet::IF), keywords.if_schema);
    one(has(KeywordSet::IF), keywords.then_schema);
    one(has(KeywordSet::IF), keywords.else_schema);
    one(has(KeywordSet::REF), keywords.reference);
    one(has(KeywordSet::DYNAMIC_REF), keywords.dynamic_reference.as_ref().map(|dynamic| dynamic.target));
    if has(KeywordSet::PREFIX_ITEMS) {
        found.extend(&keywords.prefix_items);
    }
    if has(KeywordSet::PROPERTIES) {
        found.extend(keywords.properties.iter().map(|property| property.schema));
    }
    if has(KeywordSet::PATTERN_PROPERTIES) {
        found.extend(keywords.pattern_properties.iter().map(|(_, schema)| *schema));
    }
    if has(KeywordSet::DEPENDENT_SCHEMAS) {
        found.extend(keywords.dependent_schemas.iter().map(|(_, schema)| *schema));
    }
    if has(KeywordSet::ALL_OF) {
        found.extend(&keywords.all_of);
    }
    if has(KeywordSet::ANY_OF) {
        found.extend(keywords.any_of.iter().flatten());
    }
    if has(KeywordSet::ONE_OF) {
        found.extend(keywords.one_of.iter().flatten());
    }
    found.into_iter()
}
