//! Whether a literal of a schema satisfies a schema, told without a validator.
//!
//! The answer may be that it is not known; it is never wrong.

use std::collections::{HashMap, HashSet};

use regex::Regex;

use crate::{
    Model,
    pattern::Pattern,
    schema::{Body, Keywords, SchemaId, TypeSet},
    value::Value,
};

/// Whether a value satisfies a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// No, because of this keyword.
    No(&'static str),
    Unknown,
}

/// Compiled patterns by their source; `None` where there is no translation.
#[derive(Debug, Default)]
pub(crate) struct Patterns(HashMap<String, Option<Regex>>);

impl Patterns {
    pub(crate) fn is_match(&mut self, pattern: &Pattern, text: &str) -> Option<bool> {
        if !self.0.contains_key(&pattern.source) {
            let compiled = pattern.translated.as_deref().and_then(|translated| Regex::new(translated).ok());
            self.0.insert(pattern.source.clone(), compiled);
        }
        Some(self.0[&pattern.source].as_ref()?.is_match(text))
    }
}

/// Holds literals against schemas, until its steps are used up.
pub(crate) struct Judge<'a> {
    pub(crate) model: &'a Model,
    pub(crate) patterns: &'a mut Patterns,
    /// How much may still be looked at.
    pub(crate) steps: usize,
}

/// Keywords that are not looked at, because whoever asks looks at them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Except {
    /// `enum`.
    pub(crate) members: bool,
    /// `$ref` and `allOf`.
    pub(crate) parts: bool,
    /// `anyOf` and `oneOf`.
    pub(crate) unions: bool,
}

/// How deep schemas may apply one another before the answer is not known.
const DEEPEST: usize = 64;

