//! The `jsonschema` validator of a subject: the judge of every witness.

use contracts_model::{
    Model, Place,
    format::is_in,
    schema::{Document, Origin},
    uri::encode_fragment,
};
use jsonschema::{Registry, ValidationError, Validator};
use serde_json::Value;

use super::{Refusal, Subject, omission::Omission};

/// The most reasons that are given for one document.
const MOST_REFUSALS: usize = 8;

/// A compiled subject.
pub(super) struct SubjectValidator<'m> {
    subject: Subject<'m>,
    validator: Validator,
}

impl<'m> SubjectValidator<'m> {
    /// Compiles a subject; an error says why the validator refuses it.
    pub(super) fn new(subject: Subject<'m>) -> Result<Self, String> {
        Self::with(subject, content)
    }

    /// Compiles a subject without one assertion; an error says why that cannot be.
    pub(super) fn without(subject: Subject<'m>, omission: &Omission) -> Result<Self, String> {
        let place = &subject.model.schema(omission.schema).place;
        Self::with(subject, |file| {
            let mut whole = content(file)?;
            if file.name == place.file {
                omission
                    .edit(&mut whole, &place.pointer)
                    .ok_or("the assertion is spelled otherwise in its dialect")?;
            }
            Ok(whole)
        })
    }

    fn with(subject: Subject<'m>, content: impl Fn(&Document) -> Result<Value, String>) -> Result<Self, String> {
        let model = subject.model;
        let files: Vec<&Document> =
            model.documents().iter().filter(|file| file.origin != Origin::MetaSchema).collect();
        let place = &model.schema(subject.root).place;
        let file = model.document(&place.file).ok_or("the schema stands in no file")?;
        let root = content(file)?;
        let options = jsonschema::options().offline().should_validate_formats(asserts_formats(model)?);
        let whole = subject.root == file.root;
        let built = if whole && files.len() == 1 {
            options.with_base_uri(model.uri_of(file)).build(&root)
        } else {
            let mut registry = Registry::new();
            for file in files {
                registry = registry.add(model.uri_of(file), content(file)?).map_err(|error| error.to_string())?;
            }
            let registry = registry.prepare().map_err(|error| error.to_string())?;
            if whole {
                options.with_registry(&registry).with_base_uri(model.uri_of(file)).build(&root)
            } else {
                let reference = format!("{}#{}", model.uri_of(file), encode_fragment(&place.pointer));
                let dialect = model.resource(model.schema(subject.root).resource).dialect;
                let pointer = serde_json::json!({ "$schema": dialect.uri(), "$ref": reference });
                options.with_registry(&registry).build(&pointer)
            }
        };
        Ok(Self { subject, validator: built.map_err(|error| error.to_string())? })
    }

    /// Whether a document is valid.
    pub(super) fn accepts(&self, instance: &Value) -> bool {
        self.validator.is_valid(instance)
    }

    /// What refuses a document, up to [`MOST_REFUSALS`].
    pub(super) fn refusals(&self, instance: &Value) -> Vec<Refusal> {
        if is_large(instance) {
            let refusals = self.refusals_of_large(instance);
            if !refusals.is_empty() {
                return refusals;
            }
        }
        self.all_refusals(instance)
    }

    /// The validator tells everything that is wrong, which for a long array of wrong items is more than memory holds. So a
    /// shortened copy is put to it, and what it says is kept where the whole value is refused by the same schema.
    fn refusals_of_large(&self, instance: &Value) -> Vec<Refusal> {
        let refuses = |refusal: &Refusal| {
            let (Some(value), Some(place)) = (instance.pointer(&refusal.instance_pointer), &refusal.place) else {
                return false;
            };
            let model = self.subject.model;
            let keyword = format!("/{}", refusal.keyword);
            let Some(pointer) = place.pointer.strip_suffix(&keyword) else { return false };
            let schema = model.schema_at(&place.file, pointer);
            let validator = schema.and_then(|root| SubjectValidator::new(Subject { model, root }).ok());
            validator.is_some_and(|validator| !validator.accepts(value))
        };
        // A shorter array may be refused for its length alone.
        let by_length = ["minItems", "contains", "minContains"];
        let refusals = self.all_refusals(&shortened(instance)).into_iter();
        refusals.filter(|refusal| !by_length.contains(&refusal.keyword.as_str()) && refuses(refusal)).collect()
    }

    fn all_refusals(&self, instance: &Value) -> Vec<Refusal> {
        self.validator.iter_errors(instance).take(MOST_REFUSALS).map(|error| self.refusal(&error)).collect()
    }

    fn refusal(&self, error: &ValidationError<'_>) -> Refusal {
        let keyword = error.schema_path().as_str().rsplit('/').next().unwrap_or_default();
        let keyword = if keyword.is_empty() { "false" } else { error.kind().keyword() };
        Refusal {
            instance_pointer: error.instance_path().as_str().to_owned(),
            keyword: keyword.to_owned(),
            place: self.place(error),
            message: error.to_string(),
        }
    }

    /// Where the refusing keyword stands in its file.
    fn place(&self, error: &ValidationError<'_>) -> Option<Place> {
        let location = error.absolute_keyword_location()?;
        let (resource, _) = location.as_str().split_once('#')?;
        let fragment = location.fragment()?.decode().to_string_lossy();
        let model = self.subject.model;
        let start = &model.schema(model.by_uri(resource)?).place;
        model.document(&start.file)?.source.place_of(&format!("{}{fragment}", start.pointer))
    }
}

/// Documents with more values than this are explained by a shortened copy.
const LARGE: usize = 20_000;

/// The items of each array in a shortened copy.
const KEPT: usize = 3;

fn is_large(document: &Value) -> bool {
    fn count(value: &Value, left: &mut usize) {
        *left = left.saturating_sub(1);
        match value {
            Value::Array(items) => items
                .iter()
                .take_while(|item| {
                    count(item, left);
                    *left > 0
                })
                .for_each(drop),
            Value::Object(members) => {
                members
                    .values()
                    .take_while(|member| {
                        count(member, left);
                        *left > 0
                    })
                    .for_each(drop);
            }
            _ => {}
        }
    }
    let mut left = LARGE;
    count(document, &mut left);
    left == 0
}

fn shortened(document: &Value) -> Value {
    match document {
        Value::Array(items) => items.iter().take(KEPT).map(shortened).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (name.clone(), shortened(member))).collect(),
        other => other.clone(),
    }
}

fn content(file: &Document) -> Result<Value, String> {
    file.content().map_err(|error| error.to_string())
}

/// Whether formats are assertions; the validator takes all of a model in the same way.
fn asserts_formats(model: &Model) -> Result<bool, String> {
    let (mut asserted, mut annotations) = (false, false);
    for id in model.ids() {
        let schema = model.schema(id);
        let Some(keywords) = model.keywords(id) else { continue };
        let Some(format) = &keywords.format else { continue };
        if is_in(model.resource(schema.resource).dialect, format) {
            let is_meta_schema =
                model.document(&schema.place.file).is_some_and(|file| file.origin == Origin::MetaSchema);
            asserted |= keywords.asserts_format;
            annotations |= !keywords.asserts_format && !is_meta_schema;
        }
    }
    if asserted && annotations {
        return Err("formats are assertions in some of its files and annotations in others".to_owned());
    }
    Ok(asserted)
}
