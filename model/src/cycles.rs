//! References that lead back to where they started without going into the instance: such a schema has no meaning.

use std::collections::HashMap;

use crate::{
    Finding, Level, Model,
    schema::{Keywords, SchemaId},
};

/// Names in the message about a loop.
const MOST_NAMES: usize = 8;

/// The most loops that are reported.
const MOST_LOOPS: usize = 100;

/// Finds the loops among the schemas that apply to one and the same instance.
pub(crate) fn find(model: &Model) -> Vec<Finding> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Unseen,
        OnPath,
        Done,
    }

    let overridable = overridable_anchors(model);
    let mut states = vec![State::Unseen; model.schemas.len()];
    let mut findings = Vec::new();
    for start in model.ids() {
        if states[start.0 as usize] != State::Unseen {
            continue;
        }
        // Each step of the path has the schemas that it still has to look at.
        let mut path = vec![(start, in_place(model, start, &overridable))];
        states[start.0 as usize] = State::OnPath;
        while let Some((current, todo)) = path.last_mut() {
            let Some(next) = todo.pop() else {
                states[current.0 as usize] = State::Done;
                path.pop();
                continue;
            };
            match states[next.0 as usize] {
                State::Done => {}
                State::Unseen => {
                    states[next.0 as usize] = State::OnPath;
                    path.push((next, in_place(model, next, &overridable)));
                }
                State::OnPath => {
                    let begin = path.iter().position(|(id, _)| *id == next).expect("it is on the path");
                    let members: Vec<SchemaId> = path[begin..].iter().map(|(id, _)| *id).collect();
                    findings.push(report(model, &members));
                    if findings.len() == MOST_LOOPS {
                        return findings;
                    }
                }
            }
        }
    }
    findings
}

/// How many schemas each dynamic anchor names. Where there are several, the scope decides which one is meant, so
/// that a loop through one of them need not be one.
fn overridable_anchors(model: &Model) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for (name, _) in model.resources.iter().flat_map(|resource| &resource.dynamic_anchors) {
        *counts.entry(name.as_str()).or_default() += 1;
    }
    counts
}

/// The schemas that apply to the same instance as this one, last one first.
fn in_place(model: &Model, id: SchemaId, overridable: &HashMap<&str, usize>) -> Vec<SchemaId> {
    let Some(keywords) = model.keywords(id) else { return Vec::new() };
    let Keywords { reference, dynamic_reference, all_of, any_of, one_of, not, dependent_schemas, .. } = keywords;
    let fixed = dynamic_reference.as_ref().filter(|reference| match &reference.anchor {
        None => true,
        Some(anchor) => overridable.get(anchor.as_str()).is_none_or(|count| *count <= 1),
    });
    let conditional = [
        keywords.if_schema,
        keywords.if_schema.and(keywords.then_schema),
        keywords.if_schema.and(keywords.else_schema),
    ];
    let mut schemas: Vec<SchemaId> = (reference.iter().copied())
        .chain(fixed.map(|reference| reference.target))
        .chain(all_of.iter().chain(any_of.iter().flatten()).chain(one_of.iter().flatten()).copied())
        .chain(not.iter().copied())
        .chain(conditional.into_iter().flatten())
        .chain(dependent_schemas.iter().map(|(_, schema)| *schema))
        .collect();
    schemas.reverse();
    schemas
}

fn report(model: &Model, members: &[SchemaId]) -> Finding {
    let targets = |id: SchemaId| {
        let keywords = model.keywords(id);
        keywords.and_then(|keywords| keywords.reference.or(keywords.dynamic_reference.as_ref().map(|it| it.target)))
    };
    // Name what the references name, and leave out the steps between; start with what stands first in the text.
    let mut names: Vec<SchemaId> = (0..members.len())
        .filter(|index| targets(members[*index]) == Some(members[(index + 1) % members.len()]))
        .map(|index| members[(index + 1) % members.len()])
        .collect();
    let first = names.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(index, _)| index);
    names.rotate_left(first);
    let one_file = names.iter().all(|id| model.schema(*id).place.file == model.schema(names[0]).place.file);
    let name = |id: &SchemaId| {
        if one_file { format!("#{}", model.schema(*id).place.pointer) } else { model.location(*id) }
    };
    let mut shown: Vec<String> = names.iter().take(MOST_NAMES).map(name).collect();
    if names.len() > MOST_NAMES {
        shown.push(format!("… ({} more)", names.len() - MOST_NAMES));
    }
    shown.extend(names.first().map(name));
    let place = model.schema(*names.first().unwrap_or(&members[0])).place.clone();
    Finding::new(
        "reference-loop",
        Level::Error,
        place,
        format!("these references lead back to themselves for one and the same value: {}", shown.join(" -> ")),
    )
    .with_help(
        "such a schema never comes to an assertion; let one of them say something about a property or an item",
    )
}
