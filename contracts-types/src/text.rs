//! White space as the clients of the gateway trim it.
//!
//! It is that of ECMAScript: Unicode's white space without the next-line character U+0085, and with the byte-order mark
//! U+FEFF.

/// Whether a character is white space.
pub fn is_white_space(character: char) -> bool {
    character == '\u{FEFF}' || (character.is_whitespace() && character != '\u{85}')
}

/// A text without the white space around it.
///
/// ```
/// assert_eq!(contracts_types::text::trim("\u{FEFF} a b\u{A0}\n"), "a b");
/// assert_eq!(contracts_types::text::trim("\u{85}"), "\u{85}");
/// ```
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_white_space)
}

/// Whether a text has nothing but white space in it.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_white_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_that_of_ecmascript() {
        // ECMA-262, WhiteSpace and LineTerminator; Zs of Unicode 16.
        let listed = "\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\
                      \u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";
        let found: String = ('\0'..=char::MAX).filter(|character| is_white_space(*character)).collect();
        assert_eq!(found, listed);
        assert!(is_blank(listed) && is_blank("") && !is_blank("\u{85}") && !is_blank("\u{180e}"));
    }
}
