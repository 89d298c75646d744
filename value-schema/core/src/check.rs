//! What one schema asserts about one value, without what is below. The only place where assertions are.

use std::ops::ControlFlow;

use crate::{
    JsonObject, JsonValue,
    arena::{Arena, NodeId, ObjectShape, Shape},
};

/// A schema and the value that it is applied to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) node: NodeId,
    pub(crate) value: &'a JsonValue,
}

/// An assertion that failed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Finding<'a> {
    /// The value is of another type.
    WrongType,
    /// The value is none of the literals.
    NotListed,
    /// A required property is missing: its index among the declared ones.
    Missing(usize),
    /// A closed object has a member that is not declared.
    Undeclared(&'a str, &'a JsonValue),
}

/// Applies a schema other than a `oneOf` to a value. What fails goes to `found`, which decides whether to go on; what has to
/// be checked below is left waiting.
///
/// `IN_ORDER` leaves all that is below waiting, the first on top. Without it scalars are checked at once, which is faster.
pub(crate) fn check<'a, const IN_ORDER: bool>(
    arena: &Arena,
    task: Task<'a>,
    waiting: &mut Vec<Task<'a>>,
    found: &mut impl FnMut(Task<'a>, Finding<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let from = waiting.len();
    match (&arena.node(task.node).shape, task.value) {
        (Shape::Any | Shape::OneOf(_), _) | (Shape::Array { items: None }, JsonValue::Array(_)) => {}
        (Shape::Scalar { scalar, literals }, value) => {
            if !scalar.admits(value) {
                return found(task, Finding::WrongType);
            }
            if let Some(literals) = literals
                && !literals.admits(value)
            {
                return found(task, Finding::NotListed);
            }
        }
        (Shape::Array { items: Some(node) }, JsonValue::Array(items)) => {
            for value in items {
                below::<IN_ORDER>(arena, Task { node: *node, value }, waiting, found)?;
            }
        }
        (Shape::Object(shape), JsonValue::Object(members)) => {
            object::<IN_ORDER>(arena, task, shape, members, waiting, found)?;
        }
        (Shape::Array { .. } | Shape::Object(_), _) => return found(task, Finding::WrongType),
    }
    if IN_ORDER {
        waiting[from..].reverse();
    }
    ControlFlow::Continue(())
}

fn below<'a, const IN_ORDER: bool>(
    arena: &Arena,
    task: Task<'a>,
    waiting: &mut Vec<Task<'a>>,
    found: &mut impl FnMut(Task<'a>, Finding<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match &arena.node(task.node).shape {
        Shape::Any => ControlFlow::Continue(()),
        Shape::Scalar { scalar, literals } if !IN_ORDER => {
            if !scalar.admits(task.value) {
                return found(task, Finding::WrongType);
            }
            match literals {
                Some(literals) if !literals.admits(task.value) => found(task, Finding::NotListed),
                _ => ControlFlow::Continue(()),
            }
        }
        _ => {
            waiting.push(task);
            ControlFlow::Continue(())
        }
    }
}

fn object<'a, const IN_ORDER: bool>(
    arena: &Arena,
    task: Task<'a>,
    shape: &ObjectShape,
    members: &'a JsonObject,
    waiting: &mut Vec<Task<'a>>,
    found: &mut impl FnMut(Task<'a>, Finding<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let closed = shape.additional == Some(false);
    let mut required = 0;
    // Members mostly come in the declared order, so the next property is tried before the name is looked up.
    let mut next = 0;
    for (name, value) in members.iter() {
        let index = match shape.properties.get_index(next) {
            Some((declared, _)) if **declared == *name => Some(next),
            _ => shape.properties.get_index_of(name),
        };
        match index {
            Some(index) => {
                let property = shape.properties[index];
                required += usize::from(property.required);
                next = index + 1;
                below::<IN_ORDER>(arena, Task { node: property.node, value }, waiting, found)?;
            }
            None if closed => found(task, Finding::Undeclared(name, value))?,
            None => {}
        }
    }
    // Member names are unique, so counting tells whether all are there.
    if required != shape.required.len() {
        for index in &shape.required {
            let index = *index as usize;
            if shape.properties.get_index(index).is_some_and(|(name, _)| members.get(name).is_none()) {
                found(task, Finding::Missing(index))?;
            }
        }
    }
    ControlFlow::Continue(())
}
