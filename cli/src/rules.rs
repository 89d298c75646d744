//! The rules of the command itself: what `check` and `validate` find in documents and folders.
//!
//! Rules about schemas are the lint rules of `contracts_model`.

use contracts_model::{Finding, Level, Place};

/// A kind of finding.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Id, in kebab case.
    pub(crate) id: &'static str,
    /// How much it matters, whether strict or not.
    pub(crate) level: Level,
    /// What it finds, in one sentence without a final full stop.
    pub(crate) what: &'static str,
    /// Why that matters, and what to do.
    pub(crate) why: &'static str,
}

impl Rule {
    /// A finding of this rule.
    pub(crate) fn finding(&self, place: Place, message: impl Into<String>) -> Finding {
        Finding::new(self.id, self.level, place, message)
    }
}

macro_rules! rules {
    ($($name:ident $id:literal $level:ident $what:literal $why:literal)*) => {
        $(pub(crate) const $name: Rule = Rule { id: $id, level: Level::$level, what: $what, why: $why };)*
        /// All rules of the command.
        pub(crate) const ALL: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    NOT_UTF_8 "not-utf-8" Error
        "a file is not UTF-8 text"
        "JSON that is exchanged between systems is UTF-8 (RFC 8259 section 8.1). Save the file as UTF-8."
    UNREADABLE_FILE "unreadable-file" Error
        "a file cannot be read"
        "It is not there, it is a folder, or the permission is missing. What it would say is not known, so that nothing \
         is claimed about it."
    BYTE_ORDER_MARK "byte-order-mark" Error
        "a document begins with a byte order mark"
        "JSON that is exchanged must not begin with one (RFC 8259 section 8.1), and decoders refuse it. Save the file \
         as UTF-8 without it."
    DEPTH "document-depth" Error
        "a document has more than 127 arrays and objects in one another"
        "Readers stop at some depth, and not all at the same one. Every reader of the generated types stops at this \
         one, so that a document means the same to all."
    NUMBER "number-beyond-double" Error
        "a number is beyond what a double-precision number holds"
        "Most readers turn such a number into infinity or refuse it. Write it as a string, or choose another unit."
    INVALID_DOCUMENT "invalid-document" Error
        "a document breaks its schema"
        "The related place is the keyword that the document breaks. Either the document is wrong, or the schema says \
         something else than it should."
    PATTERN_LIMIT "pattern-limit" Error
        "a pattern took too many steps, so that it is not known whether a document is valid"
        "A pattern with look-around or back-references is tried in one way after the other, and for some texts there are \
         more ways than time. Decoders refuse such a document by this rule. Write the pattern without them, or bound \
         the length of the text with `maxLength`."
    NUMBER_RANGE "number-range" Error
        "a decoder meets a number that its type does not hold"
        "Numbers are `u64`, `i64` or `f64`; an integer outside of its type is refused, never rounded. State the range in \
         the schema with `minimum` and `maximum`, or send such numbers as strings."
    DECODER_DEPTH "depth" Error
        "a decoder meets more than 127 arrays and objects in one another, or more than 512 schemas apply in one another"
        "Every reader of the generated types stops at this depth, so that a document means the same to all."
    NOT_OFFERED "not-offered" Error
        "the manifest asks for something that generated code cannot do"
        "To ignore it would be to accept too much. Leave it out of the manifest."
    GENERATOR_FAULT "generator-fault" Error
        "the generator made no sound code"
        "This is a fault of the generator, not of the schemas. Please report it with the schema."
    VALIDATOR "validator" Error
        "the validator cannot use a schema"
        "The schema is loaded and its references are found, and still the validator refuses it. Most often a number \
         or a pattern in it is beyond what the validator can hold."
    DATA_FILE_WITHOUT_SCHEMA "data-file-without-schema" Error
        "a JSON file in the folder of the schemas has no schema"
        "The data file X.json is checked against X.schema.json beside it; without one nobody knows what it may hold. \
         Add the schema, or move the file out of the folder."
    STRAY_FILE "stray-file" Error
        "a file or folder stands where nothing reads it"
        "A fixture in a misspelt folder, or with another ending, is never checked, and nobody would notice. Move it \
         or remove it."
    MISSING_FOLDER "missing-folder" Error
        "the manifest names a folder that is not there"
        "What would stand in it is not checked. Create it, or take it out of the manifest."
    NO_FIXTURES "no-fixtures" Warning
        "a schema has no valid or no invalid fixtures"
        "Fixtures show what a schema is meant to accept and to refuse; without them a change of its meaning goes \
         unseen. Add documents to FIXTURES/NAME/valid and FIXTURES/NAME/invalid."
    FIXTURE_FORM "fixture-form" Error
        "an invalid fixture is not of the form {why, pointer, keyword, document}"
        "The wrapper says what its document breaks, so that a document that is refused for another reason is noticed."
    FIXTURE_ACCEPTED "fixture-accepted" Error
        "an invalid fixture is valid"
        "The schema accepts what it was meant to refuse: a keyword was lost or loosened, or the fixture is wrong."
    FIXTURE_BREAKS_OTHER "fixture-breaks-other" Error
        "an invalid fixture is refused for another reason than it says"
        "It no longer shows what it is there to show. Correct the document, or the pointer and the keyword."
    RECORD_VALUE_MISSING "record-value-missing" Error
        "a record lacks a value that the record set compares"
        "What is absent can be neither equal nor distinct. Add the value."
    RECORDS_DIFFER "records-differ" Error
        "two records of a set differ where they must be equal"
        "The manifest lists the pointer under `equal`: the records describe one and the same thing there."
    RECORDS_NOT_DISTINCT "records-not-distinct" Error
        "two records of a set are equal where they must differ"
        "The manifest lists the pointer under `distinct`: an equal value is most often a copy."
    RECORD_CONSTANT "record-constant" Error
        "a record has another value than the one that the manifest gives"
        "The manifest lists the pointer under `const`."
    RECORD_UNEXPECTED "record-unexpected" Error
        "a record has a value that the record set does not know"
        "The manifest lists the values under `exactly_once`. A record that is none of them does not belong to the set."
    RECORD_MISSING "record-missing" Error
        "a record set lacks a record"
        "The manifest lists the values under `exactly_once`, and no record has this one."
    RECORD_TWICE "record-twice" Error
        "two records of a set have a value that may stand in one"
        "The manifest lists the values under `exactly_once`."
    RECORD_NOT_LISTED "record-not-listed" Error
        "a record has a value that the list does not hold"
        "The manifest says under `listed_in` which file lists the values. Add it there, or correct the record."
    MISSING_LIST "missing-list" Error
        "a list that a record set names is not there"
        "The manifest says under `listed_in` which file lists the values, and where in it."
    STALE_TYPES "stale-types" Error
        "a file of generated types is not what the schemas generate"
        "The schemas or the generator changed since it was written. Look at what changes, then write it again with \
         `contracts generate`."
    ADVICE "advice" Warning
        "a document is valid, and does not follow an advice"
        "The manifest gives the message. An advice is a schema whose violation is a warning."
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_in_kebab_case() {
        let mut seen = HashSet::new();
        for rule in ALL {
            assert!(seen.insert(rule.id), "{}", rule.id);
            assert!(rule.id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')), "{}", rule.id);
            assert!(!rule.what.ends_with('.') && rule.why.ends_with('.'), "{}", rule.id);
        }
    }
}
