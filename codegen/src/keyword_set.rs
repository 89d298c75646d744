//! Sets of keywords, to say which assertions of a schema a type already holds.

use contracts_model::schema::Keywords;

/// A set of assertion and applicator keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KeywordSet(u64);

macro_rules! keywords {
    ($($constant:ident = $bit:literal),* $(,)?) => {
        #[allow(missing_docs)]
        impl KeywordSet {
            $(pub(crate) const $constant: Self = Self(1 << $bit);)*
        }
    };
}

keywords! {
    TYPE = 0, ENUM = 1, CONST = 2, FORMAT = 3,
    MINIMUM = 4, EXCLUSIVE_MINIMUM = 5, MAXIMUM = 6, EXCLUSIVE_MAXIMUM = 7, MULTIPLE_OF = 8,
    MIN_LENGTH = 9, MAX_LENGTH = 10, PATTERN = 11,
    PREFIX_ITEMS = 12, ITEMS = 13, CONTAINS = 14, MIN_ITEMS = 15, MAX_ITEMS = 16, UNIQUE_ITEMS = 17,
    UNEVALUATED_ITEMS = 18,
    PROPERTIES = 19, PATTERN_PROPERTIES = 20, ADDITIONAL_PROPERTIES = 21, PROPERTY_NAMES = 22, REQUIRED = 23,
    MIN_PROPERTIES = 24, MAX_PROPERTIES = 25, DEPENDENT_REQUIRED = 26, DEPENDENT_SCHEMAS = 27,
    UNEVALUATED_PROPERTIES = 28,
    ALL_OF = 29, ANY_OF = 30, ONE_OF = 31, NOT = 32, IF = 33, REF = 34, DYNAMIC_REF = 35,
}

impl KeywordSet {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self((1 << 36) - 1);

    /// Assertions about numbers.
    pub(crate) const NUMBER: Self = Self(0b1_1111 << 4);
    /// Assertions about strings.
    pub(crate) const STRING: Self = Self(0b111 << 9 | Self::FORMAT.0);
    /// Assertions about arrays.
    pub(crate) const ARRAY: Self = Self(0b111_1111 << 12);
    /// Assertions about objects.
    pub(crate) const OBJECT: Self = Self(0b11_1111_1111 << 19);

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The keywords that a schema has, but for values that can refuse nothing (`minLength: 0`).
    pub(crate) fn of(keywords: &Keywords) -> Self {
        let mut set = Self::NONE;
        let mut add = |present: bool, keyword: Self| {
            if present {
                set = set.union(keyword);
            }
        };
        add(keywords.types.is_some(), Self::TYPE);
        add(keywords.enumeration.is_some(), Self::ENUM);
        add(keywords.constant.is_some(), Self::CONST);
        add(keywords.asserts_format, Self::FORMAT);
        add(keywords.minimum.is_some(), Self::MINIMUM);
        add(keywords.exclusive_minimum.is_some(), Self::EXCLUSIVE_MINIMUM);
        add(keywords.maximum.is_some(), Self::MAXIMUM);
        add(keywords.exclusive_maximum.is_some(), Self::EXCLUSIVE_MAXIMUM);
        add(keywords.multiple_of.is_some(), Self::MULTIPLE_OF);
        add(keywords.min_length.is_some_and(|length| length > 0), Self::MIN_LENGTH);
        add(keywords.max_length.is_some(), Self::MAX_LENGTH);
        add(keywords.pattern.is_some(), Self::PATTERN);
        add(!keywords.prefix_items.is_empty(), Self::PREFIX_ITEMS);
        add(keywords.items.is_some(), Self::ITEMS);
        add(keywords.contains.is_some(), Self::CONTAINS);
        add(keywords.min_items.is_some_and(|count| count > 0), Self::MIN_ITEMS);
        add(keywords.max_items.is_some(), Self::MAX_ITEMS);
        add(keywords.unique_items, Self::UNIQUE_ITEMS);
        add(keywords.unevaluated_items.is_some(), Self::UNEVALUATED_ITEMS);
        add(!keywords.properties.is_empty(), Self::PROPERTIES);
        add(!keywords.pattern_properties.is_empty(), Self::PATTERN_PROPERTIES);
        add(keywords.additional_properties.is_some(), Self::ADDITIONAL_PROPERTIES);
        add(keywords.property_names.is_some(), Self::PROPERTY_NAMES);
        add(!keywords.required.is_empty(), Self::REQUIRED);
        add(keywords.min_properties.is_some_and(|count| count > 0), Self::MIN_PROPERTIES);
        add(keywords.max_properties.is_some(), Self::MAX_PROPERTIES);
        add(!keywords.dependent_required.is_empty(), Self::DEPENDENT_REQUIRED);
        add(!keywords.dependent_schemas.is_empty(), Self::DEPENDENT_SCHEMAS);
        add(keywords.unevaluated_properties.is_some(), Self::UNEVALUATED_PROPERTIES);
        add(!keywords.all_of.is_empty(), Self::ALL_OF);
        add(keywords.any_of.is_some(), Self::ANY_OF);
        add(keywords.one_of.is_some(), Self::ONE_OF);
        add(keywords.not.is_some(), Self::NOT);
        add(keywords.if_schema.is_some(), Self::IF);
        add(keywords.reference.is_some(), Self::REF);
        add(keywords.dynamic_reference.is_some(), Self::DYNAMIC_REF);
        set
    }
}
