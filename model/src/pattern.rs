//! ECMA-262 patterns and their translation to the `regex` crate.
//!
//! JSON Schema's patterns are ECMA-262 regular expressions with the `u` flag (2020-12 core, section 6.4), matched
//! anywhere in the string. The `jsonschema-regex` crate checks the grammar and translates most of it; what the two
//! syntaxes spell alike but mean differently is rewritten here first: `\b` counts ASCII letters only, `\<` is a
//! character and no word boundary, `[]` and `[^]` are classes, `\0` and `[\b]` are characters, two `\u` escapes of
//! a surrogate pair are one character, and group names serve nothing in a search.

mod backtracking;

use std::{
    borrow::Cow,
    fmt::{self, Write as _},
};

use regex_syntax::{
    ast::{self, AssertionKind, Ast, GroupKind},
    hir::{Class, Hir, HirKind},
};

/// The most states that the automaton of a pattern may need, by a count from above.
///
/// The `regex` crate accepts every pattern below this within its default size limit of 10 MB.
pub const MAX_STATES: usize = 250_000;

/// A pattern of `pattern` or `patternProperties`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// As the schema writes it.
    pub source: String,
    /// The same language in the syntax of the `regex` crate, or `None` when no linear-time expression exists
    /// (look-around, back-references) or the pattern is not valid.
    pub translated: Option<String>,
    /// Where no linear-time expression exists: the same language in the syntax of the `fancy-regex` crate, which
    /// backtracks.
    pub backtracking: Option<String>,
}

/// Why a pattern has no translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// Not a regular expression of ECMA-262.
    Invalid,
    /// Valid, but look-around or a back-reference needs backtracking.
    NotLinear,
    /// Valid, but the automaton would be larger than [`MAX_STATES`], or groups are nested too deep.
    TooLarge,
    /// Valid, but with a back-reference that engines understand in different ways.
    Reference,
    /// Valid, but of a form that has no counterpart: half a surrogate pair, an unknown Unicode property, the
    /// modifiers `s` and `m`.
    Unsupported,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "it is not a regular expression of ECMA-262",
            Self::NotLinear => "look-around and back-references need a backtracking engine",
            Self::TooLarge => "its automaton would be too large",
            Self::Reference => {
                "it refers back to a group that is repeated, negated or in a look-behind, where engines do not agree"
            }
            Self::Unsupported => {
                "it uses half a surrogate pair, an unknown Unicode property or the modifiers `s` or `m`"
            }
        })
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Reads a pattern. Without an error it has a linear-time translation, with [`PatternError::NotLinear`] one that
    /// backtracks, with any other error none.
    pub fn new(source: &str) -> (Self, Option<PatternError>) {
        let mut pattern = Self { source: source.to_owned(), translated: None, backtracking: None };
        let error = match translate(source) {
            Ok(translated) => {
                pattern.translated = Some(translated);
                None
            }
            Err(PatternError::NotLinear) => match backtracking::translate_backtracking(source) {
                Ok(translated) => {
                    pattern.backtracking = Some(translated);
                    Some(PatternError::NotLinear)
                }
                Err(error) => Some(error),
            },
            Err(error) => Some(error),
        };
        (pattern, error)
    }

    /// Reads a pattern that ECMA-262 refuses but the `regex` crate accepts, as the `regex` crate reads it. Such
    /// patterns (`(?i)…`, `[a-z]}`) are found in the wild, and validators that do not check the grammar run them.
    pub fn lenient(source: &str) -> Option<Self> {
        let translated = jsonschema_regex::to_rust_regex(source).ok()?.into_owned();
        check_size(&translated).ok()?;
        Some(Self { source: source.to_owned(), translated: Some(translated), backtracking: None })
    }
}

/// Translates an ECMA-262 pattern to the syntax of the `regex` crate.
///
/// # Errors
///
/// See [`PatternError`].
pub fn translate(source: &str) -> Result<String, PatternError> {
    if !jsonschema_regex::is_valid_ecma_regex(source) {
        return Err(PatternError::Invalid);
    }
    let normal = normalize(source)?;
    let translated = jsonschema_regex::to_rust_regex(&normal).map_err(|()| PatternError::Unsupported)?;
    let translated = narrow_word_boundaries(&translated)?;
    check_size(&translated)?;
    Ok(translated)
}

