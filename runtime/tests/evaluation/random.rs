//! The evaluator and the `jsonschema` validator agree on random schemas and documents.
//!
//! Names, numbers and texts come from small sets, so that keywords meet each other often.

use contracts_model::SchemaSet;
use contracts_runtime::{Json, Mode, View, number::Numbers};
use serde_json::{Map, Value, json};

use crate::tables::Tables;

const SCHEMAS: usize = 1500;
const DOCUMENTS: usize = 60;

/// A small generator of the xorshift family; the same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    fn name(&mut self) -> String {
        (*self.pick(&["a", "b", "c", "ab"])).to_owned()
    }

    fn number(&mut self) -> Value {
        self.pick(&[json!(0), json!(1), json!(1.0), json!(2), json!(-1), json!(0.5), json!(3), json!(10)]).clone()
    }

    fn document(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 12 }) {
            0 => json!(null),
            1 => json!(self.below(2) == 0),
            2 => self.number(),
            3 | 4 => json!(self.pick(&["", "a", "b", "ab", "abc", "é😀"])),
            5..=7 => (0..self.below(4)).map(|_| self.document(depth - 1)).collect(),
            _ => {
                let members: Map<_, _> =
                    (0..self.below(5)).map(|_| (self.name(), self.document(depth - 1))).collect();
                Value::Object(members)
            }
        }
    }

    fn schemas(&mut self, depth: usize) -> Value {
        (0..=self.below(3)).map(|_| self.schema(depth)).collect()
    }

    fn named_schemas(&mut self, depth: usize) -> Value {
        let members: Map<_, _> = (0..=self.below(3)).map(|_| (self.name(), self.schema(depth))).collect();
        Value::Object(members)
    }

    fn names(&mut self) -> Value {
        let mut names: Vec<_> = (0..self.below(3)).map(|_| self.name()).collect();
        names.sort();
        names.dedup();
        json!(names)
    }

    fn schema(&mut self, depth: usize) -> Value {
        if depth == 0 || self.below(8) == 0 {
            return match self.below(8) {
                0 => json!(false),
                1 | 2 => json!(true),
                3 => json!({"$ref": format!("#/$defs/{}", self.pick(&["x", "y"]))}),
                _ => {
                    json!({"type": self.pick(&["null", "boolean", "integer", "number", "string", "array", "object"])})
                }
            };
        }
        let mut keywords = Map::new();
        for _ in 0..=self.below(4) {
            let (keyword, value) = self.keyword(depth - 1);
            keywords.insert(keyword.to_owned(), value);
        }
        if self.below(4) == 0 {
            let keyword = *self.pick(&["unevaluatedProperties", "unevaluatedItems"]);
            let value = if self.below(2) == 0 { json!(false) } else { self.schema(depth - 1) };
            keywords.insert(keyword.to_owned(), value);
        }
        Value::Object(keywords)
    }

    fn keyword(&mut self, depth: usize) -> (&'static str, Value) {
        match self.below(36) {
            0 => ("type", json!([self.pick(&["integer", "string", "null"]), self.pick(&["array", "object"])])),
            1 => ("enum", json!([self.document(1), {"enum": self.below(100)}])),
            2 => ("const", self.document(1)),
            3 => ("minimum", self.number()),
            4 => ("exclusiveMinimum", self.number()),
            5 => ("maximum", self.number()),
            6 => ("exclusiveMaximum", self.number()),
            7 => ("multipleOf", self.pick(&[json!(2), json!(0.5), json!(1.0), json!(0.1)]).clone()),
            8 => ("minLength", json!(self.below(3))),
            9 => ("maxLength", json!(self.below(3))),
            10 => ("pattern", json!(self.pick(&["a", "^a", "b$", "^$"]))),
            11 => ("minItems", json!(self.below(3))),
            12 => ("maxItems", json!(self.below(3))),
            13 => ("uniqueItems", json!(self.below(4) > 0)),
            14 | 15 => ("prefixItems", self.schemas(depth)),
            16 => ("items", self.schema(depth)),
            17 | 18 => ("contains", self.schema(depth)),
            19 => ("minContains", json!(self.below(3))),
            20 => ("maxContains", json!(self.below(3))),
            21 => ("minProperties", json!(self.below(3))),
            22 => ("maxProperties", json!(self.below(3))),
            23 => ("required", self.names()),
            24 => ("dependentRequired", json!({self.name(): self.names()})),
            25 | 26 => ("properties", self.named_schemas(depth)),
            27 => ("patternProperties", json!({*self.pick(&["^a", "b", "."]): self.schema(depth)})),
            28 => ("additionalProperties", self.schema(depth)),
            29 => ("propertyNames", self.schema(depth)),
            30 => ("dependentSchemas", json!({self.name(): self.schema(depth)})),
            31 => ("allOf", self.schemas(depth)),
            32 => ("anyOf", self.schemas(depth)),
            33 => ("oneOf", self.schemas(depth)),
            34 => ("not", self.schema(depth)),
            _ => match self.below(3) {
                0 => ("if", self.schema(depth)),
                1 => ("then", self.schema(depth)),
                _ => ("else", self.schema(depth)),
            },
        }
    }

    /// A schema with two definitions that it may refer to, and that refer to each other below members alone.
    fn root(&mut self) -> Value {
        let mut root = match self.schema(4) {
            Value::Object(keywords) => keywords,
            other => Map::from_iter([("not".to_owned(), other)]),
        };
        let member = |to: &str| json!({"properties": {"a": {"$ref": format!("#/$defs/{to}")}}});
        let definitions = json!({
            "x": {"allOf": [member("y")], "maxProperties": self.below(4)},
            "y": {"anyOf": [{"type": "string"}, member("x")], "minItems": self.below(2)},
        });
        root.insert("$defs".to_owned(), definitions);
        Value::Object(root)
    }
}

#[test]
fn random_schemas_and_documents() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut compared, mut valid, mut wrong) = (0, 0, Vec::new());
    for _ in 0..SCHEMAS {
        let schema = random.root();
        let (model, findings) = SchemaSet::new().add("schema.json", None, schema.to_string()).resolve();
        let model = model.unwrap_or_else(|| panic!("{schema}: {findings:#?}"));
        let root = model.documents()[0].root;
        let table = Tables::build(&model, Numbers::Native, None).get(root);
        let oracle = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
        for _ in 0..DOCUMENTS {
            let document = random.document(3);
            let expected = oracle.is_valid(&document);
            let json = Json::try_from(document.clone()).expect("a bounded document");
            let found = table.is_valid(json.view(), Mode::Strict);
            assert_eq!(table.violations(json.view(), Mode::Strict, 100).is_empty(), found, "{schema} {document}");
            compared += 1;
            valid += usize::from(expected);
            if found != expected {
                wrong.push(format!("expected {expected}: {schema} {document}"));
            }
        }
    }
    println!("{compared} documents, {valid} of them valid");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    assert!(valid > compared / 10 && valid < compared * 9 / 10, "{valid} of {compared}");
}
