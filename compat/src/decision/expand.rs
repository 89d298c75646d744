//! Taking schemas apart: what they ask of a value of one type, and in which ways it can break them.

use std::rc::Rc;

use contracts_model::value::Value;

use super::{
    graph::{Assertion, Barrier, in_place},
    literal::{Class, Literal, ValueId},
    objects::{NameFilter, SomeMember},
    search::{Constraint, Kind},
    solver::Solver,
    unevaluated::Case,
};

/// Ways to break something, each of them a conjunction.
pub(super) type Choices = Vec<Vec<Constraint>>;

/// The same, shared by all who ask.
pub(super) type Ways = Rc<[Vec<Constraint>]>;

fn meets(class: Class) -> Constraint {
    Constraint::Meets(Literal::Is(class))
}

fn breaks(class: Class) -> Constraint {
    Constraint::Meets(Literal::Not(class))
}

/// References in place that lead back to themselves through a choice.
const LOOP: Barrier =
    Barrier { construct: "$ref", why: "its references lead back to themselves for one and the same value" };

impl Solver {
    /// What a class asks of a value of a type.
    pub(super) fn constraints(&mut self, class: Class, kind: Kind) -> Rc<[Constraint]> {
        if let Some(known) = self.asked.get(&(class, kind)) {
            return Rc::clone(known);
        }
        let constraints: Rc<[Constraint]> = self.read_constraints(class, kind).into();
        self.asked.insert((class, kind), Rc::clone(&constraints));
        constraints
    }

