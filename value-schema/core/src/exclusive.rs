//! Whether two schemas can be shown to share no value.

use crate::{JsonSchemaNode, NodeKind, ObjectNode, ScalarNode, ScalarType};

/// How far down properties are compared. Beyond, nothing is shown.
const DEEPEST: usize = 16;

/// Whether no value is valid under both. `false` also when that cannot be shown.
pub(crate) fn exclude_each_other(left: &JsonSchemaNode, right: &JsonSchemaNode) -> bool {
    exclude(left, right, DEEPEST)
}

fn exclude(left: &JsonSchemaNode, right: &JsonSchemaNode, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    match (left.kind(), right.kind()) {
        // The empty array is valid under both.
        (NodeKind::Any, _) | (_, NodeKind::Any) | (NodeKind::Array(_), NodeKind::Array(_)) => false,
        (NodeKind::OneOf(union), _) => union.branches().all(|branch| exclude(&branch, right, depth - 1)),
        (_, NodeKind::OneOf(union)) => union.branches().all(|branch| exclude(left, &branch, depth - 1)),
        (NodeKind::Scalar(left), NodeKind::Scalar(right)) => scalars(left, right),
        (NodeKind::Object(left), NodeKind::Object(right)) => {
            objects(left, right, depth, |_| true)
                // What both require has been compared.
                || objects(right, left, depth, |name| !left.property(name).is_some_and(|other| other.required))
        }
        _ => true,
    }
}

fn scalars(left: ScalarNode<'_>, right: ScalarNode<'_>) -> bool {
    let (left_type, right_type) = (left.scalar_type(), right.scalar_type());
    let numeric = |scalar| matches!(scalar, ScalarType::Number | ScalarType::Integer);
    if left_type != right_type && !(numeric(left_type) && numeric(right_type)) {
        return true;
    }
    match (left.literals(), right.literals()) {
        (Some(left), Some(right)) => !left.iter().any(|literal| right.contains(literal)),
        (Some(literals), None) => !literals.into_iter().any(|literal| right_type.admits(literal)),
        (None, Some(literals)) => !literals.into_iter().any(|literal| left_type.admits(literal)),
        (None, None) => false,
    }
}

/// Whether a property that `left` requires, one of those in question, rules `right` out.
fn objects(left: ObjectNode<'_>, right: ObjectNode<'_>, depth: usize, in_question: impl Fn(&str) -> bool) -> bool {
    left.properties().filter(|property| property.required && in_question(property.name)).any(|property| match right
        .property(property.name)
    {
        Some(other) => exclude(&property.schema, &other.schema, depth - 1),
        None => !right.is_open(),
    })
}
