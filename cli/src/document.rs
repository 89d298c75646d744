//! Documents: JSON texts that are validated.
//!
//! A document is JSON without duplicate names, at most [`MAX_DEPTH`] containers deep. Unless its schema has exact
//! numbers, a double can hold its numbers.

use std::sync::Arc;

use contracts_model::{
    Finding, Place,
    manifest::NumberMode,
    source::{Data, Node, Source, join_token},
    value::Value,
};

use crate::{exit::Failure, files, report::Texts, rules};

/// The most containers that may stand in one another.
const MAX_DEPTH: usize = 127;

/// A document, or a part of a file that is one.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    source: Arc<Source>,
    /// Where in the file it stands.
    pointer: String,
    /// The value with numbers as doubles; none where a double does not hold one of them.
    value: Option<serde_json::Value>,
}

impl Document {
    /// Reads a file that is a document.
    ///
    /// The outer error says that the file cannot be read, the inner one what is wrong with the text.
    pub(crate) fn read(
        path: &str,
        numbers: NumberMode,
        texts: &mut Texts,
    ) -> Result<Result<Self, Vec<Finding>>, Failure> {
        Ok(read_source(path, texts)?.and_then(|source| Self::at(source, String::new(), numbers)))
    }

    /// The document at a JSON pointer of a file, which must lead to a value.
    pub(crate) fn at(source: Arc<Source>, pointer: String, numbers: NumberMode) -> Result<Self, Vec<Finding>> {
        let node = source.find(&pointer).expect("the caller found the value");
        let mut findings = Vec::new();
        examine(&source, node, numbers, &mut pointer.clone(), 0, &mut findings);
        if !findings.is_empty() {
            return Err(findings);
        }
        match (node.to_value().to_serde_json(), numbers) {
            (Ok(value), _) => Ok(Self { source, pointer, value: Some(value) }),
            (Err(_), NumberMode::Exact) => Ok(Self { source, pointer, value: None }),
            (Err(error), NumberMode::Default) => {
                let place = source.place(node.span, pointer);
                Err(vec![rules::NUMBER.finding(place, error.to_string())])
            }
        }
    }

    /// The name of its file.
    pub(crate) fn file(&self) -> &str {
        self.source.name()
    }

    /// The value with numbers as doubles; `None` where a double does not hold one of them, which only a document that
    /// was read with exact numbers may have.
    pub(crate) fn value(&self) -> Option<&serde_json::Value> {
        self.value.as_ref()
    }

    /// The value with every digit of its numbers.
    pub(crate) fn exact(&self) -> Value {
        self.find("").map_or(Value::Null, Node::to_value)
    }

    /// The value with positions at a JSON pointer of the document.
    pub(crate) fn find(&self, pointer: &str) -> Option<&Node> {
        self.source.find(&self.in_file(pointer))
    }

    /// The place of the value at a JSON pointer of the document; where there is none, that of the document.
    pub(crate) fn place(&self, pointer: &str) -> Place {
        let whole = || self.source.place_of(&self.pointer).unwrap_or_else(|| Place::file(self.file()));
        self.source.place_of(&self.in_file(pointer)).unwrap_or_else(whole)
    }

    /// The place of the name of a member of the object at a JSON pointer.
    pub(crate) fn name_place(&self, pointer: &str, name: &str) -> Option<Place> {
        let member = self.find(pointer)?.as_object()?.get(name)?;
        Some(self.source.place(member.name_span, join_token(&self.in_file(pointer), name)))
    }

    fn in_file(&self, pointer: &str) -> String {
        format!("{}{pointer}", self.pointer)
    }
}

/// Reads a JSON file strictly.
pub(crate) fn read_source(path: &str, texts: &mut Texts) -> Result<Result<Arc<Source>, Vec<Finding>>, Failure> {
    Ok(match files::read(path, texts)? {
        Ok(text) if text.starts_with('\u{feff}') => {
            let place = Place { line: 1, column: 1, ..Place::file(path) };
            Err(vec![rules::BYTE_ORDER_MARK.finding(place, "the text begins with a byte order mark")])
        }
        Ok(text) => Source::parse(path, text.as_ref()).map(Arc::new).map_err(|findings| {
            findings
                .into_iter()
                .map(|finding| if finding.rule == "too-deep" { too_deep(finding.place) } else { finding })
                .collect()
        }),
        Err(finding) => Err(vec![finding]),
    })
}

/// Documents have a limit of their own, which is the lower one.
fn too_deep(place: Place) -> Finding {
    rules::DEPTH.finding(place, format!("more than {MAX_DEPTH} arrays and objects stand in one another"))
}

/// Reports what a document may not hold, though the text is JSON.
fn examine(
    source: &Source,
    node: &Node,
    numbers: NumberMode,
    pointer: &mut String,
    depth: usize,
    findings: &mut Vec<Finding>,
) {
    let mut report = |rule: &rules::Rule, message: String| {
        findings.push(rule.finding(source.place(node.span, pointer.clone()), message));
    };
    let is_container = matches!(node.data, Data::Array(_) | Data::Object(_));
    if is_container && depth == MAX_DEPTH {
        report(&rules::DEPTH, format!("more than {MAX_DEPTH} arrays and objects stand in one another"));
        return;
    }
    let length = pointer.len();
    match &node.data {
        Data::Number(number) if numbers == NumberMode::Default && number.to_f64().is_infinite() => {
            report(&rules::NUMBER, "the number is beyond the range of a double".into());
        }
        Data::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                contracts_model::source::push_token(pointer, &index.to_string());
                examine(source, item, numbers, pointer, depth + 1, findings);
                pointer.truncate(length);
            }
        }
        Data::Object(object) => {
            for member in object.members() {
                contracts_model::source::push_token(pointer, &member.name);
                examine(source, &member.value, numbers, pointer, depth + 1, findings);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}
