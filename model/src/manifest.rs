//! The manifest of a set, `contracts.toml`: what the schemas themselves cannot say.
//!
//! ```toml
//! [set]
//! name = "orders"
//! version = "1.4.0"            # semantic version of the set
//! fixtures = "../fixtures"     # optional: one folder of documents per schema
//!
//! [schemas."order.schema.json"]        # relative to the manifest; every schema of the folder is listed
//! version = 3                          # from 1; what a service reports as the version of this schema
//! type = "Order"                       # optional: Rust name of the root type
//! module = "order"                     # optional: Rust name of the module
//! consumers = ["checkout"]             # optional
//! role = "request"                     # optional: request, response or stored
//! readers = "tolerant"                 # optional: strict or tolerant, how readers decode fail-closed enums
//! numbers = "default"                  # optional: default (u64, i64 or f64) or exact (any size and digit)
//! formats = "annotation"               # optional: annotation, or assert: a text not of its `format` is refused
//! names = { "/properties/limits" = "Limits" }   # optional: Rust names by JSON pointer
//! derived = ["/properties/total"]      # optional: members that are computed, so no public builder takes them
//!
//! [[fail_closed]]                      # an enum whose unknown values are kept and act as the safe one
//! schema = "order.schema.json"
//! at = "/properties/mode"
//! safe = "manual"                      # optional: without it nothing is safe
//! reason = "…"                         # optional
//!
//! [[record_sets]]                      # documents that are checked together
//! name = "regions"
//! schema = "region.schema.json"
//! files = "../fixtures/region/records"
//! equal = ["/currency"]                # all optional: equal in all records, different in all,
//! distinct = ["/id"]
//! const = { "/open" = true }           # one value in all,
//! exactly_once = { "/kind" = ["eu", "us"] }              # each value in one record,
//! listed_in = { "/tax" = "taxes.json#/entries/*/code" }  # one of the values in a file
//! note = "…"
//!
//! [[advice]]                           # a schema whose violation is a warning
//! schema = "order.schema.json"
//! advice = "advice/order.schema.json"
//! message = "…"
//!
//! [[allow]]                            # a finding that is meant to be there
//! rule = "implicit-openness"
//! schema = "order.schema.json"
//! at = "/properties/labels"
//! reason = "…"
//!
//! [[approve]]                          # a change that is meant to break
//! rule = "enum-narrowed"
//! schema = "order.schema.json"
//! at = "/properties/state"             # the schema or property that changes, in the old file when it is gone
//! version = "1.5.0"                    # the version of the set that it is approved for
//! reason = "…"
//! ```

mod check;
mod modes;
mod raw;

pub use modes::Modes;

use crate::{Finding, Place, set::Backtracking, value::Value};

/// A manifest whose form is right. [`Manifest::check`] holds it against the schemas.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The name that it was parsed under; paths in it are relative to its folder.
    pub file: String,
    /// Name of the set.
    pub name: String,
    /// Semantic version of the set.
    pub version: semver::Version,
    /// Where the manifest gives it.
    pub version_place: Place,
    /// Folder with one folder of documents per schema.
    pub fixtures: Option<String>,
    /// The schemas in the order of the manifest.
    pub schemas: Vec<SchemaEntry>,
    /// Enums whose unknown values are kept and act as the safe one.
    pub fail_closed: Vec<FailClosed>,
    /// Documents that are checked together.
    pub record_sets: Vec<RecordSet>,
    /// Schemas whose violation is a warning.
    pub advice: Vec<Advice>,
    /// Findings that are meant to be there.
    pub allow: Vec<Allow>,
    /// Changes from the last version that are meant to break.
    pub approvals: Vec<Approval>,
}

/// What the manifest says about one schema.
#[derive(Clone, Debug)]
pub struct SchemaEntry {
    /// Path of the schema, relative to the manifest.
    pub path: String,
    /// Version of the schema, from 1.
    pub version: u32,
    /// Rust name of the root type.
    pub type_name: Option<Named>,
    /// Rust name of the module.
    pub module: Option<Named>,
    /// The services that read or write such documents.
    pub consumers: Vec<String>,
    /// What the documents are.
    pub role: Option<Role>,
    /// How readers decode fail-closed enums.
    pub readers: Readers,
    /// How numbers are held.
    pub numbers: NumberMode,
    /// Whether `format` is asserted.
    pub formats: FormatMode,
    /// Rust names of types by the JSON pointer of their schema, in the order of the manifest.
    pub names: Vec<(String, Named)>,
    /// JSON pointers of members that are derived from others: the type that has one gets no public builder.
    pub derived: Vec<(String, Place)>,
    /// Where the manifest names the schema.
    pub place: Place,
}

