//! Numbers: an interval, multiples, and a few exceptions.

use std::rc::Rc;

use contracts_model::value::Value;
use num_bigint::BigInt;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use super::{
    exact::{self, Exact},
    graph::{Barrier, Values},
    search::{Constraint, Kind},
    solver::{Outcome, Solver, Unknown},
    tree::Tree,
};

/// The most candidates that are looked at beyond the number of exceptions.
const MOST_CANDIDATES: usize = 2_000;

/// The most digits of what all solutions are multiples of.
const MOST_GRID_DIGITS: u64 = 3_000;

/// The most decimal places of a candidate.
const MOST_PLACES: u32 = 17;

/// What is known about a number.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberState {
    low: Option<(Rc<Exact>, bool)>,
    high: Option<(Rc<Exact>, bool)>,
    multiple_of: Option<Rc<Exact>>,
    /// Whether there are divisors beside that, which would make it too long a number.
    too_fine: bool,
    no_multiples: Vec<Rc<Exact>>,
    except: Vec<Exact>,
    /// Whether an integer is written without fraction and exponent, where a schema of draft-04 asks.
    written: Option<bool>,
    /// Whether it would have to be written both ways.
    written_both_ways: bool,
}

impl NumberState {
    /// Takes a constraint; others than those on numbers do not matter.
    pub(super) fn assert(&mut self, constraint: &Constraint, values: &Values) {
        match constraint {
            Constraint::Low(bound, exclusive) => {
                let stronger = self
                    .low
                    .as_ref()
                    .is_none_or(|(low, strict)| **bound > **low || **bound == **low && *exclusive && !strict);
                if stronger {
                    self.low = Some((Rc::clone(bound), *exclusive));
                }
            }
            Constraint::High(bound, exclusive) => {
                let stronger = self
                    .high
                    .as_ref()
                    .is_none_or(|(high, strict)| **bound < **high || **bound == **high && *exclusive && !strict);
                if stronger {
                    self.high = Some((Rc::clone(bound), *exclusive));
                }
            }
            Constraint::Multiple(divisor) => match &self.multiple_of {
                None => self.multiple_of = Some(Rc::clone(divisor)),
                Some(known) if exact::digits(known) + exact::digits(divisor) > MOST_GRID_DIGITS => {
                    self.too_fine = true;
                }
                Some(known) => self.multiple_of = Some(Rc::new(exact::least_common_multiple(known, divisor))),
            },
            Constraint::NoMultiple(divisor) => self.no_multiples.push(Rc::clone(divisor)),
            Constraint::Written(whole) => {
                self.written_both_ways |= self.written.is_some_and(|known| known != *whole);
                self.written = Some(*whole);
            }
            Constraint::Differs(value) => {
                if let Value::Number(number) = &**values.get(*value) {
                    self.except.extend(exact::of_number(number));
                }
            }
            _ => {}
        }
    }

    /// Whether a bound holds already.
    pub(super) fn implies(&self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Low(bound, exclusive) => self
                .low
                .as_ref()
                .is_some_and(|(low, strict)| **low > **bound || **low == **bound && (*strict || !exclusive)),
            Constraint::High(bound, exclusive) => self
                .high
                .as_ref()
                .is_some_and(|(high, strict)| **high < **bound || **high == **bound && (*strict || !exclusive)),
            _ => false,
        }
    }

    fn is_in_range(&self, value: &Exact) -> bool {
        let low = self.low.as_ref().is_none_or(|(low, strict)| value > low || !strict && *value == **low);
        low && self.high.as_ref().is_none_or(|(high, strict)| value < high || !strict && *value == **high)
    }

    fn is_solution(&self, value: &Exact, kind: Kind) -> bool {
        value.is_integer() == (kind == Kind::Integer)
            && self.is_in_range(value)
            && self.multiple_of.as_ref().is_none_or(|divisor| exact::is_multiple(value, divisor))
            && !self.no_multiples.iter().any(|divisor| exact::is_multiple(value, divisor))
            && !self.except.contains(value)
    }

    /// Whether the bounds leave room, at a glance.
    pub(super) fn is_possible(&self, kind: Kind) -> bool {
        let ordered = match (&self.low, &self.high) {
            (Some((low, low_strict)), Some((high, high_strict))) => {
                low < high || low == high && !low_strict && !high_strict
            }
            _ => true,
        };
        let on_grid = self.grid(kind).is_none_or(|grid| {
            let excluded = self.no_multiples.iter().any(|divisor| exact::is_multiple(&grid, divisor));
            !excluded && (kind == Kind::Integer || !grid.is_integer())
        });
        ordered && on_grid && !self.written_both_ways
    }

    /// What all solutions are multiples of, if there is such a number.
    fn grid(&self, kind: Kind) -> Option<Exact> {
        match (&self.multiple_of, kind) {
            (Some(divisor), Kind::Integer) => Some(exact::least_common_multiple(divisor, &Exact::one())),
            (Some(divisor), _) => Some((**divisor).clone()),
            (None, Kind::Integer) => Some(Exact::one()),
            (None, _) => None,
        }
    }
}

