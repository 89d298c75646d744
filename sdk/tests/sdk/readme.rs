//! The README shows what the example prints.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The program of the example. It is there when all targets of the package are tested; where only some are, it is built now.
fn example() -> PathBuf {
    let mut example = std::env::current_exe().unwrap();
    example.pop();
    example.pop();
    example.push("examples");
    example.push(format!("gateway{}", std::env::consts::EXE_SUFFIX));
    if example.exists() {
        return example;
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--example", "gateway"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    example
}

#[test]
fn the_example_prints_what_the_readme_shows() {
    let output = Command::new(example()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    for beginning in ["compress: ", "tools found: ", "decision: ", "span: ", "exported: "] {
        assert!(printed.lines().any(|line| line.starts_with(beginning)), "{beginning} in {printed}");
    }
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let (_, shown) = readme.split_once("`cargo run -p caveman-sdk --example gateway`").expect("the command");
    let (_, shown) = shown.split_once("```text\n").expect("a block below the command");
    let (shown, _) = shown.split_once("```").unwrap();
    assert_eq!(shown, printed);
}
