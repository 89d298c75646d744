//! Evaluation of a schema table against an instance, exactly as JSON Schema 2020-12 says.
//!
//! One routine serves the three questions (valid? what is wrong first? what is wrong in all?): it is generic over a
//! `Reporter`, and the silent one costs nothing. Annotations are collected only below an `unevaluated*` keyword.
//!
//! All work is bounded: the nesting of schemas and values by `MAX_NESTING`, and repetition by a memory of what was
//! already decided, which is only used once an evaluation has taken suspiciously many steps.

mod annotations;
mod array;
mod logic;
mod memory;
mod number;
mod object;
mod place;
mod reference;
mod reporter;
mod string;
mod union;
mod value;
mod words;

#[cfg(test)]
mod testing;

use annotations::Evaluated;
use memory::Memory;
use place::{Path, Place, Scope};
use reporter::{Collector, Reporter, Silent};

use crate::{
    instance::Instance,
    schema::{Keyword, Resource, Schema},
    violation::{Violation, describe},
};

/// Most schemas that evaluation may be inside of at once. A document has at most 127 containers inside each other,
/// so this leaves several in-place applicators (`allOf`, `$ref`) for each. More is a violation of the rule `depth`.
const MAX_NESTING: u32 = 512;

/// Most references that lead straight to another reference.
const MAX_HOPS: u32 = 100_000;

/// Number of schemas after which an evaluation begins to remember what it decided.
const PATIENCE: u32 = 20_000;

/// How unknown values of fail-closed enums are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// As the schema says: they are violations.
    #[default]
    Strict,
    /// Any string is accepted in place of a fail-closed enum.
    Tolerant,
}

impl Schema {
    /// Whether the instance is known to be valid.
    pub fn is_valid(&'static self, instance: Instance<'_>, mode: Mode) -> bool {
        self.decide(instance, mode).unwrap_or(false)
    }

    /// Whether the instance is valid.
    ///
    /// # Errors
    /// When that is not known, because a limit was reached (`depth`, `pattern-limit`).
    pub fn decide(&'static self, instance: Instance<'_>, mode: Mode) -> Result<bool, Box<Violation>> {
        if let Some(valid) = self.by_assertions(instance) {
            return Ok(valid);
        }
        let mut evaluator = Evaluator::new(mode);
        let valid = evaluator.start(self, instance, &mut Silent);
        evaluator.stopped.map_or(Ok(valid), Err)
    }

    /// Whether a scalar is valid, where assertions of its own type alone say so. Most of what a decoder has to check is a
    /// number with bounds or a text with a length, for which the state of an evaluation costs more than the answer.
    #[inline]
    fn by_assertions(&self, instance: Instance<'_>) -> Option<bool> {
        let mut valid = true;
        for keyword in self.keywords {
            valid &= match instance {
                Instance::Number(number) if number::asserts(keyword) => number::holds(keyword, number),
                Instance::String(text) if string::asserts(keyword) => string::holds(keyword, text),
                _ => return None,
            };
        }
        Some(valid)
    }

    /// Finds the first violation, in the order of the table. An instance that is valid costs no allocation, unless an
    /// `unevaluated*` keyword or many unique items take part.
    pub fn check(&'static self, instance: Instance<'_>, mode: Mode) -> Result<(), Box<Violation>> {
        if self.is_valid(instance, mode) { Ok(()) } else { Err(self.first_violation(instance, mode)) }
    }

    #[cold]
    fn first_violation(&'static self, instance: Instance<'_>, mode: Mode) -> Box<Violation> {
        let mut found = self.violations(instance, mode, 1);
        Box::new(if found.is_empty() { Violation::depth(&Path::Root, instance) } else { found.swap_remove(0) })
    }

    /// Finds all violations in the order of the table, at most `limit`. Empty when the instance is valid (and when the
    /// limit is 0).
    pub fn violations(&'static self, instance: Instance<'_>, mode: Mode, limit: usize) -> Vec<Violation> {
        let mut evaluator = Evaluator::new(mode);
        let mut collector = Collector::new(limit);
        evaluator.start(self, instance, &mut collector);
        match evaluator.stopped {
            // Below a `not`, what was found after that may be wrong.
            Some(stopped) => Vec::from_iter(Some(*stopped).filter(|_| limit > 0)),
            None => collector.into_violations(),
        }
    }
}

impl Violation {
    #[cold]
    fn depth(path: &Path<'_>, instance: Instance<'_>) -> Self {
        Self {
            pointer: path.to_pointer(),
            ..Self::of_document(
                "depth",
                format!("at most {MAX_NESTING} schemas inside each other"),
                format!("more for {}", describe(instance)),
            )
        }
    }
}

