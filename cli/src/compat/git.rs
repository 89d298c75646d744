//! Reading files of another revision, through the `git` program.

use std::{
    collections::BTreeMap,
    env,
    io::{Read, Write},
    path,
    process::{Command, Output, Stdio},
};

use crate::{exit::Failure, files};

/// A repository, seen from a folder in it.
#[derive(Debug)]
pub(super) struct Repository {
    folder: String,
    /// The folder, as the repository names it: empty for its root, otherwise with a slash at the end.
    prefix: String,
}

/// A commit that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Revision {
    /// Its full hash.
    pub(super) commit: String,
    /// How reports call it.
    pub(super) label: String,
    /// What is worth knowing about how it was found.
    pub(super) note: Option<String>,
}

impl Repository {
    /// The repository that a folder lies in.
    pub(super) fn of(folder: &str) -> Result<Self, Failure> {
        let output = git(folder, &["rev-parse", "--show-prefix"])?;
        if !output.status.success() {
            let reason = reason(&output);
            // A repository of another user, as containers mount them.
            if reason.contains("dubious ownership") {
                return Err(Failure::new(format!("git does not open the repository of {folder:?}: {reason}")).with_help(
                    "if you trust it, tell git so: git config --global --add safe.directory REPOSITORY (its path)",
                ));
            }
            return Err(Failure::new(format!("{folder:?} is in no git repository: {reason}"))
                .with_help("compare two folders instead: contracts compat OLD NEW"));
        }
        Ok(Self { folder: folder.to_owned(), prefix: text(&output.stdout) })
    }

    /// Whether there is a commit at all.
    pub(super) fn has_commits(&self) -> Result<bool, Failure> {
        Ok(self.commit("HEAD")?.is_some())
    }

    /// The commit that a name stands for. A branch that only the remote has is found there.
    pub(super) fn revision(&self, name: &str) -> Result<Revision, Failure> {
        for candidate in [name.to_owned(), format!("origin/{name}")] {
            if let Some(commit) = self.commit(&candidate)? {
                return Ok(Revision { commit, label: candidate, note: None });
            }
        }
        let failure = Failure::new(format!("there is no revision {name:?} in this clone"));
        Err(if self.is_shallow()? {
            failure.with_help(format!(
                "the clone is shallow; fetch the revision first: git fetch origin {name}, or all of the history: git fetch \
                 --unshallow (in GitHub Actions: fetch-depth: 0 for actions/checkout)"
            ))
        } else {
            failure.with_help(format!(
                "look for it with: git branch --all, git tag; fetch it with: git fetch origin {name}"
            ))
        })
    }

    /// Where the history of the checked out commit left that of a revision.
    pub(super) fn merge_base(&self, name: &str) -> Result<Revision, Failure> {
        let tip = self.revision(name)?;
        let output = git(&self.folder, &["merge-base", &tip.commit, "HEAD"])?;
        if output.status.success() {
            let commit = text(&output.stdout);
            let note = (commit != tip.commit)
                .then(|| format!("compared with {}, where the history left {}", short(&commit), tip.label));
            return Ok(Revision { commit, label: tip.label, note });
        }
        let note = if self.is_shallow()? {
            format!(
                "the clone is too shallow to tell where the history left {0}, so this compares with the tip of {0}; for the \
                 right base fetch more: git fetch --unshallow (in GitHub Actions: fetch-depth: 0 for actions/checkout)",
                tip.label
            )
        } else {
            format!(
                "{0} and the checked out commit share no history, so this compares with the tip of {0}",
                tip.label
            )
        };
        Ok(Revision { note: Some(note), ..tip })
    }

    /// The paths of all files below the folder in a commit, relative to the folder.
    pub(super) fn list(&self, revision: &Revision) -> Result<Vec<String>, Failure> {
        // With a folder as the current one git lists that folder alone, with paths relative to it.
        let output = git(&self.folder, &["ls-tree", "-r", "-z", "--name-only", &revision.commit])?;
        if !output.status.success() {
            return Err(Failure::new(format!("cannot list the files of {}: {}", revision.label, reason(&output)))
                .with_help(incomplete(&revision.label)));
        }
        let listed = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }

