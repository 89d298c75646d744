//! The way back: schemas of Rust types that derive [`schemars::JsonSchema`].
//!
//! What `schemars` writes is rewritten into the supported subset where that loses nothing:
//!
//! - references are put in their place, unless they are recursive, and `$schema` and `$defs` go;
//! - `"type": ["string", "null"]` becomes a `oneOf` of a branch for each type;
//! - `anyOf` becomes `oneOf` where no value can be valid under two branches;
//! - `enum` and `const` without `type` get the type of their literals;
//! - a union or an `allOf` of one branch becomes the branch, and `true` becomes `{}`.
//!
//! Everything else that the vocabulary lacks is refused, with the reason: a bound or a `format` is never dropped. Objects stay
//! as open as they are: `#[serde(deny_unknown_fields)]` closes them. Properties have the order that `schemars` gives them,
//! which is that of the fields with its feature `preserve_order` and that of the names without.

use std::{borrow::Cow, collections::HashSet, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};

pub use schemars::generate::Contract;

use crate::{
    Form, JsonArray, JsonNumber, JsonObject, JsonSchemaNode, JsonValue, LossyError, Pointer, RegisterError,
    SchemaProblemKind, SchemaProblems, ToolSchema, assert_supported_json_schema,
    exclusive::exclude_each_other,
    keyword::{Keyword, advice},
    reading::literal_text,
    register_json_schema,
};

/// The most schemas that putting references in their place may make.
const MOST_SCHEMAS: usize = 100_000;
/// The most branches of an `anyOf` that are compared with each other.
const MOST_BRANCHES: usize = 1_000;

/// The schema of a type, when all that it says is in the vocabulary.
///
/// `contract` says whether values are read (parameters) or written (outputs), which differ where serde's attributes do.
///
/// ```
/// use value_schema_core::schemars::{Contract, json_schema_of};
///
/// #[derive(schemars::JsonSchema)]
/// #[schemars(deny_unknown_fields)]
/// struct Place {
///     city: String,
///     street: Option<String>,
/// }
///
/// #[derive(schemars::JsonSchema)]
/// struct Person {
///     age: u8,
/// }
///
/// assert!(json_schema_of::<Place>(Contract::Deserialize).is_ok());
/// let refused = json_schema_of::<Person>(Contract::Deserialize).unwrap_err();
/// assert!(refused.to_string().starts_with("at /properties/age/format: \"format\": \"uint8\" would be lost"));
/// ```
///
/// # Errors
///
/// All that would be lost, each with a pointer into the schema that `schemars` writes for the type.
pub fn json_schema_of<T: JsonSchema + ?Sized>(contract: Contract) -> Result<JsonSchemaNode, TypeSchemaProblems> {
    json_schema_of_schemars(&written::<T>(contract))
}

/// The schema of a type, which is taken as it is, and not enforced, when the vocabulary lacks something that it says.
///
/// # Errors
///
/// When the schema cannot be kept without loss as JSON.
pub fn tool_schema_of<T: JsonSchema + ?Sized>(contract: Contract) -> Result<ToolSchema, RegisterError> {
    let schema = written::<T>(contract);
    match json_schema_of_schemars(&schema) {
        Ok(node) => Ok(node.into()),
        Err(_) => register_json_schema(JsonValue::from_serde_json(schema.as_value())?, Form::RawOrUnknown),
    }
}

/// The same as [`json_schema_of`] for a schema that `schemars` wrote before.
///
/// # Errors
///
/// As [`json_schema_of`].
pub fn json_schema_of_schemars(schema: &Schema) -> Result<JsonSchemaNode, TypeSchemaProblems> {
    let schema = JsonValue::from_serde_json(schema.as_value()).map_err(|error| {
        let pointer = error.pointer().clone();
        TypeSchemaProblems(vec![TypeSchemaProblem { pointer, kind: TypeSchemaProblemKind::Lossy(error) }])
    })?;
    Rewriting::new(&schema).run()
}

fn written<T: JsonSchema + ?Sized>(contract: Contract) -> Schema {
    let mut settings = SchemaSettings::draft2020_12();
    settings.contract = contract;
    settings.into_generator().into_root_schema_for::<T>()
}

