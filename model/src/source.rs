//! The text of a JSON file, parsed strictly (RFC 8259) and with the position of every value.
//!
//! Beyond the grammar of RFC 8259 a source has no duplicate member names, no unpaired surrogates, at most
//! [`MAX_DEPTH`] nested containers, and numbers that [`Number`] holds. A leading byte order mark is ignored, as
//! RFC 8259 section 8.1 allows; positions count it as zero columns wide.

use std::borrow::Cow;

use jsonc_parser::{CollectOptions, ParseOptions, ast};

use crate::{Finding, Level, Place, number::Number, value::Value};

/// The most containers that may stand in one another.
pub const MAX_DEPTH: usize = 200;

/// A number of bytes between two entries of the column index.
const STRIDE: usize = 1024;

/// A parsed JSON file.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    positions: Positions,
    root: Node,
}

/// A JSON value with its place in the text.
#[derive(Clone, Debug)]
pub struct Node {
    /// Byte range of the value in the text of the file.
    pub span: (usize, usize),
    /// The value.
    pub data: Data,
}

/// What a [`Node`] holds.
#[derive(Clone, Debug)]
pub enum Data {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Node>),
    /// An object.
    Object(Object),
}

/// The members of an object, in file order.
#[derive(Clone, Debug)]
pub struct Object {
    members: Vec<Member>,
    /// Indices of the members, sorted by name.
    by_name: Vec<u32>,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name.
    pub name: String,
    /// Byte range of the name, quotes included.
    pub name_span: (usize, usize),
    /// The value.
    pub value: Node,
}

impl Object {
    fn new(members: Vec<Member>) -> Self {
        let count = u32::try_from(members.len()).expect("a text holds fewer than 2^32 members");
        let mut by_name: Vec<u32> = (0..count).collect();
        by_name.sort_by(|left, right| members[*left as usize].name.cmp(&members[*right as usize].name));
        Self { members, by_name }
    }

    /// The members in file order.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The member of that name.
    pub fn get(&self, name: &str) -> Option<&Member> {
        let found = self.by_name.binary_search_by(|index| self.members[*index as usize].name.as_str().cmp(name));
        found.ok().map(|position| &self.members[self.by_name[position] as usize])
    }

    /// Pairs of members with equal names, first the earlier one.
    fn duplicates(&self) -> impl Iterator<Item = (&Member, &Member)> {
        // The sort is stable, so that equal names stand in file order.
        self.by_name.windows(2).filter_map(|pair| {
            let (first, second) = (&self.members[pair[0] as usize], &self.members[pair[1] as usize]);
            (first.name == second.name).then_some((first, second))
        })
    }
}

impl Node {
    /// The members, when it is an object.
    pub fn as_object(&self) -> Option<&Object> {
        match &self.data {
            Data::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The items, when it is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        match &self.data {
            Data::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text, when it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, when it is one.
    pub fn as_number(&self) -> Option<&Number> {
        match &self.data {
            Data::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The boolean, when it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match &self.data {
            Data::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of the member of that name, when it is an object that has one.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name).map(|member| &member.value)
    }

    /// What it is, with its article, for messages: `a string`, `an array`, `null`.
    pub fn kind(&self) -> &'static str {
        match self.data {
            Data::Null => "null",
            Data::Bool(_) => "a boolean",
            Data::Number(_) => "a number",
            Data::String(_) => "a string",
            Data::Array(_) => "an array",
            Data::Object(_) => "an object",
        }
    }

    /// The value without positions.
    pub fn to_value(&self) -> Value {
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(value) => Value::Bool(*value),
            Data::Number(number) => Value::Number(number.clone()),
            Data::String(text) => Value::String(text.clone()),
            Data::Array(items) => Value::Array(items.iter().map(Self::to_value).collect()),
            Data::Object(object) => Value::Object(
                object.members.iter().map(|member| (member.name.clone(), member.value.to_value())).collect(),
            ),
        }
    }

    /// The value that one reference token of a JSON pointer leads to.
    pub fn step(&self, token: &str) -> Option<&Self> {
        match &self.data {
            Data::Object(object) => object.get(token).map(|member| &member.value),
            Data::Array(items) => items.get(array_index(token)?),
            _ => None,
        }
    }
}

/// An array index as RFC 6901 spells it: no sign, no leading zero.
fn array_index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with('0');
    (canonical && token.bytes().all(|byte| byte.is_ascii_digit())).then(|| token.parse().ok())?
}

/// Appends a reference token to a JSON pointer (RFC 6901 section 3).
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// A JSON pointer with one more reference token.
pub fn join_token(pointer: &str, token: &str) -> String {
    let mut joined = String::with_capacity(pointer.len() + token.len() + 1);
    joined.push_str(pointer);
    push_token(&mut joined, token);
    joined
}

/// The reference tokens of a JSON pointer, unescaped; `None` when it is not one.
pub fn pointer_tokens(pointer: &str) -> Option<Vec<Cow<'_, str>>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescape_token).collect()
}

