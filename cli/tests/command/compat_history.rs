//! The history of the policy contract under `fixtures/compat/history`, and the reports that the README shows.

use std::{fs, process::Command};

use crate::support::repository;

/// What the program prints in the repository, and how it ends.
fn printed(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_contracts"))
        .args(arguments)
        .current_dir(repository())
        .output()
        .expect("the program runs");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}

#[test]
fn the_readme_shows_what_is_printed() {
    let path = repository().join("README.md");
    let readme = fs::read_to_string(&path).expect("the README");
    let mut fresh = readme.clone();
    for (old, new, status) in
        [("1-released", "2-additive", 0), ("2-additive", "3-narrowing", 1), ("3-narrowing", "4-words", 0)]
    {
        let folder = |name: &str| format!("fixtures/compat/history/{name}");
        let (text, found) = printed(&["compat", &folder(old), &folder(new)]);
        assert_eq!(found, Some(status), "{old} {new}: {text}");
        let start = format!("```\n$ contracts compat {} {}\n", folder(old), folder(new));
        let begin = fresh.find(&start).unwrap_or_else(|| panic!("the README shows no {start}")) + start.len();
        let end = begin + fresh[begin - 1..].find("\n```\n").expect("the end of the block");
        fresh.replace_range(begin..end, &text);
    }
    if fresh != readme {
        fs::write(&path, fresh).expect("the README can be written");
        panic!("the reports in README.md were stale; they are rewritten");
    }
}
