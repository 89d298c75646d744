//! How the text of a response becomes a JSON value.
//!
//! A response is read as the reference client reads it, which is looser than a contract:
//!
//! - a UTF-8 byte-order mark is dropped, and each invalid UTF-8 sequence becomes U+FFFD;
//! - of members with one name the last stays;
//! - a number beyond `f64`, such as `1e400`, is kept: no guard compares it, and it is no count;
//! - half of a surrogate pair that is escaped on its own becomes U+FFFD.
//!
//! What that means for each call, when a member stands twice or a string is not UTF-8:
//!
//! | call | outcome |
//! |---|---|
//! | `compress`, `pack_context` | the last member is judged; what cannot be used then is passed through |
//! | `tool_search`, `search` of a catalog | the last member is judged; a name with U+FFFD is found where the catalog has that name |
//! | `cave_plan`, provider calls, `export`, `artifacts().get` | any JSON, with the last member and with U+FFFD |
//! | `shared_context`, `checkpoints().create` | an object, with the last member and with U+FFFD |
//! | `artifacts().page`, `checkpoints().expand` | the last member is judged; the value is stored, or the object given, as it is then |
//! | `tool` of a trace | the answer is not looked at |
//! | `refresh` of runtime policies | the last member counts in the envelope and in the bundle; the signature is of the bundle's text as it was decoded |
//! | `raw` | bytes, which nobody reads here |
//!
//! One refusal is this client's own: containers nested more than [`MAX_DEPTH`] deep are an error, where the reference
//! client reads on.

use contracts_runtime::{Decimal, Json, Number, Object, number::NumberError};

/// Most containers that may stand inside each other in a response, as in every document.
#[doc(inline)]
pub use contracts_runtime::context::MAX_DEPTH;

/// Why a text is no JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} at byte {offset}")]
#[non_exhaustive]
pub struct JsonTextError {
    /// What is wrong.
    pub problem: JsonProblem,
    /// Where in the decoded text, in bytes from 0.
    pub offset: usize,
}

/// What is wrong with a text that should be JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonProblem {
    /// The text ends too early.
    #[error("the text ends in the middle of a value")]
    End,
    /// A character stands where it cannot.
    #[error("unexpected character")]
    Unexpected,
    /// An escape in a string is none.
    #[error("invalid escape")]
    Escape,
    /// A control character stands unescaped in a string.
    #[error("unescaped control character")]
    Control,
    /// A number is not written as JSON writes it.
    #[error("invalid number")]
    Number,
    /// Containers are nested too deep.
    #[error("more than {MAX_DEPTH} nested arrays and objects")]
    Depth,
}

/// Decodes the text of a response: a byte-order mark is dropped, and invalid UTF-8 becomes U+FFFD.
pub(crate) fn decode_text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}

/// Reads the JSON value of a response's bytes.
pub(crate) fn parse_json(bytes: &[u8]) -> Result<Json, JsonTextError> {
    parse_json_text(&decode_text(bytes))
}

/// Reads the JSON value of a text that is decoded already, by the same rules.
pub(crate) fn parse_json_text(text: &str) -> Result<Json, JsonTextError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_space();
    let value = reader.value()?;
    reader.skip_space();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.error(JsonProblem::Unexpected)),
    }
}

struct Reader<'t> {
    text: &'t str,
    /// Always on a character boundary.
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn error(&self, problem: JsonProblem) -> JsonTextError {
        JsonTextError { problem, offset: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// What stands where something else should.
    fn unexpected(&self) -> JsonTextError {
        self.error(if self.peek().is_some() { JsonProblem::Unexpected } else { JsonProblem::End })
    }

    fn expect(&mut self, byte: u8) -> Result<(), JsonTextError> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected());
        }
        self.at += 1;
        Ok(())
    }

    /// A value, at its first character. The recursion is bounded by [`MAX_DEPTH`].
    fn value(&mut self) -> Result<Json, JsonTextError> {
        match self.peek() {
            Some(b'{') => self.container(Self::object),
            Some(b'[') => self.container(Self::array),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, JsonTextError> {
        for byte in word.bytes() {
            self.expect(byte)?;
        }
        Ok(value)
    }

    fn container(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Json, JsonTextError>,
    ) -> Result<Json, JsonTextError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(JsonProblem::Depth));
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// An array, behind its opening bracket.
    fn array(&mut self) -> Result<Json, JsonTextError> {
        let mut items = Vec::new();
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            self.skip_space();
            items.push(self.value()?);
            self.skip_space();
            if self.peek() == Some(b',') {
                self.at += 1;
            } else {
                self.expect(b']')?;
                return Ok(Json::Array(items));
            }
        }
    }

    /// An object, behind its opening brace.
    fn object(&mut self) -> Result<Json, JsonTextError> {
        let mut members = Object::new();
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.skip_space();
            self.expect(b':')?;
            self.skip_space();
            let value = self.value()?;
            members.insert(name, value);
            self.skip_space();
            if self.peek() == Some(b',') {
                self.at += 1;
            } else {
                self.expect(b'}')?;
                return Ok(Json::Object(members));
            }
        }
    }

    fn number(&mut self) -> Result<Json, JsonTextError> {
        let rest = &self.text[self.at..];
        let length = rest
            .bytes()
            .position(|byte| !matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
            .unwrap_or(rest.len());
        let text = &rest[..length];
        let number = text.parse::<Number>().or_else(|error| match error {
            NumberError::Range => Ok(beyond_f64(text)),
            NumberError::Syntax => Err(self.error(JsonProblem::Number)),
        })?;
        self.at += length;
        Ok(Json::Number(number))
    }

    fn string(&mut self) -> Result<String, JsonTextError> {
        self.expect(b'"')?;
        let mut value = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().position(|byte| byte == b'"' || byte == b'\\' || byte < 0x20);
            let Some(plain) = plain else {
                self.at = self.text.len();
                return Err(self.error(JsonProblem::End));
            };
            value.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(value);
                }
                Some(b'\\') => value.push(self.escape()?),
                _ => return Err(self.error(JsonProblem::Control)),
            }
        }
    }

    /// An escape, at its backslash.
    fn escape(&mut self) -> Result<char, JsonTextError> {
        self.at += 1;
        let character = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let high = self.unit()?;
                if (0xD800..0xDC00).contains(&high) && self.text[self.at..].starts_with("\\u") {
                    let behind_high = self.at;
                    self.at += 1;
                    let low = self.unit()?;
                    if let Some(Ok(character)) = char::decode_utf16([high, low]).next() {
                        return Ok(character);
                    }
                    // The second is an escape of its own.
                    self.at = behind_high;
                }
                return Ok(char::from_u32(u32::from(high)).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(_) => return Err(self.error(JsonProblem::Escape)),
            None => return Err(self.error(JsonProblem::End)),
        };
        self.at += 1;
        Ok(character)
    }

    /// The code unit of an escape, at its `u`.
    fn unit(&mut self) -> Result<u16, JsonTextError> {
        let digits = self.text.get(self.at + 1..self.at + 5).ok_or_else(|| self.error(JsonProblem::Escape))?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.error(JsonProblem::Escape));
        }
        self.at += 5;
        u16::from_str_radix(digits, 16).map_err(|_| self.error(JsonProblem::Escape))
    }
}

