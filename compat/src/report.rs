//! What a comparison found, as a value. It serializes to the JSON that `contracts compat --format json` prints, and its
//! JSON Schema is [`json_schema`].

use contracts_model::Place;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::decision;

/// The answer about documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every document that was valid is valid, and that was proved.
    #[default]
    Compatible,
    /// Nothing was proved.
    Undecided,
    /// A document that was valid is refused: the witness.
    Breaking,
}

/// Whose documents are held against whose schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Old documents against the new schema: new readers read old data.
    Backward,
    /// New documents against the old schema: old readers read new data.
    Forward,
}

/// What a finding means for the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// It breaks documents.
    Breaking,
    /// It changes the contract, whether or not a document shows it.
    Contract,
    /// Nothing is proved about it: a person has to look.
    Undecided,
    /// It breaks only documents with members or items that were not declared, and `--assume declared-only` says that
    /// nobody writes those.
    Undeclared,
    /// It adds values that old readers do not know, and the manifest says that they decode tolerantly.
    Tolerated,
    /// It breaks no document.
    Compatible,
    /// It changes words for people.
    Annotation,
    /// A version in the manifest did not rise as it must.
    Version,
    /// An approval in the manifest approves nothing.
    Approval,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It fails nothing.
    Note,
    /// It should be looked at.
    Warning,
    /// It fails the run.
    Error,
}

/// A place in a file of one of the versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Location {
    /// The file, as the version names it.
    pub file: String,
    /// 1-based line; 0 when the place has none.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// JSON pointer of the value there.
    pub pointer: String,
    /// Byte range of the value in the text.
    #[serde(skip)]
    pub span: (usize, usize),
}

/// One reason why a document is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusal {
    /// The value that is refused, as a JSON pointer into the document.
    pub at: String,
    /// The keyword that refuses it.
    pub keyword: String,
    /// Where the keyword stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    /// The same in words, from the validator.
    pub message: String,
}

/// One change, or one thing about the set, and what it means.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// Id of the rule; `contracts explain RULE` says more.
    pub rule: String,
    /// What it means for the result.
    pub class: Class,
    /// How much it matters.
    pub severity: Severity,
    /// The schema, as its path inside the set.
    pub schema: String,
    /// What changed, as a JSON pointer into the new file, or into the old one for what is gone. Approvals name it.
    pub at: String,
    /// What changed, in words.
    pub message: String,
    /// What to do instead.
    pub help: String,
    /// Where it stood; the nearest enclosing place for what is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Location>,
    /// Where it stands; the nearest enclosing place for what is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<Location>,
    /// A document that this change alone makes invalid: one version accepts it, the other refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// Why the witness is refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusal>,
    /// The reason of the approval, where the manifest approves the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved: Option<String>,
    /// Whether the change is made since the second baseline, and not already there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub introduced: Option<bool>,
}

/// The answer in one direction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct DirectionReport {
    /// The worst verdict of all schemas.
    pub verdict: Verdict,
    /// A document that one version accepts and the other refuses, of the first schema that breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// Why it is refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusal>,
    /// What stood in the way, where the verdict is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The changes, in the order of the schemas and of the places in them.
    pub findings: Vec<Finding>,
}

/// What became of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It says the same.
    Unchanged,
    /// It changed.
    Changed,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It stands in another file.
    Renamed,
    /// It could not be compared.
    Unreadable,
}

/// The answer about one schema in one direction.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SchemaVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// A document that one version accepts and the other refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// Why it is refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusal>,
    /// What stood in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// One schema of the set.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SchemaReport {
    /// Its path inside the set; the old one when it is gone.
    pub path: String,
    /// Its `$id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What became of it.
    pub status: Status,
    /// Who reads or writes its documents, from the manifest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub consumers: Vec<String>,
    /// Its version in the old manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_version: Option<u32>,
    /// Its version in the new manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_version: Option<u32>,
    /// Old documents against the new schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backward: Option<SchemaVerdict>,
    /// New documents against the old schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<SchemaVerdict>,
}

