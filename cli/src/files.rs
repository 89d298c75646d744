//! Reading files and folders.
//!
//! A path is spelled as the user spelled it, with `/` between its parts; the same text names the file in findings.

use std::{
    fs,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use contracts_model::{Finding, Place};

use crate::{exit::Failure, report::Texts, rules};

/// The path, and the name in findings, of the standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The most bytes of a file that are read.
const LARGEST: u64 = 256 << 20;

/// The most folders that may stand in one another.
const DEEPEST: usize = 64;

/// The text of a file.
///
/// # Errors
///
/// The outer error says that the file cannot be read, the inner one that it holds no UTF-8.
pub(crate) fn read(path: &str, texts: &mut Texts) -> Result<Result<Arc<str>, Finding>, Failure> {
    let bytes = if path == STANDARD_INPUT { read_bounded(io::stdin().lock()) } else { read_bytes(path) };
    let bytes = bytes.map_err(|error| unreadable(path, &error))?;
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text: Arc<str> = text.into();
            texts.insert(path, text.clone());
            Ok(Ok(text))
        }
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            let before = &text[..valid];
            let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
            let place = Place {
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
                span: (valid, valid + char::REPLACEMENT_CHARACTER.len_utf8()),
                ..Place::file(path)
            };
            texts.insert(path, text.into());
            Ok(Err(rules::NOT_UTF_8
                .finding(place, "the file is not UTF-8 text")
                .with_help("save it as UTF-8 (RFC 8259 section 8.1)")))
        }
    }
}

fn read_bytes(path: &str) -> io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    read_bounded(file)
}

fn read_bounded(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// The failure of a path that cannot be read.
pub(crate) fn unreadable(path: &str, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::FileTooLarge => format!("it is larger than {} MiB", LARGEST >> 20),
        _ => error.to_string(),
    };
    let failure = Failure::new(format!("cannot read {path:?}: {reason}"));
    match error.kind() {
        io::ErrorKind::NotFound => {
            failure.with_help("look at the spelling; a path is relative to the current folder")
        }
        io::ErrorKind::PermissionDenied => {
            failure.with_help("allow the user that runs this command to read it (on Unix: chmod, chown)")
        }
        io::ErrorKind::IsADirectory => failure.with_help("name a file in it"),
        _ => failure,
    }
}

/// A path as it is spelled in findings.
pub(crate) fn spelled(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let trimmed = path.trim_end_matches('/');
    let trimmed = if trimmed.is_empty() && path.starts_with('/') { "/" } else { trimmed };
    let mut rest = trimmed;
    while let Some(shorter) = rest.strip_prefix("./") {
        rest = shorter.trim_start_matches('/');
    }
    if rest.is_empty() { ".".into() } else { rest.into() }
}

/// A path in a folder.
pub(crate) fn join(folder: &str, name: &str) -> String {
    match folder {
        "." | "" => name.to_owned(),
        _ if folder.ends_with('/') => format!("{folder}{name}"),
        _ => format!("{folder}/{name}"),
    }
}

/// The last part of a path.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder that a path lies in.
pub(crate) fn folder(path: &str) -> &str {
    match path.rsplit_once('/') {
        None => ".",
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
    }
}

/// A path as it is spelled inside a folder; `None` when it lies elsewhere.
pub(crate) fn relative<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    match folder {
        "." => Some(path).filter(|path| !path.starts_with('/') && !path.starts_with("../")),
        "/" => path.strip_prefix('/'),
        _ => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// What a folder holds, sorted by name.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    /// Names of the files, symbolic links to files included.
    pub(crate) files: Vec<String>,
    /// Names of the folders, symbolic links to folders included.
    pub(crate) folders: Vec<String>,
    /// Names of the folders that are symbolic links.
    pub(crate) linked: Vec<String>,
}

/// What stands in a folder; names that start with a dot are left out.
pub(crate) fn list(path: &str) -> io::Result<Folder> {
    let mut folder = Folder::default();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            return Err(io::Error::other(format!("{} is not a UTF-8 name", entry.file_name().display())));
        };
        if name.starts_with('.') {
            continue;
        }
        let link = entry.file_type()?.is_symlink();
        // A link that leads nowhere counts as a file, so that reading it says so.
        if fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir()) {
            if link {
                folder.linked.push(name.clone());
            }
            folder.folders.push(name);
        } else {
            folder.files.push(name);
        }
    }
    folder.files.sort_unstable();
    folder.folders.sort_unstable();
    Ok(folder)
}

/// Paths of all files below a folder that end in a suffix, sorted. Linked folders are not entered.
pub(crate) fn walk(path: &str, suffix: &str) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    walk_into(path, suffix, DEEPEST, &mut found)?;
    found.sort_unstable();
    Ok(found)
}

fn walk_into(path: &str, suffix: &str, depth: usize, found: &mut Vec<String>) -> Result<(), Failure> {
    if depth == 0 {
        return Err(Failure::new(format!("{path:?} lies more than {DEEPEST} folders deep")));
    }
    let folder = list(path).map_err(|error| unreadable(path, &error))?;
    found.extend(folder.files.iter().filter(|name| name.ends_with(suffix)).map(|name| join(path, name)));
    for name in folder.folders.iter().filter(|name| !folder.linked.contains(name)) {
        walk_into(&join(path, name), suffix, depth - 1, found)?;
    }
    Ok(())
}

/// Whether a path is a folder.
pub(crate) fn is_folder(path: &str) -> bool {
    Path::new(path).is_dir()
}

/// Whether a path is a file.
pub(crate) fn is_file(path: &str) -> bool {
    Path::new(path).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_spelling() {
        for (given, expected) in
            [("./a/b/", "a/b"), (".", "."), ("./", "."), ("a", "a"), ("/", "/"), ("../a", "../a"), (".//a", "a")]
        {
            assert_eq!(spelled(given), expected);
        }
        assert_eq!(join(".", "a"), "a");
        assert_eq!(join("/", "a"), "/a");
        assert_eq!(join("a", "b"), "a/b");
        assert_eq!(name("a/b"), "b");
        for (path, expected) in [("a/b/c", "a/b"), ("a", "."), ("/a", "/"), ("../a", "..")] {
            assert_eq!(folder(path), expected);
        }
        assert_eq!(relative("a", "a/b/c"), Some("b/c"));
        assert_eq!(relative("a", "ab/c"), None);
        assert_eq!(relative(".", "a/b"), Some("a/b"));
        assert_eq!(relative(".", "../a"), None);
        assert_eq!(relative("/", "/a"), Some("a"));
    }
}
