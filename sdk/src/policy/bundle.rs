//! A bundle of runtime policies, made ready to decide with.
//!
//! A bundle is taken as it was published. What is wrong with one of its documents makes that document invalid, not the
//! bundle; so the text is read by the rules of responses, and nothing is held against the schema of policies.

use std::{collections::HashMap, sync::Arc};

use contracts_runtime::{Json, Object, View as _};
use contracts_types::guard::Guards;

use super::refresh::RefreshError;
use crate::{json_text::parse_json_text, safe_uint::safe_uint, text::not_blank};

/// The only version of bundles that is understood.
const SCHEMA_VERSION: &str = "caveman.runtime-policy.v1";

/// A bundle that is in force.
#[derive(Debug, Default)]
pub(crate) struct Bundle {
    pub(crate) policy_version: u64,
    pub(crate) sequence: u64,
    pub(crate) kill: bool,
    /// Empty when the bundle names none.
    pub(crate) project_id: String,
    /// Number of documents, valid or not.
    pub(crate) policies: usize,
    families: HashMap<String, Family>,
}

/// The documents of one task family.
#[derive(Debug, Default)]
pub(crate) struct Family {
    /// Whether any of them is valid.
    pub(crate) any_valid: bool,
    /// Those that are valid and not disabled, in the order of the bundle.
    pub(crate) enabled: Vec<Arc<Document>>,
    /// Their guards, in the same order.
    pub(crate) guards: Guards,
}

/// A valid document.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) id: String,
    /// The workflow to execute.
    pub(crate) workflow: String,
    /// The workflow to fall back to.
    pub(crate) fallback: Option<String>,
    pub(crate) experiment: Option<Json>,
    pub(crate) budget: Option<Object>,
    pub(crate) verify: Vec<String>,
    pub(crate) escalation: Vec<Object>,
}

impl Bundle {
    /// Reads a bundle.
    pub(crate) fn read(text: &str) -> Result<Self, RefreshError> {
        let Json::Object(mut bundle) =
            parse_json_text(text).map_err(|error| RefreshError::InvalidBundle(error.to_string()))?
        else {
            return Err(RefreshError::InvalidBundle("it is not an object".to_owned()));
        };
        if bundle.get("schema_version").and_then(Json::as_str) != Some(SCHEMA_VERSION) {
            return Err(RefreshError::SchemaVersion);
        }
        let counter = |name| safe_uint(bundle.get(name)).ok_or(RefreshError::InvalidCounter(name));
        let (policy_version, sequence) = (counter("policy_version")?, counter("sequence")?);
        let kill = bundle.get("kill").and_then(Json::as_bool) == Some(true);
        let project_id = bundle.get("project_id").and_then(Json::as_str).unwrap_or_default().to_owned();
        let documents = match bundle.remove("runtime_policies") {
            Some(Json::Array(documents)) => documents,
            _ => Vec::new(),
        };
        let mut read =
            Self { policy_version, sequence, kill, project_id, policies: documents.len(), ..Self::default() };
        for document in documents {
            if let Json::Object(document) = document {
                read.add(document);
            }
        }
        Ok(read)
    }

    fn add(&mut self, document: Object) {
        let Some(family) = document.get("task_family").and_then(Json::as_str).filter(|family| !family.is_empty())
        else {
            return;
        };
        let disabled = document.get("disabled").and_then(Json::as_bool) == Some(true);
        let family = self.families.entry(family.to_owned()).or_default();
        if let Some((document, applies_when)) = Document::read(document) {
            family.any_valid = true;
            if !disabled {
                family.enabled.push(Arc::new(document));
                family.guards.push(applies_when.as_ref().map(Json::view));
            }
        }
    }

    /// The documents of a task family; `None` when there is none, valid or not.
    pub(crate) fn family(&self, task_family: &str) -> Option<&Family> {
        self.families.get(task_family)
    }
}

impl Document {
    /// Reads a document and its guards, if it is valid.
    fn read(mut document: Object) -> Option<(Self, Option<Json>)> {
        not_blank(document.get("task_family"))?;
        let id = not_blank(document.get("id"))?.to_owned();
        let workflow = not_blank(document.get("execute")?.as_object()?.get("workflow"))?.to_owned();
        let fallback = match document.get("fallback") {
            None | Some(Json::Null) => None,
            Some(Json::Object(fallback)) => fallback.get("workflow").and_then(Json::as_str),
            Some(_) => return None,
        };
        let fallback = fallback.filter(|workflow| !workflow.is_empty()).map(str::to_owned);
        match document.get("applies_when") {
            None | Some(Json::Null) => {}
            Some(Json::Array(guards)) if guards.iter().all(|guard| guard.as_object().is_some()) => {}
            Some(_) => return None,
        }
        let applies_when = document.remove("applies_when");
        let read = Self {
            id,
            workflow,
            fallback,
            experiment: document.remove("experiment").filter(|experiment| !experiment.is_null()),
            budget: document.remove("budget").and_then(|budget| match budget {
                Json::Object(budget) => Some(budget),
                _ => None,
            }),
            verify: items(document.remove("verify"), |item| match item {
                Json::String(check) => Some(check),
                _ => None,
            }),
            escalation: items(document.remove("escalation"), |item| match item {
                Json::Object(rule) => Some(rule),
                _ => None,
            }),
        };
        Some((read, applies_when))
    }
}

/// The items of a list that `keep` keeps; none of what is no list.
fn items<T>(list: Option<Json>, keep: impl Fn(Json) -> Option<T>) -> Vec<T> {
    match list {
        Some(Json::Array(items)) => items.into_iter().filter_map(keep).collect(),
        _ => Vec::new(),
    }
}
