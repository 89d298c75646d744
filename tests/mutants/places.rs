//! Which schemas speak about which value of a document.

use std::collections::BTreeMap;

use serde_json::Value;

/// A value in a document, and the schemas that may say something about it.
pub(crate) struct Place<'a> {
    /// JSON pointer in the document.
    pub(crate) pointer: String,
    /// What stands there.
    pub(crate) value: &'a Value,
    /// The schemas, those of branches that do not apply included.
    pub(crate) schemas: Vec<&'a Value>,
}

/// A schema and the resource that its local references are about.
#[derive(Clone, Copy)]
struct Located<'a> {
    schema: &'a Value,
    resource: &'a Value,
}

/// All values of a document, outer ones first. `schemas` holds every schema of the set.
pub(crate) fn places<'a>(
    document: &'a Value,
    schema: &'a Value,
    schemas: &'a BTreeMap<String, Value>,
) -> Vec<Place<'a>> {
    let mut found = Vec::new();
    walk(String::new(), document, &[Located { schema, resource: schema }], schemas, &mut found);
    found
}

fn walk<'a>(
    pointer: String,
    value: &'a Value,
    applied: &[Located<'a>],
    schemas: &'a BTreeMap<String, Value>,
    found: &mut Vec<Place<'a>>,
) {
    let mut all = Vec::new();
    for located in applied {
        expand(*located, schemas, &mut all);
    }
    let below = |keyword: &str, name: Option<&str>| -> Vec<Located<'a>> {
        all.iter()
            .filter_map(|located| {
                let at = located.schema.get(keyword)?;
                let schema = name.map_or(Some(at), |name| at.get(name))?;
                Some(Located { schema, resource: located.resource })
            })
            .collect()
    };
    let mut children = Vec::new();
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                children.push((format!("{pointer}/{index}"), item, below("items", None)));
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let mut applied = below("properties", Some(name));
                if applied.is_empty() {
                    applied = below("additionalProperties", None);
                }
                let token = name.replace('~', "~0").replace('/', "~1");
                children.push((format!("{pointer}/{token}"), member, applied));
            }
        }
        _ => {}
    }
    found.push(Place { pointer, value, schemas: all.iter().map(|located| located.schema).collect() });
    for (pointer, value, applied) in children {
        walk(pointer, value, &applied, schemas, found);
    }
}

/// The schema itself and every schema in it that is about the same value.
fn expand<'a>(located: Located<'a>, schemas: &'a BTreeMap<String, Value>, all: &mut Vec<Located<'a>>) {
    all.push(located);
    let Located { schema, resource } = located;
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = if let Some(pointer) = reference.strip_prefix('#') {
            Located { schema: resource.pointer(pointer).expect("a local reference"), resource }
        } else {
            let named = |id: &Value| id.as_str().is_some_and(|id| id.ends_with(reference));
            let resource = schemas.values().find(|schema| named(&schema["$id"])).expect("a schema of the set");
            Located { schema: resource, resource }
        };
        expand(target, schemas, all);
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for branch in schema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            expand(Located { schema: branch, resource }, schemas, all);
        }
    }
    for keyword in ["if", "then", "else", "not"] {
        if let Some(branch) = schema.get(keyword) {
            expand(Located { schema: branch, resource }, schemas, all);
        }
    }
}
