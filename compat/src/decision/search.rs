//! Solving a goal for one JSON type: a search over the choices that the schemas leave.
//!
//! The literals of the goal are taken apart into constraints of the type and into disjunctions (the branches of
//! `anyOf`, the ways to break a schema). A choice that contradicts what is already known is dropped before any is
//! tried; what has one choice left is no choice. What remains without disjunctions is solved by the part for the
//! type ([`numbers`](super::numbers), [`strings`](super::strings), [`arrays`](super::arrays),
//! [`objects`](super::objects)).

use std::rc::Rc;

use contracts_model::{schema::TypeSet, value::Value};

use super::{
    arrays::ArrayState,
    exact::Exact,
    graph::{Barrier, ItemList, PropertyMap},
    literal::{Class, Goal, Literal, NameId, PatternId},
    numbers::NumberState,
    objects::{ObjectState, SomeMember},
    solver::{Gathered, OUT_OF_STEPS, Outcome, Solver, TOO_NESTED, Unknown},
    strings::StringState,
};

/// The JSON types, with integers apart from other numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Null,
    Boolean,
    Integer,
    Fraction,
    String,
    Array,
    Object,
}

/// All types, those with simple values first.
pub(super) const KINDS: [Kind; 7] =
    [Kind::Null, Kind::Boolean, Kind::Integer, Kind::String, Kind::Array, Kind::Object, Kind::Fraction];

impl Kind {
    pub(super) fn types(self) -> TypeSet {
        match self {
            Self::Null => TypeSet::NULL,
            Self::Boolean => TypeSet::BOOLEAN,
            Self::Integer => TypeSet::INTEGER,
            Self::Fraction => TypeSet::NUMBER.difference(TypeSet::INTEGER),
            Self::String => TypeSet::STRING,
            Self::Array => TypeSet::ARRAY,
            Self::Object => TypeSet::OBJECT,
        }
    }
}

/// A condition on a value of a known type.
#[derive(Clone, Debug)]
pub(super) enum Constraint {
    /// A condition that is still to be taken apart.
    Meets(Literal),
    /// None of the classes, except for one of them by index.
    NoneBut(Rc<[Class]>, Option<usize>),
    /// One of the classes from an index on.
    SomeFrom(Rc<[Class]>, usize),
    /// One of these conjunctions.
    Either(Rc<[Vec<Constraint>]>),
    /// One of these values.
    OneOf(Rc<[super::literal::ValueId]>),
    /// Not this value, which is a scalar of the type.
    Differs(super::literal::ValueId),
    /// Nothing is known about it.
    Opaque(Barrier),
    /// At least, or above, this number.
    Low(Rc<Exact>, bool),
    /// At most, or below, this number.
    High(Rc<Exact>, bool),
    Multiple(Rc<Exact>),
    NoMultiple(Rc<Exact>),
    /// Whether an integer is written without fraction and exponent.
    Written(bool),
    MinLength(u64),
    MaxLength(u64),
    Matches(PatternId),
    Misses(PatternId),
    /// Every item by its list.
    Items(Rc<ItemList>),
    /// There is an item of that index, and it meets the condition.
    At(usize, Literal),
    /// Some item from that index on meets the condition.
    From(usize, Literal),
    /// So many items are valid under the class.
    Count(Class, u64, Option<u64>),
    MinItems(u64),
    MaxItems(u64),
    Unique,
    /// Two items are equal.
    Repeated,
    /// Every member by its map.
    Members(Rc<PropertyMap>),
    /// The member is there and meets the condition, if there is one.
    Has(NameId, Option<Literal>),
    Lacks(NameId),
    /// Every name meets the condition.
    Names(Literal),
    /// There is such a member.
    Some(Rc<SomeMember>),
    MinMembers(u64),
    MaxMembers(u64),
}

