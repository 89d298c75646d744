//! Whether a given value meets a goal, exactly.

use std::collections::HashSet;

use contracts_model::{schema::TypeSet, value::Value};

use super::{
    exact,
    graph::{Assertion, PropertyMap},
    literal::{Class, Literal},
    solver::Solver,
};

/// `Some(true)` only if all are, `Some(false)` if one is not.
fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for answer in answers {
        match answer {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|answer| !answer)
}

/// How many characters a string has.
pub(super) fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}

impl Solver {
    /// Whether the value meets the goal; `None` when that cannot be told, or depends on how an integer is written.
    pub(super) fn meets(&mut self, goal: &[Literal], value: &Value) -> Option<bool> {
        if !self.graph.tells_spelling || !matches!(value, Value::Number(_)) {
            return self.meets_all(goal, value);
        }
        let (whole, fraction) = (self.meets_written(goal, value, true), self.meets_written(goal, value, false));
        if whole == fraction { whole } else { None }
    }

    /// The same for a number that is taken to be written in one way, where it is an integer.
    pub(super) fn meets_written(&mut self, goal: &[Literal], value: &Value, whole: bool) -> Option<bool> {
        let before = self.written.replace(whole);
        let answer = self.meets_all(goal, value);
        self.written = before;
        answer
    }

