//! Emptiness of goals: is there a value that meets all conditions of a goal at once?
//!
//! A goal is solved type by type ([`search`](super::search)); the goals of its members and items are solved in
//! turn. A goal that comes up while it is being solved is taken to have no solution there: the smallest solution of
//! a goal holds no other solution of it. What was found empty under such an assumption is known only as long as
//! the assumption stands, and is kept as such.

use std::{collections::HashMap, rc::Rc};

use contracts_model::value::Value;

use super::{
    exact,
    expand::Ways,
    graph::{Barrier, Block, Graph},
    literal::{Class, Goal, Literal, goal},
    search::{Constraint, KINDS, Kind},
    tree::Tree,
};

/// What is known about a goal.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// No value meets it.
    Empty,
    /// This one does.
    Inhabited(Rc<Tree>),
    /// Neither was proved.
    Unknown(Unknown),
}

impl Outcome {
    /// A value that meets the goal, or may meet it.
    pub(super) fn candidate(self) -> Option<Rc<Tree>> {
        match self {
            Self::Empty => None,
            Self::Inhabited(value) => Some(value),
            Self::Unknown(unknown) => unknown.candidate,
        }
    }
}

/// What stood in the way, and a value that may meet the goal.
#[derive(Clone, Debug)]
pub(super) struct Unknown {
    pub(super) block: Block,
    pub(super) candidate: Option<Rc<Tree>>,
}

impl Outcome {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }
}

/// Gathers what several ways to meet a goal came to.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    unknown: Option<Unknown>,
}

impl Gathered {
    /// Takes an outcome; gives it back when it settles the question.
    pub(super) fn take(&mut self, outcome: Outcome) -> Option<Outcome> {
        match outcome {
            Outcome::Empty => None,
            Outcome::Inhabited(_) => Some(outcome),
            Outcome::Unknown(unknown) => {
                self.add(unknown);
                None
            }
        }
    }

    pub(super) fn add(&mut self, unknown: Unknown) {
        match &mut self.unknown {
            Some(first) => {
                if first.candidate.is_none() {
                    first.candidate = unknown.candidate;
                }
            }
            None => self.unknown = Some(unknown),
        }
    }

    /// Empty, unless something was not known.
    pub(super) fn rest(self) -> Outcome {
        self.unknown.map_or(Outcome::Empty, Outcome::Unknown)
    }
}

enum Entry {
    Known(Outcome),
    /// Empty as long as the goal of this depth, and deeper ones, are taken to be empty.
    Assumed(usize),
    /// Being solved, at this depth.
    Open(usize),
}

/// No assumption was made.
const FREE: usize = usize::MAX;

/// Solves goals over one graph.
pub(super) struct Solver {
    pub(super) graph: Graph,
    /// Steps left.
    pub(super) steps: u64,
    /// Goals inside each other, and choices inside each other, that may be open at a time.
    pub(super) most_nested: usize,
    pub(super) nested: usize,
    /// Items and members that are being placed, one inside the call for the one before.
    placing: usize,
    /// Whether that was ever not enough.
    pub(super) too_nested: bool,
    /// Classes whose references lead back to them, with the values that they are being tested on.
    pub(super) testing: Vec<(Class, *const Value)>,
    /// How the integer that is being tested is taken to be written.
    pub(super) written: Option<bool>,
    /// What classes ask of values of a type, as far as it was needed.
    pub(super) asked: HashMap<(Class, Kind), Rc<[Constraint]>>,
    /// The ways in which values of a type break classes; `None` for those that always do.
    pub(super) ways: HashMap<(Class, Kind), Option<Ways>>,
    memo: HashMap<Goal, Entry>,
    open: Vec<Class>,
    /// Goals that are assumed to be empty, in the order in which they were found.
    assumed: Vec<Goal>,
    /// The outermost open goal that was assumed to be empty since the current one was opened.
    leaned_on: usize,
}

/// The budget ran out.
pub(super) const OUT_OF_STEPS: Barrier = Barrier {
    construct: "budget",
    why: "the budget of the decision was used up here; a larger one (--budget) may decide it",
};

