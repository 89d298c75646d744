//! Types of numbers and strings, and the split by JSON type.

use contracts_model::{manifest::NumberMode, number::Number, schema::TypeSet};

use super::Planner;
use crate::{
    conjunction::{Conjunction, Flat, Part},
    keyword_set::KeywordSet,
    shape::{Choice, Docs, IntegerType, Kind, Origin, Step, Type, Union, Variant, VariantName},
};

/// The six JSON types, each with the keywords that are about it.
pub(super) const KINDS: [(TypeSet, &str, KeywordSet); 6] = [
    (TypeSet::NULL, "Null", KeywordSet::NONE),
    (TypeSet::BOOLEAN, "Boolean", KeywordSet::NONE),
    (TypeSet::NUMBER, "Number", KeywordSet::NUMBER),
    (TypeSet::STRING, "String", KeywordSet::STRING),
    (TypeSet::ARRAY, "Array", KeywordSet::ARRAY),
    (TypeSet::OBJECT, "Object", KeywordSet::OBJECT),
];

impl<'m> Planner<'m> {
    /// The type of a conjunction without listed values and without a union of its own.
    pub(super) fn by_kind(
        &mut self,
        flat: &Flat<'m>,
        types: TypeSet,
        conjunction: &Conjunction,
        origin: &Origin,
    ) -> Type {
        let kinds: Vec<_> = KINDS.iter().filter(|(kind, ..)| types.intersects(*kind)).collect();
        if let [(kind, ..)] = kinds.as_slice() {
            return self.of_kind(flat, types.intersection(*kind), conjunction, origin);
        }
        let about = |keywords: KeywordSet| flat.holders.iter().any(|holder| holder.set.intersects(keywords));
        // What is about no single type: `not`, conditionals, unions that only assert.
        let specific = KINDS.iter().fold(KeywordSet::TYPE, |set, (_, _, about)| set.union(*about));
        let unevaluated = KeywordSet::UNEVALUATED_ITEMS.union(KeywordSet::UNEVALUATED_PROPERTIES);
        let whole = about(unevaluated);
        let rest = if whole { self.rest(flat, KeywordSet::TYPE) } else { self.rest(flat, specific) };
        if types == TypeSet::ANY && !KINDS.iter().any(|(_, _, keywords)| about(*keywords)) {
            return self.newtype_unless_exact(Type::Any, rest, conjunction, origin);
        }
        // The parts of the conjunction about one type, without what `rest` holds.
        let part = |this: &mut Self, kind: TypeSet, keywords: KeywordSet, origin: &Origin| {
            let parts = flat.holders.iter().map(|holder| Part {
                schema: holder.schema,
                without: KeywordSet::ALL
                    .without(holder.set.intersection(keywords.union(KeywordSet::TYPE)).without(unevaluated)),
            });
            let conjunction = Conjunction::new(this.model, parts).restricted(types.intersection(kind));
            this.type_of(&conjunction, origin)
        };
        if rest.is_empty()
            && let [(TypeSet::NULL, ..), (kind, _, keywords)] = kinds.as_slice()
        {
            let ty = part(self, *kind, *keywords, origin);
            return match ty {
                Type::Never => Type::Null,
                ty => Type::Nullable(Box::new(ty)),
            };
        }
        let id = self.reserve(conjunction, origin);
        let mut variants: Vec<Variant> = Vec::new();
        let mut other = TypeSet::NONE;
        for (kind, name, keywords) in kinds {
            let kind_types = types.intersection(*kind);
            let constrained = about(*keywords) || kind_types != *kind;
            if types == TypeSet::ANY && !constrained {
                other = other.union(*kind);
                continue;
            }
            let step = Step::Variant(variants.len());
            let ty = part(self, *kind, *keywords, &Origin::part(id, step));
            if ty == Type::Never {
                continue;
            }
            let name = if kind_types == TypeSet::INTEGER { "Integer" } else { name };
            variants.push(Variant {
                name: VariantName::Types(name),
                ty,
                branch: None,
                types: kind_types,
                tags: Vec::new(),
                schemas: conjunction.clone(),
                docs: Docs::default(),
                boxed: false,
            });
        }
        if !other.is_empty() {
            variants.push(Variant {
                name: VariantName::Types("Other"),
                ty: Type::Any,
                branch: None,
                types: other,
                tags: Vec::new(),
                schemas: conjunction.clone(),
                docs: Docs::default(),
                boxed: false,
            });
        }
        self.items[id.0].kind = Kind::Union(Union { choice: Choice::Kind, variants });
        self.items[id.0].rest = rest;
        Type::Item(id)
    }

    /// The type of a conjunction that only one JSON type can be valid against.
    pub(super) fn of_kind(
        &mut self,
        flat: &Flat<'m>,
        kind: TypeSet,
        conjunction: &Conjunction,
        origin: &Origin,
    ) -> Type {
        if TypeSet::NUMBER.contains(kind) {
            return self.number_type(flat, kind, conjunction, origin);
        }
        match kind {
            TypeSet::NULL => {
                let rest = self.rest(flat, specific());
                self.newtype_unless_exact(Type::Null, rest, conjunction, origin)
            }
            TypeSet::BOOLEAN => {
                let rest = self.rest(flat, specific());
                self.newtype_unless_exact(Type::Bool, rest, conjunction, origin)
            }
            TypeSet::STRING => {
                let held = specific().without(KeywordSet::STRING);
                let rest = self.rest(flat, held);
                self.newtype_unless_exact(Type::String, rest, conjunction, origin)
            }
            TypeSet::ARRAY => self.array_type(flat, conjunction, origin),
            _ => self.object_type(flat, conjunction, origin),
        }
    }

