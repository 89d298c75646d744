//! The keywords of the vocabulary, and what to say about those that it lacks.

/// A keyword of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyword {
    Type,
    Title,
    Description,
    Default,
    Examples,
    Enum,
    Const,
    Items,
    Properties,
    Required,
    AdditionalProperties,
    OneOf,
}

impl Keyword {
    pub(crate) const ALL: [Self; 12] = [
        Self::Type,
        Self::Title,
        Self::Description,
        Self::Default,
        Self::Examples,
        Self::Enum,
        Self::Const,
        Self::Items,
        Self::Properties,
        Self::Required,
        Self::AdditionalProperties,
        Self::OneOf,
    ];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Title => "title",
            Self::Description => "description",
            Self::Default => "default",
            Self::Examples => "examples",
            Self::Enum => "enum",
            Self::Const => "const",
            Self::Items => "items",
            Self::Properties => "properties",
            Self::Required => "required",
            Self::AdditionalProperties => "additionalProperties",
            Self::OneOf => "oneOf",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|keyword| keyword.as_str() == name)
    }
}

/// What to do instead of a keyword that the vocabulary lacks.
pub(crate) fn advice(name: &str) -> String {
    let known = match name {
        "$ref" | "$dynamicRef" | "$recursiveRef" => {
            "there are no references, and so no recursion: write the schema in its place, or leave \"type\" out to take any JSON"
        }
        "$defs" | "definitions" => "there are no references, and so no definitions: write each schema in its place",
        "$schema" | "$vocabulary" => "every schema is read in one way: leave it out",
        "$id" | "id" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" => {
            "there are no references, so nothing needs a name: leave it out"
        }
        "$comment" => "write it as \"description\"",
        "anyOf" => "a union is \"oneOf\", with exactly one branch valid: make the branches exclude each other",
        "allOf" | "$merge" | "extends" => "write what all of them say in one schema",
        "not" | "if" | "then" | "else" | "dependentSchemas" | "dependentRequired" | "dependencies" => {
            "a condition is written as a \"oneOf\" of the cases"
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "divisibleBy" => {
            "numbers have no bounds: say it in \"description\" and check it where the value is used"
        }
        "minLength" | "maxLength" | "pattern" | "format" | "contentEncoding" | "contentMediaType"
        | "contentSchema" => {
            "the text of strings is not constrained: say it in \"description\" and check it where the value is used, or list the strings in \"enum\""
        }
        "minItems" | "maxItems" | "uniqueItems" | "contains" | "minContains" | "maxContains" => {
            "arrays have no bounds: say it in \"description\" and check it where the value is used"
        }
        "prefixItems" | "additionalItems" | "unevaluatedItems" => {
            "all items of an array have one schema, \"items\": write an object with a property for each place"
        }
        "minProperties" | "maxProperties" | "propertyNames" | "patternProperties" => {
            "objects have declared properties and are open or closed: write \"properties\" and \"additionalProperties\": true or false"
        }
        "unevaluatedProperties" => "write \"additionalProperties\": false",
        "nullable" => "a value that may be null is a \"oneOf\" with a branch {\"type\": \"null\"}",
        "optional" => "a property is optional unless it is required: leave it out",
        "discriminator" => "give the property that tells the branches apart a \"const\" in each branch",
        "example" => "write \"examples\": […]",
        "deprecated" | "readOnly" | "writeOnly" => "say it in \"description\"",
        "enumNames" | "enumDescriptions" | "x-enum-varnames" | "x-enumNames" => {
            "write a \"oneOf\" of schemas with \"const\" and \"title\""
        }
        _ => return unknown(name),
    };
    known.to_owned()
}

fn unknown(name: &str) -> String {
    let close = crate::closeness::closest(name, Keyword::ALL.into_iter().map(Keyword::as_str));
    match close {
        Some(close) => format!("did you mean {close:?}?"),
        None => "leave it out, or say it in \"description\"; a schema may have type, title, description, default, examples, \
                 enum, const, items, properties, required, additionalProperties and oneOf"
            .to_owned(),
    }
}
