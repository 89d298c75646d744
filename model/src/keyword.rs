//! The keywords of every dialect: since when they exist, what form their value has, which types they speak about.

use std::{collections::HashMap, sync::LazyLock};

use crate::{
    dialect::Vocabulary,
    schema::{Dialect, TypeSet},
};

/// The form that the value of a keyword must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A schema.
    Schema,
    /// A non-empty array of schemas.
    Schemas,
    /// A schema or an array of schemas (`items` before 2020-12).
    SchemaOrSchemas,
    /// An object whose values are schemas.
    NamedSchemas,
    /// An object whose names are patterns and whose values are schemas.
    PatternSchemas,
    /// An object whose values are schemas or arrays of property names.
    Dependencies,
    /// An object whose values are arrays of property names.
    NamedNames,
    /// An array of unique property names.
    Names,
    /// The name of a type or a non-empty array of unique ones.
    Types,
    /// Any value.
    Any,
    /// An array of any values.
    Values,
    /// A number.
    Number,
    /// A number above zero.
    PositiveNumber,
    /// An integer that is zero or above.
    Count,
    /// `true` or `false`.
    Boolean,
    /// Any string.
    Text,
    /// A regular expression.
    Pattern,
    /// An absolute URI or a URI reference.
    UriReference,
    /// A name that a fragment can use.
    Anchor,
    /// An object from the URIs of vocabularies to booleans.
    Vocabularies,
}

/// A keyword in the dialects from `first` to `last`.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// As it is spelled.
    pub name: &'static str,
    /// The oldest dialect that has it in this form.
    pub first: Dialect,
    /// The newest dialect that has it in this form.
    pub last: Dialect,
    /// The vocabulary that it belongs to, from 2019-09 on.
    pub vocabulary: Vocabulary,
    /// What its value must be.
    pub form: Form,
    /// The types of instance that it says something about.
    pub applies_to: TypeSet,
}

impl Keyword {
    /// Whether the dialect has it.
    pub fn is_in(&self, dialect: Dialect) -> bool {
        self.first <= dialect && dialect <= self.last
    }
}

/// The keyword of that name in a dialect, whatever vocabularies are on.
pub fn find(dialect: Dialect, name: &str) -> Option<&'static Keyword> {
    static BY_NAME: LazyLock<HashMap<&str, Vec<&Keyword>>> = LazyLock::new(|| {
        let mut by_name: HashMap<_, Vec<_>> = HashMap::new();
        for keyword in KEYWORDS {
            by_name.entry(keyword.name).or_default().push(keyword);
        }
        by_name
    });
    BY_NAME.get(name)?.iter().find(|keyword| keyword.is_in(dialect)).copied()
}