/// A Rust name and where the manifest gives it.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its place in the manifest.
    pub place: Place,
}

/// What the documents of a schema are, which decides in which direction it may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Sent to a service.
    Request,
    /// Sent by a service.
    Response,
    /// Written and read later.
    Stored,
}

/// How readers decode fail-closed enums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// They refuse values that they do not know.
    #[default]
    Strict,
    /// They keep the text, and act on the safe value.
    Tolerant,
}

/// How numbers are held in generated types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberMode {
    /// `u64` and `i64` exactly, otherwise the nearest `f64`.
    #[default]
    Default,
    /// Any size and digit.
    Exact,
}

/// Whether `format` is asserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormatMode {
    /// It is an annotation, as JSON Schema has it by default.
    #[default]
    Annotation,
    /// It is an assertion.
    Assert,
}

/// An enum whose unknown values are kept and act as the safe one.
#[derive(Clone, Debug)]
pub struct FailClosed {
    /// Path of the schema, relative to the manifest.
    pub schema: String,
    /// JSON pointer of the enum.
    pub at: String,
    /// The value that an unknown one acts as; without it nothing is safe.
    pub safe: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// Where the manifest names the enum.
    pub place: Place,
}

/// Documents that are checked together.
#[derive(Clone, Debug)]
pub struct RecordSet {
    /// Name of the record set.
    pub name: String,
    /// Path of their schema, relative to the manifest.
    pub schema: String,
    /// Folder of the documents, relative to the manifest.
    pub files: String,
    /// Pointers of values that are equal in all documents.
    pub equal: Vec<String>,
    /// Pointers of values that differ between any two documents.
    pub distinct: Vec<String>,
    /// Pointers with the value that stands there in all documents.
    pub constants: Vec<(String, Value)>,
    /// Pointers with the values of which each stands in exactly one document, and no others.
    pub exactly_once: Vec<(String, Vec<Value>)>,
    /// Pointers with the place that lists the allowed values: a file, `#`, a pointer in which `*` is any token.
    pub listed_in: Vec<(String, String)>,
    /// What the check means, for its report.
    pub note: Option<String>,
    /// Where the manifest names the record set.
    pub place: Place,
}

/// A schema whose violation is a warning.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Path of the schema of the documents, relative to the manifest.
    pub schema: String,
    /// Path of the schema that they should match too, relative to the manifest.
    pub advice: String,
    /// What it means when they do not.
    pub message: String,
    /// Where the manifest names the advice.
    pub place: Place,
}

/// A finding that is meant to be there.
#[derive(Clone, Debug)]
pub struct Allow {
    /// Id of the rule.
    pub rule: String,
    /// Path of the schema, relative to the manifest.
    pub schema: String,
    /// JSON pointer of the place.
    pub at: String,
    /// Why.
    pub reason: String,
    /// Where the manifest names the rule.
    pub place: Place,
}

/// A change from the last version that is meant to break.
#[derive(Clone, Debug)]
pub struct Approval {
    /// Id of the rule that names the change.
    pub rule: String,
    /// Path of the schema, relative to the manifest.
    pub schema: String,
    /// JSON pointer of what changes.
    pub at: String,
    /// The version of the set that the change is approved for.
    pub version: semver::Version,
    /// Why.
    pub reason: String,
    /// Where the manifest names the rule.
    pub place: Place,
}

impl Manifest {
    /// Parses the text of a manifest. `file` is its path as the schemas of the set spell theirs: it is the name in
    /// findings, and what the paths in the manifest are relative to.
    ///
    /// # Errors
    ///
    /// `manifest-syntax` for the first fault of form, otherwise all faults of values.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Finding>> {
        raw::parse(file, text)
    }

    /// The path of a file that the manifest names, as the files of the set are named.
    pub fn resolve_path(&self, path: &str) -> String {
        let folder = self.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = Vec::new();
        for part in folder.split('/').chain(path.split('/')) {
            match part {
                "" | "." => {}
                ".." if parts.last().is_some_and(|last| *last != "..") => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        let root = if self.file.starts_with('/') { "/" } else { "" };
        format!("{root}{}", parts.join("/"))
    }

    /// What the manifest says about a schema file, by the name of the file in the set.
    pub fn schema(&self, document: &str) -> Option<&SchemaEntry> {
        self.schemas.iter().find(|entry| self.resolve_path(&entry.path) == document)
    }

    /// Where patterns that need backtracking are allowed, for [`crate::Options`].
    pub fn backtracking(&self) -> Backtracking {
        let entries = self.allow.iter().filter(|allow| allow.rule == "non-linear-pattern");
        Backtracking::At(entries.map(|allow| (self.resolve_path(&allow.schema), allow.at.clone())).collect())
    }
}