impl Judge<'_> {
    pub(crate) fn schema(&mut self, id: SchemaId, value: &Value) -> Answer {
        self.at_depth(id, value, 0)
    }

    /// Whether a value satisfies a schema, some keywords left out.
    pub(crate) fn rest(&mut self, keywords: &Keywords, value: &Value, except: Except) -> Answer {
        self.keywords(keywords, value, 0, except)
    }

    fn at_depth(&mut self, id: SchemaId, value: &Value, depth: usize) -> Answer {
        match &self.model.schema(id).body {
            Body::Bool(true) => Answer::Yes,
            Body::Bool(false) => Answer::No("false"),
            Body::Keywords(keywords) => self.keywords(keywords, value, depth, Except::default()),
        }
    }

    fn spend(&mut self, steps: usize) -> bool {
        let enough = self.steps >= steps;
        self.steps = self.steps.saturating_sub(steps);
        enough
    }

    fn keywords(&mut self, keywords: &Keywords, value: &Value, depth: usize, except: Except) -> Answer {
        if depth > DEEPEST || !self.spend(1) {
            return Answer::Unknown;
        }
        let mut all = All(Answer::Yes);
        all.add("type", keywords.types.is_none_or(|types| types.contains(TypeSet::of(value))));
        if let Some(constant) = &keywords.constant {
            all.add("const", constant == value);
        }
        if let Some(members) = &keywords.enumeration
            && !except.members
        {
            if self.spend(members.len()) {
                all.add("enum", members.contains(value));
            } else {
                all.unknown();
            }
        }
        if all.is_no() {
            return all.0;
        }
        match value {
            Value::Number(number) => {
                all.add("minimum", keywords.minimum.as_ref().is_none_or(|bound| number >= bound));
                all.add("maximum", keywords.maximum.as_ref().is_none_or(|bound| number <= bound));
                all.add("exclusiveMinimum", keywords.exclusive_minimum.as_ref().is_none_or(|bound| number > bound));
                all.add("exclusiveMaximum", keywords.exclusive_maximum.as_ref().is_none_or(|bound| number < bound));
                all.add("multipleOf", keywords.multiple_of.as_ref().is_none_or(|of| number.is_multiple_of(of)));
            }
            Value::String(text) => {
                if keywords.min_length.is_some() || keywords.max_length.is_some() {
                    all.add_count(
                        "minLength",
                        "maxLength",
                        text.chars().count(),
                        keywords.min_length,
                        keywords.max_length,
                    );
                }
                if let Some(pattern) = &keywords.pattern {
                    match self.patterns.is_match(pattern, text) {
                        Some(matches) => all.add("pattern", matches),
                        None => all.unknown(),
                    }
                }
            }
            Value::Array(items) => self.array(keywords, items, depth, &mut all),
            Value::Object(members) => self.object(keywords, value, members, depth, &mut all),
            Value::Null | Value::Bool(_) => {}
        }
        if !all.is_no() {
            self.in_place(keywords, value, depth, except, &mut all);
        }
        all.0
    }

    fn array(&mut self, keywords: &Keywords, items: &[Value], depth: usize, all: &mut All) {
        all.add_count("minItems", "maxItems", items.len(), keywords.min_items, keywords.max_items);
        for (index, item) in items.iter().enumerate() {
            let (keyword, schema) = match keywords.prefix_items.get(index) {
                Some(schema) => ("prefixItems", Some(*schema)),
                None => ("items", keywords.items),
            };
            if let Some(schema) = schema {
                all.add_answer(keyword, self.at_depth(schema, item, depth + 1));
            }
        }
        if keywords.unique_items {
            let mut seen = HashSet::new();
            all.add("uniqueItems", items.iter().all(|item| seen.insert(item.canonical())));
        }
        if keywords.contains.is_some() || keywords.unevaluated_items.is_some() {
            all.unknown();
        }
    }

    fn object(
        &mut self,
        keywords: &Keywords,
        value: &Value,
        members: &[(String, Value)],
        depth: usize,
        all: &mut All,
    ) {
        all.add_count(
            "minProperties",
            "maxProperties",
            members.len(),
            keywords.min_properties,
            keywords.max_properties,
        );
        let names: HashMap<&str, &Value> = members.iter().map(|(name, value)| (name.as_str(), value)).collect();
        all.add("required", keywords.required.iter().all(|name| names.contains_key(name.as_str())));
        for (name, needed) in &keywords.dependent_required {
            let holds =
                !names.contains_key(name.as_str()) || needed.iter().all(|name| names.contains_key(name.as_str()));
            all.add("dependentRequired", holds);
        }
        let declared: HashMap<&str, SchemaId> =
            keywords.properties.iter().map(|property| (property.name.as_str(), property.schema)).collect();
        for (name, member) in members {
            let mut evaluated = false;
            if let Some(schema) = declared.get(name.as_str()) {
                evaluated = true;
                all.add_answer("properties", self.at_depth(*schema, member, depth + 1));
            }
            for (pattern, schema) in &keywords.pattern_properties {
                match self.patterns.is_match(pattern, name) {
                    Some(true) => {
                        evaluated = true;
                        all.add_answer("patternProperties", self.at_depth(*schema, member, depth + 1));
                    }
                    Some(false) => {}
                    None => {
                        evaluated = true;
                        all.unknown();
                    }
                }
            }
            if let Some(schema) = keywords.additional_properties.filter(|_| !evaluated) {
                all.add_answer("additionalProperties", self.at_depth(schema, member, depth + 1));
            }
            if let Some(schema) = keywords.property_names {
                all.add_answer("propertyNames", self.at_depth(schema, &Value::String(name.clone()), depth + 1));
            }
        }
        for (name, schema) in &keywords.dependent_schemas {
            if names.contains_key(name.as_str()) {
                all.add_answer("dependentSchemas", self.at_depth(*schema, value, depth + 1));
            }
        }
        if keywords.unevaluated_properties.is_some() {
            all.unknown();
        }
    }

    fn in_place(&mut self, keywords: &Keywords, value: &Value, depth: usize, except: Except, all: &mut All) {
        if let Some(target) = keywords.reference.filter(|_| !except.parts) {
            all.add_answer("$ref", self.at_depth(target, value, depth + 1));
        }
        if keywords.dynamic_reference.is_some() {
            all.unknown();
        }
        for branch in keywords.all_of.iter().filter(|_| !except.parts) {
            all.add_answer("allOf", self.at_depth(*branch, value, depth + 1));
        }
        if let Some(branches) = keywords.any_of.as_ref().filter(|_| !except.unions) {
            let answers: Vec<Answer> =
                branches.iter().map(|branch| self.at_depth(*branch, value, depth + 1)).collect();
            if !answers.contains(&Answer::Yes) {
                let known = !answers.contains(&Answer::Unknown);
                all.add_answer("anyOf", if known { Answer::No("anyOf") } else { Answer::Unknown });
            }
        }
        if let Some(branches) = keywords.one_of.as_ref().filter(|_| !except.unions) {
            let answers: Vec<Answer> =
                branches.iter().map(|branch| self.at_depth(*branch, value, depth + 1)).collect();
            let hold = answers.iter().filter(|answer| **answer == Answer::Yes).count();
            let unknown = answers.contains(&Answer::Unknown);
            match (hold, unknown) {
                (2.., _) | (0, false) => all.add("oneOf", false),
                (_, true) => all.unknown(),
                _ => {}
            }
        }
        if let Some(schema) = keywords.not {
            match self.at_depth(schema, value, depth + 1) {
                Answer::Yes => all.add("not", false),
                Answer::No(_) => {}
                Answer::Unknown => all.unknown(),
            }
        }
        if let Some(condition) = keywords.if_schema {
            let (keyword, branch) = match self.at_depth(condition, value, depth + 1) {
                Answer::Yes => ("then", keywords.then_schema),
                Answer::No(_) => ("else", keywords.else_schema),
                Answer::Unknown => return all.unknown(),
            };
            if let Some(branch) = branch {
                all.add_answer(keyword, self.at_depth(branch, value, depth + 1));
            }
        }
    }
}

/// The conjunction of answers. The first `No` stays.
struct All(Answer);

impl All {
    fn add(&mut self, keyword: &'static str, holds: bool) {
        if !holds && !self.is_no() {
            self.0 = Answer::No(keyword);
        }
    }

    fn is_no(&self) -> bool {
        matches!(self.0, Answer::No(_))
    }

    fn add_answer(&mut self, keyword: &'static str, answer: Answer) {
        match answer {
            Answer::Yes => {}
            Answer::No(_) => self.add(keyword, false),
            Answer::Unknown => self.unknown(),
        }
    }

    fn add_count(
        &mut self,
        lower: &'static str,
        upper: &'static str,
        count: usize,
        least: Option<u64>,
        most: Option<u64>,
    ) {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        self.add(lower, least.is_none_or(|least| count >= least));
        self.add(upper, most.is_none_or(|most| count <= most));
    }

    fn unknown(&mut self) {
        if self.0 == Answer::Yes {
            self.0 = Answer::Unknown;
        }
    }
}