/// What is known about a value of one type.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) kind: Kind,
    /// The literals that were taken apart, sorted.
    seen: Vec<Literal>,
    disjunctions: Vec<Rc<[Vec<Constraint>]>>,
    /// The only values that are left.
    only: Option<Rc<[Rc<Value>]>>,
    opaque: Option<Unknown>,
    pub(super) part: Part,
}

/// The part of a state that its type has.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// `null` and booleans are listed.
    Listed,
    Number(NumberState),
    String(StringState),
    Array(Box<ArrayState>),
    Object(Box<ObjectState>),
}

/// The state has no value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction;

pub(super) type Checked = Result<(), Contradiction>;

impl State {
    fn new(kind: Kind) -> Self {
        let only: Option<Rc<[Rc<Value>]>> = match kind {
            Kind::Null => Some(Rc::new([Rc::new(Value::Null)])),
            Kind::Boolean => Some(Rc::new([Rc::new(Value::Bool(false)), Rc::new(Value::Bool(true))])),
            _ => None,
        };
        let part = match kind {
            Kind::Null | Kind::Boolean => Part::Listed,
            Kind::Integer | Kind::Fraction => Part::Number(NumberState::default()),
            Kind::String => Part::String(StringState::default()),
            Kind::Array => Part::Array(Box::default()),
            Kind::Object => Part::Object(Box::default()),
        };
        Self { kind, seen: Vec::new(), disjunctions: Vec::new(), only, opaque: None, part }
    }

    fn has_seen(&self, literal: Literal) -> bool {
        self.seen.binary_search(&literal).is_ok()
    }
}

impl Solver {
    /// Looks for a value of one type that meets the goal.
    pub(super) fn search_kind(&mut self, goal: &Goal, kind: Kind) -> Outcome {
        let mut state = State::new(kind);
        for literal in goal.iter() {
            if self.assert(goal, &mut state, &Constraint::Meets(*literal)).is_err() {
                return Outcome::Empty;
            }
        }
        self.search(goal, state)
    }

    fn search(&mut self, goal: &Goal, mut state: State) -> Outcome {
        if !self.step() {
            return Outcome::Unknown(self.unknown(OUT_OF_STEPS));
        }
        if let Some(values) = &state.only {
            // A listed value that meets the goal is a solution, whatever choices led here.
            let mut gathered = Gathered::default();
            for value in values.iter() {
                let outcome = self.test(goal, value);
                if let Some(settled) = gathered.take(outcome) {
                    return settled;
                }
            }
            return gathered.rest();
        }
        let choice = match self.simplify(goal, &mut state) {
            Ok(choice) => choice,
            Err(Contradiction) => return Outcome::Empty,
        };
        if state.only.is_some() {
            return self.search(goal, state);
        }
        let Some(index) = choice else {
            let outcome = self.solve_part(&state);
            return match (outcome, state.opaque) {
                (Outcome::Inhabited(value), Some(unknown)) => {
                    Outcome::Unknown(Unknown { candidate: Some(value), ..unknown })
                }
                (outcome, _) => outcome,
            };
        };
        if self.nested >= self.most_nested {
            self.too_nested = true;
            return Outcome::Unknown(self.unknown(TOO_NESTED));
        }
        self.nested += 1;
        let choices = state.disjunctions.swap_remove(index);
        let mut gathered = Gathered::default();
        let mut settled = None;
        for choice in choices.iter() {
            let mut next = state.clone();
            if self.assert_all(goal, &mut next, choice).is_err() {
                continue;
            }
            let outcome = self.search(goal, next);
            settled = gathered.take(outcome);
            if settled.is_some() {
                break;
            }
            if self.steps == 0 {
                gathered.add(self.unknown(OUT_OF_STEPS));
                break;
            }
        }
        self.nested -= 1;
        settled.unwrap_or_else(|| gathered.rest())
    }

