//! The rules: one file each, and the records of those that the loader and the manifest check.

mod bounds_contradict;
mod branch_without_if;
mod closed_all_of;
mod const_invalid;
mod dead_enum_value;
mod dead_subschema;
mod default_invalid;
mod duplicate_enum_members;
mod enum_member_type;
mod enum_misses_type;
mod examples_invalid;
mod identical_branches;
mod if_without_branches;
mod ignored_ref_sibling;
mod implicit_openness;
mod impossible_property;
mod ineffective_keyword;
mod keyword_for_other_type;
mod legacy_keyword;
mod loader;
mod manifest;
mod missing_description;
mod missing_id;
mod missing_schema_dialect;
mod nullable_keyword;
mod overlapping_one_of;
mod rust_name_collision;
mod unbounded_integer;
mod undeclared_required;
mod unknown_format;
mod unknown_keyword;
mod unsatisfiable;
mod unused_definition;
pub(super) mod unused_suppression;

use super::rule::Rule;

/// All rules, in the order of their ids.
pub(super) static ALL: &[&Rule] = &[
    &bounds_contradict::RULE,
    &branch_without_if::RULE,
    &closed_all_of::RULE,
    &const_invalid::RULE,
    &loader::DANGLING_REFERENCE,
    &dead_enum_value::RULE,
    &dead_subschema::RULE,
    &default_invalid::RULE,
    &loader::DUPLICATE_ANCHOR,
    &duplicate_enum_members::RULE,
    &loader::DUPLICATE_ID,
    &loader::DUPLICATE_KEY,
    &manifest::DUPLICATE_NAME,
    &enum_member_type::RULE,
    &enum_misses_type::RULE,
    &examples_invalid::RULE,
    &manifest::FAIL_CLOSED_IN_CLOSED_CONTRACT,
    &manifest::FAIL_CLOSED_IN_CONDITION,
    &manifest::FAIL_CLOSED_NOT_AN_ENUM,
    &manifest::FAIL_CLOSED_UNKNOWN_SAFE_VALUE,
    &identical_branches::RULE,
    &if_without_branches::RULE,
    &ignored_ref_sibling::RULE,
    &implicit_openness::RULE,
    &impossible_property::RULE,
    &ineffective_keyword::RULE,
    &loader::INVALID_KEYWORD_VALUE,
    &manifest::INVALID_NAME,
    &loader::INVALID_PATTERN,
    &loader::INVALID_URI,
    &keyword_for_other_type::RULE,
    &legacy_keyword::RULE,
    &manifest::MANIFEST_SYNTAX,
    &manifest::MANIFEST_VALUE,
    &missing_description::RULE,
    &missing_id::RULE,
    &manifest::MISSING_SCHEMA,
    &missing_schema_dialect::RULE,
    &manifest::MIXED_MODES,
    &loader::NON_LINEAR_PATTERN,
    &nullable_keyword::RULE,
    &loader::NUMBER_OUT_OF_RANGE,
    &overlapping_one_of::RULE,
    &loader::PATTERN_TOO_LARGE,
    &loader::REFERENCE_LOOP,
    &rust_name_collision::RULE,
    &loader::SYNTAX,
    &loader::TOO_DEEP,
    &unbounded_integer::RULE,
    &undeclared_required::RULE,
    &unknown_format::RULE,
    &unknown_keyword::RULE,
    &manifest::UNKNOWN_POINTER,
    &manifest::UNLISTED_SCHEMA,
    &unsatisfiable::RULE,
    &loader::UNSUPPORTED_DIALECT,
    &loader::UNSUPPORTED_PATTERN,
    &unused_definition::RULE,
    &unused_suppression::RULE,
];
