//! Tables from JSON text, for the tests of this module: 2020-12 without `$id`, references into the same document.

use std::{collections::HashMap, sync::OnceLock};

pub(crate) use serde_json::json;
use serde_json::{Map, Value};

use crate::{
    Decimal, Json, Mode, NumberRef, Pattern, View, Violation,
    schema::{Keyword, Literal, Named, Schema, Types},
};

pub(crate) static FALSE: Schema = Schema { location: "false", keywords: &[Keyword::Never], resource: None };

pub(crate) struct Tables {
    root: &'static Schema,
}

impl Tables {
    pub(crate) fn build(schema: &Value) -> Self {
        let mut builder = Builder::default();
        let root = builder.schema("", schema);
        while let Some(pointer) = builder.wanted.pop() {
            let cell = builder.cells[&pointer];
            let target = schema.pointer(&pointer).unwrap_or_else(|| panic!("no schema at {pointer}"));
            let target = builder.schema(&pointer, target);
            cell.set(target).unwrap_or_else(|_| panic!("{pointer} set twice"));
        }
        Self { root }
    }

    pub(crate) fn accepts(&self, value: &Value) {
        let json = Json::try_from(value.clone()).unwrap();
        assert_eq!(self.root.violations(json.view(), Mode::Strict, usize::MAX), [], "{value}");
        assert!(self.root.is_valid(json.view(), Mode::Strict), "{value}");
        assert_eq!(self.root.check(json.view(), Mode::Strict), Ok(()), "{value}");
    }

    /// All violations; the three ways to ask agree.
    pub(crate) fn rejects(&self, value: &Value) -> Vec<Violation> {
        let json = Json::try_from(value.clone()).unwrap();
        let violations = self.root.violations(json.view(), Mode::Strict, 50);
        assert!(!violations.is_empty(), "{value} is valid");
        assert!(!self.root.is_valid(json.view(), Mode::Strict), "{value}");
        let first = *self.root.check(json.view(), Mode::Strict).unwrap_err();
        assert_eq!(first, violations[0], "{value}");
        violations
    }
}

#[derive(Default)]
struct Builder {
    cells: HashMap<String, &'static OnceLock<&'static Schema>>,
    wanted: Vec<String>,
}

fn leak<T>(list: Vec<T>) -> &'static [T] {
    Vec::leak(list)
}

fn text(value: &str) -> &'static str {
    String::leak(value.to_owned())
}

fn texts(value: &Value) -> &'static [&'static str] {
    leak(value.as_array().unwrap().iter().map(|name| text(name.as_str().unwrap())).collect())
}

fn pattern(source: &str) -> &'static Pattern {
    Box::leak(Box::new(Pattern::new(text(source), text(source))))
}

fn number(value: &Value) -> NumberRef<'static> {
    match Json::try_from(value.clone()).unwrap() {
        Json::Number(number) => match number.to_ref() {
            NumberRef::Unsigned(value) => NumberRef::Unsigned(value),
            NumberRef::Negative(value) => NumberRef::Negative(value),
            NumberRef::Float(value) => NumberRef::Float(value),
            NumberRef::Decimal(value) => NumberRef::Decimal(Box::leak(Box::<Decimal>::new(value.clone()))),
        },
        other => panic!("{other} is no number"),
    }
}

fn literal(value: &Value) -> Literal {
    match value {
        Value::Null => Literal::Null,
        Value::Bool(value) => Literal::Bool(*value),
        Value::Number(_) => Literal::Number(number(value)),
        Value::String(value) => Literal::String(text(value)),
        Value::Array(items) => Literal::Array(leak(items.iter().map(literal).collect())),
        Value::Object(members) => {
            Literal::Object(leak(members.iter().map(|(name, value)| (text(name), literal(value))).collect()))
        }
    }
}

fn types(value: &Value) -> Types {
    match value {
        Value::Array(names) => names.iter().map(types).fold(Types(0), Types::union),
        name => match name.as_str().unwrap() {
            "null" => Types::NULL,
            "boolean" => Types::BOOLEAN,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            other => panic!("{other} is no type"),
        },
    }
}

