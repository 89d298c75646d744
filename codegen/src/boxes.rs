//! Puts a box where a type would contain itself.

use crate::shape::{ItemId, Kind, Plan, Type};

/// Boxes the fields, variants and tuple items that close a cycle of containment. Lists and maps are indirect already.
pub(crate) fn insert(plan: &mut Plan) {
    let components = components(plan);
    for owner in 0..plan.items.len() {
        let closes = |ty: &Type| contained(ty).is_some_and(|inner| components[inner.0] == components[owner]);
        match &mut plan.items[owner].kind {
            Kind::Struct(object) => {
                for field in &mut object.fields {
                    field.boxed = closes(&field.ty);
                }
            }
            Kind::Union(union) => {
                for variant in &mut union.variants {
                    variant.boxed = closes(&variant.ty);
                }
            }
            Kind::Tuple(tuple) => {
                for item in &mut tuple.items {
                    item.boxed = closes(&item.ty);
                }
            }
            _ => {}
        }
    }
}

/// The item that a value of a type holds without indirection.
fn contained(ty: &Type) -> Option<ItemId> {
    match ty {
        Type::Item(id) => Some(*id),
        Type::Nullable(inner) => contained(inner),
        _ => None,
    }
}

fn edges(kind: &Kind) -> Vec<ItemId> {
    match kind {
        Kind::Struct(object) => object.fields.iter().filter_map(|field| contained(&field.ty)).collect(),
        Kind::Union(union) => union.variants.iter().filter_map(|variant| contained(&variant.ty)).collect(),
        Kind::Tuple(tuple) => tuple.items.iter().filter_map(|item| contained(&item.ty)).collect(),
        Kind::Newtype(inner) => contained(inner).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Per item the number of its strongly connected component (Tarjan, with an explicit stack). An item that does not
/// contain itself shares its component with no other, and its own edges do not lead back to it.
fn components(plan: &Plan) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let graph: Vec<Vec<ItemId>> = plan.items.iter().map(|item| edges(&item.kind)).collect();
    let count = graph.len();
    let (mut order, mut low, mut component) = (vec![NEW; count], vec![0; count], vec![NEW; count]);
    let (mut next, mut stack, mut calls) = (0, Vec::new(), Vec::new());
    for start in 0..count {
        if order[start] != NEW {
            continue;
        }
        calls.push((start, 0));
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                order[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
            }
            if let Some(target) = graph[node].get(edge).map(|target| target.0) {
                calls.push((node, edge + 1));
                if order[target] == NEW {
                    calls.push((target, 0));
                } else if component[target] == NEW {
                    low[node] = low[node].min(order[target]);
                }
                continue;
            }
            if low[node] == order[node] {
                while let Some(member) = stack.pop() {
                    component[member] = node;
                    if member == node {
                        break;
                    }
                }
            }
            if let Some((caller, _)) = calls.last() {
                low[*caller] = low[*caller].min(low[node]);
            }
        }
    }
    component
}
