//! A set of schema files, and how it becomes a [`Model`].

use std::{collections::HashMap, sync::Arc};

use crate::{
    Finding, Level, Model, Place, cycles,
    index::{Index, Origin},
    read,
    schema::Dialect,
    source::Source,
    uri,
};

/// How a set is read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Accept the dialect 2020-12 alone, and patterns of ECMA-262 alone.
    pub strict: bool,
    /// The dialect of files without `$schema`.
    pub default_dialect: Dialect,
    /// Where patterns with look-around and back-references are accepted; they have no translation then.
    pub backtracking: Backtracking,
    /// Accept references that lead back to themselves for one and the same value, with a warning. The specification
    /// leaves their meaning open; whoever follows references in place has to notice them.
    pub reference_loops: bool,
}

/// Where patterns are accepted that a linear-time engine cannot run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Backtracking {
    /// Nowhere.
    #[default]
    Nowhere,
    /// At these places: name of the file, JSON pointer of the pattern (or of the schema under a pattern property).
    At(Vec<(String, String)>),
    /// Everywhere.
    Everywhere,
}

impl Backtracking {
    pub(crate) fn allows(&self, place: &Place) -> bool {
        match self {
            Self::Nowhere => false,
            Self::At(places) => {
                places.iter().any(|(file, pointer)| *file == place.file && *pointer == place.pointer)
            }
            Self::Everywhere => true,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strict: false,
            default_dialect: Dialect::Draft202012,
            backtracking: Backtracking::Nowhere,
            reference_loops: false,
        }
    }
}

/// Schema files by name, with the URIs that they are known under.
///
/// ```
/// use contracts_model::SchemaSet;
///
/// let (model, findings) = SchemaSet::new()
///     .add("a.json", None, r#"{"$ref": "b.json#/$defs/id"}"#)
///     .add("b.json", None, r#"{"$defs": {"id": {"type": "string"}}}"#)
///     .resolve();
/// assert!(findings.is_empty());
/// assert_eq!(model.expect("no errors").documents().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SchemaSet {
    options: Options,
    inputs: Vec<Input>,
}

#[derive(Clone, Debug)]
struct Input {
    name: String,
    uri: Option<String>,
    text: String,
    origin: Origin,
}

impl SchemaSet {
    /// An empty set with the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty set.
    pub fn with_options(options: Options) -> Self {
        Self { options, inputs: Vec::new() }
    }

    /// Adds a file of the set.
    ///
    /// Its name stands in findings. Its URI is what relative references resolve against when it has no `$id`;
    /// without one, files refer to each other by the relative paths of their names.
    pub fn add(&mut self, name: impl Into<String>, uri: Option<&str>, text: impl Into<String>) -> &mut Self {
        self.push(name.into(), uri, text.into(), Origin::Member)
    }

    /// Adds a file that others may refer to by its URI or `$id`. It becomes part of the model, and its faults
    /// findings, only when something does.
    pub fn add_resource(&mut self, name: impl Into<String>, uri: &str, text: impl Into<String>) -> &mut Self {
        self.push(name.into(), Some(uri), text.into(), Origin::Resource)
    }

    fn push(&mut self, name: String, uri: Option<&str>, text: String, origin: Origin) -> &mut Self {
        self.inputs.push(Input { name, uri: uri.map(str::to_owned), text, origin });
        self
    }

    /// Reads all files, resolves all references among them and gives the model, unless there are errors.
    ///
    /// The findings stand in the order of the files and of the places in them. Nothing is ever fetched: a
    /// reference to what is not in the set is an error that names it. The public meta-schemas are part of every
    /// set.
    pub fn resolve(&self) -> (Option<Model>, Vec<Finding>) {
        let mut findings = Vec::new();
        let mut parsed: Vec<(Arc<Source>, String, Origin)> = Vec::new();
        let mut broken = false;
        let mut broken_resources = HashMap::new();
        for input in &self.inputs {
            let own_uri = match &input.uri {
                None => Some(uri::of_file(&input.name)),
                Some(text) => uri::normalize(text),
            };
            let Some(own_uri) = own_uri else {
                let given = input.uri.as_deref().unwrap_or_default();
                findings.push(
                    Finding::new(
                        "invalid-uri",
                        Level::Error,
                        Place::file(&input.name),
                        format!("the file was added under {given:?}, which is not an absolute URI"),
                    )
                    .with_help("give a URI with a scheme, such as https://example.com/name.json"),
                );
                continue;
            };
            match Source::parse(&input.name, &input.text) {
                Ok(source) => parsed.push((Arc::new(source), own_uri, input.origin)),
                Err(errors) if input.origin == Origin::Member => {
                    broken = true;
                    findings.extend(errors);
                }
                // A resource that nobody needs may be anything.
                Err(errors) => {
                    broken_resources.insert(own_uri, errors);
                }
            }
        }

        let mut index = Index::new(&self.options, parsed, broken, broken_resources);
        index.load_members();
        let schemas = read::read_all(&mut index);
        let (model, found) = index.finish(schemas);
        findings.extend(found);
        let mut loops = cycles::find(&model);
        if self.options.reference_loops {
            for finding in &mut loops {
                finding.level = Level::Warning;
            }
        }
        findings.extend(loops);
        model.sort_findings(&self.file_order(), &mut findings);

        let failed = findings.iter().any(|finding| finding.level == Level::Error);
        ((!failed).then_some(model), findings)
    }

    fn file_order(&self) -> Vec<&str> {
        self.inputs.iter().map(|input| input.name.as_str()).collect()
    }
}
