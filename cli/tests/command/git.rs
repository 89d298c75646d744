//! Scratch repositories.

use std::{
    path::Path,
    process::{Command, Output},
};

use crate::support::Folder;

/// The manifest of [`released`].
pub(crate) const MANIFEST: &str =
    "[set]\nname = \"shop\"\nversion = \"1.0.0\"\n\n[schemas.\"a.schema.json\"]\nversion = 1\n";

pub(crate) fn schema(most: u32) -> String {
    format!(r#"{{"$id": "https://example.com/a", "type": "integer", "maximum": {most}}}"#)
}

pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@example.com",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "protocol.file.allow=always",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .expect("git runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

pub(crate) fn commit(folder: &Folder, message: &str) {
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", message]);
}

/// A repository whose branch main has one commit.
pub(crate) fn released() -> Folder {
    let folder = Folder::new();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    folder.write("schemas/contracts.toml", MANIFEST);
    folder.write("schemas/a.schema.json", schema(9));
    commit(&folder, "release");
    git(folder.path(), &["tag", "v1.0.0"]);
    folder
}
