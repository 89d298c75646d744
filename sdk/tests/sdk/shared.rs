//! Fixtures that pin the clients of all languages to each other.

use std::{fs, path::PathBuf};

use caveman_sdk::Json;

/// The fixture files of this name: ours, and those that all clients share, when they are there.
pub(crate) fn fixtures(name: &str) -> Vec<(PathBuf, Json)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let own = root.join("fixtures").join(name);
    let shared = root.join("../../shared/suites/sdk").join(name);
    let mut files = vec![own];
    if shared.exists() {
        files.push(shared);
    } else {
        println!("skipped: no suites");
    }
    files
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let json = Json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            (file, json)
        })
        .collect()
}

/// What stands at a pointer.
#[track_caller]
pub(crate) fn at<'a>(json: &'a Json, pointer: &str) -> &'a Json {
    json.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer} in {json}"))
}

/// The text at a pointer.
#[track_caller]
pub(crate) fn text<'a>(json: &'a Json, pointer: &str) -> &'a str {
    at(json, pointer).as_str().unwrap_or_else(|| panic!("no text at {pointer} in {json}"))
}

/// The number at a pointer.
#[track_caller]
pub(crate) fn number(json: &Json, pointer: &str) -> f64 {
    at(json, pointer)
        .as_number()
        .and_then(contracts_types::Number::as_f64)
        .unwrap_or_else(|| panic!("no number at {pointer}"))
}

/// The items of the array at a pointer; there is at least one.
#[track_caller]
pub(crate) fn items<'a>(json: &'a Json, pointer: &str) -> &'a [Json] {
    let items = at(json, pointer).as_array().unwrap_or_else(|| panic!("no array at {pointer}"));
    assert!(!items.is_empty(), "nothing to check at {pointer}");
    items
}
