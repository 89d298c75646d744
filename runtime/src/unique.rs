//! `uniqueItems`: finding equal items in near-linear time.

use std::{
    cmp::Ordering,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::instance::{ArrayView, Instance, ObjectView};

/// Up to this many items are compared pair by pair.
const FEW: usize = 8;

/// The first item that equals an earlier one: the index of the earlier item and its own.
///
/// Short arrays, and arrays that share a hash, are compared in pairs; longer ones are sorted by hash, and what still
/// shares a hash (a hostile document) by a total order. So the worst case stays near-linear, and nothing depends on
/// the hash.
pub fn duplicate(items: &dyn ArrayView) -> Option<(usize, usize)> {
    let len = items.len();
    if len <= FEW {
        return (1..len).find_map(|second| {
            let item = items.item(second)?;
            (0..second).find(|first| items.item(*first) == Some(item)).map(|first| (first, second))
        });
    }
    let mut hashed = Vec::with_capacity(len);
    for index in 0..len {
        let item = items.item(index)?;
        let mut state = DefaultHasher::new();
        hash(item, &mut state);
        hashed.push((state.finish(), index, item));
    }
    hashed.sort_unstable_by_key(|(hash, index, _)| (*hash, *index));
    hashed
        .chunk_by_mut(|left, right| left.0 == right.0)
        .filter_map(|alike| duplicate_of_alike(alike))
        .min_by_key(|(first, second)| (*second, *first))
}

/// The first item that equals an earlier one, among items with one hash.
fn duplicate_of_alike(alike: &mut [(u64, usize, Instance<'_>)]) -> Option<(usize, usize)> {
    if alike.len() > FEW {
        alike.sort_by(|left, right| order(left.2, right.2).then(left.1.cmp(&right.1)));
        alike
            .chunk_by(|left, right| left.2 == right.2)
            .filter_map(|equal| Some((equal.first()?.1, equal.get(1)?.1)))
            .min_by_key(|(first, second)| (*second, *first))
    } else {
        (1..alike.len()).find_map(|second| {
            let (_, index, item) = alike[second];
            alike[..second].iter().find(|earlier| earlier.2 == item).map(|earlier| (earlier.1, index))
        })
    }
}

/// Equal values have equal hashes: `1` and `1.0`, objects in any order.
fn hash(instance: Instance<'_>, state: &mut DefaultHasher) {
    match instance {
        Instance::Null => 0_u8.hash(state),
        Instance::Bool(value) => (1_u8, value).hash(state),
        Instance::Number(value) => (2_u8, value).hash(state),
        Instance::String(value) => (3_u8, value).hash(state),
        Instance::Array(items) => {
            (4_u8, items.len()).hash(state);
            (0..items.len()).filter_map(|index| items.item(index)).for_each(|item| hash(item, state));
        }
        Instance::Object(members) => {
            let mut sum = 0_u64;
            members.each_member(&mut |name, value| {
                let mut hasher = DefaultHasher::new();
                name.hash(&mut hasher);
                hash(value, &mut hasher);
                sum = sum.wrapping_add(hasher.finish());
                true
            });
            (5_u8, members.len(), sum).hash(state);
        }
    }
}

/// A total order of JSON values in which exactly the equal ones are equal.
fn order(left: Instance<'_>, right: Instance<'_>) -> Ordering {
    fn rank(instance: Instance<'_>) -> u8 {
        match instance {
            Instance::Null => 0,
            Instance::Bool(_) => 1,
            Instance::Number(_) => 2,
            Instance::String(_) => 3,
            Instance::Array(_) => 4,
            Instance::Object(_) => 5,
        }
    }
    match (left, right) {
        (Instance::Bool(left), Instance::Bool(right)) => left.cmp(&right),
        (Instance::Number(left), Instance::Number(right)) => left.cmp(&right),
        (Instance::String(left), Instance::String(right)) => left.cmp(right),
        (Instance::Array(left), Instance::Array(right)) => left.len().cmp(&right.len()).then_with(|| {
            (0..left.len())
                .filter_map(|index| Some(order(left.item(index)?, right.item(index)?)))
                .find(|ordering| ordering.is_ne())
                .unwrap_or(Ordering::Equal)
        }),
        (Instance::Object(left), Instance::Object(right)) => left.len().cmp(&right.len()).then_with(|| {
            let (left, right) = (sorted(left), sorted(right));
            left.iter()
                .zip(&right)
                .map(|(left, right)| left.0.cmp(right.0).then_with(|| order(left.1, right.1)))
                .find(|ordering| ordering.is_ne())
                .unwrap_or(Ordering::Equal)
        }),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn sorted(members: &dyn ObjectView) -> Vec<(&str, Instance<'_>)> {
    let mut list = Vec::with_capacity(members.len());
    members.each_member(&mut |name, value| {
        list.push((name, value));
        true
    });
    list.sort_unstable_by_key(|(name, _)| *name);
    list
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Json, View};

    fn find(values: &[Value]) -> Option<(usize, usize)> {
        let items: Vec<Json> = values.iter().map(|value| value.clone().try_into().unwrap()).collect();
        duplicate(&items)
    }

    #[test]
    fn equality_is_that_of_json() {
        assert_eq!(find(&[]), None);
        assert_eq!(find(&[json!(1), json!(true), json!("1"), json!([1]), json!({"": 1}), json!(null)]), None);
        assert_eq!(find(&[json!(1), json!(2), json!(1.0)]), Some((0, 2)));
        assert_eq!(find(&[json!({"a": 1, "b": [2]}), json!({"b": [2.0], "a": 1})]), Some((0, 1)));
        assert_eq!(find(&[json!(0), json!(false), json!([]), json!({}), json!("")]), None);
    }

    #[test]
    fn the_first_repetition_is_named_whatever_the_length() {
        for len in [3, 9, 100, 1000] {
            let mut values: Vec<Value> = (0..len).map(|n| json!({"n": n, "list": [n, "x"]})).collect();
            assert_eq!(find(&values), None);
            values.push(values[2].clone());
            values.push(values[0].clone());
            assert_eq!(find(&values), Some((2, len)));
        }
    }

    #[test]
    fn items_that_share_a_hash_are_told_apart() {
        let items: Vec<Json> = (0..100_u64).map(|n| Json::from(n % 60)).collect();
        let mut alike: Vec<_> = items.iter().enumerate().map(|(index, item)| (7, index, item.view())).collect();
        assert_eq!(duplicate_of_alike(&mut alike), Some((0, 60)));
        let mut alike: Vec<_> = items[..60].iter().enumerate().map(|(i, item)| (7, i, item.view())).collect();
        assert_eq!(duplicate_of_alike(&mut alike), None);
        let mut few: Vec<_> = items[58..62].iter().enumerate().map(|(i, item)| (7, i, item.view())).collect();
        assert_eq!(duplicate_of_alike(&mut few), None);
    }

    #[test]
    fn the_order_is_total_and_agrees_with_equality() {
        let values: Vec<Json> = [
            json!(null),
            json!(false),
            json!(1),
            json!(1.0),
            json!(1.5),
            json!("a"),
            json!([]),
            json!([1, 2]),
            json!([1, 3]),
            json!({}),
            json!({"a": 1, "b": 2}),
            json!({"b": 2, "a": 1.0}),
            json!({"a": 1, "c": 2}),
        ]
        .map(|value: Value| value.try_into().unwrap())
        .into();
        for left in &values {
            for right in &values {
                assert_eq!(order(left.view(), right.view()).is_eq(), left == right, "{left} {right}");
                assert_eq!(order(left.view(), right.view()), order(right.view(), left.view()).reverse());
            }
        }
    }

    #[test]
    fn many_items_take_little_time() {
        let items: Vec<String> = (0..200_000).map(|n| format!("item {n}")).collect();
        assert_eq!(duplicate(&items), None);
    }
}