    /// Drops choices that contradict the state and disjunctions that hold already, until nothing changes. Gives the
    /// disjunction with the fewest choices.
    fn simplify(&mut self, goal: &Goal, state: &mut State) -> Result<Option<usize>, Contradiction> {
        let mut changed = true;
        while changed && state.only.is_none() {
            changed = false;
            let mut index = 0;
            while index < state.disjunctions.len() {
                let choices = Rc::clone(&state.disjunctions[index]);
                if choices.iter().any(|choice| self.holds_already(state, choice)) {
                    state.disjunctions.swap_remove(index);
                    continue;
                }
                let mut left: Vec<usize> = Vec::new();
                for (number, choice) in choices.iter().enumerate() {
                    if !self.step() {
                        left.extend(number..choices.len());
                        break;
                    }
                    let mut trial = state.clone();
                    if self.assert_all(goal, &mut trial, choice).is_ok() {
                        left.push(number);
                    }
                }
                match left[..] {
                    [] => return Err(Contradiction),
                    [only] => {
                        state.disjunctions.swap_remove(index);
                        self.assert_all(goal, state, &choices[only])?;
                        changed = true;
                        if state.only.is_some() {
                            return Ok(None);
                        }
                        continue;
                    }
                    _ if left.len() < choices.len() => {
                        let left: Vec<_> = left.iter().map(|number| choices[*number].clone()).collect();
                        state.disjunctions[index] = left.into();
                    }
                    _ => {}
                }
                index += 1;
            }
        }
        let smallest = state.disjunctions.iter().enumerate().min_by_key(|(index, choices)| (choices.len(), *index));
        Ok(smallest.map(|(index, _)| index))
    }

    /// Whether a choice is known to hold in every value of the state.
    fn holds_already(&mut self, state: &State, choice: &[Constraint]) -> bool {
        choice.iter().all(|constraint| match (constraint, &state.part) {
            (Constraint::Meets(literal), _) => state.has_seen(*literal),
            (Constraint::Low(..) | Constraint::High(..), Part::Number(part)) => part.implies(constraint),
            (Constraint::MinLength(min), Part::String(part)) => part.min >= *min,
            (Constraint::MaxLength(max), Part::String(part)) => part.max.is_some_and(|known| known <= *max),
            (Constraint::MinItems(min), Part::Array(part)) => part.min >= *min,
            (Constraint::MaxItems(max), Part::Array(part)) => part.max.is_some_and(|known| known <= *max),
            (Constraint::Has(name, literal), Part::Object(part)) => self.surely_has(part, *name, *literal),
            (Constraint::Lacks(name), Part::Object(part)) => self.surely_lacks(part, *name),
            (Constraint::MinMembers(min), Part::Object(part)) => part.min >= *min,
            (Constraint::MaxMembers(max), Part::Object(part)) => part.max.is_some_and(|known| known <= *max),
            _ => false,
        })
    }

    fn assert_all(&mut self, goal: &Goal, state: &mut State, constraints: &[Constraint]) -> Checked {
        for constraint in constraints {
            self.assert(goal, state, constraint)?;
        }
        Ok(())
    }

    /// Adds a constraint to what is known.
    pub(super) fn assert(&mut self, goal: &Goal, state: &mut State, constraint: &Constraint) -> Checked {
        match constraint {
            Constraint::Meets(literal) => return self.assert_literal(goal, state, *literal),
            Constraint::NoneBut(classes, except) => {
                for (index, class) in classes.iter().enumerate() {
                    if Some(index) != *except {
                        self.assert_literal(goal, state, Literal::Not(*class))?;
                    }
                }
                return Ok(());
            }
            Constraint::SomeFrom(classes, start) => {
                let choices = classes[*start..].iter().map(|class| vec![Constraint::Meets(Literal::Is(*class))]);
                return self.assert(goal, state, &Constraint::Either(choices.collect()));
            }
            Constraint::Either(choices) => return self.assert_either(goal, state, choices),
            Constraint::OneOf(values) => {
                let types = state.kind.types();
                let listed = values.iter().map(|value| Rc::clone(self.graph.values.get(*value)));
                let mut listed: Vec<_> = listed.filter(|value| types.contains(TypeSet::of(value))).collect();
                listed.retain(|value| self.meets(goal, value) != Some(false));
                if listed.is_empty() {
                    return Err(Contradiction);
                }
                state.only = Some(listed.into());
                return Ok(());
            }
            Constraint::Opaque(barrier) => {
                if state.opaque.is_none() {
                    state.opaque = Some(self.unknown(*barrier));
                }
                return Ok(());
            }
            _ => {}
        }
        match &mut state.part {
            Part::Listed => Ok(()),
            Part::Number(part) => {
                part.assert(constraint, &self.graph.values);
                if part.is_possible(state.kind) { Ok(()) } else { Err(Contradiction) }
            }
            Part::String(part) => part.assert(constraint, &self.graph.values),
            Part::Array(part) => self.assert_array(part, constraint),
            Part::Object(part) => self.assert_object(part, constraint),
        }
    }