    fn read_constraints(&mut self, class: Class, kind: Kind) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for assertion in self.graph.assertions(class).iter() {
            match (assertion, kind) {
                (Assertion::UnevaluatedItems(rest), Kind::Array)
                | (Assertion::UnevaluatedProperties(rest), Kind::Object) => {
                    match self.evaluation_cases(class, kind) {
                        Ok(cases) => {
                            let choices = cases.into_iter().map(|case| {
                                let rest = self.rest_of(&case, *rest, kind);
                                case.conditions.into_iter().chain(rest).collect()
                            });
                            let choices: Choices = choices.collect();
                            constraints.push(Constraint::Either(choices.into()));
                        }
                        Err(barrier) => constraints.push(Constraint::Opaque(barrier)),
                    }
                }
                _ => constraints.extend(constraint(assertion, kind)),
            }
        }
        constraints
    }

    /// The ways in which a value of a type breaks a class; `None` when it always does.
    pub(super) fn refutations(&mut self, class: Class, kind: Kind) -> Option<Ways> {
        if let Some(known) = self.ways.get(&(class, kind)) {
            return known.clone();
        }
        let choices = self.refutations_along(class, kind, &mut vec![class]).map(Ways::from);
        self.ways.insert((class, kind), choices.clone());
        choices
    }

    /// The same, for a class that was reached through the others of the path.
    fn refutations_along(&mut self, class: Class, kind: Kind, path: &mut Vec<Class>) -> Option<Choices> {
        let mut choices = Choices::new();
        for assertion in self.graph.assertions(class).iter() {
            let looping = in_place(assertion).into_iter().any(|class| self.graph.node(class).loops);
            match (assertion, kind) {
                (Assertion::Same(class), _) if looping => {
                    // A reference that leads back to itself is not broken by itself.
                    if !path.contains(class) {
                        path.push(*class);
                        choices.extend(self.refutations_along(*class, kind, path)?);
                        path.pop();
                    }
                }
                // One branch of it holds for want of anything that refuses it.
                (Assertion::AnyOf(classes), _) if classes.iter().any(|class| path.contains(class)) => {}
                _ if looping => choices.push(vec![Constraint::Opaque(LOOP)]),
                (Assertion::UnevaluatedItems(rest), Kind::Array)
                | (Assertion::UnevaluatedProperties(rest), Kind::Object) => {
                    match self.evaluation_cases(class, kind) {
                        Ok(cases) => {
                            for case in cases {
                                let rest = self.rest_of(&case, *rest, kind);
                                for broken in rest.iter().flat_map(refute_constraint) {
                                    choices.push(case.conditions.iter().cloned().chain(broken).collect());
                                }
                            }
                        }
                        Err(barrier) => choices.push(vec![Constraint::Opaque(barrier)]),
                    }
                }
                (Assertion::Types(types), _) => {
                    if !types.contains(kind.types()) {
                        return None;
                    }
                }
                (Assertion::Enum(members), _) => {
                    let differs = members.iter().map(|member| Constraint::Meets(Literal::Differs(*member)));
                    choices.push(differs.collect());
                }
                (Assertion::Same(class), _) => choices.push(vec![breaks(*class)]),
                (Assertion::Not(class), _) => choices.push(vec![meets(*class)]),
                (Assertion::AnyOf(classes), _) => choices.push(vec![Constraint::NoneBut(Rc::clone(classes), None)]),
                (Assertion::OneOf(classes), _) => {
                    choices.push(vec![Constraint::NoneBut(Rc::clone(classes), None)]);
                    for (index, class) in classes.iter().enumerate().take(classes.len().saturating_sub(1)) {
                        choices.push(vec![meets(*class), Constraint::SomeFrom(Rc::clone(classes), index + 1)]);
                    }
                }
                (Assertion::If { condition, then, otherwise }, _) => {
                    choices.extend(then.map(|then| vec![meets(*condition), breaks(then)]));
                    choices.extend(otherwise.map(|otherwise| vec![breaks(*condition), breaks(otherwise)]));
                }
                (Assertion::Opaque(types, barrier, _), _) => {
                    if types.contains(kind.types()) {
                        choices.push(vec![Constraint::Opaque(*barrier)]);
                    }
                }
                _ => choices.extend(constraint(assertion, kind).iter().flat_map(refute_constraint)),
            }
        }
        Some(choices)
    }

    /// The ways in which an array or object differs from a value; `None` for scalars.
    pub(super) fn differences(&mut self, _id: ValueId, value: &Value) -> Option<Choices> {
        let mut choices = Choices::new();
        match value {
            Value::Array(items) => {
                let length = items.len() as u64;
                choices.extend(length.checked_sub(1).map(|most| vec![Constraint::MaxItems(most)]));
                for (index, item) in items.iter().enumerate() {
                    let item = self.graph.values.intern(item);
                    choices.push(vec![Constraint::At(index, Literal::Differs(item))]);
                }
                choices.push(vec![Constraint::MinItems(length + 1)]);
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let name = self.graph.names.intern(name);
                    choices.push(vec![Constraint::Lacks(name)]);
                    let member = self.graph.values.intern(member);
                    choices.push(vec![Constraint::Has(name, Some(Literal::Differs(member)))]);
                }
                choices.push(vec![Constraint::MinMembers(members.len() as u64 + 1)]);
            }
            _ => return None,
        }
        Some(choices)
    }

    fn rest_of(&mut self, case: &Case, rest: Class, kind: Kind) -> Option<Constraint> {
        if case.evaluates_all {
            return None;
        }
        if kind == Kind::Object {
            return Some(Constraint::Members(Rc::new(self.unevaluated_members(case, rest))));
        }
        Some(Constraint::Items(Rc::new(self.unevaluated_items(case, rest))))
    }
}

