//! Values against schemas.

use std::{collections::HashMap, ops::ControlFlow};

use crate::{
    JsonSchemaNode, JsonValue, LossyError, Pointer,
    arena::{Arena, NodeId, Shape},
    branches::{Failure, Failures, explain},
    check::{Finding, Task, check},
    closeness::{closest, is_affordable},
    reading::{literal_text, shortened},
    schema_problem::with_article,
    value_problem::{BranchName, ClosestBranch, ValueProblem, ValueProblemKind as Kind},
    verdict::is_valid,
};

/// How many literals, names or branches a message lists.
const LISTED: usize = 10;
/// Above this many literals a message does not look for repetitions among them.
const MANY: usize = 1_000;

/// Checks a value against a schema, as JSON Schema has it: a schema that leaves `additionalProperties` out is open, `1.0` is an
/// integer and equals `1`, and `oneOf` is exactly one.
///
/// ```
/// use value_schema_core::{JsonValue, integer, parameters, string, validate_json_schema_value};
///
/// let schema = parameters().required("city", string()).optional("days", integer().one_of([1, 3, 7])).compile()?;
/// validate_json_schema_value(&schema, &JsonValue::from_text(r#"{"city": "Bern", "days": 3.0}"#)?)?;
///
/// let call = JsonValue::from_text(r#"{"city": "Bern", "days": 2}"#)?;
/// let problem = validate_json_schema_value(&schema, &call).unwrap_err();
/// assert_eq!(problem.to_string(), "at /days: expected one of 1, 3, 7, found 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first problem: what an object lacks or has too much comes before what is wrong with its members.
/// [`all_value_problems`] tells all of them.
#[allow(clippy::result_large_err, reason = "a refused value is the exception, and its reader wants all of it")]
pub fn validate_json_schema_value(schema: &JsonSchemaNode, value: &JsonValue) -> Result<(), ValueProblem> {
    if is_valid(schema.arena(), schema.id(), value) {
        return Ok(());
    }
    match all_value_problems(schema, value, 1).pop() {
        Some(problem) => Err(problem),
        None => unreachable!("a value that is not valid has a problem"),
    }
}

/// Whether a value is valid, for those who need no reason.
pub fn is_valid_json_schema_value(schema: &JsonSchemaNode, value: &JsonValue) -> bool {
    is_valid(schema.arena(), schema.id(), value)
}

/// What a schema has against a value: all of it, but at most `limit` problems, in the order of the value.
///
/// A `oneOf` that does not hold is one problem.
pub fn all_value_problems(schema: &JsonSchemaNode, value: &JsonValue, limit: usize) -> Vec<ValueProblem> {
    let mut report = Report { arena: schema.arena(), root: schema.id(), failures: Failures::new(), told: 0 };
    let found = report.problems(Task { node: schema.id(), value }, limit);
    // A union that matches nothing is told with what is wrong in the branch that came closest.
    let innermost: Vec<Option<Found<'_>>> = found.iter().map(|found| report.innermost(*found)).collect();
    let places = locate(value, found.iter().chain(innermost.iter().flatten()).map(|found| found.place()));
    found.iter().zip(&innermost).map(|(outer, inner)| report.tell(*outer, *inner, &places)).collect()
}

/// Reads JSON text and checks the value.
///
/// # Errors
///
/// [`ReadProblem::Text`] when the text is not JSON that can be kept without loss, [`ReadProblem::Value`] when the value is
/// not valid.
#[allow(clippy::result_large_err, reason = "a refused value is the exception, and its reader wants all of it")]
pub fn read_json_schema_value(schema: &JsonSchemaNode, text: &str) -> Result<JsonValue, ReadProblem> {
    let value = JsonValue::from_text(text)?;
    validate_json_schema_value(schema, &value)?;
    Ok(value)
}

/// Why a text does not hold a valid value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The text is not JSON, or would lose something.
    #[error(transparent)]
    Text(#[from] LossyError),
    /// The value is not valid.
    #[error(transparent)]
    Value(#[from] ValueProblem),
}

/// A problem before it is told.
#[derive(Debug, Clone, Copy)]
enum Found<'a> {
    Assertion(Task<'a>, Finding<'a>),
    Union(Task<'a>),
}

impl<'a> Found<'a> {
    /// The value at which it is.
    fn place(self) -> &'a JsonValue {
        match self {
            Self::Assertion(_, Finding::Undeclared(_, member)) => member,
            Self::Assertion(task, _) | Self::Union(task) => task.value,
        }
    }
}