/// One thing that a type says and the vocabulary cannot.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TypeSchemaProblem {
    /// Where in the schema that `schemars` wrote.
    pub pointer: Pointer,
    /// What it is.
    pub kind: TypeSchemaProblemKind,
}

/// The ways in which the schema of a type is not in the vocabulary.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeSchemaProblemKind {
    /// A keyword that the vocabulary lacks.
    #[error("\"{keyword}\": {value} would be lost: {advice}")]
    WouldLose {
        /// The keyword.
        keyword: String,
        /// What it says, shortened.
        value: String,
        /// What to do instead.
        advice: String,
    },
    /// A type that contains itself.
    #[error(
        "the type refers to itself by {reference:?}, and there is no recursion in the vocabulary: take the inner value as JsonValue"
    )]
    Recursive {
        /// The reference.
        reference: String,
    },
    /// A reference to something that is not in the schema.
    #[error("{reference:?} is not a definition of this schema")]
    Reference {
        /// The reference.
        reference: String,
    },
    /// Branches of an `anyOf` that a value may be valid under at once.
    #[error(
        "the branches {first} and {second} of anyOf may both be valid, and oneOf would refuse such values: tag the enum \
         (#[serde(tag = \"…\")]), or close its structs (#[serde(deny_unknown_fields)])"
    )]
    Overlap {
        /// One branch.
        first: usize,
        /// The other.
        second: usize,
    },
    /// An `anyOf` of more branches than are compared.
    #[error(
        "an anyOf of {count} branches is too long to show that they exclude each other: at most {MOST_BRANCHES}"
    )]
    TooManyBranches {
        /// How many there are.
        count: usize,
    },
    /// Putting references in their place would make too many schemas.
    #[error("putting every definition in its place makes more than {MOST_SCHEMAS} schemas")]
    TooLarge,
    /// Not in the vocabulary once references are put in their place.
    #[error(transparent)]
    Vocabulary(SchemaProblemKind),
    /// A number or a name that JSON cannot keep.
    #[error(transparent)]
    Lossy(LossyError),
}

impl fmt::Display for TypeSchemaProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}: {}", self.pointer.shortened(), self.kind)
    }
}

impl std::error::Error for TypeSchemaProblem {}

/// All that the vocabulary lacks for a type: at least one problem.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeSchemaProblems(Vec<TypeSchemaProblem>);

impl TypeSchemaProblems {
    /// The first problem.
    pub fn first(&self) -> &TypeSchemaProblem {
        &self.0[0]
    }

    /// All problems.
    pub fn iter(&self) -> std::slice::Iter<'_, TypeSchemaProblem> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a TypeSchemaProblems {
    type Item = &'a TypeSchemaProblem;
    type IntoIter = std::slice::Iter<'a, TypeSchemaProblem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for TypeSchemaProblems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.iter().take(SchemaProblems::SHOWN).enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(formatter, "{line}{problem}")?;
        }
        match self.0.len().saturating_sub(SchemaProblems::SHOWN) {
            0 => Ok(()),
            more => write!(formatter, "\nand {more} more"),
        }
    }
}

impl std::error::Error for TypeSchemaProblems {}

/// A schema of what `schemars` wrote, or a part of it, and where it stands.
#[derive(Clone, Copy)]
struct Source<'a> {
    json: &'a JsonValue,
    place: usize,
    /// Only what concerns this type, without annotations: a branch of a list of types.
    only: Option<&'static str>,
}

/// Where a schema stands: its parent and the way from there, or a pointer from the root.
enum Place {
    Below(usize, Vec<String>),
    At(String),
}

/// What is still to be done. The results of schemas are left on a stack.
enum Work<'a> {
    Visit(Source<'a>),
    /// A reference has been put in its place.
    Leave(&'a str, JsonObject),
    Array(JsonObject),
    Object(JsonObject, Vec<&'a str>),
    /// Branches, exactly one of which holds; `any` when the original asks for at least one.
    Union {
        around: JsonObject,
        count: usize,
        any: bool,
        place: usize,
    },
}

struct Rewriting<'a> {
    root: &'a JsonValue,
    places: Vec<Place>,
    work: Vec<Work<'a>>,
    results: Vec<JsonValue>,
    open: HashSet<&'a str>,
    problems: Vec<TypeSchemaProblem>,
    told: HashSet<String>,
    visited: usize,
}

const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "null", "array", "object"];

