//! The schemas that apply beside a schema: to the same value, whatever way leads there.

use std::collections::HashSet;

use super::context::{Context, Role};
use crate::schema::{Keywords, SchemaId};

/// How many schemas are looked at before the answer is not known.
const MOST: usize = 2000;

/// A step from a value to a part of it.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Step<'m> {
    Property(&'m str),
    Other,
    Item(Option<usize>),
}

/// The schemas that may apply beside a schema, itself included; `None` when they are too many to tell.
///
/// These are the schemas that its references and in-place keywords lead to, those that it is part of by such
/// keywords, those that refer to it, and what all of them say about the same part of the value. Which branches
/// hold is not asked, so that the answer is rather too large.
pub(crate) fn beside<'m>(context: &Context<'m>, id: SchemaId) -> Option<HashSet<SchemaId>> {
    let mut search = Search { context, left: MOST, found: HashSet::new() };
    // From each schema that contains it, a path leads down to the value that it is about.
    let mut seen: HashSet<(SchemaId, Vec<Step<'m>>)> = HashSet::new();
    let mut waiting = vec![(id, Vec::new())];
    while let Some((outer, path)) = waiting.pop() {
        search.spend()?;
        if !seen.insert((outer, path.clone())) {
            continue;
        }
        search.down(outer, &path)?;
        for referrer in context.referrers(outer) {
            waiting.push((*referrer, path.clone()));
        }
        let Some(parent) = context.parent(outer) else { continue };
        let step = match context.role(outer) {
            Role::Root | Role::Definition(_) | Role::PropertyNames | Role::Other => continue,
            Role::Property(name) => Step::Property(name),
            Role::PatternProperty | Role::AdditionalProperties => Step::Other,
            Role::Items | Role::Contains => Step::Item(None),
            Role::PrefixItem(index) => Step::Item(Some(index)),
            _ => {
                waiting.push((parent, path));
                continue;
            }
        };
        let longer = std::iter::once(step).chain(path).collect();
        waiting.push((parent, longer));
    }
    Some(search.found)
}

struct Search<'c, 'm> {
    context: &'c Context<'m>,
    left: usize,
    found: HashSet<SchemaId>,
}

impl<'m> Search<'_, 'm> {
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Adds what applies to the part of the value that the path leads to.
    fn down(&mut self, from: SchemaId, path: &[Step<'m>]) -> Option<()> {
        let mut level = vec![from];
        for step in path {
            let mut next = Vec::new();
            for id in self.in_place(level)? {
                let Some(keywords) = self.context.model.keywords(id) else { continue };
                next.extend(parts(keywords, step));
            }
            level = next;
        }
        let all = self.in_place(level)?;
        self.found.extend(all);
        Some(())
    }

    /// The schemas and all that their references and in-place keywords lead to.
    fn in_place(&mut self, from: Vec<SchemaId>) -> Option<Vec<SchemaId>> {
        let mut seen: HashSet<SchemaId> = HashSet::new();
        let mut all = Vec::new();
        let mut waiting = from;
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            self.spend()?;
            all.push(id);
            let Some(keywords) = self.context.model.keywords(id) else { continue };
            waiting.extend(keywords.reference);
            waiting.extend(keywords.dynamic_reference.as_ref().map(|reference| reference.target));
            waiting.extend(&keywords.all_of);
            waiting.extend(keywords.any_of.iter().flatten());
            waiting.extend(keywords.one_of.iter().flatten());
            waiting.extend([keywords.if_schema, keywords.then_schema, keywords.else_schema].into_iter().flatten());
            waiting.extend(keywords.dependent_schemas.iter().map(|(_, schema)| *schema));
        }
        Some(all)
    }
}

fn parts(keywords: &Keywords, step: &Step<'_>) -> Vec<SchemaId> {
    let others =
        || keywords.pattern_properties.iter().map(|(_, schema)| *schema).chain(keywords.additional_properties);
    match step {
        Step::Property(name) => {
            let declared = keywords.properties.iter().filter(|property| property.name == **name);
            declared.map(|property| property.schema).chain(others()).collect()
        }
        Step::Other => others().chain(keywords.properties.iter().map(|property| property.schema)).collect(),
        Step::Item(index) => {
            let prefix = keywords.prefix_items.iter().enumerate();
            let prefix = prefix.filter(|(other, _)| index.is_none_or(|index| index == *other));
            prefix.map(|(_, schema)| *schema).chain(keywords.items).chain(keywords.contains).collect()
        }
    }
}
