//! Translation of patterns with look-around and back-references to the syntax of the `fancy-regex` crate.
//!
//! What both engines run stays the business of the linear translation, atom by atom. What is left is the groups and
//! the back-references. ECMA-262 differs from other engines in these (sections 22.2.2.3 to 22.2.2.9):
//!
//! - a back-reference to a group that took no part matches the empty string, elsewhere it fails;
//! - the groups inside a repetition are forgotten at the start of each round, elsewhere they keep the last round's text;
//! - a round that matches the empty string is undone, with what its groups caught;
//! - groups inside a negative look-around are forgotten after it, and a look-behind is matched from its end.
//!
//! The first is written out; a back-reference for which one of the others could matter is refused.

use std::fmt::Write as _;

use super::{PatternError, check_size, translate, unicode_escape};

/// The most groups inside each other. `fancy-regex` stops at 64, and a translated reference nests three deep.
const MAX_NESTING: usize = 48;

/// What `\b` and `\B` count as a character of a word.
const WORD: &str = "[0-9A-Za-z_]";

/// What stands in an empty group: `fancy-regex` repeats no group with nothing, or a look-around alone, in it.
const EMPTY: &str = "|";

/// Translates a pattern whose grammar was checked.
pub(super) fn translate_backtracking(source: &str) -> Result<String, PatternError> {
    let structure = Structure::read(source)?;
    let (text, linear) = structure.write()?;
    // The same pattern without what needs backtracking: its parts are known and small enough.
    check_size(&linear)?;
    Ok(text)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The pattern as a whole, `(?:…)`, and `(?i:…)`.
    Plain,
    Capture,
    LookAhead,
    NotAhead,
    /// `(?<=…)` and `(?<!…)`.
    LookBehind,
}

/// The least and the greatest number of rounds.
type Times = (u32, Option<u32>);

#[derive(Debug)]
struct Group {
    parent: Option<usize>,
    kind: Kind,
    name: Option<String>,
    /// Index of its first token.
    start: usize,
    has_alternatives: bool,
    /// How often it is matched.
    times: Times,
}

#[derive(Debug)]
enum Target {
    Number(usize),
    Name(String),
}

#[derive(Debug)]
enum Token {
    Open {
        group: usize,
        text: &'static str,
    },
    Close {
        is_quantified: bool,
    },
    /// What both engines read alike.
    Same(String),
    Edge {
        inverted: bool,
    },
    Reference {
        target: Target,
        within: usize,
    },
}

/// What a back-reference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// Its group never took part.
    Empty,
    /// Its group took part.
    Text(usize),
    /// Its group may have taken part.
    TextOrEmpty(usize),
}

struct Structure {
    groups: Vec<Group>,
    tokens: Vec<Token>,
}

impl Structure {
    fn read(source: &str) -> Result<Self, PatternError> {
        let whole = Group {
            parent: None,
            kind: Kind::Plain,
            name: None,
            start: 0,
            has_alternatives: false,
            times: (1, Some(1)),
        };
        let mut structure = Self { groups: vec![whole], tokens: Vec::new() };
        let mut open = vec![0];
        let mut rest = source;
        while let Some(character) = rest.chars().next() {
            let within = open.last().copied().ok_or(PatternError::Invalid)?;
            let after = &rest[character.len_utf8()..];
            rest = match character {
                '\\' => structure.escape(after, within)?,
                '[' => structure.class(rest)?,
                '(' => {
                    if open.len() > MAX_NESTING {
                        return Err(PatternError::TooLarge);
                    }
                    open.push(structure.groups.len());
                    structure.open(after, within)?
                }
                ')' => {
                    let group = open.pop().ok_or(PatternError::Invalid)?;
                    let (quantifier, times, rest) = quantifier(after)?;
                    structure.tokens.push(Token::Close { is_quantified: !quantifier.is_empty() });
                    structure.groups[group].times = times;
                    if !quantifier.is_empty() {
                        structure.same(quantifier);
                    }
                    rest
                }
                '|' => {
                    structure.groups[within].has_alternatives = true;
                    structure.same("|");
                    after
                }
                // The end of the text alone, as without the flag `m`.
                '^' | '$' => {
                    structure.same(if character == '^' { r"\A" } else { r"\z" });
                    after
                }
                '.' => {
                    structure.same(translate(".")?);
                    after
                }
                _ => {
                    structure.same(character);
                    after
                }
            };
        }
        Ok(structure)
    }

