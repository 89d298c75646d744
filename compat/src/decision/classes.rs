//! Finds the schemas that say the same, and makes one node of them.
//!
//! Two schemas say the same when they make the same assertions with subschemas that say the same (a bisimulation).
//! What does not lead back to itself is compared bottom-up; the rest starts as equal wherever the labels are, and
//! is split until nothing changes.

use std::{collections::HashMap, rc::Rc};

use super::{
    graph::{Assertion, Contains, ItemList, Node, PropertyMap, class_of_index},
    literal::Class,
};

/// A position of a subschema in its schema. Subschemas in one position are a set.
type Slot = (u8, u32);

/// The class of each combination of a label with the classes of the subschemas.
type Signatures = HashMap<(u32, Vec<(Slot, u32)>), u32>;

/// Gives the merged nodes and, by number of the schema, its class.
pub(super) fn merge(mut nodes: Vec<Node>) -> (Vec<Node>, Vec<Class>) {
    collapse(&mut nodes);
    let mut labels: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut numbers = Numbers::default();
    let mut label = Vec::with_capacity(nodes.len());
    let mut children: Vec<Vec<(Slot, Class)>> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        let (mut words, mut slots) = (Vec::new(), Vec::new());
        for assertion in node.assertions.iter() {
            describe(assertion, &mut numbers, &mut words, &mut slots);
        }
        // Keywords of one kind may come in any order (`required`, `allOf`).
        words.sort_unstable();
        let words = words.into_iter().flat_map(|(length, word)| std::iter::once(length).chain(word)).collect();
        let fresh = labels.len();
        label.push(*labels.entry(words).or_insert(u32::try_from(fresh).expect("fewer than 2^32 labels")));
        children.push(slots);
    }

    let mut class: Vec<Option<u32>> = vec![None; nodes.len()];
    let mut signatures = Signatures::new();
    bottom_up(&label, &children, &mut class, &mut signatures);
    let count = u32::try_from(signatures.len()).expect("fewer than 2^32 classes");
    split(&label, &children, &mut class, count);

    let class: Vec<Class> =
        class.into_iter().map(|class| Class(class.expect("every schema has got a class"))).collect();
    let count = class.iter().map(|class| class.0 as usize + 1).max().unwrap_or(0);
    let mut merged: Vec<Option<Node>> = vec![None; count];
    for (index, node) in nodes.iter().enumerate() {
        let place = &mut merged[class[index].0 as usize];
        if place.is_none() {
            let assertions =
                node.assertions.iter().map(|assertion| renumber(assertion, &|old| class[old.0 as usize]));
            *place = Some(Node { assertions: assertions.collect(), ..node.clone() });
        }
    }
    (merged.into_iter().map(|node| node.expect("every class has a schema")).collect(), class)
}

/// Lets everyone who points to a schema that only points on point to where that leads.
fn collapse(nodes: &mut [Node]) {
    let only = |node: &Node| match &*node.assertions {
        [Assertion::Same(target)] => Some(*target),
        _ => None,
    };
    let target = |mut class: Class| {
        // A chain that leads back to itself says nothing about where it leads; the loader refuses those it sees.
        for _ in 0..nodes.len() {
            match only(&nodes[class.0 as usize]) {
                Some(next) => class = next,
                None => break,
            }
        }
        class
    };
    let assertions: Vec<Rc<[Assertion]>> = nodes
        .iter()
        .enumerate()
        .map(|(index, node)| {
            // The schema itself becomes what it points to.
            let end = target(class_of_index(index));
            let node = if only(node).is_some() { &nodes[end.0 as usize] } else { node };
            node.assertions.iter().map(|assertion| renumber(assertion, &target)).collect()
        })
        .collect();
    for (node, assertions) in nodes.iter_mut().zip(assertions) {
        node.assertions = assertions;
    }
}

