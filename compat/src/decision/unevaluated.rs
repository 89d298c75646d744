//! `unevaluatedProperties` and `unevaluatedItems`: what the keywords beside and below them have looked at depends on
//! which branches hold, so the possible combinations of branches are listed.

use std::rc::Rc;

use super::{
    graph::{Assertion, Barrier, ItemList, PropertyMap},
    literal::{Class, Literal},
    search::{Constraint, Kind},
    solver::Solver,
};

/// The most combinations of branches.
const MOST_CASES: usize = 128;

/// The most references in place below each other.
const MOST_DEPTH: usize = 40;

/// The unevaluated keywords of schemas with too many branches.
const TOO_MANY_CASES: Barrier =
    Barrier { construct: "unevaluated", why: "its branches can be combined in too many ways" };

/// The specification of 2019-09 does not let `contains` evaluate items, and validators do.
const CONTAINS_OF_2019_09: Barrier = Barrier {
    construct: "contains",
    why: "validators of 2019-09 do not agree whether the items that it applies to count as evaluated",
};

/// One combination of branches, and what is evaluated in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    /// Which branches hold and which do not.
    pub(super) conditions: Vec<Constraint>,
    /// Whether every member, or every item, is evaluated.
    pub(super) evaluates_all: bool,
    /// The maps whose properties and patterns are evaluated.
    maps: Vec<Rc<PropertyMap>>,
    /// How many of the first items are evaluated.
    prefix: usize,
    /// Items that are valid under one of these are evaluated.
    contains: Vec<Class>,
}

impl Case {
    fn is_plain(&self) -> bool {
        !self.evaluates_all && self.maps.is_empty() && self.prefix == 0 && self.contains.is_empty()
    }

    fn joined(&self, other: &Self) -> Self {
        Self {
            conditions: self.conditions.iter().chain(&other.conditions).cloned().collect(),
            evaluates_all: self.evaluates_all || other.evaluates_all,
            maps: self.maps.iter().chain(&other.maps).cloned().collect(),
            prefix: self.prefix.max(other.prefix),
            contains: self.contains.iter().chain(&other.contains).copied().collect(),
        }
    }

    fn under(mut self, condition: Constraint) -> Self {
        self.conditions.push(condition);
        self
    }
}

fn product(left: &[Case], right: &[Case]) -> Result<Vec<Case>, Barrier> {
    if left.len() * right.len() > MOST_CASES {
        return Err(TOO_MANY_CASES);
    }
    Ok(left.iter().flat_map(|left| right.iter().map(|right| left.joined(right))).collect())
}

impl Solver {
    /// The combinations of the branches of a class that holds and whose unevaluated keyword is in question; an error
    /// says why they cannot be listed.
    pub(super) fn evaluation_cases(&mut self, class: Class, kind: Kind) -> Result<Vec<Case>, Barrier> {
        self.cases(class, kind, true, 0)
    }

