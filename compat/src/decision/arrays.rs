//! Arrays: positions, items that must be somewhere, counts of items, and repetition.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    rc::Rc,
};

use super::{
    graph::{Barrier, ItemList},
    literal::{Class, Literal},
    search::{Checked, Constraint, Contradiction},
    solver::{Completeness, Gathered, OUT_OF_STEPS, Outcome, Solver, Unknown},
    tree::{MOST_VALUES, Tree},
};

/// The most items of an array that is built.
const MOST_ITEMS: u64 = 100_000;

/// The most items that are chosen one by one.
const MOST_CHOSEN: usize = 500;

/// The most conditions that items are counted by.
const MOST_COUNTERS: usize = 5;

/// The most items that are made different from each other.
const MOST_DIFFERENT: usize = 200;

/// What is known about an array.
#[derive(Clone, Debug, Default)]
pub(super) struct ArrayState {
    lists: Vec<Rc<ItemList>>,
    at: BTreeMap<usize, Vec<Literal>>,
    from: Vec<(usize, Literal)>,
    counts: Vec<(Class, u64, Option<u64>)>,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    unique: bool,
    repeated: bool,
}

impl ArrayState {
    fn check_lengths(&self) -> Checked {
        let contradiction = self.max.is_some_and(|max| max < self.min) || self.unique && self.repeated;
        if contradiction { Err(Contradiction) } else { Ok(()) }
    }

    /// From this index on, all positions are alike.
    fn tail(&self) -> usize {
        let lists = self.lists.iter().map(|list| list.prefix.len());
        let at = self.at.keys().map(|index| index + 1);
        let from = self.from.iter().map(|(index, _)| *index);
        lists.chain(at).chain(from).max().unwrap_or(0)
    }

    /// The conditions on the item of an index.
    fn item(&self, index: usize) -> Vec<Literal> {
        let listed = self.lists.iter().filter_map(|list| list.prefix.get(index).copied().or(list.rest));
        let mut literals: Vec<Literal> = listed.map(Literal::Is).collect();
        literals.extend(self.at.get(&index).into_iter().flatten());
        literals
    }
}

/// A condition by which items are counted.
#[derive(Clone, Copy, Debug)]
struct Counter {
    from: usize,
    literal: Literal,
    min: u64,
    max: Option<u64>,
}

/// One search for an array.
struct Attempt<'a> {
    part: &'a ArrayState,
    counters: &'a [Counter],
    tail: usize,
    /// Two positions with one value.
    equal: Option<(usize, usize)>,
    /// Positions and counts that were looked at, and the fewest items before them.
    hopeless: HashMap<(u64, Vec<u64>, Option<usize>), usize>,
    gathered: Gathered,
}

const TOO_MANY_ITEMS: Barrier = Barrier { construct: "minItems", why: "a document would need very many items" };
const TOO_MANY_COUNTERS: Barrier =
    Barrier { construct: "contains", why: "too many conditions count the items of one array" };
const TOO_MANY_DIFFERENT: Barrier =
    Barrier { construct: "uniqueItems", why: "too many items would have to differ from each other" };

impl Solver {
    /// Takes a constraint; others than those on arrays do not matter.
    pub(super) fn assert_array(&mut self, part: &mut ArrayState, constraint: &Constraint) -> Checked {
        match constraint {
            Constraint::Items(list) => {
                part.lists.push(Rc::clone(list));
                for index in part.at.keys().copied().collect::<Vec<_>>() {
                    self.check_item(part, index)?;
                }
                for (from, literal) in part.from.clone() {
                    self.check_from(part, from, literal)?;
                }
                Ok(())
            }
            Constraint::At(index, literal) => {
                let literals = part.at.entry(*index).or_default();
                if !literals.contains(literal) {
                    literals.push(*literal);
                }
                part.min = part.min.max(*index as u64 + 1);
                part.check_lengths()?;
                self.check_item(part, *index)
            }
            Constraint::From(from, literal) => {
                part.from.push((*from, *literal));
                part.min = part.min.max(*from as u64 + 1);
                part.check_lengths()?;
                self.check_from(part, *from, *literal)
            }
            Constraint::Count(class, min, max) => {
                let known = part.counts.iter_mut().find(|(other, ..)| other == class);
                let (min, max) = if let Some((_, known_min, known_max)) = known {
                    *known_min = (*known_min).max(*min);
                    *known_max = match (*known_max, *max) {
                        (Some(known), Some(max)) => Some(known.min(max)),
                        (known, max) => known.or(max),
                    };
                    (*known_min, *known_max)
                } else {
                    part.counts.push((*class, *min, *max));
                    (*min, *max)
                };
                part.min = part.min.max(min);
                if max.is_some_and(|max| max < min) {
                    return Err(Contradiction);
                }
                part.check_lengths()?;
                if min > 0 { self.check_from(part, 0, Literal::Is(*class)) } else { Ok(()) }
            }
            Constraint::MinItems(min) => {
                part.min = part.min.max(*min);
                part.check_lengths()
            }
            Constraint::MaxItems(max) => {
                part.max = Some(part.max.map_or(*max, |known| known.min(*max)));
                part.check_lengths()
            }
            Constraint::Unique => {
                part.unique = true;
                part.check_lengths()
            }
            Constraint::Repeated => {
                part.repeated = true;
                part.min = part.min.max(2);
                part.check_lengths()
            }
            _ => Ok(()),
        }
    }

