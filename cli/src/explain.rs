//! `explain` and `rules`: what there is to find, and why.

use std::io::Write;

use crate::{exit::Failure, rules};

/// How many names are offered for one that nobody knows.
const SUGGESTIONS: usize = 3;

/// Prints what a rule finds and why.
pub(crate) fn explain(id: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(rule) = rules::ALL.iter().find(|rule| rule.id == id) {
        writeln!(out, "{}\n\n{}\n\n{}", rule.id, rule.what, rule.why)?;
        return Ok(());
    }
    Err(unknown(id))
}

/// Prints all rules.
pub(crate) fn rules(out: &mut dyn Write) -> Result<(), Failure> {
    for rule in rules::ALL {
        writeln!(out, "{:32} {}", rule.id, rule.what)?;
    }
    Ok(())
}

fn ids() -> Vec<&'static str> {
    rules::ALL.iter().map(|rule| rule.id).collect()
}

fn unknown(id: &str) -> Failure {
    let mut close: Vec<(f64, &str)> =
        ids().into_iter().map(|other| (strsim::jaro_winkler(id, other), other)).collect();
    close.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(right.1)));
    let names: Vec<&str> = close.into_iter().take(SUGGESTIONS).map(|(_, other)| other).collect();
    Failure::new(format!("there is no rule {:?}", crate::visible::shorten(id, 60)))
        .with_help(format!("close to it are {}; all are listed by: contracts rules", names.join(", ")))
}
