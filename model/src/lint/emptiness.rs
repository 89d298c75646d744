//! Which schemas can hold at all.
//!
//! A node stands for a set of schemas that must hold together. It is *inhabited* when one of its types can have a
//! value: for a scalar at once, for an object or an array when all that it needs (required properties, least items,
//! a branch of each union) is inhabited. That is the least fixed point, so that a type that needs another value of
//! itself for ever is found to be empty. Whatever is not understood counts as inhabited: an empty node is empty.
//!
//! Work is bounded by the number of nodes and by the steps of comparing literals; where the allowance ends, what is
//! left counts as inhabited.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
    rc::Rc,
};

use super::{
    bounds::Bounds,
    context::conjuncts,
    literal::{Answer, Except, Judge, Patterns},
    pattern_language::Language,
};
use crate::{
    Model,
    pattern::Pattern,
    read::shorten,
    schema::{Body, Keywords, SchemaId, TypeSet},
    value::Value,
};

/// Nodes that may be looked at: so many for each schema, and so many more.
const NODES_PER_SCHEMA: usize = 8;
const MORE_NODES: usize = 20_000;

/// Steps of comparing literals.
const STEPS: usize = 2_000_000;

/// Required names that are looked at in one node, and literals of an enum that are counted.
const MOST_NAMES: usize = 4000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(usize);

/// The schemas that hold together, and whose unions a branch was chosen of already.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    schemas: Vec<SchemaId>,
    chosen: Vec<SchemaId>,
}

/// Why nothing can satisfy a node by itself.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    pub(crate) kind: CauseKind,
    /// Without a full stop.
    pub(crate) message: String,
    /// The schemas whose keywords contradict each other.
    pub(crate) owners: Vec<SchemaId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CauseKind {
    /// `false`, or a schema that says so on purpose.
    False,
    /// Lower and upper bounds.
    Bounds,
    /// A `const` that the other keywords refuse.
    Constant,
    /// A closed schema that refuses what a schema beside it requires.
    Closed,
    Other,
}

/// What an inhabitant of a node needs.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// Nodes of which one must be inhabited.
    pub(crate) options: Vec<NodeId>,
    pub(crate) what: What,
    met: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Property(String),
    Item,
    Contains,
    /// A branch of `anyOf` or `oneOf`.
    Branch(&'static str, SchemaId),
}

struct Node {
    key: Key,
    cause: Option<Cause>,
    /// What every inhabitant needs, and how much of it is not met.
    common: Vec<Need>,
    common_left: usize,
    /// What the inhabitants of each type need besides.
    alternatives: Vec<(Vec<Need>, usize)>,
    inhabited: bool,
    /// Which needs of which nodes it meets: the node, the alternative (`None` for the common ones), the index.
    uses: Vec<(NodeId, Option<usize>, usize)>,
}

/// The nodes that were looked at.
pub(crate) struct Emptiness<'m> {
    model: &'m Model,
    nodes: Vec<Node>,
    known: HashMap<Key, NodeId>,
    seeds: Vec<NodeId>,
    waiting: Vec<NodeId>,
    most_nodes: usize,
    steps: usize,
    patterns: Patterns,
    languages: HashMap<String, Rc<Language>>,
    properties: RefCell<HashMap<SchemaId, Rc<HashMap<&'m str, SchemaId>>>>,
}

/// The node that is inhabited.
const SOMETHING: NodeId = NodeId(0);

impl<'m> Emptiness<'m> {
    /// Looks at every schema of the model.
    pub(crate) fn new(model: &'m Model) -> Self {
        let count = model.ids().count();
        let mut emptiness = Self {
            model,
            nodes: Vec::new(),
            known: HashMap::new(),
            seeds: Vec::new(),
            waiting: Vec::new(),
            most_nodes: count * NODES_PER_SCHEMA + MORE_NODES,
            steps: STEPS,
            patterns: Patterns::default(),
            languages: HashMap::new(),
            properties: RefCell::default(),
        };
        emptiness.intern(Key { schemas: Vec::new(), chosen: Vec::new() });
        emptiness.waiting.clear();
        emptiness.nodes[SOMETHING.0].inhabited = true;
        for id in model.ids() {
            let node = emptiness.node([id]);
            emptiness.seeds.push(node);
        }
        emptiness.run();
        emptiness
    }

