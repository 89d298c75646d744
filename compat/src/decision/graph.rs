//! Both versions as one graph of assertions, in which schemas that say the same are one node.

use std::{collections::HashMap, rc::Rc};

use contracts_model::{
    Place,
    pattern::Pattern,
    schema::{SchemaId, TypeSet},
    value::Value,
};

use super::{
    Subject, Version,
    exact::Exact,
    language::Automaton,
    literal::{Class, NameId, PatternId, ValueId},
};

/// `properties`, `patternProperties` and `additionalProperties` of one schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PropertyMap {
    /// Sorted by name.
    pub(super) properties: Vec<(NameId, Class)>,
    pub(super) patterns: Vec<(PatternId, Class)>,
    pub(super) additional: Option<Class>,
}

impl PropertyMap {
    pub(super) fn property(&self, name: NameId) -> Option<Class> {
        let index = self.properties.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        Some(self.properties[index].1)
    }
}

/// `prefixItems` and `items` of one schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ItemList {
    pub(super) prefix: Vec<Class>,
    pub(super) rest: Option<Class>,
}

/// `contains` with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contains {
    pub(super) schema: Class,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    /// Whether an item that it applies to counts as evaluated (since 2020-12).
    pub(super) evaluates: bool,
}

/// What a schema says, one keyword or one group of keywords that mean something together.
#[derive(Clone, Debug)]
pub(super) enum Assertion {
    Types(TypeSet),
    /// Sorted.
    Enum(Rc<[ValueId]>),
    Minimum {
        bound: Rc<Exact>,
        exclusive: bool,
    },
    Maximum {
        bound: Rc<Exact>,
        exclusive: bool,
    },
    MultipleOf(Rc<Exact>),
    /// Integers are written without fraction and exponent: what `integer` asks of a number in draft-04.
    WrittenWhole,
    MinLength(u64),
    MaxLength(u64),
    Pattern(PatternId),
    Items(Rc<ItemList>),
    Contains(Contains),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    UnevaluatedItems(Class),
    Properties(Rc<PropertyMap>),
    PropertyNames(Class),
    Required(NameId),
    MinProperties(u64),
    MaxProperties(u64),
    DependentRequired(NameId, Rc<[NameId]>),
    DependentSchema(NameId, Class),
    UnevaluatedProperties(Class),
    /// `$ref`, and each member of `allOf`.
    Same(Class),
    AnyOf(Rc<[Class]>),
    OneOf(Rc<[Class]>),
    Not(Class),
    If {
        condition: Class,
        then: Option<Class>,
        otherwise: Option<Class>,
    },
    /// What the prover does not reason about; it constrains these types. Two of the same key, if they have one, say the same.
    Opaque(TypeSet, Barrier, Option<Rc<str>>),
}

/// Why something is not reasoned about, without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Barrier {
    pub(super) construct: &'static str,
    pub(super) why: &'static str,
}

/// A barrier and the class that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) class: Class,
    pub(super) barrier: Barrier,
}

/// The schemas of one class.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) assertions: Rc<[Assertion]>,
    /// The types that a valid value can have, at most.
    pub(super) types: TypeSet,
    /// Whether references in place lead on from here for ever.
    pub(super) loops: bool,
    /// One of the schemas of the class.
    pub(super) origin: (Version, SchemaId),
}

/// The graph, with everything interned that its assertions name.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) names: Names,
    pub(super) values: Values,
    pub(super) patterns: Patterns,
    /// Whether a schema tells `1` from `1.0`, as those of draft-04 do.
    pub(super) tells_spelling: bool,
    truth: Option<Class>,
    /// Classes that were made by [`any_of`](Self::any_of).
    unions: HashMap<Vec<Class>, Class>,
}

impl Graph {
    pub(super) fn new(nodes: Vec<Node>, names: Names, values: Values, patterns: Patterns) -> Self {
        let spelling = |node: &Node| node.assertions.iter().any(|it| matches!(it, Assertion::WrittenWhole));
        let tells_spelling = nodes.iter().any(spelling);
        let mut graph =
            Self { nodes, names, values, patterns, tells_spelling, truth: None, unions: HashMap::new() };
        graph.bound_types();
        graph.find_loops();
        graph
    }

    pub(super) fn node(&self, class: Class) -> &Node {
        &self.nodes[class.0 as usize]
    }

