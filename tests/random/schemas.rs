//! Random schemas over every keyword of 2020-12.
//!
//! Half of what comes out has the form that people give to schemas (structs, maps, lists, tagged unions), half is any
//! keyword beside any other. Names, numbers and texts come from small sets, so that keywords meet each other often.

use serde_json::{Map, Value, json};

use crate::support::random::Random;

const NAMES: [&str; 12] = ["a", "b", "c", "ab", "type", "self", "x-y", "x_y", "", "1st", "größe", "a/b~c"];
const TEXTS: [&str; 9] = ["", "a", "b", "ab", "abc", "A", "type", "é😀", "10"];
const PATTERNS: [&str; 8] = ["a", "^a", "b$", "^$", "^[a-c]{1,2}$", "^x[-_]", "\\d", "^(?:a|b)+$"];
const FORMATS: [&str; 4] = ["date-time", "uuid", "uri", "x-unknown"];
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
pub(crate) const DEFINITIONS: [&str; 4] = ["Node", "leaf", "kind-of", "Result"];

/// Makes schemas.
pub(crate) struct Schemas<'r> {
    pub(crate) random: &'r mut Random,
    /// Definitions from this one on may be referred to in place, so that no reference leads back to itself.
    pub(crate) open: usize,
}

impl<'r> Schemas<'r> {
    pub(crate) fn new(random: &'r mut Random) -> Self {
        Self { random, open: 0 }
    }

    /// A whole document: definitions that refer to each other, and a root.
    pub(crate) fn document(&mut self) -> Value {
        let mut definitions = Map::new();
        for (index, name) in DEFINITIONS.iter().enumerate() {
            self.open = index + 1;
            definitions.insert((*name).to_owned(), self.schema(1));
        }
        self.open = 0;
        let mut root = match self.schema(3) {
            Value::Object(keywords) => keywords,
            other => Map::from_iter([("not".to_owned(), other)]),
        };
        if self.random.chance(1, 8) {
            // A tree that can be extended, as the specification tells dynamic references.
            root.insert("$id".to_owned(), json!("https://example.test/root"));
            root.insert("$dynamicAnchor".to_owned(), json!("node"));
            definitions.insert(
                "tree".to_owned(),
                json!({
                    "$id": "https://example.test/tree",
                    "$dynamicAnchor": "node",
                    "type": "object",
                    "properties": {
                        "a": self.scalar(),
                        "b": { "type": "array", "items": { "$dynamicRef": "#node" } },
                        "c": { "$dynamicRef": "#node" },
                    },
                }),
            );
            let member = json!({ "$ref": "https://example.test/tree" });
            if self.random.chance(1, 2) {
                root.entry("properties")
                    .or_insert_with(|| json!({}))
                    .as_object_mut()
                    .expect("an object")
                    .insert("c".to_owned(), member);
            } else {
                root.insert("$ref".to_owned(), member["$ref"].clone());
            }
        } else if self.random.chance(1, 2) {
            root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        }
        root.insert("$defs".to_owned(), Value::Object(definitions));
        Value::Object(root)
    }

    /// A schema with others inside each other down to that depth.
    pub(crate) fn schema(&mut self, depth: usize) -> Value {
        let mut schema = if self.random.chance(3, 5) { self.shaped(depth) } else { self.wild(depth) };
        if let Value::Object(keywords) = &mut schema
            && self.random.chance(1, 10)
        {
            let (keyword, value) = match self.random.below(6) {
                0 => ("title", json!(self.random.pick(&["A title", "*/ title", "Node"]))),
                1 => ("description", json!("Some words.\n\n```\ncode\n```")),
                2 => ("default", json!(self.random.pick(&TEXTS))),
                3 => ("deprecated", json!(true)),
                4 => ("format", json!(self.random.pick(&FORMATS))),
                _ => ("examples", json!([1, "a"])),
            };
            keywords.insert(keyword.to_owned(), value);
        }
        schema
    }

    /// A schema for a value inside the one that is described: everything may be referred to.
    fn inner(&mut self, depth: usize) -> Value {
        let open = std::mem::replace(&mut self.open, 0);
        let schema = self.schema(depth);
        self.open = open;
        schema
    }

    fn reference(&mut self) -> Option<Value> {
        let definitions = &DEFINITIONS[self.open..];
        if definitions.is_empty() {
            return None;
        }
        Some(json!({ "$ref": format!("#/$defs/{}", self.random.pick(definitions)) }))
    }

