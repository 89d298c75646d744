//! The first pass over the files: finds every schema, its resource, its dialect and its anchors, and answers what a
//! URI or a pointer leads to. The second pass, [`crate::read`], reads the keywords.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::{
    Finding, Level, Model, Place,
    dialect::Vocabularies,
    keyword::{self, Form, Keyword},
    lookup::Lookup,
    pattern::{Pattern, PatternError},
    schema::{Dialect, Document, Resource, ResourceId, Schema, SchemaId},
    set::Options,
    source::{Node, Object, Source, join_token},
    uri::{self, Uri},
};

/// The most findings that get a "did you mean".
const MOST_SUGGESTIONS: usize = 20;

/// Why a file is part of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was added to the set.
    Member,
    /// Something refers to it, and it was offered for that.
    Resource,
    /// Something refers to it, and it is a public meta-schema.
    MetaSchema,
}

/// A schema that the first pass found.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) document: usize,
    pub(crate) pointer: String,
    pub(crate) span: (usize, usize),
    pub(crate) parent: Option<SchemaId>,
    pub(crate) resource: ResourceId,
}

/// How a resource is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) dialect: Dialect,
    pub(crate) vocabularies: Vocabularies,
}

impl Settings {
    fn standard(dialect: Dialect) -> Self {
        Self { dialect, vocabularies: Vocabularies::STANDARD }
    }

    /// The keyword of that name, unless the dialect lacks it or its vocabulary is off.
    pub(crate) fn keyword(self, name: &str) -> Option<&'static Keyword> {
        keyword::find(self.dialect, name).filter(|keyword| self.vocabularies.contains(keyword.vocabulary))
    }
}

pub(crate) struct File {
    pub(crate) source: Arc<Source>,
    pub(crate) uri: Uri,
    pub(crate) origin: Origin,
    pub(crate) document: Option<usize>,
}

/// What the first pass knows.
pub(crate) struct Index<'o> {
    pub(crate) options: &'o Options,
    pub(crate) entries: Vec<Entry>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) files: Vec<File>,
    /// Files by the URI they were added under and by the `$id` of their root.
    pub(crate) available: HashMap<Uri, usize>,
    /// File and root schema of each document.
    documents: Vec<(usize, Option<SchemaId>)>,
    resources: Vec<(Resource, Settings)>,
    pub(crate) lookup: Lookup,
    dialects: HashMap<String, Settings>,
    patterns: HashMap<String, (Pattern, Option<PatternError>)>,
    /// Whether a file could not be parsed, so that what is missing may be in it.
    pub(crate) broken: bool,
    /// What is wrong with resources that could not be parsed, by their URI, until something refers to them.
    pub(crate) broken_resources: HashMap<Uri, Vec<Finding>>,
    pub(crate) suggestions_left: usize,
}

/// A place that waits to be looked at.
pub(crate) struct Waiting<'n> {
    pub(crate) node: &'n Node,
    pub(crate) pointer: String,
    pub(crate) parent: Option<SchemaId>,
    pub(crate) resource: Option<ResourceId>,
}

impl<'o> Index<'o> {
    pub(crate) fn new(
        options: &'o Options,
        parsed: Vec<(Arc<Source>, Uri, Origin)>,
        broken: bool,
        broken_resources: HashMap<Uri, Vec<Finding>>,
    ) -> Self {
        let files: Vec<File> =
            parsed.into_iter().map(|(source, uri, origin)| File { source, uri, origin, document: None }).collect();
        let mut available = HashMap::new();
        for (number, file) in files.iter().enumerate() {
            available.entry(file.uri.clone()).or_insert(number);
        }
        for (number, file) in files.iter().enumerate() {
            let id = ["$id", "id"].into_iter().find_map(|name| file.source.root().get(name)?.as_str());
            let id = id.and_then(|id| uri::resolve(&file.uri, uri::split_fragment(id).0));
            if let Some(id) = id {
                available.entry(id).or_insert(number);
            }
        }
        Self {
            options,
            entries: Vec::new(),
            findings: Vec::new(),
            files,
            available,
            documents: Vec::new(),
            resources: Vec::new(),
            lookup: Lookup::default(),
            dialects: HashMap::new(),
            patterns: HashMap::new(),
            broken,
            broken_resources,
            suggestions_left: MOST_SUGGESTIONS,
        }
    }

