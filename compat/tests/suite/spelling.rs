//! Writes schemas of 2020-12 as older dialects write them.

use serde_json::{Map, Value, json};

use crate::support::random::Random;

/// How a schema is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Spelling {
    Draft202012,
    Draft201909,
    Draft7,
    Draft4,
}

/// Keywords whose value holds schemas by name.
const MAPS: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is a schema.
const SINGLES: [&str; 11] = [
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
];

impl Spelling {
    pub(crate) fn random(random: &mut Random) -> Self {
        match random.below(12) {
            0 | 1 => Self::Draft7,
            2 => Self::Draft4,
            3 => Self::Draft201909,
            _ => Self::Draft202012,
        }
    }

    fn uri(self) -> &'static str {
        match self {
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Self::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
            Self::Draft4 => "http://json-schema.org/draft-04/schema#",
        }
    }

    /// The document in this dialect. What the dialect cannot say is left out.
    pub(crate) fn spell(self, document: &Value) -> Value {
        let mut spelled = self.schema(document);
        if let Value::Object(keywords) = &mut spelled {
            keywords.insert("$schema".to_owned(), json!(self.uri()));
        }
        spelled
    }

    fn schema(self, schema: &Value) -> Value {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) if self == Self::Draft4 => return json!({}),
            Value::Bool(false) if self == Self::Draft4 => return json!({"not": {}}),
            other => return other.clone(),
        };
        let mut spelled = Map::new();
        for (name, value) in keywords {
            let value = if MAPS.contains(&name.as_str()) {
                let members = value.as_object().into_iter().flatten();
                Value::Object(members.map(|(name, schema)| (name.clone(), self.schema(schema))).collect())
            } else if LISTS.contains(&name.as_str()) {
                value.as_array().into_iter().flatten().map(|schema| self.schema(schema)).collect()
            } else if SINGLES.contains(&name.as_str()) {
                self.schema(value)
            } else {
                value.clone()
            };
            self.keyword(name, value, &mut spelled);
        }
        if self != Self::Draft202012
            && let Some(prefix) = spelled.remove("prefixItems")
            && let Some(rest) = spelled.insert("items".to_owned(), prefix)
        {
            spelled.insert("additionalItems".to_owned(), rest);
        }
        Value::Object(spelled)
    }

    fn keyword(self, name: &str, value: Value, spelled: &mut Map<String, Value>) {
        let old = matches!(self, Self::Draft7 | Self::Draft4);
        match name {
            "dependentRequired" | "dependentSchemas" if old => {
                let dependencies = spelled.entry("dependencies").or_insert_with(|| json!({}));
                for (name, value) in value.as_object().into_iter().flatten() {
                    if self != Self::Draft4 || value != &json!([]) {
                        dependencies[name] = value.clone();
                    }
                }
            }
            "unevaluatedProperties" | "unevaluatedItems" | "minContains" | "maxContains" if old => {}
            "contains" | "propertyNames" | "if" | "then" | "else" if self == Self::Draft4 => {}
            "const" if self == Self::Draft4 => _ = spelled.insert("enum".to_owned(), json!([value])),
            "exclusiveMinimum" | "exclusiveMaximum" if self == Self::Draft4 => {
                spelled.insert(name.replace("exclusiveM", "m"), value);
                spelled.insert(name.to_owned(), json!(true));
            }
            "required" if self == Self::Draft4 && value == json!([]) => {}
            _ => _ = spelled.insert(name.to_owned(), value),
        }
    }
}
