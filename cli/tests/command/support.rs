//! Folders to run the command in, and what comes out.

use std::{
    fs,
    path::{Path, PathBuf},
};

use contracts_cli::{Console, ExitStatus};
use serde_json::Value;
use tempfile::TempDir;

/// A folder that is gone after the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A folder with files: pairs of path and text.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    /// A copy of the set of this repository, with its fixtures.
    pub(crate) fn of_repository() -> Self {
        let folder = Self::new();
        for name in ["schemas", "fixtures"] {
            copy(&repository().join(name), &folder.path().join(name));
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn join(&self, path: &str) -> String {
        self.path().join(path).to_str().expect("a UTF-8 path").to_owned()
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("the file is there")
    }

    /// Replaces a text that must stand in the file exactly once.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {path}");
        self.write(path, text.replacen(from, to, 1));
    }

    /// Runs the command; `@` at the start of an argument is this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        let root = self.join("");
        let arguments = arguments.iter().map(|argument| argument.replacen('@', &root, 1));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console::plain(&mut out, &mut err);
        let status = contracts_cli::run(["contracts".to_owned()].into_iter().chain(arguments), &mut console);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").replace(&root, "@");
        Outcome { status, out: text(out), err: text(err) }
    }
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace").to_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("the folder is there") {
        let entry = entry.expect("the folder can be read");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("the type is known").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the file can be copied");
        }
    }
}

/// What a run gave; the folder is `@` in its texts.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: ExitStatus,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Outcome {
    /// The findings of a run with `--format json`.
    pub(crate) fn findings(&self) -> Vec<Value> {
        let report: Value = serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        report["findings"].as_array().expect("an array of findings").clone()
    }

    /// `rule file:line pointer` of every finding of a run with `--format json`.
    pub(crate) fn places(&self) -> Vec<String> {
        let text = |finding: &Value, name: &str| finding[name].as_str().expect("a string").to_owned();
        self.findings()
            .iter()
            .map(|finding| {
                let (rule, file, pointer) =
                    (text(finding, "rule"), text(finding, "file"), text(finding, "pointer"));
                format!("{rule} {file}:{} {pointer}", finding["line"]).trim_end().to_owned()
            })
            .collect()
    }
}

/// The manifest of [`SET`].
pub(crate) const MANIFEST: &str = r#"[set]
name = "shop"
version = "1.0.0"
fixtures = "../fixtures"

[schemas."order.schema.json"]
version = 1

[schemas."rates.schema.json"]
version = 1

[[record_sets]]
name = "orders"
schema = "order.schema.json"
files = "../fixtures/order/records"
equal = ["/currency"]
distinct = ["/id"]
const = { "/open" = true }
exactly_once = { "/kind" = ["first", "second"] }
listed_in = { "/rate" = "rates.json#/rates/*/name" }
note = "the orders agree; nobody has paid"

[[advice]]
schema = "order.schema.json"
advice = "advice/order.schema.json"
message = "an order without lines is hardly an order"
"#;

/// A set with one of everything, in which nothing is wrong.
pub(crate) const SET: &[(&str, &str)] = &[
    ("schemas/contracts.toml", MANIFEST),
    (
        "schemas/order.schema.json",
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/order.schema.json",
  "title": "Order",
  "description": "An order of the shop.",
  "type": "object",
  "properties": {
    "id": { "type": "string", "minLength": 1 },
    "currency": { "type": "string", "pattern": "^[A-Z]{3}$" },
    "open": { "type": "boolean" },
    "kind": { "type": "string" },
    "rate": { "type": "string" },
    "lines": { "type": "integer", "minimum": 0, "maximum": 99 }
  },
  "required": ["id", "currency"],
  "additionalProperties": false
}
"#,
    ),
    (
        "schemas/rates.schema.json",
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/rates.schema.json",
  "title": "Rates",
  "description": "The tax rates that orders name.",
  "type": "object",
  "properties": {
    "rates": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
        "additionalProperties": false
      }
    }
  },
  "required": ["rates"],
  "additionalProperties": false
}
"#,
    ),
    (
        "schemas/advice/order.schema.json",
        r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/advice/order.schema.json",
  "title": "Order with lines",
  "description": "An order that has a line.",
  "type": "object",
  "properties": { "lines": { "type": "integer", "minimum": 1, "maximum": 99 } },
  "additionalProperties": true
}
"#,
    ),
    ("schemas/rates.json", "{\"rates\": [{\"name\": \"full\"}, {\"name\": \"reduced\"}]}\n"),
    ("fixtures/README.md", "# Fixtures\n"),
    ("fixtures/order/valid/small.json", "{\"id\": \"a\", \"currency\": \"EUR\"}\n"),
    (
        "fixtures/order/invalid/no-currency.json",
        r#"{
  "why": "Every order has a currency.",
  "pointer": "",
  "keyword": "required",
  "document": { "id": "a" }
}
"#,
    ),
    ("fixtures/rates/valid/none.json", "{\"rates\": []}\n"),
    (
        "fixtures/rates/invalid/number.json",
        r#"{ "why": "Names are texts.", "pointer": "/rates/0/name", "keyword": "type",
  "document": { "rates": [{ "name": 1 }] } }
"#,
    ),
    (
        "fixtures/order/records/first.json",
        r#"{ "id": "a", "currency": "EUR", "open": true, "kind": "first", "rate": "full" }
"#,
    ),
    (
        "fixtures/order/records/second.json",
        r#"{ "id": "b", "currency": "EUR", "open": true, "kind": "second" }
"#,
    ),
];