/// Gives classes to everything that does not lead back to itself.
fn bottom_up(
    label: &[u32],
    children: &[Vec<(Slot, Class)>],
    class: &mut [Option<u32>],
    signatures: &mut Signatures,
) {
    let mut waiting: Vec<usize> = children.iter().map(Vec::len).collect();
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); children.len()];
    for (index, slots) in children.iter().enumerate() {
        for (_, child) in slots {
            parents[child.0 as usize].push(class_of_index(index).0);
        }
    }
    let mut ready: Vec<usize> = (0..children.len()).filter(|index| waiting[*index] == 0).collect();
    while let Some(index) = ready.pop() {
        let mut slots: Vec<(Slot, u32)> = children[index]
            .iter()
            .map(|(slot, child)| (*slot, class[child.0 as usize].expect("children come first")))
            .collect();
        slots.sort_unstable();
        let fresh = u32::try_from(signatures.len()).expect("fewer than 2^32 classes");
        class[index] = Some(*signatures.entry((label[index], slots)).or_insert(fresh));
        for parent in &parents[index] {
            waiting[*parent as usize] -= 1;
            if waiting[*parent as usize] == 0 {
                ready.push(*parent as usize);
            }
        }
    }
}

/// Gives classes to the rest, from `count` on.
fn split(label: &[u32], children: &[Vec<(Slot, Class)>], class: &mut [Option<u32>], count: u32) {
    let rest: Vec<usize> = (0..class.len()).filter(|index| class[*index].is_none()).collect();
    for index in &rest {
        class[*index] = Some(count.saturating_add(label[*index]));
    }
    let mut known = 0;
    loop {
        let mut signatures = Signatures::new();
        let mut next = Vec::with_capacity(rest.len());
        for index in &rest {
            let current = |index: usize| class[index].expect("every schema has got a class");
            let mut slots: Vec<(Slot, u32)> =
                children[*index].iter().map(|(slot, child)| (*slot, current(child.0 as usize))).collect();
            slots.sort_unstable();
            let fresh = count + u32::try_from(signatures.len()).expect("fewer than 2^32 classes");
            next.push(*signatures.entry((current(*index), slots)).or_insert(fresh));
        }
        for (index, next) in rest.iter().zip(next) {
            class[*index] = Some(next);
        }
        if signatures.len() == known {
            return;
        }
        known = signatures.len();
    }
}

/// Numbers for what a label names by text.
#[derive(Default)]
struct Numbers {
    texts: HashMap<String, u64>,
}

impl Numbers {
    fn of(&mut self, text: String) -> u64 {
        let fresh = self.texts.len() as u64;
        *self.texts.entry(text).or_insert(fresh)
    }
}

