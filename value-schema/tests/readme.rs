//! What the README shows of this crate is what it gives.

use std::{fs, path::Path};

use value_schema::{JsonSchemaNode, JsonValue, typescript_type};

#[path = "../examples/tools.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod tools;

/// The block of the README that follows a marker.
fn block(marker: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(path).expect("the README");
    let (_, after) = readme.split_once(&format!("<!-- {marker} -->\n")).expect(marker);
    let (_, block) = after.split_once('\n').expect("a block");
    let (block, _) = block.split_once("\n```\n").expect("the end of a block");
    assert!(!block.trim().is_empty(), "the block {marker} shows nothing");
    format!("{block}\n")
}

fn schema() -> &'static JsonSchemaNode {
    tools::Forecast::schema()
}

#[test]
fn the_declaration_is_that_of_the_example() {
    assert!(include_str!("../examples/tools.rs").contains(&block("tools: declaration")));
}

#[test]
fn the_rust_types_are_those_of_the_declaration() {
    let fresh = value_schema_rust::rust_text(schema(), "Forecast").expect("a name");
    for item in block("tools: rust").split_terminator("\n\n") {
        assert!(fresh.contains(item.trim_end()), "README shows\n{item}\nand the types are\n{fresh}");
    }
}

#[test]
fn the_wire_schema_is_that_of_the_macro() {
    let shown = JsonValue::from_text(&block("tools: wire schema")).expect("JSON");
    assert_eq!(shown.to_text(), tools::Forecast::SCHEMA_TEXT);
    // What the README compares begins with this declaration.
    let declared = JsonValue::from_text(include_str!("versions/1-declared/forecast.json")).expect("JSON");
    assert_eq!(declared.to_text(), tools::Forecast::SCHEMA_TEXT);
}

#[test]
fn the_typescript_is_rendered() {
    assert_eq!(block("tools: typescript"), typescript_type(schema(), "Forecast").expect("a name"));
}

#[test]
fn the_example_prints_what_is_shown() {
    let mut printed = Vec::new();
    tools::report(&mut printed).expect("the example runs");
    assert_eq!(block("tools: output"), String::from_utf8(printed).expect("text"));
}