/// The state of one evaluation.
struct Evaluator<'i> {
    mode: Mode,
    /// Number of schemas evaluated so far.
    steps: u32,
    /// Set when the nesting was too deep or a pattern took too many steps. Then no answer counts, not even below a
    /// `not`.
    stopped: Option<Box<Violation>>,
    memory: Option<Box<Memory<'i>>>,
}

impl<'i> Evaluator<'i> {
    fn new(mode: Mode) -> Self {
        Self { mode, steps: 0, stopped: None, memory: None }
    }

    fn start<R: Reporter>(&mut self, schema: &'static Schema, instance: Instance<'i>, reporter: &mut R) -> bool {
        let (path, scope) = (Path::Root, Scope::new());
        self.evaluate(schema, instance, Place::new(&path, &scope), None, reporter)
    }

    /// Whether `instance` is valid against `schema`. What is wrong goes to `reporter`; what a valid schema evaluated of
    /// the instance goes to `seen`.
    fn evaluate<R: Reporter>(
        &mut self,
        schema: &'static Schema,
        instance: Instance<'i>,
        place: Place<'_>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        if schema.keywords.is_empty() {
            return true;
        }
        if self.stopped.is_some() {
            return false;
        }
        if place.nesting >= MAX_NESTING {
            return self.stop(place, instance);
        }
        self.steps = self.steps.saturating_add(1);
        if self.steps > PATIENCE {
            self.recall(schema, instance, place, seen, reporter)
        } else {
            self.evaluate_anew(schema, instance, place, seen, reporter)
        }
    }

    #[cold]
    fn stop(&mut self, place: Place<'_>, instance: Instance<'i>) -> bool {
        self.stopped = Some(Box::new(Violation::depth(place.path, instance)));
        false
    }

    fn evaluate_anew<R: Reporter>(
        &mut self,
        mut schema: &'static Schema,
        instance: Instance<'i>,
        place: Place<'_>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        // A reference alone needs no frame of its own, so chains of them may be long.
        let mut hops = 0;
        loop {
            if let Some(resource) = schema.resource.filter(|resource| !place.scope.holds(resource)) {
                return self.in_resource(resource, schema, instance, place, seen, reporter);
            }
            let Some(target) = schema.sole_reference() else { break };
            schema = target;
            hops += 1;
            if hops > MAX_HOPS {
                return self.stop(place, instance);
            }
        }
        let collects = matches!(
            schema.keywords.last(),
            Some(Keyword::UnevaluatedItems(_) | Keyword::UnevaluatedProperties(_))
        );
        if collects {
            self.collecting(schema, instance, place, seen, reporter)
        } else if let Some(seen) = seen {
            let mark = seen.mark();
            let valid = self.keywords(schema, instance, place, Some(seen), reporter);
            if !valid {
                seen.roll_back(mark);
            }
            valid
        } else {
            self.keywords(schema, instance, place, None, reporter)
        }
    }

    /// Evaluates a schema in the dynamic scope of a resource that is new to it.
    fn in_resource<R: Reporter>(
        &mut self,
        resource: &'static Resource,
        schema: &'static Schema,
        instance: Instance<'i>,
        place: Place<'_>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let scope = self.enter(place.scope, resource);
        self.evaluate(schema, instance, place.within(&scope).deeper(), seen, reporter)
    }

    /// Evaluates a schema with `unevaluated*` keywords: they see what this schema evaluated, and nothing of others.
    fn collecting<R: Reporter>(
        &mut self,
        schema: &'static Schema,
        instance: Instance<'i>,
        place: Place<'_>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut own = Evaluated::default();
        let valid = self.keywords(schema, instance, place, Some(&mut own), reporter);
        if let Some(seen) = seen.filter(|_| valid) {
            seen.merge(&own);
        }
        valid
    }

    fn keywords<R: Reporter>(
        &mut self,
        schema: &'static Schema,
        instance: Instance<'i>,
        place: Place<'_>,
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        for keyword in schema.keywords {
            // What a failed subschema evaluated is unknown, so the `unevaluated*` keywords would blame too much.
            let blind =
                matches!(keyword, Keyword::UnevaluatedItems(_) | Keyword::UnevaluatedProperties(_)) && !valid;
            if blind {
                continue;
            }
            let asked = Asked { schema, keyword, instance, place };
            if self.keyword(&asked, seen.as_deref_mut(), reporter) {
                continue;
            }
            valid = false;
            if reporter.is_full() {
                break;
            }
        }
        valid
    }

    /// Whether one keyword holds. Small on purpose, as everything that evaluation nests: it has to fit a small stack.
    fn keyword<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        match (asked.keyword, asked.instance) {
            // Applicators in place.
            (Keyword::Ref(_) | Keyword::LateRef(_), _) => self.reference(asked, seen, reporter),
            (Keyword::DynamicRef { anchor, initial }, _) => {
                self.dynamic_reference(asked, anchor, initial, seen, reporter)
            }
            (Keyword::AllOf(branches), _) => self.all_of(asked, branches, seen, reporter),
            (Keyword::AnyOf(branches), _) => self.any_of(asked, branches, seen, reporter),
            (Keyword::OneOf(branches), _) => self.one_of(asked, branches, seen, reporter),
            (Keyword::Not(schema), _) => self.not(asked, schema, reporter),
            (Keyword::If { .. }, _) => self.conditional(asked, seen, reporter),
            (Keyword::DependentSchemas(list), Instance::Object(members)) => {
                self.dependent_schemas(asked, list, members, seen, reporter)
            }
            // Applicators to items and members.
            (Keyword::PrefixItems(schemas), Instance::Array(items)) => {
                self.prefix_items(asked, schemas, items, seen, reporter)
            }
            (Keyword::Items { from, schema }, Instance::Array(items)) => {
                self.items(asked, *from, schema, items, seen, reporter)
            }
            (Keyword::Contains { .. }, Instance::Array(items)) => self.contains(asked, items, seen, reporter),
            (Keyword::UnevaluatedItems(schema), Instance::Array(items)) => {
                self.unevaluated_items(asked, schema, items, seen, reporter)
            }
            (Keyword::Properties(list), Instance::Object(members)) => {
                self.properties(asked, list, members, seen, reporter)
            }
            (Keyword::PatternProperties(list), Instance::Object(members)) => {
                self.pattern_properties(asked, list, members, seen, reporter)
            }
            (Keyword::AdditionalProperties { .. }, Instance::Object(members)) => {
                self.additional_properties(asked, members, seen, reporter)
            }
            (Keyword::PropertyNames(schema), Instance::Object(members)) => {
                self.property_names(asked, schema, members, reporter)
            }
            (Keyword::Pattern(pattern), Instance::String(text)) => self.pattern(asked, pattern, text, reporter),
            (Keyword::UnevaluatedProperties(schema), Instance::Object(members)) => {
                self.unevaluated_properties(asked, schema, members, seen, reporter)
            }
            _ => self.assertion(asked, reporter),
        }
    }

    fn assertion<R: Reporter>(&mut self, asked: &Asked<'_, 'i>, reporter: &mut R) -> bool {
        let holds = self.holds(asked.keyword, asked.instance);
        if !holds {
            reporter.report(|| asked.blame());
        }
        holds
    }

    /// Whether an assertion without subschemas holds. Keywords of another type hold.
    fn holds(&self, keyword: &'static Keyword, instance: Instance<'i>) -> bool {
        if let Keyword::FailClosedEnum(values) = keyword {
            return value::is_known(values, instance, self.mode);
        }
        match instance {
            _ if value::applies(keyword) => value::holds(keyword, instance),
            Instance::Number(number) => number::holds(keyword, number),
            Instance::String(text) => string::holds(keyword, text),
            Instance::Array(items) => array::holds(keyword, items),
            Instance::Object(members) => object::holds(keyword, members),
            Instance::Null | Instance::Bool(_) => true,
        }
    }
}

