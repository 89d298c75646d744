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

use std::{collections::HashMap, ops::Range};

use contracts_runtime::{Instance, View};

use crate::policy::{Guard, GuardOp, RuntimePolicy};

/// Whether one guard holds in a context.
///
/// A context that is no object has no field, and anything but an object is no guard.
pub fn holds(guard: Instance<'_>, context: Instance<'_>) -> bool {
    Rule::read(guard).is_some_and(|rule| rule.test.passes(scalar_member(context, rule.field)))
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

/// The guards of many policies, read once and held against one context after the other.
///
/// [`holds`] and [`all_hold`] give the same answers. Here a guard is not read again with each context, and a field is
/// looked up once in a context, however many guards look at it.
///
/// ```
/// use contracts_types::{Json, View, guard::Guards};
///
/// let small = Json::from_str(r#"[{"field": "amount", "op": "lte", "value": 50}]"#)?;
/// let large = Json::from_str(r#"[{"field": "amount", "op": "gt", "value": 50}]"#)?;
/// let mut guards = Guards::default();
/// for applies_when in [Some(&small), Some(&large), None] {
///     guards.push(applies_when.map(View::view));
/// }
///
/// let context = Json::from_str(r#"{"amount": 40}"#)?;
/// assert_eq!(guards.holding(context.view()).collect::<Vec<_>>(), [0, 2]);
/// # Ok::<(), contracts_types::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Guards {
    /// The fields that any guard looks at.
    fields: Vec<Box<str>>,
    /// The places in `fields` by name.
    places: HashMap<Box<str>, usize>,
    /// The guards of all policies, one policy after the other.
    rules: Vec<ReadyRule>,
    /// Of each policy, where in `rules` its guards stand; `None` when they never hold.
    policies: Vec<Option<Range<usize>>>,
}

#[derive(Clone, Debug)]
struct ReadyRule {
    /// Place of the field in the list of fields.
    field: usize,
    test: Test<Box<str>>,
}

impl Guards {
    /// Adds the `applies_when` of a policy behind the others.
    pub fn push(&mut self, applies_when: Option<Instance<'_>>) {
        let begin = self.rules.len();
        let can_hold = match applies_when {
            None | Some(Instance::Null) => true,
            Some(Instance::Array(guards)) => (0..guards.len()).all(|index| {
                guards.item(index).and_then(Rule::read).is_some_and(|rule| {
                    let field = self.place(rule.field);
                    self.rules.push(ReadyRule { field, test: rule.test.into_owned() });
                    true
                })
            }),
            Some(_) => false,
        };
        if !can_hold {
            self.rules.truncate(begin);
        }
        self.policies.push(can_hold.then_some(begin..self.rules.len()));
    }

    fn place(&mut self, field: &str) -> usize {
        if let Some(place) = self.places.get(field) {
            return *place;
        }
        let place = self.fields.len();
        self.fields.push(field.into());
        self.places.insert(field.into(), place);
        place
    }

    /// Number of policies.
    pub fn len(&self) -> usize {
        self.policies.len()
    }

    /// Whether there is no policy.
    pub fn is_empty(&self) -> bool {
        self.policies.is_empty()
    }

    /// The policies whose guards all hold in a context, by their numbers from 0 in the order in which they were added.
    /// Nothing is looked at before it is asked for.
    pub fn holding<'a>(&'a self, context: Instance<'a>) -> impl Iterator<Item = usize> + 'a {
        // What was found of each field that was looked up.
        let mut found: Vec<Option<Option<Scalar<&'a str>>>> = vec![None; self.fields.len()];
        let mut passes = move |rule: &ReadyRule| {
            let scalar = *found[rule.field].get_or_insert_with(|| scalar_member(context, &self.fields[rule.field]));
            rule.test.passes(scalar)
        };
        self.policies
            .iter()
            .enumerate()
            .filter_map(move |(policy, rules)| self.rules[rules.clone()?].iter().all(&mut passes).then_some(policy))
    }
}

/// The value of a context's field, if a guard can compare it.
fn scalar_member<'a>(context: Instance<'a>, field: &str) -> Option<Scalar<&'a str>> {
    let Instance::Object(context) = context else { return None };
    context.member(field).and_then(Scalar::of)
}

/// A guard that can hold at all.
struct Rule<'a> {
    /// Not empty.
    field: &'a str,
    test: Test<&'a str>,
}

impl<'a> Rule<'a> {
    /// Reads a guard; `None` when it holds in no context.
    fn read(guard: Instance<'a>) -> Option<Self> {
        let Instance::Object(guard) = guard else { return None };
        let text = |name: &str| match guard.member(name) {
            Some(Instance::String(text)) => Some(text),
            _ => None,
        };
        let field = text("field").filter(|field| !field.is_empty())?;
        let op = text("op")?.parse::<GuardOp>().ok()?;
        Some(Self { field, test: Test::of(&op, guard.member("value")?)? })
    }
}

/// What a guard asks of a value.
#[derive(Clone, Debug)]
enum Test<T> {
    Equal(Scalar<T>),
    Different(Scalar<T>),
    Relation(Relation, f64),
    Among(Vec<Scalar<T>>),
}