impl Solver {
    /// Finds a number.
    pub(super) fn solve_number(&mut self, part: &NumberState, kind: Kind) -> Outcome {
        match self.solve_grid(part, kind) {
            Outcome::Inhabited(value) if part.too_fine => {
                Outcome::Unknown(Unknown { candidate: Some(value), ..self.unknown(TOO_FINE) })
            }
            outcome => outcome,
        }
    }

    fn solve_grid(&mut self, part: &NumberState, kind: Kind) -> Outcome {
        if !part.is_possible(kind) {
            return Outcome::Empty;
        }
        let solution = match part.grid(kind) {
            Some(grid) => on_grid(part, kind, &grid),
            None => between(part, kind),
        };
        match solution {
            Solution::Number(number) => match exact::to_number(&number) {
                Some(number) => {
                    let number = if part.written == Some(false) { exact::with_fraction(&number) } else { number };
                    Outcome::Inhabited(Tree::of(Value::Number(number)))
                }
                None => Outcome::Unknown(self.unknown(TOO_FINE)),
            },
            Solution::Nothing => Outcome::Empty,
            Solution::GaveUp => Outcome::Unknown(self.unknown(TOO_FINE)),
        }
    }
}

const TOO_FINE: Barrier =
    Barrier { construct: "multipleOf", why: "no number that a document can hold was found between the bounds" };

enum Solution {
    Number(Exact),
    Nothing,
    GaveUp,
}

/// Numbers are the multiples of `grid`.
fn on_grid(part: &NumberState, kind: Kind, grid: &Exact) -> Solution {
    // The multiples are counted from `low` to `high`.
    let low = part.low.as_ref().map(|(low, strict)| {
        let quotient = &**low / grid;
        let first = quotient.ceil();
        if *strict && first == quotient { first + Exact::one() } else { first }.to_integer()
    });
    let high = part.high.as_ref().map(|(high, strict)| {
        let quotient = &**high / grid;
        let last = quotient.floor();
        if *strict && last == quotient { last - Exact::one() } else { last }.to_integer()
    });
    if let (Some(low), Some(high)) = (&low, &high)
        && low > high
    {
        return Solution::Nothing;
    }
    // The solution nearest to zero is looked for first.
    let zero = BigInt::zero();
    let start = match (&low, &high) {
        (Some(low), _) if *low > zero => low.clone(),
        (_, Some(high)) if *high < zero => high.clone(),
        _ => zero,
    };
    let most = MOST_CANDIDATES + part.except.len();
    let (mut up, mut down): (BigInt, BigInt) = (start.clone(), start - 1);
    let (mut up_open, mut down_open) = (true, true);
    for _ in 0..most {
        up_open &= high.as_ref().is_none_or(|high| up <= *high);
        down_open &= low.as_ref().is_none_or(|low| down >= *low);
        if !up_open && !down_open {
            return Solution::Nothing;
        }
        let take_up = up_open && (!down_open || up.abs() <= down.abs());
        let count = if take_up { &mut up } else { &mut down };
        let value = grid * Exact::from_integer(count.clone());
        *count += if take_up { 1 } else { -1 };
        if part.is_solution(&value, kind) {
            return Solution::Number(value);
        }
    }
    Solution::GaveUp
}

/// Numbers lie close together.
fn between(part: &NumberState, kind: Kind) -> Solution {
    if let (Some((low, _)), Some((high, _))) = (&part.low, &part.high)
        && low == high
    {
        return if part.is_solution(low, kind) { Solution::Number((**low).clone()) } else { Solution::Nothing };
    }
    // An open interval has infinitely many; those with the fewest decimal places are looked for.
    let most = 40 + part.except.len() + part.no_multiples.len() * 20;
    for places in 1..=MOST_PLACES {
        let step = Exact::new(BigInt::one(), BigInt::from(10).pow(places));
        let nearest = match (&part.low, &part.high) {
            (Some((low, _)), _) if low.is_positive() => (&**low / &step).ceil(),
            (_, Some((high, _))) if high.is_negative() => (&**high / &step).floor(),
            _ => Exact::zero(),
        };
        for offset in 0..most {
            // 0, 1, -1, 2, -2, …, with five first: a half reads better than a tenth.
            let offset = i64::try_from(offset).unwrap_or(i64::MAX);
            let offset = if offset == 0 {
                5
            } else if offset % 2 == 1 {
                offset / 2 + 1
            } else {
                -(offset / 2)
            };
            let value = (&nearest + Exact::from_integer(offset.into())) * &step;
            if part.is_solution(&value, kind) && value.to_f64().is_some_and(f64::is_finite) {
                return Solution::Number(value);
            }
        }
        let value = &nearest * &step;
        if part.is_solution(&value, kind) {
            return Solution::Number(value);
        }
    }
    Solution::GaveUp
}