fn parse(pattern: &str) -> Result<Ast, PatternError> {
    ast::parse::Parser::new().parse(pattern).map_err(|error| classify(&error))
}

/// What it means that a valid pattern does not parse. The translator hands look-around back as it stands.
fn classify(error: &ast::Error) -> PatternError {
    match error.kind() {
        ast::ErrorKind::UnsupportedLookAround | ast::ErrorKind::UnsupportedBackreference => PatternError::NotLinear,
        ast::ErrorKind::NestLimitExceeded(_) => PatternError::TooLarge,
        _ => PatternError::Unsupported,
    }
}

/// Rewrites what both syntaxes accept with different meanings, and what only ECMA-262 spells so.
fn normalize(source: &str) -> Result<String, PatternError> {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    let mut in_class = false;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        rest = match character {
            '\\' => escape(after, in_class, &mut out)?,
            '[' if !in_class => {
                if let Some(after) = after.strip_prefix("^]") {
                    out.push_str(r"[\s\S]");
                    after
                } else if let Some(after) = after.strip_prefix(']') {
                    out.push_str(r"[^\s\S]");
                    after
                } else {
                    in_class = true;
                    out.push('[');
                    after
                }
            }
            ']' => {
                in_class = false;
                out.push(']');
                after
            }
            '(' if !in_class => {
                out.push('(');
                group_name(after).unwrap_or(after)
            }
            _ => {
                out.push(character);
                after
            }
        };
    }
    Ok(out)
}

/// What follows `?<name>`, when that is what stands there; `?<=` and `?<!` are look-behind.
fn group_name(after: &str) -> Option<&str> {
    let name = after.strip_prefix("?<")?;
    if name.starts_with(['=', '!']) { None } else { name.split_once('>').map(|(_, rest)| rest) }
}

/// Writes the escape whose backslash has been read; returns what follows it.
fn escape<'a>(after: &'a str, in_class: bool, out: &mut String) -> Result<&'a str, PatternError> {
    let character = after.chars().next().ok_or(PatternError::Invalid)?;
    let rest = &after[character.len_utf8()..];
    match character {
        'u' => return unicode_escape(rest, out),
        '0' => out.push_str(r"\x00"),
        '1'..='9' | 'k' if !in_class => return Err(PatternError::NotLinear),
        'b' if in_class => out.push_str(r"\x08"),
        'c' => {
            let letter = rest.bytes().next().ok_or(PatternError::Invalid)?;
            // Writing to a string does not fail.
            let _ = write!(out, r"\x{:02x}", letter % 32);
            return Ok(&rest[1..]);
        }
        letter if letter.is_ascii_alphanumeric() => {
            out.push('\\');
            out.push(letter);
        }
        // Identity escapes. In the `regex` crate these two would be the edges of a word.
        '<' | '>' => out.push(character),
        punctuation if punctuation.is_ascii_punctuation() => {
            out.push('\\');
            out.push(punctuation);
        }
        other => out.push(other),
    }
    Ok(rest)
}

/// Writes `\uXXXX`, `\uXXXX\uXXXX` or `\u{X}` as one code point; returns what follows it.
fn unicode_escape<'a>(after: &'a str, out: &mut String) -> Result<&'a str, PatternError> {
    let (code, rest) = match after.strip_prefix('{') {
        Some(braced) => {
            let (digits, rest) = braced.split_once('}').ok_or(PatternError::Invalid)?;
            (u32::from_str_radix(digits, 16).map_err(|_| PatternError::Invalid)?, rest)
        }
        None => four_digits(after)?,
    };
    let pair = match (code, rest.strip_prefix(r"\u")) {
        (0xd800..0xdc00, Some(low)) => four_digits(low).ok().filter(|(low, _)| (0xdc00..0xe000).contains(low)),
        _ => None,
    };
    let (code, rest) = match pair {
        Some((low, rest)) => (0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), rest),
        None => (code, rest),
    };
    char::from_u32(code).ok_or(PatternError::Unsupported)?;
    let _ = write!(out, r"\u{{{code:x}}}");
    Ok(rest)
}