fn unescape_token(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut text = String::with_capacity(token.len());
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '~' => match characters.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            other => other,
        });
    }
    Some(Cow::Owned(text))
}

impl Source {
    /// Parses a text strictly.
    ///
    /// # Errors
    ///
    /// All duplicate names (`duplicate-key`) and numbers out of range (`number-out-of-range`), or the first
    /// syntax error (`syntax`) or nesting beyond [`MAX_DEPTH`] (`too-deep`).
    pub fn parse(name: impl Into<String>, text: impl Into<String>) -> Result<Self, Vec<Finding>> {
        let (name, text) = (name.into(), text.into());
        let positions = Positions::new(&text);
        let mut reader = Reader { name: &name, positions: &positions, text: &text, findings: Vec::new() };
        let Some(root) = reader.read() else { return Err(reader.findings) };
        let findings = reader.findings;
        if findings.is_empty() { Ok(Self { name, text, positions, root }) } else { Err(findings) }
    }

    /// The name that it was added under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The outermost value.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// 1-based line and column (in characters) of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        self.positions.position(&self.text, offset)
    }

    /// The place of a byte range, for a value whose pointer is known.
    pub fn place(&self, span: (usize, usize), pointer: impl Into<String>) -> Place {
        self.positions.place(&self.name, &self.text, span, pointer.into())
    }

    /// The value at a JSON pointer.
    pub fn find(&self, pointer: &str) -> Option<&Node> {
        pointer_tokens(pointer)?.iter().try_fold(&self.root, |node, token| node.step(token))
    }

    /// The place of the value at a JSON pointer.
    pub fn place_of(&self, pointer: &str) -> Option<Place> {
        self.find(pointer).map(|node| self.place(node.span, pointer))
    }
}

fn too_deep() -> String {
    format!("more than {MAX_DEPTH} arrays and objects stand in one another")
}

/// The brackets and quotes of a text that are open at its end, and the first bracket that is nested too deeply.
struct Brackets {
    open: Vec<usize>,
    string: Option<usize>,
    too_deep: Option<usize>,
}

impl Brackets {
    fn scan(json: &str) -> Self {
        let mut brackets = Self { open: Vec::new(), string: None, too_deep: None };
        let mut bytes = json.bytes().enumerate();
        while let Some((offset, byte)) = bytes.next() {
            match (brackets.string, byte) {
                (Some(_), b'\\') => _ = bytes.next(),
                (Some(_), b'"') => brackets.string = None,
                (None, b'"') => brackets.string = Some(offset),
                (None, b'[' | b'{') => {
                    brackets.open.push(offset);
                    if brackets.open.len() > MAX_DEPTH {
                        brackets.too_deep.get_or_insert(offset);
                    }
                }
                (None, b']' | b'}') => _ = brackets.open.pop(),
                _ => {}
            }
        }
        brackets
    }

    /// What is open at the end, innermost: its offset, its kind, what closes it.
    fn unclosed(&self, json: &str) -> Option<(usize, &'static str, char)> {
        if let Some(offset) = self.string {
            return Some((offset, "string", '"'));
        }
        let offset = *self.open.last()?;
        Some(if json.as_bytes()[offset] == b'{' { (offset, "object", '}') } else { (offset, "array", ']') })
    }
}