    /// How many nodes were looked at, and how many steps literals took.
    #[cfg(test)]
    pub(crate) fn work(&self) -> (usize, usize) {
        (self.nodes.len(), STEPS - self.steps)
    }

    /// The node of a schema alone.
    pub(crate) fn seed(&self, id: SchemaId) -> NodeId {
        self.seeds[id.0 as usize]
    }

    pub(crate) fn is_empty(&self, node: NodeId) -> bool {
        !self.nodes[node.0].inhabited
    }

    pub(crate) fn cause(&self, node: NodeId) -> Option<&Cause> {
        self.nodes[node.0].cause.as_ref()
    }

    /// The first need of an empty node that is not met; every one of its options is empty.
    pub(crate) fn unmet(&self, node: NodeId) -> Option<&Need> {
        let node = &self.nodes[node.0];
        let all = node.common.iter().chain(node.alternatives.iter().flat_map(|(needs, _)| needs));
        all.into_iter().find(|need| !need.met)
    }

    /// The schemas that hold together in a node.
    pub(crate) fn schemas(&self, node: NodeId) -> &[SchemaId] {
        &self.nodes[node.0].key.schemas
    }

    /// The node of schemas that hold together.
    pub(crate) fn together(&mut self, schemas: &[SchemaId]) -> NodeId {
        let node = self.node(schemas.iter().copied());
        self.run();
        node
    }

    /// The node of a schema and of branches of its unions, with all that is beside the unions.
    pub(crate) fn with_branches(&mut self, id: SchemaId, branches: &[SchemaId]) -> NodeId {
        let chosen = conjuncts(self.model, [id]);
        let schemas = conjuncts(self.model, chosen.iter().chain(branches).copied());
        let node = self.intern(self.key(schemas, chosen));
        self.run();
        node
    }