/// What an assertion asks of a value of a type, apart from the unevaluated keywords.
fn constraint(assertion: &Assertion, kind: Kind) -> Option<Constraint> {
    Some(match (assertion, kind) {
        (Assertion::Types(types), _) => {
            if types.contains(kind.types()) {
                return None;
            }
            Constraint::Either(Rc::new([]))
        }
        (Assertion::Enum(members), _) => Constraint::OneOf(Rc::clone(members)),
        (Assertion::Same(class), _) => meets(*class),
        (Assertion::Not(class), _) => breaks(*class),
        (Assertion::AnyOf(classes), _) => Constraint::SomeFrom(Rc::clone(classes), 0),
        (Assertion::OneOf(classes), _) => {
            let choice =
                |index: usize| vec![meets(classes[index]), Constraint::NoneBut(Rc::clone(classes), Some(index))];
            Constraint::Either((0..classes.len()).map(choice).collect())
        }
        (Assertion::If { condition, then, otherwise }, _) => {
            let then = std::iter::once(meets(*condition)).chain(then.map(meets)).collect();
            let otherwise = std::iter::once(breaks(*condition)).chain(otherwise.map(meets)).collect();
            Constraint::Either(Rc::new([then, otherwise]))
        }
        (Assertion::Opaque(types, barrier, _), _) if types.contains(kind.types()) => Constraint::Opaque(*barrier),
        (Assertion::Minimum { bound, exclusive }, Kind::Integer | Kind::Fraction) => {
            Constraint::Low(Rc::clone(bound), *exclusive)
        }
        (Assertion::Maximum { bound, exclusive }, Kind::Integer | Kind::Fraction) => {
            Constraint::High(Rc::clone(bound), *exclusive)
        }
        (Assertion::MultipleOf(divisor), Kind::Integer | Kind::Fraction) => {
            Constraint::Multiple(Rc::clone(divisor))
        }
        (Assertion::WrittenWhole, Kind::Integer) => Constraint::Written(true),
        (Assertion::MinLength(min), Kind::String) => Constraint::MinLength(*min),
        (Assertion::MaxLength(max), Kind::String) => Constraint::MaxLength(*max),
        (Assertion::Pattern(pattern), Kind::String) => Constraint::Matches(*pattern),
        (Assertion::Items(list), Kind::Array) => Constraint::Items(Rc::clone(list)),
        (Assertion::Contains(contains), Kind::Array) => {
            Constraint::Count(contains.schema, contains.min, contains.max)
        }
        (Assertion::MinItems(min), Kind::Array) => Constraint::MinItems(*min),
        (Assertion::MaxItems(max), Kind::Array) => Constraint::MaxItems(*max),
        (Assertion::UniqueItems, Kind::Array) => Constraint::Unique,
        (Assertion::Properties(map), Kind::Object) => Constraint::Members(Rc::clone(map)),
        (Assertion::PropertyNames(class), Kind::Object) => Constraint::Names(Literal::Is(*class)),
        (Assertion::Required(name), Kind::Object) => Constraint::Has(*name, None),
        (Assertion::MinProperties(min), Kind::Object) => Constraint::MinMembers(*min),
        (Assertion::MaxProperties(max), Kind::Object) => Constraint::MaxMembers(*max),
        (Assertion::DependentRequired(name, names), Kind::Object) => {
            let has = std::iter::once(name).chain(names.iter()).map(|name| Constraint::Has(*name, None)).collect();
            Constraint::Either(Rc::new([vec![Constraint::Lacks(*name)], has]))
        }
        (Assertion::DependentSchema(name, class), Kind::Object) => {
            let has = vec![Constraint::Has(*name, None), meets(*class)];
            Constraint::Either(Rc::new([vec![Constraint::Lacks(*name)], has]))
        }
        // What is about values of another type, and what its caller takes apart.
        (
            Assertion::Opaque(..)
            | Assertion::Minimum { .. }
            | Assertion::Maximum { .. }
            | Assertion::MultipleOf(_)
            | Assertion::WrittenWhole
            | Assertion::MinLength(_)
            | Assertion::MaxLength(_)
            | Assertion::Pattern(_)
            | Assertion::Items(_)
            | Assertion::Contains(_)
            | Assertion::MinItems(_)
            | Assertion::MaxItems(_)
            | Assertion::UniqueItems
            | Assertion::UnevaluatedItems(_)
            | Assertion::Properties(_)
            | Assertion::PropertyNames(_)
            | Assertion::Required(_)
            | Assertion::MinProperties(_)
            | Assertion::MaxProperties(_)
            | Assertion::DependentRequired(..)
            | Assertion::DependentSchema(..)
            | Assertion::UnevaluatedProperties(_),
            _,
        ) => return None,
    })
}

/// A constraint of which the ways to break it are not known.
const UNBREAKABLE: Barrier =
    Barrier { construct: "constraint", why: "the prover cannot take it apart when it is negated" };

