//! Types of arrays: lists and tuples.

use super::{Planner, scalars::specific};
use crate::{
    conjunction::{Conjunction, Flat, Part},
    keyword_set::KeywordSet,
    shape::{Kind, Origin, Step, Tuple, TupleItem, Type},
};

/// Longer tuples are kept as lists whose items are checked.
const MAX_TUPLE: usize = 64;

impl<'m> Planner<'m> {
    pub(super) fn array_type(&mut self, flat: &Flat<'m>, conjunction: &Conjunction, origin: &Origin) -> Type {
        let mut held = specific().without(KeywordSet::ARRAY).union(KeywordSet::ITEMS);
        let positions = flat
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::PREFIX_ITEMS))
            .map(|holder| holder.keywords.prefix_items.len())
            .max()
            .unwrap_or(0);
        let tail = Conjunction::new(self.model, parts_at(flat, None));
        if positions == 0 || positions > MAX_TUPLE {
            if positions > 0 {
                held = held.without(KeywordSet::ITEMS);
            }
            let rest = self.rest(flat, held);
            let element = origin.then(Step::Item);
            let item = if positions > 0 { Type::Any } else { self.type_of(&tail, &element) };
            return self.newtype_unless_exact(Type::List(Box::new(item)), rest, conjunction, origin);
        }
        held = held.union(KeywordSet::PREFIX_ITEMS);
        let least = flat
            .holders
            .iter()
            .filter(|holder| holder.set.intersects(KeywordSet::MIN_ITEMS))
            .filter_map(|holder| holder.keywords.min_items)
            .max()
            .unwrap_or(0);
        let id = self.reserve(conjunction, origin);
        let mut items = Vec::new();
        let mut ended = false;
        for position in 0..positions {
            let schemas = Conjunction::new(self.model, parts_at(flat, Some(position)));
            let ty = self.type_of(&schemas, &Origin::part(id, Step::Position(position)));
            if ty == Type::Never {
                ended = true;
                break;
            }
            let required = u64::try_from(position).is_ok_and(|position| position < least);
            items.push(TupleItem { ty, required, schemas, boxed: false });
        }
        let tail_type = if ended { Type::Never } else { self.type_of(&tail, &Origin::part(id, Step::Item)) };
        let tail = (tail_type != Type::Never).then_some((tail_type, tail));
        let rest = self.rest(flat, held);
        self.items[id.0].kind = Kind::Tuple(Tuple { items, tail });
        self.items[id.0].rest = rest;
        Type::Item(id)
    }
}

/// What the item at a position is subject to; without a position, the items behind every `prefixItems`.
fn parts_at(flat: &Flat<'_>, position: Option<usize>) -> Vec<Part> {
    let mut parts = Vec::new();
    for holder in &flat.holders {
        let prefix = if holder.set.intersects(KeywordSet::PREFIX_ITEMS) {
            position.and_then(|position| holder.keywords.prefix_items.get(position))
        } else {
            None
        };
        if let Some(schema) = prefix {
            parts.push(Part::whole(*schema));
        } else if holder.set.intersects(KeywordSet::ITEMS)
            && let Some(schema) = holder.keywords.items
        {
            // `items` begins behind the prefix of its own schema, whether or not that prefix is dealt with here.
            if position.is_none_or(|position| position >= holder.keywords.prefix_items.len()) {
                parts.push(Part::whole(schema));
            }
        }
    }
    parts
}
