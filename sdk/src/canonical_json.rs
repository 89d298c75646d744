//! Canonical JSON: one text per value, the same in every client.
//!
//! No spaces; members in the order of the UTF-16 code units of their names; numbers as ECMAScript writes an `f64`;
//! strings escaped no more than JSON demands. What JSON cannot write is `null`.

use std::cmp::Ordering;

use contracts_runtime::{Json, NumberRef, Object};

/// The canonical text of a value.
pub(crate) fn canonical(value: &Json) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// Adds the canonical text of a value to another.
pub(crate) fn canonical_into(value: &Json, out: &mut String) {
    write(value, out);
}

/// A finite number as ECMAScript writes it; what is not finite as one of its words that JSON does not have.
pub(crate) fn number(value: f64) -> String {
    ryu_js::Buffer::new().format(value).to_owned()
}

/// The canonical text of an array.
pub(crate) fn canonical_array(items: &[Json]) -> String {
    let mut out = String::new();
    write_array(items, &mut out);
    out
}

/// The canonical text of an object.
pub(crate) fn canonical_object(members: &Object) -> String {
    let mut out = String::new();
    write_object(members, &mut out);
    out
}

/// A text as a JSON string, with quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_string(text, &mut out);
    out
}

fn write(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(true) => out.push_str("true"),
        Json::Bool(false) => out.push_str("false"),
        Json::Number(number) => {
            if !write_number(number.to_ref(), out) {
                out.push_str("null");
            }
        }
        Json::String(text) => write_string(text, out),
        Json::Array(items) => write_array(items, out),
        Json::Object(members) => write_object(members, out),
    }
}

fn write_array(items: &[Json], out: &mut String) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}

fn write_object(members: &Object, out: &mut String) {
    out.push('{');
    let mut separator = "";
    let mut member = |(name, value): (&str, &Json)| {
        out.push_str(separator);
        separator = ",";
        write_string(name, out);
        out.push(':');
        write(value, out);
    };
    // The members stand in the order of their bytes. That is the order of the code units too, unless a character above
    // the surrogates (U+E000 and more, in UTF-8 from 0xEE) is among them.
    if members.keys().any(|name| name.bytes().any(|byte| byte >= 0xee)) {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_by(|left, right| compare_code_units(left.0, right.0));
        sorted.into_iter().for_each(member);
    } else {
        members.iter().for_each(&mut member);
    }
    out.push('}');
}

fn compare_code_units(left: &str, right: &str) -> Ordering {
    left.encode_utf16().cmp(right.encode_utf16())
}

/// Writes a finite number and answers whether it is one.
fn write_number(number: NumberRef<'_>, out: &mut String) -> bool {
    let Some(value) = number.as_f64().filter(|value| value.is_finite()) else { return false };
    out.push_str(ryu_js::Buffer::new().format_finite(value));
    true
}

fn write_string(text: &str, out: &mut String) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    out.push('"');
    let mut plain = 0;
    // Byte by byte, which is faster than whole blocks where a prompt has many lines and quotes.
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x8 => "\\b",
            0xc => "\\f",
            0..=0x1f => "\\u00",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(escape);
        if escape.len() > 2 {
            out.extend([HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 0xf)]]);
        }
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json_text::parse_json_text as parse;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(canonical(&parse(text).unwrap()), expected, "{text}");
    }

    #[test]
    fn numbers_as_ecmascript_writes_them() {
        for (text, expected) in [
            ("1.0", "1"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("-1.50", "-1.5"),
            ("1e20", "100000000000000000000"),
            ("1e21", "1e+21"),
            ("123456789012345680000", "123456789012345680000"),
            ("1e-6", "0.000001"),
            ("1e-7", "1e-7"),
            ("1.5e-7", "1.5e-7"),
            ("9007199254740993", "9007199254740992"),
            ("18446744073709551615", "18446744073709552000"),
            ("-9223372036854775808", "-9223372036854776000"),
            ("0.1", "0.1"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("333333333.33333329", "333333333.3333333"),
            ("1e400", "null"),
            ("-1e400", "null"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn members_stand_in_the_order_of_their_code_units() {
        check(
            r#"{"é":1,"a":2,"B":3,"2":4,"10":5,"":6,"～":7,"😀":8}"#,
            r#"{"":6,"10":5,"2":4,"B":3,"a":2,"é":1,"😀":8,"～":7}"#,
        );
        check(r#"[{"b":{"d":1,"c":2},"a":[]}]"#, r#"[{"a":[],"b":{"c":2,"d":1}}]"#);
        check(
            "{\"\u{e000}\":1,\"\u{10ffff}\":2,\"\u{d7ff}\":3}",
            "{\"\u{d7ff}\":3,\"\u{10ffff}\":2,\"\u{e000}\":1}",
        );
    }

    #[test]
    fn strings_are_escaped_no_more_than_needed() {
        check(
            r#""\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001f\"\\\/\u007f\u2028\u2029é😀""#,
            "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\\"\\\\/\u{7f}\u{2028}\u{2029}é😀\"",
        );
        assert_eq!(quoted("a\"b"), r#""a\"b""#);
        assert_eq!(quoted(""), r#""""#);
    }

    #[test]
    fn one_text_per_value() {
        check(" [ true , false , null , { } , [ ] ] ", "[true,false,null,{},[]]");
        check(r#"{"b":1,"a":2}"#, r#"{"a":2,"b":1}"#);
    }

    #[test]
    fn reading_the_canonical_text_gives_the_value_back() {
        let value = parse(r#"{"x":[1.5,"\u001f",{"～":1,"😀":[-0.000001,1e300]}],"":null}"#).unwrap();
        assert_eq!(parse(&canonical(&value)).unwrap(), value);
    }

    #[test]
    fn every_character_is_escaped_as_others_escape_it() {
        let text: String = (0..0x3000).chain(0xFFF0..0x10010).filter_map(char::from_u32).collect();
        assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        for character in text.chars().take(0x100) {
            let text = format!("a{character}{character}é");
            assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        }
    }
}
