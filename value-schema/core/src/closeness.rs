//! Which of many names somebody may have meant.

/// Longer names are not compared: the comparison takes time in the product of the lengths.
const LONGEST: usize = 128;

/// Whether the problem after `told` others says which of so many names may have been meant. Looking for it takes time in the
/// number of names, so a report of very many problems would otherwise take time in the product.
pub(crate) fn is_affordable(told: usize, names: usize) -> bool {
    const COMPARISONS: usize = 100_000;
    told == 0 || told.saturating_mul(names) <= COMPARISONS
}

/// The name that is most like `name`, when one is like enough.
pub(crate) fn closest<'a>(name: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    close_names(name, among, 1).pop()
}

/// Up to `count` names that are like `name`, the most alike first. Takes time linear in the number of names.
pub(crate) fn close_names<'a>(name: &str, among: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let lower = name.to_lowercase();
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in among {
        if candidate.len() > LONGEST || candidate.len().abs_diff(name.len()) > name.len() / 3 + 2 {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &candidate.to_lowercase());
        if distance <= lower.chars().count() / 3 {
            let place = found.partition_point(|(other, _)| *other <= distance);
            if place < count {
                found.insert(place, (distance, candidate));
                found.truncate(count);
            }
        }
    }
    found.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::{close_names, closest};

    #[test]
    fn misspelt_names_are_found() {
        let names = ["search_files", "read_file", "write_file", "list"];
        assert_eq!(closest("serach_files", names), Some("search_files"));
        assert_eq!(close_names("raed_file", names, 3), ["read_file"]);
        assert_eq!(close_names("rite_file", names, 3), ["write_file", "read_file"]);
        assert_eq!(closest("List", names), Some("list"));
        assert_eq!(closest("x", names), None);
        assert_eq!(closest("", names), None);
    }
}