    fn number_type(&mut self, flat: &Flat<'m>, kind: TypeSet, conjunction: &Conjunction, origin: &Origin) -> Type {
        let mut held = specific().without(KeywordSet::NUMBER);
        let mut ty = Type::Number;
        if kind == TypeSet::INTEGER {
            let Bounds { low, high, low_known, high_known } = integer_bounds(flat);
            if let (Some(low), Some(high)) = (low, high)
                && low > high
            {
                return Type::Never;
            }
            // In exact mode a primitive is enough only where the schema bounds it at both ends.
            let exact = flat
                .holders
                .iter()
                .any(|holder| self.settings.numbers(self.model, holder.schema) == NumberMode::Exact);
            if exact {
                ty = Type::BigInteger;
            }
            let bounded = low.is_some() && high.is_some();
            if let Some(integer) = integer_type(low, high).filter(|_| bounded || !exact) {
                ty = Type::Integer(integer);
                let (least, greatest) = integer.range();
                let unbounded = matches!(integer, IntegerType::U64 | IntegerType::I64);
                let low_held = low.map_or(unbounded, |low| low <= least);
                let high_held = high.map_or(unbounded, |high| high >= greatest);
                if low_held && low_known {
                    held = held.union(KeywordSet::MINIMUM).union(KeywordSet::EXCLUSIVE_MINIMUM);
                }
                if high_held && high_known {
                    held = held.union(KeywordSet::MAXIMUM).union(KeywordSet::EXCLUSIVE_MAXIMUM);
                }
            }
        }
        // A number type whose schema says `integer` but whose range no primitive holds still has to be whole.
        if ty == Type::Number && kind == TypeSet::INTEGER {
            held = held.without(KeywordSet::TYPE);
        }
        let rest = self.rest(flat, held);
        self.newtype_unless_exact(ty, rest, conjunction, origin)
    }
}

/// Keywords that a type of one kind holds or that cannot matter to it, those about other types included. The caller
/// takes out those about its own type.
pub(super) fn specific() -> KeywordSet {
    KINDS.iter().fold(KeywordSet::TYPE, |set, (_, _, about)| set.union(*about))
}

/// The tightest integers that the bounds allow.
struct Bounds {
    low: Option<i128>,
    high: Option<i128>,
    /// Whether every lower bound is among them; one that is too large to matter to a primitive is not.
    low_known: bool,
    high_known: bool,
}

fn integer_bounds(flat: &Flat<'_>) -> Bounds {
    let mut bounds = Bounds { low: None, high: None, low_known: true, high_known: true };
    for holder in &flat.holders {
        let keywords = holder.keywords;
        let has = |keyword: KeywordSet| holder.set.intersects(keyword);
        let lower = [
            keywords.minimum.as_ref().filter(|_| has(KeywordSet::MINIMUM)).map(ceiling),
            keywords
                .exclusive_minimum
                .as_ref()
                .filter(|_| has(KeywordSet::EXCLUSIVE_MINIMUM))
                .map(|bound| floor(bound).map(|bound| bound + 1)),
        ];
        let upper = [
            keywords.maximum.as_ref().filter(|_| has(KeywordSet::MAXIMUM)).map(floor),
            keywords
                .exclusive_maximum
                .as_ref()
                .filter(|_| has(KeywordSet::EXCLUSIVE_MAXIMUM))
                .map(|bound| ceiling(bound).map(|bound| bound - 1)),
        ];
        bounds.low_known &= !lower.contains(&Some(None));
        bounds.high_known &= !upper.contains(&Some(None));
        bounds.low = bounds.low.into_iter().chain(lower.into_iter().flatten().flatten()).max();
        bounds.high = bounds.high.into_iter().chain(upper.into_iter().flatten().flatten()).min();
    }
    bounds
}

/// The greatest integer that is not above a number, where it is small enough to matter.
fn floor(number: &Number) -> Option<i128> {
    if let Some(integer) = number.as_i128() {
        return (integer.unsigned_abs() < 1 << 100).then_some(integer);
    }
    let nearest = number.to_f64();
    if nearest.abs() > 1e15 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "far inside the range")]
    let truncated = nearest.trunc() as i128;
    // The nearest f64 may be a whole number although the number is not.
    [truncated + 1, truncated, truncated - 1, truncated - 2]
        .into_iter()
        .find(|candidate| i64::try_from(*candidate).is_ok_and(|value| Number::from(value) <= *number))
}

/// The least integer that is not below a number, where it is small enough to matter.
fn ceiling(number: &Number) -> Option<i128> {
    let below = floor(number)?;
    Some(if number.is_integer() { below } else { below + 1 })
}

/// The narrowest primitive that holds the bounds; unsigned 64 bits from 0 on, signed 64 bits without bounds.
fn integer_type(low: Option<i128>, high: Option<i128>) -> Option<IntegerType> {
    match (low, high) {
        (Some(low), Some(high)) => IntegerType::ALL.into_iter().find(|integer| {
            let (least, greatest) = integer.range();
            least <= low && high <= greatest
        }),
        (Some(low), None) if low >= 0 => (low <= u64::MAX.into()).then_some(IntegerType::U64),
        (Some(low), None) => (low >= i64::MIN.into()).then_some(IntegerType::I64),
        (None, Some(high)) => (high >= i64::MIN.into() && high <= i64::MAX.into()).then_some(IntegerType::I64),
        (None, None) => Some(IntegerType::I64),
    }
}
