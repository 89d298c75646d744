//! Which schemas can never hold, with the reason; each fault once, where it is, and not in everything that needs it.

use std::collections::{HashMap, HashSet};

use super::{
    context::{Context, Role},
    emptiness::{CauseKind, Emptiness, What, is_false},
};
use crate::{Place, schema::SchemaId};

/// The most steps of a cycle that a message names.
const MOST_STEPS: usize = 6;

/// A schema that can never hold.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) schema: SchemaId,
    pub(crate) kind: VerdictKind,
    pub(crate) reason: String,
    /// Places that have part in it.
    pub(crate) related: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerdictKind {
    /// The schema of a property.
    Property(String),
    /// A property that schemas which hold together declare in ways that exclude each other.
    SharedProperty(String),
    /// A schema whose `const` its other keywords refuse.
    Constant,
    /// A branch of a union that what stands beside the union excludes.
    Branch(&'static str),
    /// A schema whose values would contain one another without end.
    Endless,
    /// Any other schema.
    Schema,
}

/// Why a schema is empty.
enum Reason {
    /// Because another one is.
    Because(SchemaId),
    /// It is meant to be, or another rule says so.
    Silent,
    Own {
        kind: VerdictKind,
        text: String,
        owners: Vec<SchemaId>,
    },
}

/// Finds all of them, in the order of the schemas.
pub(crate) fn find(context: &Context<'_>) -> Vec<Verdict> {
    let mut emptiness = context.emptiness();
    let mut verdicts = Vec::new();
    let mut shared = HashSet::new();
    let empty: Vec<SchemaId> = context.model.ids().filter(|id| emptiness.is_empty(emptiness.seed(*id))).collect();
    let mut reasons: HashMap<SchemaId, Reason> = HashMap::new();
    for id in &empty {
        let reason = reason(context, &emptiness, *id);
        reasons.insert(*id, reason);
    }
    close_cycles(context, &empty, &mut reasons);
    for id in context.ids() {
        match reasons.remove(id) {
            None => {
                shared_properties(context, &mut emptiness, *id, &mut shared, &mut verdicts);
                dead_branches(context, &mut emptiness, *id, &mut verdicts);
            }
            Some(Reason::Own { kind, text, owners }) => {
                let kind = match context.role(*id) {
                    Role::Property(name) if kind != VerdictKind::Endless => VerdictKind::Property(name.to_owned()),
                    _ => kind,
                };
                let related = places(context, *id, &owners);
                verdicts.push(Verdict { schema: *id, kind, reason: text, related });
            }
            Some(_) => {}
        }
    }
    verdicts
}

fn places(context: &Context<'_>, id: SchemaId, owners: &[SchemaId]) -> Vec<Place> {
    let mut seen = HashSet::from([id]);
    let others = owners.iter().filter(|owner| seen.insert(**owner));
    others.map(|owner| context.model.schema(*owner).place.clone()).collect()
}

fn reason(context: &Context<'_>, emptiness: &Emptiness<'_>, id: SchemaId) -> Reason {
    let is_empty = |id: SchemaId| emptiness.is_empty(emptiness.seed(id));
    let is_fault = |id: SchemaId| is_empty(id) && !is_false(context.model, id);
    if is_false(context.model, id) {
        return Reason::Silent;
    }
    let conjuncts = context.conjuncts(id);
    if let Some(part) = conjuncts.iter().find(|part| **part != id && is_fault(**part)) {
        return Reason::Because(*part);
    }
    let node = emptiness.seed(id);
    if let Some(cause) = emptiness.cause(node) {
        return match cause.kind {
            // Whoever refers to `false` means it; bounds and closed schemas have rules of their own.
            CauseKind::False | CauseKind::Closed => Reason::Silent,
            CauseKind::Bounds
                if cause.owners.iter().all(|owner| *owner == id)
                    && !matches!(context.role(id), Role::Property(_)) =>
            {
                Reason::Silent
            }
            kind => Reason::Own {
                kind: if kind == CauseKind::Constant { VerdictKind::Constant } else { VerdictKind::Schema },
                text: cause.message.clone(),
                owners: cause.owners.clone(),
            },
        };
    }
    let own = |text: String| Reason::Own { kind: VerdictKind::Schema, text, owners: Vec::new() };
    let Some(need) = emptiness.unmet(node) else { return Reason::Silent };
    let first = need.options[0];
    let because = emptiness.cause(first).map_or(String::new(), |cause| format!(": {}", cause.message));
    match &need.what {
        What::Branch(keyword, owner) => {
            let keywords = context.model.keywords(*owner).expect("it has a union");
            let branches = if *keyword == "anyOf" { &keywords.any_of } else { &keywords.one_of };
            let branches = branches.as_deref().unwrap_or_default();
            if branches.iter().all(|branch| is_empty(*branch))
                && let Some(branch) = branches.iter().find(|branch| is_fault(**branch))
            {
                return Reason::Because(*branch);
            }
            own(format!("no branch of `{keyword}` can hold{because}"))
        }
        what => {
            // Of several, the schema that is this very node; otherwise one that is part of it.
            let parts = emptiness.schemas(first);
            let same = parts.iter().find(|part| emptiness.seed(**part) == first && is_fault(**part));
            if let Some(part) = same.or_else(|| parts.iter().find(|part| is_fault(**part))) {
                return Reason::Because(*part);
            }
            own(match what {
                What::Property(name) => format!("the required property {name:?} can never be valid{because}"),
                What::Contains => format!("no item can satisfy `contains`{because}"),
                _ => format!("it asks for items, and no item can be valid{because}"),
            })
        }
    }
}

/// Gives each cycle of reasons to the first schema in it.
fn close_cycles(context: &Context<'_>, empty: &[SchemaId], reasons: &mut HashMap<SchemaId, Reason>) {
    let mut done: HashSet<SchemaId> = HashSet::new();
    for start in empty {
        let mut path: Vec<SchemaId> = Vec::new();
        let mut on_path: HashMap<SchemaId, usize> = HashMap::new();
        let mut current = *start;
        let cycle = loop {
            if done.contains(&current) {
                break None;
            }
            if let Some(begin) = on_path.get(&current) {
                break Some(path[*begin..].to_vec());
            }
            on_path.insert(current, path.len());
            path.push(current);
            match reasons.get(&current) {
                Some(Reason::Because(next)) => current = *next,
                _ => break None,
            }
        };
        done.extend(path);
        let Some(mut cycle) = cycle else { continue };
        let first = cycle.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(index, _)| index);
        cycle.rotate_left(first);
        let mut steps: Vec<String> =
            cycle.iter().take(MOST_STEPS).map(|id| context.name_from(cycle[0], *id)).collect();
        if cycle.len() > MOST_STEPS {
            steps.push("…".into());
        }
        steps.push(context.name_from(cycle[0], cycle[0]));
        let text = format!("each value needs another one of itself inside, without end: {}", steps.join(" -> "));
        reasons.insert(cycle[0], Reason::Own { kind: VerdictKind::Endless, text, owners: Vec::new() });
    }
}