    /// Finds the schemas of all members of the set.
    pub(crate) fn load_members(&mut self) {
        for number in 0..self.files.len() {
            if self.files[number].origin == Origin::Member {
                self.load(number);
            }
        }
    }

    /// Finds the schemas of a file, unless that was done before.
    pub(crate) fn load(&mut self, number: usize) {
        if self.files[number].document.is_some() {
            return;
        }
        let document = self.documents.len();
        self.files[number].document = Some(document);
        self.documents.push((number, None));
        self.lookup.pointers.push(HashMap::new());
        let source = Arc::clone(&self.files[number].source);
        let root = Waiting { node: source.root(), pointer: String::new(), parent: None, resource: None };
        self.documents[document].1 = self.visit(document, &source, root, false);
    }

    pub(crate) fn source(&self, document: usize) -> &Arc<Source> {
        &self.files[self.documents[document].0].source
    }

    pub(crate) fn settings(&self, resource: ResourceId) -> Settings {
        self.resources[resource.0 as usize].1
    }

    pub(crate) fn resource(&self, resource: ResourceId) -> &Resource {
        &self.resources[resource.0 as usize].0
    }

    pub(crate) fn place(&self, document: usize, span: (usize, usize), pointer: impl Into<String>) -> Place {
        self.source(document).place(span, pointer)
    }

    pub(crate) fn report(
        &mut self,
        rule: &'static str,
        document: usize,
        node: &Node,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Finding {
        let place = self.place(document, node.span, pointer);
        self.findings.push(Finding::new(rule, Level::Error, place, message));
        self.findings.last_mut().expect("just pushed")
    }

    /// The schema at a pointer of a document, when one was found there.
    pub(crate) fn schema_at(&self, document: usize, pointer: &str) -> Option<SchemaId> {
        self.lookup.pointers[document].get(pointer).copied()
    }

    /// Reads a pattern; equal patterns are read once.
    pub(crate) fn pattern(&mut self, source: &str) -> (Pattern, Option<PatternError>) {
        if let Some(known) = self.patterns.get(source) {
            return known.clone();
        }
        let read = Pattern::new(source);
        self.patterns.insert(source.to_owned(), read.clone());
        read
    }

    /// Finds a schema and all schemas in it, outer ones first, in the order of the text.
    ///
    /// `lazy` marks a place of no schemas that a pointer leads to.
    pub(crate) fn visit(
        &mut self,
        document: usize,
        source: &Source,
        first: Waiting<'_>,
        lazy: bool,
    ) -> Option<SchemaId> {
        let mut root = None;
        let mut stack = vec![first];
        while let Some(waiting) = stack.pop() {
            if let Some(known) = self.schema_at(document, &waiting.pointer) {
                root.get_or_insert(known);
                continue;
            }
            let start = stack.len();
            if let Some(id) = self.visit_one(document, source, waiting, lazy, &mut stack) {
                root.get_or_insert(id);
            }
            stack[start..].reverse();
        }
        root
    }

    fn visit_one<'n>(
        &mut self,
        document: usize,
        source: &Source,
        waiting: Waiting<'n>,
        lazy: bool,
        stack: &mut Vec<Waiting<'n>>,
    ) -> Option<SchemaId> {
        let Waiting { node, pointer, parent, resource } = waiting;
        let id = SchemaId(u32::try_from(self.entries.len()).expect("fewer than 2^32 schemas"));
        let resource = self.enter_resource(document, node, &pointer, id, resource, lazy);
        let settings = self.settings(resource);
        let object = match (node.as_object(), node.as_bool()) {
            (Some(object), _) => Some(object),
            (None, Some(_)) if settings.dialect > Dialect::Draft4 || allows_boolean_in_draft4(&pointer) => None,
            (None, Some(_)) => {
                self.report(
                    "invalid-keyword-value",
                    document,
                    node,
                    pointer,
                    "a schema of draft-04 must be an object, found a boolean",
                );
                return None;
            }
            (None, None) => {
                let message = format!("a schema must be an object or a boolean, found {}", node.kind());
                let finding = self.report("invalid-keyword-value", document, node, pointer.clone(), message);
                if node.as_array().is_some() && pointer.ends_with("/items") {
                    finding.help = Some(
                        "an array here is the form of older drafts; 2020-12 writes it as `prefixItems`, and \
                         `additionalItems` as `items`"
                            .into(),
                    );
                }
                return None;
            }
        };
        self.entries.push(Entry { document, pointer: pointer.clone(), span: node.span, parent, resource });
        self.lookup.pointers[document].insert(pointer.clone(), id);
        if let Some(object) = object {
            let only_definitions = has_lone_ref(settings, object);
            if !only_definitions {
                self.find_anchors(document, source, object, &pointer, id, resource);
            }
            for member in object.members() {
                let Some(keyword) = settings.keyword(&member.name) else { continue };
                if only_definitions && keyword.name != "definitions" {
                    continue;
                }
                for (node, pointer) in subschemas(keyword.form, &member.value, &join_token(&pointer, &member.name))
                {
                    stack.push(Waiting { node, pointer, parent: Some(id), resource: Some(resource) });
                }
            }
        }
        Some(id)
    }