/// Finds lines and columns in time that does not grow with the length of a line.
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    /// Byte offset at which each line starts.
    lines: Vec<usize>,
    /// Number of characters before every multiple of [`STRIDE`] bytes; empty when the text is ASCII.
    characters: Vec<usize>,
}

impl Positions {
    pub(crate) fn new(text: &str) -> Self {
        let start = text.len() - without_mark(text).len();
        let mut lines = vec![start];
        lines.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(offset, _)| offset + 1));
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for (offset, byte) in text.bytes().enumerate() {
                if offset % STRIDE == 0 {
                    characters.push(count);
                }
                count += usize::from(starts_character(byte));
            }
        }
        Self { lines, characters }
    }

    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let Some(entry) = self.characters.get(offset / STRIDE) else {
            return if self.characters.is_empty() { offset } else { text.chars().count() };
        };
        let rest = &text.as_bytes()[offset / STRIDE * STRIDE..offset];
        entry + rest.iter().filter(|byte| starts_character(**byte)).count()
    }

    pub(crate) fn position(&self, text: &str, offset: usize) -> (usize, usize) {
        let offset = offset.min(text.len());
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines[line - 1].min(offset);
        (line, self.characters_before(text, offset) - self.characters_before(text, start) + 1)
    }

    pub(crate) fn place(&self, name: &str, text: &str, span: (usize, usize), pointer: String) -> Place {
        let (line, column) = self.position(text, span.0);
        Place { file: name.to_owned(), line, column, pointer, span }
    }
}

fn starts_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Turns the tree of the parser into ours.
struct Reader<'a> {
    name: &'a str,
    positions: &'a Positions,
    text: &'a str,
    findings: Vec<Finding>,
}

