//! Reads a declaration or a raw schema into an arena, and notes all that is wrong with it.
//!
//! There is one reader for both forms. They differ in the mark `required: true`, in `{"type": "json"}`, in the openness of
//! objects, and in nothing else.

use indexmap::IndexMap;

use crate::{
    JsonObject, JsonValue,
    arena::{Annotations, Arena, NOWHERE, NameHash, NodeId, ObjectShape, Property, ScalarType, Shape},
    closeness::{closest, is_affordable},
    keyword::{Keyword, advice},
    literals::Literals,
    schema_problem::{Position, Raised, SchemaProblemKind as Kind, Step, with_article},
};

/// Which form a schema is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    ByAuthor,
    Raw,
}

/// What was read: complete when there are no problems.
pub(crate) struct Reading {
    pub(crate) arena: Arena,
    pub(crate) problems: Vec<Raised>,
    written: Written,
}

/// A schema that is still to be read, and where it goes.
struct Waiting<'a> {
    json: &'a JsonValue,
    parent: NodeId,
    slot: u32,
    position: Position,
}

/// What a schema is, as far as its `type` and `oneOf` tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Any,
    Scalar(ScalarType),
    Array,
    Object,
    OneOf,
    /// `type` is wrong or missing: what its constraints say cannot be judged.
    Unclear,
}

/// Reads one schema.
pub(crate) fn read_schema(json: &JsonValue, written: Written) -> Reading {
    let mut reading = Reading::new(written);
    reading.run(vec![Waiting { json, parent: NOWHERE, slot: 0, position: Position::Root }]);
    reading
}

/// Reads a declaration of parameters: the properties of an open object.
pub(crate) fn read_parameters(json: &JsonValue) -> Reading {
    let mut reading = Reading::new(Written::ByAuthor);
    reading.arena.implicit_root = true;
    let mut waiting = Vec::new();
    let shape = match json {
        JsonValue::Object(properties) => {
            ObjectShape { properties: declare(0, properties, &mut waiting), ..ObjectShape::default() }
        }
        other => {
            let advice = "; parameters are declared as an object of properties";
            reading.raise(0, [], Kind::NotASchema { found: with_article(other), advice });
            ObjectShape::default()
        }
    };
    reading.arena.add(NOWHERE, 0, Shape::Object(Box::new(ObjectShape { writes_properties: true, ..shape })));
    reading.run(waiting);
    reading
}

impl Reading {
    fn new(written: Written) -> Self {
        Self { arena: Arena::default(), problems: Vec::new(), written }
    }

    fn raise<const N: usize>(&mut self, node: NodeId, below: [Step; N], kind: Kind) {
        self.problems.push(Raised { node, below: below.into(), kind });
    }

    /// Reads what waits, and what that leads to. The last one is read first.
    fn run(&mut self, mut waiting: Vec<Waiting<'_>>) {
        while let Some(next) = waiting.pop() {
            self.schema(&next, &mut waiting);
        }
        self.settle_required();
    }