struct Report<'a> {
    arena: &'a Arena,
    root: NodeId,
    failures: Failures,
    /// How many problems have been told.
    told: usize,
}

impl<'a> Report<'a> {
    /// Up to `limit` problems, in the order of the value.
    fn problems(&mut self, task: Task<'a>, limit: usize) -> Vec<Found<'a>> {
        let mut problems = Vec::new();
        let mut waiting = vec![task];
        while problems.len() < limit
            && let Some(task) = waiting.pop()
        {
            if let Shape::OneOf(_) = &self.arena.node(task.node).shape {
                if self.failure(task).is_some() {
                    problems.push(Found::Union(task));
                }
                continue;
            }
            let mut found = |task, finding| {
                problems.push(Found::Assertion(task, finding));
                if problems.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            if check::<true>(self.arena, task, &mut waiting, &mut found).is_break() {
                break;
            }
        }
        problems
    }

    /// Why a `oneOf` does not hold; `None` when it does.
    fn failure(&mut self, task: Task<'a>) -> Option<&Failure> {
        let pair = (task.node, std::ptr::from_ref(task.value));
        if !self.failures.contains_key(&pair) && !is_valid(self.arena, task.node, task.value) {
            explain(self.arena, task, &mut self.failures);
        }
        self.failures.get(&pair)
    }

    /// What is wrong in the closest branch of a union that matches nothing, and so on inwards.
    fn innermost(&mut self, found: Found<'a>) -> Option<Found<'a>> {
        let mut inner = None;
        let mut outer = found;
        while let Found::Union(task) = outer
            && let Some(Failure::Closest(branch)) = self.failure(task)
        {
            let branch = *branch;
            let node = self.branches(task)[branch];
            let Some(next) = self.problems(Task { node, value: task.value }, 1).pop() else { break };
            inner = Some(next);
            outer = next;
        }
        inner
    }

    fn branches(&self, task: Task<'_>) -> &'a [NodeId] {
        match &self.arena.node(task.node).shape {
            Shape::OneOf(branches) => branches,
            _ => &[],
        }
    }

    fn tell(&mut self, found: Found<'a>, inner: Option<Found<'a>>, places: &Places) -> ValueProblem {
        let kind = match found {
            Found::Assertion(task, finding) => {
                let kind = self.assertion(task, finding);
                self.told += 1;
                kind
            }
            Found::Union(task) => match self.failure(task).cloned() {
                Some(Failure::Several(matching)) => {
                    let count = matching.len();
                    let matching =
                        matching.into_iter().take(LISTED).map(|index| self.branch(task, index)).collect();
                    Kind::SeveralBranches { matching, count }
                }
                Some(Failure::Closest(branch)) => {
                    let Some(inner) = inner else { unreachable!("a branch that does not match has a problem") };
                    let here = std::ptr::eq(inner.place(), task.value);
                    let closest = ClosestBranch {
                        branch: self.branch(task, branch),
                        problem: self.tell(inner, None, places),
                        here,
                    };
                    Kind::NoBranch { count: self.branches(task).len(), closest: Box::new(closest) }
                }
                None => unreachable!("a union that was found to fail fails"),
            },
        };
        let (Found::Assertion(task, _) | Found::Union(task)) = found;
        let pointer = places.get(&std::ptr::from_ref(found.place())).cloned().unwrap_or_else(Pointer::root);
        ValueProblem { pointer, schema: self.arena.pointer(self.root, task.node), kind }
    }

    fn branch(&self, task: Task<'_>, index: usize) -> BranchName {
        let node = self.arena.node(self.branches(task)[index]);
        let title = node.annotations.as_deref().and_then(|annotations| annotations.title.clone());
        BranchName { index, title: title.map(|title| shortened(&title)) }
    }

    fn assertion(&self, task: Task<'_>, finding: Finding<'_>) -> Kind {
        match (&self.arena.node(task.node).shape, finding) {
            (Shape::Scalar { literals: Some(literals), .. }, Finding::NotListed) => {
                // Very many literals are listed as written: finding repetitions takes time for each problem.
                let few = literals.admitted().len() <= MANY;
                let allowed =
                    if few { literals.distinct() } else { literals.admitted().iter().take(LISTED).collect() };
                let close = match task.value {
                    JsonValue::String(text) if is_affordable(self.told, literals.admitted().len()) => {
                        closest(text, literals.admitted().iter().filter_map(JsonValue::as_str))
                    }
                    _ => None,
                };
                Kind::NotListed {
                    count: if few { allowed.len() } else { literals.admitted().len() },
                    found: literal_text(task.value),
                    close: close.map(str::to_owned),
                    allowed: allowed.into_iter().take(LISTED).cloned().collect(),
                }
            }
            (Shape::Object(object), Finding::Missing(index)) => {
                let name = object.properties.get_index(index).map_or("", |(name, _)| name);
                let members = match task.value {
                    JsonValue::Object(members) => Some(members),
                    _ => None,
                };
                let undeclared = members
                    .into_iter()
                    .flat_map(crate::JsonObject::iter)
                    .filter_map(|(member, _)| object.properties.get(member).is_none().then_some(member));
                let close = is_affordable(self.told, members.map_or(0, crate::JsonObject::len))
                    .then(|| closest(name, undeclared))
                    .flatten()
                    .map(str::to_owned);
                Kind::Missing { name: name.to_owned(), close }
            }
            (Shape::Object(object), Finding::Undeclared(name, _)) => {
                let declared = || object.properties.keys().map(|name| &**name);
                Kind::Undeclared {
                    name: name.to_owned(),
                    close: is_affordable(self.told, object.properties.len())
                        .then(|| closest(name, declared()))
                        .flatten()
                        .map(str::to_owned),
                    declared: declared().take(LISTED).map(str::to_owned).collect(),
                    count: object.properties.len(),
                }
            }
            (shape, _) => {
                let expected = match shape {
                    Shape::Scalar { scalar, .. } => scalar.with_article(),
                    Shape::Array { .. } => "an array",
                    Shape::Object(_) => "an object",
                    Shape::Any | Shape::OneOf(_) => "another value",
                };
                Kind::WrongType { expected, found: told(task.value) }
            }
        }
    }
}

/// A value as messages write it: its type, and a short form of a scalar.
fn told(value: &JsonValue) -> String {
    match value {
        JsonValue::Number(_) | JsonValue::String(_) => format!("the {} {}", value.type_name(), literal_text(value)),
        other => with_article(other).to_owned(),
    }
}

/// The pointers of values, by where they are in memory.
type Places = HashMap<*const JsonValue, Pointer>;

/// One step into a value.
enum Token<'a> {
    Name(&'a str),
    Index(usize),
}

/// Finds the pointers of values within `root`, all of them in one pass.
fn locate<'a>(root: &'a JsonValue, wanted: impl Iterator<Item = &'a JsonValue>) -> Places {
    let wanted: std::collections::HashSet<*const JsonValue> = wanted.map(std::ptr::from_ref).collect();
    let mut places = Places::new();
    // Values that were entered, each with its parent and the step from there.
    let mut entered: Vec<(usize, Option<Token<'_>>)> = Vec::new();
    let mut waiting: Vec<(&JsonValue, usize, Option<Token<'_>>)> = vec![(root, 0, None)];
    while places.len() < wanted.len()
        && let Some((value, parent, token)) = waiting.pop()
    {
        let here = entered.len();
        entered.push((parent, token));
        if wanted.contains(&std::ptr::from_ref(value)) {
            places.insert(std::ptr::from_ref(value), pointer(&entered, here));
        }
        let from = waiting.len();
        match value {
            JsonValue::Array(items) => {
                waiting
                    .extend(items.iter().enumerate().map(|(index, item)| (item, here, Some(Token::Index(index)))));
            }
            JsonValue::Object(members) => {
                waiting.extend(members.iter().map(|(name, member)| (member, here, Some(Token::Name(name)))));
            }
            _ => {}
        }
        waiting[from..].reverse();
    }
    places
}

fn pointer(entered: &[(usize, Option<Token<'_>>)], at: usize) -> Pointer {
    let mut steps = Vec::new();
    let mut at = at;
    while let (parent, Some(token)) = &entered[at] {
        steps.push(token);
        at = *parent;
    }
    let mut pointer = Pointer::root();
    for token in steps.into_iter().rev() {
        match token {
            Token::Name(name) => pointer.push_name(name),
            Token::Index(index) => pointer.push_index(*index),
        }
    }
    pointer
}