/// Properties that several schemas which hold together declare, and that no value can satisfy.
fn shared_properties(
    context: &Context<'_>,
    emptiness: &mut Emptiness<'_>,
    id: SchemaId,
    seen: &mut HashSet<Vec<SchemaId>>,
    verdicts: &mut Vec<Verdict>,
) {
    let conjuncts = context.conjuncts(id);
    if conjuncts.len() < 2 {
        return;
    }
    let mut by_name: HashMap<&str, Vec<SchemaId>> = HashMap::new();
    let mut names: Vec<&str> = Vec::new();
    for part in conjuncts.iter() {
        let Some(keywords) = context.model.keywords(*part) else { continue };
        for property in &keywords.properties {
            let schemas = by_name.entry(&property.name).or_default();
            if schemas.is_empty() {
                names.push(&property.name);
            }
            schemas.push(property.schema);
        }
    }
    for name in names {
        let schemas = by_name.remove(name).expect("each name once");
        if schemas.len() < 2 || schemas.iter().any(|schema| emptiness.is_empty(emptiness.seed(*schema))) {
            continue;
        }
        let node = emptiness.together(&schemas);
        if !emptiness.is_empty(node) || !seen.insert(schemas.clone()) {
            continue;
        }
        let reason = match emptiness.cause(node) {
            Some(cause) => cause.message.clone(),
            None => "nothing satisfies all that is said about it".into(),
        };
        let last = *schemas.last().expect("two at least");
        verdicts.push(Verdict {
            schema: last,
            kind: VerdictKind::SharedProperty(name.to_owned()),
            reason,
            related: places(context, last, &schemas),
        });
    }
}

/// Branches that could hold, but not beside the schema that they are branches of.
fn dead_branches(context: &Context<'_>, emptiness: &mut Emptiness<'_>, id: SchemaId, verdicts: &mut Vec<Verdict>) {
    let Some(keywords) = context.model.keywords(id) else { return };
    for (keyword, branches) in [("anyOf", &keywords.any_of), ("oneOf", &keywords.one_of)] {
        for branch in branches.iter().flatten() {
            if emptiness.is_empty(emptiness.seed(*branch)) {
                continue;
            }
            let node = emptiness.with_branches(id, &[*branch]);
            if emptiness.is_empty(node) {
                let reason = match emptiness.cause(node) {
                    Some(cause) => cause.message.clone(),
                    None => "what it needs can never be".into(),
                };
                let kind = VerdictKind::Branch(keyword);
                verdicts.push(Verdict { schema: *branch, kind, reason, related: Vec::new() });
            }
        }
    }
}
