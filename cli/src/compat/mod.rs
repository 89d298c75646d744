//! `compat`: two versions of schemas, or the working tree against a revision.

pub(crate) mod batch;
mod git;
mod load;

use contracts_compat::{Budget, Directions, Options, Report, Snapshot, compare, compare_with_base, report};

use self::git::Repository;
use crate::{
    args::{CompatArgs, Direction},
    contract_set::ContractSet,
    exit::{ExitStatus, Failure},
    files,
    report::Texts,
    resources::Resource,
};

/// A comparison with the texts that it speaks about.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// What was found.
    pub(crate) report: Report,
    /// The texts of both versions.
    pub(crate) texts: Texts,
}

impl Comparison {
    /// How the run ends.
    pub(crate) fn status(&self) -> ExitStatus {
        match self.report.exit {
            0 => ExitStatus::Clean,
            1 => ExitStatus::Findings,
            2 => ExitStatus::Undecided,
            _ => ExitStatus::Failure,
        }
    }
}

/// The JSON Schema of the report, as `--report-schema` prints it.
pub(crate) fn report_schema() -> String {
    // A value without special numbers always has a text.
    serde_json::to_string_pretty(&report::json_schema()).unwrap_or_default() + "\n"
}

/// Compares what the arguments name.
pub(crate) fn compat(
    arguments: &CompatArgs,
    resources: &[Resource],
    mut texts: Texts,
) -> Result<Comparison, Failure> {
    let mut options = Options {
        directions: arguments.direction.map(|direction| match direction {
            Direction::Backward => Directions::Backward,
            Direction::Forward => Directions::Forward,
            Direction::Both => Directions::Both,
        }),
        declared_only: arguments.assume.is_some(),
        ..Options::default()
    };
    if let Some(steps) = arguments.budget {
        options.budget = Budget::new(steps);
    }
    let paths: Vec<String> = arguments.paths.iter().map(|path| files::spelled(path)).collect();
    if arguments.base.is_none() && arguments.release.is_none() {
        let [old, new] = &paths[..] else {
            return Err(Failure::new("name two versions, or a revision to compare the working tree with")
                .with_help("contracts compat OLD NEW, or contracts compat --base main"));
        };
        let is_there = |path: &String| files::is_folder(path) || files::is_file(path);
        if files::is_folder(old) != files::is_folder(new) && is_there(old) && is_there(new) {
            return Err(Failure::new(format!("{old:?} and {new:?} are a file and a folder"))
                .with_help("compare two schema files, or two folders of them"));
        }
        let old = load::from_disk(old, resources, &mut texts)?;
        let new = load::from_disk(new, resources, &mut texts)?;
        return Ok(Comparison { report: compare(&old, &new, &options), texts });
    }
    let folder = match &paths[..] {
        [] => ContractSet::folder(None)?,
        [folder] => folder.clone(),
        _ => {
            return Err(Failure::new("a revision is compared with one folder of the working tree")
                .with_help("contracts compat --base main DIR"));
        }
    };
    against_revisions(arguments, &folder, &options, resources, texts)
}

fn against_revisions(
    arguments: &CompatArgs,
    folder: &str,
    options: &Options,
    resources: &[Resource],
    mut texts: Texts,
) -> Result<Comparison, Failure> {
    let repository = Repository::of(folder)?;
    let new = load::from_disk(folder, resources, &mut texts)?;
    if !repository.has_commits()? {
        let mut report = compare(&load::nothing("nothing"), &new, options);
        report.notes.push("the repository has no commit yet, so that everything is new".to_owned());
        return Ok(Comparison { report, texts });
    }
    let mut notes = Vec::new();
    let mut at = |revision: git::Revision, texts: &mut Texts| -> Result<Snapshot, Failure> {
        notes.extend(revision.note.clone());
        let snapshot = load::from_git(&repository, folder, &revision, resources, texts)?;
        if snapshot.schemas().next().is_none() && snapshot.problems.is_empty() {
            notes
                .push(format!("there are no schemas in {folder} at {}, so that everything is new", snapshot.label));
        }
        Ok(snapshot)
    };
    let base = arguments.base.as_deref().map(|name| repository.merge_base(name)).transpose()?;
    let base = base.map(|revision| at(revision, &mut texts)).transpose()?;
    let release = arguments.release.as_deref().map(|name| repository.revision(name)).transpose()?;
    let release = release.map(|revision| at(revision, &mut texts)).transpose()?;
    let mut report = match (&release, &base) {
        (Some(release), Some(base)) => compare_with_base(release, base, &new, options),
        (Some(one), None) | (None, Some(one)) => compare(one, &new, options),
        (None, None) => compare(&load::nothing("nothing"), &new, options),
    };
    report.notes.extend(notes);
    Ok(Comparison { report, texts })
}
