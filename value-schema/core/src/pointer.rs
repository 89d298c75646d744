//! Places in a value.

use std::fmt::{self, Write as _};

/// A JSON pointer (RFC 6901): the empty one is the whole value.
///
/// ```
/// use value_schema_core::Pointer;
///
/// let mut pointer = Pointer::root();
/// pointer.push_name("a/b");
/// pointer.push_index(3);
/// assert_eq!(pointer.as_str(), "/a~1b/3");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Pointer {
    text: String,
}

impl Pointer {
    /// The pointer to the whole value.
    pub const fn root() -> Self {
        Self { text: String::new() }
    }

    /// Goes on to the member with this name.
    pub fn push_name(&mut self, name: &str) {
        self.text.push('/');
        for character in name.chars() {
            match character {
                '~' => self.text.push_str("~0"),
                '/' => self.text.push_str("~1"),
                character => self.text.push(character),
            }
        }
    }

    /// Goes on to the item with this index, counted from 0.
    pub fn push_index(&mut self, index: usize) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "/{index}");
    }

    /// The pointer to the place that `rest` points to from here.
    #[must_use]
    pub fn join(mut self, rest: &Self) -> Self {
        self.text.push_str(&rest.text);
        self
    }

    /// Whether it points to the whole value.
    pub fn is_root(&self) -> bool {
        self.text.is_empty()
    }

    /// The pointer as RFC 6901 writes it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names and indexes on the way, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = String> {
        self.text.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
    }

    /// The pointer for a message: the whole value is `(root)`, and the middle of a long pointer is left out.
    pub fn shortened(&self) -> impl fmt::Display {
        Shortened(self)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl From<Pointer> for String {
    fn from(pointer: Pointer) -> Self {
        pointer.text
    }
}

struct Shortened<'a>(&'a Pointer);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 160;
        let text = &self.0.text;
        if text.is_empty() {
            f.write_str("(root)")
        } else if text.len() <= SHOWN {
            f.write_str(text)
        } else {
            let boundary = |at: &usize| text.is_char_boundary(*at);
            let end = (0..=SHOWN / 2).rev().find(boundary).unwrap_or(0);
            let start = (text.len() - SHOWN / 2..text.len()).find(boundary).unwrap_or(text.len());
            let tokens = text[end..start].matches('/').count();
            write!(f, "{}...({tokens} more)...{}", &text[..end], &text[start..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_come_back() {
        let mut pointer = Pointer::root();
        for name in ["", "~1", "a/b", "ü"] {
            pointer.push_name(name);
        }
        pointer.push_index(0);
        assert_eq!(pointer.as_str(), "//~01/a~1b/ü/0");
        assert_eq!(pointer.tokens().collect::<Vec<_>>(), ["", "~1", "a/b", "ü", "0"]);
    }

    #[test]
    fn a_message_has_room_for_a_part_of_a_long_one() {
        assert_eq!(Pointer::root().shortened().to_string(), "(root)");
        let mut pointer = Pointer::root();
        for _ in 0..1_000_000 {
            pointer.push_name("ü");
        }
        assert!(pointer.shortened().to_string().len() < 200);
    }
}