    /// The resource that a schema belongs to; a new one when the schema is the root of one.
    fn enter_resource(
        &mut self,
        document: usize,
        node: &Node,
        pointer: &str,
        id: SchemaId,
        outer: Option<ResourceId>,
        lazy: bool,
    ) -> ResourceId {
        let object = node.as_object();
        let file = &self.files[self.documents[document].0];
        let (base, inherited) = match outer {
            Some(outer) => (self.resource(outer).uri.clone(), self.settings(outer)),
            None => (file.uri.clone(), Settings::standard(self.options.default_dialect)),
        };
        let own = object.and_then(|object| {
            let member = object.get("$schema")?;
            let uri = member.value.as_str()?;
            // Below the root of a file, only a schema with an identifier may choose its dialect.
            let has_id =
                object.get("$id").or_else(|| object.get("id")).is_some_and(|id| id.value.as_str().is_some());
            (outer.is_none() || has_id).then_some((member, uri))
        });
        let settings = match own {
            Some((member, uri)) => {
                let pointer = join_token(pointer, "$schema");
                self.dialect(uri, &base, document, &member.value, &pointer).unwrap_or(inherited)
            }
            None => inherited,
        };
        let identifier = object.and_then(|object| {
            let member = object.get(settings.dialect.id_keyword())?;
            let ignored = outer.is_some() && has_lone_ref(settings, object);
            (!ignored).then_some((member, member.value.as_str()?))
        });
        let (part, fragment) = identifier.map_or(("", ""), |(_, text)| uri::split_fragment(text));
        let uri = if part.is_empty() { Some(base.clone()) } else { uri::resolve(&base, part) };
        let Some(uri) = uri else {
            let (member, text) = identifier.expect("an empty identifier resolves");
            let message = format!("{text:?} does not resolve to a URI against {base:?}");
            self.report(
                "invalid-keyword-value",
                document,
                &member.value,
                join_token(pointer, &member.name),
                message,
            );
            return outer.unwrap_or_else(|| self.create(base, false, settings, id));
        };
        if let Some((member, text)) = identifier
            && !fragment.is_empty()
            && settings.dialect >= Dialect::Draft201909
        {
            let pointer = join_token(pointer, &member.name);
            self.report("invalid-keyword-value", document, &member.value, pointer, {
                format!("`$id` must not have a fragment, found {text:?}")
            })
            .help = Some("name the place with `$anchor`".into());
        }
        let resource = match outer {
            Some(outer) if uri == base => outer,
            _ => {
                let resource = self.create(uri.clone(), !part.is_empty(), settings, id);
                let span = identifier.map_or(node.span, |(member, _)| member.value.span);
                self.register(resource, uri, document, span, pointer, lazy);
                if outer.is_none() && !part.is_empty() {
                    self.lookup.by_uri.entry(base).or_insert(resource);
                }
                resource
            }
        };
        // Up to draft-07 an identifier that is a fragment is an anchor.
        if let Some((member, _)) = identifier
            && !fragment.is_empty()
            && !fragment.starts_with('/')
            && settings.dialect <= Dialect::Draft7
        {
            self.add_anchor(resource, fragment, id, document, member.value.span, pointer);
        }
        resource
    }

    fn create(&mut self, uri: Uri, declared: bool, settings: Settings, root: SchemaId) -> ResourceId {
        let id = ResourceId(u32::try_from(self.resources.len()).expect("fewer than 2^32 resources"));
        let Settings { dialect, vocabularies } = settings;
        let resource = Resource { uri, declared, dialect, vocabularies, root, dynamic_anchors: Vec::new() };
        self.resources.push((resource, settings));
        id
    }

