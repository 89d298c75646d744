//! TypeScript types from schemas.

use std::{borrow::Cow, fmt::Write as _};

use thiserror::Error;

use crate::{JsonSchemaNode, JsonValue, NodeKind, ScalarType, ToolSchema};

/// A name that no exported TypeScript type can have.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{name:?} cannot be the name of a TypeScript type: {reason}")]
pub struct TypescriptName {
    /// The name.
    pub name: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

const JSON_VALUE: &str =
    "export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };\n";

/// Names that TypeScript keeps for itself, or that would hide a type which the rendered text or its reader needs.
const RESERVED: [&str; 50] = [
    "any",
    "as",
    "async",
    "await",
    "bigint",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "never",
    "new",
    "null",
    "number",
    "object",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "string",
    "super",
    "symbol",
    "this",
    "throw",
    "undefined",
    "unknown",
    "void",
];
const MORE_RESERVED: [&str; 13] = [
    "switch", "true", "try", "type", "typeof", "var", "while", "with", "yield", "infer", "keyof", "readonly",
    "unique",
];

/// The TypeScript text of a schema: an exported `interface` (a closed object) or `type` (everything else), and the type
/// `JsonValue`, should it be needed.
///
/// Titles and descriptions are `JSDoc` comments. What is open is an intersection with `{ [key: string]: JsonValue }`, because
/// an index signature beside optional properties would have to admit `undefined`. TypeScript has no integers and no
/// exactly-one unions: an integer is `number`, and a value that two branches take has the type although it is not valid.
/// The text is exact at any depth; how deep a type may be is a matter of the compiler that reads it.
///
/// # Errors
/// When the name is not one for a type.
///
/// ```
/// use value_schema_core::{JsonValue, assert_supported_json_schema, typescript_type};
///
/// let wire = JsonValue::from_text(
///     r#"{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}"#,
/// )?;
/// let text = typescript_type(&assert_supported_json_schema(&wire)?, "Weather")?;
/// assert_eq!(text, "export interface Weather {\n  city: string;\n}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn typescript_type(schema: &JsonSchemaNode, name: &str) -> Result<String, TypescriptName> {
    module([(name, Some(schema))])
}

/// The TypeScript text of several schemas of tools, in one module. A schema that is not in the supported subset is
/// `unknown`.
///
/// # Errors
/// When a name is not one for a type, or two are the same.
pub fn typescript_module<'s>(
    schemas: impl IntoIterator<Item = (&'s str, &'s ToolSchema)>,
) -> Result<String, TypescriptName> {
    module(schemas.into_iter().map(|(name, schema)| (name, schema.node())))
}

fn module<'s>(
    schemas: impl IntoIterator<Item = (&'s str, Option<&'s JsonSchemaNode>)>,
) -> Result<String, TypescriptName> {
    let mut taken = std::collections::HashSet::new();
    let mut writer = Writer::default();
    for (name, schema) in schemas {
        check_name(name)?;
        if !taken.insert(name) {
            return Err(TypescriptName { name: name.to_owned(), reason: "another type has it already" });
        }
        writer.declaration(name, schema);
    }
    if writer.needs_json_value {
        if !writer.text.is_empty() {
            writer.text.push('\n');
        }
        writer.text.push_str(JSON_VALUE);
    }
    Ok(writer.text)
}

fn check_name(name: &str) -> Result<(), TypescriptName> {
    let refused = |reason| Err(TypescriptName { name: name.to_owned(), reason });
    if !is_identifier(name) {
        return refused("use letters, digits, `_` and `$`, and begin with no digit");
    }
    if RESERVED.contains(&name) || MORE_RESERVED.contains(&name) {
        return refused("TypeScript keeps it for itself");
    }
    if name == "JsonValue" {
        return refused("the type of any JSON value has it");
    }
    Ok(())
}

fn is_identifier(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
}

#[derive(Default)]
struct Writer {
    text: String,
    needs_json_value: bool,
}

/// What is still to be written. The last one is next.
enum Task {
    Text(Cow<'static, str>),
    Docs(JsonSchemaNode, usize),
    Type {
        schema: JsonSchemaNode,
        /// How many objects it stands in.
        level: usize,
        /// Whether an operator follows that binds more than `|` and `&`.
        grouped: bool,
    },
}

/// Levels beyond this one are not indented further, so that the text stays in proportion to the schema.
const INDENTED: usize = 16;

fn indentation(level: usize) -> &'static str {
    const SPACES: &str = "                                ";
    &SPACES[..2 * level.min(INDENTED)]
}

