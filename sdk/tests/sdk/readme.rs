//! The README shows what the example prints.

use std::{path::PathBuf, process::Command};

#[test]
fn the_example_prints_what_the_readme_shows() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    // Examples are built before the tests of their package are run.
    let mut example = std::env::current_exe().unwrap();
    example.pop();
    example.pop();
    example.push("examples");
    example.push(format!("gateway{}", std::env::consts::EXE_SUFFIX));
    if !example.exists() {
        println!("skipped: the example was not built");
        return;
    }
    let output = Command::new(example).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme = std::fs::read_to_string(root.join("../README.md")).unwrap();
    assert!(readme.contains(&format!("```text\n{printed}```")), "the README does not show this:\n{printed}");
}
