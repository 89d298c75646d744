//! What an evaluation already decided.
//!
//! Two branches of a recursive `anyOf` that each look into the same member ask the same question twice at every
//! level: 2^depth steps for a small document. Once an evaluation has taken very many steps, each pair of schema and
//! instance is therefore decided once. Before that, nothing is remembered and nothing is paid.

use std::{collections::HashMap, rc::Rc};

use super::{Evaluated, Evaluator, Place, Reporter, Scope, Silent};
use crate::{
    instance::{ArrayView, Instance, ObjectView},
    number::{Decimal, NumberRef},
    schema::{Resource, Schema},
};

#[derive(Default)]
pub(super) struct Memory<'i> {
    decided: HashMap<Question<'i>, Rc<Answer<'i>>>,
    scopes: HashMap<(u32, *const Resource), u32>,
}

struct Answer<'i> {
    valid: bool,
    seen: Evaluated<'i>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question<'i> {
    schema: *const Schema,
    instance: Identity<'i>,
    scope: u32,
    annotated: bool,
}

/// Tells instances apart. Containers by address and by the code behind it: the same code on the same memory is the
/// same value, while a struct and its first field may share the address alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Identity<'i> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Negative(i64),
    Float(u64),
    Decimal(*const Decimal),
    String(*const u8, usize),
    Array(Wide<dyn ArrayView + 'i>),
    Object(Wide<dyn ObjectView + 'i>),
}

/// A pointer that is compared with its metadata.
struct Wide<T: ?Sized>(*const T);

impl<T: ?Sized> Clone for Wide<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Wide<T> {}

impl<T: ?Sized> PartialEq for Wide<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T: ?Sized> Eq for Wide<T> {}

impl<T: ?Sized> std::hash::Hash for Wide<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Equal pointers have equal addresses.
        self.0.cast::<()>().hash(state);
    }
}

impl<'i> From<Instance<'i>> for Identity<'i> {
    fn from(instance: Instance<'i>) -> Self {
        match instance {
            Instance::Null => Self::Null,
            Instance::Bool(value) => Self::Bool(value),
            Instance::Number(NumberRef::Unsigned(value)) => Self::Unsigned(value),
            Instance::Number(NumberRef::Negative(value)) => Self::Negative(value),
            Instance::Number(NumberRef::Float(value)) => Self::Float(value.to_bits()),
            Instance::Number(NumberRef::Decimal(value)) => Self::Decimal(value),
            Instance::String(text) => Self::String(text.as_ptr(), text.len()),
            Instance::Array(items) => Self::Array(Wide(items)),
            Instance::Object(members) => Self::Object(Wide(members)),
        }
    }
}

impl<'i> Evaluator<'i> {
    /// [`evaluate_anew`](Self::evaluate_anew), unless the answer is known.
    #[cold]
    #[inline(never)]
    pub(super) fn recall<R: Reporter>(
        &mut self,
        schema: &'static Schema,
        instance: Instance<'i>,
        place: Place<'_>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let question =
            Question { schema, instance: instance.into(), scope: place.scope.id, annotated: seen.is_some() };
        let known = self.memory.as_ref().and_then(|memory| memory.decided.get(&question)).cloned();
        let answer = if let Some(answer) = known {
            answer
        } else {
            let mut fresh = Evaluated::default();
            let wanted = seen.is_some().then_some(&mut fresh);
            let valid = self.evaluate_anew(schema, instance, place, wanted, &mut Silent);
            if self.stopped.is_some() {
                return false;
            }
            fresh.seal();
            let answer = Rc::new(Answer { valid, seen: fresh });
            self.memory.get_or_insert_default().decided.insert(question, Rc::clone(&answer));
            answer
        };
        if answer.valid {
            if let Some(seen) = seen {
                seen.merge(&answer.seen);
            }
            true
        } else if R::SILENT {
            false
        } else {
            self.evaluate_anew(schema, instance, place, seen, reporter)
        }
    }

    /// The scope inside `outer` after entering `resource`.
    pub(super) fn enter<'p>(&mut self, outer: &'p Scope<'p>, resource: &'static Resource) -> Scope<'p> {
        let scopes = &mut self.memory.get_or_insert_default().scopes;
        let next = u32::try_from(scopes.len()).unwrap_or(u32::MAX).saturating_add(1);
        let id = *scopes.entry((outer.id, std::ptr::from_ref(resource))).or_insert(next);
        Scope::inside(outer, resource, id)
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::testing::{Tables, json};

    #[test]
    fn recursive_unions_take_linear_time() {
        let schema = Tables::build(&json!({
            "$ref": "#/$defs/n",
            "$defs": {"n": {"anyOf": [
                {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}, "minProperties": 0},
                {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}, "maxProperties": 99},
            ]}},
        }));
        let deep = |inner| (0..60).fold(inner, |value, _| json!({"n": value}));
        schema.accepts(&deep(json!({})));
        let violations = schema.rejects(&deep(json!(0)));
        assert_eq!(violations.len(), 1);
        assert!(violations[0].to_string().len() < 10_000);
    }

    #[test]
    fn doubling_in_place_takes_linear_time() {
        let mut definitions = serde_json::Map::new();
        for level in 0..64 {
            let next = json!({"$ref": format!("#/$defs/{}", level + 1)});
            definitions.insert(level.to_string(), json!({"allOf": [next, next], "properties": {"a": true}}));
        }
        definitions.insert("64".to_owned(), json!({"minProperties": 1, "properties": {"b": {"type": "string"}}}));
        let schema = Tables::build(&json!({
            "$ref": "#/$defs/0",
            "$defs": definitions,
            "unevaluatedProperties": false,
        }));
        schema.accepts(&json!({"a": 1, "b": "x"}));
        assert_eq!(schema.rejects(&json!({"a": 1, "b": "x", "c": 1}))[0].keyword, "unevaluatedProperties");
        assert_eq!(schema.rejects(&json!({"a": 1, "b": 1}))[0].pointer, "/b");
    }

    #[test]
    fn a_failure_that_many_ways_reach_is_told_once() {
        let mut definitions = serde_json::Map::new();
        for level in 0..64 {
            let next = json!({"$ref": format!("#/$defs/{}", level + 1)});
            definitions.insert(level.to_string(), json!({"allOf": [next, next]}));
        }
        definitions.insert("64".to_owned(), json!({"type": "string"}));
        let schema = Tables::build(&json!({"$ref": "#/$defs/0", "$defs": definitions}));
        assert_eq!(schema.rejects(&json!(1)).len(), 1);
    }
}