    pub(super) fn assertions(&self, class: Class) -> Rc<[Assertion]> {
        Rc::clone(&self.node(class).assertions)
    }

    /// Whether a value of these types can be valid under the class, as far as its keywords show at a glance.
    pub(super) fn may_be(&self, class: Class, types: TypeSet) -> bool {
        self.node(class).types.intersects(types)
    }

    /// Whether the class says nothing.
    pub(super) fn is_true(&self, class: Class) -> bool {
        self.node(class).assertions.is_empty()
    }

    /// The class of the schema `true`.
    pub(super) fn truth(&mut self) -> Class {
        if let Some(class) = self.truth {
            return class;
        }
        let found = self.nodes.iter().position(|node| node.assertions.is_empty());
        let class = if let Some(index) = found {
            class_of_index(index)
        } else {
            let origin = self.nodes[0].origin;
            self.add(Vec::new(), origin)
        };
        self.truth = Some(class);
        class
    }

    /// The class of `anyOf` over these classes, of the origin of the last one.
    pub(super) fn any_of(&mut self, mut classes: Vec<Class>) -> Class {
        let origin = classes.last().map_or(self.nodes[0].origin, |class| self.node(*class).origin);
        classes.sort_unstable();
        classes.dedup();
        if let Some(class) = self.unions.get(&classes) {
            return *class;
        }
        let class = self.add(vec![Assertion::AnyOf(classes.clone().into())], origin);
        self.unions.insert(classes, class);
        class
    }

    /// A class that no schema of the text has.
    pub(super) fn add(&mut self, assertions: Vec<Assertion>, origin: (Version, SchemaId)) -> Class {
        let class = class_of_index(self.nodes.len());
        let types = self.types_of(&assertions);
        let loops = assertions.iter().flat_map(in_place).any(|class| self.node(class).loops);
        self.nodes.push(Node { assertions: assertions.into(), types, loops, origin });
        class
    }

    fn types_of(&self, assertions: &[Assertion]) -> TypeSet {
        let union = |classes: &[Class]| {
            classes.iter().fold(TypeSet::NONE, |types, class| types.union(self.node(*class).types))
        };
        assertions.iter().fold(TypeSet::ANY, |types, assertion| {
            types.intersection(match assertion {
                Assertion::Types(types) => *types,
                Assertion::Enum(members) => members
                    .iter()
                    .fold(TypeSet::NONE, |types, member| types.union(TypeSet::of(self.values.get(*member)))),
                Assertion::Same(class) => self.node(*class).types,
                Assertion::AnyOf(classes) | Assertion::OneOf(classes) => union(classes),
                _ => TypeSet::ANY,
            })
        })
    }

    /// Bounds the types of every node. Starting from every type, a few rounds see through references.
    fn bound_types(&mut self) {
        for _ in 0..4 {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev() {
                let types = self.types_of(&self.nodes[index].assertions);
                changed |= types != self.nodes[index].types;
                self.nodes[index].types = types;
            }
            if !changed {
                break;
            }
        }
    }

    /// Marks what does not come to an end when schemas that apply in place are followed.
    fn find_loops(&mut self) {
        let count = self.nodes.len();
        let below: Vec<Vec<Class>> =
            self.nodes.iter().map(|node| node.assertions.iter().flat_map(in_place).collect()).collect();
        let mut above: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (index, below) in below.iter().enumerate() {
            for class in below {
                above[class.0 as usize].push(index);
            }
        }
        let mut waiting: Vec<usize> = below.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..count).filter(|index| waiting[*index] == 0).collect();
        for node in &mut self.nodes {
            node.loops = true;
        }
        while let Some(index) = ready.pop() {
            self.nodes[index].loops = false;
            for above in &above[index] {
                waiting[*above] -= 1;
                if waiting[*above] == 0 {
                    ready.push(*above);
                }
            }
        }
    }

    /// Where the block stands.
    pub(super) fn place(&self, block: Block, old: Subject<'_>, new: Subject<'_>) -> (Version, Place) {
        let (version, schema) = self.node(block.class).origin;
        let model = match version {
            Version::Old => old.model,
            Version::New => new.model,
        };
        (version, model.schema(schema).place.clone())
    }
}

pub(super) fn class_of_index(index: usize) -> Class {
    Class(u32::try_from(index).expect("fewer than 2^32 schemas"))
}

