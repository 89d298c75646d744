//! The schemas and `fixtures/facts.jsonl` say the same: every statement holds, and no assertion is without a statement.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
};

use crate::support::{equal, root};
use contracts_model::{source::Source, value::Value as Ordered};
use serde_json::{Map, Value, json};

/// Keywords that hold one schema. A boolean in their place is an assertion of its own.
const ONE: [&str; 8] = ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"];
/// Keywords that hold a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords that hold schemas by name.
const NAMED: [&str; 4] = ["properties", "patternProperties", "dependentSchemas", "$defs"];
/// Keywords that assert nothing.
const ANNOTATIONS: [&str; 4] = ["$schema", "$id", "title", "description"];

/// A schema location: file and JSON pointer.
type Location = (String, String);

/// What stands at a schema location.
#[derive(Clone, Debug, Default)]
struct Statement {
    id: Option<String>,
    /// Whether the object that declares the property requires it.
    required: Option<bool>,
    keywords: Map<String, Value>,
    properties: Vec<String>,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, required, keywords, properties } = self;
        write!(f, "id {id:?}, required {required:?}, {}, properties {properties:?}", json!(keywords))
    }
}

impl Statement {
    fn same(&self, other: &Self) -> bool {
        self.id == other.id
            && self.required == other.required
            && self.properties == other.properties
            && equal(&json!(self.keywords), &json!(other.keywords))
    }
}

/// The table.
fn stated() -> BTreeMap<Location, Statement> {
    let text = fs::read_to_string(root().join("fixtures/facts.jsonl")).expect("the table of facts");
    let mut table = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let line: Map<String, Value> =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("line {}: {error}", index + 1));
        for name in line.keys() {
            let known = ["schema", "at", "id", "required", "keywords", "properties"];
            assert!(known.contains(&name.as_str()), "line {}: {name:?}", index + 1);
        }
        let text = |name: &str| line[name].as_str().expect("a text").to_owned();
        let location = (text("schema"), text("at"));
        let statement = Statement {
            id: line.get("id").map(|_| text("id")),
            required: line.get("required").map(|required| required.as_bool().expect("a boolean")),
            keywords: line["keywords"].as_object().expect("keywords").clone(),
            properties: line.get("properties").map_or_else(Vec::new, |names| {
                names
                    .as_array()
                    .expect("names")
                    .iter()
                    .map(|name| name.as_str().expect("a name").to_owned())
                    .collect()
            }),
        };
        let before = table.insert(location, statement);
        assert!(before.is_none(), "line {} states a location a second time", index + 1);
    }
    table
}

/// What the schema files hold, at every location.
fn held() -> BTreeMap<Location, Statement> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root().join("schemas")).expect("the schemas") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.ends_with(".schema.json") {
            let text = fs::read_to_string(&path).expect("a readable schema");
            let source = Source::parse(name.as_str(), text).expect("a JSON text");
            let schema = source.root().to_value();
            let dialect = schema.get("$schema").and_then(Ordered::as_str);
            assert_eq!(dialect, Some("https://json-schema.org/draft/2020-12/schema"), "{name}");
            hold(&name, String::new(), None, &schema, &mut found);
        }
    }
    found
}

fn hold(
    file: &str,
    pointer: String,
    required: Option<bool>,
    schema: &Ordered,
    found: &mut BTreeMap<Location, Statement>,
) {
    let Ordered::Object(members) = schema else { panic!("{file}#{pointer} is no schema object") };
    let text = |name: &str| schema.get(name).and_then(Ordered::as_str).map(ToOwned::to_owned);
    let mut statement = Statement { id: text("$id"), required, ..Statement::default() };
    let is_required = |name: &str| match schema.get("required") {
        Some(Ordered::Array(names)) => names.iter().any(|one| one.as_str() == Some(name)),
        _ => false,
    };
    for (keyword, value) in members {
        let below = format!("{pointer}/{keyword}");
        match value {
            _ if ANNOTATIONS.contains(&keyword.as_str()) => {}
            Ordered::Object(_) if ONE.contains(&keyword.as_str()) => hold(file, below, None, value, found),
            Ordered::Array(branches) if LISTS.contains(&keyword.as_str()) => {
                for (index, branch) in branches.iter().enumerate() {
                    hold(file, format!("{below}/{index}"), None, branch, found);
                }
            }
            Ordered::Object(schemas) if NAMED.contains(&keyword.as_str()) => {
                for (name, schema) in schemas {
                    let required = (keyword == "properties").then(|| is_required(name));
                    hold(file, format!("{below}/{}", token(name)), required, schema, found);
                }
                if keyword == "properties" {
                    statement.properties = schemas.iter().map(|(name, _)| name.clone()).collect();
                }
            }
            _ => {
                let value = value.to_serde_json().expect("a plain value");
                statement.keywords.insert(keyword.clone(), value);
            }
        }
    }
    found.insert((file.to_owned(), pointer), statement);
}

fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Where two tables differ, in words; `one` and `other` name them.
fn differences(
    (one, left): (&str, &BTreeMap<Location, Statement>),
    (other, right): (&str, &BTreeMap<Location, Statement>),
) -> Vec<String> {
    let locations: BTreeSet<&Location> = left.keys().chain(right.keys()).collect();
    locations
        .into_iter()
        .filter_map(|location| {
            let at = format!("{}#{}", location.0, location.1);
            match (left.get(location), right.get(location)) {
                (Some(first), Some(second)) if first.same(second) => None,
                (Some(first), Some(second)) => Some(format!("{at}:\n  {one}: {first}\n  {other}: {second}")),
                (Some(_), None) => Some(format!("{at}: only {one}")),
                (None, _) => Some(format!("{at}: only {other}")),
            }
        })
        .collect()
}

#[test]
fn the_schemas_hold_what_is_stated_and_nothing_else() {
    let (stated, held) = (stated(), held());
    let wrong = differences(("the table", &stated), ("the schemas", &held));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let ids: BTreeSet<&String> = stated.values().filter_map(|statement| statement.id.as_ref()).collect();
    assert_eq!(ids.len(), 15, "each schema has an id of its own");
}

/// The facts are written for people in a file beside the repository; where it is, the table must say what it says.
#[test]
fn the_table_states_what_is_written_for_people() {
    let Ok(text) = fs::read_to_string(root().join("../shared/facts/contracts.md")) else {
        println!("skipped: no facts beside the repository");
        return;
    };
    let (written, conditionals) = prose::read(&text);
    let mut stated = stated();
    let conditional = |at: &str| at.split('/').any(|part| ["if", "then", "else"].contains(&part));
    let ifs = stated.keys().filter(|(_, at)| at.ends_with("/if")).count();
    assert_eq!(ifs, conditionals, "conditionals in the table and in the file");
    stated.retain(|(_, at), _| !conditional(at));
    // The schemas refer to each other by file name, the facts by id.
    let ids: BTreeMap<String, Value> = stated
        .iter()
        .filter_map(|((file, _), statement)| Some((file.clone(), json!(statement.id.as_ref()?))))
        .collect();
    for reference in stated.values_mut().filter_map(|statement| statement.keywords.get_mut("$ref")) {
        if let Some(id) = ids.get(reference.as_str().expect("a reference")) {
            *reference = id.clone();
        }
    }
    let wrong = differences(("the table", &stated), ("the file", &written));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(written.len() > 700, "only {} statements were read", written.len());
}

/// Reads the facts as they are written for people: nested lists of names with types and bounds in words.
mod prose {
    use super::{BTreeMap, Location, Map, Statement, Value, json, token};

    /// The statements and the number of conditionals, which are not read further.
    pub(super) fn read(text: &str) -> (BTreeMap<Location, Statement>, usize) {
        let mut reader = Reader::default();
        for line in text.lines() {
            reader.line(line);
        }
        (reader.found, reader.conditionals)
    }

    #[derive(Default)]
    struct Reader {
        found: BTreeMap<Location, Statement>,
        conditionals: usize,
        file: String,
        /// The pointers of the location that the list stands under and of its open items, by their indentation.
        open: Vec<String>,
        /// How many alternatives each union has so far.
        alternatives: BTreeMap<Location, usize>,
    }

    impl Reader {
        fn line(&mut self, line: &str) {
            if let Some(title) = line.strip_prefix("## ") {
                title.trim().clone_into(&mut self.file);
                self.open.clear();
            } else if !self.file.ends_with(".schema.json") {
                // An introduction, not a contract.
            } else if let Some(head) = line.strip_prefix("`$id`: `") {
                let (id, rest) = head.split_once('`').expect("an id");
                let words = rest.strip_prefix(". Root: ").and_then(|rest| rest.strip_suffix('.')).expect("a root");
                let statement = Statement { id: Some(id.to_owned()), ..described(words) };
                self.state(String::new(), statement);
                self.open = vec![String::new()];
            } else if let Some(head) = line.strip_prefix("### `") {
                let (name, words) = head.split_once("`: ").expect("a definition");
                let pointer = format!("/{name}");
                self.state(pointer.clone(), described(words));
                self.open = vec![pointer];
            } else if let Some((indent, item)) =
                line.split_once("- ").filter(|(indent, _)| indent.trim().is_empty())
            {
                self.open.truncate(indent.len() / 2 + 1);
                self.item(item);
            }
        }