/// The ways to break a constraint that an assertion asks for.
fn refute_constraint(constraint: &Constraint) -> Choices {
    match constraint {
        Constraint::Low(bound, exclusive) => vec![vec![Constraint::High(Rc::clone(bound), !exclusive)]],
        Constraint::High(bound, exclusive) => vec![vec![Constraint::Low(Rc::clone(bound), !exclusive)]],
        Constraint::Multiple(divisor) => vec![vec![Constraint::NoMultiple(Rc::clone(divisor))]],
        Constraint::Written(whole) => vec![vec![Constraint::Written(!whole)]],
        Constraint::MinLength(min) => below(*min, Constraint::MaxLength),
        Constraint::MaxLength(max) => above(*max, Constraint::MinLength),
        Constraint::MinItems(min) => below(*min, Constraint::MaxItems),
        Constraint::MaxItems(max) => above(*max, Constraint::MinItems),
        Constraint::MinMembers(min) => below(*min, Constraint::MaxMembers),
        Constraint::MaxMembers(max) => above(*max, Constraint::MinMembers),
        Constraint::Matches(pattern) => vec![vec![Constraint::Misses(*pattern)]],
        Constraint::Items(list) => {
            let at = list.prefix.iter().enumerate();
            let mut choices: Choices =
                at.map(|(index, class)| vec![Constraint::At(index, Literal::Not(*class))]).collect();
            let rest = list.rest.map(|class| vec![Constraint::From(list.prefix.len(), Literal::Not(class))]);
            choices.extend(rest);
            choices
        }
        Constraint::Count(class, min, max) => {
            let fewer = min.checked_sub(1).map(|most| vec![Constraint::Count(*class, 0, Some(most))]);
            let more =
                max.and_then(|max| max.checked_add(1)).map(|least| vec![Constraint::Count(*class, least, None)]);
            fewer.into_iter().chain(more).collect()
        }
        Constraint::Unique => vec![vec![Constraint::Repeated]],
        Constraint::Members(map) => {
            let mut choices: Choices = map
                .properties
                .iter()
                .map(|(name, class)| vec![Constraint::Has(*name, Some(Literal::Not(*class)))])
                .collect();
            choices.extend(map.patterns.iter().map(|(pattern, class)| {
                let names = NameFilter::Matching(*pattern);
                vec![Constraint::Some(Rc::new(SomeMember { names, value: Some(Literal::Not(*class)) }))]
            }));
            choices.extend(map.additional.map(|class| {
                let names = NameFilter::Outside(Rc::clone(map));
                vec![Constraint::Some(Rc::new(SomeMember { names, value: Some(Literal::Not(class)) }))]
            }));
            choices
        }
        Constraint::Names(literal) => {
            let names = NameFilter::Meeting(literal.negated());
            vec![vec![Constraint::Some(Rc::new(SomeMember { names, value: None }))]]
        }
        Constraint::Has(name, None) => vec![vec![Constraint::Lacks(*name)]],
        Constraint::Either(choices) => {
            // A conjunction of two or three choices, each with a few conditions: `dependentRequired` and its like.
            let mut broken: Choices = vec![Vec::new()];
            for choice in choices.iter() {
                let ways: Choices = choice.iter().flat_map(refute_condition).collect();
                broken = broken
                    .iter()
                    .flat_map(|so_far| ways.iter().map(|way| so_far.iter().chain(way).cloned().collect()))
                    .collect();
            }
            broken
        }
        // No assertion asks for the others; if one ever does, nothing is proved about it.
        _ => vec![vec![Constraint::Opaque(UNBREAKABLE)]],
    }
}

fn refute_condition(constraint: &Constraint) -> Choices {
    match constraint {
        Constraint::Meets(literal) => vec![vec![Constraint::Meets(literal.negated())]],
        Constraint::Lacks(name) => vec![vec![Constraint::Has(*name, None)]],
        other => refute_constraint(other),
    }
}

fn below(min: u64, constraint: fn(u64) -> Constraint) -> Choices {
    min.checked_sub(1).map(|most| vec![constraint(most)]).into_iter().collect()
}

fn above(max: u64, constraint: fn(u64) -> Constraint) -> Choices {
    max.checked_add(1).map(|least| vec![constraint(least)]).into_iter().collect()
}
