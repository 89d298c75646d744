//! The validator: what a schema of a model says about a document.
//!
//! This is the only file that asks the `jsonschema` crate. Nothing is fetched: its registry holds the documents of
//! the model, each by its own `$schema`.

use contracts_model::{
    Finding, Model, Place,
    schema::{Document as SchemaFile, Origin},
};
use jsonschema::{Registry, Validator, error::ValidationErrorKind};

use crate::{document::Document, rules, violation};

/// The schemas of a model, ready to be compiled.
pub(crate) struct Validators<'m> {
    model: &'m Model,
    registry: Registry<'static>,
}

/// A compiled schema.
pub(crate) struct SchemaValidator<'m> {
    model: &'m Model,
    validator: Validator,
}

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
    pub(crate) fn new(model: &'m Model) -> Result<Self, Vec<Finding>> {
        let mut builder = Registry::new();
        for file in model.documents().iter().filter(|file| file.origin != Origin::MetaSchema) {
            let added = builder.add(uri(model, file), content(file)?);
            builder = added.map_err(|error| vec![refused(file, &error.to_string())])?;
        }
        match builder.prepare() {
            Ok(registry) => Ok(Self { model, registry }),
            Err(error) => {
                let first = model.documents().first().map_or(String::new(), |file| file.name.clone());
                let message = format!("the validator cannot use the set: {error}");
                Err(vec![rules::VALIDATOR.finding(Place::file(first), message)])
            }
        }
    }

    /// Compiles the root schema of a file of the model.
    pub(crate) fn compile(
        &self,
        file: &SchemaFile,
        assert_formats: bool,
    ) -> Result<SchemaValidator<'m>, Vec<Finding>> {
        let content = content(file)?;
        let validator = jsonschema::options()
            .offline()
            .with_registry(&self.registry)
            .with_base_uri(uri(self.model, file))
            .should_validate_formats(assert_formats)
            .build(&content)
            .map_err(|error| vec![refused(file, &error.to_string())])?;
        Ok(SchemaValidator { model: self.model, validator })
    }
}

impl SchemaValidator<'_> {
    /// Everything that is wrong with a document, in the order of its text.
    ///
    /// All members that one `required` misses are one violation.
    pub(crate) fn violations(&self, document: &Document) -> Vec<Violation> {
        let errors: Vec<_> = self.validator.iter_errors(document.value()).collect();
        let mut violations: Vec<Violation> = errors
            .chunk_by(violation::is_of_one_required)
            .filter_map(|errors| Some(self.violation(errors.first()?, violation::message_of_all(errors), document)))
            .collect();
        violations.sort_by(|left, right| {
            let key = |violation: &Violation| (violation.finding.place.span, violation.keyword.clone());
            key(left).cmp(&key(right))
        });
        violations
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

    /// Where the failing keyword stands in its file.
    fn keyword_place(&self, error: &jsonschema::ValidationError<'_>) -> Option<Place> {
        let location = error.absolute_keyword_location()?;
        let (resource, _) = location.as_str().split_once('#')?;
        let fragment = location.fragment()?.decode().to_string_lossy();
        let root = self.model.by_uri(resource)?;
        let start = &self.model.schema(root).place;
        let source = &self.model.document(&start.file)?.source;
        let pointer = format!("{}{fragment}", start.pointer);
        let place = source.place_of(&pointer)?;
        // The name of the keyword is what a reader looks for, so the excerpt shows it.
        let (parent, name) = pointer.rsplit_once('/')?;
        let member = source.find(parent).and_then(|parent| parent.as_object()?.get(name));
        Some(member.map_or(place, |member| source.place(member.name_span, pointer.clone())))
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

fn uri<'m>(model: &'m Model, file: &SchemaFile) -> &'m str {
    &model.resource(model.schema(file.root).resource).uri
}

fn content(file: &SchemaFile) -> Result<serde_json::Value, Vec<Finding>> {
    file.source.root().to_value().to_serde_json().map_err(|error| vec![refused(file, &error.to_string())])
}

fn refused(file: &SchemaFile, reason: &str) -> Finding {
    let message = format!("the validator cannot use this schema: {reason}");
    let place = file.source.place_of("").unwrap_or_else(|| Place::file(&file.name));
    rules::VALIDATOR.finding(place, message)
}