    fn assert_either(&mut self, goal: &Goal, state: &mut State, choices: &Rc<[Vec<Constraint>]>) -> Checked {
        let types = state.kind.types();
        let hopeless = |solver: &Self, state: &State, choice: &[Constraint]| {
            choice.iter().any(|constraint| match constraint {
                Constraint::Meets(Literal::Is(class)) => {
                    !solver.graph.may_be(*class, types) || state.has_seen(Literal::Not(*class))
                }
                Constraint::Meets(Literal::Not(class)) => {
                    solver.graph.is_true(*class) || state.has_seen(Literal::Is(*class))
                }
                _ => false,
            })
        };
        let left: Vec<&Vec<Constraint>> = choices.iter().filter(|choice| !hopeless(self, state, choice)).collect();
        match left[..] {
            [] => Err(Contradiction),
            [only] => self.assert_all(goal, state, only),
            _ if left.len() == choices.len() => {
                state.disjunctions.push(Rc::clone(choices));
                Ok(())
            }
            _ => {
                state.disjunctions.push(left.into_iter().cloned().collect());
                Ok(())
            }
        }
    }

    fn assert_literal(&mut self, goal: &Goal, state: &mut State, literal: Literal) -> Checked {
        let Err(place) = state.seen.binary_search(&literal) else { return Ok(()) };
        if state.has_seen(literal.negated()) {
            return Err(Contradiction);
        }
        state.seen.insert(place, literal);
        match literal {
            Literal::Is(class) => {
                if !self.graph.may_be(class, state.kind.types()) {
                    return Err(Contradiction);
                }
                for constraint in self.constraints(class, state.kind).iter() {
                    self.assert(goal, state, constraint)?;
                }
                Ok(())
            }
            Literal::Not(class) => {
                // Whatever is of another type is not valid.
                if !self.graph.may_be(class, state.kind.types()) {
                    return Ok(());
                }
                match self.refutations(class, state.kind) {
                    Some(choices) => self.assert_either(goal, state, &choices),
                    None => Ok(()),
                }
            }
            Literal::Equals(value) => self.assert(goal, state, &Constraint::OneOf(Rc::new([value]))),
            Literal::Differs(value) => {
                let different = Rc::clone(self.graph.values.get(value));
                if !state.kind.types().contains(TypeSet::of(&different)) {
                    return Ok(());
                }
                match self.differences(value, &different) {
                    Some(choices) => self.assert_either(goal, state, &choices.into()),
                    None => self.assert(goal, state, &Constraint::Differs(value)),
                }
            }
            Literal::Matches(pattern) => self.assert(goal, state, &Constraint::Matches(pattern)),
            Literal::Misses(pattern) => self.assert(goal, state, &Constraint::Misses(pattern)),
        }
    }

    fn solve_part(&mut self, state: &State) -> Outcome {
        match &state.part {
            Part::Listed => Outcome::Empty,
            Part::Number(part) => self.solve_number(part, state.kind),
            Part::String(part) => self.solve_string(part),
            Part::Array(part) => self.solve_array(part),
            Part::Object(part) => self.solve_object(part),
        }
    }
}