/// A step of a semantic version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// No step.
    #[default]
    None,
    /// For words alone.
    Patch,
    /// For additions.
    Minor,
    /// For what may break somebody.
    Major,
}

/// The version of the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VersionReport {
    /// The version in the old manifest.
    pub old: String,
    /// The version in the new manifest.
    pub new: String,
    /// The step that the changes need.
    pub needed: Step,
    /// The step that was made.
    pub made: Step,
    /// The lowest version that is high enough.
    pub at_least: String,
    /// Whether the step that was made is enough.
    pub enough: bool,
}

/// Something that kept a file from being compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// The version that the file belongs to.
    pub version: String,
    /// Where it is.
    pub place: Location,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Report of contracts compat")]
pub struct Report {
    /// The worst verdict of the directions that were asked about.
    pub verdict: Verdict,
    /// The exit status: 0 nothing wrong, 1 breaking or a contract rule, 2 undecided, 3 something could not be compared.
    pub exit: u8,
    /// What the old version is.
    pub old: String,
    /// What the new version is.
    pub new: String,
    /// The second baseline, which says what is introduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether `--assume declared-only` was given.
    pub assume_declared_only: bool,
    /// Old documents against the new schemas, when it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backward: Option<DirectionReport>,
    /// New documents against the old schemas, when it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<DirectionReport>,
    /// The schemas, by path.
    pub schemas: Vec<SchemaReport>,
    /// The version of the set, when both versions have a manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<VersionReport>,
    /// Findings about versions and approvals.
    pub findings: Vec<Finding>,
    /// What could not be compared.
    pub problems: Vec<Problem>,
    /// Things worth knowing about the comparison itself.
    pub notes: Vec<String>,
}

/// The JSON Schema of a [`Report`] (2020-12).
pub fn json_schema() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Report>().to_value();
    if let Some(members) = schema.as_object_mut() {
        members.insert("$id".to_owned(), "https://caveman.so/schemas/contracts-compat-report.schema.json".into());
    }
    schema
}

impl From<&Place> for Location {
    fn from(place: &Place) -> Self {
        Self {
            file: place.file.clone(),
            line: place.line,
            column: place.column,
            pointer: place.pointer.clone(),
            span: place.span,
        }
    }
}

impl From<&Location> for Place {
    fn from(location: &Location) -> Self {
        Self {
            file: location.file.clone(),
            line: location.line,
            column: location.column,
            pointer: location.pointer.clone(),
            span: location.span,
        }
    }
}

impl From<&decision::Refusal> for Refusal {
    fn from(refusal: &decision::Refusal) -> Self {
        Self {
            at: refusal.instance_pointer.clone(),
            keyword: refusal.keyword.clone(),
            place: refusal.place.as_ref().map(Location::from),
            message: refusal.message.clone(),
        }
    }
}

impl Verdict {
    /// The word that reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Undecided => "undecided",
            Self::Breaking => "breaking",
        }
    }
}

impl Direction {
    /// The word that reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Backward => "backward",
            Self::Forward => "forward",
        }
    }
}

impl Step {
    /// The word that reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl Finding {
    /// What makes the finding the same one in another comparison.
    pub fn key(&self) -> (&str, &str, &str) {
        (&self.schema, &self.rule, &self.at)
    }
}

impl Report {
    /// The directions that were asked about.
    pub fn directions(&self) -> impl Iterator<Item = (Direction, &DirectionReport)> {
        let backward = self.backward.iter().map(|report| (Direction::Backward, report));
        let forward = self.forward.iter().map(|report| (Direction::Forward, report));
        backward.chain(forward)
    }

    /// All findings: those of the directions, then those about versions and approvals.
    pub fn all_findings(&self) -> impl Iterator<Item = &Finding> {
        let directions = [&self.backward, &self.forward].into_iter().flatten();
        directions.flat_map(|direction| &direction.findings).chain(&self.findings)
    }
}