#[derive(Clone, Copy, Debug)]
enum Relation {
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl<'a> Test<&'a str> {
    /// Reads an operator and its operand; `None` when no value passes.
    fn of(op: &GuardOp, wanted: Instance<'a>) -> Option<Self> {
        let relation = |relation| match Scalar::of(wanted)? {
            Scalar::Number(bound) => Some(Self::Relation(relation, bound)),
            Scalar::Text(_) | Scalar::Flag(_) => None,
        };
        match op {
            GuardOp::Eq => Scalar::of(wanted).map(Self::Equal),
            GuardOp::Ne => Scalar::of(wanted).map(Self::Different),
            GuardOp::Gt => relation(Relation::Greater),
            GuardOp::Gte => relation(Relation::GreaterOrEqual),
            GuardOp::Lt => relation(Relation::Less),
            GuardOp::Lte => relation(Relation::LessOrEqual),
            GuardOp::In => match wanted {
                Instance::Array(list) => Some(Self::Among(
                    (0..list.len()).filter_map(|index| list.item(index)).filter_map(Scalar::of).collect(),
                )),
                _ => None,
            },
            GuardOp::Unrecognized(_) => None,
        }
    }

    fn into_owned(self) -> Test<Box<str>> {
        match self {
            Self::Equal(wanted) => Test::Equal(wanted.into_owned()),
            Self::Different(wanted) => Test::Different(wanted.into_owned()),
            Self::Relation(relation, bound) => Test::Relation(relation, bound),
            Self::Among(list) => Test::Among(list.into_iter().map(Scalar::into_owned).collect()),
        }
    }
}

impl<T: AsRef<str>> Test<T> {
    /// Whether a value passes; what cannot be compared never does.
    fn passes(&self, found: Option<Scalar<&str>>) -> bool {
        let Some(found) = found else { return false };
        match self {
            Self::Equal(wanted) => wanted.equals(found) == Some(true),
            Self::Different(wanted) => wanted.equals(found) == Some(false),
            Self::Relation(relation, bound) => match (found, relation) {
                (Scalar::Number(found), Relation::Greater) => found > *bound,
                (Scalar::Number(found), Relation::GreaterOrEqual) => found >= *bound,
                (Scalar::Number(found), Relation::Less) => found < *bound,
                (Scalar::Number(found), Relation::LessOrEqual) => found <= *bound,
                (Scalar::Text(_) | Scalar::Flag(_), _) => false,
            },
            Self::Among(list) => list.iter().any(|wanted| wanted.equals(found) == Some(true)),
        }
    }
}

/// A value that a guard can compare.
#[derive(Clone, Copy, Debug)]
enum Scalar<T> {
    Text(T),
    Flag(bool),
    /// Finite.
    Number(f64),
}

impl<'a> Scalar<&'a str> {
    fn of(instance: Instance<'a>) -> Option<Self> {
        match instance {
            Instance::String(text) => Some(Self::Text(text)),
            Instance::Bool(flag) => Some(Self::Flag(flag)),
            Instance::Number(number) => number.as_f64().map(Self::Number),
            Instance::Null | Instance::Array(_) | Instance::Object(_) => None,
        }
    }

    fn into_owned(self) -> Scalar<Box<str>> {
        match self {
            Self::Text(text) => Scalar::Text(text.into()),
            Self::Flag(flag) => Scalar::Flag(flag),
            Self::Number(number) => Scalar::Number(number),
        }
    }
}

impl<T: AsRef<str>> Scalar<T> {
    /// Whether two scalars of one kind are equal; `None` where they cannot be compared.
    fn equals(&self, other: Scalar<&str>) -> Option<bool> {
        match (self, other) {
            (Self::Text(left), Scalar::Text(right)) => Some(left.as_ref() == right),
            (Self::Flag(left), Scalar::Flag(right)) => Some(*left == right),
            #[allow(clippy::float_cmp, reason = "equality of a guard is exact")]
            (Self::Number(left), Scalar::Number(right)) => Some(*left == right),
            _ => None,
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

    /// Whether guards hold that were made ready, between others.
    fn ready(applies_when: &str, context: &str) -> bool {
        let mut guards = Guards::default();
        let other = json(r#"[{"field": "x", "op": "in", "value": []}]"#);
        for applies_when in [Some(&other), Some(&json(applies_when)), None] {
            guards.push(applies_when.map(View::view));
        }
        assert!(guards.len() == 3 && !guards.is_empty());
        let holding: Vec<_> = guards.holding(json(context).view()).collect();
        assert!(holding == [1, 2] || holding == [2], "{holding:?}");
        holding.len() == 2
    }

    #[track_caller]
    fn check(guard: &str, context: &str, expected: bool) {
        assert_eq!(holds(json(guard).view(), json(context).view()), expected, "{guard} in {context}");
        assert_eq!(ready(&format!("[{guard}]"), context), expected, "{guard} in {context}, made ready");
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
            assert_eq!(ready(guards, &context.to_string()), expected, "{guards}");
        }
        assert!(all_hold(None, context.view()));
    }
}