/// How many items and members may be open for each goal that may be: the frame of one is that much smaller.
const PLACED_PER_GOAL: usize = 10;

/// Too many goals inside each other.
pub(super) const TOO_NESTED: Barrier =
    Barrier { construct: "nesting", why: "too many subschemas and choices depend on each other" };

impl Solver {
    pub(super) fn new(graph: Graph, steps: u64, most_nested: usize) -> Self {
        Self {
            graph,
            steps,
            most_nested,
            nested: 0,
            placing: 0,
            too_nested: false,
            testing: Vec::new(),
            written: None,
            asked: HashMap::new(),
            ways: HashMap::new(),
            memo: HashMap::new(),
            open: Vec::new(),
            assumed: Vec::new(),
            leaned_on: FREE,
        }
    }

    /// Places the next item or member, inside the call for the one before; an obstacle when too many are open.
    pub(super) fn place<T>(&mut self, next: impl FnOnce(&mut Self) -> T) -> Result<T, Unknown> {
        if self.placing >= self.most_nested * PLACED_PER_GOAL {
            self.too_nested = true;
            return Err(self.unknown(TOO_NESTED));
        }
        self.placing += 1;
        let placed = next(self);
        self.placing -= 1;
        Ok(placed)
    }

    /// Takes a step; `false` when none is left.
    pub(super) fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => {
                self.steps = left;
                true
            }
            None => false,
        }
    }

    /// An unknown outcome at the innermost open goal.
    pub(super) fn unknown(&self, barrier: Barrier) -> Unknown {
        let class = self.open.last().copied().unwrap_or(Class(0));
        Unknown { block: Block { class, barrier }, candidate: None }
    }

    /// Whether what happens inside leans on no assumption.
    pub(super) fn without_assumption<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = std::mem::replace(&mut self.leaned_on, FREE);
        let result = inside(self);
        let free = self.leaned_on == FREE;
        self.leaned_on = before.min(self.leaned_on);
        (result, free)
    }

    /// Solves the goal of these literals.
    pub(super) fn solve_literals(&mut self, literals: Vec<Literal>) -> Outcome {
        match goal(literals) {
            Some(goal) => self.solve(&goal),
            None => Outcome::Empty,
        }
    }

    /// Solves a goal.
    pub(super) fn solve(&mut self, goal: &Goal) -> Outcome {
        match self.memo.get(goal) {
            Some(Entry::Known(outcome)) => return outcome.clone(),
            Some(Entry::Assumed(depth) | Entry::Open(depth)) => {
                self.leaned_on = self.leaned_on.min(*depth);
                return Outcome::Empty;
            }
            None => {}
        }
        if !self.step() {
            return Outcome::Unknown(self.unknown(OUT_OF_STEPS));
        }
        if self.nested >= self.most_nested {
            self.too_nested = true;
            return Outcome::Unknown(self.unknown(TOO_NESTED));
        }
        let depth = self.open.len();
        let class = goal.iter().rev().find_map(|literal| match literal {
            Literal::Is(class) | Literal::Not(class) => Some(*class),
            _ => None,
        });
        self.open.push(class.or_else(|| self.open.last().copied()).unwrap_or(Class(0)));
        self.nested += 1;
        self.memo.insert(Rc::clone(goal), Entry::Open(depth));
        let (before, assumed) = (std::mem::replace(&mut self.leaned_on, FREE), self.assumed.len());

        let outcome = self.by_type(goal);

        let leaned_on = std::mem::replace(&mut self.leaned_on, before);
        self.open.pop();
        self.nested -= 1;
        match &outcome {
            Outcome::Empty => {
                // The assumption that this goal is empty has turned out right; one about an outer goal may remain.
                let remains = leaned_on < depth;
                for inner in self.assumed.split_off(assumed) {
                    if remains {
                        self.memo.insert(Rc::clone(&inner), Entry::Assumed(leaned_on));
                        self.assumed.push(inner);
                    } else {
                        self.memo.insert(inner, Entry::Known(Outcome::Empty));
                    }
                }
                if remains {
                    self.leaned_on = self.leaned_on.min(leaned_on);
                    self.memo.insert(Rc::clone(goal), Entry::Assumed(leaned_on));
                    self.assumed.push(Rc::clone(goal));
                } else {
                    self.memo.insert(Rc::clone(goal), Entry::Known(Outcome::Empty));
                }
            }
            Outcome::Inhabited(_) | Outcome::Unknown(_) => {
                // What was found empty under the assumption that this goal is has to be looked at again.
                for inner in self.assumed.split_off(assumed) {
                    self.memo.remove(&inner);
                }
                let leans = matches!(outcome, Outcome::Unknown(_)) && leaned_on < depth;
                if leans {
                    self.leaned_on = self.leaned_on.min(leaned_on);
                    self.memo.remove(goal);
                } else {
                    self.memo.insert(Rc::clone(goal), Entry::Known(outcome.clone()));
                }
            }
        }
        outcome
    }

    fn by_type(&mut self, goal: &Goal) -> Outcome {
        let mut gathered = Gathered::default();
        let fixed = goal.iter().find_map(|literal| match literal {
            Literal::Equals(value) => Some(*value),
            _ => None,
        });
        if let Some(value) = fixed {
            let value = Rc::clone(self.graph.values.get(value));
            return self.test(goal, &value);
        }
        for kind in KINDS {
            let possible = goal.iter().all(|literal| match literal {
                Literal::Is(class) => self.graph.may_be(*class, kind.types()),
                Literal::Matches(_) | Literal::Misses(_) => kind == Kind::String,
                _ => true,
            });
            if possible {
                let outcome = self.search_kind(goal, kind);
                if let Some(settled) = gathered.take(outcome) {
                    return settled;
                }
            }
        }
        gathered.rest()
    }

    /// Whether one value meets a goal.
    pub(super) fn test(&mut self, goal: &[Literal], value: &Rc<Value>) -> Outcome {
        // A listed integer may be written either way, and a schema of draft-04 may tell the two apart.
        if self.graph.tells_spelling
            && let Value::Number(number) = &**value
        {
            let number = exact::with_fraction(number);
            if self.meets_written(goal, value, false) == Some(true)
                && self.meets_written(goal, value, true) != Some(true)
            {
                return Outcome::Inhabited(Tree::of(Value::Number(number)));
            }
        }
        match self.meets(goal, value) {
            Some(true) => Outcome::Inhabited(Rc::new(Tree::Value(Rc::clone(value)))),
            Some(false) => Outcome::Empty,
            None => {
                let barrier = if matches!(**value, Value::Null | Value::Bool(_)) {
                    Barrier { construct: "type", why: "whether this value of the type is valid could not be told" }
                } else {
                    Barrier { construct: "enum", why: "whether a listed value is valid could not be told" }
                };
                let unknown = self.unknown(barrier);
                Outcome::Unknown(Unknown { candidate: Some(Rc::new(Tree::Value(Rc::clone(value)))), ..unknown })
            }
        }
    }

    /// Up to `count` different solutions of a goal, and whether these are all there are.
    pub(super) fn several(&mut self, literals: &[Literal], count: usize) -> (Vec<Rc<Tree>>, Completeness) {
        let mut literals = literals.to_vec();
        let mut found: Vec<Rc<Tree>> = Vec::new();
        while found.len() < count {
            match self.solve_literals(literals.clone()) {
                Outcome::Empty => return (found, Completeness::All),
                Outcome::Inhabited(value) => {
                    literals.push(Literal::Differs(self.graph.values.intern(&value.to_value())));
                    found.push(value);
                }
                Outcome::Unknown(unknown) => return (found, Completeness::Unknown(unknown)),
            }
        }
        (found, Completeness::More)
    }
}

/// Whether a list of solutions is complete.
#[derive(Clone, Debug)]
pub(super) enum Completeness {
    /// There are no others.
    All,
    /// As many as were asked for; there may be others.
    More,
    /// Whether there are others is not known.
    Unknown(Unknown),
}
