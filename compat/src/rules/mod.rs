//! The rules: each names one kind of change, and says why it matters and what to do instead.
//!
//! A rule is one file. Rules explain, they do not decide: whether a change breaks a document is for the decision to
//! prove. To add one, write its file, list it here and put pairs of schemas under `fixtures/compat/RULE/`.

mod bound_loosened;
mod bound_tightened;
mod branch_added;
mod branch_removed;
mod comment_changed;
mod condition_added;
mod condition_removed;
mod contains_added;
mod contains_removed;
mod content_changed;
mod declared_members_changed;
mod default_changed;
mod dependent_required_added;
mod dependent_required_removed;
mod dependent_schema_added;
mod dependent_schema_removed;
mod deprecated_changed;
mod description_changed;
mod dialect_changed;
mod dynamic_reference_changed;
mod enum_added;
mod enum_narrowed;
mod enum_removed;
mod enum_widened;
mod examples_changed;
mod extension_changed;
mod format_changed;
mod id_changed;
mod multiple_of_changed;
mod multiple_of_loosened;
mod multiple_of_tightened;
mod not_added;
mod not_removed;
mod openness_closed;
mod openness_opened;
mod page;
mod pattern_added;
mod pattern_changed;
mod pattern_property_added;
mod pattern_property_removed;
mod pattern_removed;
mod prefix_item_added;
mod prefix_item_removed;
mod property_added;
mod property_removed;
mod read_only_changed;
mod required_added;
mod required_removed;
mod rule;
mod schema_added;
mod schema_removed;
mod schema_renamed;
mod schema_version_not_raised;
mod stale_approval;
#[cfg(test)]
mod tests;
mod title_changed;
mod type_narrowed;
mod type_widened;
mod undecided;
mod unexplained;
mod union_added;
mod union_changed;
mod union_removed;
mod unique_items_added;
mod unique_items_removed;
mod unknown_keyword_changed;
mod value_forbidden;
mod value_permitted;
mod version_step_missing;
mod words;
mod write_only_changed;

pub use page::{explain, page};
pub use rule::{Impact, Kind, Rule};

use crate::change::Difference;

/// All rules, in the order of their ids.
static ALL: &[&Rule] = &[
    &bound_loosened::RULE,
    &bound_tightened::RULE,
    &branch_added::RULE,
    &branch_removed::RULE,
    &comment_changed::RULE,
    &condition_added::RULE,
    &condition_removed::RULE,
    &contains_added::RULE,
    &contains_removed::RULE,
    &content_changed::RULE,
    &declared_members_changed::RULE,
    &default_changed::RULE,
    &dependent_required_added::RULE,
    &dependent_required_removed::RULE,
    &dependent_schema_added::RULE,
    &dependent_schema_removed::RULE,
    &deprecated_changed::RULE,
    &description_changed::RULE,
    &dialect_changed::RULE,
    &dynamic_reference_changed::RULE,
    &enum_added::RULE,
    &enum_narrowed::RULE,
    &enum_removed::RULE,
    &enum_widened::RULE,
    &examples_changed::RULE,
    &extension_changed::RULE,
    &format_changed::RULE,
    &id_changed::RULE,
    &multiple_of_changed::RULE,
    &multiple_of_loosened::RULE,
    &multiple_of_tightened::RULE,
    &not_added::RULE,
    &not_removed::RULE,
    &openness_closed::RULE,
    &openness_opened::RULE,
    &pattern_added::RULE,
    &pattern_changed::RULE,
    &pattern_property_added::RULE,
    &pattern_property_removed::RULE,
    &pattern_removed::RULE,
    &prefix_item_added::RULE,
    &prefix_item_removed::RULE,
    &property_added::RULE,
    &property_removed::RULE,
    &read_only_changed::RULE,
    &required_added::RULE,
    &required_removed::RULE,
    &schema_added::RULE,
    &schema_removed::RULE,
    &schema_renamed::RULE,
    &schema_version_not_raised::RULE,
    &stale_approval::RULE,
    &title_changed::RULE,
    &type_narrowed::RULE,
    &type_widened::RULE,
    &undecided::RULE,
    &unexplained::RULE,
    &union_added::RULE,
    &union_changed::RULE,
    &union_removed::RULE,
    &unique_items_added::RULE,
    &unique_items_removed::RULE,
    &unknown_keyword_changed::RULE,
    &value_forbidden::RULE,
    &value_permitted::RULE,
    &version_step_missing::RULE,
    &write_only_changed::RULE,
];

/// All rules, in the order of their ids.
pub fn all() -> &'static [&'static Rule] {
    ALL
}

/// The rule with that id.
pub fn find(id: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.id == id)
}

/// The rule that names a difference, and what it says about it.
pub(crate) fn name(difference: &Difference) -> (&'static Rule, String) {
    let mut named = ALL.iter().filter_map(|rule| Some((*rule, (rule.name)(difference)?)));
    named.next().expect("a test holds every difference against the rules")
}
