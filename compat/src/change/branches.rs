//! Pairing what has no name: branches of unions, conditionals, and their like.

/// The most pairs of branches that are compared; beyond it branches pair in order.
const MOST: usize = 100_000;

/// Which members of two lists belong together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs {
    /// Positions in the old and in the new list.
    pub(super) matched: Vec<(usize, usize)>,
    /// Positions in the old list that have no counterpart.
    pub(super) removed: Vec<usize>,
    /// Positions in the new list that have no counterpart.
    pub(super) added: Vec<usize>,
}

/// Pairs the members of two lists by likeness.
///
/// `cost` is 0 for members that say the same, larger for less likely ones, and `None` for those that have nothing to do
/// with each other. Members at the same position are asked about first, and of equally likely ones the nearest are
/// taken.
pub(super) fn pair(old: usize, new: usize, mut cost: impl FnMut(usize, usize) -> Option<usize>) -> Pairs {
    let mut pairs = Pairs::default();
    let same: Vec<usize> = (0..old.min(new)).filter(|index| cost(*index, *index) == Some(0)).collect();
    pairs.matched.extend(same.iter().map(|index| (*index, *index)));
    let mut left: Vec<usize> = (0..old).filter(|index| same.binary_search(index).is_err()).collect();
    let mut right: Vec<usize> = (0..new).filter(|index| same.binary_search(index).is_err()).collect();

    let mut candidates = Vec::new();
    if left.len().saturating_mul(right.len()) <= MOST {
        for old in &left {
            for new in &right {
                candidates.extend(cost(*old, *new).map(|cost| (cost, old.abs_diff(*new), *old, *new)));
            }
        }
    } else {
        let in_order = left.iter().zip(&right);
        candidates.extend(in_order.filter_map(|(old, new)| Some((cost(*old, *new)?, 0, *old, *new))));
    }
    candidates.sort_unstable();
    for (_, _, old, new) in candidates {
        if let (Ok(at_old), Ok(at_new)) = (left.binary_search(&old), right.binary_search(&new)) {
            left.remove(at_old);
            right.remove(at_new);
            pairs.matched.push((old, new));
        }
    }
    pairs.matched.sort_unstable();
    pairs.removed = left;
    pairs.added = right;
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expected: (&[(usize, usize)], &[usize], &[usize])) {
        let (left, right): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let found = pair(left.len(), right.len(), |old, new| {
            let (old, new) = (left[old], right[new]);
            if old == new { Some(0) } else { (old.eq_ignore_ascii_case(&new)).then_some(1) }
        });
        let (pairs, removed, added) = expected;
        let expected = Pairs { matched: pairs.to_vec(), removed: removed.to_vec(), added: added.to_vec() };
        assert_eq!(found, expected, "{old} {new}");
    }

    #[test]
    fn by_likeness_and_not_by_position() {
        check("abc", "abc", (&[(0, 0), (1, 1), (2, 2)], &[], &[]));
        check("abc", "cab", (&[(0, 1), (1, 2), (2, 0)], &[], &[]));
        check("abc", "xaB", (&[(0, 1), (1, 2)], &[2], &[0]));
        check("", "a", (&[], &[], &[0]));
        check("aA", "Aa", (&[(0, 1), (1, 0)], &[], &[]));
    }
}