impl<'a> Rewriting<'a> {
    fn new(root: &'a JsonValue) -> Self {
        Self {
            root,
            places: vec![Place::At(String::new())],
            work: vec![Work::Visit(Source { json: root, place: 0, only: None })],
            results: Vec::new(),
            open: HashSet::new(),
            problems: Vec::new(),
            told: HashSet::new(),
            visited: 0,
        }
    }

    fn run(mut self) -> Result<JsonSchemaNode, TypeSchemaProblems> {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Visit(source) => {
                    self.visited += 1;
                    if self.visited > MOST_SCHEMAS {
                        self.refuse(source.place, &[], TypeSchemaProblemKind::TooLarge);
                        break;
                    }
                    self.visit(source);
                }
                Work::Leave(reference, annotations) => {
                    self.open.remove(reference);
                    let target = self.result();
                    self.results.push(annotated(target, annotations));
                }
                Work::Array(mut array) => {
                    array.insert("items", self.result());
                    self.results.push(array.into());
                }
                Work::Object(mut object, names) => {
                    let mut properties = JsonObject::with_capacity(names.len());
                    let from = self.results.len().saturating_sub(names.len());
                    for (name, schema) in names.into_iter().zip(self.results.drain(from..)) {
                        properties.insert(name, schema);
                    }
                    object.insert("properties", properties);
                    self.results.push(object.into());
                }
                Work::Union { around, count, any, place } => {
                    let from = self.results.len().saturating_sub(count);
                    let branches: Vec<JsonValue> = self.results.drain(from..).collect();
                    self.union(around, branches, any, place);
                }
            }
        }
        if !self.problems.is_empty() {
            return Err(TypeSchemaProblems(self.problems));
        }
        let schema = self.result();
        assert_supported_json_schema(&schema).map_err(|problems| {
            let told = problems.iter().map(|problem| TypeSchemaProblem {
                pointer: problem.pointer,
                kind: TypeSchemaProblemKind::Vocabulary(problem.kind),
            });
            TypeSchemaProblems(told.collect())
        })
    }

    fn result(&mut self) -> JsonValue {
        self.results.pop().unwrap_or_default()
    }

    fn pointer(&self, place: usize) -> Pointer {
        let mut steps = Vec::new();
        let mut at = place;
        let mut pointer = Pointer::root();
        loop {
            match &self.places[at] {
                Place::Below(parent, way) => {
                    steps.push(way);
                    at = *parent;
                }
                Place::At(text) => {
                    for token in text.split('/').skip(1) {
                        pointer.push_name(&token.replace("~1", "/").replace("~0", "~"));
                    }
                    break;
                }
            }
        }
        for way in steps.into_iter().rev() {
            for token in way {
                pointer.push_name(token);
            }
        }
        pointer
    }

    fn refuse(&mut self, place: usize, below: &[&str], kind: TypeSchemaProblemKind) {
        let mut pointer = self.pointer(place);
        for token in below {
            pointer.push_name(token);
        }
        // A definition that is used twice is refused once.
        if self.told.insert(pointer.to_string()) {
            self.problems.push(TypeSchemaProblem { pointer, kind });
        }
    }

    fn below(&mut self, place: usize, way: &[&str]) -> usize {
        self.places.push(Place::Below(place, way.iter().map(|&token| token.to_owned()).collect()));
        self.places.len() - 1
    }

    fn would_lose(&mut self, place: usize, keyword: &str, value: &JsonValue, advice: String) {
        let (keyword_text, value) = (keyword.to_owned(), literal_text(value));
        let kind = TypeSchemaProblemKind::WouldLose { keyword: keyword_text, value, advice };
        self.refuse(place, &[keyword], kind);
    }

    fn visit(&mut self, source: Source<'a>) {
        let json = match source.json {
            JsonValue::Object(json) => json,
            JsonValue::Bool(true) => {
                self.results.push(JsonObject::new().into());
                return;
            }
            other => {
                let found = crate::schema_problem::with_article(other);
                let kind = SchemaProblemKind::NotASchema { found, advice: "" };
                self.refuse(source.place, &[], TypeSchemaProblemKind::Vocabulary(kind));
                self.results.push(JsonObject::new().into());
                return;
            }
        };
        let annotations = if source.only.is_some() { JsonObject::new() } else { annotations_of(json) };
        if source.only.is_none() {
            if let Some(JsonValue::String(reference)) = json.get("$ref") {
                self.reference(source.place, json, reference, annotations);
                return;
            }
            for (keyword, any) in [("oneOf", false), ("anyOf", true), ("allOf", true)] {
                if let Some(JsonValue::Array(branches)) = json.get(keyword)
                    && (keyword != "allOf" || branches.len() == 1)
                    && !branches.is_empty()
                {
                    self.alone(source.place, json, keyword);
                    let around = annotations;
                    self.work.push(Work::Union { around, count: branches.len(), any, place: source.place });
                    for (index, branch) in branches.iter().enumerate().rev() {
                        let place = self.below(source.place, &[keyword, &index.to_string()]);
                        self.work.push(Work::Visit(Source { json: branch, place, only: None }));
                    }
                    return;
                }
            }
        }
        let types = match source.only {
            Some(only) => vec![only],
            None => self.types(source.place, json),
        };
        if let [_, _, ..] = types[..] {
            self.all_known(source.place, json, &types);
            let around = annotations;
            self.work.push(Work::Union { around, count: types.len(), any: false, place: source.place });
            for only in types.into_iter().rev() {
                self.work.push(Work::Visit(Source { only: Some(only), ..source }));
            }
            return;
        }
        if source.only.is_none() {
            self.all_known(source.place, json, &types);
        }
        self.typed(source, json, types.first().copied(), annotations);
    }

    /// A schema of one type, or of none.
    fn typed(
        &mut self,
        source: Source<'a>,
        json: &'a JsonObject,
        word: Option<&'static str>,
        annotations: JsonObject,
    ) {
        let mut schema = JsonObject::new();
        if let Some(word) = word {
            schema.insert("type", word);
        }
        for (name, value) in annotations {
            schema.insert(name, value);
        }
        match word {
            None => self.results.push(schema.into()),
            Some("array") => match json.get("items") {
                Some(items) => {
                    let place = self.below(source.place, &["items"]);
                    self.work.push(Work::Array(schema));
                    self.work.push(Work::Visit(Source { json: items, place, only: None }));
                }
                None => self.results.push(schema.into()),
            },
            Some("object") => {
                if let Some(required) = json.get("required") {
                    schema.insert("required", required.clone());
                }
                if let Some(additional) = json.get("additionalProperties") {
                    if !matches!(additional, JsonValue::Bool(_)) {
                        let advice = "members that are not declared cannot have a schema: take them as JsonValue, or as an array of \
                                      names and values"
                            .to_owned();
                        self.would_lose(source.place, "additionalProperties", additional, advice);
                    }
                    schema.insert("additionalProperties", additional.clone());
                }
                let Some(JsonValue::Object(properties)) = json.get("properties") else {
                    self.results.push(schema.into());
                    return;
                };
                self.work.push(Work::Object(schema, properties.keys().collect()));
                for (name, property) in properties.iter().rev() {
                    let place = self.below(source.place, &["properties", name]);
                    self.work.push(Work::Visit(Source { json: property, place, only: None }));
                }
            }
            Some(word) => {
                let admits = |literal: &&JsonValue| is_of_type(literal, word);
                if let Some(JsonValue::Array(listed)) = json.get("enum") {
                    schema.insert("enum", listed.iter().filter(admits).cloned().collect::<JsonArray>());
                }
                if let Some(constant) = json.get("const").filter(admits) {
                    schema.insert("const", constant.clone());
                }
                self.results.push(schema.into());
            }
        }
    }

    /// The types of a schema: those that it names, or those of its literals. Without types that lists leave empty.
    fn types(&mut self, place: usize, json: &JsonObject) -> Vec<&'static str> {
        let known = |word: &JsonValue| TYPES.into_iter().find(|known| Some(*known) == word.as_str());
        let literals: Option<Vec<&JsonValue>> = match (json.get("const"), json.get("enum")) {
            (Some(constant), _) => Some(vec![constant]),
            (None, Some(JsonValue::Array(listed))) => Some(listed.iter().collect()),
            _ => None,
        };
        let mut types: Vec<&'static str> = match json.get("type") {
            Some(JsonValue::Array(words)) => {
                let mut types: Vec<_> = words.iter().filter_map(known).collect();
                if types.len() != words.len() {
                    self.would_lose(place, "type", &words.clone().into(), "not all of these are types".to_owned());
                }
                // Integers are numbers: a branch for each would overlap.
                if types.contains(&"number") {
                    types.retain(|word| *word != "integer");
                }
                types
            }
            Some(word) => {
                let word_known = known(word);
                if word_known.is_none() {
                    self.would_lose(place, "type", word, "it is not a type".to_owned());
                }
                word_known.into_iter().collect()
            }
            None => {
                let words = literals.iter().flatten().map(|literal| literal.type_name());
                words.filter_map(|word| TYPES.into_iter().find(|known| *known == word)).collect()
            }
        };
        let mut seen = HashSet::new();
        types.retain(|word| seen.insert(*word));
        if let Some(literals) = &literals {
            let admitted: Vec<_> = types
                .iter()
                .copied()
                .filter(|word| literals.iter().any(|literal| is_of_type(literal, word)))
                .collect();
            if !admitted.is_empty() {
                types = admitted;
            }
            if let Some(container) =
                literals.iter().find(|literal| matches!(literal, JsonValue::Array(_) | JsonValue::Object(_)))
            {
                let keyword = if json.get("const").is_some() { "const" } else { "enum" };
                self.would_lose(place, keyword, container, "literals are scalars".to_owned());
            }
        }
        types
    }

    /// Refuses keywords that the vocabulary lacks, or that none of the types has.
    fn all_known(&mut self, place: usize, json: &JsonObject, types: &[&str]) {
        let scalar = types.iter().any(|word| !matches!(*word, "array" | "object"));
        for (name, value) in json.iter() {
            let fits = match Keyword::of(name) {
                Some(Keyword::Title | Keyword::Description) => value.as_str().is_some(),
                Some(Keyword::Examples) => value.as_array().is_some(),
                Some(Keyword::Default | Keyword::Type) => true,
                Some(Keyword::Enum) => scalar && value.as_array().is_some(),
                Some(Keyword::Const) => scalar,
                Some(Keyword::Items) => types.contains(&"array"),
                Some(Keyword::Properties) => types.contains(&"object") && value.as_object().is_some(),
                Some(Keyword::Required | Keyword::AdditionalProperties) => types.contains(&"object"),
                Some(Keyword::OneOf) => false,
                None => self.is_bookkeeping(place, name),
            };
            if !fits {
                let advice = advice_for_types(name, value, json);
                self.would_lose(place, name, value, advice);
            }
        }
    }

    /// Refuses what stands beside a reference or a union, but for annotations.
    fn alone(&mut self, place: usize, json: &JsonObject, keyword: &str) {
        for (name, value) in json.iter() {
            let annotation = matches!(name, "title" | "description" | "default" | "examples");
            if name != keyword && !annotation && !self.is_bookkeeping(place, name) {
                let advice = if Keyword::of(name).is_some() {
                    format!(
                        "beside {keyword:?} only annotations may stand; flattened fields are not in the vocabulary"
                    )
                } else {
                    advice_for_types(name, value, json)
                };
                self.would_lose(place, name, value, advice);
            }
        }
    }

    /// Whether a keyword of the root only says how the schema is written.
    fn is_bookkeeping(&self, place: usize, name: &str) -> bool {
        let root = matches!(&self.places[place], Place::At(text) if text.is_empty());
        root && matches!(name, "$schema" | "$defs" | "definitions")
    }

    fn reference(&mut self, place: usize, json: &'a JsonObject, reference: &'a str, annotations: JsonObject) {
        self.alone(place, json, "$ref");
        let target = reference.strip_prefix('#').and_then(|pointer| Some((pointer, self.root.pointer(pointer)?)));
        let Some((pointer, target)) = target else {
            self.refuse(place, &["$ref"], TypeSchemaProblemKind::Reference { reference: reference.to_owned() });
            self.results.push(JsonObject::new().into());
            return;
        };
        let to_the_root = pointer.is_empty();
        if to_the_root || !self.open.insert(reference) {
            self.refuse(place, &["$ref"], TypeSchemaProblemKind::Recursive { reference: reference.to_owned() });
            self.results.push(JsonObject::new().into());
            return;
        }
        self.places.push(Place::At(pointer.to_owned()));
        let place = self.places.len() - 1;
        self.work.push(Work::Leave(reference, annotations));
        self.work.push(Work::Visit(Source { json: target, place, only: None }));
    }

    fn union(&mut self, around: JsonObject, mut branches: Vec<JsonValue>, any: bool, place: usize) {
        if branches.len() == 1
            && let Some(branch) = branches.pop()
        {
            self.results.push(annotated(branch, around));
            return;
        }
        if any {
            self.exclusive(&branches, place);
        }
        let mut schema = around;
        schema.insert("oneOf", branches);
        self.results.push(schema.into());
    }

    /// Refuses branches that may hold at once.
    fn exclusive(&mut self, branches: &[JsonValue], place: usize) {
        if branches.len() > MOST_BRANCHES {
            let kind = TypeSchemaProblemKind::TooManyBranches { count: branches.len() };
            self.refuse(place, &["anyOf"], kind);
            return;
        }
        let Ok(nodes) = branches.iter().map(assert_supported_json_schema).collect::<Result<Vec<_>, _>>() else {
            // What is wrong with a branch has been told, or is told at the end.
            return;
        };
        for (second, right) in nodes.iter().enumerate() {
            let overlap = nodes[..second].iter().position(|left| !exclude_each_other(left, right));
            if let Some(first) = overlap {
                self.refuse(place, &["anyOf"], TypeSchemaProblemKind::Overlap { first, second });
                return;
            }
        }
    }
}