    fn register(
        &mut self,
        resource: ResourceId,
        uri: Uri,
        document: usize,
        span: (usize, usize),
        pointer: &str,
        lazy: bool,
    ) {
        let place = self.place(document, span, pointer);
        match self.lookup.by_uri.get(&uri) {
            // What a pointer found in a place of no schemas may repeat an identifier: it is not one there.
            Some(_) if lazy => {}
            Some(known) => {
                let first = self.lookup.identifiers.get(known).cloned();
                let mut finding = Finding::new(
                    "duplicate-id",
                    Level::Error,
                    place,
                    format!("the URI {uri:?} already names another schema"),
                )
                .with_help("give each schema a `$id` of its own");
                if let Some(first) = first {
                    finding = finding.with_related(first, "first declared here");
                }
                self.findings.push(finding);
            }
            None => {
                self.lookup.identifiers.insert(resource, place);
                self.lookup.by_uri.insert(uri, resource);
            }
        }
    }

    fn find_anchors(
        &mut self,
        document: usize,
        source: &Source,
        object: &Object,
        pointer: &str,
        id: SchemaId,
        resource: ResourceId,
    ) {
        let settings = self.settings(resource);
        let mut names: Vec<&str> = Vec::new();
        for keyword in ["$anchor", "$dynamicAnchor"] {
            let Some(member) = object.get(keyword).filter(|_| settings.keyword(keyword).is_some()) else {
                continue;
            };
            let Some(name) = member.value.as_str() else { continue };
            if !is_anchor(name) {
                let place = source.place(member.value.span, join_token(pointer, keyword));
                self.findings.push(
                    Finding::new(
                        "invalid-keyword-value",
                        Level::Error,
                        place,
                        format!("{name:?} is not a name for an anchor"),
                    )
                    .with_help("start with a letter or `_`; go on with letters, digits, `-`, `_` and `.`"),
                );
                continue;
            }
            if keyword == "$dynamicAnchor" {
                self.resources[resource.0 as usize].0.dynamic_anchors.push((name.to_owned(), id));
            }
            // One schema may carry a name as both kinds of anchor.
            if !names.contains(&name) {
                self.add_anchor(resource, name, id, document, member.value.span, pointer);
                names.push(name);
            }
        }
        let recursive = object.get("$recursiveAnchor").and_then(|member| member.value.as_bool()) == Some(true);
        if recursive && settings.keyword("$recursiveAnchor").is_some() && self.resource(resource).root == id {
            self.resources[resource.0 as usize].0.dynamic_anchors.push((String::new(), id));
        }
    }

    fn add_anchor(
        &mut self,
        resource: ResourceId,
        name: &str,
        id: SchemaId,
        document: usize,
        span: (usize, usize),
        pointer: &str,
    ) {
        let place = self.place(document, span, pointer);
        let anchors = self.lookup.anchors.entry(resource).or_default();
        if let Some((_, first)) = anchors.get(name) {
            self.findings.push(
                Finding::new(
                    "duplicate-anchor",
                    Level::Error,
                    place,
                    format!("the anchor {name:?} already names another schema of this resource"),
                )
                .with_related(first.clone(), "first declared here"),
            );
        } else {
            anchors.insert(name.to_owned(), (id, place));
        }
    }

    /// How a `$schema` says to read; `None` with a finding when it cannot be told.
    fn dialect(&mut self, text: &str, base: &str, document: usize, node: &Node, pointer: &str) -> Option<Settings> {
        let settings = match self.dialects.get(text) {
            Some(known) => Ok(*known),
            None => self.find_dialect(text, base),
        };
        let problem = match settings {
            Ok(settings) => {
                self.dialects.insert(text.to_owned(), settings);
                let standard = Settings::standard(Dialect::Draft202012);
                let allowed = !self.options.strict
                    || self.files[self.documents[document].0].origin != Origin::Member
                    || (settings == standard && Dialect::from_uri(text).is_some());
                if allowed {
                    return Some(settings);
                }
                format!("the dialect {text:?} is not accepted here")
            }
            Err(problem) => problem,
        };
        let help = if self.options.strict {
            format!("in strict mode `$schema` must be {:?}", Dialect::Draft202012.uri())
        } else {
            let known: Vec<_> = Dialect::ALL.into_iter().rev().map(Dialect::uri).collect();
            format!("known are {}, and meta-schemas that are in the set", known.join(", "))
        };
        self.report("unsupported-dialect", document, node, pointer, problem).help = Some(help);
        None
    }

