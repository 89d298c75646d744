//! Languages of strings: patterns as automata, and the search for a string of a combination of them.
//!
//! An automaton reads UTF-8, but the search goes by whole characters: the characters that no pattern in question
//! tells apart stand in one symbol, so that lengths count characters and only valid text is built.

use std::collections::{BTreeSet, HashMap, HashSet};

use contracts_model::pattern::Pattern;
use regex_automata::{
    Anchored, Input,
    hybrid::{
        LazyStateID,
        dfa::{Cache, DFA},
    },
    nfa::thompson::NFA,
};
use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// The most memory that the states of one pattern take, in bytes.
const CACHE_CAPACITY: usize = 4 << 20;

/// The most memory that the automaton of one pattern takes before it is made deterministic, in bytes.
const MOST_NFA_BYTES: usize = 2 << 20;

/// The most characters of a string that is built.
pub(super) const MOST_CHARACTERS: u64 = 20_000;

/// The most classes of characters that are told apart.
const MOST_BOUNDARIES: usize = 20_000;

const TOO_MUCH_MEMORY: &str = "the automata of the patterns need too much memory";
const OUT_OF_STEPS: &str = "the budget is used up";

/// A pattern that can be run.
#[derive(Debug)]
pub(super) struct Automaton {
    dfa: DFA,
    cache: Cache,
    anchored: Anchored,
    /// The sets of characters that it tells apart, as sorted inclusive ranges.
    classes: Vec<Vec<(char, char)>>,
}

/// Where an automaton stands after some text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Position {
    Running(LazyStateID),
    Matched,
    /// No match can follow any more.
    Dead,
}

/// What strings are searched for.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted<'a> {
    /// Automata that match, by index into the automata given.
    pub(super) matches: Vec<usize>,
    /// Automata that do not match.
    pub(super) misses: Vec<usize>,
    /// Fewest characters.
    pub(super) min: u64,
    /// Most characters.
    pub(super) max: Option<u64>,
    /// Strings that are not wanted.
    pub(super) except: Vec<&'a str>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// One of the shortest such strings.
    Word(String),
    /// There is no such string.
    Nothing,
    /// The search was given up, and why.
    GaveUp(&'static str),
}

impl Automaton {
    /// The automaton of a pattern; an error says why there is none.
    pub(super) fn new(pattern: &Pattern) -> Result<Self, &'static str> {
        let translated = pattern.translated.as_deref().ok_or("the pattern needs look-around or back-references")?;
        let hir = regex_syntax::Parser::new()
            .parse(translated)
            .map_err(|_| "the pattern tests for edges inside words")?;
        if hir.properties().look_set().contains(Look::WordAsciiNegate) {
            return Err("the pattern tests for edges inside words");
        }
        let anchored =
            if hir.properties().look_set_prefix().contains(Look::Start) { Anchored::Yes } else { Anchored::No };
        let config = NFA::config().nfa_size_limit(Some(MOST_NFA_BYTES));
        let nfa = NFA::compiler()
            .configure(config)
            .build_from_hir(&hir)
            .map_err(|_| "the automaton of the pattern is too large")?;
        let config = DFA::config()
            .cache_capacity(CACHE_CAPACITY)
            .skip_cache_capacity_check(true)
            .minimum_cache_clear_count(Some(0));
        let dfa = DFA::builder()
            .configure(config)
            .build_from_nfa(nfa)
            .map_err(|_| "the automaton of the pattern is too large")?;
        let cache = dfa.create_cache();
        let mut classes = BTreeSet::new();
        collect_classes(&hir, &mut classes);
        Ok(Self { dfa, cache, anchored, classes: classes.into_iter().collect() })
    }

    fn start(&mut self) -> Option<Position> {
        let input = Input::new("").anchored(self.anchored);
        let state = self.dfa.start_state_forward(&mut self.cache, &input).ok()?;
        Some(Position::of(state))
    }

    fn step(&mut self, position: Position, text: &[u8]) -> Option<Position> {
        let mut position = position;
        for byte in text {
            let Position::Running(state) = position else { return Some(position) };
            position = Position::of(self.dfa.next_state(&mut self.cache, state, *byte).ok()?);
        }
        Some(position)
    }

    fn accepts(&mut self, position: Position) -> Option<bool> {
        match position {
            Position::Matched => Some(true),
            Position::Dead => Some(false),
            Position::Running(state) => {
                let state = self.dfa.next_eoi_state(&mut self.cache, state).ok()?;
                Some(state.is_match())
            }
        }
    }

    /// Whether the pattern matches somewhere in the text; `None` when it needs too much memory.
    pub(super) fn matches(&mut self, text: &str) -> Option<bool> {
        let start = self.start()?;
        let end = self.step(start, text.as_bytes())?;
        self.accepts(end)
    }
}

impl Position {
    fn of(state: LazyStateID) -> Self {
        if state.is_match() {
            Self::Matched
        } else if state.is_dead() {
            Self::Dead
        } else {
            Self::Running(state)
        }
    }
}