        fn item(&mut self, item: &str) {
            let parent = self.open.last().expect("a list under a location").clone();
            if item.starts_with("IF ") {
                self.conditionals += 1;
                return;
            }
            if parent.ends_with("/oneOf") {
                self.alternative(&parent, item);
                return;
            }
            let (subject, words) = item.split_once(':').expect("a subject and a description");
            let words = words.trim();
            let (pointer, required) = if let Some(name) = subject.strip_prefix('`') {
                let (name, star) = name.split_once('`').expect("a name");
                let required = star == "*";
                self.declare(&parent, name, required);
                (format!("{parent}/properties/{}", token(name)), Some(required))
            } else {
                match subject {
                    "each item" => (format!("{parent}/items"), None),
                    "any other property" => {
                        let object = self.at(&parent);
                        object.keywords.remove("additionalProperties");
                        (format!("{parent}/additionalProperties"), None)
                    }
                    "never" => (format!("{parent}/not"), None),
                    "property names" => {
                        let names = format!("{parent}/propertyNames");
                        self.state(names.clone(), Statement::default());
                        let inner = words.strip_prefix("not (").and_then(|words| words.strip_suffix(')'));
                        self.state(format!("{names}/not"), described(inner.expect("a negation")));
                        return;
                    }
                    "oneOf of" => {
                        self.open.push(format!("{parent}/oneOf"));
                        return;
                    }
                    other => panic!("{}: cannot read {other:?}", self.file),
                }
            };
            self.state(pointer.clone(), Statement { required, ..described(words) });
            self.open.push(pointer);
        }

        fn alternative(&mut self, union: &str, words: &str) {
            let index = self.alternatives.entry((self.file.clone(), union.to_owned())).or_default();
            let pointer = format!("{union}/{index}");
            *index += 1;
            self.state(pointer.clone(), described(words));
            self.open.push(pointer);
        }

        fn at(&mut self, pointer: &str) -> &mut Statement {
            self.found.get_mut(&(self.file.clone(), pointer.to_owned())).expect("a stated location")
        }

        fn declare(&mut self, parent: &str, name: &str, required: bool) {
            let object = self.at(parent);
            object.properties.push(name.to_owned());
            if required {
                let names = object.keywords.entry("required").or_insert_with(|| json!([]));
                names.as_array_mut().expect("a list").push(json!(name));
            }
        }

        fn state(&mut self, pointer: String, statement: Statement) {
            let twice = format!("{}#{pointer} is written twice", self.file);
            let before = self.found.insert((self.file.clone(), pointer), statement);
            assert!(before.is_none(), "{twice}");
        }
    }

    /// The keywords of a description such as `string, length ≥ 1`.
    fn described(words: &str) -> Statement {
        let mut keywords = Map::new();
        let mut rest = words.trim();
        while !rest.is_empty() {
            let (assertions, behind) = assertion(rest);
            keywords.extend(assertions.into_iter().map(|(keyword, value)| (keyword.to_owned(), value)));
            rest = behind.strip_prefix(", ").unwrap_or(behind).trim();
        }
        if keywords.get("type") == Some(&json!("object")) {
            keywords.entry("additionalProperties").or_insert(json!(true));
        }
        Statement { keywords, ..Statement::default() }
    }

    /// The first assertion of a description, and what follows it.
    fn assertion(words: &str) -> (Vec<(&'static str, Value)>, &str) {
        for open in ["open (by default)", "open (additionalProperties: true, written)"] {
            if let Some(rest) = words.strip_prefix(open) {
                return (vec![("additionalProperties", json!(true))], rest);
            }
        }
        if let Some(rest) = words.strip_prefix("pattern `") {
            let (pattern, rest) = rest.split_once('`').expect("a pattern");
            return (vec![("pattern", json!(pattern))], rest);
        }
        if let Some(values) = words.strip_prefix("one of ") {
            let values: Vec<&str> = values.split(" | ").collect();
            return (vec![("enum", json!(values))], "");
        }
        if let Some(value) = words.strip_prefix("always ") {
            return (vec![("const", serde_json::from_str(value).expect("a value"))], "");
        }
        let (word, rest) = words.split_once(", ").unwrap_or((words, ""));
        let number = |text: &str| serde_json::from_str::<Value>(text).expect("a number");
        let bounds = [
            ("length ≥ ", "minLength"),
            ("length ≤ ", "maxLength"),
            ("items ≥ ", "minItems"),
            ("items ≤ ", "maxItems"),
            ("≥ ", "minimum"),
            ("≤ ", "maximum"),
            ("> ", "exclusiveMinimum"),
            ("< ", "exclusiveMaximum"),
        ];
        let bound =
            bounds.iter().find_map(|(prefix, keyword)| Some((*keyword, number(word.strip_prefix(prefix)?))));
        let assertions = match word {
            "anything" => vec![],
            "closed" => vec![("additionalProperties", json!(false))],
            "unique items" => vec![("uniqueItems", json!(true))],
            "string or null" => vec![("type", json!(["string", "null"]))],
            "string" | "integer" | "number" | "boolean" | "array" | "object" | "null" => {
                vec![("type", json!(word))]
            }
            _ => match word.strip_prefix("→ ") {
                Some(reference) => vec![("$ref", json!(reference))],
                None => vec![bound.unwrap_or_else(|| panic!("cannot read {word:?}"))],
            },
        };
        (assertions, rest)
    }
}