impl Builder {
    fn schema(&mut self, pointer: &str, value: &Value) -> &'static Schema {
        let keywords = match value {
            Value::Bool(true) => Vec::new(),
            Value::Bool(false) => vec![Keyword::Never],
            Value::Object(members) => self.keywords(pointer, members),
            other => panic!("{other} is no schema"),
        };
        Box::leak(Box::new(Schema {
            location: text(&format!("test.json#{pointer}")),
            keywords: leak(keywords),
            resource: None,
        }))
    }

    fn list(&mut self, pointer: &str, value: &Value) -> &'static [&'static Schema] {
        let schemas = value.as_array().unwrap().iter().enumerate();
        leak(schemas.map(|(index, schema)| self.schema(&format!("{pointer}/{index}"), schema)).collect())
    }

    fn named(&mut self, pointer: &str, value: &Value) -> &'static [Named] {
        let schemas = value.as_object().unwrap().iter();
        leak(
            schemas.map(|(name, schema)| (text(name), self.schema(&format!("{pointer}/{name}"), schema))).collect(),
        )
    }

    fn reference(&mut self, target: &str) -> &'static OnceLock<&'static Schema> {
        let pointer = target.strip_prefix('#').unwrap();
        if let Some(cell) = self.cells.get(pointer) {
            return cell;
        }
        let cell: &'static _ = Box::leak(Box::new(OnceLock::new()));
        self.cells.insert(pointer.to_owned(), cell);
        self.wanted.push(pointer.to_owned());
        cell
    }

    fn keywords(&mut self, pointer: &str, members: &Map<String, Value>) -> Vec<Keyword> {
        let mut keywords = Vec::new();
        for (name, value) in members {
            let at = format!("{pointer}/{name}");
            let count = value.as_u64();
            keywords.push(match name.as_str() {
                "type" => Keyword::Type(types(value)),
                "enum" => Keyword::Enum(leak(value.as_array().unwrap().iter().map(literal).collect())),
                "const" => Keyword::Const(literal(value)),
                "minimum" => Keyword::Minimum(number(value)),
                "exclusiveMinimum" => Keyword::ExclusiveMinimum(number(value)),
                "maximum" => Keyword::Maximum(number(value)),
                "exclusiveMaximum" => Keyword::ExclusiveMaximum(number(value)),
                "multipleOf" => Keyword::MultipleOf(number(value)),
                "minLength" => Keyword::MinLength(count.unwrap()),
                "maxLength" => Keyword::MaxLength(count.unwrap()),
                "pattern" => Keyword::Pattern(pattern(value.as_str().unwrap())),
                "minItems" => Keyword::MinItems(count.unwrap()),
                "maxItems" => Keyword::MaxItems(count.unwrap()),
                "uniqueItems" => Keyword::UniqueItems,
                "prefixItems" => Keyword::PrefixItems(self.list(&at, value)),
                "items" => Keyword::Items {
                    from: members.get("prefixItems").map_or(0, |list| list.as_array().unwrap().len()),
                    schema: self.schema(&at, value),
                },
                "contains" => Keyword::Contains {
                    schema: self.schema(&at, value),
                    min: members.get("minContains").map_or(1, |min| min.as_u64().unwrap()),
                    max: members.get("maxContains").map(|max| max.as_u64().unwrap()),
                    evaluates: true,
                },
                "minProperties" => Keyword::MinProperties(count.unwrap()),
                "maxProperties" => Keyword::MaxProperties(count.unwrap()),
                "required" => Keyword::Required(texts(value)),
                "dependentRequired" => Keyword::DependentRequired(leak(
                    value.as_object().unwrap().iter().map(|(name, list)| (text(name), texts(list))).collect(),
                )),
                "properties" => Keyword::Properties(self.named(&at, value)),
                "patternProperties" => {
                    let list = self.named(&at, value).iter();
                    Keyword::PatternProperties(leak(
                        list.map(|(source, schema)| (pattern(source), *schema)).collect(),
                    ))
                }
                "additionalProperties" => {
                    let names =
                        |keyword: &str| members.get(keyword).and_then(Value::as_object).into_iter().flatten();
                    let mut properties: Vec<_> = names("properties").map(|(name, _)| text(name)).collect();
                    properties.sort_unstable();
                    Keyword::AdditionalProperties {
                        properties: leak(properties),
                        patterns: leak(names("patternProperties").map(|(source, _)| pattern(source)).collect()),
                        schema: self.schema(&at, value),
                    }
                }
                "propertyNames" => Keyword::PropertyNames(self.schema(&at, value)),
                "dependentSchemas" => Keyword::DependentSchemas(self.named(&at, value)),
                "allOf" => Keyword::AllOf(self.list(&at, value)),
                "anyOf" => Keyword::AnyOf(self.list(&at, value)),
                "oneOf" => Keyword::OneOf(self.list(&at, value)),
                "not" => Keyword::Not(self.schema(&at, value)),
                "if" => {
                    let mut branch = |name: &str| {
                        members.get(name).map(|schema| self.schema(&format!("{pointer}/{name}"), schema))
                    };
                    let (then, otherwise) = (branch("then"), branch("else"));
                    Keyword::If { condition: self.schema(&at, value), then, otherwise }
                }
                "$ref" => Keyword::LateRef(self.reference(value.as_str().unwrap())),
                "unevaluatedItems" => Keyword::UnevaluatedItems(self.schema(&at, value)),
                "unevaluatedProperties" => Keyword::UnevaluatedProperties(self.schema(&at, value)),
                "then" | "else" | "minContains" | "maxContains" | "$defs" => continue,
                other => panic!("{other} is no keyword of these tests"),
            });
        }
        keywords.sort_by_key(|keyword| {
            matches!(keyword, Keyword::UnevaluatedItems(_) | Keyword::UnevaluatedProperties(_))
        });
        keywords
    }
}