/// Collects the sets of characters that an expression tells apart.
fn collect_classes(hir: &Hir, classes: &mut BTreeSet<Vec<(char, char)>>) {
    match hir.kind() {
        HirKind::Empty => {}
        HirKind::Look(look) => {
            if matches!(look, Look::WordAscii | Look::WordAsciiNegate) {
                classes.insert(vec![('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]);
            }
        }
        HirKind::Literal(literal) => {
            // A literal of a valid text expression is text.
            let text = String::from_utf8_lossy(&literal.0);
            classes.extend(text.chars().map(|character| vec![(character, character)]));
        }
        HirKind::Class(Class::Unicode(class)) => {
            classes.insert(class.iter().map(|range| (range.start(), range.end())).collect());
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges = class.iter().map(|range| (char::from(range.start()), char::from(range.end())));
            classes.insert(ranges.collect());
        }
        HirKind::Repetition(repetition) => collect_classes(&repetition.sub, classes),
        HirKind::Capture(capture) => collect_classes(&capture.sub, classes),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            for part in parts {
                collect_classes(part, classes);
            }
        }
    }
}

/// Characters that read well in a document, best first.
const PLEASANT: &str =
    "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. ,:;/@#+=!?*()[]{}<>|&%$'\"~^`\\";

/// How many sets of characters are asked about one character in a step.
const SETS_PER_STEP: usize = 64;

/// One character for each set of characters that the classes do not tell apart. Asking the classes about the characters
/// costs steps.
fn symbols(classes: &BTreeSet<Vec<(char, char)>>, steps: &mut u64) -> Result<Vec<char>, &'static str> {
    let mut starts: BTreeSet<char> = BTreeSet::from(['\0', ' ', '\u{7f}', '\u{a1}']);
    for (low, high) in classes.iter().flatten() {
        starts.insert(*low);
        starts.extend(after(*high));
    }
    if starts.len() > MOST_BOUNDARIES {
        return Err(TOO_MUCH_MEMORY);
    }
    let cost = (starts.len().saturating_mul(classes.len()) / SETS_PER_STEP) as u64;
    match steps.checked_sub(cost) {
        Some(left) => *steps = left,
        None => return Err(OUT_OF_STEPS),
    }
    let signature = |character: char| -> Vec<bool> {
        let within = |class: &Vec<(char, char)>| {
            let index = class.partition_point(|(low, _)| *low <= character);
            index > 0 && class[index - 1].1 >= character
        };
        classes.iter().map(within).collect()
    };
    let mut seen = HashSet::new();
    let mut symbols = Vec::new();
    // The readable characters first, then the first of each range, those that print before those that do not.
    let (printing, control): (Vec<char>, Vec<char>) =
        starts.iter().partition(|start| **start >= ' ' && !('\u{7f}'..'\u{a1}').contains(*start));
    for character in PLEASANT.chars().chain(printing).chain(control) {
        if seen.insert(signature(character)) {
            symbols.push(character);
        }
    }
    Ok(symbols)
}

fn after(character: char) -> Option<char> {
    match character {
        '\u{d7ff}' => Some('\u{e000}'),
        other => char::from_u32(u32::from(other) + 1),
    }
}

/// Strings that are not wanted, as a tree of prefixes.
struct Exceptions {
    next: Vec<HashMap<char, u32>>,
    ends: Vec<bool>,
}

/// No exception begins like this.
const OFF: u32 = u32::MAX;

impl Exceptions {
    fn new(words: &[&str]) -> Self {
        let mut tree = Self { next: vec![HashMap::new()], ends: vec![false] };
        for word in words {
            let mut at = 0_usize;
            for character in word.chars() {
                let fresh = u32::try_from(tree.next.len()).unwrap_or(OFF);
                let next = *tree.next[at].entry(character).or_insert(fresh);
                if next == fresh {
                    tree.next.push(HashMap::new());
                    tree.ends.push(false);
                }
                at = next as usize;
            }
            tree.ends[at] = true;
        }
        tree
    }

    fn step(&self, at: u32, character: char) -> u32 {
        self.next.get(at as usize).and_then(|next| next.get(&character)).copied().unwrap_or(OFF)
    }

    fn ends(&self, at: u32) -> bool {
        self.ends.get(at as usize).copied().unwrap_or(false)
    }
}

/// A state of the search.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    positions: Box<[Position]>,
    exception: u32,
    /// Characters so far, counted up to the fewest that are wanted.
    length: u64,
}

