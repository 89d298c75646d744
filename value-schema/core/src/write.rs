//! JSON text of values, without recursion.

use std::fmt::{self, Write};

use crate::{
    value::JsonValue,
    walk::{Event, Walk},
};

/// Writes JSON text without white space.
pub(crate) fn compact(walk: Walk<'_>, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    Writer { out, pretty: false }.write(walk)
}

/// Writes JSON text with a line for each item and member.
pub(crate) fn pretty(walk: Walk<'_>, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    Writer { out, pretty: true }.write(walk)
}

/// How many containers deep lines are indented. What is deeper stands on one line, or the white space would outgrow the
/// text.
const INDENTED: usize = 32;

struct Writer<'a, W: ?Sized> {
    out: &'a mut W,
    pretty: bool,
}

impl<W: Write + ?Sized> Writer<'_, W> {
    fn write(&mut self, walk: Walk<'_>) -> fmt::Result {
        let mut depth = 0;
        // Whether what comes next is the first in its container, and whether it follows the name of its member.
        let (mut first, mut named) = (true, false);
        for event in walk {
            let closes = matches!(event, Event::CloseArray | Event::CloseObject);
            if closes {
                depth -= 1;
                if !first {
                    self.line(depth, depth + 1)?;
                }
            } else if !named && depth > 0 {
                if !first {
                    self.out.write_char(',')?;
                }
                self.line(depth, depth)?;
            }
            named = matches!(event, Event::Name(_));
            first = false;
            match event {
                Event::Scalar(value) => scalar(value, self.out)?,
                Event::Name(name) => {
                    string(name, self.out)?;
                    self.out.write_str(if self.pretty { ": " } else { ":" })?;
                }
                Event::OpenArray => self.out.write_char('[')?,
                Event::OpenObject => self.out.write_char('{')?,
                Event::CloseArray => self.out.write_char(']')?,
                Event::CloseObject => self.out.write_char('}')?,
            }
            if let Event::OpenArray | Event::OpenObject = event {
                depth += 1;
                first = true;
            }
        }
        Ok(())
    }

    /// Begins a line in a container of this depth.
    fn line(&mut self, indent: usize, depth: usize) -> fmt::Result {
        if self.pretty && depth <= INDENTED {
            write!(self.out, "\n{:1$}", "", 2 * indent)?;
        }
        Ok(())
    }
}

fn scalar(value: &JsonValue, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    match value {
        JsonValue::Bool(value) => write!(out, "{value}"),
        JsonValue::Number(value) => write!(out, "{value}"),
        JsonValue::String(value) => string(value, out),
        JsonValue::Null | JsonValue::Array(_) | JsonValue::Object(_) => out.write_str("null"),
    }
}

/// Writes a string with its quotes.
pub(crate) fn string(text: &str, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    out.write_char('"')?;
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => "",
            _ => continue,
        };
        out.write_str(&text[written..at])?;
        if escape.is_empty() {
            write!(out, "\\u{byte:04x}")?;
        } else {
            out.write_str(escape)?;
        }
        written = at + 1;
    }
    out.write_str(&text[written..])?;
    out.write_char('"')
}
