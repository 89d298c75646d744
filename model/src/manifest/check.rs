//! Holds the manifest against the schemas that it speaks about.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{FailClosed, Manifest, Named};
use crate::{
    Finding, Level, Model, Place,
    schema::{Body, Origin, SchemaId},
    source::pointer_tokens,
    suggest,
    value::Value,
};

impl Manifest {
    /// Everything in the manifest that does not fit the schemas, in the order of the manifest.
    ///
    /// The model holds all files of the set, those of the advices included.
    pub fn check(&self, model: &Model) -> Vec<Finding> {
        let mut checker = Checker { manifest: self, model, findings: Vec::new() };
        checker.schemas();
        checker.names();
        checker.fail_closed();
        checker.references();
        checker.findings.extend(self.mixed_modes(model));
        let mut findings = checker.findings;
        // Findings about files that the manifest does not name come last.
        findings.sort_by_key(|finding| (finding.place.file != self.file, finding.place.span));
        findings
    }
}

struct Checker<'a> {
    manifest: &'a Manifest,
    model: &'a Model,
    findings: Vec<Finding>,
}

impl Checker<'_> {
    fn report(&mut self, rule: &'static str, place: &Place, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding::new(rule, Level::Error, place.clone(), message));
        self.findings.last_mut().expect("just pushed")
    }

    fn listed(&self, path: &str) -> bool {
        self.manifest.schemas.iter().any(|entry| entry.path == path)
    }

    fn schemas(&mut self) {
        let members = || self.model.documents().iter().filter(|document| document.origin == Origin::Member);
        for entry in &self.manifest.schemas {
            let name = self.manifest.resolve_path(&entry.path);
            if members().any(|document| document.name == name) {
                continue;
            }
            let close = suggest::nearest(&name, members().map(|document| document.name.as_str()));
            let help = close.map(|close| format!("did you mean {close:?}?"));
            self.report("missing-schema", &entry.place, format!("the set has no file {name:?}")).help = help;
        }
        let advice: HashSet<String> =
            self.manifest.advice.iter().map(|advice| self.manifest.resolve_path(&advice.advice)).collect();
        let listed: HashSet<String> =
            self.manifest.schemas.iter().map(|entry| self.manifest.resolve_path(&entry.path)).collect();
        let unlisted: Vec<String> = members()
            .map(|document| document.name.clone())
            .filter(|name| !listed.contains(name) && !advice.contains(name))
            .collect();
        for name in unlisted {
            let message = format!("{} does not list this schema", self.manifest.file);
            self.report("unlisted-schema", &Place::file(&name), message).help = Some(format!(
                "add a table [schemas.{:?}] with its version",
                name.rsplit('/').next().unwrap_or(&name)
            ));
        }
    }

    /// Rust names: well-formed, at places that exist, each given once.
    fn names(&mut self) {
        let mut modules: HashMap<&str, &Place> = HashMap::new();
        for entry in &self.manifest.schemas {
            if let Some(module) = &entry.module {
                if !is_snake_case(&module.name) {
                    let message = format!("{:?} is not a name for a Rust module", module.name);
                    self.report("invalid-name", &module.place, message).help =
                        Some("use lower-case letters, digits and `_`, and no keyword".into());
                }
                self.once(&mut modules, module, "module");
            }
            let mut types: HashMap<&str, &Place> = HashMap::new();
            for name in entry.type_name.iter().chain(entry.names.iter().map(|(_, name)| name)) {
                if !is_camel_case(&name.name) {
                    let message = format!("{:?} is not a name for a Rust type", name.name);
                    self.report("invalid-name", &name.place, message).help =
                        Some("start with an upper-case letter; go on with letters and digits".into());
                }
                self.once(&mut types, name, "type");
            }
            let document = self.manifest.resolve_path(&entry.path);
            if self.model.document(&document).is_some() {
                for (pointer, name) in &entry.names {
                    self.schema_at(&document, pointer, &name.place);
                }
                for (pointer, place) in &entry.derived {
                    self.schema_at(&document, pointer, place);
                }
            }
        }
    }

    fn once<'n>(&mut self, seen: &mut HashMap<&'n str, &'n Place>, named: &'n Named, what: &str) {
        if let Some(first) = seen.insert(&named.name, &named.place) {
            let message = format!("the name {:?} is given to another {what} too", named.name);
            self.report("duplicate-name", &named.place, message)
                .related
                .push((first.clone(), "first given here".into()));
        }
    }

    fn schema_at(&mut self, document: &str, pointer: &str, place: &Place) -> Option<SchemaId> {
        if let Some(id) = self.model.schema_at(document, pointer) {
            return Some(id);
        }
        let message = format!("{document:?} has no schema at {pointer:?}");
        let close = self.model.close_pointer(document, pointer);
        self.report("unknown-pointer", place, message).help = match close {
            Some(close) => Some(format!("did you mean {close:?}?")),
            None => Some("give the JSON pointer of a schema, such as /properties/name".into()),
        };
        None
    }

    fn fail_closed(&mut self) {
        let conditions = conditions(self.model);
        let mut seen: HashMap<(&str, &str), &Place> = HashMap::new();
        for entry in &self.manifest.fail_closed {
            if let Some(first) = seen.insert((&entry.schema, &entry.at), &entry.place) {
                self.report("duplicate-name", &entry.place, "this enum is listed twice")
                    .related
                    .push((first.clone(), "first listed here".into()));
            }
            if !self.listed(&entry.schema) {
                self.unlisted(&entry.schema, &entry.place);
                continue;
            }
            let document = self.manifest.resolve_path(&entry.schema);
            if self.model.document(&document).is_none() {
                continue;
            }
            let Some(id) = self.schema_at(&document, &entry.at, &entry.place) else { continue };
            self.fail_closed_enum(entry, id);
            if let Some((condition, keyword)) = conditions.get(&id) {
                let message = format!(
                    "this enum cannot be fail-closed: it is reached through `{keyword}`, where an unknown value could \
                     change what matches"
                );
                let related = self.model.keyword_place(*condition, keyword);
                let related = related.unwrap_or_else(|| self.model.schema(*condition).place.clone());
                let finding = self.report("fail-closed-in-condition", &entry.place, message);
                finding.related.push((related, format!("reached through this `{keyword}`")));
                finding.help = Some("leave it closed, or take the enum out of the condition".into());
            }
            if self.is_closed(&document) {
                self.report(
                    "fail-closed-in-closed-contract",
                    &entry.place,
                    "the root of this schema is closed, and a closed contract refuses unknown values",
                )
                .help = Some("leave the enum closed, or open the root".into());
            }
        }
    }

    fn fail_closed_enum(&mut self, entry: &FailClosed, id: SchemaId) {
        let keywords = self.model.keywords(id);
        let members = keywords.and_then(|keywords| keywords.enumeration.as_ref());
        let members: Option<Vec<&str>> = members.and_then(|values| values.iter().map(Value::as_str).collect());
        let Some(members) = members else {
            let reference = keywords.and_then(|keywords| keywords.reference);
            let help = reference.map(|target| format!("it is a reference; name {}", self.model.location(target)));
            let message = format!("a fail-closed enum must be an `enum` of strings, and {:?} is none", entry.at);
            self.report("fail-closed-not-an-enum", &entry.place, message).help = help;
            return;
        };
        if let Some(safe) = &entry.safe
            && !members.contains(&safe.as_str())
        {
            let help = format!("its values are {}", members.join(", "));
            let message = format!("the safe value {safe:?} is not a value of the enum");
            self.report("fail-closed-unknown-safe-value", &entry.place, message).help = Some(help);
        }
    }

    fn is_closed(&self, document: &str) -> bool {
        let Some(root) = self.model.document(document).map(|document| document.root) else { return false };
        let Some(keywords) = self.model.keywords(root) else { return false };
        [keywords.additional_properties, keywords.unevaluated_properties]
            .into_iter()
            .flatten()
            .any(|id| matches!(self.model.schema(id).body, Body::Bool(false)))
    }

    fn unlisted(&mut self, path: &str, place: &Place) {
        let listed = self.manifest.schemas.iter().map(|entry| entry.path.as_str());
        let close = suggest::nearest(path, listed).map(|close| format!("did you mean {close:?}?"));
        self.report("missing-schema", place, format!("[schemas] does not list {path:?}")).help = close;
    }

    /// Schemas and pointers that the other tables name.
    fn references(&mut self) {
        let mut names: HashMap<&str, &Place> = HashMap::new();
        for set in &self.manifest.record_sets {
            if let Some(first) = names.insert(&set.name, &set.place) {
                self.report("duplicate-name", &set.place, format!("there is another record set {:?}", set.name))
                    .related
                    .push((first.clone(), "first named here".into()));
            }
            if !self.listed(&set.schema) {
                self.unlisted(&set.schema, &set.place);
            }
            let pointers = (set.equal.iter().chain(&set.distinct))
                .chain(set.constants.iter().map(|(pointer, _)| pointer))
                .chain(set.exactly_once.iter().map(|(pointer, _)| pointer))
                .chain(set.listed_in.iter().map(|(pointer, _)| pointer));
            for pointer in pointers.filter(|pointer| pointer_tokens(pointer).is_none()) {
                self.report("unknown-pointer", &set.place, format!("{pointer:?} is not a JSON pointer")).help =
                    Some("a JSON pointer starts with `/`".into());
            }
            for (_, list) in &set.listed_in {
                let pointer = list.split_once('#').map(|(_, pointer)| pointer_tokens(pointer));
                if pointer.flatten().is_none() {
                    let message = format!("{list:?} does not name a list");
                    self.report("unknown-pointer", &set.place, message).help =
                        Some("write file.json#/pointer, in which a token `*` stands for any".into());
                }
            }
        }
        for advice in &self.manifest.advice {
            if !self.listed(&advice.schema) {
                self.unlisted(&advice.schema, &advice.place);
            }
            let name = self.manifest.resolve_path(&advice.advice);
            if self.model.document(&name).is_none() {
                self.report("missing-schema", &advice.place, format!("the set has no file {name:?}"));
            }
        }
        for allow in &self.manifest.allow {
            if !self.listed(&allow.schema) {
                self.unlisted(&allow.schema, &allow.place);
                continue;
            }
            let document = self.manifest.resolve_path(&allow.schema);
            let Some(source) = self.model.document(&document).map(|document| &document.source) else { continue };
            // A finding may stand at a keyword, so any value of the file is a place.
            if source.find(&allow.at).is_none() {
                let message = format!("{document:?} has nothing at {:?}", allow.at);
                self.report("unknown-pointer", &allow.place, message);
            }
        }
    }
}