/// Searches for one of the shortest strings that are wanted.
///
/// Each state that is looked at costs a step of `steps`.
pub(super) fn find(automata: &mut [&mut Automaton], wanted: &Wanted<'_>, steps: &mut u64) -> Found {
    const TOO_MUCH: Found = Found::GaveUp(TOO_MUCH_MEMORY);
    if wanted.max.is_some_and(|max| max < wanted.min) {
        return Found::Nothing;
    }
    if wanted.min > MOST_CHARACTERS {
        return Found::GaveUp("a document would need a very long string");
    }
    let mut classes: BTreeSet<Vec<(char, char)>> = BTreeSet::new();
    let used: Vec<usize> = wanted.matches.iter().chain(&wanted.misses).copied().collect();
    for index in &used {
        classes.extend(automata[*index].classes.iter().cloned());
    }
    for character in wanted.except.iter().flat_map(|word| word.chars()) {
        classes.insert(vec![(character, character)]);
    }
    let symbols = match symbols(&classes, steps) {
        Ok(symbols) => symbols,
        Err(why) => return Found::GaveUp(why),
    };
    let exceptions = Exceptions::new(&wanted.except);
    let positive = wanted.matches.len();

    let mut start = Vec::with_capacity(used.len());
    for index in &used {
        let Some(position) = automata[*index].start() else { return TOO_MUCH };
        start.push(position);
    }
    // A state is kept with the number of characters before it, and how it was reached.
    let mut states = vec![(State { positions: start.into(), exception: 0, length: 0 }, 0_u64, 0_usize, '\0')];
    let mut seen: HashSet<State> = HashSet::from([states[0].0.clone()]);
    let mut next = 0;
    while next < states.len() {
        if *steps == 0 {
            return Found::GaveUp(OUT_OF_STEPS);
        }
        *steps -= 1;
        let (state, characters, ..) = states[next].clone();
        if characters >= wanted.min && !exceptions.ends(state.exception) {
            let mut good = true;
            for (place, index) in used.iter().enumerate() {
                let Some(accepts) = automata[*index].accepts(state.positions[place]) else { return TOO_MUCH };
                good &= accepts == (place < positive);
            }
            if good {
                let mut word = Vec::new();
                let mut at = next;
                while at != 0 {
                    word.push(states[at].3);
                    at = states[at].2;
                }
                return Found::Word(word.into_iter().rev().collect());
            }
        }
        if wanted.max.is_some_and(|max| characters >= max) {
            next += 1;
            continue;
        }
        let mut buffer = [0; 4];
        'symbols: for symbol in &symbols {
            let bytes = symbol.encode_utf8(&mut buffer).as_bytes();
            let mut positions = Vec::with_capacity(used.len());
            for (place, index) in used.iter().enumerate() {
                let Some(position) = automata[*index].step(state.positions[place], bytes) else { return TOO_MUCH };
                let hopeless = if place < positive { Position::Dead } else { Position::Matched };
                if position == hopeless {
                    continue 'symbols;
                }
                positions.push(position);
            }
            let after = State {
                positions: positions.into(),
                exception: exceptions.step(state.exception, *symbol),
                length: (characters + 1).min(wanted.min),
            };
            // Beyond the fewest characters, a state that was reached with fewer can do all that this one can.
            if seen.insert(after.clone()) {
                states.push((after, characters + 1, next, *symbol));
            }
        }
        next += 1;
    }
    Found::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(matches: &[&str], misses: &[&str], (min, max): (u64, Option<u64>), except: &[&str], found: &Found) {
        let build = |pattern: &&str| Automaton::new(&Pattern::new(pattern).0).expect("an automaton");
        let mut automata: Vec<Automaton> = matches.iter().chain(misses).map(build).collect();
        let mut automata: Vec<&mut Automaton> = automata.iter_mut().collect();
        let wanted = Wanted {
            matches: (0..matches.len()).collect(),
            misses: (matches.len()..automata.len()).collect(),
            min,
            max,
            except: except.to_vec(),
        };
        assert_eq!(super::find(&mut automata, &wanted, &mut 100_000), *found);
    }

    fn word(text: &str) -> &'static Found {
        Box::leak(Box::new(Found::Word(text.into())))
    }

    #[test]
    fn one_of_the_shortest() {
        check(&["^[a-z]+$"], &[], (0, None), &[], word("a"));
        check(&["^[a-z]+$"], &[], (3, None), &[], word("aaa"));
        check(&["b", "c"], &[], (0, None), &[], word("bc"));
        check(&["^ab?$"], &["^a$"], (0, None), &[], word("ab"));
        check(&["^a*$"], &[], (0, None), &["", "a"], word("aa"));
        check(&["^[ab]$"], &[], (0, None), &["a"], word("b"));
        check(&["^.$"], &["^[ -~]$"], (0, None), &[], word("\u{a1}"));
    }

    #[test]
    fn nothing() {
        check(&["^a+$"], &["a"], (0, None), &[], &Found::Nothing);
        check(&["^[a-f]{4}$"], &["^[a-z]*$"], (0, None), &[], &Found::Nothing);
        check(&["^abc$"], &[], (0, Some(2)), &[], &Found::Nothing);
        check(&["^(a|b)$"], &[], (0, None), &["a", "b"], &Found::Nothing);
        check(&["^a*$"], &[], (0, Some(1)), &["", "a"], &Found::Nothing);
        check(&[r"\bx"], &["x"], (0, None), &[], &Found::Nothing);
    }

    #[test]
    fn lengths_count_characters() {
        check(&["^é*$"], &[], (2, Some(2)), &[], word("éé"));
        check(&["^[é😀]{3}$"], &["^.{3}$"], (0, None), &[], &Found::Nothing);
    }
}