impl Writer {
    fn declaration(&mut self, name: &str, schema: Option<&JsonSchemaNode>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let Some(schema) = schema else {
            self.text.push_str("export type ");
            self.text.push_str(name);
            self.text.push_str(" = unknown;\n");
            return;
        };
        self.docs(schema, 0);
        let is_interface = matches!(schema.kind(), NodeKind::Object(object) if !object.is_open());
        self.text.push_str(if is_interface { "export interface " } else { "export type " });
        self.text.push_str(name);
        self.text.push_str(if is_interface { " " } else { " = " });
        self.write(schema);
        self.text.push_str(if is_interface { "\n" } else { ";\n" });
    }

    fn write(&mut self, schema: &JsonSchemaNode) {
        let mut tasks = vec![Task::Type { schema: schema.clone(), level: 0, grouped: false }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.text.push_str(&text),
                Task::Docs(schema, level) => self.docs(&schema, level),
                Task::Type { schema, level, grouped } => {
                    let before = tasks.len();
                    self.begin(&schema, level, grouped, &mut tasks);
                    tasks[before..].reverse();
                }
            }
        }
    }

    /// Adds what a type is made of to the tasks, in the order of the text.
    fn begin(&mut self, schema: &JsonSchemaNode, level: usize, grouped: bool, tasks: &mut Vec<Task>) {
        let text = |text: &'static str| Task::Text(Cow::Borrowed(text));
        match schema.kind() {
            NodeKind::Scalar(scalar) => {
                let literals = scalar.literals().unwrap_or_default();
                let grouped = grouped && literals.len() > 1;
                if grouped {
                    self.text.push('(');
                }
                for (index, value) in literals.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { " | " });
                    self.text.push_str(&literal(value));
                }
                if literals.is_empty() {
                    self.text.push_str(scalar_type(scalar.scalar_type()));
                }
                if grouped {
                    self.text.push(')');
                }
            }
            NodeKind::Array(array) => {
                if let Some(items) = array.items() {
                    tasks.push(Task::Type { schema: items, level, grouped: true });
                    tasks.push(text("[]"));
                } else {
                    self.needs_json_value = true;
                    self.text.push_str("JsonValue[]");
                }
            }
            NodeKind::OneOf(union) => {
                if grouped {
                    self.text.push('(');
                }
                for (index, branch) in union.branches().enumerate() {
                    if index > 0 {
                        tasks.push(text(" | "));
                    }
                    tasks.push(Task::Type { schema: branch, level, grouped: false });
                }
                if grouped {
                    tasks.push(text(")"));
                }
            }
            NodeKind::Object(object) => {
                let properties = object.properties();
                let (open, none) = (object.is_open(), properties.len() == 0);
                self.needs_json_value |= open;
                if none {
                    // `{}` would be anything but null and undefined.
                    self.text.push_str(if open {
                        "{ [key: string]: JsonValue }"
                    } else {
                        "{ [key: string]: never }"
                    });
                    return;
                }
                let grouped = grouped && open;
                self.text.push_str(if grouped { "({\n" } else { "{\n" });
                for property in properties {
                    let has_docs = property.schema.title().is_some() || property.schema.description().is_some();
                    if has_docs {
                        tasks.push(Task::Docs(property.schema.clone(), level + 1));
                    }
                    let name =
                        if is_identifier(property.name) { property.name.to_owned() } else { quoted(property.name) };
                    let mark = if property.required { "" } else { "?" };
                    tasks.push(Task::Text(format!("{}{name}{mark}: ", indentation(level + 1)).into()));
                    tasks.push(Task::Type { schema: property.schema, level: level + 1, grouped: false });
                    tasks.push(text(";\n"));
                }
                tasks.push(text(indentation(level)));
                tasks.push(text(match (open, grouped) {
                    (false, _) => "}",
                    (true, false) => "} & { [key: string]: JsonValue }",
                    (true, true) => "} & { [key: string]: JsonValue })",
                }));
            }
            // Any JSON, and kinds of schemas that may come one day.
            _ => {
                self.needs_json_value = true;
                self.text.push_str("JsonValue");
            }
        }
    }

    /// Title and description as a `JSDoc` comment.
    fn docs(&mut self, schema: &JsonSchemaNode, level: usize) {
        let paragraphs =
            [schema.title(), schema.description()].map(|text| text.map(comment_lines).unwrap_or_default());
        let [title, description] = paragraphs;
        let between = (!title.is_empty() && !description.is_empty()).then(String::new);
        let lines: Vec<String> = title.into_iter().chain(between).chain(description).collect();
        let indentation = indentation(level);
        match lines.as_slice() {
            [] => {}
            [line] => {
                self.text.push_str(indentation);
                self.text.push_str("/** ");
                self.text.push_str(line);
                self.text.push_str(" */\n");
            }
            lines => {
                self.text.push_str(indentation);
                self.text.push_str("/**\n");
                for line in lines {
                    self.text.push_str(indentation);
                    self.text.push_str(if line.is_empty() { " *" } else { " * " });
                    self.text.push_str(line);
                    self.text.push('\n');
                }
                self.text.push_str(indentation);
                self.text.push_str(" */\n");
            }
        }
    }
}

