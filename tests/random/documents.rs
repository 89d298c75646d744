//! Random documents that lean towards what a schema asks for.

use serde_json::{Map, Value, json};

use crate::support::{mutants::Mutator, random::Random};

/// Makes documents for one schema.
pub(crate) struct Documents<'s> {
    root: &'s Value,
    mutator: Mutator,
}

impl<'s> Documents<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        Self { root, mutator: Mutator::new(root) }
    }

    /// A document: one that the schema asks for, the same with one or two places changed, or any document at all.
    pub(crate) fn document(&self, random: &mut Random) -> Value {
        let mut document =
            if random.chance(1, 8) { self.any(3, random) } else { self.asked(vec![self.root], 5, random) };
        for _ in 0..*random.pick(&[0, 0, 1, 1, 2]) {
            document = self.mutator.mutant(&document, random);
        }
        document
    }

    fn any(&self, depth: usize, random: &mut Random) -> Value {
        match random.below(if depth == 0 { 2 } else { 6 }) {
            0 | 1 => random.pick(self.mutator.values()).clone(),
            2 => (0..random.below(4)).map(|_| self.any(depth - 1, random)).collect(),
            _ => {
                let members: Map<_, _> = (0..random.below(5))
                    .map(|_| (random.pick(self.mutator.names()).clone(), self.any(depth - 1, random)))
                    .collect();
                Value::Object(members)
            }
        }
    }

    /// Opens up what applies in place, with one branch of each union.
    fn open(&self, schemas: Vec<&'s Value>, random: &mut Random) -> Vec<&'s Map<String, Value>> {
        let mut open = Vec::new();
        let mut stack = schemas;
        while let Some(schema) = stack.pop() {
            let Value::Object(keywords) = schema else { continue };
            if open.len() > 40 {
                break;
            }
            open.push(keywords);
            for keyword in ["$ref", "$dynamicRef"] {
                if let Some(Value::String(reference)) = keywords.get(keyword) {
                    stack.extend(self.resolve(reference));
                }
            }
            stack.extend(keywords.get("allOf").and_then(Value::as_array).into_iter().flatten());
            for keyword in ["anyOf", "oneOf"] {
                if let Some(Value::Array(branches)) = keywords.get(keyword)
                    && !branches.is_empty()
                {
                    stack.push(random.pick(branches));
                }
            }
            if keywords.contains_key("if") {
                if random.chance(1, 2) {
                    stack.extend(["if", "then"].iter().filter_map(|keyword| keywords.get(*keyword)));
                } else {
                    stack.extend(keywords.get("else"));
                }
            }
        }
        open
    }

    fn resolve(&self, reference: &str) -> Option<&'s Value> {
        if let Some(pointer) = reference.strip_prefix('#') {
            return if pointer.starts_with('/') { self.root.pointer(pointer) } else { Some(self.root) };
        }
        let definitions = self.root.get("$defs")?.as_object()?;
        definitions.values().find(|definition| definition.get("$id").is_some_and(|id| id == reference))
    }

    /// A value that the schemas ask for, as far as that is easy to see.
    fn asked(&self, schemas: Vec<&'s Value>, depth: usize, random: &mut Random) -> Value {
        let open = self.open(schemas, random);
        let about = |keyword: &'static str| open.iter().filter_map(move |keywords| keywords.get(keyword));
        if let Some(value) = about("const").next() {
            return value.clone();
        }
        if let Some(values) = about("enum").filter_map(Value::as_array).min_by_key(|values| values.len())
            && !values.is_empty()
        {
            return random.pick(values).clone();
        }
        match Self::kind(&open, random) {
            "null" => Value::Null,
            "boolean" => json!(random.chance(1, 2)),
            kind @ ("integer" | "number") => number(kind, &open, random),
            "string" => self.text(&open, random),
            "array" => self.array(&open, depth, random),
            _ => self.object(&open, depth, random),
        }
    }

    fn kind(open: &[&'s Map<String, Value>], random: &mut Random) -> &'s str {
        let mut kinds: Option<Vec<&str>> = None;
        for value in open.iter().filter_map(|keywords| keywords.get("type")) {
            let own: Vec<&str> = match value {
                Value::String(name) => vec![name],
                other => other.as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
            };
            kinds = Some(match kinds {
                None => own,
                Some(known) => {
                    let both: Vec<&str> = known.iter().copied().filter(|kind| own.contains(kind)).collect();
                    if both.is_empty() { known } else { both }
                }
            });
        }
        if let Some(kinds) = kinds
            && !kinds.is_empty()
        {
            return random.pick::<&str>(&kinds);
        }
        for (keyword, kind) in [
            ("properties", "object"),
            ("required", "object"),
            ("additionalProperties", "object"),
            ("patternProperties", "object"),
            ("prefixItems", "array"),
            ("items", "array"),
            ("contains", "array"),
            ("pattern", "string"),
            ("minLength", "string"),
            ("minimum", "number"),
        ] {
            if open.iter().any(|keywords| keywords.contains_key(keyword)) && random.chance(2, 3) {
                return kind;
            }
        }
        random.pick::<&str>(&["null", "boolean", "integer", "number", "string", "array", "object", "object"])
    }

    fn text(&self, open: &[&'s Map<String, Value>], random: &mut Random) -> Value {
        let samples: &[&str] =
            match open.iter().find_map(|keywords| keywords.get("pattern")).and_then(Value::as_str) {
                Some("^a") => &["a", "ab", "abc"],
                Some("b$") => &["b", "ab"],
                Some("^$") => &[""],
                Some("^x[-_]") => &["x-y", "x_"],
                Some("\\d") => &["1st", "10"],
                Some(_) => &["a", "ab", "b"],
                None => &["", "a", "ab", "abc", "é😀", "A", "10"],
            };
        if random.chance(1, 4) { json!(random.pick(self.mutator.names())) } else { json!(random.pick(samples)) }
    }

    fn array(&self, open: &[&'s Map<String, Value>], depth: usize, random: &mut Random) -> Value {
        let count = |keyword: &'static str| {
            open.iter().filter_map(move |keywords| keywords.get(keyword)).filter_map(Value::as_u64)
        };
        let least = count("minItems").chain(count("minContains")).max().unwrap_or(0);
        let most = count("maxItems").min().unwrap_or(4).min(6);
        let wanted = random.below(4);
        let length = wanted.max(usize::try_from(least).unwrap_or(0)).min(usize::try_from(most).unwrap_or(6));
        if depth == 0 {
            return json!(vec![Value::Null; length.min(1)]);
        }
        let contains: Vec<&Value> = open.iter().filter_map(|keywords| keywords.get("contains")).collect();
        (0..length)
            .map(|position| {
                let mut schemas: Vec<&Value> = Vec::new();
                for keywords in open {
                    let prefix = keywords.get("prefixItems").and_then(Value::as_array);
                    match prefix.and_then(|prefix| prefix.get(position)) {
                        Some(schema) => schemas.push(schema),
                        None => schemas.extend(keywords.get("items").or(keywords.get("unevaluatedItems"))),
                    }
                }
                if !contains.is_empty() && random.chance(1, 2) {
                    schemas.push(*random.pick(&contains));
                }
                self.asked(schemas, depth - 1, random)
            })
            .collect()
    }

    fn object(&self, open: &[&'s Map<String, Value>], depth: usize, random: &mut Random) -> Value {
        if depth == 0 {
            return json!({});
        }
        let mut members = Map::new();
        let required: Vec<&str> = open
            .iter()
            .filter_map(|keywords| keywords.get("required"))
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut names: Vec<&str> = required.clone();
        for properties in open.iter().filter_map(|keywords| keywords.get("properties")).filter_map(Value::as_object)
        {
            names.extend(properties.keys().map(String::as_str));
        }
        let closed = open.iter().any(|keywords| {
            ["additionalProperties", "unevaluatedProperties"]
                .iter()
                .any(|keyword| keywords.get(*keyword) == Some(&json!(false)))
        });
        if !closed || random.chance(1, 12) {
            for _ in 0..random.below(3) {
                names.push(random.pick(self.mutator.names()).as_str());
            }
        }
        for name in names {
            if members.contains_key(name) || (!required.contains(&name) && random.chance(1, 2)) {
                continue;
            }
            let mut schemas: Vec<&Value> = Vec::new();
            for keywords in open {
                let declared = keywords.get("properties").and_then(|properties| properties.get(name));
                match declared {
                    Some(schema) => schemas.push(schema),
                    None => schemas
                        .extend(keywords.get("additionalProperties").or(keywords.get("unevaluatedProperties"))),
                }
            }
            members.insert(name.to_owned(), self.asked(schemas, depth - 1, random));
        }
        Value::Object(members)
    }
}

fn number(kind: &str, open: &[&Map<String, Value>], random: &mut Random) -> Value {
    let bounds: Vec<f64> = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
        .iter()
        .flat_map(|keyword| open.iter().filter_map(|keywords| keywords.get(*keyword)))
        .filter_map(Value::as_f64)
        .collect();
    let base = if bounds.is_empty() || random.chance(1, 4) {
        *random.pick(&[0.0, 1.0, 10.0])
    } else {
        *random.pick(&bounds)
    };
    let number = base + *random.pick(&[0.0, 0.0, 1.0, -1.0, 2.0]);
    let number = if kind == "integer" { number.round() } else { number + *random.pick(&[0.0, 0.5, 0.25]) };
    #[expect(clippy::cast_possible_truncation, reason = "small whole numbers")]
    if number.fract() == 0.0 && random.chance(3, 4) { json!(number as i64) } else { json!(number) }
}
