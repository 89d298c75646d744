//! Records of what is found wrong with a manifest. The checks are in [`crate::manifest`]; here they are explained.

use crate::{
    Level,
    lint::rule::{Check, Example, Language, Rule},
};

const fn error(
    id: &'static str,
    what: &'static str,
    why: &'static str,
    bad: &'static str,
    good: &'static str,
) -> Rule {
    Rule {
        id,
        level: Some(Level::Error),
        strict: Level::Error,
        what,
        why,
        bad: Example::of(Language::Toml, bad),
        good: Example::of(Language::Toml, good),
        check: Check::Manifest,
    }
}

pub(crate) const MANIFEST_SYNTAX: Rule = error(
    "manifest-syntax",
    "a manifest that is not TOML, or has a key that no manifest has",
    "A misspelt key would be ignored, and what it asks for would not be done.",
    "[set]\nname = \"orders\"\nverison = \"1.0.0\"",
    "[set]\nname = \"orders\"\nversion = \"1.0.0\"",
);

pub(crate) const MANIFEST_VALUE: Rule = error(
    "manifest-value",
    "a value of the manifest that its key cannot have",
    "Versions of sets are semantic versions, those of schemas integers from 1, and whoever allows a finding says why.",
    "[set]\nname = \"orders\"\nversion = \"1\"",
    "[set]\nname = \"orders\"\nversion = \"1.0.0\"",
);

pub(crate) const MISSING_SCHEMA: Rule = error(
    "missing-schema",
    "a file that the manifest names and the set does not have",
    "It was renamed or taken out, and services may depend on it.",
    "[schemas.\"ordr.schema.json\"]\nversion = 1",
    "[schemas.\"order.schema.json\"]\nversion = 1",
);

pub(crate) const UNLISTED_SCHEMA: Rule = error(
    "unlisted-schema",
    "a schema file of the folder that the manifest does not list",
    "It has no version, so nobody can say which form of it a service speaks.",
    "# order.schema.json and refund.schema.json are in the folder\n[schemas.\"order.schema.json\"]\nversion = 1",
    "[schemas.\"order.schema.json\"]\nversion = 1\n\n[schemas.\"refund.schema.json\"]\nversion = 1",
);

pub(crate) const INVALID_NAME: Rule = error(
    "invalid-name",
    "a name in the manifest that Rust cannot use for a type or a module",
    "Generated code would not compile.",
    "[schemas.\"order.schema.json\"]\nversion = 1\ntype = \"order-v2\"",
    "[schemas.\"order.schema.json\"]\nversion = 1\ntype = \"OrderV2\"",
);

pub(crate) const DUPLICATE_NAME: Rule = error(
    "duplicate-name",
    "a name that the manifest gives twice",
    "Two types of a module, two modules or two record sets cannot share a name.",
    "[schemas.\"order.schema.json\".names]\n\"/properties/total\" = \"Amount\"\n\"/properties/tax\" = \"Amount\"",
    "[schemas.\"order.schema.json\".names]\n\"/properties/total\" = \"Total\"\n\"/properties/tax\" = \"Tax\"",
);

pub(crate) const MIXED_MODES: Rule = error(
    "mixed-modes",
    "schemas that refer to each other and take `numbers` or `formats` in different ways",
    "They share types and are checked together, so the same number or text would be taken in two ways.",
    "# order.schema.json refers to money.schema.json\n[schemas.\"order.schema.json\"]\nversion = 1\nnumbers = \"exact\"\n\n\
     [schemas.\"money.schema.json\"]\nversion = 1",
    "[schemas.\"order.schema.json\"]\nversion = 1\nnumbers = \"exact\"\n\n\
     [schemas.\"money.schema.json\"]\nversion = 1\nnumbers = \"exact\"",
);

pub(crate) const UNKNOWN_POINTER: Rule = error(
    "unknown-pointer",
    "a JSON pointer in the manifest that leads nowhere",
    "What the manifest says about the place is said about nothing.",
    "[schemas.\"order.schema.json\".names]\n\"/properties/totl\" = \"Total\"",
    "[schemas.\"order.schema.json\".names]\n\"/properties/total\" = \"Total\"",
);

pub(crate) const FAIL_CLOSED_NOT_AN_ENUM: Rule = error(
    "fail-closed-not-an-enum",
    "a fail-closed place that is no `enum` of strings",
    "Only the values of an enum can be unknown. Of a reference, name the place that it leads to.",
    "[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/properties/total\"      # a number",
    "[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/properties/state\"      # an enum",
);

pub(crate) const FAIL_CLOSED_UNKNOWN_SAFE_VALUE: Rule = error(
    "fail-closed-unknown-safe-value",
    "a safe value that the enum does not have",
    "An unknown value acts as the safe one, so that must be one that every reader knows.",
    "[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/properties/state\"\nsafe = \"hold\"",
    "[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/properties/state\"\nsafe = \"on_hold\"",
);

pub(crate) const FAIL_CLOSED_IN_CONDITION: Rule = error(
    "fail-closed-in-condition",
    "a fail-closed enum that is reached through `oneOf`, `anyOf`, `not`, `if` or `contains`",
    "An unknown value there could change which branch matches, and with it what else is valid.",
    "[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/oneOf/0/properties/state\"",
    "[[fail_closed]]\nschema = \"order.schema.json\"\nat = \"/properties/state\"",
);

pub(crate) const FAIL_CLOSED_IN_CLOSED_CONTRACT: Rule = error(
    "fail-closed-in-closed-contract",
    "a fail-closed enum in a schema whose root is closed",
    "A closed contract refuses what it does not know, unknown values of enums included.",
    "[[fail_closed]]\nschema = \"closed.schema.json\"     # \"additionalProperties\": false\nat = \"/properties/state\"",
    "[[fail_closed]]\nschema = \"open.schema.json\"       # \"additionalProperties\": true\nat = \"/properties/state\"",
);
