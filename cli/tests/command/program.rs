//! The program itself: exit statuses, streams, the current folder.

use std::process::{Command, Output};

use crate::support::{Folder, SET};

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_contracts"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("the program runs")
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn exit_statuses() {
    let folder = Folder::with(SET);
    assert_eq!(status(&run(&folder, &["check"])), Some(0));
    assert_eq!(status(&run(&folder, &["--help"])), Some(0));
    assert_eq!(status(&run(&folder, &["--version"])), Some(0));
    for wrong in [&["frob"][..], &[], &["check", "--format", "xml"], &["validate"], &["check", "nowhere"]] {
        let output = run(&folder, wrong);
        assert_eq!(status(&output), Some(3), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{wrong:?}");
    }
    folder.write("schemas/rates.json", "{}");
    assert_eq!(status(&run(&folder, &["check"])), Some(1));
}

#[test]
fn the_set_of_the_current_folder() {
    let folder = Folder::with(SET);
    let output = run(&folder, &["check"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.ends_with("set shop in schemas: 0 errors, 0 warnings\n"), "{text}");
    assert!(output.stderr.is_empty());

    let names = SET.iter().map(|(path, text)| (path.strip_prefix("schemas/").unwrap_or(path), *text));
    let files: Vec<(&str, String)> =
        names.map(|(path, text)| (path, text.replace("../fixtures", "fixtures"))).collect();
    let folder = Folder::new();
    for (path, text) in &files {
        folder.write(path, text);
    }
    let output = run(&folder, &["check"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.ends_with("set shop in .: 0 errors, 0 warnings\n"), "{text}");

    let output = run(&Folder::new(), &["check"]);
    assert_eq!(status(&output), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no contracts.toml in schemas or"));
}

#[test]
fn names_are_relative_to_where_one_stands() {
    let folder = Folder::with(SET);
    folder.write("fixtures/order/valid/small.json", "{}");
    let output = run(&folder, &["check", "./schemas/", "--format", "github"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.contains("::error file=fixtures/order/valid/small.json,line=1,col=1,title=invalid-document::"),
        "{text}"
    );
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let folder = Folder::with(SET);
    let mut child = Command::new(env!("CARGO_BIN_EXE_contracts"))
        .arg("rules")
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
