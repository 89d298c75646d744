//! Versions as someone promises to use them: writers that send only declared members, readers that decode tolerantly.

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::{
    Model,
    schema::{Body, Dialect, SchemaId},
    source::pointer_tokens,
    value::Value,
};

use crate::{
    change::{Edit, declares_properties, is_plain_object},
    snapshot::Snapshot,
};

/// The version whose objects and tuples take declared members and items only; `None` when that cannot be said.
///
/// Objects that declare no property stay open: they are maps, and what a writer puts in is what they are for.
pub(crate) fn declared_only(snapshot: &Snapshot) -> Option<Model> {
    let model = &snapshot.model;
    let in_place = in_place(model);
    let mut edits: Vec<(SchemaId, Edit)> = Vec::new();
    for id in model.ids() {
        let Some(keywords) = model.keywords(id).filter(|_| !in_place.contains(&id)) else { continue };
        let dialect = model.resource(model.schema(id).resource).dialect;
        let no = || Value::Bool(false);
        let open =
            |rest: Option<SchemaId>| rest.is_none_or(|rest| matches!(model.schema(rest).body, Body::Bool(true)));
        let closable = open(keywords.additional_properties) && open(keywords.unevaluated_properties);
        if closable && declares_properties(model, id) {
            if is_plain_object(model, id) {
                edits.push((id, Edit::set(&["additionalProperties"], no())));
            } else if dialect >= Dialect::Draft201909 && keywords.additional_properties.is_none() {
                edits.push((id, Edit::set(&["unevaluatedProperties"], no())));
            }
        }
        if !keywords.prefix_items.is_empty() && open(keywords.items) && open(keywords.unevaluated_items) {
            let keyword = if dialect >= Dialect::Draft202012 { "items" } else { "additionalItems" };
            edits.push((id, Edit::set(&[keyword], no())));
        }
    }
    edited(snapshot, edits)
}

/// The version as tolerant readers take it: the enums at these places take any string.
pub(crate) fn tolerant(snapshot: &Snapshot, file: &str, pointers: &[&str]) -> Option<Model> {
    let ids = pointers.iter().filter_map(|pointer| snapshot.model.schema_at(file, pointer));
    let edits = ids.flat_map(|id| {
        let string = Edit::set(&["type"], Value::String("string".to_owned()));
        [(id, Edit::remove(&["enum"])), (id, string)]
    });
    edited(snapshot, edits.collect())
}

/// The version with one change made in it.
pub(crate) fn edited(snapshot: &Snapshot, edits: Vec<(SchemaId, Edit)>) -> Option<Model> {
    let mut values: BTreeMap<String, Value> = BTreeMap::new();
    for (id, edit) in edits {
        let place = &snapshot.model.schema(id).place;
        let whole = match values.get(&place.file) {
            Some(value) => value.clone(),
            None => snapshot.model.source(id).root().to_value(),
        };
        let whole = at(&whole, &place.pointer, &edit)?;
        values.insert(place.file.clone(), whole);
    }
    let texts = values.into_iter().map(|(file, value)| (file, value.to_string())).collect();
    snapshot.with_texts(&texts)
}

/// A document with an edit made in the schema at a pointer.
fn at(whole: &Value, pointer: &str, edit: &Edit) -> Option<Value> {
    let tokens = pointer_tokens(pointer)?;
    let path = tokens.iter().map(|token| token.clone().into_owned()).chain(edit.path.iter().cloned()).collect();
    Edit { path, value: edit.value.clone() }.apply(whole)
}

/// Schemas that apply to a value which another schema describes: closing them alone would refuse what that one declares.
fn in_place(model: &Model) -> BTreeSet<SchemaId> {
    let mut found = BTreeSet::new();
    for id in model.ids() {
        let Some(keywords) = model.keywords(id) else { continue };
        found.extend(&keywords.all_of);
        found.extend(keywords.any_of.iter().flatten());
        found.extend(keywords.one_of.iter().flatten());
        found.extend(keywords.dependent_schemas.iter().map(|(_, schema)| *schema));
        found.extend(keywords.not);
        found.extend(keywords.if_schema);
        found.extend(keywords.then_schema);
        found.extend(keywords.else_schema);
        found.extend(keywords.dynamic_reference.as_ref().map(|reference| reference.target));
        // Up to draft-07 a reference has no siblings, so that what it leads to stands alone.
        let dialect = model.resource(model.schema(id).resource).dialect;
        found.extend(keywords.reference.filter(|_| dialect >= Dialect::Draft201909));
    }
    found
}
