//! A read-only view of a JSON value, whatever holds it.
//!
//! Checks that need more than one member (conditionals, `not`, branch counting, uniqueness) run over this view. A
//! generated type, a [`Json`](crate::Json) tree and a caller's own value all offer it, so each assertion has one
//! implementation for decoding, for `validate` after a change, and for builders.

use std::{collections::BTreeMap, fmt};

use crate::number::{Number, NumberRef};

/// A JSON value to look at (JSON Schema calls it the instance).
///
/// `==` is JSON Schema's equality: numbers by value, objects without regard to order. `Display` writes compact JSON.
#[derive(Clone, Copy)]
pub enum Instance<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(NumberRef<'a>),
    /// A string.
    String(&'a str),
    /// An array.
    Array(&'a dyn ArrayView),
    /// An object.
    Object(&'a dyn ObjectView),
}

/// The items of an array.
pub trait ArrayView {
    /// Number of items.
    fn len(&self) -> usize;
    /// Whether there is no item.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The item at `index`, counted from 0.
    fn item(&self, index: usize) -> Option<Instance<'_>>;
}

/// The members of an object. Names are unique.
pub trait ObjectView {
    /// Number of members.
    fn len(&self) -> usize;
    /// Whether there is no member.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The value of the member called `name`.
    fn member(&self, name: &str) -> Option<Instance<'_>>;
    /// Calls `visit` with each member, in a fixed order, until it answers `false`. Answers whether all were visited.
    fn each_member<'a>(&'a self, visit: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool;
}

/// A value that can be looked at as JSON.
pub trait View {
    /// The value as JSON.
    fn view(&self) -> Instance<'_>;
}

impl PartialEq for Instance<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Instance::Null, Instance::Null) => true,
            (Instance::Bool(left), Instance::Bool(right)) => left == right,
            (Instance::Number(left), Instance::Number(right)) => left == right,
            (Instance::String(left), Instance::String(right)) => left == right,
            (Instance::Array(left), Instance::Array(right)) => {
                left.len() == right.len()
                    && (0..left.len()).all(|index| match (left.item(index), right.item(index)) {
                        (Some(left), Some(right)) => left == right,
                        _ => false,
                    })
            }
            (Instance::Object(left), Instance::Object(right)) => {
                left.len() == right.len()
                    && left.each_member(&mut |name, value| right.member(name).is_some_and(|other| value == other))
            }
            _ => false,
        }
    }
}

impl fmt::Display for Instance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_json(*self, f)
    }
}

impl fmt::Debug for Instance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_json(*self, f)
    }
}

/// Writes compact JSON, until `out` refuses.
pub(crate) fn write_json(instance: Instance<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    match instance {
        Instance::Null => out.write_str("null"),
        Instance::Bool(value) => write!(out, "{value}"),
        Instance::Number(value) => write!(out, "{value}"),
        Instance::String(value) => write_string(value, out),
        Instance::Array(items) => {
            out.write_char('[')?;
            for index in 0..items.len() {
                if index > 0 {
                    out.write_char(',')?;
                }
                items.item(index).map_or(Ok(()), |item| write_json(item, out))?;
            }
            out.write_char(']')
        }
        Instance::Object(members) => {
            out.write_char('{')?;
            let mut first = true;
            let mut result = Ok(());
            members.each_member(&mut |name, value| {
                result = write_member(std::mem::take(&mut first), name, value, out);
                result.is_ok()
            });
            result?;
            out.write_char('}')
        }
    }
}

fn write_member(first: bool, name: &str, value: Instance<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    if !first {
        out.write_char(',')?;
    }
    write_string(name, out)?;
    out.write_char(':')?;
    write_json(value, out)
}

/// Writes a JSON string with quotes. It escapes no more than JSON demands: quotation marks, backslashes and the controls
/// below U+0020, with `\b`, `\t`, `\n`, `\f`, `\r` where there is a short form and lower-case digits elsewhere.
///
/// ```
/// let mut text = String::new();
/// contracts_runtime::instance::write_string("a \"b\"\n\u{1f}é", &mut text)?;
/// assert_eq!(text, r#""a \"b\"\n\u001fé""#);
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_string(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(at) = first_escaped(rest.as_bytes()) {
        out.write_str(&rest[..at])?;
        match rest.as_bytes()[at] {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            0x8 => out.write_str("\\b")?,
            0xc => out.write_str("\\f")?,
            control => write!(out, "\\u{control:04x}")?,
        }
        rest = &rest[at + 1..];
    }
    out.write_str(rest)?;
    out.write_char('"')
}

/// Where the first byte stands that must be escaped.
fn first_escaped(bytes: &[u8]) -> Option<usize> {
    const BLOCK: usize = 32;
    let escaped = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    // Blocks without a branch for each byte are looked at many bytes at a time.
    let block_has_none = |block: &&[u8]| !block.iter().fold(false, |any, byte| any | escaped(byte));
    let clean = bytes.chunks_exact(BLOCK).take_while(block_has_none).count() * BLOCK;
    bytes[clean..].iter().position(escaped).map(|at| clean + at)
}

