//! The rules in words: their part of `docs/rules.md`, and what `contracts explain` prints.

use std::fmt::Write;

use super::{ALL, Rule};

/// The text about the rules of comparison, for `docs/rules.md`.
pub fn page() -> String {
    let mut page = String::from(
        "# Rules of comparison\n\n\
         `contracts compat` names each change between two versions by one of these rules. *Backward* is what the change \
         may do to new readers of old documents, *forward* what it may do to old readers of new documents; below `not` \
         the two are exchanged. Whether a document is really affected is decided apart, and shown by a document. Changes \
         of the kind *contract* need a major step or an approval although no document may prove them. An intended \
         change is approved in `contracts.toml`:\n\n\
         ```toml\n\
         [[approve]]\n\
         rule = \"enum-narrowed\"\n\
         schema = \"order.schema.json\"\n\
         at = \"/properties/state\"\n\
         version = \"1.5.0\"             # the version of the set that the change is approved for\n\
         reason = \"Nobody ever wrote the value.\"\n\
         ```\n\n\
         | rule | kind | backward | forward | what it names |\n\
         |---|---|---|---|---|\n",
    );
    for rule in ALL {
        let (backward, forward) = (rule.backward.as_str(), rule.forward.as_str());
        let what = rule.what.replace('|', "\\|");
        writeln!(page, "| [`{0}`](#{0}) | {1} | {backward} | {forward} | {what} |", rule.id, rule.kind.as_str())
            .expect("writing to a string does not fail");
    }
    for rule in ALL {
        write!(page, "\n## {}\n\n{}\n", rule.id, body(rule)).expect("writing to a string does not fail");
    }
    page
}

/// What `contracts explain` prints about a rule; `None` when there is no such rule.
pub fn explain(id: &str) -> Option<String> {
    let rule = super::find(id)?;
    Some(format!(
        "# {0}\n\nLevel: backward {2}, forward {3}. Kind: {1}. Found by: compat.\n\n{4}\n",
        rule.id,
        rule.kind.as_str(),
        rule.backward.as_str(),
        rule.forward.as_str(),
        body(rule)
    ))
}

fn body(rule: &Rule) -> String {
    format!("{}.\n\n{}\n\nInstead: {}", upper_first(rule.what), rule.why, lower_first(rule.instead))
}

fn upper_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + characters.as_str())
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_lowercase().collect::<String>() + characters.as_str())
}