fn four_digits(text: &str) -> Result<(u32, &str), PatternError> {
    let digits = text.get(..4).ok_or(PatternError::Invalid)?;
    Ok((u32::from_str_radix(digits, 16).map_err(|_| PatternError::Invalid)?, &text[4..]))
}

/// Makes `\b` and `\B` count ASCII letters, digits and `_` only, as ECMA-262 does without the `i` flag.
fn narrow_word_boundaries(pattern: &str) -> Result<String, PatternError> {
    struct Edges {
        spans: Vec<(usize, usize, &'static str)>,
        unsupported: bool,
    }

    impl ast::Visitor for Edges {
        type Output = Self;
        type Err = std::convert::Infallible;

        fn finish(self) -> Result<Self, Self::Err> {
            Ok(self)
        }

        fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
            match ast {
                Ast::Assertion(assertion) => {
                    let narrow = match assertion.kind {
                        AssertionKind::WordBoundary => r"(?-u:\b)",
                        AssertionKind::NotWordBoundary => r"(?-u:\B)",
                        _ => return Ok(()),
                    };
                    self.spans.push((assertion.span.start.offset, assertion.span.end.offset, narrow));
                }
                Ast::Group(group) => {
                    if let GroupKind::NonCapturing(flags) = &group.kind {
                        // Under `s` the dot, and under `m` the anchors, know other line ends here than there.
                        self.unsupported |= flags.flag_state(ast::Flag::DotMatchesNewLine).is_some()
                            || flags.flag_state(ast::Flag::MultiLine).is_some();
                    }
                }
                _ => {}
            }
            Ok(())
        }
    }

    let tree = parse(pattern)?;
    let Ok(edges) = ast::visit(&tree, Edges { spans: Vec::new(), unsupported: false });
    if edges.unsupported {
        return Err(PatternError::Unsupported);
    }
    let mut narrowed = Cow::Borrowed(pattern);
    for (start, end, narrow) in edges.spans.into_iter().rev() {
        narrowed.to_mut().replace_range(start..end, narrow);
    }
    Ok(narrowed.into_owned())
}

/// Whether an expression of the `regex` crate is known to compile within its limits.
fn check_size(translated: &str) -> Result<(), PatternError> {
    // `\B` on ASCII may match inside a character; the `regex` crate allows it and skips such matches.
    let parsed = regex_syntax::ParserBuilder::new().utf8(false).build().parse(translated);
    let hir = parsed.map_err(|error| match error {
        regex_syntax::Error::Parse(error) => classify(&error),
        _ => PatternError::Unsupported,
    })?;
    if states(&hir) > MAX_STATES { Err(PatternError::TooLarge) } else { Ok(()) }
}