/// The schemas whose answer can decide what else matches, each with the schema and the keyword that asks.
fn conditions(model: &Model) -> HashMap<SchemaId, (SchemaId, &'static str)> {
    let mut reached = HashMap::new();
    let mut queue = VecDeque::new();
    for id in model.ids() {
        let Some(keywords) = model.keywords(id) else { continue };
        let any_of = keywords.any_of.iter().flatten().map(|schema| (*schema, "anyOf"));
        let one_of = keywords.one_of.iter().flatten().map(|schema| (*schema, "oneOf"));
        // Below `then`, `else`, `dependentSchemas` and `propertyNames` no type holds the value, so nobody would be told
        // that it was not recognized.
        let single = [
            (keywords.not, "not"),
            (keywords.if_schema, "if"),
            (keywords.then_schema, "then"),
            (keywords.else_schema, "else"),
            (keywords.contains, "contains"),
            (keywords.property_names, "propertyNames"),
        ];
        let dependent = keywords.dependent_schemas.iter().map(|(_, schema)| (*schema, "dependentSchemas"));
        let single = single.into_iter().filter_map(|(schema, keyword)| Some((schema?, keyword)));
        for (schema, keyword) in any_of.chain(one_of).chain(single).chain(dependent) {
            queue.push_back((schema, (id, keyword)));
        }
    }
    while let Some((id, condition)) = queue.pop_front() {
        if reached.contains_key(&id) {
            continue;
        }
        reached.insert(id, condition);
        queue.extend(model.applied(id).into_iter().map(|next| (next, condition)));
    }
    reached
}

fn is_camel_case(name: &str) -> bool {
    name != "Self"
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|character| character.is_ascii_alphanumeric())
}

fn is_snake_case(name: &str) -> bool {
    const KEYWORDS: [&str; 51] = [
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
        "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
        "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
        "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
        "yield",
    ];
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|character| matches!(character, 'a'..='z' | '0'..='9' | '_'))
        && !KEYWORDS.contains(&name)
}