/// A number that is too large for an `f64`: as written, or, when its exponent has more than eighteen digits, another one
/// that is too large.
fn beyond_f64(text: &str) -> Number {
    let other = if text.starts_with('-') { "-1e400" } else { "1e400" };
    Number::Decimal(text.parse().unwrap_or(Decimal::from_static(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(text: &str) {
        assert_eq!(parse_json(text.as_bytes()).unwrap(), Json::from_str(text).unwrap(), "{text}");
    }

    #[track_caller]
    fn refused(text: &str, problem: JsonProblem) {
        assert_eq!(parse_json(text.as_bytes()).unwrap_err().problem, problem, "{text}");
    }

    #[test]
    fn what_is_json_everywhere() {
        for text in [
            "null",
            " true ",
            "false",
            "-0.5e3",
            "18446744073709551615",
            "-9223372036854775808",
            r#""""#,
            r#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀""#,
            "[]",
            "[1, [2], {}]",
            "{}",
            "{\"a\": {\"b\": [null]},\r\n\t\"\": \"\"}",
        ] {
            same(text);
        }
    }

    #[test]
    fn what_the_reference_client_reads_too() {
        let value = parse_json(b"\xEF\xBB\xBF{\"a\":1,\"b\":\"\xFF\",\"a\":2}").unwrap();
        assert_eq!(value, Json::from_str("{\"a\":2,\"b\":\"\u{FFFD}\"}").unwrap());
        assert_eq!(parse_json(br#""\ud800x""#).unwrap(), "\u{FFFD}x".into());
        assert_eq!(parse_json(br#""\ud800\ud83d\ude00""#).unwrap(), "\u{FFFD}\u{1F600}".into());
        assert_eq!(parse_json(br#""\ude00\n""#).unwrap(), "\u{FFFD}\n".into());
        for text in ["1e400", "-1e400", "1e99999999999999999999", "-1e99999999999999999999"] {
            let value = parse_json_text(text).unwrap();
            assert_eq!(value.as_number().unwrap().as_f64(), None, "{text}");
            assert_eq!(value.to_string().starts_with('-'), text.starts_with('-'), "{text}");
        }
        assert_eq!(parse_json_text("0e99999999999999999999").unwrap(), Json::from(0_u64));
    }

    #[test]
    fn what_is_no_json() {
        use JsonProblem::{Control, End, Escape, Number, Unexpected};
        for (text, problem) in [
            ("", End),
            ("[1", End),
            ("{\"a\":", End),
            ("\"a", End),
            ("tru", End),
            ("nul1", Unexpected),
            ("[1,]", Unexpected),
            ("{,}", Unexpected),
            ("{a:1}", Unexpected),
            ("{\"a\" 1}", Unexpected),
            ("1 2", Unexpected),
            ("NaN", Unexpected),
            ("01", Number),
            ("1.", Number),
            ("-", Number),
            ("1-2", Number),
            ("\"\\x\"", Escape),
            ("\"\\u12\"", Escape),
            ("\"\\u+123\"", Escape),
            ("\"\n\"", Control),
            ("\u{FEFF}\u{FEFF}1", Unexpected),
        ] {
            refused(text, problem);
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(parse_json(nested(MAX_DEPTH).as_bytes()).is_ok());
        refused(&nested(MAX_DEPTH + 1), JsonProblem::Depth);
        refused(&"[".repeat(1_000_000), JsonProblem::Depth);
    }
}
