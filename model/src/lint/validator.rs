//! Asks the `jsonschema` crate whether values satisfy schemas of the model.

use crate::{Model, Place, schema::SchemaId, value::Value};

/// A value of a schema file that should satisfy a schema of the model.
#[cfg_attr(not(feature = "validator"), expect(dead_code, reason = "there is nobody to read it"))]
pub(crate) struct Question<'m> {
    pub(crate) schema: SchemaId,
    pub(crate) value: &'m Value,
    /// Where the value stands.
    pub(crate) place: Place,
}

/// Why a value does not satisfy its schema.
pub(crate) struct Violation {
    /// The keyword that refuses it.
    pub(crate) keyword: String,
    pub(crate) message: String,
    /// JSON pointer of the refused part of the value.
    pub(crate) at: String,
}

#[cfg(feature = "validator")]
pub(crate) use with_crate::Validator;
#[cfg(not(feature = "validator"))]
pub(crate) use without_crate::Validator;

#[cfg(not(feature = "validator"))]
mod without_crate {
    use std::marker::PhantomData;

    use super::{Model, Question, Violation};

    /// There is none.
    pub(crate) enum Validator<'m> {
        #[expect(dead_code, reason = "carries the lifetime of the other form")]
        Never(std::convert::Infallible, PhantomData<&'m Model>),
    }

    impl<'m> Validator<'m> {
        pub(crate) fn new(_model: &'m Model) -> Option<Self> {
            None
        }

        pub(crate) fn ask(&mut self, _questions: &[Question<'_>]) -> Result<Vec<Option<Violation>>, String> {
            match self {
                Self::Never(never, _) => match *never {},
            }
        }
    }
}

#[cfg(feature = "validator")]
mod with_crate {
    use std::{collections::BTreeMap, fmt::Write};

    use jsonschema::{Draft, Registry};
    use serde_json::{Map, Value as Json, json};

    use super::{Model, Question, Violation};
    use crate::{
        read::shorten,
        schema::{Dialect, Origin, SchemaId},
    };

    /// The validator of a model: its files, and nothing that would have to be fetched.
    pub(crate) struct Validator<'m> {
        model: &'m Model,
        registry: Registry<'static>,
    }

    impl<'m> Validator<'m> {
        /// `None` when the crate does not read the files, as with numbers beyond its range.
        pub(crate) fn new(model: &'m Model) -> Option<Self> {
            let mut registry = Registry::new().retriever(Offline);
            for document in model.documents() {
                if document.origin == Origin::MetaSchema {
                    continue;
                }
                let resource = model.resource(model.schema(document.root).resource);
                let json = document.source.root().to_value().to_serde_json().ok()?;
                let resource_json = draft(resource.dialect).create_resource(json);
                registry = registry.add(resource.uri.as_str(), resource_json).ok()?;
            }
            Some(Self { model, registry: registry.prepare().ok()? })
        }

        /// Answers all questions; for each the first violation.
        ///
        /// One schema with a property per question refers to all places, so that each place is compiled once.
        pub(crate) fn ask(&mut self, questions: &[Question<'_>]) -> Result<Vec<Option<Violation>>, String> {
            let mut by_dialect: BTreeMap<Dialect, Vec<usize>> = BTreeMap::new();
            for (number, question) in questions.iter().enumerate() {
                let resource = self.model.resource(self.model.schema(question.schema).resource);
                by_dialect.entry(resource.dialect).or_default().push(number);
            }
            let mut answers: Vec<Option<Violation>> = questions.iter().map(|_| None).collect();
            for (dialect, numbers) in by_dialect {
                let mut schemas = Map::new();
                let mut values = Map::new();
                for number in numbers {
                    let question = &questions[number];
                    let Ok(value) = question.value.to_serde_json() else { continue };
                    schemas.insert(number.to_string(), json!({"$ref": self.reference(question.schema)}));
                    values.insert(number.to_string(), value);
                }
                let schema = json!({"properties": schemas});
                let validator = jsonschema::options()
                    .with_draft(draft(dialect))
                    .with_registry(&self.registry)
                    .with_base_uri("json-schema:///questions")
                    .should_validate_formats(false)
                    .offline()
                    .build(&schema)
                    .map_err(|error| error.to_string())?;
                let values = Json::Object(values);
                for error in validator.iter_errors(&values) {
                    let path = error.instance_path().as_str();
                    let (number, at) = split(path);
                    let Some(answer) = number.and_then(|number| answers.get_mut(number)) else { continue };
                    if answer.is_none() {
                        *answer = Some(Violation {
                            keyword: error.kind().keyword().to_owned(),
                            message: shorten(&error.to_string()),
                            at: at.to_owned(),
                        });
                    }
                }
            }
            Ok(answers)
        }

        /// A reference to a schema by the URI of its resource and its pointer in it.
        fn reference(&self, id: SchemaId) -> String {
            let schema = self.model.schema(id);
            let resource = self.model.resource(schema.resource);
            let root = &self.model.schema(resource.root).place;
            let pointer = schema.place.pointer.strip_prefix(root.pointer.as_str()).unwrap_or(&schema.place.pointer);
            let mut uri = format!("{}#", resource.uri);
            for byte in pointer.bytes() {
                match byte {
                    b'/' | b'~' | b'-' | b'_' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                        uri.push(char::from(byte));
                    }
                    _ => write!(uri, "%{byte:02X}").expect("writing to a string does not fail"),
                }
            }
            uri
        }
    }

    /// The number of the question and the pointer in its value.
    fn split(path: &str) -> (Option<usize>, &str) {
        let path = path.strip_prefix('/').unwrap_or(path);
        let end = path.find('/').unwrap_or(path.len());
        (path[..end].parse().ok(), &path[end..])
    }

    fn draft(dialect: Dialect) -> Draft {
        match dialect {
            Dialect::Draft4 => Draft::Draft4,
            Dialect::Draft6 => Draft::Draft6,
            Dialect::Draft7 => Draft::Draft7,
            Dialect::Draft201909 => Draft::Draft201909,
            Dialect::Draft202012 => Draft::Draft202012,
        }
    }

    /// Fetches nothing.
    struct Offline;

    impl jsonschema::Retrieve for Offline {
        fn retrieve(
            &self,
            uri: &jsonschema::Uri<String>,
        ) -> Result<Json, Box<dyn std::error::Error + Send + Sync>> {
            Err(format!("{uri} is not in the set").into())
        }
    }
}