    /// Follows a `$schema` from meta-schema to meta-schema until one is a standard one.
    fn find_dialect(&self, text: &str, base: &str) -> Result<Settings, String> {
        let mut seen = HashSet::new();
        let (mut text, mut base) = (text, base);
        let mut declared = None;
        loop {
            if let Some(dialect) = Dialect::from_uri(text) {
                let vocabularies = match declared {
                    Some(vocabularies) if dialect >= Dialect::Draft201909 => vocabularies,
                    _ => Vocabularies::STANDARD,
                };
                return Ok(Settings { dialect, vocabularies });
            }
            let uri = uri::resolve(base, uri::split_fragment(text).0)
                .ok_or_else(|| format!("`$schema` is not a URI: {text:?}"))?;
            let Some(number) = self.available.get(&uri) else {
                return Err(format!("the dialect {text:?} is not known"));
            };
            if !seen.insert(*number) {
                return Err(format!("the meta-schema {text:?} is described by itself"));
            }
            let file = &self.files[*number];
            let root = file.source.root();
            if declared.is_none()
                && let Some(object) = root.get("$vocabulary").and_then(Node::as_object)
            {
                let entries = object
                    .members()
                    .iter()
                    .map(|member| (member.name.as_str(), member.value.as_bool() == Some(true)));
                declared = Some(Vocabularies::declared(entries).map_err(|unknown| {
                    format!("the meta-schema {text:?} requires the vocabulary {unknown:?}, which is not known")
                })?);
            }
            base = &file.uri;
            text = root.get("$schema").and_then(Node::as_str).unwrap_or(self.options.default_dialect.uri());
        }
    }

    /// Everything that was found, with the schemas that the second pass read.
    pub(crate) fn finish(self, schemas: Vec<Schema>) -> (Model, Vec<Finding>) {
        let documents = self
            .documents
            .iter()
            .filter_map(|(number, root)| {
                let file = &self.files[*number];
                Some(Document {
                    name: file.source.name().to_owned(),
                    root: (*root)?,
                    origin: file.origin,
                    source: Arc::clone(&file.source),
                })
            })
            .collect();
        let resources = self.resources.into_iter().map(|(resource, _)| resource).collect();
        (Model { schemas, resources, documents, lookup: self.lookup }, self.findings)
    }
}

/// Whether a schema consists of its `$ref` alone, whatever else stands there: so it was up to draft-07.
pub(crate) fn has_lone_ref(settings: Settings, object: &Object) -> bool {
    settings.dialect.ignores_siblings_of_ref()
        && object.get("$ref").is_some_and(|member| member.value.as_str().is_some())
}

/// Draft-04 has boolean schemas nowhere but under these two keywords.
fn allows_boolean_in_draft4(pointer: &str) -> bool {
    pointer.ends_with("/additionalProperties") || pointer.ends_with("/additionalItems")
}

/// Names of anchors in 2020-12; 2019-09 allows `:` too and no leading `_`.
fn is_anchor(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|character| character.is_ascii_alphanumeric() || "-_.:".contains(character))
}

/// The places under a keyword that hold schemas. Values of the wrong form hold none; the second pass reports them.
fn subschemas<'n>(form: Form, value: &'n Node, pointer: &str) -> Vec<(&'n Node, String)> {
    let items = |items: &'n [Node]| {
        items.iter().enumerate().map(|(index, item)| (item, format!("{pointer}/{index}"))).collect()
    };
    let members = |keep: fn(&Node) -> bool| {
        let members = value.as_object().map_or(&[][..], Object::members).iter();
        members
            .filter(|member| keep(&member.value))
            .map(|member| (&member.value, join_token(pointer, &member.name)))
            .collect()
    };
    match (form, value.as_array()) {
        (Form::Schema, _) | (Form::SchemaOrSchemas, None) => vec![(value, pointer.to_owned())],
        (Form::Schemas | Form::SchemaOrSchemas, Some(schemas)) => items(schemas),
        (Form::NamedSchemas | Form::PatternSchemas, _) => members(|_| true),
        (Form::Dependencies, _) => members(|value| value.as_array().is_none()),
        _ => Vec::new(),
    }
}
