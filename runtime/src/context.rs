//! What a decoder carries along: the mode, the depth, the failure, and the values it did not recognize.

use serde::de;

use crate::{Error, Instance, Pattern, Violation, evaluate::Mode, number::Numbers, schema::Schema};

/// The greatest number of containers that may stand inside each other in a document.
pub const MAX_DEPTH: usize = 127;

/// A value of a fail-closed enum that the schema does not list, kept by tolerant decoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrecognizedValue {
    /// JSON pointer of the value in the document.
    pub pointer: String,
    /// The text that was found there.
    pub text: String,
}

/// One step of a pointer, gathered from the inside out.
#[derive(Clone, Debug)]
enum Step {
    Name(String),
    Index(usize),
}

#[derive(Debug)]
struct Failure {
    violation: Violation,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Unrecognized {
    text: String,
    steps: Vec<Step>,
}

/// The state of one decoding run.
///
/// A pointer is only built while an error unwinds: each container adds its own step to the failure as it passes.
#[derive(Debug)]
pub struct Context {
    mode: Mode,
    numbers: Numbers,
    depth: usize,
    failure: Option<Box<Failure>>,
    unrecognized: Vec<Unrecognized>,
}

impl Context {
    /// A context for one document.
    pub fn new(mode: Mode, numbers: Numbers) -> Self {
        Self { mode, numbers, depth: 0, failure: None, unrecognized: Vec::new() }
    }

    /// How unknown values of fail-closed enums are taken.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// How numbers are held.
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Enters a container.
    ///
    /// # Errors
    /// When the document is more than [`MAX_DEPTH`] containers deep.
    #[inline]
    pub fn enter<E: de::Error>(&mut self) -> Result<(), E> {
        if self.depth == MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    /// Refuses a container inside too many others.
    #[cold]
    pub(crate) fn too_deep<E: de::Error>(&mut self) -> E {
        self.fail(Violation::of_document(
            "depth",
            format!("at most {MAX_DEPTH} containers inside each other"),
            "a deeper one".to_owned(),
        ))
    }

    /// Leaves a container.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Records why the document is refused and gives the error that carries it outward.
    #[cold]
    pub fn fail<E: de::Error>(&mut self, violation: Violation) -> E {
        self.failure = Some(Box::new(Failure { violation, steps: Vec::new() }));
        E::custom("the document does not match its schema")
    }

    /// Refuses a value that the Rust type cannot take. `schema` says why; when it has nothing against the value, the
    /// value is a number outside the range of the type.
    #[cold]
    pub fn reject<E: de::Error>(&mut self, schema: &'static Schema, instance: Instance<'_>) -> E {
        let violation = self.rejection(schema, instance);
        self.fail(*violation)
    }

    /// Why the Rust type cannot take a value, as for [`reject`](Self::reject).
    #[cold]
    pub(crate) fn rejection(&self, schema: &'static Schema, instance: Instance<'_>) -> Box<Violation> {
        schema.check(instance, self.mode).err().unwrap_or_else(|| {
            Box::new(Violation::of_document(
                "number-range",
                "a number that fits the type".to_owned(),
                crate::violation::describe(instance),
            ))
        })
    }

    /// Checks a value that was read against more assertions.
    ///
    /// # Errors
    /// When one of them fails.
    #[inline]
    pub fn check<E: de::Error>(&mut self, schema: &'static Schema, instance: Instance<'_>) -> Result<(), E> {
        match schema.check(instance, self.mode) {
            Ok(()) => Ok(()),
            Err(violation) => Err(self.fail(*violation)),
        }
    }

    /// Whether a pattern matches a text.
    ///
    /// # Errors
    /// When that is not known, because the pattern took too many steps.
    #[inline]
    pub fn matches<E: de::Error>(&mut self, pattern: &Pattern, text: &str) -> Result<bool, E> {
        pattern.is_match(text).map_err(|error| self.fail(Violation::of_pattern(&error)))
    }

    /// Whether a violation was recorded.
    pub(crate) fn has_failure(&self) -> bool {
        self.failure.is_some()
    }

    /// Adds a member name to the pointer of the failure.
    #[cold]
    pub fn step_name(&mut self, name: &str) {
        if let Some(failure) = &mut self.failure {
            failure.steps.push(Step::Name(name.to_owned()));
        }
    }

    /// Adds an array index to the pointer of the failure.
    #[cold]
    pub fn step_index(&mut self, index: usize) {
        if let Some(failure) = &mut self.failure {
            failure.steps.push(Step::Index(index));
        }
    }

    /// Keeps the text of an unknown value of a fail-closed enum.
    pub fn unrecognized(&mut self, text: &str) {
        self.unrecognized.push(Unrecognized { text: text.to_owned(), steps: Vec::new() });
    }

    /// How many unknown values were kept so far; to be handed to [`Context::within_name`] or
    /// [`Context::within_index`] after the value is read.
    #[inline]
    pub fn mark(&self) -> usize {
        self.unrecognized.len()
    }

    /// Says that the unknown values kept since `mark` stand in the member `name`.
    #[inline]
    pub fn within_name(&mut self, mark: usize, name: &str) {
        for value in &mut self.unrecognized[mark..] {
            value.steps.push(Step::Name(name.to_owned()));
        }
    }

    /// Says that the unknown values kept since `mark` stand in the item `index`.
    #[inline]
    pub fn within_index(&mut self, mark: usize, index: usize) {
        for value in &mut self.unrecognized[mark..] {
            value.steps.push(Step::Index(index));
        }
    }

    /// The violation with its full pointer, if one was recorded.
    pub(crate) fn take_violation(&mut self) -> Option<Violation> {
        let Failure { mut violation, steps } = *self.failure.take()?;
        violation.prefix(&pointer(&steps));
        Some(violation)
    }

    /// The error that a document ends with when reading failed with `error`.
    pub(crate) fn error(&mut self, error: impl FnOnce() -> Error) -> Error {
        self.take_violation().map_or_else(error, Error::from)
    }

    /// The unknown values with their pointers, in document order.
    pub(crate) fn into_unrecognized(self) -> Vec<UnrecognizedValue> {
        self.unrecognized
            .into_iter()
            .map(|Unrecognized { text, steps }| UnrecognizedValue { pointer: pointer(&steps), text })
            .collect()
    }
}

fn pointer(steps: &[Step]) -> String {
    let mut pointer = String::new();
    for step in steps.iter().rev() {
        match step {
            Step::Name(name) => crate::violation::push_name(&mut pointer, name),
            Step::Index(index) => crate::violation::push_index(&mut pointer, *index),
        }
    }
    pointer
}
