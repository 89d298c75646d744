//! The decision: is everything valid under OLD valid under NEW?
//!
//! The answer has three values. *Compatible* is given only when it is proved, *breaking* only with a document that
//! the `jsonschema` validator accepts under OLD and refuses under NEW, and everything else is *undecided*, with
//! what stood in the way.
//!
//! The meaning of a schema is that of the official specification of its dialect. `format`, the `content*`
//! keywords and keywords that the dialect does not know are annotations here: whoever wants a changed unknown
//! keyword to be looked at by a person says so beside this decision.

mod arrays;
mod classes;
mod evaluate;
mod exact;
mod expand;
mod graph;
mod language;
mod literal;
mod lower;
mod numbers;
mod objects;
mod omission;
pub mod sample;
mod search;
mod shrink;
mod solver;
mod strings;
mod tree;
mod unevaluated;
mod validator;

use contracts_model::{
    Model, Place,
    schema::{Document, SchemaId},
};
use serde_json::Value;

use self::{
    graph::Block,
    literal::Literal,
    solver::{Outcome, Solver},
    validator::SubjectValidator,
};

/// A schema of a model: what is compared.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'m> {
    /// The model that the schema stands in. References are followed in it.
    pub model: &'m Model,
    /// The schema that documents are held against.
    pub root: SchemaId,
}

impl<'m> Subject<'m> {
    /// The root schema of a file of a model.
    pub fn of_document(model: &'m Model, document: &Document) -> Self {
        Self { model, root: document.root }
    }
}

/// How much work a decision may take, in steps of the engine.
///
/// A step is a small bounded amount of work that depends on the question alone, so that the same question has the
/// same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most steps.
    pub steps: u64,
}

impl Budget {
    /// A budget of so many steps.
    pub const fn new(steps: u64) -> Self {
        Self { steps }
    }
}

impl Default for Budget {
    /// Enough for real schemas; the hardest questions end as undecided within about a second.
    fn default() -> Self {
        Self::new(2_000_000)
    }
}

/// One of the two versions that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// The schema whose documents are in question.
    Old,
    /// The schema that they are held against.
    New,
}

/// Whether everything that is valid under OLD is valid under NEW.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// It is, and this proved it.
    Compatible(Proof),
    /// It is not, as this document shows.
    Breaking(Witness),
    /// Nothing was proved; this stood in the way.
    Undecided(Obstacle),
}

/// The method that proved compatibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proof {
    /// The two schemas say the same, apart from annotations and spelling.
    Identity,
    /// The prover of this crate found that "valid under OLD and not under NEW" holds for no document.
    Emptiness,
}

/// A document that is valid under OLD and not under NEW.
///
/// The `jsonschema` validator has confirmed both, and no smaller document that proves the same was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The document.
    pub instance: Value,
    /// Why NEW refuses it, in the order of the validator; at least one, and the first few if there are many.
    pub refusals: Vec<Refusal>,
}

/// One reason why a document is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The value that is refused, as a JSON pointer into the document.
    pub instance_pointer: String,
    /// The keyword that refuses it; `false` for the schema `false`.
    pub keyword: String,
    /// Where that keyword stands in the schema file, when the schema is one of the model.
    pub place: Option<Place>,
    /// The same for people.
    pub message: String,
}

/// What kept a question from being decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The version that the schema at [`place`](Self::place) belongs to.
    pub version: Version,
    /// The subschema that stood in the way.
    pub place: Place,
    /// The keyword or construct in it (`$dynamicRef`, `uniqueItems`, `budget`).
    pub construct: String,
    /// Why it stood in the way, one sentence without a final full stop.
    pub why: String,
}

