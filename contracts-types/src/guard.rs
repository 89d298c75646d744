//! Whether the guards of a runtime policy hold.
//!
//! Guards are read from a JSON view, so that the same evaluation serves a typed [`Guard`] and a document that is not a
//! valid policy: whoever decides with a published bundle takes it as it is, and what is wrong in a guard makes that
//! guard false. A guard never fails open, in either direction of any operator: `ne` is false too when the kinds differ
//! or the context lacks the field.
//!
//! | `op` | true iff |
//! |---|---|
//! | `eq` | both are scalars of one kind, and equal |
//! | `ne` | both are scalars of one kind, and different |
//! | `gt`, `gte`, `lt`, `lte` | both are finite numbers, and the relation holds |
//! | `in` | the guard's value is a list with an element that is `eq` to the context's value |
//! | any other | never |
//!
//! The kinds of scalars are string, boolean and finite number. Numbers are one kind and are compared as `f64`. Lists,
//! objects and `null` never compare.

use contracts_runtime::{Instance, View};

use crate::policy::{Guard, GuardOp, RuntimePolicy};

/// Whether one guard holds in a context.
///
/// A context that is no object has no field, and anything but an object is no guard.
pub fn holds(guard: Instance<'_>, context: Instance<'_>) -> bool {
    let (Instance::Object(guard), Instance::Object(context)) = (guard, context) else { return false };
    let Some(Instance::String(field)) = guard.member("field").filter(|field| *field != Instance::String("")) else {
        return false;
    };
    let Some(Instance::String(op)) = guard.member("op") else { return false };
    let Ok(op) = op.parse::<GuardOp>() else { return false };
    let (Some(found), Some(wanted)) = (context.member(field), guard.member("value")) else { return false };
    compare(&op, found, wanted)
}

/// Whether all guards of an `applies_when` hold in a context. An absent member, `null` and an empty list have no guard
/// and hold; anything else but a list does not.
pub fn all_hold(applies_when: Option<Instance<'_>>, context: Instance<'_>) -> bool {
    match applies_when {
        None | Some(Instance::Null) => true,
        Some(Instance::Array(guards)) => {
            (0..guards.len()).all(|index| guards.item(index).is_some_and(|guard| holds(guard, context)))
        }
        Some(_) => false,
    }
}

impl Guard {
    /// Whether the guard holds in a context; see [the module](crate::guard) for the table of operators. A guard with
    /// an operator that this build does not know is false.
    pub fn holds(&self, context: Instance<'_>) -> bool {
        holds(self.view(), context)
    }
}

impl RuntimePolicy {
    /// Whether all guards hold in a context. A policy without guards applies everywhere.
    pub fn guards_hold(&self, context: Instance<'_>) -> bool {
        all_hold(self.applies_when.as_ref().map(View::view), context)
    }
}

fn compare(op: &GuardOp, found: Instance<'_>, wanted: Instance<'_>) -> bool {
    let ordered = |relation: fn(&f64, &f64) -> bool| match (Scalar::of(found), Scalar::of(wanted)) {
        (Some(Scalar::Number(found)), Some(Scalar::Number(wanted))) => relation(&found, &wanted),
        _ => false,
    };
    match op {
        GuardOp::Eq => equal(found, wanted) == Some(true),
        GuardOp::Ne => equal(found, wanted) == Some(false),
        GuardOp::Gt => ordered(f64::gt),
        GuardOp::Gte => ordered(f64::ge),
        GuardOp::Lt => ordered(f64::lt),
        GuardOp::Lte => ordered(f64::le),
        GuardOp::In => match wanted {
            Instance::Array(list) => {
                (0..list.len()).filter_map(|index| list.item(index)).any(|item| equal(found, item) == Some(true))
            }
            _ => false,
        },
        GuardOp::Unrecognized(_) => false,
    }
}

/// Whether two scalars of one kind are equal; `None` where they cannot be compared.
fn equal(left: Instance<'_>, right: Instance<'_>) -> Option<bool> {
    match (Scalar::of(left)?, Scalar::of(right)?) {
        (Scalar::Text(left), Scalar::Text(right)) => Some(left == right),
        (Scalar::Flag(left), Scalar::Flag(right)) => Some(left == right),
        #[allow(clippy::float_cmp, reason = "equality of a guard is exact")]
        (Scalar::Number(left), Scalar::Number(right)) => Some(left == right),
        _ => None,
    }
}