/// The keyword that is being evaluated, of what, and where.
struct Asked<'p, 'i> {
    schema: &'static Schema,
    keyword: &'static Keyword,
    instance: Instance<'i>,
    place: Place<'p>,
}

impl Asked<'_, '_> {
    /// A violation of this keyword at this place.
    fn violation(&self, expected: impl Into<String>, found: impl Into<String>) -> Violation {
        self.violation_of(self.keyword.name(), expected, found)
    }

    /// A violation of a keyword that belongs to this one (`minContains`).
    fn violation_of(
        &self,
        keyword: &'static str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Violation {
        let location = self.schema.location;
        Violation {
            pointer: self.place.path.to_pointer(),
            keyword,
            schema: if keyword == "false" { location.to_owned() } else { format!("{location}/{keyword}") },
            expected: expected.into(),
            found: found.into(),
            causes: Vec::new(),
        }
    }

    /// The violation of an assertion that does not hold.
    #[cold]
    fn blame(&self) -> Violation {
        let described = match self.instance {
            Instance::String(text) => string::describe(self.keyword, text),
            Instance::Number(_) => number::describe(self.keyword),
            Instance::Array(items) => array::describe(self.keyword, items),
            Instance::Object(members) => return object::blame(self, members),
            Instance::Null | Instance::Bool(_) => None,
        };
        let (expected, found) = described.unwrap_or_else(|| (value::describe(self.keyword), None));
        self.violation(expected, found.unwrap_or_else(|| describe(self.instance)))
    }
}

/// What was expected and, when the value itself says too little or too much, what was found.
type Described = Option<(String, Option<String>)>;

/// `1 item`, `2 items`.
pub(crate) fn counted(count: impl TryInto<u64>, one: &str, many: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Number of items or members.
fn size(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}