/// Decides whether everything that is valid under `old` is valid under `new`.
///
/// ```
/// use contracts_compat::{Budget, Decision, Subject, decide};
/// use contracts_model::SchemaSet;
///
/// let load = |text: &str| SchemaSet::new().add("s.json", None, text).resolve().0.expect("a schema");
/// let old = load(r#"{"type": "integer"}"#);
/// let new = load(r#"{"type": "integer", "maximum": 10}"#);
/// let root = |model| Subject { model, root: model.documents()[0].root };
/// let decision = decide(root(&old), root(&new), &Budget::default());
/// assert!(!matches!(decision, Decision::Compatible(_)));
/// ```
pub fn decide(old: Subject<'_>, new: Subject<'_>, budget: &Budget) -> Decision {
    let mut search = search(old, new, *budget, FEW_NESTED);
    if search.too_nested {
        search = with_large_stack(|| self::search(old, new, *budget, MANY_NESTED)).unwrap_or(search);
    }
    let obstacle = match search.answer {
        Answer::Identical => return Decision::Compatible(Proof::Identity),
        Answer::Empty => return Decision::Compatible(Proof::Emptiness),
        Answer::Found(value) => match value.ok_or_else(out_of_range).and_then(|value| confirm(old, new, value)) {
            Ok(witness) => return Decision::Breaking(witness),
            Err(why) => Obstacle {
                version: Version::New,
                place: new.model.schema(new.root).place.clone(),
                construct: "validator".to_owned(),
                why,
            },
        },
        Answer::Unknown(obstacle, candidate) => {
            if let Some(witness) = candidate.and_then(|candidate| confirm(old, new, candidate).ok()) {
                return Decision::Breaking(witness);
            }
            obstacle
        }
    };
    Decision::Undecided(obstacle)
}

/// Goals and choices inside each other that fit on the stack of any thread.
const FEW_NESTED: usize = 60;

/// The same for a thread of our own.
const MANY_NESTED: usize = 2_000;

/// Address space for the stack of that thread; only what is used costs memory.
const LARGE_STACK: usize = 512 << 20;

/// The most containers inside each other that a document has.
const MOST_CONTAINERS: usize = 127;

struct Search {
    answer: Answer,
    too_nested: bool,
}

enum Answer {
    Identical,
    Empty,
    Found(Option<Value>),
    Unknown(Obstacle, Option<Value>),
}

fn search(old: Subject<'_>, new: Subject<'_>, budget: Budget, most_nested: usize) -> Search {
    let (graph, old_class, new_class) = lower::lower(old, new, None);
    if old_class == new_class {
        return Search { answer: Answer::Identical, too_nested: false };
    }
    let mut solver = Solver::new(graph, budget.steps, most_nested);
    let outcome = solver.solve_literals(vec![Literal::Is(old_class), Literal::Not(new_class)]);
    let answer = match outcome {
        Outcome::Empty => Answer::Empty,
        Outcome::Inhabited(value) => Answer::Found(value.to_serde_json()),
        Outcome::Unknown(unknown) => {
            let obstacle = obstacle(&solver, unknown.block, old, new);
            Answer::Unknown(obstacle, unknown.candidate.and_then(|value| value.to_serde_json()))
        }
    };
    Search { answer, too_nested: solver.too_nested }
}

fn obstacle(solver: &Solver, block: Block, old: Subject<'_>, new: Subject<'_>) -> Obstacle {
    let (version, place) = solver.graph.place(block, old, new);
    Obstacle { version, place, construct: block.barrier.construct.to_owned(), why: block.barrier.why.to_owned() }
}

/// Runs on a thread with a large stack; `None` when there is none to be had.
fn with_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(LARGE_STACK).spawn_scoped(scope, run).ok()?;
        thread.join().ok()
    })
}

/// Everything that refuses a document under a schema; `None` when the validator cannot use the schema.
pub(crate) fn refusals(subject: Subject<'_>, instance: &serde_json::Value) -> Option<Vec<Refusal>> {
    Some(SubjectValidator::new(subject).ok()?.refusals(instance))
}

/// Lets the validator judge a document that should be valid under `old` and not under `new`, and makes it small.
///
/// An error says why it is no witness.
fn confirm(old: Subject<'_>, new: Subject<'_>, instance: Value) -> Result<Witness, String> {
    if containers(&instance) > MOST_CONTAINERS {
        return Err(format!("a document would need more than {MOST_CONTAINERS} containers inside each other"));
    }
    let unusable = |error: String| format!("the validator cannot use the schema: {error}");
    let old = SubjectValidator::new(old).map_err(unusable)?;
    let new = SubjectValidator::new(new).map_err(unusable)?;
    let mut proves = |instance: &Value| old.accepts(instance) && !new.accepts(instance);
    if !proves(&instance) {
        return Err(format!("the validator does not confirm what the prover found: {instance}"));
    }
    let instance = shrink::shrink(instance, &mut proves);
    let refusals = new.refusals(&instance);
    Ok(Witness { instance, refusals })
}

fn out_of_range() -> String {
    "a document would need a number that is out of range, or too many values".to_owned()
}

/// How many containers stand inside each other.
fn containers(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(containers).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(containers).max().unwrap_or(0),
        _ => 0,
    }
}