impl Reader<'_> {
    fn report(&mut self, rule: &'static str, span: (usize, usize), pointer: &str, message: String) {
        let place = self.positions.place(self.name, self.text, span, pointer.to_owned());
        self.findings.push(Finding::new(rule, Level::Error, place, message));
    }

    fn read(&mut self) -> Option<Node> {
        let json = without_mark(self.text);
        let start = self.text.len() - json.len();
        let options = ParseOptions {
            allow_comments: false,
            allow_loose_object_property_names: false,
            allow_trailing_commas: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        match jsonc_parser::parse_to_ast(json, &CollectOptions::default(), &options) {
            Err(error) => {
                self.syntax_error(&error, json, start);
                None
            }
            Ok(result) => {
                // The parser lets pass what JSON does not: other white space, and control characters in strings.
                if let Some((offset, message)) = foreign_character(json) {
                    let width = json[offset..].chars().next().map_or(0, char::len_utf8);
                    self.report("syntax", (offset + start, offset + start + width), "", message);
                    return None;
                }
                let Some(value) = result.value else {
                    self.report("syntax", (start, start), "", "the file is empty; expected a JSON value".into());
                    return None;
                };
                self.node(value, start, &mut String::new(), 0)
            }
        }
    }

    /// Reports an error of the parser. Where the text ends too early, or is nested too deeply, it knows a place that does
    /// not help.
    fn syntax_error(&mut self, error: &jsonc_parser::errors::ParseError, json: &str, start: usize) {
        use jsonc_parser::errors::ParseErrorKind;
        match error.kind() {
            kind if kind.to_string().starts_with("Unterminated") => {
                let brackets = Brackets::scan(json);
                if let Some((opening, what, closing)) = brackets.unclosed(json) {
                    let (line, column) = self.positions.position(self.text, opening + start);
                    let end = json.trim_end().len() + start;
                    let message = format!(
                        "the text ends inside the {what} that begins at line {line} column {column}; `{closing}` is \
                         missing"
                    );
                    return self.report("syntax", (end, end), "", message);
                }
            }
            ParseErrorKind::NestingDepthExceeded => {
                if let Some(offset) = Brackets::scan(json).too_deep {
                    let span = (offset + start, offset + start + 1);
                    return self.report("too-deep", span, "", too_deep());
                }
            }
            _ => {}
        }
        let span = (error.range().start + start, error.range().end + start);
        self.report("syntax", span, "", lower_first(&error.kind().to_string()));
    }

    fn node(&mut self, value: ast::Value<'_>, start: usize, pointer: &mut String, depth: usize) -> Option<Node> {
        let at = |range: jsonc_parser::common::Range| (range.start + start, range.end + start);
        let (span, data) = match value {
            ast::Value::NullKeyword(null) => (at(null.range), Data::Null),
            ast::Value::BooleanLit(boolean) => (at(boolean.range), Data::Bool(boolean.value)),
            ast::Value::StringLit(string) => (at(string.range), Data::String(string.value.into_owned())),
            ast::Value::NumberLit(number) => {
                let span = at(number.range);
                match number.value.parse() {
                    Ok(number) => (span, Data::Number(number)),
                    Err(error) => {
                        self.report("number-out-of-range", span, pointer, error.to_string());
                        return None;
                    }
                }
            }
            ast::Value::Array(array) => {
                let span = at(array.range);
                self.check_depth(span, depth)?;
                let mut items = Vec::with_capacity(array.elements.len());
                for (index, element) in array.elements.into_iter().enumerate() {
                    let length = pointer.len();
                    push_token(pointer, &index.to_string());
                    items.extend(self.node(element, start, pointer, depth + 1));
                    pointer.truncate(length);
                }
                (span, Data::Array(items))
            }
            ast::Value::Object(object) => {
                let span = at(object.range);
                self.check_depth(span, depth)?;
                let mut members = Vec::with_capacity(object.properties.len());
                for property in object.properties {
                    let (name, name_range) = match property.name {
                        ast::ObjectPropName::String(name) => (name.value.into_owned(), name.range),
                        ast::ObjectPropName::Word(name) => (name.value.to_owned(), name.range),
                    };
                    let length = pointer.len();
                    push_token(pointer, &name);
                    let value = self.node(property.value, start, pointer, depth + 1);
                    pointer.truncate(length);
                    members.extend(value.map(|value| Member { name, name_span: at(name_range), value }));
                }
                let object = Object::new(members);
                self.check_names(&object, pointer);
                (span, Data::Object(object))
            }
        };
        Some(Node { span, data })
    }

    fn check_depth(&mut self, span: (usize, usize), depth: usize) -> Option<()> {
        if depth < MAX_DEPTH {
            return Some(());
        }
        self.report("too-deep", (span.0, span.0 + 1), "", too_deep());
        None
    }

    fn check_names(&mut self, object: &Object, pointer: &str) {
        for (first, second) in object.duplicates() {
            let pointer = join_token(pointer, &second.name);
            let place = |span| self.positions.place(self.name, self.text, span, pointer.clone());
            self.findings.push(
                Finding::new(
                    "duplicate-key",
                    Level::Error,
                    place(second.name_span),
                    format!("the name {:?} stands twice in this object", second.name),
                )
                .with_help("remove one of the two; which of them counts depends on the reader")
                .with_related(place(first.name_span), "first written here"),
            );
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

/// The first character of a text of well-formed tokens that RFC 8259 does not allow where it stands.
fn foreign_character(json: &str) -> Option<(usize, String)> {
    let (mut in_string, mut escaped) = (false, false);
    for (offset, byte) in json.bytes().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                0..0x20 => {
                    return Some((
                        offset,
                        format!("the control character U+{byte:04X} must be escaped in a string"),
                    ));
                }
                _ => {}
            }
        } else {
            match byte {
                b'"' => in_string = true,
                b' ' | b'\t' | b'\n' | b'\r' | 0x21..0x7f => {}
                _ => {
                    let character = json[offset..].chars().next().map_or(0, u32::from);
                    return Some((offset, format!("the character U+{character:04X} is not white space of JSON")));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<String> {
        let findings = Source::parse("a.json", text).expect_err(text);
        findings.iter().map(|finding| format!("{}: {}: {}", finding.place, finding.rule, finding.message)).collect()
    }

    #[test]
    fn refuses_everything_beyond_json() {
        for text in [
            "",
            " ",
            "{",
            "[1",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "{'a':1}",
            "[1 2]",
            "{\"a\":1 \"b\":2}",
            "01",
            "+1",
            ".5",
            "1.",
            "0x1",
            "NaN",
            "-Infinity",
            "// c\n1",
            "/* c */1",
            "tru",
            "1 2",
            "[1,,2]",
            "{,}",
            "[,]",
            "{\"a\"}",
            "\"\\x41\"",
            "\"\\'\"",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"\\ud800\\u0041\"",
            "\"a",
            "\"\n\"",
            "\"\u{1}\"",
            "\u{b}1",
            "\u{a0}1",
            "1\u{2028}",
            "[1\u{c}]",
            "\u{feff}\u{feff}1",
            "{\"a\":1 {",
            "-",
            "1e",
            "{\"a\":}",
        ] {
            let found = Source::parse("a.json", text).expect_err(text);
            assert_eq!(found[0].rule, "syntax", "{text}");
        }
    }

    #[test]
    fn places_of_errors() {
        for (text, found) in [
            (
                "{\"a\": [1, {\"b\": 3\n",
                "1:18: syntax: the text ends inside the object that begins at line 1 column 11; `}` is missing",
            ),
            (
                "[[1],\n [2]",
                "2:5: syntax: the text ends inside the array that begins at line 1 column 1; `]` is missing",
            ),
            (
                "[\"a\\\"",
                "1:6: syntax: the text ends inside the string that begins at line 1 column 2; `\"` is missing",
            ),
        ] {
            assert_eq!(findings(text), [format!("a.json:{found}")]);
        }
        assert_eq!(findings("{\n  \"a\": 1,\n}"), ["a.json:2:9: syntax: trailing commas are not allowed"]);
        assert_eq!(
            findings("{\"ä\": 1,\n \"b\": {\"x\": 1, \"x\": 2}, \"ä\": 3}"),
            [
                "a.json:2:16 (/b/x): duplicate-key: the name \"x\" stands twice in this object",
                "a.json:2:25 (/ä): duplicate-key: the name \"ä\" stands twice in this object"
            ]
        );
        assert_eq!(
            findings("[1e9999999999999999]"),
            ["a.json:1:2 (/0): number-out-of-range: the exponent of the number is beyond ±1000000000000000"]
        );
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Source::parse("a.json", nested(MAX_DEPTH)).is_ok());
        for depth in [MAX_DEPTH + 1, 100_000] {
            assert_eq!(Source::parse("a.json", nested(depth)).expect_err("too deep")[0].rule, "too-deep");
        }
        let objects = |depth: usize| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        assert!(Source::parse("a.json", objects(MAX_DEPTH)).is_ok());
        assert!(Source::parse("a.json", objects(MAX_DEPTH + 1)).is_err());
    }

    #[test]
    fn positions_and_pointers() {
        let text = "\u{feff}{\"a/b\": [10, {\"~\": \"ä\"}],\n \"😀\": true}";
        let source = Source::parse("a.json", text).expect("valid");
        let place = source.place_of("/a~1b/1/~0").expect("there");
        assert_eq!((place.line, place.column), (1, 20));
        assert_eq!(&text[place.range()], "\"ä\"");
        assert_eq!(source.place_of("/😀").map(|place| (place.line, place.column)), Some((2, 7)));
        for missing in ["/a", "/a~1b/2", "/a~1b/01", "/a~1b/-", "a", "/a~2b", "/~"] {
            assert!(source.find(missing).is_none(), "{missing}");
        }
    }

    #[test]
    fn columns_on_long_lines() {
        let text = format!("[\"{}\", 1]", "é".repeat(5000));
        let source = Source::parse("a.json", text).expect("valid");
        assert_eq!(source.place_of("/1").map(|place| place.column), Some(5006));
    }
}