    /// The contents of files in a commit, by their paths relative to the folder. What is no file is left out, and so is
    /// what this clone does not hold.
    pub(super) fn read(&self, revision: &Revision, paths: &[String]) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
        let unreadable = |why: &dyn std::fmt::Display| {
            Failure::new(format!("cannot read the files of {}: {why}", revision.label))
                .with_help(incomplete(&revision.label))
        };
        let mut child = command(&self.folder)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unreadable(&error))?;
        let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(unreadable(&"git has no streams"));
        };
        let names = paths.iter().map(|path| [&revision.commit, ":", &self.prefix, path, "\n"].concat());
        let wanted = names.collect::<Vec<_>>().concat();
        let mut bytes = Vec::new();
        // The names are written while the contents are read, so that neither side waits for the other.
        std::thread::scope(|scope| {
            let writing = scope.spawn(move || input.write_all(wanted.as_bytes()));
            let read = output.read_to_end(&mut bytes);
            writing
                .join()
                .map_err(|_| unreadable(&"the names could not be written"))?
                .map_err(|error| unreadable(&error))?;
            read.map_err(|error| unreadable(&error))
        })?;
        child.wait().map_err(|error| unreadable(&error))?;
        contents(&bytes, paths).ok_or_else(|| unreadable(&"git answers in another form than expected"))
    }

    fn commit(&self, name: &str) -> Result<Option<String>, Failure> {
        let name = format!("{name}^{{commit}}");
        let output = git(&self.folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name])?;
        Ok(output.status.success().then(|| text(&output.stdout)))
    }

    fn is_shallow(&self) -> Result<bool, Failure> {
        Ok(text(&git(&self.folder, &["rev-parse", "--is-shallow-repository"])?.stdout) == "true")
    }
}

/// Reads what `git cat-file --batch` answers: for each name a line `HASH TYPE SIZE`, the content, a newline.
fn contents(mut bytes: &[u8], paths: &[String]) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for path in paths {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let header = std::str::from_utf8(&bytes[..end]).ok()?;
        bytes = &bytes[end + 1..];
        let mut words = header.rsplit(' ');
        let last = words.next()?;
        if last == "missing" {
            continue;
        }
        let size: usize = last.parse().ok()?;
        let is_file = words.next() == Some("blob");
        let content = bytes.get(..size)?;
        bytes = bytes.get(size + 1..)?;
        if is_file {
            found.insert(path.clone(), content.to_vec());
        }
    }
    Some(found)
}

/// What to do when a commit is there and a part of it is not.
pub(super) fn incomplete(label: &str) -> String {
    format!(
        "the clone may be partial or damaged: fetch again with `git fetch --refetch origin`, see what `git fsck` says, or check \
         {label} out into another folder (git worktree add) and compare with it: contracts compat OLD NEW"
    )
}

/// The first characters of a hash, which tell commits apart for people.
pub(super) fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}

fn command(folder: &str) -> Command {
    let mut command = Command::new("git");
    command.current_dir(if folder.is_empty() { "." } else { folder }).env("LC_ALL", "C");
    // Git tells its hooks where the repository is, as it looks from where it runs them. From another folder that is not
    // true, so git looks for itself, except where somebody said where the working tree is as well.
    let has_work_tree = env::var_os("GIT_WORK_TREE").is_some();
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        let Some(value) = env::var_os(name) else { continue };
        match path::absolute(value) {
            Ok(path) if has_work_tree => command.env(name, path),
            _ => command.env_remove(name),
        };
    }
    command
}

fn git(folder: &str, arguments: &[&str]) -> Result<Output, Failure> {
    if !files::is_folder(folder) {
        return Err(Failure::new(format!("cannot read {folder:?}: there is no such folder"))
            .with_help("name the folder of the schemas: contracts compat --base main DIR"));
    }
    command(folder).args(arguments).stdin(Stdio::null()).output().map_err(|error| {
        Failure::new(format!("the program git cannot be run: {error}"))
            .with_help("install git, or compare two folders: contracts compat OLD NEW")
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches(['\n', '\r']).to_owned()
}

/// What git says about a failure, on one line.
fn reason(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().next().unwrap_or("git gives no reason").trim_start_matches("fatal: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_cat_file() {
        let paths = ["a", "b c", "d", "e"].map(str::to_owned);
        let bytes = b"1f blob 3\nx\ny\nHEAD:b c missing\n2f tree 2\nzz\n3f blob 0\n\n";
        let found = contents(bytes, &paths).expect("well-formed");
        let expected = [("a".to_owned(), b"x\ny".to_vec()), ("e".to_owned(), Vec::new())];
        assert_eq!(found, expected.into_iter().collect());
        assert_eq!(contents(b"1f blob 9\nx\n", &paths[..1]), None);
    }
}