/// A value that a guard can compare.
enum Scalar<'a> {
    Text(&'a str),
    Flag(bool),
    /// Finite.
    Number(f64),
}

impl<'a> Scalar<'a> {
    fn of(instance: Instance<'a>) -> Option<Self> {
        match instance {
            Instance::String(text) => Some(Self::Text(text)),
            Instance::Bool(flag) => Some(Self::Flag(flag)),
            Instance::Number(number) => number.as_f64().map(Self::Number),
            Instance::Null | Instance::Array(_) | Instance::Object(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contracts_runtime::{Json, Number};

    fn json(text: &str) -> Json {
        Json::from_str(text).unwrap()
    }

    #[track_caller]
    fn check(guard: &str, context: &str, expected: bool) {
        assert_eq!(holds(json(guard).view(), json(context).view()), expected, "{guard} in {context}");
    }

    #[test]
    fn numbers_are_one_kind_and_compared_as_f64() {
        check(r#"{"field": "x", "op": "eq", "value": 9007199254740993}"#, r#"{"x": 9007199254740992}"#, true);
        check(r#"{"field": "x", "op": "ne", "value": 9007199254740993}"#, r#"{"x": 9007199254740992}"#, false);
        check(r#"{"field": "x", "op": "eq", "value": -0.0}"#, r#"{"x": 0}"#, true);
        check(r#"{"field": "x", "op": "lt", "value": 1e308}"#, r#"{"x": -5}"#, true);
    }

    #[test]
    fn numbers_beyond_f64_never_compare() {
        let huge: Json = Number::Decimal("1e400".parse().unwrap()).into();
        let context = json(r#"{"x": 1}"#);
        for op in ["eq", "ne", "gt", "gte", "lt", "lte", "in"] {
            let value = if op == "in" { Json::from(vec![huge.clone()]) } else { huge.clone() };
            let guard: Json = [("field", Json::from("x")), ("op", op.into()), ("value", value)]
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<contracts_runtime::Object>()
                .into();
            assert!(!holds(guard.view(), context.view()), "{guard}");
        }
    }

    #[test]
    fn what_is_no_guard_is_false() {
        for guard in [
            "null",
            "[]",
            r#""x""#,
            "{}",
            r#"{"field": "x", "op": "ne"}"#,
            r#"{"field": "x", "value": 1}"#,
            r#"{"op": "eq", "value": 1}"#,
            r#"{"field": 1, "op": "eq", "value": 1}"#,
            r#"{"field": "x", "op": null, "value": 1}"#,
            r#"{"field": "x", "op": "EQ", "value": 1}"#,
            r#"{"field": "", "op": "eq", "value": 1}"#,
        ] {
            check(guard, r#"{"x": 1, "": 1}"#, false);
        }
    }

    #[test]
    fn undeclared_members_of_a_guard_do_not_matter() {
        check(r#"{"field": "x", "op": "eq", "value": 1, "note": "why"}"#, r#"{"x": 1}"#, true);
    }

    #[test]
    fn a_context_that_is_no_object_has_no_field() {
        for context in ["null", "[1]", "1", r#""x""#] {
            check(r#"{"field": "x", "op": "ne", "value": 1}"#, context, false);
            assert!(all_hold(None, json(context).view()));
        }
    }

    #[test]
    fn guards_are_and_ed() {
        let context = json(r#"{"x": 1, "y": "a"}"#);
        for (guards, expected) in [
            ("null", true),
            ("[]", true),
            (r#"[{"field": "x", "op": "eq", "value": 1}, {"field": "y", "op": "in", "value": ["a"]}]"#, true),
            (r#"[{"field": "x", "op": "eq", "value": 1}, {"field": "y", "op": "eq", "value": "b"}]"#, false),
            (r#"[{"field": "x", "op": "eq", "value": 1}, null]"#, false),
            ("{}", false),
            ("true", false),
        ] {
            assert_eq!(all_hold(Some(json(guards).view()), context.view()), expected, "{guards}");
        }
        assert!(all_hold(None, context.view()));
    }
}
