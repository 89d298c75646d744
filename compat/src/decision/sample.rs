//! Documents made from a schema: valid ones, and near-misses that break one assertion each.
//!
//! Both come from the engine that decides compatibility, and the `jsonschema` validator has judged every document.
//! The same schema gives the same documents.

use std::{collections::HashSet, rc::Rc};

use contracts_model::{Place, schema::SchemaId};
use serde_json::Value;

use super::{
    Budget, FEW_NESTED, Subject,
    exact::Exact,
    graph::{Assertion, ItemList, PropertyMap},
    literal::{Class, Literal},
    lower,
    omission::Omission,
    shrink::shrink,
    solver::Solver,
    validator::SubjectValidator,
};

/// The most subschemas inside each other that documents are made for.
const MOST_DEPTH: usize = 6;

/// The most wishes for documents, and the most assertions that near-misses are made for.
const MOST_WISHES: usize = 2_000;

/// The most values in all documents of one schema together.
const MOST_VALUES: usize = 2_000_000;

/// A document that breaks one assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct NearMiss {
    /// The document. It is not valid, and would be if the schema did not make this assertion.
    pub instance: Value,
    /// The keyword that makes the assertion.
    pub keyword: String,
    /// The member name that the assertion is about, for `required`.
    pub name: Option<String>,
    /// The schema that the keyword stands in.
    pub schema: Place,
}

/// Makes up to `count` valid documents, all different, the smallest first.
///
/// Each of them shows something that the ones before it do not: an optional member, a branch, a value at a bound.
/// There are fewer when the schema has nothing else to show. The budget is one for all.
///
/// # Errors
///
/// Why the validator cannot use the schema.
///
/// ```
/// use contracts_compat::{Budget, Subject, sample};
/// use contracts_model::SchemaSet;
///
/// let text = r#"{"type": "integer", "minimum": 3, "maximum": 5}"#;
/// let model = SchemaSet::new().add("s.json", None, text).resolve().0.expect("a schema");
/// let subject = Subject::of_document(&model, &model.documents()[0]);
/// let documents = sample::valid(subject, 10, &Budget::default()).expect("a schema");
/// assert_eq!(documents, [3, 5]);
/// ```
pub fn valid(subject: Subject<'_>, count: usize, budget: &Budget) -> Result<Vec<Value>, String> {
    let validator = SubjectValidator::new(subject)?;
    let (graph, root, _) = lower::lower(subject, subject, None);
    let mut solver = Solver::new(graph, budget.steps, FEW_NESTED);
    let mut documents: Vec<Value> = Vec::new();
    let mut seen = HashSet::new();
    let mut values = MOST_VALUES;
    let wishes = wishes(&mut solver, root);
    for wish in std::iter::once(None).chain(wishes.into_iter().map(Some)) {
        if documents.len() >= count || solver.steps == 0 {
            break;
        }
        let literals = std::iter::once(root).chain(wish).map(Literal::Is).collect();
        let candidate = solver.solve_literals(literals).candidate();
        let Some(candidate) = candidate else { continue };
        let size = candidate.count(values);
        if size > values {
            continue;
        }
        let Some(document) = candidate.to_serde_json() else { continue };
        if validator.accepts(&document) && seen.insert(document.to_string()) {
            documents.push(document);
            values -= size;
        }
    }
    Ok(documents)
}

/// Makes documents that each break one assertion: one for every assertion that can be broken alone, in the order of
/// the schema, up to `count`. The budget is one for each. The validator confirms that a document is refused, and that it is
/// valid without the assertion; where a dialect spells the assertion in another way, that cannot be asked, and there is none.
///
/// # Errors
///
/// Why the validator cannot use the schema.
pub fn near_misses(subject: Subject<'_>, count: usize, budget: &Budget) -> Result<Vec<NearMiss>, String> {
    let validator = SubjectValidator::new(subject)?;
    let mut found = Vec::new();
    for omission in omissions(subject) {
        if found.len() >= count {
            break;
        }
        let (graph, free, bound) = lower::lower(subject, subject, Some(&omission));
        let mut solver = Solver::new(graph, budget.steps, FEW_NESTED);
        let outcome = solver.solve_literals(vec![Literal::Is(free), Literal::Not(bound)]);
        let Some(document) = outcome.candidate().and_then(|value| value.to_serde_json()) else { continue };
        // The validator confirms both: refused, and valid without this one assertion.
        let Ok(without) = SubjectValidator::without(subject, &omission) else { continue };
        let mut misses = |document: &Value| !validator.accepts(document) && without.accepts(document);
        if !misses(&document) {
            continue;
        }
        found.push(NearMiss {
            instance: shrink(document, &mut misses),
            keyword: omission.keyword.to_owned(),
            name: omission.name.clone(),
            schema: subject.model.schema(omission.schema).place.clone(),
        });
    }
    Ok(found)
}

/// Every assertion that documents can break, in the order of the schema.
fn omissions(subject: Subject<'_>) -> Vec<Omission> {
    let (graph, ..) = lower::lower(subject, subject, None);
    let mut schemas: Vec<SchemaId> =
        graph.nodes.iter().map(|node| node.origin.1).collect::<HashSet<_>>().into_iter().collect();
    schemas.sort_unstable();
    let mut omissions = Vec::new();
    for schema in schemas {
        omissions.extend(Omission::all(subject.model, schema));
        if omissions.len() >= MOST_WISHES {
            break;
        }
    }
    omissions
}

