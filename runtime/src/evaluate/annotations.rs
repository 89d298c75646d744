//! Which items and members were evaluated, for the `unevaluated*` keywords.

/// The items and members of one instance that valid subschemas evaluated.
///
/// A log that only grows, so that what a failed subschema added can be taken back.
#[derive(Default)]
pub(super) struct Evaluated<'i> {
    all_items: bool,
    /// All items before this index.
    prefix: usize,
    /// Single items, by `contains`.
    items: Vec<usize>,
    all_members: bool,
    members: Vec<&'i str>,
}

/// A state of [`Evaluated`] to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    all_items: bool,
    prefix: usize,
    items: usize,
    all_members: bool,
    members: usize,
}

impl<'i> Evaluated<'i> {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            all_items: self.all_items,
            prefix: self.prefix,
            items: self.items.len(),
            all_members: self.all_members,
            members: self.members.len(),
        }
    }

    pub(super) fn roll_back(&mut self, mark: Mark) {
        self.all_items = mark.all_items;
        self.prefix = mark.prefix;
        self.items.truncate(mark.items);
        self.all_members = mark.all_members;
        self.members.truncate(mark.members);
    }

    pub(super) fn add_all_items(&mut self) {
        self.all_items = true;
    }

    pub(super) fn add_prefix(&mut self, len: usize) {
        self.prefix = self.prefix.max(len);
    }

    pub(super) fn add_item(&mut self, index: usize) {
        if !self.all_items && index >= self.prefix {
            self.items.push(index);
        }
    }

    pub(super) fn add_all_members(&mut self) {
        self.all_members = true;
    }

    pub(super) fn add_member(&mut self, name: &'i str) {
        if !self.all_members {
            self.members.push(name);
        }
    }

    /// Adds what another evaluation of the same instance found.
    pub(super) fn merge(&mut self, other: &Self) {
        self.all_items |= other.all_items;
        self.prefix = self.prefix.max(other.prefix);
        self.items.extend(&other.items);
        self.all_members |= other.all_members;
        self.members.extend(&other.members);
    }

    /// Sorts the log and drops what is in it twice. Marks taken before lose their meaning.
    pub(super) fn seal(&mut self) {
        self.items.sort_unstable();
        self.items.dedup();
        self.members.sort_unstable();
        self.members.dedup();
    }

    pub(super) fn has_all_items(&self) -> bool {
        self.all_items
    }

    /// Whether the item was evaluated. The log is sealed.
    pub(super) fn has_item(&self, index: usize) -> bool {
        self.all_items || index < self.prefix || self.items.binary_search(&index).is_ok()
    }

    pub(super) fn has_all_members(&self) -> bool {
        self.all_members
    }

    /// Whether the member was evaluated. The log is sealed.
    pub(super) fn has_member(&self, name: &str) -> bool {
        self.all_members || self.members.binary_search(&name).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_take_back_what_they_added() {
        let mut seen = Evaluated::default();
        seen.add_member("a");
        seen.add_prefix(1);
        let mark = seen.mark();
        seen.add_member("b");
        seen.add_prefix(3);
        seen.add_item(7);
        seen.add_all_members();
        seen.add_all_items();
        seen.roll_back(mark);
        seen.seal();
        assert!(seen.has_member("a") && !seen.has_member("b") && !seen.has_all_members());
        assert!(seen.has_item(0) && !seen.has_item(1) && !seen.has_item(7) && !seen.has_all_items());
    }

    #[test]
    fn merging_adds() {
        let (mut seen, mut other) = (Evaluated::default(), Evaluated::default());
        seen.add_member("b");
        other.add_member("a");
        other.add_member("b");
        other.add_item(4);
        seen.merge(&other);
        seen.seal();
        assert!(seen.has_member("a") && seen.has_member("b") && seen.has_item(4) && !seen.has_item(3));
    }
}