/// The annotations of a schema.
fn annotations_of(json: &JsonObject) -> JsonObject {
    let mut annotations = JsonObject::new();
    for name in ["title", "description", "default", "examples"] {
        if let Some(value) = json.get(name) {
            annotations.insert(name, value.clone());
        }
    }
    annotations
}

/// The schema with the annotations of the place where it is used, which go before its own. Descriptions are kept both.
fn annotated(schema: JsonValue, annotations: JsonObject) -> JsonValue {
    let JsonValue::Object(mut schema) = schema else { return schema };
    for (name, value) in annotations {
        let value = match (name.as_str(), schema.get("description"), value) {
            ("description", Some(JsonValue::String(inner)), JsonValue::String(outer)) if *inner != outer => {
                JsonValue::String(format!("{outer}\n\n{inner}"))
            }
            (_, _, value) => value,
        };
        schema.insert(name, value);
    }
    schema.into()
}

fn is_of_type(literal: &JsonValue, word: &str) -> bool {
    match literal {
        JsonValue::Number(number) => word == "number" || (word == "integer" && number.is_integer()),
        other => other.type_name() == word,
    }
}

/// What to do instead of a keyword, in terms of Rust types.
fn advice_for_types(name: &str, value: &JsonValue, json: &JsonObject) -> String {
    let numeric = matches!(json.get("type").and_then(JsonValue::as_str), Some("integer" | "number"))
        || json
            .get("type")
            .and_then(JsonValue::as_array)
            .is_some_and(|words| words.iter().any(|word| matches!(word.as_str(), Some("integer" | "number"))));
    let known = match (name, value) {
        ("format" | "minimum" | "maximum", _) if numeric => {
            "the vocabulary has no bounded numbers: use JsonNumber, or give the field #[schemars(with = \"JsonNumber\")]"
        }
        ("minLength" | "maxLength", _) => "the vocabulary has no lengths: use a String",
        ("uniqueItems", _) => "the vocabulary has no sets: use a Vec",
        ("prefixItems", _) => "the vocabulary has no tuples: use a struct with named fields",
        ("minItems" | "maxItems", _) => "the vocabulary has no lengths: use a Vec, or a struct with named fields",
        ("minProperties" | "maxProperties" | "patternProperties" | "propertyNames", _) => {
            "the vocabulary has no maps: use a struct, or a Vec of names and values"
        }
        _ if Keyword::of(name).is_some() => {
            "it goes with a \"type\" that is not there, or is not written as it has to be"
        }
        _ => return advice(name),
    };
    known.to_owned()
}

macro_rules! described {
    ($($type:ident, $name:literal: $schema:tt;)*) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

described! {
    JsonValue, "JsonValue": {};
    JsonNumber, "JsonNumber": { "type": "number" };
    JsonObject, "JsonObject": { "type": "object", "additionalProperties": true };
    JsonArray, "JsonArray": { "type": "array" };
}