/// A way from the root to a part of the document.
#[derive(Clone)]
enum Step {
    Member(super::literal::NameId),
    Item(usize),
}

/// Classes that documents should be valid under as well, each of them to show something.
fn wishes(solver: &mut Solver, root: Class) -> Vec<Class> {
    let mut wishes = Vec::new();
    let mut seen = HashSet::new();
    // Breadth first, so that what stands near the root is shown first.
    let mut level: Vec<(Vec<Step>, Class)> = vec![(Vec::new(), root)];
    for _ in 0..MOST_DEPTH {
        let mut next = Vec::new();
        for (path, class) in level {
            if !seen.insert((path.len(), class)) || wishes.len() >= MOST_WISHES {
                continue;
            }
            let mut parts = Vec::new();
            for wish in shown_by(solver, class, 0, &mut parts) {
                let leaf = solver.graph.add(wish, solver.graph.node(class).origin);
                wishes.push(at(solver, &path, leaf));
            }
            for (step, class) in parts {
                let path: Vec<Step> = path.iter().cloned().chain([step]).collect();
                let truth = solver.graph.truth();
                wishes.push(at(solver, &path, truth));
                next.push((path, class));
            }
        }
        level = next;
    }
    wishes
}

/// What the assertions of a class have to show at their place, and the parts of the value below it.
fn shown_by(
    solver: &mut Solver,
    class: Class,
    depth: usize,
    parts: &mut Vec<(Step, Class)>,
) -> Vec<Vec<Assertion>> {
    let mut shown: Vec<Vec<Assertion>> = Vec::new();
    if depth > MOST_DEPTH {
        return shown;
    }
    let exactly = |bound: &Rc<Exact>| {
        vec![
            Assertion::Minimum { bound: Rc::clone(bound), exclusive: false },
            Assertion::Maximum { bound: Rc::clone(bound), exclusive: false },
        ]
    };
    for assertion in solver.graph.assertions(class).iter() {
        match assertion {
            Assertion::Enum(members) => {
                shown.extend(members.iter().map(|member| vec![Assertion::Enum(Rc::new([*member]))]));
            }
            Assertion::Types(types) => {
                let names = types.names().into_iter();
                let types = names.filter_map(contracts_model::schema::TypeSet::from_name);
                shown.extend(types.map(|types| vec![Assertion::Types(types)]));
            }
            Assertion::Minimum { bound, exclusive: false } | Assertion::Maximum { bound, exclusive: false } => {
                shown.push(exactly(bound));
            }
            Assertion::MinLength(length) => shown.push(vec![Assertion::MaxLength(*length)]),
            Assertion::MaxLength(length) if *length <= 1_000 => shown.push(vec![Assertion::MinLength(*length)]),
            Assertion::MaxItems(count) if *count <= 50 => shown.push(vec![Assertion::MinItems(*count)]),
            Assertion::MaxProperties(count) if *count <= 50 => shown.push(vec![Assertion::MinProperties(*count)]),
            Assertion::Items(list) => {
                let listed = list.prefix.iter().enumerate().map(|(index, class)| (Step::Item(index), *class));
                parts.extend(listed);
                parts.extend(list.rest.map(|class| (Step::Item(list.prefix.len()), class)));
                shown.push(vec![Assertion::MinItems(list.prefix.len() as u64 + 2)]);
            }
            Assertion::Properties(map) => {
                parts.extend(map.properties.iter().map(|(name, class)| (Step::Member(*name), *class)));
                shown.push(vec![Assertion::MinProperties(map.properties.len() as u64 + 1)]);
            }
            Assertion::Same(inner) => shown.extend(shown_by(solver, *inner, depth + 1, parts)),
            Assertion::AnyOf(classes) | Assertion::OneOf(classes) => {
                for branch in classes.iter() {
                    shown.push(vec![Assertion::Same(*branch)]);
                    for wish in shown_by(solver, *branch, depth + 1, parts) {
                        shown.push(std::iter::once(Assertion::Same(*branch)).chain(wish).collect());
                    }
                }
            }
            Assertion::If { condition, .. } => {
                shown.push(vec![Assertion::Same(*condition)]);
                shown.push(vec![Assertion::Not(*condition)]);
            }
            _ => {}
        }
    }
    shown
}

/// The class of values that have a part of a class at the end of a path.
fn at(solver: &mut Solver, path: &[Step], leaf: Class) -> Class {
    let origin = solver.graph.node(leaf).origin;
    path.iter().rev().fold(leaf, |class, step| {
        let assertions = match step {
            Step::Member(name) => {
                let map = PropertyMap { properties: vec![(*name, class)], ..PropertyMap::default() };
                vec![
                    Assertion::Types(contracts_model::schema::TypeSet::OBJECT),
                    Assertion::Properties(Rc::new(map)),
                    Assertion::Required(*name),
                ]
            }
            Step::Item(index) => {
                let mut prefix = vec![solver.graph.truth(); *index];
                prefix.push(class);
                vec![
                    Assertion::Types(contracts_model::schema::TypeSet::ARRAY),
                    Assertion::Items(Rc::new(ItemList { prefix, rest: None })),
                    Assertion::MinItems(*index as u64 + 1),
                ]
            }
        };
        solver.graph.add(assertions, origin)
    })
}
