//! The validator: what a schema of a model says about a document.
//!
//! The evaluator of generated types decides, so that the command and the types always agree. Where it refuses a document,
//! the `jsonschema` crate lists what is wrong, in more words; this is the only file that asks it. Nothing is fetched: its
//! registry holds the documents of the model, each by its own `$schema`. It reads numbers as doubles and patterns in its
//! own way, so it is not asked about schemas for which that matters.

use std::{cell::RefCell, collections::HashMap};

use contracts_model::{
    Finding, Model, Place,
    manifest::{FormatMode, Modes, NumberMode},
    number::Number,
    schema::{Dialect, Document as SchemaFile, Keywords, Origin, SchemaId},
};
use contracts_runtime::{
    Mode, Pattern, View,
    format::{Draft, Format},
    number::Numbers,
    schema::{Keyword, Schema},
};
use jsonschema::{Registry, Validator, error::ValidationErrorKind};

use crate::{
    document::Document,
    rules,
    tables::{self, Optional, Tables},
    violation,
};

/// The schemas of a model, ready to be compiled.
pub(crate) struct Validators<'m> {
    model: &'m Model,
    /// None where the `jsonschema` crate would read something in the model in another way.
    registry: Option<Registry<'static>>,
    /// The tables of the files, once for each way to take numbers and formats.
    tables: RefCell<Vec<(Modes, HashMap<SchemaId, &'static Schema>)>>,
}

/// A compiled schema.
pub(crate) struct SchemaValidator<'m> {
    model: &'m Model,
    /// What decides.
    schema: &'static Schema,
    numbers: Numbers,
    /// What lists.
    lister: Option<Box<Validator>>,
}

/// Most violations of one document that are told.
const MOST: usize = 1000;

/// One way in which a document breaks a schema.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    /// The value that the failing assertion is about, as a JSON pointer of the document: the object for `required`
    /// and `additionalProperties`, the value itself otherwise.
    pub(crate) pointer: String,
    /// The failing assertion.
    pub(crate) keyword: String,
    /// The same for people, at the level of an error.
    pub(crate) finding: Finding,
}

impl<'m> Validators<'m> {
    /// The validators of a model; `of_files` says how its documents take numbers and formats, in their order. Files with
    /// exact numbers are kept from the `jsonschema` crate, which could refuse what is in them.
    pub(crate) fn new(model: &'m Model, of_files: &[Modes]) -> Result<Self, Vec<Finding>> {
        let tables = RefCell::default();
        if model.ids().any(|id| model.keywords(id).is_some_and(is_read_otherwise)) {
            return Ok(Self { model, registry: None, tables });
        }
        let mut builder = Registry::new();
        let files = model
            .documents()
            .iter()
            .zip(of_files)
            .filter(|(file, modes)| file.origin != Origin::MetaSchema && modes.numbers == NumberMode::Default);
        for (file, _) in files {
            let added = builder.add(model.uri_of(file), content(file)?);
            builder = added.map_err(|error| vec![refused(file, &error.to_string())])?;
        }
        match builder.prepare() {
            Ok(registry) => Ok(Self { model, registry: Some(registry), tables }),
            Err(error) => {
                let first = model.documents().first().map_or(String::new(), |file| file.name.clone());
                let message = format!("the validator cannot use the set: {error}");
                Err(vec![rules::VALIDATOR.finding(Place::file(first), message)])
            }
        }
    }

