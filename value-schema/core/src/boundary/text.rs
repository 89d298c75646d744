//! Reading JSON text, without recursion.

use std::str::FromStr;

use super::error::{LossyError, LossyKind, Syntax};
use crate::{assemble::Assembler, number::JsonNumber, value::JsonValue};

impl JsonValue {
    /// Reads JSON text (RFC 8259). Its depth is limited by memory alone.
    ///
    /// Refused beyond what is not JSON: second members with the same name, lone surrogates, negative zero, and numbers
    /// whose decimal value would change, as [`JsonNumber`] says. Errors tell the place in the value and in the text.
    ///
    /// ```
    /// use value_schema_core::{JsonValue, LossyKind};
    ///
    /// let call = JsonValue::from_text(r#"{"city": "Oslo", "days": 3}"#)?;
    /// assert_eq!(call.get("days").and_then(JsonValue::as_i64), Some(3));
    ///
    /// let error = JsonValue::from_text(r#"{"days": [1, -0.0]}"#).unwrap_err();
    /// assert_eq!(error.kind(), &LossyKind::NegativeZero);
    /// assert_eq!(error.pointer().as_str(), "/days/1");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "/days/1: negative zero does not survive a round trip: write 0 at line 1 column 14"
    /// );
    /// # Ok::<(), value_schema_core::LossyError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, LossyError> {
        let mut reader = Reader::new(text);
        match reader.document() {
            Ok(()) => Ok(reader.value.finish()),
            Err(stop) => Err(reader.error(*stop.0)),
        }
    }

    /// Reads JSON text that may not be UTF-8; see [`Self::from_text`].
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LossyError> {
        let error = match str::from_utf8(bytes) {
            Ok(text) => return Self::from_text(text),
            Err(error) => error,
        };
        let valid = bytes.split_at(error.valid_up_to()).0;
        let text = str::from_utf8(valid).unwrap_or_default();
        // What is wrong before the bytes in question comes first; and it tells in which value they are.
        let mut reader = Reader::new(text);
        let mut stop = match reader.document() {
            Err(stop) => *stop.0,
            Ok(()) => reader.stop_outside(LossyKind::NotJson(Syntax::Utf8)),
        };
        if stop.at >= text.len() || matches!(stop.kind, LossyKind::NotJson(Syntax::End { .. })) {
            stop.kind = LossyKind::NotJson(Syntax::Utf8);
            stop.at = text.len();
        }
        Err(reader.error(stop))
    }
}

impl FromStr for JsonValue {
    type Err = LossyError;

    /// As [`JsonValue::from_text`].
    fn from_str(text: &str) -> Result<Self, LossyError> {
        Self::from_text(text)
    }
}

/// Why and where reading stops.
struct Stop(Box<Cause>);

struct Cause {
    kind: LossyKind,
    /// In bytes.
    at: usize,
    /// Of how many open containers the place is within.
    levels: usize,
}