/// The states of the automaton, counted from above. The parser's limit on nesting bounds the recursion.
fn states(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(Class::Bytes(_)) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Class(Class::Unicode(class)) => class
            .iter()
            .map(|range| {
                regex_syntax::utf8::Utf8Sequences::new(range.start(), range.end())
                    .map(|sequence| sequence.len())
                    .sum::<usize>()
            })
            .sum(),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1);
            (states(&repetition.sub) + 1).saturating_mul(usize::try_from(times).unwrap_or(usize::MAX))
        }
        HirKind::Capture(capture) => states(&capture.sub) + 2,
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().map(states).fold(1, usize::saturating_add)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], other: &[&str]) {
        let translated = translate(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let regex = regex::Regex::new(&translated).unwrap_or_else(|error| panic!("{translated}: {error}"));
        for text in matching {
            assert!(regex.is_match(text), "{pattern} ({translated}) must match {text:?}");
        }
        for text in other {
            assert!(!regex.is_match(text), "{pattern} ({translated}) must not match {text:?}");
        }
    }

    #[test]
    fn classes_are_ascii_and_white_space_is_that_of_ecma() {
        check(r"^\d$", &["0"], &["߀", "a"]);
        check(r"^\D$", &["߀", "é"], &["0"]);
        check(r"^\w$", &["_", "Z"], &["é", "-"]);
        check(r"^\W$", &["é"], &["a"]);
        check(r"^[\d\W]$", &["é", "5"], &["a"]);
        check(r"^[^\d]$", &["é", "a"], &["5"]);
        check(r"^\s$", &["\u{feff}", "\u{b}", "\u{2029}", "\u{a0}"], &["\u{85}", "a"]);
        check(r"^\S$", &["\u{85}"], &["\u{feff}"]);
        check(r"\bé", &["aé"], &["é", " é"]);
        check(r"^a\Bé", &[], &["aé"]);
        check(r"\Bé", &["é"], &["aé"]);
    }

    #[test]
    fn anchors_and_dot() {
        check("^a$", &["a"], &["a\n", "b\na"]);
        check("^.$", &["a", "😀", "\u{85}"], &["\n", "\r", "\u{2028}", "\u{2029}"]);
        check("a", &["xay"], &["b"]);
        check("", &["", "x"], &[]);
    }

    #[test]
    fn escapes() {
        check(r"^\u0041\x42\cA\0\t\v\f\n\r$", &["AB\u{1}\0\t\u{b}\u{c}\n\r"], &[]);
        check(r"^\u{1F600}$", &["😀"], &[]);
        check(r"^\uD83D\uDE00$", &["😀"], &[]);
        check(r"^[\uD83D\uDE00-\uD83D\uDE05]+$", &["😀😅"], &["😆"]);
        check(r"^\/\-\_\.\<\>\'\😀$", &["/-_.<>'😀"], &[]);
        check(r"^[\b]$", &["\u{8}"], &["b"]);
        check(r"^\p{Lu}\p{Script=Greek}\P{L}$", &["Aα1"], &["aα1"]);
        check(r"^🐲*$", &["", "🐲🐲"], &["🐉"]);
        check(r"[a\-z]", &["-"], &["b"]);
    }

    #[test]
    fn class_syntax() {
        check(r"^[[&&~~a]$", &["[", "&", "~"], &["b"]);
        check(r"^[]$|x", &["x"], &["]", ""]);
        check(r"^[^]$", &["\n", "😀"], &["", "ab"]);
        check(r"^[0-9a-z-_.]$", &["-", "_", "."], &["A"]);
        check(r"^[\]\[]$", &["[", "]"], &[]);
    }

    #[test]
    fn groups() {
        check(r"^(?<year>\d{4})-(?<m_$>\d\d)$", &["2020-01"], &[]);
        check(r"^(?:a|(?<x>b))(?<y>c)?$", &["bc"], &[]);
        check(r"^(?i:a)b$", &["Ab"], &["AB"]);
    }

    #[test]
    fn every_kind_of_error() {
        use PatternError::{Invalid, NotLinear, TooLarge, Unsupported};
        for (pattern, error) in [
            ("(", Invalid),
            ("[", Invalid),
            ("a**", Invalid),
            ("(?P<n>a)", Invalid),
            (r"\a", Invalid),
            ("\\", Invalid),
            ("(?i)a", Invalid),
            (r"\Z", Invalid),
            ("a{", Invalid),
            ("a{2,1}", Invalid),
            (r"\u{110000}", Invalid),
            ("(?=a)b", NotLinear),
            ("(?!a)b", NotLinear),
            ("(?<=a)b", NotLinear),
            ("(?<!a)b", NotLinear),
            (r"(a)\1", NotLinear),
            (r"(?<n>a)\k<n>", NotLinear),
            ("((a{1000}){1000}){1000}", TooLarge),
            (r"\p{L}{100000}", TooLarge),
            (r"\uD800", Unsupported),
            (r"\p{Nonsense}", Unsupported),
            ("(?s:.)", Unsupported),
        ] {
            assert_eq!(translate(pattern), Err(error), "{pattern}");
        }
        assert!(translate(&format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000))).is_err());
    }

    #[test]
    fn what_passes_compiles() {
        for pattern in [r"^\p{L}{60}$", "^(a{100}){100}$", r"^[\s\S]{1,8000}$", r"^(\d{1,100}\.){1,100}$"] {
            check(
                pattern,
                &[],
                &["\u{0}"].iter().filter(|_| !pattern.contains(r"\S")).copied().collect::<Vec<_>>(),
            );
        }
    }

    #[test]
    fn lenient_reading() {
        assert!(Pattern::lenient("(?i)abc").is_some());
        assert!(Pattern::lenient("^[a-z]}$").is_some());
        assert!(Pattern::lenient("(").is_none());
        assert!(Pattern::lenient("(?=a)").is_none());
    }
}