    fn schema<'a>(&mut self, this: &Waiting<'a>, waiting: &mut Vec<Waiting<'a>>) {
        let id = self.arena.add(this.parent, this.slot, Shape::Any);
        let JsonValue::Object(json) = this.json else {
            self.not_a_schema(id, this.json);
            return;
        };
        let class = self.class(id, json);
        let mut annotations = Annotations::default();
        let mut annotated = false;
        for (name, value) in json.iter() {
            let Some(keyword) = Keyword::of(name) else {
                let kind = Kind::UnsupportedKeyword { keyword: name.to_owned(), advice: advice(name) };
                self.raise(id, [Step::Name(name.to_owned())], kind);
                continue;
            };
            match keyword {
                Keyword::Title => annotations.title = self.text(id, keyword, value),
                Keyword::Description => annotations.description = self.text(id, keyword, value),
                Keyword::Default => annotations.default = Some(value.clone()),
                Keyword::Examples => match value {
                    JsonValue::Array(_) => annotations.examples = Some(value.clone()),
                    other => self.wrong_value(id, keyword, "an array of examples", other, ": write it in brackets"),
                },
                Keyword::Required if self.written == Written::ByAuthor => {
                    self.mark(id, this, value);
                    continue;
                }
                Keyword::Required if matches!(value, JsonValue::Bool(true)) => {
                    self.raise(id, [Step::Keyword("required")], Kind::RequiredMark);
                    continue;
                }
                Keyword::Type => continue,
                _ => {
                    self.place(id, keyword, class);
                    continue;
                }
            }
            annotated = true;
        }
        let shape = self.shape(id, class, json, waiting);
        let node = &mut self.arena.nodes[id as usize];
        node.shape = shape;
        node.annotations = annotated.then(|| Box::new(annotations));
    }

    fn not_a_schema(&mut self, id: NodeId, found: &JsonValue) {
        let advice = match found {
            JsonValue::Bool(true) => "; write {} for a schema that takes any JSON",
            JsonValue::Bool(false) => "; no schema of the vocabulary refuses everything",
            JsonValue::String(_) if self.arena.implicit_root && self.arena.node(id).parent == 0 => {
                "; parameters are declared as the properties themselves, without an object schema around them"
            }
            JsonValue::String(_) => "; write {\"type\": …}",
            _ => "",
        };
        self.raise(id, [], Kind::NotASchema { found: with_article(found), advice });
    }

    /// What the schema is, from `oneOf` and `type`.
    fn class(&mut self, id: NodeId, json: &JsonObject) -> Class {
        if json.get("oneOf").is_some() {
            if json.get("type").is_some() {
                self.raise(id, [Step::Keyword("type")], Kind::BesideOneOf { keyword: "type" });
            }
            return Class::OneOf;
        }
        let word = match json.get("type") {
            None => return self.class_without_type(id, json),
            Some(JsonValue::String(word)) => word.as_str(),
            Some(JsonValue::Array(words)) => {
                let nullable = words.iter().any(|word| matches!(word, JsonValue::String(word) if word == "null"));
                let advice = if nullable {
                    ": write a \"oneOf\" with a branch for the value and a branch {\"type\": \"null\"}"
                } else {
                    ": write a \"oneOf\" with a branch for each type"
                };
                self.wrong_value(id, Keyword::Type, "one string", &JsonValue::Array(words.clone()), advice);
                return Class::Unclear;
            }
            Some(other) => {
                self.wrong_value(id, Keyword::Type, "one string", other, "");
                return Class::Unclear;
            }
        };
        match word {
            "string" => Class::Scalar(ScalarType::String),
            "number" => Class::Scalar(ScalarType::Number),
            "integer" => Class::Scalar(ScalarType::Integer),
            "boolean" => Class::Scalar(ScalarType::Boolean),
            "null" => Class::Scalar(ScalarType::Null),
            "array" => Class::Array,
            "object" => Class::Object,
            "json" if self.written == Written::ByAuthor => Class::Any,
            _ => {
                let allowed = match self.written {
                    Written::ByAuthor => "string, number, integer, boolean, null, array, object, json",
                    Written::Raw => "string, number, integer, boolean, null, array, object",
                };
                let advice = match (word, self.written) {
                    ("json", _) => {
                        "; \"json\" is for declarations: in a raw schema leave \"type\" out for any JSON"
                    }
                    ("any" | "unknown" | "mixed", Written::ByAuthor) => "; write \"json\" for any JSON",
                    ("any" | "unknown" | "mixed", Written::Raw) => "; leave \"type\" out for any JSON",
                    ("int" | "int32" | "int64" | "long", _) => "; write \"integer\"",
                    ("float" | "double" | "decimal", _) => "; write \"number\"",
                    ("bool", _) => "; write \"boolean\"",
                    ("str" | "text", _) => "; write \"string\"",
                    ("list", _) => "; write \"array\"",
                    ("dict" | "map" | "record" | "struct", _) => "; write \"object\"",
                    ("nil" | "none" | "None", _) => "; write \"null\"",
                    _ if word.chars().any(char::is_uppercase) => "; types are written in lower case",
                    _ => "",
                };
                let kind = Kind::UnknownType { found: shortened(word), allowed, advice };
                self.raise(id, [Step::Keyword("type")], kind);
                Class::Unclear
            }
        }
    }

    fn class_without_type(&mut self, id: NodeId, json: &JsonObject) -> Class {
        let by_author = self.written == Written::ByAuthor;
        let constraints = [
            (Keyword::Properties, "\"object\""),
            (Keyword::AdditionalProperties, "\"object\""),
            (Keyword::Required, "\"object\""),
            (Keyword::Items, "\"array\""),
            (Keyword::Enum, "the type of the literals"),
            (Keyword::Const, "the type of the literal"),
        ];
        let found = constraints.into_iter().find(|(keyword, _)| {
            json.get(keyword.as_str()).is_some() && !(by_author && *keyword == Keyword::Required)
        });
        let Some((keyword, advice)) = found else { return Class::Any };
        self.raise(id, [], Kind::MissingType { keyword: keyword.as_str(), advice });
        Class::Unclear
    }

    /// Notes a constraint that does not belong to the class.
    fn place(&mut self, id: NodeId, keyword: Keyword, class: Class) {
        let (belongs, node, allowed) = match class {
            Class::Unclear => return,
            Class::OneOf => {
                if keyword != Keyword::OneOf {
                    let kind = Kind::BesideOneOf { keyword: keyword.as_str() };
                    self.raise(id, [Step::Keyword(keyword.as_str())], kind);
                }
                return;
            }
            Class::Any => (false, "a schema of any JSON", "title, description, default and examples"),
            Class::Scalar(scalar) => (
                matches!(keyword, Keyword::Enum | Keyword::Const),
                match scalar {
                    ScalarType::String => "a string schema",
                    ScalarType::Number => "a number schema",
                    ScalarType::Integer => "an integer schema",
                    ScalarType::Boolean => "a boolean schema",
                    ScalarType::Null => "a null schema",
                },
                "enum, const, title, description, default and examples",
            ),
            Class::Array => {
                (keyword == Keyword::Items, "an array schema", "items, title, description, default and examples")
            }
            Class::Object => (
                matches!(keyword, Keyword::Properties | Keyword::Required | Keyword::AdditionalProperties),
                "an object schema",
                match self.written {
                    Written::ByAuthor => {
                        "properties, additionalProperties, title, description, default and examples"
                    }
                    Written::Raw => {
                        "properties, required, additionalProperties, title, description, default and examples"
                    }
                },
            ),
        };
        if !belongs {
            let kind = Kind::MisplacedKeyword { keyword: keyword.as_str(), node, allowed };
            self.raise(id, [Step::Keyword(keyword.as_str())], kind);
        }
    }

    /// What the schema asserts. Its children are left waiting, the first on top.
    fn shape<'a>(
        &mut self,
        id: NodeId,
        class: Class,
        json: &'a JsonObject,
        waiting: &mut Vec<Waiting<'a>>,
    ) -> Shape {
        match class {
            Class::Scalar(scalar) => Shape::Scalar { scalar, literals: self.literals(id, scalar, json) },
            Class::Array => self.array(id, json, waiting),
            Class::Object => Shape::Object(Box::new(self.declared_object(id, json, waiting))),
            Class::OneOf => self.one_of(id, json, waiting),
            // What is below is read all the same, so that its problems are told too.
            Class::Unclear if json.get("properties").is_some() => {
                let mut object = ObjectShape::default();
                self.properties(id, json, &mut object, waiting);
                Shape::Object(Box::new(object))
            }
            Class::Unclear if json.get("items").is_some() => self.array(id, json, waiting),
            Class::Any | Class::Unclear => Shape::Any,
        }
    }

    fn literals(&mut self, id: NodeId, scalar: ScalarType, json: &JsonObject) -> Option<Box<Literals>> {
        let mut enumeration = None;
        match json.get("enum") {
            None => {}
            Some(JsonValue::Array(listed)) => {
                if listed.is_empty() {
                    self.raise(id, [Step::Keyword("enum")], Kind::EmptyEnum);
                }
                for (index, literal) in listed.iter().enumerate() {
                    if !scalar.admits(literal) {
                        let below = [Step::Keyword("enum"), Step::Index(index)];
                        self.raise(id, below, wrong_literal(scalar, literal));
                    }
                }
                enumeration = Some(listed.iter().cloned().collect::<Box<[_]>>());
            }
            Some(other) => {
                self.wrong_value(id, Keyword::Enum, "an array of literals", other, ": write it in brackets");
            }
        }
        let constant = json.get("const");
        if let Some(literal) = constant {
            let below = [Step::Keyword("const")];
            if !scalar.admits(literal) {
                self.raise(id, below, wrong_literal(scalar, literal));
            } else if enumeration.as_ref().is_some_and(|listed| !listed.contains(literal)) {
                self.raise(id, below, Kind::ConstNotListed { literal: literal_text(literal) });
            }
        }
        if enumeration.is_none() && constant.is_none() {
            return None;
        }
        Some(Box::new(Literals::new(enumeration, constant.cloned())))
    }

    fn array<'a>(&mut self, id: NodeId, json: &'a JsonObject, waiting: &mut Vec<Waiting<'a>>) -> Shape {
        match json.get("items") {
            None => {}
            Some(JsonValue::Array(listed)) => {
                let advice = ": all items have one schema; write an object with a property for each place";
                self.wrong_value(id, Keyword::Items, "one schema", &JsonValue::Array(listed.clone()), advice);
            }
            Some(items @ JsonValue::Bool(true)) => {
                self.wrong_value(id, Keyword::Items, "a schema", items, ": leave it out for an array of anything");
            }
            Some(items) => {
                waiting.push(Waiting { json: items, parent: id, slot: 0, position: Position::Item });
                // Filled in when the child is read.
                return Shape::Array { items: Some(NOWHERE) };
            }
        }
        Shape::Array { items: None }
    }

    fn declared_object<'a>(
        &mut self,
        id: NodeId,
        json: &'a JsonObject,
        waiting: &mut Vec<Waiting<'a>>,
    ) -> ObjectShape {
        let mut object = ObjectShape::default();
        match json.get("additionalProperties") {
            Some(JsonValue::Bool(additional)) => object.additional = Some(*additional),
            Some(other) => {
                let advice = match other {
                    JsonValue::Object(_) => {
                        ": members that are not declared cannot have a schema; declare them, or write true and check them where they are used"
                    }
                    _ => "",
                };
                self.wrong_value(id, Keyword::AdditionalProperties, "true or false", other, advice);
            }
            None if self.written == Written::ByAuthor => self.raise(id, [], Kind::OpennessMissing),
            None => {}
        }
        self.properties(id, json, &mut object, waiting);
        if self.written == Written::Raw {
            self.required(id, json, &mut object);
        }
        object
    }

    fn properties<'a>(
        &mut self,
        id: NodeId,
        json: &'a JsonObject,
        object: &mut ObjectShape,
        waiting: &mut Vec<Waiting<'a>>,
    ) {
        match json.get("properties") {
            None => {}
            Some(JsonValue::Object(properties)) => {
                object.writes_properties = true;
                object.properties = declare(id, properties, waiting);
            }
            Some(other) => self.wrong_value(id, Keyword::Properties, "an object of schemas", other, ""),
        }
    }

    /// The `required` array of a raw schema.
    fn required(&mut self, id: NodeId, json: &JsonObject, object: &mut ObjectShape) {
        let names = match json.get("required") {
            None | Some(JsonValue::Bool(true)) => return,
            Some(JsonValue::Array(names)) => names,
            Some(other) => {
                self.wrong_value(id, Keyword::Required, "an array of property names", other, "");
                return;
            }
        };
        object.writes_required = true;
        for (index, name) in names.iter().enumerate() {
            let below = [Step::Keyword("required"), Step::Index(index)];
            let JsonValue::String(name) = name else {
                let expected = "a property name in each place";
                let found = with_article(name);
                self.raise(id, below, Kind::KeywordValue { keyword: "required", expected, found, advice: "" });
                continue;
            };
            match object.properties.get_full_mut(name.as_str()) {
                None => {
                    let close = is_affordable(self.problems.len(), object.properties.len())
                        .then(|| closest(name, object.properties.keys().map(|name| &**name)))
                        .flatten()
                        .map(str::to_owned);
                    self.raise(id, below, Kind::RequiredUndeclared { name: shortened(name), close });
                }
                Some((_, _, property)) if property.required => {
                    self.raise(id, below, Kind::RequiredTwice { name: shortened(name) });
                }
                Some((index, _, property)) => {
                    property.required = true;
                    object.required.push(u32::try_from(index).unwrap_or(NOWHERE));
                }
            }
        }
    }

    fn one_of<'a>(&mut self, id: NodeId, json: &'a JsonObject, waiting: &mut Vec<Waiting<'a>>) -> Shape {
        match json.get("oneOf") {
            Some(JsonValue::Array(branches)) => {
                if branches.len() < 2 {
                    self.raise(id, [Step::Keyword("oneOf")], Kind::TooFewBranches { found: branches.len() });
                }
                let from = waiting.len();
                waiting.extend((0..).zip(branches.iter()).map(|(slot, json)| Waiting {
                    json,
                    parent: id,
                    slot,
                    position: Position::Branch,
                }));
                waiting[from..].reverse();
                Shape::OneOf(vec![NOWHERE; branches.len()].into())
            }
            Some(other) => {
                self.wrong_value(id, Keyword::OneOf, "an array of schemas", other, "");
                Shape::Any
            }
            None => Shape::Any,
        }
    }

    /// The mark `required` of a declaration.
    fn mark(&mut self, id: NodeId, this: &Waiting<'_>, value: &JsonValue) {
        let below = [Step::Keyword("required")];
        match (this.position, value) {
            (_, JsonValue::Array(_)) => self.raise(id, below, Kind::RequiredList),
            (Position::Property, JsonValue::Bool(true)) => {
                if let Shape::Object(object) = &mut self.arena.nodes[this.parent as usize].shape {
                    object.properties[this.slot as usize].required = true;
                }
            }
            (Position::Property, JsonValue::Bool(false)) => self.raise(id, below, Kind::RequiredFalse),
            (Position::Property, other) => self.wrong_value(id, Keyword::Required, "true", other, ""),
            (position, _) => self.raise(id, below, Kind::RequiredMisplaced { position }),
        }
    }

    /// Lists the properties that a declaration marks, in the order of the properties.
    fn settle_required(&mut self) {
        if self.written == Written::Raw {
            return;
        }
        for node in &mut self.arena.nodes {
            if let Shape::Object(object) = &mut node.shape {
                let marked = (0..).zip(object.properties.values()).filter(|(_, property)| property.required);
                object.required = marked.map(|(index, _)| index).collect();
                object.writes_required = !object.required.is_empty();
            }
        }
    }

    fn text(&mut self, id: NodeId, keyword: Keyword, value: &JsonValue) -> Option<String> {
        if let JsonValue::String(text) = value {
            return Some(text.clone());
        }
        self.wrong_value(id, keyword, "a string", value, "");
        None
    }

    fn wrong_value(
        &mut self,
        id: NodeId,
        keyword: Keyword,
        expected: &'static str,
        found: &JsonValue,
        advice: &'static str,
    ) {
        let keyword = keyword.as_str();
        let kind = Kind::KeywordValue { keyword, expected, found: with_article(found), advice };
        self.raise(id, [Step::Keyword(keyword)], kind);
    }
}