/// Writes what an assertion says apart from its subschemas as a word of the label, and its subschemas by position.
fn describe(
    assertion: &Assertion,
    numbers: &mut Numbers,
    words: &mut Vec<(u64, Vec<u64>)>,
    slots: &mut Vec<(Slot, Class)>,
) {
    let position = |index: usize| u32::try_from(index).expect("fewer than 2^32 subschemas");
    let mut word = |parts: Vec<u64>| words.push((parts.len() as u64, parts));
    match assertion {
        // A type set has no number of its own that is public; its names are as good.
        Assertion::Types(types) => word(vec![1, numbers.of(format!("{types:?}"))]),
        Assertion::Enum(members) => {
            word(std::iter::once(2).chain(members.iter().map(|id| u64::from(id.0))).collect());
        }
        Assertion::Minimum { bound, exclusive } => {
            word(vec![3, u64::from(*exclusive), numbers.of(bound.to_string())]);
        }
        Assertion::Maximum { bound, exclusive } => {
            word(vec![4, u64::from(*exclusive), numbers.of(bound.to_string())]);
        }
        Assertion::MultipleOf(divisor) => word(vec![5, numbers.of(divisor.to_string())]),
        Assertion::WrittenWhole => word(vec![33]),
        Assertion::MinLength(min) => word(vec![6, *min]),
        Assertion::MaxLength(max) => word(vec![7, *max]),
        Assertion::Pattern(pattern) => word(vec![8, u64::from(pattern.0)]),
        Assertion::Items(list) => {
            word(vec![9, list.prefix.len() as u64, u64::from(list.rest.is_some())]);
            slots.extend(list.prefix.iter().enumerate().map(|(index, class)| ((9, position(index)), *class)));
            slots.extend(list.rest.map(|class| ((10, 0), class)));
        }
        Assertion::Contains(contains) => {
            let max = contains.max.map_or([0, 0], |max| [1, max]);
            word(vec![11, contains.min, max[0], max[1], u64::from(contains.evaluates)]);
            slots.push(((11, 0), contains.schema));
        }
        Assertion::MinItems(min) => word(vec![12, *min]),
        Assertion::MaxItems(max) => word(vec![13, *max]),
        Assertion::UniqueItems => word(vec![14]),
        Assertion::UnevaluatedItems(class) => {
            word(vec![15]);
            slots.push(((15, 0), *class));
        }
        Assertion::Properties(map) => {
            word(vec![
                16,
                map.properties.len() as u64,
                map.patterns.len() as u64,
                u64::from(map.additional.is_some()),
            ]);
            slots.extend(map.properties.iter().map(|(name, class)| ((16, name.0), *class)));
            slots.extend(map.patterns.iter().map(|(pattern, class)| ((17, pattern.0), *class)));
            slots.extend(map.additional.map(|class| ((18, 0), class)));
        }
        Assertion::PropertyNames(class) => {
            word(vec![19]);
            slots.push(((19, 0), *class));
        }
        Assertion::Required(name) => word(vec![20, u64::from(name.0)]),
        Assertion::MinProperties(min) => word(vec![21, *min]),
        Assertion::MaxProperties(max) => word(vec![22, *max]),
        Assertion::DependentRequired(name, names) => {
            let names = names.iter().map(|name| u64::from(name.0));
            word([23, u64::from(name.0)].into_iter().chain(names).collect());
        }
        Assertion::DependentSchema(name, class) => {
            word(vec![24, u64::from(name.0)]);
            slots.push(((24, name.0), *class));
        }
        Assertion::UnevaluatedProperties(class) => {
            word(vec![25]);
            slots.push(((25, 0), *class));
        }
        Assertion::Same(class) => {
            word(vec![26]);
            slots.push(((26, 0), *class));
        }
        Assertion::AnyOf(classes) => {
            word(vec![27, classes.len() as u64]);
            slots.extend(classes.iter().map(|class| ((27, 0), *class)));
        }
        Assertion::OneOf(classes) => {
            word(vec![28, classes.len() as u64]);
            slots.extend(classes.iter().map(|class| ((28, 0), *class)));
        }
        Assertion::Not(class) => {
            word(vec![29]);
            slots.push(((29, 0), *class));
        }
        Assertion::If { condition, then, otherwise } => {
            word(vec![30, u64::from(then.is_some()), u64::from(otherwise.is_some())]);
            slots.push(((30, 0), *condition));
            slots.extend(then.map(|class| ((30, 1), class)));
            slots.extend(otherwise.map(|class| ((30, 2), class)));
        }
        Assertion::Opaque(_, barrier, Some(key)) => {
            word(vec![32, numbers.of(format!("{} {key}", barrier.construct))]);
        }
        // Nothing is known to say the same as this.
        Assertion::Opaque(_, _, None) => {
            let fresh = numbers.texts.len();
            word(vec![31, numbers.of(format!("opaque {fresh}"))]);
        }
    }
}

/// The same assertion about other classes.
fn renumber(assertion: &Assertion, to: &dyn Fn(Class) -> Class) -> Assertion {
    let all = |classes: &[Class]| classes.iter().map(|class| to(*class)).collect::<Rc<[Class]>>();
    match assertion {
        Assertion::Items(list) => {
            let prefix = list.prefix.iter().map(|class| to(*class)).collect();
            Assertion::Items(Rc::new(ItemList { prefix, rest: list.rest.map(to) }))
        }
        Assertion::Contains(contains) => Assertion::Contains(Contains { schema: to(contains.schema), ..*contains }),
        Assertion::UnevaluatedItems(class) => Assertion::UnevaluatedItems(to(*class)),
        Assertion::Properties(map) => Assertion::Properties(Rc::new(PropertyMap {
            properties: map.properties.iter().map(|(name, class)| (*name, to(*class))).collect(),
            patterns: map.patterns.iter().map(|(pattern, class)| (*pattern, to(*class))).collect(),
            additional: map.additional.map(to),
        })),
        Assertion::PropertyNames(class) => Assertion::PropertyNames(to(*class)),
        Assertion::DependentSchema(name, class) => Assertion::DependentSchema(*name, to(*class)),
        Assertion::UnevaluatedProperties(class) => Assertion::UnevaluatedProperties(to(*class)),
        Assertion::Same(class) => Assertion::Same(to(*class)),
        Assertion::AnyOf(classes) => Assertion::AnyOf(all(classes)),
        Assertion::OneOf(classes) => Assertion::OneOf(all(classes)),
        Assertion::Not(class) => Assertion::Not(to(*class)),
        Assertion::If { condition, then, otherwise } => {
            Assertion::If { condition: to(*condition), then: then.map(to), otherwise: otherwise.map(to) }
        }
        other => other.clone(),
    }
}
