//! Leaving out one assertion of a schema, to find out what it alone refuses.

use contracts_model::{
    Model,
    schema::{Keywords, SchemaId},
};

/// One assertion that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Omission {
    /// The schema that makes it.
    pub(super) schema: SchemaId,
    pub(super) keyword: &'static str,
    /// The member that `required` asks for.
    pub(super) name: Option<String>,
}

impl Omission {
    /// Every assertion of a schema by itself, in a fixed order.
    pub(super) fn all(model: &Model, schema: SchemaId) -> Vec<Self> {
        let Some(keywords) = model.keywords(schema) else { return Vec::new() };
        let present = [
            ("type", keywords.types.is_some()),
            ("enum", keywords.enumeration.is_some()),
            ("const", keywords.constant.is_some()),
            ("minimum", keywords.minimum.is_some()),
            ("exclusiveMinimum", keywords.exclusive_minimum.is_some()),
            ("maximum", keywords.maximum.is_some()),
            ("exclusiveMaximum", keywords.exclusive_maximum.is_some()),
            ("multipleOf", keywords.multiple_of.is_some()),
            ("minLength", keywords.min_length.is_some_and(|min| min > 0)),
            ("maxLength", keywords.max_length.is_some()),
            ("pattern", keywords.pattern.is_some()),
            ("items", keywords.items.is_some()),
            ("contains", keywords.contains.is_some()),
            ("minItems", keywords.min_items.is_some_and(|min| min > 0)),
            ("maxItems", keywords.max_items.is_some()),
            ("uniqueItems", keywords.unique_items),
            ("unevaluatedItems", keywords.unevaluated_items.is_some()),
            ("additionalProperties", keywords.additional_properties.is_some()),
            ("propertyNames", keywords.property_names.is_some()),
            ("minProperties", keywords.min_properties.is_some_and(|min| min > 0)),
            ("maxProperties", keywords.max_properties.is_some()),
            ("dependentRequired", !keywords.dependent_required.is_empty()),
            ("dependentSchemas", !keywords.dependent_schemas.is_empty()),
            ("unevaluatedProperties", keywords.unevaluated_properties.is_some()),
            ("anyOf", keywords.any_of.is_some()),
            ("oneOf", keywords.one_of.is_some()),
            ("not", keywords.not.is_some()),
            ("if", keywords.if_schema.is_some()),
        ];
        let omission = |keyword, name| Self { schema, keyword, name };
        let present = present.into_iter().filter(|(_, present)| *present);
        let required = keywords.required.iter().map(|name| omission("required", Some(name.clone())));
        present.map(|(keyword, _)| omission(keyword, None)).chain(required).collect()
    }

    /// Takes the assertion out of a schema document in which its schema stands at a pointer; `None` when it is not
    /// spelled there as the model spells it.
    pub(super) fn edit(&self, document: &mut serde_json::Value, pointer: &str) -> Option<()> {
        let keywords = document.pointer_mut(pointer)?.as_object_mut()?;
        match &self.name {
            Some(name) => {
                let required = keywords.get_mut(self.keyword)?.as_array_mut()?;
                let there = required.len();
                required.retain(|other| other.as_str() != Some(name));
                (required.len() < there).then_some(())
            }
            None => keywords.remove(self.keyword).map(drop),
        }
    }

    /// The keywords without the assertion.
    pub(super) fn apply(&self, keywords: &Keywords) -> Keywords {
        let mut without = keywords.clone();
        match self.keyword {
            "type" => without.types = None,
            "enum" => without.enumeration = None,
            "const" => without.constant = None,
            "minimum" => without.minimum = None,
            "exclusiveMinimum" => without.exclusive_minimum = None,
            "maximum" => without.maximum = None,
            "exclusiveMaximum" => without.exclusive_maximum = None,
            "multipleOf" => without.multiple_of = None,
            "minLength" => without.min_length = None,
            "maxLength" => without.max_length = None,
            "pattern" => without.pattern = None,
            "items" => without.items = None,
            "contains" => without.contains = None,
            "minItems" => without.min_items = None,
            "maxItems" => without.max_items = None,
            "uniqueItems" => without.unique_items = false,
            "unevaluatedItems" => without.unevaluated_items = None,
            "additionalProperties" => without.additional_properties = None,
            "propertyNames" => without.property_names = None,
            "minProperties" => without.min_properties = None,
            "maxProperties" => without.max_properties = None,
            "dependentRequired" => without.dependent_required.clear(),
            "dependentSchemas" => without.dependent_schemas.clear(),
            "unevaluatedProperties" => without.unevaluated_properties = None,
            "anyOf" => without.any_of = None,
            "oneOf" => without.one_of = None,
            "not" => without.not = None,
            "if" => without.if_schema = None,
            "required" => without.required.retain(|name| Some(name) != self.name.as_ref()),
            other => debug_assert!(false, "{other} is no keyword that can be left out"),
        }
        without
    }
}