/// Declares the properties of an object, and leaves their schemas waiting, the first on top.
fn declare<'a>(
    id: NodeId,
    properties: &'a JsonObject,
    waiting: &mut Vec<Waiting<'a>>,
) -> IndexMap<Box<str>, Property, NameHash> {
    let from = waiting.len();
    let mut declared = IndexMap::with_capacity_and_hasher(properties.len(), NameHash::default());
    for (slot, (name, json)) in (0..).zip(properties.iter()) {
        declared.insert(Box::from(name), Property { node: NOWHERE, required: false });
        waiting.push(Waiting { json, parent: id, slot, position: Position::Property });
    }
    waiting[from..].reverse();
    declared
}

fn wrong_literal(scalar: ScalarType, literal: &JsonValue) -> Kind {
    Kind::LiteralType { expected: scalar.as_str(), literal: literal_text(literal) }
}

/// A literal as messages write it.
pub(crate) fn literal_text(literal: &JsonValue) -> String {
    match literal {
        JsonValue::Array(items) if !items.is_empty() => "[…]".to_owned(),
        JsonValue::Object(members) if !members.is_empty() => "{…}".to_owned(),
        JsonValue::String(text) => JsonValue::String(shortened(text)).to_text(),
        other => other.to_text(),
    }
}

/// A text as messages write it.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