    fn meets_all(&mut self, goal: &[Literal], value: &Value) -> Option<bool> {
        let mut result = Some(true);
        for literal in goal {
            match self.holds(*literal, value) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => result = None,
            }
        }
        result
    }

    /// Whether one condition holds for the value.
    pub(super) fn holds(&mut self, literal: Literal, value: &Value) -> Option<bool> {
        match literal {
            Literal::Is(class) => self.valid(class, value),
            Literal::Not(class) => not(self.valid(class, value)),
            Literal::Equals(id) => Some(self.graph.values.get(id).as_ref() == value),
            Literal::Differs(id) => Some(self.graph.values.get(id).as_ref() != value),
            Literal::Matches(pattern) => match value {
                Value::String(text) => self.graph.patterns.matches(pattern, text),
                _ => Some(false),
            },
            Literal::Misses(pattern) => match value {
                Value::String(text) => not(self.graph.patterns.matches(pattern, text)),
                _ => Some(false),
            },
        }
    }

    fn valid(&mut self, class: Class, value: &Value) -> Option<bool> {
        if !self.step() {
            return None;
        }
        if !self.graph.may_be(class, TypeSet::of(value)) {
            return Some(false);
        }
        if !self.graph.node(class).loops {
            return self.all_assert(class, value);
        }
        // A reference that leads back to itself adds nothing.
        let testing = (class, std::ptr::from_ref(value));
        if self.testing.contains(&testing) {
            return Some(true);
        }
        self.testing.push(testing);
        let answer = self.all_assert(class, value);
        self.testing.pop();
        answer
    }

    fn all_assert(&mut self, class: Class, value: &Value) -> Option<bool> {
        let assertions = self.graph.assertions(class);
        all(assertions.iter().map(|assertion| self.asserts(class, assertion, value)))
    }

    fn asserts(&mut self, class: Class, assertion: &Assertion, value: &Value) -> Option<bool> {
        match assertion {
            Assertion::Types(types) => return Some(types.contains(TypeSet::of(value))),
            Assertion::Enum(members) => {
                let id = self.graph.values.find(value);
                return Some(id.is_some_and(|id| members.binary_search(&id).is_ok()));
            }
            Assertion::WrittenWhole => {
                return if TypeSet::INTEGER.contains(TypeSet::of(value)) { self.written } else { Some(true) };
            }
            Assertion::Same(class) => return self.valid(*class, value),
            Assertion::Not(class) => return not(self.valid(*class, value)),
            Assertion::AnyOf(classes) => {
                let mut result = Some(false);
                for class in classes.iter() {
                    match self.valid(*class, value) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => result = None,
                    }
                }
                return result;
            }
            Assertion::OneOf(classes) => {
                let (mut valid, mut unknown) = (0, false);
                for class in classes.iter() {
                    match self.valid(*class, value) {
                        Some(true) => valid += 1,
                        Some(false) => {}
                        None => unknown = true,
                    }
                }
                return if valid > 1 {
                    Some(false)
                } else if unknown {
                    None
                } else {
                    Some(valid == 1)
                };
            }
            Assertion::If { condition, then, otherwise } => {
                let branch = |solver: &mut Self, class: &Option<Class>| {
                    class.map_or(Some(true), |class| solver.valid(class, value))
                };
                return match self.valid(*condition, value) {
                    Some(true) => branch(self, then),
                    Some(false) => branch(self, otherwise),
                    None => {
                        let (then, otherwise) = (branch(self, then), branch(self, otherwise));
                        if then == otherwise { then } else { None }
                    }
                };
            }
            Assertion::Opaque(types, ..) => {
                return if types.contains(TypeSet::of(value)) { None } else { Some(true) };
            }
            _ => {}
        }
        match value {
            Value::Number(number) => {
                let number = exact::of_number(number)?;
                Some(match assertion {
                    Assertion::Minimum { bound, exclusive } => number > **bound || !exclusive && number == **bound,
                    Assertion::Maximum { bound, exclusive } => number < **bound || !exclusive && number == **bound,
                    Assertion::MultipleOf(divisor) => exact::is_multiple(&number, divisor),
                    _ => true,
                })
            }
            Value::String(text) => match assertion {
                Assertion::MinLength(min) => Some(characters(text) >= *min),
                Assertion::MaxLength(max) => Some(characters(text) <= *max),
                Assertion::Pattern(pattern) => self.graph.patterns.matches(*pattern, text),
                _ => Some(true),
            },
            Value::Array(items) => self.array_asserts(class, assertion, value, items),
            Value::Object(members) => self.object_asserts(class, assertion, value, members),
            Value::Null | Value::Bool(_) => Some(true),
        }
    }

    fn array_asserts(
        &mut self,
        class: Class,
        assertion: &Assertion,
        value: &Value,
        items: &[Value],
    ) -> Option<bool> {
        let length = items.len() as u64;
        match assertion {
            Assertion::MinItems(min) => Some(length >= *min),
            Assertion::MaxItems(max) => Some(length <= *max),
            Assertion::UniqueItems => {
                let mut seen = HashSet::new();
                Some(items.iter().all(|item| seen.insert(item.canonical())))
            }
            Assertion::Items(list) => {
                let schemas = list.prefix.iter().copied().map(Some).chain(std::iter::repeat(list.rest));
                all(items
                    .iter()
                    .zip(schemas)
                    .map(|(item, schema)| schema.map_or(Some(true), |schema| self.valid(schema, item))))
            }
            Assertion::Contains(contains) => {
                let (mut valid, mut unknown) = (0, 0);
                for item in items {
                    match self.valid(contains.schema, item) {
                        Some(true) => valid += 1,
                        Some(false) => {}
                        None => unknown += 1,
                    }
                }
                let good = |count: u64| count >= contains.min && contains.max.is_none_or(|max| count <= max);
                let (least, most) = (good(valid), good(valid + unknown));
                if unknown == 0 || least == most && contains.max.is_none() { Some(least) } else { None }
            }
            Assertion::UnevaluatedItems(rest) => {
                let mut evaluated = vec![false; items.len()];
                self.mark_items(class, value, items, &mut evaluated, true)?;
                let left = items.iter().zip(evaluated).filter(|(_, seen)| !seen);
                all(left.map(|(item, _)| self.valid(*rest, item)))
            }
            _ => Some(true),
        }
    }

    fn object_asserts(
        &mut self,
        class: Class,
        assertion: &Assertion,
        value: &Value,
        members: &[(String, Value)],
    ) -> Option<bool> {
        let count = members.len() as u64;
        let has = |text: &str| members.iter().any(|(name, _)| name == text);
        match assertion {
            Assertion::MinProperties(min) => Some(count >= *min),
            Assertion::MaxProperties(max) => Some(count <= *max),
            Assertion::Required(name) => Some(has(&self.graph.names.text(*name))),
            Assertion::DependentRequired(name, names) => Some(
                !has(&self.graph.names.text(*name)) || names.iter().all(|name| has(&self.graph.names.text(*name))),
            ),
            Assertion::DependentSchema(name, schema) => {
                if has(&self.graph.names.text(*name)) {
                    self.valid(*schema, value)
                } else {
                    Some(true)
                }
            }
            Assertion::PropertyNames(schema) => {
                all(members.iter().map(|(name, _)| self.valid(*schema, &Value::String(name.clone()))))
            }
            Assertion::Properties(map) => all(members.iter().map(|(name, member)| {
                let schemas = self.schemas_of(map, name)?;
                all(schemas.into_iter().map(|schema| self.valid(schema, member)))
            })),
            Assertion::UnevaluatedProperties(rest) => {
                let mut evaluated = vec![false; members.len()];
                self.mark_members(class, value, members, &mut evaluated, true)?;
                let left = members.iter().zip(evaluated).filter(|(_, seen)| !seen);
                all(left.map(|((_, member), _)| self.valid(*rest, member)))
            }
            _ => Some(true),
        }
    }

    /// The schemas that a property map applies to the member of that name.
    fn schemas_of(&mut self, map: &PropertyMap, name: &str) -> Option<Vec<Class>> {
        let mut schemas = Vec::new();
        schemas.extend(self.graph.names.find(name).and_then(|name| map.property(name)));
        for (pattern, schema) in &map.patterns {
            if self.graph.patterns.matches(*pattern, name)? {
                schemas.push(*schema);
            }
        }
        if schemas.is_empty() {
            schemas.extend(map.additional);
        }
        Some(schemas)
    }

    /// Marks the members that a valid class evaluates; `None` when that cannot be told. The `unevaluatedProperties`
    /// that asks does not count itself.
    fn mark_members(
        &mut self,
        class: Class,
        value: &Value,
        members: &[(String, Value)],
        evaluated: &mut [bool],
        asks: bool,
    ) -> Option<()> {
        if self.graph.node(class).loops {
            return None;
        }
        for assertion in self.graph.assertions(class).iter() {
            match assertion {
                Assertion::UnevaluatedProperties(_) if !asks => evaluated.fill(true),
                Assertion::Properties(map) => {
                    for (seen, (name, _)) in evaluated.iter_mut().zip(members) {
                        *seen = *seen || map.additional.is_some() || !self.schemas_of(map, name)?.is_empty();
                    }
                }
                Assertion::DependentSchema(name, schema) => {
                    let name = self.graph.names.text(*name);
                    if members.iter().any(|(other, _)| **other == *name) {
                        self.mark_members(*schema, value, members, evaluated, false)?;
                    }
                }
                _ => {
                    for class in self.applied(assertion, value)? {
                        self.mark_members(class, value, members, evaluated, false)?;
                    }
                }
            }
        }
        Some(())
    }

    fn mark_items(
        &mut self,
        class: Class,
        value: &Value,
        items: &[Value],
        evaluated: &mut [bool],
        asks: bool,
    ) -> Option<()> {
        if self.graph.node(class).loops {
            return None;
        }
        for assertion in self.graph.assertions(class).iter() {
            match assertion {
                Assertion::UnevaluatedItems(_) if !asks => evaluated.fill(true),
                Assertion::Items(list) => {
                    let count = if list.rest.is_some() { items.len() } else { list.prefix.len().min(items.len()) };
                    evaluated[..count].fill(true);
                }
                Assertion::Contains(contains) => {
                    for (seen, item) in evaluated.iter_mut().zip(items) {
                        let counts = *seen || self.valid(contains.schema, item)?;
                        if counts && !*seen && !contains.evaluates {
                            // Validators of 2019-09 do not agree about it.
                            return None;
                        }
                        *seen = counts;
                    }
                }
                _ => {
                    for class in self.applied(assertion, value)? {
                        self.mark_items(class, value, items, evaluated, false)?;
                    }
                }
            }
        }
        Some(())
    }

    /// The classes that an assertion applies to the value itself and that it is valid under.
    fn applied(&mut self, assertion: &Assertion, value: &Value) -> Option<Vec<Class>> {
        Some(match assertion {
            Assertion::Same(class) => vec![*class],
            Assertion::AnyOf(classes) | Assertion::OneOf(classes) => {
                let mut valid = Vec::new();
                for class in classes.iter() {
                    if self.valid(*class, value)? {
                        valid.push(*class);
                    }
                }
                valid
            }
            Assertion::If { condition, then, otherwise } => {
                if self.valid(*condition, value)? {
                    std::iter::once(*condition).chain(*then).collect()
                } else {
                    otherwise.iter().copied().collect()
                }
            }
            Assertion::Opaque(types, ..) if types.contains(TypeSet::OBJECT) => return None,
            _ => Vec::new(),
        })
    }
}