    fn same(&mut self, text: impl Into<String>) {
        self.tokens.push(Token::Same(text.into()));
    }

    /// Reads what follows a parenthesis that opens a group; returns what follows that.
    fn open<'s>(&mut self, after: &'s str, parent: usize) -> Result<&'s str, PatternError> {
        const KINDS: [(&str, Kind, &str); 6] = [
            ("?:", Kind::Plain, "(?:"),
            ("?=", Kind::LookAhead, "(?="),
            ("?!", Kind::NotAhead, "(?!"),
            ("?<=", Kind::LookBehind, "(?<="),
            ("?<!", Kind::LookBehind, "(?<!"),
            ("?i:", Kind::Plain, "(?i:"),
        ];
        let known =
            KINDS.into_iter().find_map(|(prefix, kind, text)| Some((after.strip_prefix(prefix)?, kind, text)));
        let (rest, kind, text, name) = if let Some((rest, kind, text)) = known {
            (rest, kind, text, None)
        } else if let Some(named) = after.strip_prefix("?<") {
            let (name, rest) = named.split_once('>').ok_or(PatternError::Invalid)?;
            (rest, Kind::Capture, "(", Some(name.to_owned()))
        } else if after.starts_with('?') {
            // Other modifiers.
            return Err(PatternError::Unsupported);
        } else {
            (after, Kind::Capture, "(", None)
        };
        let group = self.groups.len();
        self.groups.push(Group {
            parent: Some(parent),
            kind,
            name,
            start: self.tokens.len(),
            has_alternatives: false,
            times: (1, Some(1)),
        });
        self.tokens.push(Token::Open { group, text });
        Ok(rest)
    }

    /// Reads a class, which begins `text`; returns what follows it.
    fn class<'s>(&mut self, text: &'s str) -> Result<&'s str, PatternError> {
        let mut escaped = false;
        let end = text.bytes().position(|byte| {
            let ends = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let (class, rest) = text.split_at(end.ok_or(PatternError::Invalid)? + 1);
        self.same(translate(class)?);
        Ok(rest)
    }

    /// Reads the escape whose backslash has been read; returns what follows it.
    fn escape<'s>(&mut self, after: &'s str, within: usize) -> Result<&'s str, PatternError> {
        let character = after.chars().next().ok_or(PatternError::Invalid)?;
        let rest = &after[character.len_utf8()..];
        match character {
            'b' | 'B' => self.tokens.push(Token::Edge { inverted: character == 'B' }),
            '1'..='9' => {
                let end = after.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(after.len());
                let number = after[..end].parse().map_err(|_| PatternError::Invalid)?;
                self.tokens.push(Token::Reference { target: Target::Number(number), within });
                return Ok(&after[end..]);
            }
            'k' => {
                let (name, rest) =
                    rest.strip_prefix('<').and_then(|named| named.split_once('>')).ok_or(PatternError::Invalid)?;
                self.tokens.push(Token::Reference { target: Target::Name(name.to_owned()), within });
                return Ok(rest);
            }
            _ => {
                let rest = match character {
                    'u' => unicode_escape(rest, &mut String::new())?,
                    'x' => rest.get(2..).ok_or(PatternError::Invalid)?,
                    'c' => rest.get(1..).ok_or(PatternError::Invalid)?,
                    'p' | 'P' => rest.split_once('}').ok_or(PatternError::Invalid)?.1,
                    _ => rest,
                };
                let atom = &after[..after.len() - rest.len()];
                self.same(translate(&format!("\\{atom}"))?);
                return Ok(rest);
            }
        }
        Ok(rest)
    }

    /// The group and those around it, from the inside out.
    fn outward(&self, group: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(group), |group| self.groups[*group].parent)
    }

    /// What a back-reference that stands at `token` inside of the group `within` means.
    fn meaning(&self, target: &Target, token: usize, within: usize) -> Result<Meaning, PatternError> {
        let captures = || self.groups.iter().enumerate().filter(|(_, group)| group.kind == Kind::Capture);
        let referred = match target {
            Target::Number(number) => captures().nth(number - 1),
            Target::Name(name) => {
                let mut named = captures().filter(|(_, group)| group.name.as_ref() == Some(name));
                // Groups of one name stand in different alternatives.
                named.next().filter(|_| named.next().is_none())
            }
        };
        let (referred, group) = referred.ok_or(PatternError::Reference)?;
        let around: Vec<usize> = self.outward(within).collect();
        let between: Vec<usize> = self.outward(referred).take_while(|outer| !around.contains(outer)).collect();
        let common: Vec<usize> = self.outward(referred).filter(|outer| around.contains(outer)).collect();
        let repeats = |group: &usize| self.groups[*group].times.1 != Some(1);
        let repeated = common.iter().any(repeats);
        if common.iter().any(|outer| self.groups[*outer].kind == Kind::LookBehind) {
            return Err(PatternError::Reference);
        }
        if between.is_empty() || token < group.start {
            // Its group ends only later, so in a single round it has not taken part yet.
            return if repeated { Err(PatternError::Reference) } else { Ok(Meaning::Empty) };
        }
        let looks = |kind: Kind| between.iter().any(|inner| self.groups[*inner].kind == kind);
        let may_be_skipped = between.iter().any(|inner| self.groups[*inner].times.0 == 0);
        let forgotten = between.iter().any(repeats)
            || looks(Kind::NotAhead)
            || looks(Kind::LookBehind)
            || looks(Kind::LookAhead) && may_be_skipped;
        if forgotten {
            return Err(PatternError::Reference);
        }
        let in_alternative = between
            .iter()
            .filter_map(|inner| self.groups[*inner].parent)
            .any(|outer| self.groups[outer].has_alternatives);
        match may_be_skipped || in_alternative {
            true if repeated => Err(PatternError::Reference),
            true => Ok(Meaning::TextOrEmpty(referred)),
            false => Ok(Meaning::Text(referred)),
        }
    }

    /// The pattern in the syntax of `fancy-regex`, and the same in that of `regex` with groups in place of look-around
    /// and nothing in place of back-references.
    fn write(&self) -> Result<(String, String), PatternError> {
        let mut meanings = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            if let Token::Reference { target, within } = token {
                meanings.push(self.meaning(target, index, *within)?);
            }
        }
        // Only what is referred to needs to be caught.
        let mut caught: Vec<usize> = meanings
            .iter()
            .filter_map(|meaning| match meaning {
                Meaning::Empty => None,
                Meaning::Text(group) | Meaning::TextOrEmpty(group) => Some(*group),
            })
            .collect();
        caught.sort_unstable();
        caught.dedup();
        let number = |group: usize| caught.partition_point(|other| *other <= group);
        let (mut text, mut linear) = (String::new(), String::new());
        let mut meanings = meanings.into_iter();
        for (index, token) in self.tokens.iter().enumerate() {
            match token {
                Token::Open { group, text: opening } => {
                    let kind = self.groups[*group].kind;
                    let is_left_out = kind == Kind::Capture && !caught.contains(group);
                    text.push_str(if is_left_out { "(?:" } else { opening });
                    linear.push_str(if *opening == "(?i:" { "(?i:" } else { "(?:" });
                }
                Token::Close { is_quantified } => {
                    match index.checked_sub(1).map(|last| &self.tokens[last]) {
                        Some(Token::Open { .. }) => text.push_str(EMPTY),
                        Some(Token::Close { .. }) if *is_quantified => {
                            let _ = write!(text, "(?:{EMPTY})");
                        }
                        _ => {}
                    }
                    text.push(')');
                    linear.push(')');
                }
                Token::Same(same) => {
                    text.push_str(same);
                    linear.push_str(same);
                }
                Token::Edge { inverted } => {
                    let (left, right) = if *inverted { ("(?<!", "(?<=") } else { ("(?<=", "(?<!") };
                    // Writing to a string does not fail.
                    let _ = write!(text, "(?:{left}{WORD})(?!{WORD})|{right}{WORD})(?={WORD}))");
                    linear.push_str("(?:)");
                }
                Token::Reference { .. } => {
                    let _ = match meanings.next() {
                        None | Some(Meaning::Empty) => write!(text, "(?:{EMPTY})"),
                        Some(Meaning::Text(group)) => write!(text, "(?:\\{})", number(group)),
                        Some(Meaning::TextOrEmpty(group)) => {
                            let number = number(group);
                            write!(text, "(?:(?({number})\\{number}|))")
                        }
                    };
                    linear.push_str("(?:)");
                }
            }
        }
        Ok((text, linear))
    }
}