    /// Compiles the root schema of a file of the model.
    pub(crate) fn compile(&self, file: &SchemaFile, modes: Modes) -> Result<SchemaValidator<'m>, Vec<Finding>> {
        let lister = match (&self.registry, modes.numbers) {
            (Some(registry), NumberMode::Default) => Some(Box::new(self.lister(registry, file, modes.formats)?)),
            _ => None,
        };
        let numbers = match modes.numbers {
            NumberMode::Default => Numbers::Native,
            NumberMode::Exact => Numbers::Exact,
        };
        Ok(SchemaValidator { model: self.model, schema: self.table(file, modes, numbers), numbers, lister })
    }

    fn lister(
        &self,
        registry: &Registry<'static>,
        file: &SchemaFile,
        formats: FormatMode,
    ) -> Result<Validator, Vec<Finding>> {
        let content = content(file)?;
        let options =
            jsonschema::options().offline().with_registry(registry).with_base_uri(self.model.uri_of(file));
        let vocabulary = self.model.resources().iter().any(|resource| resource.vocabularies.asserts_format());
        let options = match formats {
            FormatMode::Assert => options.should_validate_formats(true),
            // The crate asks the vocabularies.
            FormatMode::Annotation if vocabulary => options,
            FormatMode::Annotation => options.should_validate_formats(false),
        };
        options.build(&content).map_err(|error| vec![refused(file, &error.to_string())])
    }

    fn table(&self, file: &SchemaFile, modes: Modes, numbers: Numbers) -> &'static Schema {
        let mut known = self.tables.borrow_mut();
        if let Some((_, roots)) = known.iter().find(|(known, _)| *known == modes) {
            return roots[&file.root];
        }
        let files = self.model.documents();
        let mut asserting = self.model.clone();
        if modes.formats == FormatMode::Assert {
            asserting.assert_formats(&files.iter().map(|file| file.name.clone()).collect());
        }
        let optional = Optional { format, backtracking: Pattern::backtracking };
        let tables = Tables::build(&asserting, numbers, Some(optional));
        known.push((modes, files.iter().map(|file| (file.root, tables.get(file.root))).collect()));
        tables.get(file.root)
    }
}

/// Whether the `jsonschema` crate reads something in a schema in another way than decoders: a pattern that backtracks, or
/// a bound that no double equals.
fn is_read_otherwise(keywords: &Keywords) -> bool {
    let mut patterns =
        keywords.pattern.iter().chain(keywords.pattern_properties.iter().map(|(pattern, _)| pattern));
    let bounds = [
        &keywords.minimum,
        &keywords.maximum,
        &keywords.exclusive_minimum,
        &keywords.exclusive_maximum,
        &keywords.multiple_of,
    ];
    let is_rounded = |number: &Number| {
        let text = number.as_str();
        let exact = contracts_runtime::Number::parse_exact(text);
        let double = Numbers::Native.read(text);
        !matches!((exact, double), (Ok(exact), Ok(double)) if exact == double)
    };
    patterns.any(|pattern| pattern.backtracking.is_some()) || bounds.into_iter().flatten().any(is_rounded)
}

/// The table of a format.
fn format(dialect: Dialect, name: &str) -> Keyword {
    let draft = match dialect {
        Dialect::Draft4 => Draft::Draft4,
        Dialect::Draft6 => Draft::Draft6,
        Dialect::Draft7 => Draft::Draft7,
        Dialect::Draft201909 => Draft::Draft201909,
        Dialect::Draft202012 => Draft::Draft202012,
    };
    // Like all tables, it lives for the rest of the process.
    Keyword::Format(Box::leak(Box::new(Format::new(draft, String::leak(name.to_owned())))))
}

