//! Strings: lengths, patterns, and a few exceptions.

use std::rc::Rc;

use contracts_model::value::Value;

use super::{
    evaluate::characters,
    graph::{Barrier, Values},
    language::{self, Found, MOST_CHARACTERS, Wanted},
    literal::PatternId,
    search::{Checked, Constraint, Contradiction},
    solver::{Outcome, Solver},
    tree::Tree,
};

/// What is known about a string.
#[derive(Clone, Debug, Default)]
pub(super) struct StringState {
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    matches: Vec<PatternId>,
    misses: Vec<PatternId>,
    except: Vec<Rc<Value>>,
}

impl StringState {
    /// Takes a constraint; others than those on strings do not matter.
    pub(super) fn assert(&mut self, constraint: &Constraint, values: &Values) -> Checked {
        match constraint {
            Constraint::MinLength(min) => self.min = self.min.max(*min),
            Constraint::MaxLength(max) => self.max = Some(self.max.map_or(*max, |known| known.min(*max))),
            Constraint::Matches(pattern) if !self.matches.contains(pattern) => self.matches.push(*pattern),
            Constraint::Misses(pattern) if !self.misses.contains(pattern) => self.misses.push(*pattern),
            Constraint::Differs(value) => self.except.push(Rc::clone(values.get(*value))),
            _ => {}
        }
        let contradiction = self.max.is_some_and(|max| max < self.min)
            || self.matches.iter().any(|pattern| self.misses.contains(pattern));
        if contradiction { Err(Contradiction) } else { Ok(()) }
    }
}

impl Solver {
    /// Finds a string.
    pub(super) fn solve_string(&mut self, part: &StringState) -> Outcome {
        let except: Vec<&str> = part.except.iter().filter_map(|value| value.as_str()).collect();
        let patterns: Vec<PatternId> = part.matches.iter().chain(&part.misses).copied().collect();
        if patterns.is_empty() {
            return self.plain(part, &except);
        }
        let mut automata = match self.graph.patterns.automata(&patterns) {
            Ok(automata) => automata,
            Err(why) => return Outcome::Unknown(self.unknown(Barrier { construct: "pattern", why })),
        };
        let positive = part.matches.len();
        let wanted = Wanted {
            matches: (0..positive).collect(),
            misses: (positive..patterns.len()).collect(),
            min: part.min,
            max: part.max,
            except,
        };
        match language::find(&mut automata, &wanted, &mut self.steps) {
            Found::Word(word) => Outcome::Inhabited(Tree::of(Value::String(word))),
            Found::Nothing => Outcome::Empty,
            Found::GaveUp(why) => Outcome::Unknown(self.unknown(Barrier { construct: "pattern", why })),
        }
    }

    /// Without patterns, only lengths and exceptions matter.
    fn plain(&mut self, part: &StringState, except: &[&str]) -> Outcome {
        if part.min > MOST_CHARACTERS {
            let barrier = Barrier { construct: "minLength", why: "a document would need a very long string" };
            return Outcome::Unknown(self.unknown(barrier));
        }
        let good = |text: &str| !except.contains(&text) && part.max.is_none_or(|max| characters(text) <= max);
        let length = usize::try_from(part.min).unwrap_or(usize::MAX);
        if length == 0 && good("") {
            return Outcome::Inhabited(Tree::of(Value::String(String::new())));
        }
        if part.max == Some(0) {
            return Outcome::Empty;
        }
        // There are more characters than exceptions: one of them makes a difference.
        let last = (0_u32..).filter_map(|code| char::from_u32(u32::from('a') + code));
        for last in last.take(except.len() + 1) {
            let text: String = std::iter::repeat_n('a', length.max(1) - 1).chain([last]).collect();
            if good(&text) {
                return Outcome::Inhabited(Tree::of(Value::String(text)));
            }
        }
        Outcome::Unknown(self.unknown(Barrier { construct: "enum", why: "too many strings are excluded" }))
    }
}