/// All keywords of all dialects. A keyword whose form changed stands once for each form.
pub const KEYWORDS: &[Keyword] = {
    use Dialect::{Draft4, Draft6, Draft7, Draft201909, Draft202012};
    use Form::{
        Anchor, Any, Boolean, Count, Dependencies, NamedNames, NamedSchemas, Names, Number, Pattern,
        PatternSchemas, PositiveNumber, Schema, SchemaOrSchemas, Schemas, Text, Types, UriReference, Values,
        Vocabularies,
    };
    use Vocabulary::{Applicator, Content, Core, Format, MetaData, Unevaluated, Validation};

    const fn keyword(
        name: &'static str,
        (first, last): (Dialect, Dialect),
        vocabulary: Vocabulary,
        form: Form,
        applies_to: TypeSet,
    ) -> Keyword {
        Keyword { name, first, last, vocabulary, form, applies_to }
    }

    const ANY: TypeSet = TypeSet::ANY;
    const NUMBER: TypeSet = TypeSet::NUMBER;
    const STRING: TypeSet = TypeSet::STRING;
    const ARRAY: TypeSet = TypeSet::ARRAY;
    const OBJECT: TypeSet = TypeSet::OBJECT;
    const ALL: (Dialect, Dialect) = (Draft4, Draft202012);
    const SINCE_6: (Dialect, Dialect) = (Draft6, Draft202012);
    const SINCE_7: (Dialect, Dialect) = (Draft7, Draft202012);
    const SINCE_2019: (Dialect, Dialect) = (Draft201909, Draft202012);
    const ONLY_4: (Dialect, Dialect) = (Draft4, Draft4);
    const ONLY_2019: (Dialect, Dialect) = (Draft201909, Draft201909);
    const ONLY_2020: (Dialect, Dialect) = (Draft202012, Draft202012);

    &[
        keyword("$schema", ALL, Core, UriReference, ANY),
        keyword("$vocabulary", SINCE_2019, Core, Vocabularies, ANY),
        keyword("id", ONLY_4, Core, UriReference, ANY),
        keyword("$id", SINCE_6, Core, UriReference, ANY),
        keyword("$anchor", SINCE_2019, Core, Anchor, ANY),
        keyword("$dynamicAnchor", ONLY_2020, Core, Anchor, ANY),
        keyword("$recursiveAnchor", ONLY_2019, Core, Boolean, ANY),
        keyword("$ref", ALL, Core, UriReference, ANY),
        keyword("$dynamicRef", ONLY_2020, Core, UriReference, ANY),
        keyword("$recursiveRef", ONLY_2019, Core, UriReference, ANY),
        keyword("$defs", SINCE_2019, Core, NamedSchemas, ANY),
        // The meta-schemas of 2019-09 and 2020-12 still describe it, and tools still read it.
        keyword("definitions", ALL, Core, NamedSchemas, ANY),
        keyword("$comment", SINCE_7, Core, Text, ANY),
        keyword("title", ALL, MetaData, Text, ANY),
        keyword("description", ALL, MetaData, Text, ANY),
        keyword("default", ALL, MetaData, Any, ANY),
        keyword("examples", SINCE_6, MetaData, Values, ANY),
        keyword("deprecated", SINCE_2019, MetaData, Boolean, ANY),
        keyword("readOnly", SINCE_7, MetaData, Boolean, ANY),
        keyword("writeOnly", SINCE_7, MetaData, Boolean, ANY),
        keyword("type", ALL, Validation, Types, ANY),
        keyword("enum", ALL, Validation, Values, ANY),
        keyword("const", SINCE_6, Validation, Any, ANY),
        keyword("format", ALL, Format, Text, ANY),
        keyword("contentMediaType", SINCE_7, Content, Text, STRING),
        keyword("contentEncoding", SINCE_7, Content, Text, STRING),
        keyword("contentSchema", SINCE_2019, Content, Schema, STRING),
        keyword("multipleOf", ALL, Validation, PositiveNumber, NUMBER),
        keyword("minimum", ALL, Validation, Number, NUMBER),
        keyword("maximum", ALL, Validation, Number, NUMBER),
        keyword("exclusiveMinimum", ONLY_4, Validation, Boolean, NUMBER),
        keyword("exclusiveMaximum", ONLY_4, Validation, Boolean, NUMBER),
        keyword("exclusiveMinimum", SINCE_6, Validation, Number, NUMBER),
        keyword("exclusiveMaximum", SINCE_6, Validation, Number, NUMBER),
        keyword("minLength", ALL, Validation, Count, STRING),
        keyword("maxLength", ALL, Validation, Count, STRING),
        keyword("pattern", ALL, Validation, Pattern, STRING),
        keyword("prefixItems", ONLY_2020, Applicator, Schemas, ARRAY),
        keyword("items", (Draft4, Draft201909), Applicator, SchemaOrSchemas, ARRAY),
        keyword("items", ONLY_2020, Applicator, Schema, ARRAY),
        keyword("additionalItems", (Draft4, Draft201909), Applicator, Schema, ARRAY),
        keyword("contains", SINCE_6, Applicator, Schema, ARRAY),
        keyword("minContains", SINCE_2019, Validation, Count, ARRAY),
        keyword("maxContains", SINCE_2019, Validation, Count, ARRAY),
        keyword("minItems", ALL, Validation, Count, ARRAY),
        keyword("maxItems", ALL, Validation, Count, ARRAY),
        keyword("uniqueItems", ALL, Validation, Boolean, ARRAY),
        keyword("unevaluatedItems", ONLY_2019, Applicator, Schema, ARRAY),
        keyword("unevaluatedItems", ONLY_2020, Unevaluated, Schema, ARRAY),
        keyword("properties", ALL, Applicator, NamedSchemas, OBJECT),
        keyword("patternProperties", ALL, Applicator, PatternSchemas, OBJECT),
        keyword("additionalProperties", ALL, Applicator, Schema, OBJECT),
        keyword("propertyNames", SINCE_6, Applicator, Schema, OBJECT),
        keyword("required", ALL, Validation, Names, OBJECT),
        keyword("minProperties", ALL, Validation, Count, OBJECT),
        keyword("maxProperties", ALL, Validation, Count, OBJECT),
        keyword("dependentRequired", SINCE_2019, Validation, NamedNames, OBJECT),
        keyword("dependentSchemas", SINCE_2019, Applicator, NamedSchemas, OBJECT),
        // Split in 2019-09; later dialects read it for compatibility.
        keyword("dependencies", ALL, Applicator, Dependencies, OBJECT),
        keyword("unevaluatedProperties", ONLY_2019, Applicator, Schema, OBJECT),
        keyword("unevaluatedProperties", ONLY_2020, Unevaluated, Schema, OBJECT),
        keyword("allOf", ALL, Applicator, Schemas, ANY),
        keyword("anyOf", ALL, Applicator, Schemas, ANY),
        keyword("oneOf", ALL, Applicator, Schemas, ANY),
        keyword("not", ALL, Applicator, Schema, ANY),
        keyword("if", SINCE_7, Applicator, Schema, ANY),
        keyword("then", SINCE_7, Applicator, Schema, ANY),
        keyword("else", SINCE_7, Applicator, Schema, ANY),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_has_a_keyword_in_one_form() {
        let dialects =
            [Dialect::Draft4, Dialect::Draft6, Dialect::Draft7, Dialect::Draft201909, Dialect::Draft202012];
        for dialect in dialects {
            for keyword in KEYWORDS {
                let forms =
                    KEYWORDS.iter().filter(|other| other.name == keyword.name && other.is_in(dialect)).count();
                assert!(forms <= 1, "{} in {dialect:?}", keyword.name);
            }
        }
    }

    #[test]
    fn dialects_differ() {
        assert!(find(Dialect::Draft4, "const").is_none());
        assert!(find(Dialect::Draft202012, "additionalItems").is_none());
        assert_eq!(find(Dialect::Draft7, "items").map(|keyword| keyword.form), Some(Form::SchemaOrSchemas));
        assert_eq!(find(Dialect::Draft202012, "items").map(|keyword| keyword.form), Some(Form::Schema));
    }
}
