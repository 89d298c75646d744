//! The README shows what is printed: every block of it that begins with a command line of `contracts`.

use std::{fs, process::Command};

use crate::support::repository;

/// Where a block of commands begins.
const BLOCK: &str = "```text\n$ ";

/// What the program prints in the repository, and how it ends.
fn printed(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_contracts"))
        .args(arguments)
        .current_dir(repository())
        .output()
        .expect("the program runs");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}

/// The arguments of a command line that runs `contracts`.
fn arguments(line: &str) -> Option<Vec<&str>> {
    let line = line.strip_prefix("cargo run -- ").or_else(|| line.strip_prefix("contracts "))?;
    Some(line.split_whitespace().collect())
}

#[test]
fn the_readme_shows_what_is_printed() {
    let path = repository().join("README.md");
    let readme = fs::read_to_string(&path).expect("the README");
    let (mut fresh, mut rest, mut shown) = (String::new(), readme.as_str(), Vec::new());
    while let Some((before, block)) = rest.split_once(BLOCK) {
        let (line, output) = block.split_once('\n').expect("a command line ends");
        let (old, after) = output.split_at(output.find("\n```\n").expect("the block ends") + 1);
        rest = after;
        fresh.extend([before, BLOCK, line, "\n"]);
        let Some(arguments) = arguments(line) else {
            fresh += old;
            continue;
        };
        let (text, status) = printed(&arguments);
        fresh += &text;
        shown.push((arguments.join(" "), status));
    }
    fresh += rest;
    let history =
        |old: &str, new: &str| format!("compat fixtures/compat/history/{old} fixtures/compat/history/{new}");
    let expected = [
        ("check".to_owned(), Some(0)),
        (history("1-released", "2-additive"), Some(0)),
        (history("2-additive", "3-narrowing"), Some(1)),
        (history("3-narrowing", "4-words"), Some(0)),
        (
            "compat value-schema/tests/versions/1-declared value-schema/tests/versions/2-narrowed".to_owned(),
            Some(1),
        ),
    ];
    assert_eq!(shown, expected, "the commands that the README shows, with their exit status");
    if fresh != readme {
        fs::write(&path, fresh).expect("the README can be written");
        panic!("the reports in README.md were stale; they are rewritten");
    }
}