type Read<T> = Result<T, Stop>;

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    value: Assembler,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0, value: Assembler::default() }
    }

    fn error(&self, stop: Cause) -> LossyError {
        LossyError::in_text(stop.kind, self.value.pointer(stop.levels), self.text, stop.at)
    }

    fn document(&mut self) -> Read<()> {
        if self.bytes.starts_with("\u{feff}".as_bytes()) {
            return Err(self.stop(Syntax::ByteOrderMark));
        }
        loop {
            if self.begin_value()? && self.end_value()? {
                break;
            }
        }
        self.skip_space();
        match self.text[self.at..].chars().next() {
            Some(found) => Err(self.stop(Syntax::TrailingText { found })),
            None => Ok(()),
        }
    }

    /// Reads a scalar, an empty container, or the beginning of another one up to where its first value begins. True if
    /// a value has ended.
    #[inline]
    fn begin_value(&mut self) -> Read<bool> {
        self.skip_space();
        let value = match self.peek() {
            Some(b'"') => JsonValue::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => JsonValue::Number(self.number()?),
            Some(b'{') => {
                self.at += 1;
                self.value.open_object();
                self.skip_space();
                if self.peek() != Some(b'}') {
                    self.name()?;
                    return Ok(false);
                }
                self.at += 1;
                self.value.close();
                return Ok(true);
            }
            Some(b'[') => {
                self.at += 1;
                self.value.open_array();
                self.skip_space();
                if self.peek() != Some(b']') {
                    return Ok(false);
                }
                self.at += 1;
                self.value.close();
                return Ok(true);
            }
            Some(b't') => self.word("true", JsonValue::Bool(true))?,
            Some(b'f') => self.word("false", JsonValue::Bool(false))?,
            Some(b'n') => self.word("null", JsonValue::Null)?,
            _ => return Err(self.expected("a value")),
        };
        self.value.value(value);
        Ok(true)
    }

    /// Goes on after a value, up to where the next one begins. True if the whole value has ended.
    #[inline]
    fn end_value(&mut self) -> Read<bool> {
        loop {
            let Some(in_object) = self.value.innermost_is_object() else { return Ok(true) };
            self.skip_space();
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    if in_object {
                        self.skip_space();
                        self.name()?;
                    }
                    return Ok(false);
                }
                Some(b'}') if in_object => {}
                Some(b']') if !in_object => {}
                _ if in_object => return Err(self.expected_in_container("`,` or `}`")),
                _ => return Err(self.expected_in_container("`,` or `]`")),
            }
            self.at += 1;
            self.value.close();
        }
    }

    /// Reads the name of a member and the colon after it.
    fn name(&mut self) -> Read<()> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.expected_in_container("the name of a member, in double quotes"));
        }
        let name = self.string().map_err(|mut stop| {
            stop.0.levels -= 1;
            stop
        })?;
        if !self.value.name(name) {
            self.at = start;
            return Err(self.stop(LossyKind::DuplicateKey));
        }
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.expected("`:`"));
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &'static str, value: JsonValue) -> Read<JsonValue> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            let written = self.bytes[self.at..].iter().zip(word.bytes()).take_while(|(one, other)| **one == *other);
            self.at += written.count();
            return Err(self.expected(word));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Read<JsonNumber> {
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let whole = self.at;
        let mut magnitude: i64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            // Wraps only where there are more than 18 digits, and then it is not used.
            magnitude = magnitude.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            self.at += 1;
        }
        let digits = self.at - whole;
        if digits == 0 {
            return Err(self.expected("a digit"));
        }
        if digits > 1 && self.bytes[whole] == b'0' {
            self.at = whole + 1;
            return Err(self.expected("no digit after a leading 0"));
        }
        if !matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return match magnitude {
                _ if digits > 18 => self.literal(start),
                0 if negative => Err(self.stop_at(start, LossyKind::NegativeZero)),
                magnitude => Ok(if negative { -magnitude } else { magnitude }.into()),
            };
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            let fraction = self.at;
            while let Some(digit @ b'0'..=b'9') = self.peek() {
                magnitude = magnitude.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
                self.at += 1;
            }
            let fraction = self.at - fraction;
            if fraction == 0 {
                return Err(self.expected("a digit"));
            }
            if digits + fraction <= 18
                && !matches!(self.peek(), Some(b'e' | b'E'))
                && let Some(number) = JsonNumber::from_short_decimal(negative, magnitude, fraction)
            {
                return Ok(number);
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        self.literal(start)
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(self.expected("a digit")) } else { Ok(()) }
    }

    /// The number whose literal ends here.
    fn literal(&self, start: usize) -> Read<JsonNumber> {
        JsonNumber::from_checked_literal(&self.text[start..self.at])
            .map_err(|error| self.stop_at(start, error.into()))
    }

    /// Reads a string from its opening quote on.
    #[inline]
    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let start = self.at;
        self.at = end_of_plain(self.bytes, start);
        if self.peek() == Some(b'"') {
            let string = self.text[start..self.at].to_owned();
            self.at += 1;
            return Ok(string);
        }
        self.string_with_escapes(start)
    }

    /// Reads a string that begins at `start` and is plain up to here.
    #[cold]
    fn string_with_escapes(&mut self, start: usize) -> Read<String> {
        let mut string = self.text[start..self.at].to_owned();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                Some(control) => return Err(self.stop(Syntax::ControlCharacter(control.into()))),
                None => return Err(self.expected("the closing quote of a string")),
            }
            let plain = self.at;
            self.at = end_of_plain(self.bytes, plain);
            string.push_str(&self.text[plain..self.at]);
        }
    }

    fn escape(&mut self) -> Read<char> {
        let start = self.at;
        self.at += 1;
        let Some(kind) = self.peek() else { return Err(self.expected("an escape")) };
        self.at += 1;
        Ok(match kind {
            b'"' | b'\\' | b'/' => kind.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(start),
            _ => return Err(self.no_escape(start)),
        })
    }

    /// Reads the digits of an escape that begins at `start`, and the second half of a surrogate pair.
    fn unicode_escape(&mut self, start: usize) -> Read<char> {
        let unit = self.four_digits(start)?;
        let lone = |reader: &Self| Err(reader.stop_at(start, LossyKind::LoneSurrogate(unit)));
        let mut units = [unit, 0];
        let mut length = 1;
        if (0xd800..0xdc00).contains(&unit) {
            let second = self.at;
            let rest = &self.bytes[second..];
            if rest.len() < 2 && b"\\u".starts_with(rest) {
                self.at = self.text.len();
                return Err(self.expected("the second half of a surrogate pair"));
            }
            if !rest.starts_with(b"\\u") {
                return lone(self);
            }
            self.at += 2;
            units[1] = self.four_digits(second)?;
            length = 2;
        }
        match char::decode_utf16(units.into_iter().take(length)).next() {
            Some(Ok(character)) => Ok(character),
            _ => lone(self),
        }
    }

    fn four_digits(&mut self, start: usize) -> Read<u16> {
        let digits = self.bytes.get(self.at..self.at + 4);
        let unit = digits.and_then(|digits| {
            digits.iter().try_fold(0_u16, |unit, &digit| {
                let digit = char::from(digit).to_digit(16)?;
                Some(unit << 4 | u16::try_from(digit).ok()?)
            })
        });
        match unit {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None if self.text.len() < self.at + 4 && self.bytes[self.at..].iter().all(u8::is_ascii_hexdigit) => {
                self.at = self.text.len();
                Err(self.expected("four hexadecimal digits"))
            }
            None => Err(self.no_escape(start)),
        }
    }

    fn no_escape(&self, start: usize) -> Stop {
        let escape: String =
            self.text[start..].chars().take(if self.bytes[start + 1] == b'u' { 6 } else { 2 }).collect();
        self.stop_at(start, Syntax::Escape(escape).into())
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Something else is expected here, in the value that is being read.
    #[cold]
    fn expected(&self, expected: &'static str) -> Stop {
        self.stop(match self.text[self.at..].chars().next() {
            Some(found) => Syntax::Unexpected { expected, found },
            None => Syntax::End { expected },
        })
    }

    /// Something else is expected here, between the values of a container.
    #[cold]
    fn expected_in_container(&self, expected: &'static str) -> Stop {
        let mut stop = self.expected(expected);
        stop.0.levels -= 1;
        stop
    }

    #[cold]
    fn stop(&self, kind: impl Into<LossyKind>) -> Stop {
        self.stop_at(self.at, kind.into())
    }

    #[cold]
    fn stop_at(&self, at: usize, kind: LossyKind) -> Stop {
        Stop(Box::new(Cause { kind, at, levels: self.value.depth() }))
    }

    /// A stop after the whole value.
    fn stop_outside(&self, kind: LossyKind) -> Cause {
        Cause { kind, at: self.text.len(), levels: 0 }
    }
}

/// Where the characters end that stand for themselves in a string: at a quote, a backslash, a control character or the
/// end of the text.
#[inline]
fn end_of_plain(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Eight bytes at once: the lowest high bit that is set marks the first byte in question, those above it may err.
    while let Some(chunk) = bytes.get(at..at + 8).and_then(|chunk| <[u8; 8]>::try_from(chunk).ok()) {
        let chunk = u64::from_le_bytes(chunk);
        let zero_where = |byte: u8| chunk ^ (ONES * u64::from(byte));
        let (quote, backslash) = (zero_where(b'"'), zero_where(b'\\'));
        let control = chunk.wrapping_sub(ONES * 0x20) & !chunk;
        let quote = quote.wrapping_sub(ONES) & !quote;
        let backslash = backslash.wrapping_sub(ONES) & !backslash;
        let found = (control | quote | backslash) & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
        at += 1;
    }
    at
}
