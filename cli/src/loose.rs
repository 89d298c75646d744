//! Schemas that belong to no set: files that are loaded together, with what lies beside them at hand.

use contracts_model::{Backtracking, Level, Model, Options, SchemaSet};

use crate::{
    exit::Failure,
    files,
    report::Report,
    resources::{self, Resource},
};

/// The rule of the loader for a reference that leads nowhere.
const DANGLING: &str = "dangling-reference";

/// How schemas outside of sets are read.
pub(crate) fn options(allow_backtracking: bool) -> Options {
    let backtracking = if allow_backtracking { Backtracking::Everywhere } else { Backtracking::Nowhere };
    Options { backtracking, ..Options::default() }
}

/// Loads schema files. What is wrong with them goes to the report; `None` when that keeps them from loading.
pub(crate) fn load(
    paths: &[String],
    options: Options,
    resources: &[Resource],
    report: &mut Report,
) -> Result<Option<Model>, Failure> {
    let mut set = SchemaSet::with_options(options);
    let mut readable = true;
    for path in paths {
        match files::read(path, &mut report.texts)? {
            Ok(text) => _ = set.add(path, None, text.as_ref()),
            Err(finding) => {
                readable = false;
                report.findings.push(finding);
            }
        }
    }
    resources::add(resources, &mut set);
    let (mut model, mut findings) = set.resolve();
    // The files beside them are read only when something is missing.
    if findings.iter().any(|finding| finding.rule == DANGLING && finding.level == Level::Error) {
        resources::add_neighbours(paths, &mut report.texts, &mut set);
        (model, findings) = set.resolve();
    }
    report.findings.extend(findings);
    Ok(model.filter(|_| readable))
}
