//! `explain` and `rules`: what there is to find, and why.

use std::io::Write;

use contracts_model::lint;

use crate::{exit::Failure, rules};

/// How many rules are offered in place of one that nobody knows.
const SUGGESTIONS: usize = 3;

/// How alike two names are, from 0 to 1, before one is offered for the other.
const ALIKE: f64 = 0.75;

/// Prints what a rule finds and why.
pub(crate) fn explain(id: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(text) = lint::explain(id) {
        writeln!(out, "{}", text.trim_end())?;
        return Ok(());
    }
    if let Some(text) = contracts_compat::rules::explain(id) {
        writeln!(out, "{}", text.trim_end())?;
        return Ok(());
    }
    if let Some(rule) = rules::ALL.iter().find(|rule| rule.id == id) {
        writeln!(out, "# {}\n\nLevel: {}.\n\nIt finds: {}.\n\n{}", rule.id, rule.level, rule.what, rule.why)?;
        return Ok(());
    }
    let mut ids: Vec<&str> = lint::rules().iter().map(|rule| rule.id).collect();
    ids.extend(rules::ALL.iter().map(|rule| rule.id));
    ids.extend(contracts_compat::rules::all().iter().map(|rule| rule.id));
    let likeness = |other: &str| strsim::jaro_winkler(id, other);
    ids.retain(|other| likeness(other) >= ALIKE);
    ids.sort_by(|left, right| likeness(right).total_cmp(&likeness(left)).then(left.cmp(right)));
    ids.truncate(SUGGESTIONS);
    let help = match &ids[..] {
        [] => "all rules are listed by: contracts rules".to_owned(),
        close => format!("close to it: {}; all rules are listed by: contracts rules", close.join(", ")),
    };
    Err(Failure::new(format!("there is no rule {:?}", crate::visible::shorten(id, 60))).with_help(help))
}

/// Prints all rules: id, level, level in strict mode, what it finds.
pub(crate) fn list(out: &mut dyn Write) -> Result<(), Failure> {
    let off_or = |level: Option<contracts_model::Level>| level.map_or("off", contracts_model::Level::as_str);
    let mut lines: Vec<(&str, &str, &str, &str)> =
        lint::rules().iter().map(|rule| (rule.id, off_or(rule.level), rule.strict.as_str(), rule.what)).collect();
    for rule in rules::ALL {
        let level = rule.level.as_str();
        lines.push((rule.id, level, level, rule.what));
    }
    lines.sort_unstable();
    let of_compat = contracts_compat::rules::all().iter();
    let of_compat: Vec<(&str, &str, &str, &str)> =
        of_compat.map(|rule| (rule.id, rule.backward.as_str(), rule.forward.as_str(), rule.what)).collect();
    let width = lines.iter().chain(&of_compat).map(|(id, ..)| id.len()).max().unwrap_or_default();
    writeln!(out, "{:width$}  {:8} {:8} finds", "rule", "level", "strict")?;
    for (id, level, strict, what) in lines {
        writeln!(out, "{id:width$}  {level:8} {strict:8} {what}")?;
    }
    writeln!(out, "\n{:width$}  {:10} {:10} names", "rule of compat", "backward", "forward")?;
    for (id, backward, forward, what) in of_compat {
        writeln!(out, "{id:width$}  {backward:10} {forward:10} {what}")?;
    }
    Ok(())
}