    fn cases(&mut self, class: Class, kind: Kind, asks: bool, depth: usize) -> Result<Vec<Case>, Barrier> {
        if depth > MOST_DEPTH || !self.step() {
            return Err(TOO_MANY_CASES);
        }
        let mut cases = vec![Case::default()];
        for assertion in self.graph.assertions(class).iter() {
            let more = match (assertion, kind) {
                (Assertion::UnevaluatedProperties(_), Kind::Object)
                | (Assertion::UnevaluatedItems(_), Kind::Array)
                    if !asks =>
                {
                    vec![Case { evaluates_all: true, ..Case::default() }]
                }
                (Assertion::Properties(map), Kind::Object) => {
                    let evaluates_all = map.additional.is_some();
                    vec![Case { evaluates_all, maps: vec![Rc::clone(map)], ..Case::default() }]
                }
                (Assertion::Items(list), Kind::Array) => {
                    let evaluates_all = list.rest.is_some();
                    vec![Case { evaluates_all, prefix: list.prefix.len(), ..Case::default() }]
                }
                (Assertion::Contains(contains), Kind::Array) => {
                    if !contains.evaluates {
                        return Err(CONTAINS_OF_2019_09);
                    }
                    vec![Case { contains: vec![contains.schema], ..Case::default() }]
                }
                (Assertion::Same(class), _) => self.cases(*class, kind, false, depth + 1)?,
                (Assertion::AnyOf(classes), _) => {
                    let mut all = vec![Case::default()];
                    for class in classes.iter() {
                        all = product(&all, &self.either(*class, kind, depth)?)?;
                    }
                    all
                }
                (Assertion::OneOf(classes), _) => {
                    let (mut all, mut none) = (Vec::new(), Case::default());
                    for class in classes.iter() {
                        let inside = self.cases(*class, kind, false, depth + 1)?;
                        if inside.iter().any(|case| !case.is_plain()) {
                            let condition = Constraint::Meets(Literal::Is(*class));
                            all.extend(inside.into_iter().map(|case| case.under(condition.clone())));
                            none = none.under(Constraint::Meets(Literal::Not(*class)));
                        }
                    }
                    all.push(none);
                    all
                }
                (Assertion::If { condition, then, otherwise }, _) => {
                    let mut yes = self.cases(*condition, kind, false, depth + 1)?;
                    if let Some(then) = then {
                        yes = product(&yes, &self.cases(*then, kind, false, depth + 1)?)?;
                    }
                    let no = match otherwise {
                        Some(otherwise) => self.cases(*otherwise, kind, false, depth + 1)?,
                        None => vec![Case::default()],
                    };
                    if yes.iter().chain(&no).all(Case::is_plain) {
                        vec![Case::default()]
                    } else {
                        let holds = Constraint::Meets(Literal::Is(*condition));
                        let fails = Constraint::Meets(Literal::Not(*condition));
                        let yes = yes.into_iter().map(|case| case.under(holds.clone()));
                        yes.chain(no.into_iter().map(|case| case.under(fails.clone()))).collect()
                    }
                }
                (Assertion::DependentSchema(name, class), Kind::Object) => {
                    let inside = self.cases(*class, kind, false, depth + 1)?;
                    if inside.iter().all(Case::is_plain) {
                        vec![Case::default()]
                    } else {
                        let has = inside.into_iter().map(|case| case.under(Constraint::Has(*name, None)));
                        has.chain([Case::default().under(Constraint::Lacks(*name))]).collect()
                    }
                }
                (Assertion::Opaque(types, barrier, _), _) if types.contains(kind.types()) => return Err(*barrier),
                _ => continue,
            };
            cases = product(&cases, &more)?;
        }
        Ok(cases)
    }

    /// The cases of a class that may hold or not.
    fn either(&mut self, class: Class, kind: Kind, depth: usize) -> Result<Vec<Case>, Barrier> {
        let inside = self.cases(class, kind, false, depth + 1)?;
        if inside.iter().all(Case::is_plain) {
            return Ok(vec![Case::default()]);
        }
        let holds = Constraint::Meets(Literal::Is(class));
        let fails = Case::default().under(Constraint::Meets(Literal::Not(class)));
        Ok(inside.into_iter().map(|case| case.under(holds.clone())).chain([fails]).collect())
    }

    /// The members that a case leaves are valid under `rest`.
    pub(super) fn unevaluated_members(&mut self, case: &Case, rest: Class) -> PropertyMap {
        let truth = self.graph.truth();
        let mut map = PropertyMap { additional: Some(rest), ..PropertyMap::default() };
        for evaluated in &case.maps {
            map.properties.extend(evaluated.properties.iter().map(|(name, _)| (*name, truth)));
            map.patterns.extend(evaluated.patterns.iter().map(|(pattern, _)| (*pattern, truth)));
        }
        map.properties.sort_unstable();
        map.properties.dedup();
        map.patterns.sort_unstable();
        map.patterns.dedup();
        map
    }

    /// The items that a case leaves are valid under `rest`.
    pub(super) fn unevaluated_items(&mut self, case: &Case, rest: Class) -> ItemList {
        let prefix = vec![self.graph.truth(); case.prefix];
        if case.contains.is_empty() {
            return ItemList { prefix, rest: Some(rest) };
        }
        let mut branches = case.contains.clone();
        branches.push(rest);
        ItemList { prefix, rest: Some(self.graph.any_of(branches)) }
    }
}
