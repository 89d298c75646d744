//! Documents that differ from a given one in one place, made to meet what their schema says.

use serde_json::{Map, Value, json};

use super::random::Random;

/// Changes documents with what a schema mentions: its constants, the numbers around its bounds, texts around its
/// lengths, its names.
pub(crate) struct Mutator {
    values: Vec<Value>,
    names: Vec<String>,
}

impl Mutator {
    /// A mutator for documents of `schema`.
    pub(crate) fn new(schema: &Value) -> Self {
        let mut mutator = Self {
            values: vec![
                Value::Null,
                json!(true),
                json!(false),
                json!(0),
                json!(1),
                json!(-1),
                json!(1.0),
                json!(1.5),
                json!(""),
                json!("zz"),
                json!("é😀"),
                json!([]),
                json!({}),
                json!([null]),
                json!({ "zz": 1 }),
            ],
            names: ["zz-unknown", "", "a/b~c", "$serde_json::private::Number"].map(str::to_owned).to_vec(),
        };
        mutator.collect(schema);
        mutator
    }

    /// Names that the schema mentions, and some that it does not.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Values that the schema mentions, and some that it does not.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    fn name(&mut self, name: &str) {
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    fn value(&mut self, value: Value) {
        if value.to_string().len() < 200 && !self.values.contains(&value) {
            self.values.push(value);
        }
    }

    fn collect(&mut self, schema: &Value) {
        // An explicit stack: schemas nest deeply.
        let mut stack = vec![schema];
        while let Some(schema) = stack.pop() {
            let Value::Object(keywords) = schema else {
                stack.extend(schema.as_array().into_iter().flatten());
                continue;
            };
            for (keyword, value) in keywords {
                match keyword.as_str() {
                    "const" | "default" => self.value(value.clone()),
                    "enum" | "examples" => {
                        for value in value.as_array().into_iter().flatten() {
                            self.value(value.clone());
                        }
                    }
                    "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                        self.value(value.clone());
                        if let Some(bound) = value.as_i64() {
                            self.value(json!(bound.saturating_add(1)));
                            self.value(json!(bound.saturating_sub(1)));
                        } else if let Some(bound) = value.as_f64() {
                            self.value(json!(bound.next_up()));
                            self.value(json!(bound.next_down()));
                        }
                    }
                    "minLength" | "maxLength" => {
                        let bound = value.as_f64().map_or(0, |bound| {
                            bound.clamp(0.0, 64.0).trunc().to_string().parse().expect("a length")
                        });
                        for length in [bound, bound + 1, usize::saturating_sub(bound, 1)] {
                            self.value(json!("é".repeat(length)));
                        }
                    }
                    "required" => {
                        for name in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                            self.name(name);
                        }
                    }
                    "properties" => {
                        for name in value.as_object().into_iter().flat_map(Map::keys) {
                            self.name(name);
                        }
                    }
                    _ => {}
                }
                stack.push(value);
            }
        }
    }

    /// The document with one place changed.
    pub(crate) fn mutant(&self, document: &Value, random: &mut Random) -> Value {
        let places = places(document);
        let place = random.pick(&places);
        let mut mutant = document.clone();
        let old = mutant.pointer_mut(place).expect("a place of the document");
        *old = self.change(old, random);
        mutant
    }

    fn change(&self, old: &Value, random: &mut Random) -> Value {
        if random.chance(1, 3) {
            return random.pick(&self.values).clone();
        }
        match old {
            Value::Null | Value::Bool(_) => random.pick(&self.values).clone(),
            Value::Number(number) => {
                let float = number.as_f64().unwrap_or_default();
                match random.below(6) {
                    0 => json!(float),
                    1 => json!(float + 1.0),
                    2 => json!(float - 0.5),
                    3 => json!(-float),
                    4 => json!(number.to_string()),
                    _ => match number.as_i64() {
                        Some(whole) => json!(whole.wrapping_add(if random.chance(1, 2) { 1 } else { -1 })),
                        None => json!(float.next_up()),
                    },
                }
            }
            Value::String(text) => match random.below(6) {
                0 => json!(format!("{text}x")),
                1 => json!(text.to_uppercase()),
                2 => json!(text.chars().skip(1).collect::<String>()),
                3 => json!([text]),
                4 => json!(format!("{text}\n")),
                _ => json!(random.pick(&self.names)),
            },
            Value::Array(items) => {
                let mut items = items.clone();
                match random.below(5) {
                    0 => items.push(random.pick(&self.values).clone()),
                    1 if !items.is_empty() => items.push(random.pick(&items).clone()),
                    2 => items.reverse(),
                    3 => items.insert(0, random.pick(&self.values).clone()),
                    _ if items.is_empty() => items.push(random.pick(&self.values).clone()),
                    _ => {
                        items.remove(random.below(items.len()));
                    }
                }
                Value::Array(items)
            }
            Value::Object(members) => {
                let mut members = members.clone();
                let names: Vec<String> = members.keys().cloned().collect();
                match random.below(5) {
                    0 if !names.is_empty() => {
                        members.remove(random.pick(&names));
                    }
                    1 if !names.is_empty() => {
                        let value = members.remove(random.pick(&names)).expect("a member");
                        members.insert(random.pick(&self.names).clone(), value);
                    }
                    2 if names.len() > 1 => {
                        let value = members[random.pick(&names)].clone();
                        members.insert(random.pick(&names).clone(), value);
                    }
                    _ => {
                        members.insert(random.pick(&self.names).clone(), random.pick(&self.values).clone());
                    }
                }
                Value::Object(members)
            }
        }
    }
}

/// The pointers of all values in a document.
fn places(document: &Value) -> Vec<String> {
    let mut places = Vec::new();
    let mut stack = vec![(String::new(), document)];
    while let Some((pointer, value)) = stack.pop() {
        match value {
            Value::Array(items) => {
                stack.extend(items.iter().enumerate().map(|(index, item)| (format!("{pointer}/{index}"), item)));
            }
            Value::Object(members) => {
                stack.extend(members.iter().map(|(name, value)| {
                    (format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), value)
                }));
            }
            _ => {}
        }
        places.push(pointer);
    }
    places
}