impl SchemaValidator<'_> {
    /// Everything that is wrong with a document, in the order of its text.
    ///
    /// All members that one `required` misses are one violation.
    pub(crate) fn violations(&self, document: &Document) -> Vec<Violation> {
        let json = tables::json(&document.exact(), self.numbers);
        let evaluated = self.schema.violations(json.view(), Mode::Strict, MOST);
        if evaluated.is_empty() {
            return Vec::new();
        }
        let mut violations = self.listed(document);
        if violations.is_empty() {
            violations = evaluated.iter().map(|violation| self.evaluated(violation, document)).collect();
        }
        violations.sort_by(|left, right| {
            let key = |violation: &Violation| (violation.finding.place.span, violation.keyword.clone());
            key(left).cmp(&key(right))
        });
        violations
    }

    /// What the `jsonschema` crate has against a document.
    fn listed(&self, document: &Document) -> Vec<Violation> {
        let (Some(lister), Some(value)) = (&self.lister, document.value()) else { return Vec::new() };
        let errors: Vec<_> = lister.iter_errors(value).collect();
        let violations = errors.chunk_by(violation::is_of_one_required).filter_map(|errors| {
            Some(self.violation(errors.first()?, violation::message_of_all(errors), document))
        });
        violations.collect()
    }

    fn violation(
        &self,
        error: &jsonschema::ValidationError<'_>,
        message: String,
        document: &Document,
    ) -> Violation {
        let mut pointer = error.instance_path().as_str().to_owned();
        let keyword = violation::keyword(error);
        let mut message = message;
        let unknown_tag = violation::unknown_tag(error);
        if let Some((at, allowed)) = &unknown_tag {
            pointer.clone_from(at);
            message.clone_from(allowed);
        }
        let place = unexpected(error.kind())
            .and_then(|name| document.name_place(&pointer, name))
            .unwrap_or_else(|| document.place(&pointer));
        let rule = match error.kind() {
            ValidationErrorKind::BacktrackLimitExceeded { .. } => &rules::PATTERN_LIMIT,
            _ => &rules::INVALID_DOCUMENT,
        };
        let mut finding = rule.finding(place, message);
        finding.help = match unknown_tag {
            Some(_) => None,
            None => violation::each_branch(error).or_else(|| violation::closest_branch(error)),
        };
        if let Some(place) = self.keyword_place(error) {
            finding = finding.with_related(place, format!("the schema says so in `{keyword}`"));
        }
        Violation { pointer, keyword, finding }
    }

    /// What the evaluator has against a document.
    fn evaluated(&self, violation: &contracts_runtime::Violation, document: &Document) -> Violation {
        let message = format!("expected {}, found {}", violation.expected, violation.found);
        let limit =
            [&rules::PATTERN_LIMIT, &rules::DECODER_DEPTH].into_iter().find(|rule| rule.id == violation.keyword);
        let mut finding =
            limit.unwrap_or(&rules::INVALID_DOCUMENT).finding(document.place(&violation.pointer), message);
        if limit.is_some() {
            finding.help = Some("whether the document is valid is not known; decoders refuse it".to_owned());
            return Violation {
                pointer: violation.pointer.clone(),
                keyword: violation.keyword.to_owned(),
                finding,
            };
        }
        finding.help = violation.causes.first().map(|cause| {
            let at = if cause.pointer.is_empty() { String::new() } else { format!(" (at {})", cause.pointer) };
            format!("the closest branch: expected {}, found {}{at}", cause.expected, cause.found)
        });
        let place = violation.schema.split_once('#').and_then(|(file, pointer)| self.place_in(file, pointer));
        if let Some(place) = place {
            finding = finding.with_related(place, format!("the schema says so in `{}`", violation.keyword));
        }
        Violation { pointer: violation.pointer.clone(), keyword: violation.keyword.to_owned(), finding }
    }

    /// Where the failing keyword stands in its file.
    fn keyword_place(&self, error: &jsonschema::ValidationError<'_>) -> Option<Place> {
        let location = error.absolute_keyword_location()?;
        let (resource, _) = location.as_str().split_once('#')?;
        let fragment = location.fragment()?.decode().to_string_lossy();
        let root = self.model.by_uri(resource)?;
        let start = &self.model.schema(root).place;
        self.place_in(&start.file, &format!("{}{fragment}", start.pointer))
    }

    /// The place of a keyword in a file. Its name is what a reader looks for, so the excerpt shows it.
    fn place_in(&self, file: &str, pointer: &str) -> Option<Place> {
        let source = &self.model.document(file)?.source;
        let place = source.place_of(pointer)?;
        let (parent, name) = pointer.rsplit_once('/')?;
        let member = source.find(parent).and_then(|parent| parent.as_object()?.get(name));
        Some(member.map_or(place, |member| source.place(member.name_span, pointer)))
    }
}

/// The first member that closedness refuses.
fn unexpected(kind: &ValidationErrorKind) -> Option<&str> {
    match kind {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected.first().map(String::as_str),
        _ => None,
    }
}

fn content(file: &SchemaFile) -> Result<serde_json::Value, Vec<Finding>> {
    file.content().map_err(|error| vec![refused(file, &error.to_string())])
}

fn refused(file: &SchemaFile, reason: &str) -> Finding {
    let message = format!("the validator cannot use this schema: {reason}");
    let place = file.source.place_of("").unwrap_or_else(|| Place::file(&file.name));
    rules::VALIDATOR.finding(place, message)
}