    fn name(&mut self) -> String {
        (*self.random.pick(&NAMES)).to_owned()
    }

    fn text(&mut self) -> Value {
        json!(self.random.pick(&TEXTS))
    }

    fn number(&mut self) -> Value {
        self.random
            .pick(&[
                json!(0),
                json!(1),
                json!(1.0),
                json!(2),
                json!(-1),
                json!(0.5),
                json!(3),
                json!(10),
                json!(255),
                json!(-128),
                json!(2_147_483_647),
                json!(-0.5),
            ])
            .clone()
    }

    /// Any value, for `const` and `enum`.
    fn value(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => json!(self.random.chance(1, 2)),
            2 => self.number(),
            3..=5 => self.text(),
            6 => (0..self.random.below(3)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let members: Map<_, _> =
                    (0..self.random.below(3)).map(|_| (self.name(), self.value(depth - 1))).collect();
                Value::Object(members)
            }
        }
    }

    /// A list of different values.
    fn values(&mut self, depth: usize) -> Value {
        let mut values: Vec<Value> = Vec::new();
        for _ in 0..=self.random.below(4) {
            let value = self.value(depth);
            if !values.iter().any(|known| crate::support::equal(known, &value)) {
                values.push(value);
            }
        }
        Value::Array(values)
    }

    fn texts(&mut self) -> Value {
        let mut texts: Vec<&str> = (0..=self.random.below(4)).map(|_| *self.random.pick(&TEXTS)).collect();
        texts.sort_unstable();
        texts.dedup();
        json!(texts)
    }

    fn names(&mut self) -> Vec<String> {
        let mut names: Vec<_> = (0..self.random.below(4)).map(|_| self.name()).collect();
        names.sort();
        names.dedup();
        names
    }

    fn scalar(&mut self) -> Value {
        match self.random.below(12) {
            0 => json!({ "type": "string" }),
            1 => json!({ "type": "string", "minLength": self.random.below(3), "maxLength": 3 }),
            2 => json!({ "type": "string", "pattern": self.random.pick(&PATTERNS) }),
            3 => json!({ "type": "integer" }),
            4 => json!({ "type": "integer", "minimum": self.number(), "maximum": self.number() }),
            5 => json!({ "type": "integer", "exclusiveMinimum": self.number() }),
            6 => json!({ "type": "number", "maximum": self.number() }),
            7 => json!({ "type": "boolean" }),
            8 => json!({ "enum": self.texts() }),
            9 => json!({ "enum": self.values(1) }),
            10 => json!({ "const": self.value(1) }),
            _ => {
                json!({ "type": "number", "multipleOf": self.random.pick(&[json!(2), json!(0.5), json!(3), json!(0.25)]) })
            }
        }
    }

    fn shaped(&mut self, depth: usize) -> Value {
        if depth == 0 {
            return if self.random.chance(1, 6) { self.reference().unwrap_or(json!(true)) } else { self.scalar() };
        }
        match self.random.below(16) {
            0..=3 => self.object(depth),
            4 => {
                let mut map = json!({ "type": "object", "additionalProperties": self.inner(depth - 1) });
                if self.random.chance(1, 3) {
                    map["propertyNames"] = json!({ "pattern": self.random.pick(&PATTERNS) });
                }
                map
            }
            5 | 6 => self.array(depth),
            7 => self.scalar(),
            8 => json!({ "type": [self.random.pick(&TYPES), "null"], "maxLength": 2, "minimum": self.number() })
                .as_object()
                .filter(|keywords| keywords["type"][0] != "null")
                .map_or(json!({ "type": "null" }), |keywords| Value::Object(keywords.clone())),
            9 => json!({ "anyOf": [self.schema(depth - 1), { "type": "null" }] }),
            10 => self.tagged(depth),
            11 => {
                let keyword = *self.random.pick(&["anyOf", "oneOf"]);
                let branches: Vec<Value> = (0..2 + self.random.below(3)).map(|_| self.shaped(depth - 1)).collect();
                json!({ keyword: branches })
            }
            12 | 13 => {
                let Some(mut reference) = self.reference() else { return self.object(depth) };
                if self.random.chance(1, 2) {
                    let (keyword, value) = self.keyword(depth - 1);
                    reference[keyword] = value;
                }
                reference
            }
            14 => {
                let members: Vec<Value> = (0..2).map(|_| self.object(depth - 1)).collect();
                let mut all = json!({ "allOf": members });
                if let Some(reference) = self.reference() {
                    all["allOf"].as_array_mut().expect("a list").push(reference);
                }
                if self.random.chance(1, 2) {
                    all["unevaluatedProperties"] = json!(self.random.chance(1, 4));
                }
                all
            }
            _ => json!({ "type": self.random.pick(&TYPES), "not": self.schema(depth - 1) }),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let depth = depth.max(1);
        let properties: Map<String, Value> =
            (0..=self.random.below(4)).map(|_| (self.name(), self.inner(depth - 1))).collect();
        let mut required: Vec<String> = Vec::new();
        for name in properties.keys() {
            if self.random.chance(1, 3) {
                required.push(name.clone());
            }
        }
        if self.random.chance(1, 12) {
            let name = self.name();
            if !required.contains(&name) {
                required.push(name);
            }
        }
        let mut object = json!({ "properties": properties });
        if self.random.chance(9, 10) {
            object["type"] = json!("object");
        }
        if !required.is_empty() {
            object["required"] = json!(required);
        }
        match self.random.below(6) {
            0 | 1 => object["additionalProperties"] = json!(false),
            2 => object["additionalProperties"] = self.inner(depth - 1),
            3 => {
                object["unevaluatedProperties"] =
                    if self.random.chance(2, 3) { json!(false) } else { self.inner(depth - 1) }
            }
            _ => {}
        }
        if self.random.chance(1, 6) {
            let mut patterns = Map::new();
            for _ in 0..=self.random.below(2) {
                patterns.insert((*self.random.pick(&PATTERNS)).to_owned(), self.inner(depth - 1));
            }
            object["patternProperties"] = Value::Object(patterns);
        }
        if self.random.chance(1, 6) {
            let (keyword, value) = match self.random.below(6) {
                0 => ("minProperties", json!(self.random.below(3))),
                1 => ("maxProperties", json!(1 + self.random.below(3))),
                2 => ("dependentRequired", json!({ self.name(): self.names() })),
                3 => ("dependentSchemas", json!({ self.name(): self.object(depth - 1) })),
                4 => ("anyOf", json!([{ "required": self.names() }, { "required": self.names() }])),
                _ => ("propertyNames", json!({ "maxLength": 2 })),
            };
            object[keyword] = value;
        }
        if self.random.chance(1, 8) {
            object["if"] = json!({ "properties": { self.name(): { "const": self.value(0) } } });
            object["then"] = json!({ "required": [self.name()] });
            if self.random.chance(1, 2) {
                object["else"] = json!({ "properties": { self.name(): self.scalar() } });
            }
        }
        if self.random.chance(1, 10) {
            let keyword = *self.random.pick(&["anyOf", "oneOf"]);
            object[keyword] = json!([self.object(depth - 1), self.object(depth - 1)]);
        }
        object
    }

    fn array(&mut self, depth: usize) -> Value {
        let mut array = json!({ "type": "array" });
        if self.random.chance(2, 3) {
            array["items"] = if self.random.chance(1, 8) { json!(false) } else { self.inner(depth - 1) };
        }
        if self.random.chance(1, 3) {
            let prefix: Vec<Value> = (0..=self.random.below(2)).map(|_| self.inner(depth - 1)).collect();
            array["prefixItems"] = Value::Array(prefix);
        }
        for (keyword, times) in [("minItems", 1), ("maxItems", 1)] {
            if self.random.chance(times, 4) {
                array[keyword] = json!(self.random.below(4));
            }
        }
        if self.random.chance(1, 5) {
            array["uniqueItems"] = json!(true);
        }
        if self.random.chance(1, 6) {
            array["contains"] = self.inner(depth - 1);
            if self.random.chance(1, 2) {
                array["minContains"] = json!(self.random.below(3));
            }
            if self.random.chance(1, 3) {
                array["maxContains"] = json!(self.random.below(3));
            }
        }
        if self.random.chance(1, 8) {
            array["unevaluatedItems"] = if self.random.chance(1, 2) { json!(false) } else { self.inner(depth - 1) };
        }
        array
    }

    fn tagged(&mut self, depth: usize) -> Value {
        let tag = self.name();
        let branches: Vec<Value> = (0..2 + self.random.below(2))
            .map(|_| {
                let mut branch = self.object(depth - 1);
                branch["type"] = json!("object");
                branch["properties"][&tag] = if self.random.chance(2, 3) {
                    json!({ "const": self.text() })
                } else {
                    json!({ "enum": self.texts() })
                };
                if self.random.chance(7, 8) {
                    let mut required = vec![json!(tag)];
                    required.extend(
                        branch["required"]
                            .as_array()
                            .into_iter()
                            .flatten()
                            .filter(|name| **name != json!(tag))
                            .cloned(),
                    );
                    branch["required"] = json!(required);
                }
                branch
            })
            .collect();
        json!({ *self.random.pick(&["anyOf", "oneOf"]): branches })
    }

    /// Any keyword beside any other.
    fn wild(&mut self, depth: usize) -> Value {
        if depth == 0 || self.random.chance(1, 8) {
            return match self.random.below(8) {
                0 => json!(false),
                1 | 2 => json!(true),
                3 => self.reference().unwrap_or(json!({})),
                _ => json!({ "type": self.random.pick(&TYPES) }),
            };
        }
        let mut keywords = Map::new();
        for _ in 0..=self.random.below(4) {
            let (keyword, value) = self.keyword(depth - 1);
            keywords.insert(keyword.to_owned(), value);
        }
        if self.random.chance(1, 5) {
            let keyword = *self.random.pick(&["unevaluatedProperties", "unevaluatedItems"]);
            let value = if self.random.chance(1, 2) { json!(false) } else { self.inner(depth - 1) };
            keywords.insert(keyword.to_owned(), value);
        }
        Value::Object(keywords)
    }

    fn schemas(&mut self, depth: usize) -> Value {
        (0..=self.random.below(3)).map(|_| self.schema(depth)).collect()
    }

    /// A keyword and a value that it may have.
    pub(crate) fn keyword(&mut self, depth: usize) -> (&'static str, Value) {
        match self.random.below(38) {
            0 => (
                "type",
                json!([self.random.pick(&["integer", "string", "null"]), self.random.pick(&["array", "object"])]),
            ),
            1 => ("enum", self.values(1)),
            2 => ("const", self.value(1)),
            3 => ("minimum", self.number()),
            4 => ("exclusiveMinimum", self.number()),
            5 => ("maximum", self.number()),
            6 => ("exclusiveMaximum", self.number()),
            7 => ("multipleOf", self.random.pick(&[json!(2), json!(0.5), json!(1.0), json!(0.25)]).clone()),
            8 => ("minLength", json!(self.random.below(3))),
            9 => ("maxLength", json!(self.random.below(3))),
            10 => ("pattern", json!(self.random.pick(&PATTERNS))),
            11 => ("minItems", json!(self.random.below(3))),
            12 => ("maxItems", json!(self.random.below(3))),
            13 => ("uniqueItems", json!(self.random.chance(3, 4))),
            14 | 15 => ("prefixItems", (0..=self.random.below(3)).map(|_| self.inner(depth)).collect()),
            16 => ("items", self.inner(depth)),
            17 | 18 => ("contains", self.inner(depth)),
            19 => ("minContains", json!(self.random.below(3))),
            20 => ("maxContains", json!(self.random.below(3))),
            21 => ("minProperties", json!(self.random.below(3))),
            22 => ("maxProperties", json!(self.random.below(3))),
            23 => ("required", json!(self.names())),
            24 => ("dependentRequired", json!({ self.name(): self.names() })),
            25 | 26 => {
                let members: Map<_, _> =
                    (0..=self.random.below(3)).map(|_| (self.name(), self.inner(depth))).collect();
                ("properties", Value::Object(members))
            }
            27 => ("patternProperties", json!({ *self.random.pick(&PATTERNS): self.inner(depth) })),
            28 => ("additionalProperties", self.inner(depth)),
            29 => ("propertyNames", self.inner(depth)),
            30 => ("dependentSchemas", json!({ self.name(): self.schema(depth) })),
            31 => ("allOf", self.schemas(depth)),
            32 => ("anyOf", self.schemas(depth)),
            33 => ("oneOf", self.schemas(depth)),
            34 => ("not", self.schema(depth)),
            35 => ("type", json!(self.random.pick(&TYPES))),
            _ => match self.random.below(3) {
                0 => ("if", self.schema(depth)),
                1 => ("then", self.schema(depth)),
                _ => ("else", self.schema(depth)),
            },
        }
    }
}