    /// The declared properties of a schema by name.
    pub(crate) fn properties(&self, id: SchemaId) -> Rc<HashMap<&'m str, SchemaId>> {
        let mut properties = self.properties.borrow_mut();
        let found = properties.entry(id).or_insert_with(|| {
            let declared = self.model.keywords(id).map_or(&[][..], |keywords| &keywords.properties);
            Rc::new(declared.iter().map(|property| (property.name.as_str(), property.schema)).collect())
        });
        Rc::clone(found)
    }

    fn node(&mut self, schemas: impl IntoIterator<Item = SchemaId>) -> NodeId {
        let schemas = conjuncts(self.model, schemas);
        self.intern(self.key(schemas, Vec::new()))
    }

    fn key(&self, mut schemas: Vec<SchemaId>, mut chosen: Vec<SchemaId>) -> Key {
        schemas.retain(|id| !matches!(self.model.schema(*id).body, Body::Bool(true)));
        schemas.sort_unstable();
        schemas.dedup();
        // Only who has unions matters, so that equal questions get equal keys.
        chosen.retain(|id| schemas.binary_search(id).is_ok() && unions(self.model, *id).next().is_some());
        chosen.sort_unstable();
        chosen.dedup();
        Key { schemas, chosen }
    }

    fn intern(&mut self, key: Key) -> NodeId {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if self.nodes.len() >= self.most_nodes {
            return SOMETHING;
        }
        let id = NodeId(self.nodes.len());
        self.known.insert(key.clone(), id);
        self.nodes.push(Node {
            key,
            cause: None,
            common: Vec::new(),
            common_left: 0,
            alternatives: Vec::new(),
            inhabited: false,
            uses: Vec::new(),
        });
        self.waiting.push(id);
        id
    }

    /// Looks at the nodes that wait, and tells what follows.
    fn run(&mut self) {
        let mut inhabited = Vec::new();
        while let Some(id) = self.waiting.pop() {
            self.analyze(id);
            if self.is_met(id) {
                inhabited.push(id);
            }
        }
        while let Some(id) = inhabited.pop() {
            if std::mem::replace(&mut self.nodes[id.0].inhabited, true) {
                continue;
            }
            for (user, alternative, index) in std::mem::take(&mut self.nodes[id.0].uses) {
                let node = &mut self.nodes[user.0];
                let (needs, left) = match alternative {
                    None => (&mut node.common, &mut node.common_left),
                    Some(alternative) => {
                        let (needs, left) = &mut node.alternatives[alternative];
                        (needs, left)
                    }
                };
                if !std::mem::replace(&mut needs[index].met, true) {
                    *left -= 1;
                }
                if self.is_met(user) {
                    inhabited.push(user);
                }
            }
        }
    }

    fn is_met(&self, id: NodeId) -> bool {
        let node = &self.nodes[id.0];
        !node.inhabited && node.common_left == 0 && node.alternatives.iter().any(|(_, left)| *left == 0)
    }

    fn analyze(&mut self, id: NodeId) {
        let key = self.nodes[id.0].key.clone();
        match self.demands(&key) {
            Err(cause) => self.nodes[id.0].cause = Some(cause),
            Ok((common, alternatives)) => {
                let (common, left) = self.register(id, None, common);
                self.nodes[id.0].common = common;
                self.nodes[id.0].common_left = left;
                for (index, needs) in alternatives.into_iter().enumerate() {
                    let registered = self.register(id, Some(index), needs);
                    self.nodes[id.0].alternatives.push(registered);
                }
            }
        }
    }

    fn register(&mut self, id: NodeId, alternative: Option<usize>, mut needs: Vec<Need>) -> (Vec<Need>, usize) {
        let mut left = 0;
        for (index, need) in needs.iter_mut().enumerate() {
            need.met = need.options.iter().any(|option| self.nodes[option.0].inhabited);
            if need.met {
                continue;
            }
            left += 1;
            for option in &need.options {
                self.nodes[option.0].uses.push((id, alternative, index));
            }
        }
        (needs, left)
    }

    /// What inhabitants need: all of them, and those of each type that is possible.
    fn demands(&mut self, key: &Key) -> Result<(Vec<Need>, Vec<Vec<Need>>), Cause> {
        let model = self.model;
        let all: Vec<(SchemaId, &'m Keywords)> =
            key.schemas.iter().filter_map(|id| Some((*id, model.keywords(*id)?))).collect();
        for id in &key.schemas {
            if is_false(model, *id) {
                let message = format!("{} is `false`", self.name(*id));
                return Err(Cause { kind: CauseKind::False, message, owners: vec![*id] });
            }
        }
        let mut types = self.types(&all)?;
        let possible = self.literals(key, &all)?;
        if !possible {
            let mut last = None;
            for contradiction in bounds(&all).contradictions() {
                types = types.difference(contradiction.types);
                last = Some(contradiction);
            }
            if types.is_empty()
                && let Some(last) = last
            {
                return Err(Cause { kind: CauseKind::Bounds, message: last.message, owners: last.owners });
            }
            if types.intersects(TypeSet::STRING)
                && let Some((message, owners)) = self.strings(&all)
            {
                types = types.difference(TypeSet::STRING);
                if types.is_empty() {
                    return Err(Cause { kind: CauseKind::Other, message, owners });
                }
            }
        }
        let mut alternatives = Vec::new();
        let simple = TypeSet::ANY.difference(TypeSet::ARRAY.union(TypeSet::OBJECT));
        if possible || types.intersects(simple) {
            alternatives.push(Vec::new());
        }
        let mut impossible = None;
        if !possible && types.intersects(TypeSet::ARRAY) {
            match self.array(&all) {
                Ok(needs) => alternatives.push(needs),
                Err(cause) => impossible = Some(cause),
            }
        }
        if !possible && types.intersects(TypeSet::OBJECT) {
            match self.object(&all) {
                Ok(needs) => alternatives.push(needs),
                Err(cause) => impossible = Some(cause),
            }
        }
        if let (true, Some(cause)) = (alternatives.is_empty(), impossible) {
            return Err(cause);
        }
        Ok((self.branches(key), alternatives))
    }

    fn types(&self, all: &[(SchemaId, &Keywords)]) -> Result<TypeSet, Cause> {
        let mut types = TypeSet::ANY;
        let mut owners: Vec<SchemaId> = Vec::new();
        let mut message = String::new();
        for (id, keywords) in all {
            if let Some(own) = keywords.types {
                if !own.intersects(types) && message.is_empty() {
                    message = format!(
                        "no value is of type {} and of type {}",
                        types.names().join(" or "),
                        own.names().join(" or ")
                    );
                }
                types = types.intersection(own);
                owners.push(*id);
            }
        }
        for (id, keywords) in all {
            let Some(not) = keywords.not else { continue };
            let Some(refused) = self.only_types(not) else { continue };
            if !types.is_empty() && types.difference(refused).is_empty() {
                message = format!("`not` refuses every type that is left: {}", types.names().join(", "));
            }
            types = types.difference(refused);
            owners.push(*id);
        }
        if types.is_empty() {
            return Err(Cause { kind: CauseKind::Other, message, owners });
        }
        Ok(types)
    }

    /// The types that a schema accepts when it asserts nothing else.
    fn only_types(&self, id: SchemaId) -> Option<TypeSet> {
        match &self.model.schema(id).body {
            Body::Bool(accepts) => Some(if *accepts { TypeSet::ANY } else { TypeSet::NONE }),
            Body::Keywords(keywords) => {
                let asserts_types_alone = asserts_nothing_but_types(keywords);
                asserts_types_alone.then(|| keywords.types.unwrap_or(TypeSet::ANY))
            }
        }
    }

    /// Whether a literal of a `const` or an `enum` may satisfy everything; `false` where there is none of them.
    fn literals(&mut self, key: &Key, all: &[(SchemaId, &Keywords)]) -> Result<bool, Cause> {
        let constant = all.iter().find_map(|(id, keywords)| Some((*id, keywords.constant.as_ref()?)));
        let members = || {
            let lists = all.iter().filter_map(|(id, keywords)| Some((*id, keywords.enumeration.as_deref()?)));
            lists.min_by_key(|(_, members)| members.len())
        };
        let (owner, values) = match constant {
            Some((owner, value)) => (owner, std::slice::from_ref(value)),
            None => match members() {
                Some(found) => found,
                None => return Ok(false),
            },
        };
        let mut refused: Option<(SchemaId, &'static str)> = None;
        for value in values {
            let mut judge = Judge { model: self.model, patterns: &mut self.patterns, steps: self.steps };
            let mut answer = None;
            for (id, keywords) in all {
                let unions = key.chosen.binary_search(id).is_ok();
                let found = judge.rest(keywords, value, Except { members: *id == owner, parts: true, unions });
                if let Answer::No(keyword) = found {
                    answer = Some((*id, keyword));
                    break;
                }
            }
            self.steps = judge.steps;
            match answer {
                None => return Ok(true),
                Some(found) => {
                    refused.get_or_insert(found);
                }
            }
        }
        let owners: Vec<SchemaId> = std::iter::once(owner).chain(refused.map(|(id, _)| id)).collect();
        Err(match (constant, refused) {
            (Some((_, value)), Some((id, keyword))) => Cause {
                kind: CauseKind::Constant,
                message: format!(
                    "the `const` {} is refused by {}",
                    shorten(&value.to_string()),
                    self.keyword(owner, id, keyword)
                ),
                owners,
            },
            (_, Some((id, keyword))) => Cause {
                kind: CauseKind::Other,
                message: match values {
                    [value] => format!(
                        "the only value of the `enum`, {}, is refused by {}",
                        shorten(&value.to_string()),
                        self.keyword(owner, id, keyword)
                    ),
                    [value, ..] => format!(
                        "no value of the `enum` satisfies the rest; {}, for one, is refused by {}",
                        shorten(&value.to_string()),
                        self.keyword(owner, id, keyword)
                    ),
                    [] => String::new(),
                },
                owners,
            },
            (_, None) => Cause { kind: CauseKind::Other, message: "the `enum` is empty".into(), owners },
        })
    }

    fn keyword(&self, owner: SchemaId, id: SchemaId, keyword: &str) -> String {
        if owner == id { format!("`{keyword}`") } else { format!("`{keyword}` of {}", self.name(id)) }
    }

    fn name(&self, id: SchemaId) -> String {
        format!("#{}", self.model.schema(id).place.pointer)
    }

    /// Why no string can be, when the patterns and lengths leave none.
    fn strings(&mut self, all: &[(SchemaId, &Keywords)]) -> Option<(String, Vec<SchemaId>)> {
        let (least, most) = bounds(all).lengths();
        let mut seen: Vec<(SchemaId, &Pattern, Rc<Language>)> = Vec::new();
        for (id, keywords) in all {
            let Some(pattern) = &keywords.pattern else { continue };
            let language = self.language(pattern);
            let shown = shorten(&pattern.source);
            let owners = || all.iter().map(|(id, _)| *id).collect();
            if let Some(longest) = language.lengths.most
                && longest < least
            {
                let message = format!(
                    "`minLength` is {least}, and the strings that match `{shown}` have at most {longest} characters"
                );
                return Some((message, owners()));
            }
            if let Some(most) = most
                && language.lengths.least > most
            {
                let message = format!(
                    "`maxLength` is {most}, and the strings that match `{shown}` have at least {} characters",
                    language.lengths.least
                );
                return Some((message, owners()));
            }
            for (other_id, other, other_language) in &seen {
                let apart = language.begins_apart(other_language)
                    || language.lengths.most.is_some_and(|most| most < other_language.lengths.least)
                    || other_language.lengths.most.is_some_and(|most| most < language.lengths.least);
                if apart {
                    let message = format!("no string matches both `{}` and `{shown}`", shorten(&other.source));
                    return Some((message, vec![*other_id, *id]));
                }
            }
            seen.push((*id, pattern, language));
        }
        None
    }

    fn language(&mut self, pattern: &Pattern) -> Rc<Language> {
        let known = self.languages.entry(pattern.source.clone());
        Rc::clone(known.or_insert_with(|| Rc::new(Language::of(pattern))))
    }

    fn array(&mut self, all: &[(SchemaId, &Keywords)]) -> Result<Vec<Need>, Cause> {
        let least = usize::try_from(bounds(all).least_items()).unwrap_or(usize::MAX);
        let mut needs = Vec::new();
        let longest_prefix = all.iter().map(|(_, keywords)| keywords.prefix_items.len()).max().unwrap_or(0);
        let needed_positions = least.min(longest_prefix.saturating_add(1)).min(MOST_NAMES);
        for index in 0..needed_positions {
            let at = |keywords: &Keywords| keywords.prefix_items.get(index).copied().or(keywords.items);
            let schemas: Vec<SchemaId> = all.iter().filter_map(|(_, keywords)| at(keywords)).collect();
            if let Some(refusing) = schemas.iter().find(|id| is_false(self.model, **id)) {
                let owner = self.model.schema(*refusing).parent;
                return Err(Cause {
                    kind: CauseKind::Other,
                    message: format!(
                        "at least {least} items are asked for, and item {index} is `false`, so there can be none"
                    ),
                    owners: all
                        .iter()
                        .map(|(id, _)| *id)
                        .filter(|id| Some(*id) == owner || owner.is_none())
                        .collect(),
                });
            }
            needs.push(self.need(schemas, What::Item));
        }
        for (_, keywords) in all {
            let Some(contains) = keywords.contains.filter(|_| keywords.min_contains != Some(0)) else { continue };
            if is_false(self.model, contains) {
                let message = "`contains` asks for an item that satisfies `false`".to_owned();
                return Err(Cause { kind: CauseKind::Other, message, owners: Vec::new() });
            }
            let everywhere = all.iter().filter(|(_, keywords)| keywords.prefix_items.is_empty());
            let schemas: Vec<SchemaId> =
                everywhere.filter_map(|(_, keywords)| keywords.items).chain([contains]).collect();
            needs.push(self.need(schemas, What::Contains));
        }
        let unique = all.iter().any(|(_, keywords)| keywords.unique_items);
        for (id, keywords) in all.iter().filter(|_| unique) {
            let Some(items) = keywords.items.filter(|_| keywords.prefix_items.is_empty()) else { continue };
            let count = self.count_of_values(items);
            if let Some(count) = count
                && least > count
            {
                let message = format!(
                    "at least {least} different items are asked for, and there are only {count} values for them"
                );
                return Err(Cause { kind: CauseKind::Other, message, owners: vec![*id] });
            }
        }
        Ok(needs)
    }

    /// How many different values satisfy a schema at most, where that is easy to tell.
    fn count_of_values(&self, id: SchemaId) -> Option<usize> {
        let all = conjuncts(self.model, [id]);
        let counts = all.iter().filter_map(|id| {
            let keywords = self.model.keywords(*id)?;
            let distinct = |values: &[Value]| values.iter().map(Value::canonical).collect::<HashSet<_>>().len();
            let listed = keywords.enumeration.as_deref().filter(|values| values.len() <= MOST_NAMES).map(distinct);
            let typed = keywords.types.and_then(|types| {
                let (boolean, null) = (types.intersects(TypeSet::BOOLEAN), types.intersects(TypeSet::NULL));
                let few = types.difference(TypeSet::BOOLEAN.union(TypeSet::NULL)).is_empty();
                few.then(|| usize::from(boolean) * 2 + usize::from(null))
            });
            let constant = keywords.constant.as_ref().map(|_| 1);
            [constant, listed, typed].into_iter().flatten().min()
        });
        counts.min()
    }

    fn object(&mut self, all: &[(SchemaId, &Keywords)]) -> Result<Vec<Need>, Cause> {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let mut required: Vec<(SchemaId, &str)> = Vec::new();
        for (id, keywords) in all {
            for name in &keywords.required {
                if names.insert(name) {
                    required.push((*id, name));
                }
            }
        }
        let (least, most) = bounds(all).properties();
        if let Some(most) = most
            && u64::try_from(required.len()).unwrap_or(u64::MAX) > most
        {
            return Err(Cause {
                kind: CauseKind::Other,
                message: format!("{} properties are required, and `maxProperties` is {most}", required.len()),
                owners: all.iter().map(|(id, _)| *id).collect(),
            });
        }
        for (id, keywords) in all {
            let closed = keywords.additional_properties.is_some_and(|schema| is_false(self.model, schema));
            let count = u64::try_from(keywords.properties.len()).unwrap_or(u64::MAX);
            if closed && keywords.pattern_properties.is_empty() && least > count {
                return Err(Cause {
                    kind: CauseKind::Other,
                    message: format!(
                        "at least {least} properties are asked for, and the object is closed with {count} declared"
                    ),
                    owners: vec![*id],
                });
            }
        }
        let mut needs = Vec::new();
        for (owner, name) in required.into_iter().take(MOST_NAMES) {
            let schemas = self.property(all, name);
            if let Some((closer, _)) = schemas.iter().find(|(_, id)| is_false(self.model, *id)) {
                let declared = self.properties(*closer).contains_key(name);
                let message = if declared {
                    format!("the required property {name:?} is `false`, so it can never be present")
                } else {
                    format!(
                        "the required property {name:?} is neither declared nor allowed by `additionalProperties`"
                    )
                };
                let kind = if declared || *closer == owner { CauseKind::Other } else { CauseKind::Closed };
                return Err(Cause { kind, message, owners: vec![owner, *closer] });
            }
            for (id, keywords) in all {
                let Some(schema) = keywords.property_names else { continue };
                let mut judge = Judge { model: self.model, patterns: &mut self.patterns, steps: self.steps };
                let answer = judge.schema(schema, &Value::String(name.to_owned()));
                self.steps = judge.steps;
                if let Answer::No(_) = answer {
                    let message = format!("the required property {name:?} is refused by `propertyNames`");
                    return Err(Cause { kind: CauseKind::Other, message, owners: vec![owner, *id] });
                }
            }
            if !schemas.is_empty() {
                let schemas = schemas.into_iter().map(|(_, id)| id).collect();
                needs.push(self.need(schemas, What::Property(name.to_owned())));
            }
        }
        Ok(needs)
    }

    /// The schemas that a property of that name must satisfy, each with the schema that says so.
    fn property(&mut self, all: &[(SchemaId, &Keywords)], name: &str) -> Vec<(SchemaId, SchemaId)> {
        let mut found = Vec::new();
        for (id, keywords) in all {
            let mut evaluated = false;
            if let Some(schema) = self.properties(*id).get(name) {
                evaluated = true;
                found.push((*id, *schema));
            }
            for (pattern, schema) in &keywords.pattern_properties {
                match self.patterns.is_match(pattern, name) {
                    Some(true) => {
                        evaluated = true;
                        found.push((*id, *schema));
                    }
                    Some(false) => {}
                    None => evaluated = true,
                }
            }
            if let Some(schema) = keywords.additional_properties.filter(|_| !evaluated) {
                found.push((*id, schema));
            }
        }
        found
    }

    fn need(&mut self, schemas: Vec<SchemaId>, what: What) -> Need {
        let node = if schemas.is_empty() { SOMETHING } else { self.node(schemas) };
        Need { options: vec![node], what, met: false }
    }

    /// A branch of each union that none was chosen of.
    fn branches(&mut self, key: &Key) -> Vec<Need> {
        let model = self.model;
        let pending: Vec<(&'static str, SchemaId, &'m [SchemaId])> = key
            .schemas
            .iter()
            .filter(|id| key.chosen.binary_search(id).is_err())
            .flat_map(|id| unions(model, *id).map(|(keyword, branches)| (keyword, *id, branches)))
            .collect();
        let chosen: Vec<SchemaId> =
            key.chosen.iter().copied().chain(pending.iter().map(|(_, owner, _)| *owner)).collect();
        let mut needs = Vec::new();
        for (keyword, owner, branches) in pending {
            let options = branches
                .iter()
                .map(|branch| {
                    let schemas = conjuncts(model, key.schemas.iter().chain([branch]).copied());
                    self.intern(self.key(schemas, chosen.clone()))
                })
                .collect();
            needs.push(Need { options, what: What::Branch(keyword, owner), met: false });
        }
        needs
    }
}

fn bounds(all: &[(SchemaId, &Keywords)]) -> Bounds {
    let mut bounds = Bounds::default();
    for (id, keywords) in all {
        bounds.add(*id, keywords);
    }
    bounds
}

/// The unions of a schema.
fn unions(model: &Model, id: SchemaId) -> impl Iterator<Item = (&'static str, &[SchemaId])> {
    let keywords = model.keywords(id);
    let any_of = keywords.and_then(|keywords| Some(("anyOf", keywords.any_of.as_deref()?)));
    let one_of = keywords.and_then(|keywords| Some(("oneOf", keywords.one_of.as_deref()?)));
    any_of.into_iter().chain(one_of)
}

/// Whether a schema is `false`, or `not` of what accepts everything: nothing, on purpose.
pub(crate) fn is_false(model: &Model, id: SchemaId) -> bool {
    match &model.schema(id).body {
        Body::Bool(accepts) => !accepts,
        Body::Keywords(keywords) => keywords.not.is_some_and(|not| match &model.schema(not).body {
            Body::Bool(accepts) => *accepts,
            Body::Keywords(not) => not.types.is_none() && asserts_nothing_but_types(not),
        }),
    }
}

/// Whether `type` is the only assertion of a schema, if it has any.
pub(crate) fn asserts_nothing_but_types(keywords: &Keywords) -> bool {
    keywords.required.is_empty() && asserts_nothing_but_types_and_required(keywords)
}

/// Whether `type` and `required` are the only assertions of a schema, if it has any.
pub(crate) fn asserts_nothing_but_types_and_required(keywords: &Keywords) -> bool {
    let Keywords {
        title: _,
        description: _,
        comment: _,
        default: _,
        examples: _,
        deprecated: _,
        read_only: _,
        write_only: _,
        content_media_type: _,
        content_encoding: _,
        content_schema: _,
        types: _,
        enumeration,
        constant,
        format: _,
        asserts_format,
        minimum,
        exclusive_minimum,
        maximum,
        exclusive_maximum,
        multiple_of,
        min_length,
        max_length,
        pattern,
        prefix_items,
        items,
        contains,
        min_contains: _,
        max_contains: _,
        min_items,
        max_items,
        unique_items,
        unevaluated_items,
        properties,
        pattern_properties,
        additional_properties,
        property_names,
        required: _,
        min_properties,
        max_properties,
        dependent_required,
        dependent_schemas,
        unevaluated_properties,
        all_of,
        any_of,
        one_of,
        not,
        if_schema,
        then_schema: _,
        else_schema: _,
        reference,
        dynamic_reference,
        definitions: _,
        unknown: _,
        ignored: _,
    } = keywords;
    enumeration.is_none()
        && constant.is_none()
        && [minimum, exclusive_minimum, maximum, exclusive_maximum, multiple_of].iter().all(|bound| bound.is_none())
        && [min_length, max_length, min_items, max_items, min_properties, max_properties]
            .iter()
            .all(|bound| bound.is_none())
        && pattern.is_none()
        && !asserts_format
        && !unique_items
        && prefix_items.is_empty()
        && properties.is_empty()
        && pattern_properties.is_empty()
        && dependent_required.is_empty()
        && dependent_schemas.is_empty()
        && all_of.is_empty()
        && any_of.is_none()
        && one_of.is_none()
        && [
            items,
            contains,
            unevaluated_items,
            additional_properties,
            property_names,
            unevaluated_properties,
            not,
            if_schema,
            reference,
        ]
        .iter()
        .all(|schema| schema.is_none())
        && dynamic_reference.is_none()
}