/// The classes that an assertion applies to the value itself.
pub(super) fn in_place(assertion: &Assertion) -> Vec<Class> {
    match assertion {
        Assertion::Same(class) | Assertion::Not(class) | Assertion::DependentSchema(_, class) => vec![*class],
        Assertion::AnyOf(classes) | Assertion::OneOf(classes) => classes.to_vec(),
        Assertion::If { condition, then, otherwise } => {
            std::iter::once(*condition).chain(*then).chain(*otherwise).collect()
        }
        _ => Vec::new(),
    }
}

/// Interned member names.
#[derive(Debug, Default)]
pub(super) struct Names {
    ids: HashMap<Rc<str>, NameId>,
    texts: Vec<Rc<str>>,
}

impl Names {
    pub(super) fn intern(&mut self, text: &str) -> NameId {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = NameId(u32::try_from(self.texts.len()).expect("fewer than 2^32 names"));
        let text: Rc<str> = text.into();
        self.texts.push(Rc::clone(&text));
        self.ids.insert(text, id);
        id
    }

    pub(super) fn find(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    pub(super) fn text(&self, id: NameId) -> Rc<str> {
        Rc::clone(&self.texts[id.0 as usize])
    }
}

/// Interned values. Equality is that of JSON Schema.
#[derive(Debug, Default)]
pub(super) struct Values {
    ids: HashMap<String, ValueId>,
    values: Vec<Rc<Value>>,
}

impl Values {
    pub(super) fn intern(&mut self, value: &Value) -> ValueId {
        let key = value.canonical();
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = ValueId(u32::try_from(self.values.len()).expect("fewer than 2^32 values"));
        self.values.push(Rc::new(value.clone()));
        self.ids.insert(key, id);
        id
    }

    pub(super) fn find(&self, value: &Value) -> Option<ValueId> {
        self.ids.get(&value.canonical()).copied()
    }

    pub(super) fn get(&self, id: ValueId) -> &Rc<Value> {
        &self.values[id.0 as usize]
    }
}

/// Interned patterns, and their automata as far as they were needed.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    ids: HashMap<String, PatternId>,
    sources: Vec<Pattern>,
    automata: Vec<Option<Result<Box<Automaton>, &'static str>>>,
    matches: HashMap<(PatternId, NameId), Option<bool>>,
}

impl Patterns {
    pub(super) fn intern(&mut self, pattern: &Pattern) -> PatternId {
        let key = pattern.translated.clone().unwrap_or_else(|| format!("(?!){}", pattern.source));
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = PatternId(u32::try_from(self.sources.len()).expect("fewer than 2^32 patterns"));
        self.sources.push(pattern.clone());
        self.automata.push(None);
        self.ids.insert(key, id);
        id
    }

    /// The automaton of a pattern; an error says why there is none.
    pub(super) fn automaton(&mut self, id: PatternId) -> Result<&mut Automaton, &'static str> {
        let index = id.0 as usize;
        let pattern = &self.sources[index];
        match self.automata[index].get_or_insert_with(|| Automaton::new(pattern).map(Box::new)) {
            Ok(automaton) => Ok(automaton),
            Err(why) => Err(why),
        }
    }

    /// The automata of several different patterns, or why there are none.
    pub(super) fn automata(&mut self, ids: &[PatternId]) -> Result<Vec<&mut Automaton>, &'static str> {
        for id in ids {
            self.automaton(*id)?;
        }
        let mut wanted: Vec<(usize, &mut Automaton)> = Vec::with_capacity(ids.len());
        for (index, automaton) in self.automata.iter_mut().enumerate() {
            if let Some(place) = ids.iter().position(|id| id.0 as usize == index)
                && let Some(Ok(automaton)) = automaton
            {
                wanted.push((place, automaton));
            }
        }
        wanted.sort_by_key(|(place, _)| *place);
        Ok(wanted.into_iter().map(|(_, automaton)| automaton).collect())
    }

    /// Whether the pattern matches in the text; `None` when that cannot be told.
    pub(super) fn matches(&mut self, id: PatternId, text: &str) -> Option<bool> {
        self.automaton(id).ok()?.matches(text)
    }

    /// The same for a member name.
    pub(super) fn matches_name(&mut self, id: PatternId, name: NameId, names: &Names) -> Option<bool> {
        if let Some(answer) = self.matches.get(&(id, name)) {
            return *answer;
        }
        let answer = self.matches(id, &names.text(name));
        self.matches.insert((id, name), answer);
        answer
    }
}