fn scalar_type(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::String => "string",
        ScalarType::Number | ScalarType::Integer => "number",
        ScalarType::Boolean => "boolean",
        ScalarType::Null => "null",
    }
}

fn literal(value: &JsonValue) -> String {
    match value {
        JsonValue::String(text) => quoted(text),
        other => other.to_text(),
    }
}

/// A string literal. What would look like something else in an editor is escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    for character in JsonValue::from(text).to_text().chars() {
        if is_hidden(character) {
            // Writing to a string does not fail.
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(quoted, "\\u{unit:04x}");
            }
        } else {
            quoted.push(character);
        }
    }
    quoted
}

/// The lines of a foreign text inside of a comment: it cannot end the comment, and it adds no tags.
fn comment_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|line| comment_line(line.trim())).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..blank);
    lines
}

fn comment_line(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    let mut previous = ' ';
    for character in line.chars() {
        match character {
            '/' if previous == '*' || escaped.is_empty() => escaped.push_str("\\/"),
            // A tag begins a line or follows white space or a brace.
            '@' if previous.is_whitespace() || previous == '{' => escaped.push_str("\\@"),
            other if other.is_control() || is_hidden(other) => {
                // Writing to a string does not fail.
                let _ = write!(escaped, "U+{:04X}", u32::from(other));
            }
            other => escaped.push(other),
        }
        previous = character;
    }
    escaped
}

/// Line separators, text direction and other invisible characters.
fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            // Tags: a whole text can be written in them.
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_supported_json_schema;

    fn rendered(wire: &str) -> String {
        let wire = JsonValue::from_text(wire).expect("JSON");
        typescript_type(&assert_supported_json_schema(&wire).expect("a schema"), "T").expect("a name")
    }

    #[test]
    fn scalars_and_literals() {
        for (wire, wanted) in [
            (r#"{"type": "string"}"#, "export type T = string;\n"),
            (r#"{"type": "integer"}"#, "export type T = number;\n"),
            (r#"{"type": "null"}"#, "export type T = null;\n"),
            (r#"{"type": "boolean", "const": true}"#, "export type T = true;\n"),
            (r#"{"type": "string", "enum": ["a", "\"b"]}"#, "export type T = \"a\" | \"\\\"b\";\n"),
            (r#"{"type": "integer", "enum": [-1, 2]}"#, "export type T = -1 | 2;\n"),
            (r#"{"type": "array", "items": {"type": "integer", "enum": [1, 2]}}"#, "export type T = (1 | 2)[];\n"),
            (
                r#"{"type": "array", "items": {"oneOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}}]}}"#,
                "export type T = (null | string[])[];\n",
            ),
        ] {
            assert_eq!(rendered(wire), wanted);
        }
    }

    #[test]
    fn an_empty_closed_object_has_no_members() {
        let text = rendered(r#"{"type": "object", "additionalProperties": false}"#);
        assert_eq!(text, "export interface T { [key: string]: never }\n");
    }

    #[test]
    fn nothing_in_a_literal_is_hidden() {
        for (text, wanted) in [
            ("a\u{2028}\u{202e}", r#""a\u2028\u202e""#),
            ("\u{7f}\u{ad}\u{61c}", r#""\u007f\u00ad\u061c""#),
            ("\u{e0041}", r#""\udb40\udc41""#),
            ("é日🎈", "\"é日🎈\""),
        ] {
            assert_eq!(quoted(text), wanted);
        }
    }

    #[test]
    fn foreign_text_stays_in_its_comment() {
        for (line, wanted) in [
            ("ends */ here", "ends *\\/ here"),
            ("/", "\\/"),
            ("**/ evil()", "**\\/ evil()"),
            ("@deprecated", "\\@deprecated"),
            ("{@link x} a@b", "{\\@link x} a@b"),
            ("\u{202e}x\u{2028}y\rz", "U+202Ex"),
            ("\u{61c}\u{e0041}\u{9b}", "U+061CU+E0041U+009B"),
        ] {
            assert_eq!(comment_line(line).split("U+2028").next(), Some(wanted), "{line}");
        }
    }

    #[test]
    fn names_are_checked() {
        let wire = assert_supported_json_schema(&JsonValue::from_text("{}").expect("JSON")).expect("a schema");
        for name in ["", "1a", "a-b", "string", "unique", "JsonValue", "a;b", "ä"] {
            assert!(typescript_type(&wire, name).is_err(), "{name}");
        }
        assert_eq!(typescript_type(&wire, "$_1"), Ok(format!("export type $_1 = JsonValue;\n\n{JSON_VALUE}")));
    }
}