    fn check_item(&mut self, part: &ArrayState, index: usize) -> Checked {
        if self.solve_literals(part.item(index)).is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    fn check_from(&mut self, part: &ArrayState, from: usize, literal: Literal) -> Checked {
        let last = part.tail().max(from);
        for index in from..=last {
            if part.max.is_some_and(|max| index as u64 >= max) {
                break;
            }
            let mut literals = part.item(index);
            literals.push(literal);
            if !self.solve_literals(literals).is_empty() {
                return Ok(());
            }
        }
        Err(Contradiction)
    }

    /// Finds an array.
    pub(super) fn solve_array(&mut self, part: &ArrayState) -> Outcome {
        if part.check_lengths().is_err() {
            return Outcome::Empty;
        }
        let mut counters: Vec<Counter> = Vec::new();
        for (class, min, max) in &part.counts {
            counters.push(Counter { from: 0, literal: Literal::Is(*class), min: *min, max: *max });
        }
        for (from, literal) in &part.from {
            counters.push(Counter { from: *from, literal: *literal, min: 1, max: None });
        }
        counters.retain(|counter| counter.min > 0 || counter.max.is_some());
        if counters.len() > MOST_COUNTERS {
            return Outcome::Unknown(self.unknown(TOO_MANY_COUNTERS));
        }
        let tail = part.tail();
        if !part.repeated {
            return self.attempt(part, &counters, tail, None);
        }
        let mut gathered = Gathered::default();
        for second in 1..=tail + 1 {
            for first in 0..second {
                let outcome = self.attempt(part, &counters, tail, Some((first, second)));
                if let Some(settled) = gathered.take(outcome) {
                    return settled;
                }
            }
        }
        gathered.rest()
    }

    fn attempt(
        &mut self,
        part: &ArrayState,
        counters: &[Counter],
        tail: usize,
        equal: Option<(usize, usize)>,
    ) -> Outcome {
        let mut attempt =
            Attempt { part, counters, tail, equal, hopeless: HashMap::new(), gathered: Gathered::default() };
        let mut goals = Vec::new();
        let found = self.extend(&mut attempt, &mut goals, &vec![0; counters.len()], None);
        found.unwrap_or_else(|| attempt.gathered.rest())
    }

    /// Decides for the next position which counters its item counts for, or ends the array here.
    fn extend(
        &mut self,
        attempt: &mut Attempt<'_>,
        goals: &mut Vec<Vec<Literal>>,
        counts: &[u64],
        choice_of_first: Option<usize>,
    ) -> Option<Outcome> {
        let index = goals.len();
        if !self.step() {
            attempt.gathered.add(self.unknown(OUT_OF_STEPS));
            return None;
        }
        let least = attempt.equal.map_or(0, |(_, second)| second as u64 + 1).max(attempt.part.min);
        let counted = attempt.counters.iter().zip(counts).all(|(counter, count)| *count >= counter.min);
        if counted && index as u64 >= least {
            // More items do not make it easier.
            let outcome = self.fill(attempt, goals);
            return attempt.gathered.take(outcome);
        }
        if attempt.part.max.is_some_and(|max| index as u64 >= max) {
            return None;
        }
        if index >= MOST_CHOSEN || least > MOST_ITEMS {
            attempt.gathered.add(self.unknown(TOO_MANY_ITEMS));
            return None;
        }
        // From here on, positions are alike and an item that is not needed for a count can be left out.
        let alike = (attempt.tail as u64).max(least);
        if !attempt.part.unique {
            let position = alike.min(index as u64);
            let key = (position, counts.to_vec(), choice_of_first);
            let known = attempt.hopeless.entry(key).or_insert(usize::MAX);
            if *known <= index {
                return None;
            }
            *known = index;
        }
        if counted && index >= attempt.tail && attempt.equal.is_none_or(|(_, second)| index > second) {
            // What is missing are items that count for nothing.
            if let Some((literals, _)) = self.choose(attempt, index, 0, counts)
                && !self.solve_literals(literals.clone()).is_empty()
            {
                let missing = usize::try_from(least).unwrap_or(usize::MAX).saturating_sub(index);
                goals.extend(std::iter::repeat_n(literals, missing));
                let outcome = self.fill(attempt, goals);
                goals.truncate(index);
                let unique = attempt.part.unique && outcome.is_empty();
                match attempt.gathered.take(outcome) {
                    None if unique => {}
                    settled => return settled,
                }
            }
        }
        let choices = 1_usize << attempt.counters.len();
        // What is still to be counted comes first.
        let mut order: Vec<usize> = (0..choices).collect();
        order.sort_by_key(|choice| {
            let wanted = |(bit, (counter, count)): (usize, (&Counter, &u64))| {
                let counts = choice & 1 << bit != 0;
                let wants = *count < counter.min;
                usize::from(counts != wants)
            };
            attempt.counters.iter().zip(counts).enumerate().map(wanted).sum::<usize>()
        });
        for choice in order {
            let tied = attempt.equal.is_some_and(|(_, second)| second == index);
            if tied && choice_of_first != Some(choice) {
                continue;
            }
            let needed = (attempt.counters.iter().zip(counts).enumerate())
                .any(|(bit, (counter, count))| choice & 1 << bit != 0 && *count < counter.min);
            if index as u64 >= alike && !needed {
                continue;
            }
            let Some((literals, next)) = self.choose(attempt, index, choice, counts) else { continue };
            match self.solve_literals(literals.clone()) {
                Outcome::Empty => continue,
                Outcome::Inhabited(_) | Outcome::Unknown(_) => {}
            }
            let first = attempt.equal.is_some_and(|(first, _)| first == index);
            let choice_of_first = if first { Some(choice) } else { choice_of_first };
            goals.push(literals);
            let settled = self.place(|solver| solver.extend(attempt, goals, &next, choice_of_first));
            goals.pop();
            let settled = match settled {
                Ok(settled) => settled,
                Err(unknown) => {
                    attempt.gathered.add(unknown);
                    return None;
                }
            };
            if settled.is_some() {
                return settled;
            }
        }
        None
    }

    /// The conditions on an item that counts for these counters and for no others, and the counts after it.
    fn choose(
        &mut self,
        attempt: &Attempt<'_>,
        index: usize,
        choice: usize,
        counts: &[u64],
    ) -> Option<(Vec<Literal>, Vec<u64>)> {
        let mut literals = attempt.part.item(index);
        if let Some((first, second)) = attempt.equal
            && (index == first || index == second)
        {
            literals.extend(attempt.part.item(first + second - index));
        }
        let mut next = counts.to_vec();
        for (bit, counter) in attempt.counters.iter().enumerate() {
            let chosen = choice & 1 << bit != 0;
            // The first of two equal items is chosen for what the second one is to count for.
            let concerned = match attempt.equal {
                Some((first, second)) if first == index => second >= counter.from,
                _ => index >= counter.from,
            };
            if !concerned {
                if chosen {
                    return None;
                }
                continue;
            }
            if chosen {
                literals.push(counter.literal);
                if index < counter.from {
                    continue;
                }
                match counter.max {
                    Some(max) if counts[bit] >= max => return None,
                    Some(_) => next[bit] += 1,
                    None => next[bit] = (next[bit] + 1).min(counter.min),
                }
            } else if counter.max.is_some() {
                literals.push(counter.literal.negated());
            }
        }
        literals.retain(|literal| !matches!(literal, Literal::Is(class) if self.graph.is_true(*class)));
        literals.sort_unstable();
        literals.dedup();
        Some((literals, next))
    }

    /// Gives every position a value.
    fn fill(&mut self, attempt: &Attempt<'_>, goals: &[Vec<Literal>]) -> Outcome {
        let mut items: Vec<Rc<Tree>> = Vec::with_capacity(goals.len());
        let mut unknown: Option<Unknown> = None;
        let (mut values, mut last) = (0_usize, 0);
        for (index, literals) in goals.iter().enumerate() {
            if index > 0 && goals[index - 1] == *literals {
                values = values.saturating_add(last);
                if values > MOST_VALUES {
                    return Outcome::Unknown(self.unknown(TOO_MANY_ITEMS));
                }
                items.extend(items.last().cloned());
                continue;
            }
            match self.solve_literals(literals.clone()) {
                Outcome::Empty => return Outcome::Empty,
                Outcome::Inhabited(value) => {
                    last = value.count(MOST_VALUES);
                    values = values.saturating_add(last);
                    items.push(value);
                }
                Outcome::Unknown(found) => {
                    let Some(value) = found.candidate.clone() else { return Outcome::Unknown(found) };
                    unknown.get_or_insert(found);
                    last = value.count(MOST_VALUES);
                    values = values.saturating_add(last);
                    items.push(value);
                }
            }
        }
        if attempt.part.unique {
            match self.different(goals, &items) {
                Ok(Some(different)) => items = different,
                Ok(None) => return Outcome::Empty,
                Err(found) => return Outcome::Unknown(found),
            }
        }
        let value = Rc::new(Tree::Array(items));
        match unknown {
            None => Outcome::Inhabited(value),
            Some(unknown) => Outcome::Unknown(Unknown { candidate: Some(value), ..unknown }),
        }
    }

    /// Values for the goals that all differ; `None` when there are none.
    fn different(&mut self, goals: &[Vec<Literal>], items: &[Rc<Tree>]) -> Result<Option<Vec<Rc<Tree>>>, Unknown> {
        let mut seen = HashSet::new();
        if items.iter().all(|item| seen.insert(item.to_value().canonical())) {
            return Ok(Some(items.to_vec()));
        }
        if goals.len() > MOST_DIFFERENT {
            return Err(self.unknown(TOO_MANY_DIFFERENT));
        }
        // As many values as there are positions are enough for each; then it is a matching.
        let mut solutions: HashMap<&Vec<Literal>, Vec<Rc<Tree>>> = HashMap::new();
        let mut obstacle = None;
        for literals in goals {
            if solutions.contains_key(literals) {
                continue;
            }
            let (values, complete) = self.several(literals, goals.len());
            if let Completeness::Unknown(unknown) = complete {
                obstacle = Some(unknown);
            }
            solutions.insert(literals, values);
        }
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut values: Vec<Rc<Tree>> = Vec::new();
        let mut options: Vec<Vec<usize>> = Vec::new();
        for literals in goals {
            let mut option = Vec::new();
            for value in &solutions[literals] {
                let number = *numbers.entry(value.to_value().canonical()).or_insert_with(|| {
                    values.push(Rc::clone(value));
                    values.len() - 1
                });
                option.push(number);
            }
            options.push(option);
        }
        let mut taken: Vec<Option<usize>> = vec![None; values.len()];
        for position in 0..goals.len() {
            if !place(position, &options, &mut taken, &mut vec![false; values.len()]) {
                return obstacle.map_or(Ok(None), Err);
            }
        }
        let mut placed: Vec<Rc<Tree>> = items.to_vec();
        for (number, position) in taken.iter().enumerate() {
            if let Some(position) = position {
                placed[*position] = Rc::clone(&values[number]);
            }
        }
        Ok(Some(placed))
    }
}

/// Finds a value for a position, moving others where that helps (an augmenting path).
fn place(position: usize, options: &[Vec<usize>], taken: &mut [Option<usize>], visited: &mut [bool]) -> bool {
    for value in &options[position] {
        if std::mem::replace(&mut visited[*value], true) {
            continue;
        }
        let free = match taken[*value] {
            None => true,
            Some(other) => place(other, options, taken, visited),
        };
        if free {
            taken[*value] = Some(position);
            return true;
        }
    }
    false
}