/// A quantifier at the start of a text: it, how often it matches, what follows it.
fn quantifier(text: &str) -> Result<(&str, Times, &str), PatternError> {
    let number = |digits: &str| digits.parse::<u32>().map_err(|_| PatternError::TooLarge);
    let (length, times) = match text.bytes().next() {
        Some(b'*') => (1, (0, None)),
        Some(b'+') => (1, (1, None)),
        Some(b'?') => (1, (0, Some(1))),
        Some(b'{') => {
            let (inside, _) = text[1..].split_once('}').ok_or(PatternError::Invalid)?;
            let times = match inside.split_once(',') {
                None => (number(inside)?, Some(number(inside)?)),
                Some((least, "")) => (number(least)?, None),
                Some((least, most)) => (number(least)?, Some(number(most)?)),
            };
            (inside.len() + 2, times)
        }
        _ => return Ok(("", (1, Some(1)), text)),
    };
    let length = length + usize::from(text[length..].starts_with('?'));
    Ok((&text[..length], times, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;

    fn compile(pattern: &str) -> fancy_regex::Regex {
        let (read, error) = Pattern::new(pattern);
        assert_eq!(error, Some(PatternError::NotLinear), "{pattern}");
        let text = read.backtracking.expect("a translation");
        fancy_regex::Regex::new(&text).unwrap_or_else(|error| panic!("{pattern} ({text}): {error}"))
    }

    fn reference(pattern: &str) -> regress::Regex {
        regress::Regex::with_flags(pattern, "u").unwrap_or_else(|error| panic!("{pattern}: {error}"))
    }

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], other: &[&str]) {
        let (regex, reference) = (compile(pattern), reference(pattern));
        for (texts, expected) in [(matching, true), (other, false)] {
            for text in texts {
                assert_eq!(regex.is_match(*text).expect("few steps"), expected, "{pattern} on {text:?}");
                assert_eq!(reference.find(text).is_some(), expected, "{pattern} on {text:?}");
            }
        }
    }

    #[test]
    fn look_around() {
        check("^(?!tmp)[a-z]+$", &["abc", "tm"], &["tmpx", "abc\n", ""]);
        check("^(?=.*[0-9])(?=.*[a-z]).{4,}$", &["ab12", "1é2xx"], &["abcd", "1234", "a1"]);
        check("(?<=€)\\d+(?!\\d|%)", &["€12", "x€1 "], &["€1%", "12", "€١"]);
        check("(?<!a|bb)c", &["xc", "bc", "c"], &["ac", "bbc"]);
        check("(?<=^|,)x(?=,|$)", &["x", "a,x,b"], &["ax", "x\n"]);
        check("^(?:(?!ab).)*$", &["ba", ""], &["xab", "a\nb"]);
    }

    #[test]
    fn what_both_engines_run_keeps_the_meaning_of_ecma_262() {
        check(r"(?=x?)^\d\w\s$", &["1a\u{feff}"], &["١a ", "1é ", "1a\u{85}"]);
        check(r"(?=x?)^[\d\-x]\D[^\s]$", &["-é\u{85}"], &["-1a"]);
        check(r"(?!x)\bé|a\B", &["aé", "ab"], &["é", "a", "xa é"]);
        check(r"(?!x)^.$", &["😀", "\u{85}"], &["\n", "\u{2028}", "x"]);
        check(r"(?!x)^\uD83D\uDE00\u{41}\x42\cA\0\/\p{Lu}[\b]$", &["😀AB\u{1}\0/É\u{8}"], &["😀AB\u{1}\0/é\u{8}"]);
        check(r"(?!x)^[^]\^\$\\\.\*\+\?\(\)\[\]\{\}\|#&~ $", &["\n^$\\.*+?()[]{}|#&~ "], &[""]);
        check(r"(?!x)^[[&&~~a]$|[]", &["[", "&", "~", "a"], &["b"]);
        check(r"(?!x)^(?i:a)b$", &["Ab"], &["AB"]);
        check(r"(?!x)^a{2}b{1,}?c{0,2}$", &["aab", "aabbcc"], &["ab", "aabccc"]);
    }

    #[test]
    fn back_references() {
        check(r"^(.)(.)\2\1$", &["abba"], &["abab"]);
        check(r"^(?<quote>['\u0022]).*\k<quote>$", &["'a'", "\"\""], &["'a\""]);
        check(r"^(a)?b\1c$", &["abac", "bc"], &["abc"]);
        check(r"^(?:(a)|b)\1$", &["aa", "b"], &["a", "ba"]);
        check(r"^\1(a)$", &["a"], &["aa"]);
        check(r"^(a\1)$", &["a"], &["aa"]);
        check(r"^(?:(\d)\1)+$", &["1122"], &["112"]);
        check(r"^(?!.*(.).*\1)[a-z]+$", &["abc"], &["abca"]);
        check(r"^(?=(\w+))\1:$", &["abc:"], &["ab c:"]);
        check(r"^(a)\1{2}0(b)\2$", &["aaa0bb"], &["aa0bb"]);
        check(r"^(?:)*(?:)+\1{2}(a)$|(?!)", &["a"], &["aa"]);
    }

    #[test]
    fn references_that_engines_read_differently_are_refused() {
        for pattern in [
            r"^(?:(a)|b\1)+$",
            r"(a)*\1",
            r"(?!(a)b)\1",
            r"(?<=(a)\1)b",
            r"(?<=(a))\1",
            r"(?:\1(a))*",
            r"(?:(?=(a)))?\1",
            r"(?:(?<n>a)|(?<n>b))\k<n>",
        ] {
            assert_eq!(Pattern::new(pattern).1, Some(PatternError::Reference), "{pattern}");
        }
    }

    #[test]
    fn what_is_wrong_beside_look_around_is_still_told() {
        for (pattern, error) in [
            (r"(?=a)\p{Nonsense}", PatternError::Unsupported),
            (r"(?=a)\uD800", PatternError::Unsupported),
            (r"(?=a)(?s:.)", PatternError::Unsupported),
            (r"(?=((a{1000}){1000}){1000})", PatternError::TooLarge),
            (r"(?=a)\Z", PatternError::Invalid),
            (r"(?=a)*", PatternError::Invalid),
        ] {
            assert_eq!(Pattern::new(pattern).1, Some(error), "{pattern}");
        }
        let deep = format!("{}(?=a){}", "(?:".repeat(200), ")".repeat(200));
        assert_eq!(Pattern::new(&deep).1, Some(PatternError::TooLarge));
    }

    /// A random pattern of few letters, so that random texts often match it.
    fn random_pattern(next: &mut impl FnMut(usize) -> usize, depth: usize) -> String {
        const ATOMS: [&str; 14] =
            ["a", "b", "c", ".", "^", "$", r"\b", r"\B", r"\w", r"\d", "[ab]", "[^a]", r"\1", r"\2"];
        const OPENINGS: [&str; 7] = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "("];
        const QUANTIFIERS: [&str; 6] = ["*", "+", "?", "{2}", "*?", "{0,2}"];
        let mut pattern = String::new();
        for _ in 0..=next(3) {
            let choice = next(10);
            let is_repeatable = if choice < 4 && depth > 0 {
                let opening = OPENINGS[next(OPENINGS.len())];
                pattern.push_str(opening);
                pattern.push_str(&random_pattern(next, depth - 1));
                pattern.push(')');
                matches!(opening, "(" | "(?:")
            } else {
                let atom = ATOMS[next(ATOMS.len())];
                pattern.push_str(atom);
                !matches!(atom, "^" | "$" | r"\b" | r"\B")
            };
            if is_repeatable && next(4) == 0 {
                pattern.push_str(QUANTIFIERS[next(QUANTIFIERS.len())]);
            }
            if next(6) == 0 {
                pattern.push('|');
            }
        }
        pattern
    }

    #[test]
    fn random_patterns_match_what_an_engine_of_ecma_262_matches() {
        let rounds = std::env::var("PATTERN_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1_000);
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap_or(0) % below
        };
        let mut compared = 0;
        for _ in 0..rounds {
            let pattern = random_pattern(&mut next, 3);
            let (read, _) = Pattern::new(&pattern);
            let Some(text) = read.backtracking else { continue };
            let regex =
                fancy_regex::Regex::new(&text).unwrap_or_else(|error| panic!("{pattern} ({text}): {error}"));
            let reference = reference(&pattern);
            for _ in 0..20 {
                let length = next(7);
                let subject: String =
                    (0..length).map(|_| ["a", "b", "c", "é", "1", "\n", "a", "b"][next(8)]).collect();
                let Ok(found) = regex.is_match(subject.as_str()) else { continue };
                assert_eq!(found, reference.find(&subject).is_some(), "{pattern} ({text}) on {subject:?}");
                compared += 1;
            }
        }
        assert!(compared > rounds, "{compared}");
    }
}