impl View for bool {
    fn view(&self) -> Instance<'_> {
        Instance::Bool(*self)
    }
}

macro_rules! integer_views {
    ($($small:ty),* => $wide:ty) => {
        $(impl View for $small {
            fn view(&self) -> Instance<'_> {
                Instance::Number(<$wide>::from(*self).into())
            }
        })*
    };
}

integer_views!(u8, u16, u32, u64 => u64);
integer_views!(i8, i16, i32, i64 => i64);

impl View for usize {
    fn view(&self) -> Instance<'_> {
        Instance::Number(NumberRef::Unsigned(*self as u64))
    }
}

impl View for isize {
    fn view(&self) -> Instance<'_> {
        Instance::Number((*self as i64).into())
    }
}

impl View for f64 {
    /// Infinities and NaN, which JSON cannot write, show as `null`, as `serde_json` writes them; so no schema takes
    /// them for a number.
    fn view(&self) -> Instance<'_> {
        if self.is_finite() { Instance::Number(NumberRef::Float(*self)) } else { Instance::Null }
    }
}

impl View for Number {
    fn view(&self) -> Instance<'_> {
        match self {
            Self::Float(value) => value.view(),
            _ => Instance::Number(self.to_ref()),
        }
    }
}

impl View for str {
    fn view(&self) -> Instance<'_> {
        Instance::String(self)
    }
}

impl View for String {
    fn view(&self) -> Instance<'_> {
        Instance::String(self)
    }
}

impl<T: View + ?Sized> View for &T {
    fn view(&self) -> Instance<'_> {
        (**self).view()
    }
}

impl<T: View + ?Sized> View for Box<T> {
    fn view(&self) -> Instance<'_> {
        (**self).view()
    }
}

impl<T: View> View for Vec<T> {
    fn view(&self) -> Instance<'_> {
        Instance::Array(self)
    }
}

impl<T: View> ArrayView for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Option<Instance<'_>> {
        self.get(index).map(View::view)
    }
}

impl<T: View> ArrayView for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn item(&self, index: usize) -> Option<Instance<'_>> {
        self.get(index).map(View::view)
    }
}

impl<T: View> View for BTreeMap<String, T> {
    fn view(&self) -> Instance<'_> {
        Instance::Object(self)
    }
}

impl<T: View> ObjectView for BTreeMap<String, T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn member(&self, name: &str) -> Option<Instance<'_>> {
        self.get(name).map(View::view)
    }

    fn each_member<'a>(&'a self, visit: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool {
        self.iter().all(|(name, value)| visit(name, value.view()))
    }
}

impl<T: View> ObjectView for &[(&'static str, T)] {
    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    fn member(&self, name: &str) -> Option<Instance<'_>> {
        self.iter().find(|member| member.0 == name).map(|member| member.1.view())
    }

    fn each_member<'a>(&'a self, visit: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool {
        self.iter().all(|(name, value)| visit(name, value.view()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_of_plain_values() {
        assert_eq!(7_u8.view().to_string(), "7");
        assert_eq!((-7_i64).view().to_string(), "-7");
        assert_eq!(7_i32.view(), 7.0.view());
        assert_eq!(f64::NAN.view(), Instance::Null);
        assert_eq!(vec![Box::new(true), Box::new(false)].view().to_string(), "[true,false]");
        let map = BTreeMap::from([("b".to_owned(), "x"), ("a".to_owned(), "y")]);
        assert_eq!(map.view().to_string(), r#"{"a":"y","b":"x"}"#);
        assert!(vec!["a"].view() != "a".view());
    }

    #[test]
    fn strings_are_escaped_as_json() {
        let text = "\"\\\n\r\t\u{8}\u{c}\u{1}é😀";
        // At every place of a block.
        for before in 0..70 {
            let text = ["x".repeat(before).as_str(), text, "x", text, &"é".repeat(before)].concat();
            assert_eq!(text.view().to_string(), serde_json::to_string(&text).unwrap());
        }
    }

    #[test]
    fn objects_are_equal_whatever_the_order() {
        let left: &[(&'static str, u64)] = &[("a", 1), ("b", 2)];
        let right: &[(&'static str, f64)] = &[("b", 2.0), ("a", 1.0)];
        let shorter: &[(&'static str, u64)] = &[("a", 1)];
        let renamed: &[(&'static str, u64)] = &[("a", 1), ("c", 2)];
        assert_eq!(Instance::Object(&left), Instance::Object(&right));
        assert_ne!(Instance::Object(&left), Instance::Object(&shorter));
        assert_ne!(Instance::Object(&shorter), Instance::Object(&left));
        assert_ne!(Instance::Object(&left), Instance::Object(&renamed));
    }
}
