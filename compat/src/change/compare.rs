//! The comparison: goes through two schemas at once and lists what differs.

use std::collections::{BTreeSet, HashMap, HashSet};

use contracts_model::{
    Model, Place,
    dialect::Vocabulary,
    keyword::KEYWORDS,
    schema::{Keywords, SchemaId, TypeSet},
    source::{join_token, pointer_tokens},
    value::Value,
};

use super::{
    Change, Difference, Edit, Effect, Polarity, Union,
    branches::{self, Pairs},
    conjunction::{Bound, Condition, Conjunction, From, Rest, is_tighter},
};
use crate::{Subject, rules};

/// How deep comparisons may stand in one another that only ask for the effect of a change.
const DEEPEST: usize = 24;

/// The most pairs of schemas that are looked at for the effects and the likeness of changes.
const MOST_PROBES: usize = 400_000;

/// All changes from one schema to another, in the order of the new file; what is gone stands where its nearest
/// enclosing schema stands.
///
/// ```
/// use contracts_compat::{Subject, changes};
/// use contracts_model::SchemaSet;
///
/// let load = |text: &str| SchemaSet::new().add("s.json", None, text).resolve().0.expect("a schema");
/// let old = load(r#"{"enum": ["a", "b"]}"#);
/// let new = load(r#"{"enum": ["b"]}"#);
/// let root = |model| Subject { model, root: model.documents()[0].root };
/// let changes = changes(root(&old), root(&new));
/// assert_eq!(changes[0].rule.id, "enum-narrowed");
/// assert!(changes[0].effect.narrows);
/// ```
pub fn changes(old: Subject<'_>, new: Subject<'_>) -> Vec<Change> {
    let mut comparison = Comparison {
        old: old.model,
        new: new.model,
        state: State::report(),
        alone: Alone::Nowhere,
        probes: HashMap::new(),
        probed: 0,
        depth: 0,
    };
    let root = Pair::of(vec![old.root], vec![new.root], (old.root, new.root));
    let dialect = |model: &Model, id| model.resource(model.schema(id).resource).dialect;
    let (old_dialect, new_dialect) = (dialect(old.model, old.root), dialect(new.model, new.root));
    if old_dialect != new_dialect {
        let spot = Spot::schemas(old.root, new.root).keyword("$schema");
        comparison.emit(Difference::Dialect { old: old_dialect, new: new_dialect }, Effect::NONE, spot);
    }
    comparison.run(root);
    let mut changes = comparison.state.changes;
    changes.sort_by(|left, right| {
        let key = |change: &Change| {
            let place = |place: &Option<Place>| place.as_ref().map(|place| (place.file.clone(), place.span.0));
            (place(&change.new), place(&change.old), change.rule.id, change.message.clone())
        };
        key(left).cmp(&key(right))
    });
    changes.dedup_by(|left, right| {
        left.rule.id == right.rule.id && left.at == right.at && left.message == right.message
    });
    changes
}

/// What two versions say about the same value.
#[derive(Clone, Debug)]
struct Pair {
    old: Vec<SchemaId>,
    new: Vec<SchemaId>,
    /// The schemas that the value's place belongs to where a version says nothing about it.
    anchors: (SchemaId, SchemaId),
    polarity: Polarity,
    /// Whether what counts as evaluated further out depends on this.
    unevaluated: bool,
    /// Where a schema would stand below the old anchor, when the old version has none there.
    absent: Option<&'static str>,
}

impl Pair {
    fn of(mut old: Vec<SchemaId>, mut new: Vec<SchemaId>, anchors: (SchemaId, SchemaId)) -> Self {
        old.sort_unstable();
        new.sort_unstable();
        Self { old, new, anchors, polarity: Polarity::Positive, unevaluated: false, absent: None }
    }

    /// The same, where the old version has no schema: it would stand under that keyword.
    fn absent(mut self, keyword: &'static str) -> Self {
        self.absent = Some(keyword);
        self
    }

    /// The same as a part of another pair.
    fn below(mut self, outer: &Context, polarity: Polarity, in_place: bool) -> Self {
        self.polarity = outer.polarity.through(polarity);
        self.unevaluated = in_place && outer.unevaluated;
        self
    }
}

/// What the differences of one pair share.
#[derive(Clone, Copy, Debug)]
struct Context {
    anchors: (SchemaId, SchemaId),
    polarity: Polarity,
    unevaluated: bool,
}

impl Context {
    /// The effect of a difference that changes what counts as evaluated.
    fn evaluated(&self, effect: Effect) -> Effect {
        if self.unevaluated { Effect::EITHER } else { effect }
    }
}

type Key = (Vec<SchemaId>, Vec<SchemaId>, Polarity, bool);

/// What has been found so far, in full or only as a sum.
#[derive(Debug)]
struct State {
    queue: Vec<Pair>,
    seen: HashSet<Key>,
    counts_only: bool,
    changes: Vec<Change>,
    sum: Sum,
}

/// The sum of some differences.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    effect: Effect,
    /// How many differences may affect documents.
    count: usize,
}

impl State {
    fn report() -> Self {
        Self {
            queue: Vec::new(),
            seen: HashSet::new(),
            counts_only: false,
            changes: Vec::new(),
            sum: Sum::default(),
        }
    }
}

/// Where a difference stands.
#[derive(Clone, Debug)]
struct Spot {
    old: SchemaId,
    new: SchemaId,
    /// Tokens below the schemas.
    old_tokens: Vec<String>,
    new_tokens: Vec<String>,
    /// The tokens that name the thing that changed; the others only point at a line.
    named: Vec<String>,
    /// Whether the thing is gone, so that the old file names it.
    gone: bool,
    undeclared_only: bool,
    edits: Option<(SchemaId, Vec<Edit>)>,
}

impl Spot {
    fn schemas(old: SchemaId, new: SchemaId) -> Self {
        Self {
            old,
            new,
            old_tokens: Vec::new(),
            new_tokens: Vec::new(),
            named: Vec::new(),
            gone: false,
            undeclared_only: false,
            edits: None,
        }
    }

    /// At a keyword of both schemas.
    fn keyword(mut self, keyword: &str) -> Self {
        self.old_tokens = vec![keyword.to_owned()];
        self.new_tokens = vec![keyword.to_owned()];
        self
    }

    fn tokens(mut self, old: &[&str], new: &[&str], named: usize) -> Self {
        let owned = |tokens: &[&str]| tokens.iter().map(|token| (*token).to_owned()).collect();
        self.old_tokens = owned(old);
        self.new_tokens = owned(new);
        let longer = if old.len() > new.len() { &self.old_tokens } else { &self.new_tokens };
        self.named = longer.iter().take(named).cloned().collect();
        self
    }

    /// About a property, whichever keyword speaks of it.
    fn property(mut self, name: &str) -> Self {
        self.named = vec!["properties".to_owned(), name.to_owned()];
        self
    }

    fn gone(mut self) -> Self {
        self.gone = true;
        self
    }

    fn undeclared_only(mut self, undeclared_only: bool) -> Self {
        self.undeclared_only = undeclared_only;
        self
    }

    /// How to make the change alone in the old schema.
    fn edits(mut self, edits: Vec<Edit>) -> Self {
        self.edits = Some((self.old, edits));
        self
    }
}

struct Comparison<'m> {
    old: &'m Model,
    new: &'m Model,
    state: State,
    /// Where and whether the changes of the current pair can be made alone in the old version.
    alone: Alone,
    probes: HashMap<(Vec<SchemaId>, Vec<SchemaId>), Sum>,
    probed: usize,
    depth: usize,
}

/// How a change of a pair is made alone in the old version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alone {
    /// In the one schema that the old version has there.
    InPlace,
    /// In one of several schemas that apply together, which can narrow the whole and not widen it.
    AmongOthers,
    /// In a schema of its own under a keyword.
    Under(&'static str),
    /// Not at all.
    Nowhere,
}

impl<'m> Comparison<'m> {
    fn run(&mut self, root: Pair) {
        self.push(root);
        while let Some(pair) = self.state.queue.pop() {
            self.compare(&pair);
        }
    }

    fn push(&mut self, pair: Pair) {
        if pair.old.is_empty() && pair.new.is_empty() {
            return;
        }
        let key = (pair.old.clone(), pair.new.clone(), pair.polarity, pair.unevaluated);
        if self.state.seen.insert(key) {
            self.state.queue.push(pair);
        }
    }

    /// What a comparison would find, without listing it.
    fn probe(&mut self, old: Vec<SchemaId>, new: Vec<SchemaId>, context: &Context) -> Sum {
        let pair = Pair::of(old, new, context.anchors);
        let key = (pair.old.clone(), pair.new.clone());
        if let Some(sum) = self.probes.get(&key) {
            return *sum;
        }
        if self.depth >= DEEPEST || self.probed >= MOST_PROBES {
            return Sum { effect: Effect::EITHER, count: 1 };
        }
        // A pair that meets itself again adds nothing to what it has already.
        self.probes.insert(key.clone(), Sum::default());
        let outer = std::mem::replace(&mut self.state, State { counts_only: true, ..State::report() });
        let alone = self.alone;
        self.depth += 1;
        self.run(pair);
        self.depth -= 1;
        self.alone = alone;
        let sum = std::mem::replace(&mut self.state, outer).sum;
        self.probes.insert(key, sum);
        sum
    }

    fn emit(&mut self, difference: Difference, effect: Effect, spot: Spot) {
        if self.state.counts_only {
            let matters = effect != Effect::NONE || matches!(difference, Difference::UnknownKeyword { .. });
            self.state.sum.effect = self.state.sum.effect.union(effect);
            self.state.sum.count += usize::from(matters);
            return;
        }
        let place = |model: &Model, id, tokens: &[String]| {
            let base = &model.schema(id).place;
            let source = model.source(id);
            let mut tokens = tokens;
            loop {
                let pointer =
                    tokens.iter().fold(base.pointer.clone(), |pointer, token| join_token(&pointer, token));
                match (source.place_of(&pointer), tokens.split_last()) {
                    (Some(place), _) => return place,
                    (None, Some((_, shorter))) => tokens = shorter,
                    (None, None) => return base.clone(),
                }
            }
        };
        let old = place(self.old, spot.old, &spot.old_tokens);
        let new = place(self.new, spot.new, &spot.new_tokens);
        let (model, id) = if spot.gone { (self.old, spot.old) } else { (self.new, spot.new) };
        let at = spot
            .named
            .iter()
            .fold(model.schema(id).place.pointer.clone(), |pointer, token| join_token(&pointer, token));
        let (rule, mut message) = rules::name(&difference);
        // A keyword that the older version holds too was there to be read, and its dialect does not read it.
        let written = spot.new_tokens.first();
        let asleep = Conjunction::new(self.old, &[spot.old]);
        if let Some((keyword, part)) = written.and_then(|keyword| Some((keyword, asleep.ignored(keyword)?))) {
            let dialect = self.old.resource(self.old.schema(part).resource).dialect;
            message =
                format!("{message}; the old version has `{keyword}` too, but {dialect} ignores it beside `$ref`");
        }
        self.state.changes.push(Change {
            rule,
            difference,
            effect,
            message,
            old: Some(old),
            new: Some(new),
            at,
            undeclared_only: spot.undeclared_only,
            isolated: self.isolated(spot.edits, effect),
        });
    }

    /// The edits of a change where they make it alone.
    fn isolated(&self, edits: Option<(SchemaId, Vec<Edit>)>, effect: Effect) -> Option<(SchemaId, Vec<Edit>)> {
        let (id, mut edits) = edits?;
        match self.alone {
            Alone::Nowhere => return None,
            Alone::AmongOthers if effect.widens => return None,
            Alone::InPlace | Alone::AmongOthers => {}
            Alone::Under(keyword) => {
                for edit in &mut edits {
                    edit.path.insert(0, keyword.to_owned());
                }
            }
        }
        Some((id, edits))
    }

    fn compare(&mut self, pair: &Pair) {
        self.probed += usize::from(self.state.counts_only);
        let old = Conjunction::new(self.old, &pair.old);
        let new = Conjunction::new(self.new, &pair.new);
        let anchors = (old.first().unwrap_or(pair.anchors.0), new.first().unwrap_or(pair.anchors.1));
        let unevaluated = pair.unevaluated || old.has_unevaluated() || new.has_unevaluated();
        let context = Context { anchors, polarity: pair.polarity, unevaluated };
        self.alone = match (old.parts.len(), pair.absent) {
            (0, Some(keyword)) if pair.old.is_empty() => Alone::Under(keyword),
            (0, _) => Alone::Nowhere,
            (1, _) => Alone::InPlace,
            _ => Alone::AmongOthers,
        };

        self.annotations(&old, &new, &context);
        match (old.never, new.never) {
            (Some(_), Some(_)) => return,
            (None, Some(_)) => {
                let spot = Spot::schemas(anchors.0, anchors.1);
                return self.emit(Difference::Forbidden, Effect::NARROWS.through(pair.polarity), spot);
            }
            (Some(_), None) => {
                let spot = Spot::schemas(anchors.0, anchors.1);
                return self.emit(Difference::Permitted, Effect::WIDENS.through(pair.polarity), spot);
            }
            (None, None) => {}
        }
        if self.union_around(pair, &old, &new, &context) {
            return;
        }
        self.types(&old, &new, &context);
        self.values(&old, &new, &context);
        self.bounds(&old, &new, &context);
        self.multiples(&old, &new, &context);
        self.patterns(&old, &new, &context);
        self.properties(&old, &new, &context);
        self.required(&old, &new, &context);
        self.rests(&old, &new, &context);
        self.items(&old, &new, &context);
        self.contains(&old, &new, &context);
        self.unions(&old, &new, &context);
        self.nots(&old, &new, &context);
        self.conditions(&old, &new, &context);
        self.dynamic_references(&old, &new, &context);
        self.unknown(&old, &new, &context);
    }

    /// The schema of a facet, or the one that stands for the whole.
    fn at<T>(facet: Option<&From<T>>, anchor: SchemaId) -> SchemaId {
        facet.map_or(anchor, |(_, id)| *id)
    }

    fn types(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.types(), new.types());
        let (before, now) =
            (left.map_or(TypeSet::ANY, |types| types.0), right.map_or(TypeSet::ANY, |types| types.0));
        let spot =
            Spot::schemas(Self::at(left.as_ref(), context.anchors.0), Self::at(right.as_ref(), context.anchors.1))
                .keyword("type");
        let lost = before.difference(now);
        if !lost.is_empty() {
            let spot = spot.clone().edits(vec![Edit::set(&["type"], type_names(before.intersection(now)))]);
            let effect = Effect::NARROWS.through(context.polarity);
            self.emit(Difference::TypesRemoved { old: before, new: now }, effect, spot);
        }
        let gained = now.difference(before);
        if !gained.is_empty() {
            let spot = spot.edits(vec![Edit::set(&["type"], type_names(before.union(now)))]);
            let effect = Effect::WIDENS.through(context.polarity);
            self.emit(Difference::TypesAdded { old: before, new: now }, effect, spot);
        }
    }

    fn values(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.values(), new.values());
        let spelled = |side: Option<SchemaId>, model: &Model| {
            let keywords = side.and_then(|id| model.keywords(id));
            if keywords.is_some_and(|keywords| keywords.enumeration.is_some()) { "enum" } else { "const" }
        };
        let tokens = (
            spelled(left.as_ref().map(|(_, id)| *id), self.old),
            spelled(right.as_ref().map(|(_, id)| *id), self.new),
        );
        let spot =
            Spot::schemas(Self::at(left.as_ref(), context.anchors.0), Self::at(right.as_ref(), context.anchors.1))
                .tokens(&[tokens.0], &[tokens.1], 0);
        let cloned = |values: &[&Value]| -> Vec<Value> { values.iter().map(|value| (*value).clone()).collect() };
        let listed =
            |values: Vec<Value>| vec![Edit::remove(&["const"]), Edit::set(&["enum"], Value::Array(values))];
        let (narrows, widens) =
            (Effect::NARROWS.through(context.polarity), Effect::WIDENS.through(context.polarity));
        match (left, right) {
            (None, None) => {}
            (None, Some((values, _))) => {
                let spot = spot.edits(listed(cloned(&values)));
                self.emit(Difference::EnumAdded { values: cloned(&values) }, narrows, spot);
            }
            (Some((values, _)), None) => {
                let spot = spot.edits(vec![Edit::remove(&["enum"]), Edit::remove(&["const"])]);
                self.emit(Difference::EnumRemoved { values: cloned(&values) }, widens, spot);
            }
            (Some((before, _)), Some((now, _))) => {
                let old_set: HashSet<String> = before.iter().map(|value| value.canonical()).collect();
                let new_set: HashSet<String> = now.iter().map(|value| value.canonical()).collect();
                let missing = |values: &[&Value], others: &HashSet<String>| -> Vec<Value> {
                    let missing = values.iter().filter(|value| !others.contains(&value.canonical()));
                    missing.map(|value| (*value).clone()).collect()
                };
                let removed = missing(&before, &new_set);
                let added = missing(&now, &old_set);
                if !removed.is_empty() {
                    let kept = before.iter().filter(|value| new_set.contains(&value.canonical()));
                    let spot = spot.clone().edits(listed(kept.map(|value| (*value).clone()).collect()));
                    let left = now.len();
                    self.emit(Difference::ValuesRemoved { values: removed, left }, narrows, spot);
                }
                if !added.is_empty() {
                    let all = before.iter().map(|value| (*value).clone()).chain(added.iter().cloned());
                    let spot = spot.edits(listed(all.collect()));
                    self.emit(Difference::ValuesAdded { values: added }, widens, spot);
                }
            }
        }
    }

    fn bounds(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        for ((least, left), (_, right)) in old.bounds().into_iter().zip(new.bounds()) {
            let keyword = right.as_ref().or(left.as_ref()).map_or("minimum", |bound| bound.keyword);
            let old_keyword = left.as_ref().map_or(keyword, |bound| bound.keyword);
            let spot = Spot::schemas(
                left.as_ref().map_or(context.anchors.0, |bound| bound.part),
                right.as_ref().map_or(context.anchors.1, |bound| bound.part),
            )
            .tokens(&[old_keyword], &[keyword], 0);
            let number = |bound: &Bound| Value::Number(bound.value.clone());
            let text = |bound: &Bound| bound.value.to_string();
            let tightened = match (&left, &right) {
                (None, Some(_)) => true,
                (Some(left), Some(right)) => is_tighter(right, left, least),
                _ => false,
            };
            let loosened = match (&left, &right) {
                (Some(_), None) => true,
                (Some(left), Some(right)) => is_tighter(left, right, least),
                _ => false,
            };
            if let Some(bound) = right.as_ref().filter(|_| tightened) {
                let mut edits = vec![Edit::set(&[keyword], number(bound))];
                if old_keyword != keyword {
                    edits.insert(0, Edit::remove(&[old_keyword]));
                }
                let difference =
                    Difference::BoundTightened { keyword, old: left.as_ref().map(text), new: text(bound) };
                self.emit(difference, Effect::NARROWS.through(context.polarity), spot.edits(edits));
            } else if let Some(bound) = left.as_ref().filter(|_| loosened) {
                let mut edits = vec![Edit::remove(&[old_keyword])];
                edits.extend(right.as_ref().map(|bound| Edit::set(&[keyword], number(bound))));
                let difference =
                    Difference::BoundLoosened { keyword, old: text(bound), new: right.as_ref().map(text) };
                self.emit(difference, Effect::WIDENS.through(context.polarity), spot.edits(edits));
            }
        }
    }

    fn multiples(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.multiples(), new.multiples());
        let mut before: Vec<_> =
            left.iter().filter(|(value, _)| !right.iter().any(|(other, _)| other == value)).collect();
        let mut now: Vec<_> =
            right.iter().filter(|(value, _)| !left.iter().any(|(other, _)| other == value)).collect();
        let spot = |old: Option<&From<_>>, new: Option<&From<_>>| {
            Spot::schemas(Self::at(old, context.anchors.0), Self::at(new, context.anchors.1)).keyword("multipleOf")
        };
        let (narrows, widens) =
            (Effect::NARROWS.through(context.polarity), Effect::WIDENS.through(context.polarity));
        while let (Some(_), Some(_)) = (before.first(), now.first()) {
            let (old, new) = (before.remove(0), now.remove(0));
            let spot =
                spot(Some(old), Some(new)).edits(vec![Edit::set(&["multipleOf"], Value::Number(new.0.clone()))]);
            if new.0.is_multiple_of(&old.0) {
                let difference = Difference::MultipleTightened { old: Some(old.0.clone()), new: new.0.clone() };
                self.emit(difference, narrows, spot);
            } else if old.0.is_multiple_of(&new.0) {
                let difference = Difference::MultipleLoosened { old: old.0.clone(), new: Some(new.0.clone()) };
                self.emit(difference, widens, spot);
            } else {
                let difference = Difference::MultipleChanged { old: old.0.clone(), new: new.0.clone() };
                self.emit(difference, Effect::EITHER, spot);
            }
        }
        for new in now {
            let spot = spot(None, Some(new)).edits(vec![Edit::set(&["multipleOf"], Value::Number(new.0.clone()))]);
            self.emit(Difference::MultipleTightened { old: None, new: new.0.clone() }, narrows, spot);
        }
        for old in before {
            let spot = spot(Some(old), None).edits(vec![Edit::remove(&["multipleOf"])]);
            self.emit(Difference::MultipleLoosened { old: old.0.clone(), new: None }, widens, spot);
        }
    }

    fn patterns(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.patterns(), new.patterns());
        let mut before: Vec<_> =
            left.iter().filter(|(text, _)| !right.iter().any(|(other, _)| other == text)).collect();
        let mut now: Vec<_> =
            right.iter().filter(|(text, _)| !left.iter().any(|(other, _)| other == text)).collect();
        let spot = |old: Option<&From<_>>, new: Option<&From<_>>| {
            Spot::schemas(Self::at(old, context.anchors.0), Self::at(new, context.anchors.1)).keyword("pattern")
        };
        let put = |text: &str| vec![Edit::set(&["pattern"], Value::String(text.to_owned()))];
        while let (Some(_), Some(_)) = (before.first(), now.first()) {
            let (old, new) = (before.remove(0), now.remove(0));
            let spot = spot(Some(old), Some(new)).edits(put(&new.0));
            let difference = Difference::PatternChanged { old: old.0.clone(), new: new.0.clone() };
            self.emit(difference, Effect::EITHER, spot);
        }
        for new in now {
            let spot = spot(None, Some(new)).edits(put(&new.0));
            let effect = Effect::NARROWS.through(context.polarity);
            self.emit(Difference::PatternAdded { pattern: new.0.clone() }, effect, spot);
        }
        for old in before {
            let spot = spot(Some(old), None).edits(vec![Edit::remove(&["pattern"])]);
            let effect = Effect::WIDENS.through(context.polarity);
            self.emit(Difference::PatternRemoved { pattern: old.0.clone() }, effect, spot);
        }
    }

    fn properties(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.properties(), new.properties());
        let by_name = |list: &[(&'m str, Vec<SchemaId>, SchemaId)]| -> HashMap<&'m str, usize> {
            list.iter().enumerate().map(|(index, (name, ..))| (*name, index)).collect()
        };
        let (old_names, new_names) = (by_name(&left), by_name(&right));
        let added: Vec<_> = right.iter().filter(|(name, ..)| !old_names.contains_key(name)).collect();
        for (name, schemas, part) in &left {
            if let Some(index) = new_names.get(name) {
                let (_, now, new_part) = &right[*index];
                let pair = Pair::of(schemas.clone(), now.clone(), (*part, *new_part));
                self.push(pair.below(context, Polarity::Positive, false));
                continue;
            }
            let rest = new.undeclared_member(name);
            let open = Conjunction::new(self.new, &rest).never.is_none();
            let effect = self.probe(schemas.clone(), rest, context).effect.through(context.polarity);
            let like = self.like(schemas, &added, context);
            let (of_name, of_all) = (["properties", name], ["properties"]);
            let spot = Spot::schemas(*part, context.anchors.1)
                .tokens(&of_name, &of_all, 2)
                .gone()
                .edits(vec![Edit::remove(&of_name)]);
            let difference = Difference::PropertyRemoved { name: (*name).to_owned(), open, like };
            self.emit(difference, context.evaluated(effect), spot);
        }
        for (name, schemas, part) in added {
            let rest = old.undeclared_member(name);
            let open = Conjunction::new(self.old, &rest).never.is_none();
            let undeclared_only = open && !context.unevaluated;
            let effect = self.probe(rest, schemas.clone(), context).effect.through(context.polarity);
            let (of_name, of_all) = (["properties", name], ["properties"]);
            let mut spot = Spot::schemas(context.anchors.0, *part)
                .tokens(&of_all, &of_name, 2)
                .undeclared_only(undeclared_only);
            if let Some(value) = value_of(self.new, schemas[0]) {
                spot = spot.edits(vec![Edit::set(&of_name, value)]);
            }
            self.emit(
                Difference::PropertyAdded { name: (*name).to_owned(), open },
                context.evaluated(effect),
                spot,
            );
        }

        let (left, mut right) = (old.pattern_properties(), new.pattern_properties());
        for (pattern, (schemas, part)) in left {
            if let Some((now, new_part)) = right.remove(pattern) {
                let pair = Pair::of(schemas, now, (part, new_part));
                self.push(pair.below(context, Polarity::Positive, false));
                continue;
            }
            // What is no longer matched falls to what is said about undeclared members.
            let closed = new.rests().iter().any(|rest| Conjunction::new(self.new, &[rest.schema]).never.is_some());
            let effect = if closed { Effect::EITHER } else { Effect::WIDENS };
            let effect = if new.rests().is_empty() { effect } else { Effect::EITHER };
            let spot = Spot::schemas(part, context.anchors.1)
                .tokens(&["patternProperties", pattern], &["patternProperties"], 2)
                .gone()
                .edits(vec![Edit::remove(&["patternProperties", pattern])]);
            let difference = Difference::PatternPropertyRemoved { pattern: pattern.to_owned() };
            self.emit(difference, context.evaluated(effect.through(context.polarity)), spot);
        }
        for (pattern, (schemas, part)) in right {
            let effect = if old.rests().is_empty() {
                self.probe(Vec::new(), schemas.clone(), context).effect
            } else {
                Effect::EITHER
            };
            let mut spot = Spot::schemas(context.anchors.0, part).tokens(
                &["patternProperties"],
                &["patternProperties", pattern],
                2,
            );
            if let Some(value) = value_of(self.new, schemas[0]) {
                spot = spot.edits(vec![Edit::set(&["patternProperties", pattern], value)]);
            }
            let difference = Difference::PatternPropertyAdded { pattern: pattern.to_owned() };
            self.emit(difference, context.evaluated(effect.through(context.polarity)), spot);
        }

        let (left, right) = (old.property_names(), new.property_names());
        let ids = |facet: &[From<SchemaId>]| facet.iter().map(|(schema, _)| *schema).collect::<Vec<_>>();
        let anchors = (Self::at(left.first(), context.anchors.0), Self::at(right.first(), context.anchors.1));
        let pair = Pair::of(ids(&left), ids(&right), anchors).absent("propertyNames");
        self.push(pair.below(context, Polarity::Positive, false));
    }

    /// The added property that says the same as a removed one, when there is exactly one.
    fn like(
        &mut self,
        removed: &[SchemaId],
        added: &[&(&'m str, Vec<SchemaId>, SchemaId)],
        context: &Context,
    ) -> Option<String> {
        if self.state.counts_only || Conjunction::new(self.old, removed).parts.is_empty() {
            return None;
        }
        let mut same = Vec::new();
        for (name, schemas, _) in added {
            if self.probe(removed.to_vec(), schemas.clone(), context).count == 0 {
                same.push(*name);
            }
        }
        if let [name] = same[..] { Some(name.to_owned()) } else { None }
    }

    fn required(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (narrows, widens) =
            (Effect::NARROWS.through(context.polarity), Effect::WIDENS.through(context.polarity));
        let (left, right) = (old.required(), new.required());
        let names = |left: &mut dyn Iterator<Item = &str>| {
            Value::Array(left.map(|name| Value::String(name.to_owned())).collect())
        };
        for (name, part) in right.iter().filter(|(name, _)| !left.contains_key(*name)) {
            let spot = Spot::schemas(context.anchors.0, *part).keyword("required").property(name);
            let mut all = left.keys().copied().chain([*name]);
            let spot = spot.edits(vec![Edit::set(&["required"], names(&mut all))]);
            self.emit(Difference::RequiredAdded { name: (*name).to_owned() }, narrows, spot);
        }
        for (name, part) in left.iter().filter(|(name, _)| !right.contains_key(*name)) {
            let mut others = left.keys().copied().filter(|other| other != name);
            let spot = Spot::schemas(*part, context.anchors.1)
                .keyword("required")
                .property(name)
                .edits(vec![Edit::set(&["required"], names(&mut others))]);
            self.emit(Difference::RequiredRemoved { name: (*name).to_owned() }, widens, spot);
        }

        let (left, right) = (old.dependent_required(), new.dependent_required());
        for ((trigger, name), part) in right.iter().filter(|(key, _)| !left.contains_key(*key)) {
            let here = left.keys().filter(|(other, _)| other == trigger).map(|(_, name)| *name);
            let edit = Edit::set(&["dependentRequired", trigger], names(&mut here.chain([*name])));
            let path = ["dependentRequired", trigger];
            let spot = Spot::schemas(context.anchors.0, *part).tokens(&path, &path, 0).edits(vec![edit]);
            let (trigger, name) = ((*trigger).to_owned(), (*name).to_owned());
            self.emit(Difference::DependentRequiredAdded { trigger, name }, narrows, spot);
        }
        for ((trigger, name), part) in left.iter().filter(|(key, _)| !right.contains_key(*key)) {
            let path = ["dependentRequired", trigger];
            let spot = Spot::schemas(*part, context.anchors.1).tokens(&path, &path, 0);
            let (trigger, name) = ((*trigger).to_owned(), (*name).to_owned());
            self.emit(Difference::DependentRequiredRemoved { trigger, name }, widens, spot);
        }

        let (left, mut right) = (old.dependent_schemas(), new.dependent_schemas());
        for (trigger, (schemas, part)) in left {
            let (now, new_part) = right.remove(trigger).unwrap_or((Vec::new(), context.anchors.1));
            if now.is_empty() {
                let effect = context.evaluated(widens);
                let spot = Spot::schemas(part, new_part)
                    .tokens(&["dependentSchemas", trigger], &["dependentSchemas"], 2)
                    .gone()
                    .edits(vec![Edit::remove(&["dependentSchemas", trigger])]);
                self.emit(Difference::DependentSchemaRemoved { trigger: trigger.to_owned() }, effect, spot);
            } else {
                let pair = Pair::of(schemas, now, (part, new_part));
                self.push(pair.below(context, Polarity::Positive, true));
            }
        }
        for (trigger, (schemas, part)) in right {
            let effect = self.probe(Vec::new(), schemas.clone(), context).effect.through(context.polarity);
            let path = ["dependentSchemas", trigger];
            let mut spot = Spot::schemas(context.anchors.0, part).tokens(&["dependentSchemas"], &path, 2);
            if let Some(value) = value_of(self.new, schemas[0]) {
                spot = spot.edits(vec![Edit::set(&path, value)]);
            }
            let difference = Difference::DependentSchemaAdded { trigger: trigger.to_owned() };
            self.emit(difference, context.evaluated(effect), spot);
        }
    }

    /// What is said about undeclared members.
    fn rests(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.rests(), new.rests());
        let count = left.len().max(right.len());
        for index in 0..count {
            match (left.get(index), right.get(index)) {
                (Some(left), Some(right)) => self.rest(left, right, (old, new), context),
                (None, Some(rest)) => {
                    if Conjunction::new(self.new, &[rest.schema]).never.is_some() {
                        let keyword = rest.keyword;
                        let spot = Spot::schemas(context.anchors.0, rest.part)
                            .keyword(keyword)
                            .edits(vec![Edit::set(&[keyword], Value::Bool(false))]);
                        let effect = Effect::NARROWS.through(context.polarity);
                        self.emit(Difference::Closed { keyword }, effect, spot);
                    } else {
                        let pair = Pair::of(Vec::new(), vec![rest.schema], (context.anchors.0, rest.part));
                        let pair = pair.absent(rest.keyword);
                        self.push(pair.below(context, Polarity::Positive, false));
                    }
                }
                (Some(rest), None) => {
                    let keyword = rest.keyword;
                    let effect = Effect::WIDENS.through(context.polarity);
                    if Conjunction::new(self.old, &[rest.schema]).never.is_some() {
                        let spot = Spot::schemas(rest.part, context.anchors.1)
                            .keyword(keyword)
                            .edits(vec![Edit::remove(&[keyword])]);
                        self.emit(Difference::Opened { keyword }, effect, spot);
                    } else {
                        let pair = Pair::of(vec![rest.schema], Vec::new(), (rest.part, context.anchors.1));
                        self.push(pair.below(context, Polarity::Positive, false));
                    }
                }
                (None, None) => {}
            }
        }
    }

    fn rest(
        &mut self,
        left: &Rest,
        right: &Rest,
        (old, new): (&Conjunction<'m>, &Conjunction<'m>),
        context: &Context,
    ) {
        let spot = Spot::schemas(left.part, right.part).tokens(&[left.keyword], &[right.keyword], 0);
        match (
            Conjunction::new(self.old, &[left.schema]).never.is_some(),
            Conjunction::new(self.new, &[right.schema]).never.is_some(),
        ) {
            (true, true) => {}
            (false, true) => {
                let keyword = right.keyword;
                let effect = Effect::NARROWS.through(context.polarity);
                let spot = spot.clone().edits(vec![Edit::set(&[left.keyword], Value::Bool(false))]);
                self.emit(Difference::Closed { keyword }, effect, spot);
            }
            (true, false) => {
                let effect = Effect::WIDENS.through(context.polarity);
                self.emit(Difference::Opened { keyword: left.keyword }, effect, spot.clone());
            }
            (false, false) => {
                let pair = Pair::of(vec![left.schema], vec![right.schema], (left.part, right.part));
                self.push(pair.below(context, Polarity::Positive, false));
            }
        }
        // Names that only one version declares are listed as properties; what is left was moved between schemas that
        // apply together, or counts as declared for another reason.
        let declared = |conjunction: &Conjunction<'m>| -> BTreeSet<&'m str> {
            conjunction.properties().into_iter().map(|(name, ..)| name).collect()
        };
        let (old_names, new_names) = (declared(old), declared(new));
        let listed = |name: &String| old_names.contains(name.as_str()) != new_names.contains(name.as_str());
        let moved = left.names.symmetric_difference(&right.names).any(|name| !listed(name));
        let (old_patterns, new_patterns) = (old.pattern_properties(), new.pattern_properties());
        let listed =
            |text: &String| old_patterns.contains_key(text.as_str()) != new_patterns.contains_key(text.as_str());
        let moved = moved || left.patterns.symmetric_difference(&right.patterns).any(|text| !listed(text));
        let kind = left.keyword != right.keyword && (old.is_conditional() || new.is_conditional());
        if moved || kind {
            self.emit(Difference::DeclaredChanged { keyword: right.keyword }, Effect::EITHER, spot);
        }
    }

    fn items(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let ids = |facet: &[From<SchemaId>]| facet.iter().map(|(schema, _)| *schema).collect::<Vec<_>>();
        let (short, long) = (old.prefix().min(new.prefix()), old.prefix().max(new.prefix()));
        for index in 0..long {
            let (left, right) = (old.item(index), new.item(index));
            let anchors = (Self::at(left.first(), context.anchors.0), Self::at(right.first(), context.anchors.1));
            if index < short {
                let pair = Pair::of(ids(&left), ids(&right), anchors);
                self.push(pair.below(context, Polarity::Positive, false));
                continue;
            }
            let effect = self.probe(ids(&left), ids(&right), context).effect.through(context.polarity);
            let effect = context.evaluated(effect);
            let token = index.to_string();
            let (one, all) = (["prefixItems", token.as_str()], ["prefixItems"]);
            if new.prefix() > old.prefix() {
                let open = Conjunction::new(self.old, &ids(&left)).never.is_none();
                let mut spot = Spot::schemas(anchors.0, anchors.1)
                    .tokens(&all, &one, 2)
                    .undeclared_only(open && !context.unevaluated);
                if let Some(value) = right.first().and_then(|(schema, _)| value_of(self.new, *schema)) {
                    spot = spot.edits(vec![Edit::set(&one, value)]);
                }
                self.emit(Difference::PrefixItemAdded { index }, effect, spot);
            } else {
                let spot = Spot::schemas(anchors.0, anchors.1).tokens(&one, &all, 2).gone();
                self.emit(Difference::PrefixItemRemoved { index }, effect, spot);
            }
        }
        let (left, right) = (old.items(), new.items());
        self.all_items("items", &left, &right, context);
        let (left, right) = (old.unevaluated_items(), new.unevaluated_items());
        self.all_items("unevaluatedItems", &left, &right, context);

        match (old.unique(), new.unique()) {
            (None, Some(part)) => {
                let spot = Spot::schemas(context.anchors.0, part)
                    .keyword("uniqueItems")
                    .edits(vec![Edit::set(&["uniqueItems"], Value::Bool(true))]);
                self.emit(Difference::UniqueAdded, Effect::NARROWS.through(context.polarity), spot);
            }
            (Some(part), None) => {
                let spot = Spot::schemas(part, context.anchors.1)
                    .keyword("uniqueItems")
                    .edits(vec![Edit::remove(&["uniqueItems"])]);
                self.emit(Difference::UniqueRemoved, Effect::WIDENS.through(context.polarity), spot);
            }
            _ => {}
        }
    }

    fn all_items(
        &mut self,
        keyword: &'static str,
        left: &[From<SchemaId>],
        right: &[From<SchemaId>],
        context: &Context,
    ) {
        let ids = |facet: &[From<SchemaId>]| facet.iter().map(|(schema, _)| *schema).collect::<Vec<_>>();
        let anchors = (Self::at(left.first(), context.anchors.0), Self::at(right.first(), context.anchors.1));
        let spot = Spot::schemas(anchors.0, anchors.1).keyword(keyword);
        let closed = (
            Conjunction::new(self.old, &ids(left)).never.is_some(),
            Conjunction::new(self.new, &ids(right)).never.is_some(),
        );
        match closed {
            (true, true) => {}
            (false, true) => {
                let spot = spot.edits(vec![Edit::set(&[keyword], Value::Bool(false))]);
                self.emit(Difference::Closed { keyword }, Effect::NARROWS.through(context.polarity), spot);
            }
            (true, false) => {
                let spot = spot.edits(vec![Edit::remove(&[keyword])]);
                self.emit(Difference::Opened { keyword }, Effect::WIDENS.through(context.polarity), spot);
            }
            (false, false) => {
                let pair = Pair::of(ids(left), ids(right), anchors).absent(keyword);
                self.push(pair.below(context, Polarity::Positive, false));
            }
        }
    }

    fn contains(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.contains(), new.contains());
        let pairs = branches::pair(left.len(), right.len(), |one, other| {
            let (one, other) = (&left[one], &right[other]);
            let sum = self.probe(vec![one.schema], vec![other.schema], context);
            Some(sum.count + usize::from(one.least != other.least) + usize::from(one.most != other.most))
        });
        for (one, other) in pairs.matched {
            let (one, other) = (&left[one], &right[other]);
            let counts_all = [one, other].iter().any(|contains| contains.most.is_some() || contains.least == 0);
            let polarity = if counts_all || context.unevaluated { Polarity::Mixed } else { Polarity::Positive };
            let pair = Pair::of(vec![one.schema], vec![other.schema], (one.part, other.part));
            self.push(pair.below(context, polarity, false));
            let spot = |keyword: &str| Spot::schemas(one.part, other.part).keyword(keyword);
            let set = |keyword: &str, value: u64| vec![Edit::set(&[keyword], Value::Number(value.into()))];
            let (old, new) = (one.least.to_string(), other.least.to_string());
            if other.least > one.least {
                let difference = Difference::BoundTightened { keyword: "minContains", old: Some(old), new };
                let spot = spot("minContains").edits(set("minContains", other.least));
                self.emit(difference, Effect::NARROWS.through(context.polarity), spot);
            } else if other.least < one.least {
                let difference = Difference::BoundLoosened { keyword: "minContains", old, new: Some(new) };
                let spot = spot("minContains").edits(set("minContains", other.least));
                self.emit(difference, Effect::WIDENS.through(context.polarity), spot);
            }
            match (one.most, other.most) {
                (before, Some(now)) if before.is_none_or(|before| now < before) => {
                    let difference = Difference::BoundTightened {
                        keyword: "maxContains",
                        old: before.map(|before| before.to_string()),
                        new: now.to_string(),
                    };
                    let spot = spot("maxContains").edits(set("maxContains", now));
                    self.emit(difference, Effect::NARROWS.through(context.polarity), spot);
                }
                (Some(before), now) if now.is_none_or(|now| now > before) => {
                    let difference = Difference::BoundLoosened {
                        keyword: "maxContains",
                        old: before.to_string(),
                        new: now.map(|now| now.to_string()),
                    };
                    self.emit(difference, Effect::WIDENS.through(context.polarity), spot("maxContains"));
                }
                _ => {}
            }
        }
        for index in pairs.added {
            let part = right[index].part;
            let mut spot = Spot::schemas(context.anchors.0, part).keyword("contains");
            if let Some(value) = value_of(self.new, right[index].schema) {
                let counts = [("minContains", Some(right[index].least)), ("maxContains", right[index].most)];
                let counts = counts
                    .iter()
                    .filter_map(|(keyword, count)| Some(Edit::set(&[keyword], Value::Number((*count)?.into()))));
                spot = spot.edits([Edit::set(&["contains"], value)].into_iter().chain(counts).collect());
            }
            let effect = context.evaluated(Effect::NARROWS.through(context.polarity));
            self.emit(Difference::ContainsAdded, effect, spot);
        }
        for index in pairs.removed {
            let spot = Spot::schemas(left[index].part, context.anchors.1)
                .keyword("contains")
                .edits(vec![Edit::remove(&["contains"])]);
            let effect = context.evaluated(Effect::WIDENS.through(context.polarity));
            self.emit(Difference::ContainsRemoved, effect, spot);
        }
    }

    /// How unlike two schemas are; `None` when they have nothing to do with each other.
    fn unlike(&mut self, old: Vec<SchemaId>, new: Vec<SchemaId>, context: &Context) -> Option<usize> {
        // What is cheap to see comes first: unions have many branches.
        let (left, right) = (Conjunction::new(self.old, &old), Conjunction::new(self.new, &new));
        if let (Some((left, _)), Some((right, _))) = (left.types(), right.types())
            && !left.intersects(right)
        {
            return None;
        }
        if self.tags_differ(&left, &right) {
            return None;
        }
        let count = self.probe(old.clone(), new.clone(), context).count;
        if count == 0 {
            return Some(0);
        }
        let weight = self.probe(Vec::new(), new, context).count + self.probe(old, Vec::new(), context).count;
        (count * 2 < weight + 1).then_some(count)
    }

    /// Whether a property that both require has no value in common.
    fn tags_differ(&self, left: &Conjunction<'m>, right: &Conjunction<'m>) -> bool {
        let (required, also) = (left.required(), right.required());
        let now = right.properties();
        left.properties().into_iter().any(|(name, schemas, _)| {
            let both = required.contains_key(name) && also.contains_key(name);
            let Some((_, others, _)) = now.iter().find(|(other, ..)| both && *other == name) else { return false };
            let (one, other) = (Conjunction::new(self.old, &schemas), Conjunction::new(self.new, others));
            match (one.values(), other.values()) {
                (Some((one, _)), Some((other, _))) => !one.iter().any(|value| other.contains(value)),
                _ => false,
            }
        })
    }

    /// A schema on one side that became a branch of a union on the other side.
    ///
    /// Says whether it was one, and the whole has been compared so.
    fn union_around(
        &mut self,
        pair: &Pair,
        old: &Conjunction<'m>,
        new: &Conjunction<'m>,
        context: &Context,
    ) -> bool {
        let (left, right) = (old.unions(), new.unions());
        let only = |unions: &[(Union, &'m [SchemaId], SchemaId)], whole: &Conjunction<'m>| match unions {
            [one] if whole.is_only_unions() => Some(*one),
            _ => None,
        };
        if let ([], Some((union, branches, part))) = (&left[..], only(&right, new)) {
            let pairs = branches::pair(1, branches.len(), |_, new| {
                self.unlike(pair.old.clone(), vec![branches[new]], context)
            });
            if pairs.matched.is_empty() {
                return false;
            }
            let old = [pair.old.clone()];
            self.branches(union, &old, &singles(branches), (context.anchors.0, part), &pairs, context);
            return true;
        }
        if let (Some((union, branches, part)), []) = (only(&left, old), &right[..]) {
            let pairs = branches::pair(branches.len(), 1, |old, _| {
                self.unlike(vec![branches[old]], pair.new.clone(), context)
            });
            if pairs.matched.is_empty() {
                return false;
            }
            let new = [pair.new.clone()];
            self.branches(union, &singles(branches), &new, (part, context.anchors.1), &pairs, context);
            return true;
        }
        false
    }

    fn unions(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.unions(), new.unions());
        let pairs = branches::pair(left.len(), right.len(), |one, other| {
            let ((union, old, _), (now, new, _)) = (left[one], right[other]);
            let inner = branches::pair(old.len(), new.len(), |one, other| {
                self.unlike(vec![old[one]], vec![new[other]], context)
            });
            let unlike: usize = inner
                .matched
                .iter()
                .map(|(one, other)| self.probe(vec![old[*one]], vec![new[*other]], context).count)
                .sum();
            let cost = unlike + inner.removed.len() + inner.added.len() + usize::from(union != now);
            (!inner.matched.is_empty() || (left.len() == 1 && right.len() == 1)).then_some(cost)
        });
        for (one, other) in pairs.matched {
            let ((union, old, part), (now, new, new_part)) = (left[one], right[other]);
            if union != now {
                let spot = Spot::schemas(part, new_part).tokens(&[union.keyword()], &[now.keyword()], 0);
                let effect = match (union, now) {
                    (Union::AnyOf, Union::OneOf) => Effect::NARROWS,
                    _ => Effect::WIDENS,
                };
                let effect = context.evaluated(effect.through(context.polarity));
                self.emit(Difference::UnionChanged { old: union, new: now }, effect, spot);
            }
            let inner = branches::pair(old.len(), new.len(), |one, other| {
                self.unlike(vec![old[one]], vec![new[other]], context)
            });
            let exclusive = if union == Union::OneOf { union } else { now };
            self.branches(exclusive, &singles(old), &singles(new), (part, new_part), &inner, context);
        }
        for index in pairs.added {
            let (union, branches, part) = right[index];
            let mut spot = Spot::schemas(context.anchors.0, part).keyword(union.keyword());
            let values: Option<Vec<Value>> = branches.iter().map(|branch| value_of(self.new, *branch)).collect();
            if let Some(values) = values {
                spot = spot.edits(vec![Edit::set(&[union.keyword()], Value::Array(values))]);
            }
            let effect = context.evaluated(Effect::NARROWS.through(context.polarity));
            self.emit(Difference::UnionAdded { union, branches: branches.len() }, effect, spot);
        }
        for index in pairs.removed {
            let (union, branches, part) = left[index];
            let spot = Spot::schemas(part, context.anchors.1)
                .keyword(union.keyword())
                .edits(vec![Edit::remove(&[union.keyword()])]);
            let effect = context.evaluated(Effect::WIDENS.through(context.polarity));
            self.emit(Difference::UnionRemoved { union, branches: branches.len() }, effect, spot);
        }
    }

    fn branches(
        &mut self,
        union: Union,
        old: &[Vec<SchemaId>],
        new: &[Vec<SchemaId>],
        parts: (SchemaId, SchemaId),
        pairs: &Pairs,
        context: &Context,
    ) {
        // With `oneOf`, a value that one more branch takes is refused.
        let polarity = if union == Union::OneOf { Polarity::Mixed } else { Polarity::Positive };
        for (one, other) in &pairs.matched {
            let pair = Pair::of(old[*one].clone(), new[*other].clone(), parts);
            self.push(pair.below(context, polarity, true));
        }
        for index in &pairs.added {
            let effect = context.evaluated(Effect::WIDENS.through(context.polarity.through(polarity)));
            let branch = Conjunction::new(self.new, &new[*index]).first().unwrap_or(parts.1);
            let id = new[*index].first().copied().unwrap_or(branch);
            let summary = summary(self.new, id);
            let spot = Spot::schemas(parts.0, id);
            self.emit(Difference::BranchAdded { union, summary }, effect, spot);
        }
        for index in &pairs.removed {
            let effect = context.evaluated(Effect::NARROWS.through(context.polarity.through(polarity)));
            let id = old[*index].first().copied().unwrap_or(parts.0);
            let summary = summary(self.old, id);
            let tokens = [union.keyword()];
            let mut spot = Spot::schemas(id, parts.1).tokens(&[], &tokens, 0).gone();
            // The branch is taken out of the list that it stands in.
            let place = &self.old.schema(parts.0).place;
            let below = self.old.schema(id).place.pointer.strip_prefix(place.pointer.as_str()).map(str::to_owned);
            if let Some(tokens) = below.as_deref().and_then(pointer_tokens)
                && tokens.len() == 2
            {
                let path: Vec<&str> = tokens.iter().map(AsRef::as_ref).collect();
                spot.edits = Some((parts.0, vec![Edit::remove(&path)]));
            }
            self.emit(Difference::BranchRemoved { union, summary }, effect, spot);
        }
    }

    fn nots(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.nots(), new.nots());
        let pairs = branches::pair(left.len(), right.len(), |one, other| {
            Some(self.probe(vec![left[one].0], vec![right[other].0], context).count)
        });
        for (one, other) in pairs.matched {
            let (one, other) = (left[one], right[other]);
            let pair = Pair::of(vec![one.0], vec![other.0], (one.1, other.1));
            self.push(pair.below(context, Polarity::Negative, true));
        }
        for index in pairs.added {
            let (not, part) = right[index];
            let mut spot = Spot::schemas(context.anchors.0, part).keyword("not");
            if let Some(value) = value_of(self.new, not) {
                spot = spot.edits(vec![Edit::set(&["not"], value)]);
            }
            self.emit(Difference::NotAdded, Effect::NARROWS.through(context.polarity), spot);
        }
        for index in pairs.removed {
            let spot =
                Spot::schemas(left[index].1, context.anchors.1).keyword("not").edits(vec![Edit::remove(&["not"])]);
            self.emit(Difference::NotRemoved, Effect::WIDENS.through(context.polarity), spot);
        }
    }

    fn conditions(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.conditions(), new.conditions());
        let ids = |schema: Option<SchemaId>| schema.into_iter().collect::<Vec<_>>();
        let pairs = branches::pair(left.len(), right.len(), |one, other| {
            let (one, other): (&Condition, &Condition) = (&left[one], &right[other]);
            let asked = self.probe(vec![one.asked], vec![other.asked], context).count;
            let then = self.probe(ids(one.then_schema), ids(other.then_schema), context).count;
            let otherwise = self.probe(ids(one.else_schema), ids(other.else_schema), context).count;
            let both_differ = asked > 0 && then + otherwise > 0;
            (!both_differ || (left.len() == 1 && right.len() == 1)).then_some(asked + then + otherwise)
        });
        for (one, other) in pairs.matched {
            let (one, other) = (&left[one], &right[other]);
            let anchors = (one.part, other.part);
            let condition = Pair::of(vec![one.asked], vec![other.asked], anchors);
            self.push(condition.below(context, Polarity::Mixed, true));
            for (before, now) in [(one.then_schema, other.then_schema), (one.else_schema, other.else_schema)] {
                self.push(Pair::of(ids(before), ids(now), anchors).below(context, Polarity::Positive, true));
            }
        }
        for index in pairs.added {
            let added = &right[index];
            let mut spot = Spot::schemas(context.anchors.0, added.part).keyword("if");
            let schemas = [("if", Some(added.asked)), ("then", added.then_schema), ("else", added.else_schema)];
            let edits: Option<Vec<Edit>> = schemas
                .into_iter()
                .filter_map(|(keyword, schema)| Some((keyword, schema?)))
                .map(|(keyword, schema)| Some(Edit::set(&[keyword], value_of(self.new, schema)?)))
                .collect();
            if let Some(edits) = edits {
                spot = spot.edits(edits);
            }
            let effect = context.evaluated(Effect::NARROWS.through(context.polarity));
            self.emit(Difference::ConditionAdded, effect, spot);
        }
        for index in pairs.removed {
            let edits = ["if", "then", "else"].map(|keyword| Edit::remove(&[keyword]));
            let spot = Spot::schemas(left[index].part, context.anchors.1).keyword("if").edits(edits.into());
            let effect = context.evaluated(Effect::WIDENS.through(context.polarity));
            self.emit(Difference::ConditionRemoved, effect, spot);
        }
    }

    fn dynamic_references(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.dynamic_references(), new.dynamic_references());
        for index in 0..left.len().max(right.len()) {
            let (one, other) = (left.get(index), right.get(index));
            if let (Some((one, part)), Some((other, new_part))) = (one, other)
                && one.anchor == other.anchor
            {
                let pair = Pair::of(vec![one.target], vec![other.target], (*part, *new_part));
                self.push(pair.below(context, Polarity::Mixed, true));
                continue;
            }
            let name = |side: Option<&From<&contracts_model::schema::DynamicReference>>| {
                side.map(|(reference, _)| reference.anchor.clone().unwrap_or_default())
            };
            let spot = Spot::schemas(Self::at(one, context.anchors.0), Self::at(other, context.anchors.1))
                .keyword("$dynamicRef");
            let difference = Difference::DynamicReferenceChanged { old: name(one), new: name(other) };
            self.emit(difference, Effect::EITHER, spot);
        }
    }

    fn unknown(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        let (left, right) = (old.unknown(), new.unknown());
        let keywords: BTreeSet<&str> = left.keys().chain(right.keys()).copied().collect();
        for keyword in keywords {
            let (one, other) = (left.get(keyword), right.get(keyword));
            if one.map(|(value, _)| *value) == other.map(|(value, _)| *value) || says_nothing(keyword) {
                continue;
            }
            let spot = Spot::schemas(Self::at(one, context.anchors.0), Self::at(other, context.anchors.1))
                .keyword(keyword);
            let value = |side: Option<&From<&Value>>| side.map(|(value, _)| (*value).clone());
            // Where the dialect changed, the same text may be a keyword on one side and unknown on the other; what that
            // changes is found with the keyword.
            let written = |model: &Model, id: SchemaId| {
                let pointer = join_token(&model.schema(id).place.pointer, keyword);
                model.source(id).find(&pointer).map(contracts_model::source::Node::to_value)
            };
            if written(self.old, spot.old) == written(self.new, spot.new) {
                continue;
            }
            let (keyword, old, new) = (keyword.to_owned(), value(one), value(other));
            let difference = if keyword.starts_with("x-") {
                Difference::Extension { keyword, old, new }
            } else {
                Difference::UnknownKeyword { keyword, old, new }
            };
            self.emit(difference, Effect::NONE, spot);
        }
    }

    fn annotations(&mut self, old: &Conjunction<'m>, new: &Conjunction<'m>, context: &Context) {
        if self.state.counts_only {
            return;
        }
        for (keyword, read) in ANNOTATIONS {
            let values = |conjunction: &Conjunction<'m>| -> Vec<From<Value>> {
                conjunction.parts.iter().filter_map(|(id, keywords)| Some((read(keywords)?, *id))).collect()
            };
            let (left, right) = (values(old), values(new));
            let missing = |values: &[From<Value>], others: &[From<Value>]| {
                values.iter().find(|(value, _)| !others.iter().any(|(other, _)| other == value)).cloned()
            };
            let (before, now) = (missing(&left, &right), missing(&right, &left));
            if before.is_none() && now.is_none() {
                continue;
            }
            let spot = Spot::schemas(
                Self::at(before.as_ref(), context.anchors.0),
                Self::at(now.as_ref(), context.anchors.1),
            )
            .keyword(keyword);
            let value = |side: Option<From<Value>>| side.map(|(value, _)| value);
            let difference = Difference::Annotation { keyword, old: value(before), new: value(now) };
            self.emit(difference, Effect::NONE, spot);
        }
        let schema_of = |conjunction: &Conjunction<'m>| {
            let found = conjunction.parts.iter().find_map(|(id, keywords)| Some((keywords.content_schema?, *id)));
            found.map(|(schema, id)| (text_of(conjunction.model, schema), id))
        };
        let (before, now) = (schema_of(old), schema_of(new));
        if before.as_ref().map(|(text, _)| text) != now.as_ref().map(|(text, _)| text) {
            let spot = Spot::schemas(
                Self::at(before.as_ref(), context.anchors.0),
                Self::at(now.as_ref(), context.anchors.1),
            )
            .keyword("contentSchema");
            let value = |side: Option<From<Option<Value>>>| side.and_then(|(value, _)| value);
            let difference =
                Difference::Annotation { keyword: "contentSchema", old: value(before), new: value(now) };
            self.emit(difference, Effect::NONE, spot);
        }
    }
}

/// Reads an annotation out of the keywords.
type Annotation = fn(&Keywords) -> Option<Value>;

/// The annotations, by keyword.
const ANNOTATIONS: [(&str, Annotation); 11] = [
    ("title", |keywords| keywords.title.clone().map(Value::String)),
    ("description", |keywords| keywords.description.clone().map(Value::String)),
    ("$comment", |keywords| keywords.comment.clone().map(Value::String)),
    ("default", |keywords| keywords.default.clone()),
    ("examples", |keywords| (!keywords.examples.is_empty()).then(|| Value::Array(keywords.examples.clone()))),
    ("deprecated", |keywords| keywords.deprecated.then_some(Value::Bool(true))),
    ("readOnly", |keywords| keywords.read_only.then_some(Value::Bool(true))),
    ("writeOnly", |keywords| keywords.write_only.then_some(Value::Bool(true))),
    ("format", |keywords| keywords.format.clone().map(Value::String)),
    ("contentMediaType", |keywords| keywords.content_media_type.clone().map(Value::String)),
    ("contentEncoding", |keywords| keywords.content_encoding.clone().map(Value::String)),
];

/// Whether a keyword that is unknown in its dialect is one of another dialect that asserts nothing.
fn says_nothing(name: &str) -> bool {
    let mut forms = KEYWORDS.iter().filter(|keyword| keyword.name == name).peekable();
    let references = ["$ref", "$dynamicRef", "$recursiveRef"].contains(&name);
    forms.peek().is_some()
        && !references
        && forms.all(|keyword| matches!(keyword.vocabulary, Vocabulary::Core | Vocabulary::MetaData))
}

/// A list of schemas that each stand alone.
fn singles(ids: &[SchemaId]) -> Vec<Vec<SchemaId>> {
    ids.iter().map(|id| vec![*id]).collect()
}

/// The value of a `type` keyword.
fn type_names(types: TypeSet) -> Value {
    Value::Array(types.names().into_iter().map(|name| Value::String(name.to_owned())).collect())
}

/// The text of a schema as a value, when it means the same in another place.
fn value_of(model: &Model, id: SchemaId) -> Option<Value> {
    fn stands_alone(value: &Value) -> bool {
        match value {
            Value::Object(members) => members.iter().all(|(name, value)| {
                !matches!(name.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef" | "$id" | "$schema")
                    && stands_alone(value)
            }),
            Value::Array(items) => items.iter().all(stands_alone),
            _ => true,
        }
    }
    text_of(model, id).filter(stands_alone)
}

/// The text of a schema as a value.
fn text_of(model: &Model, id: SchemaId) -> Option<Value> {
    Some(model.source(id).find(&model.schema(id).place.pointer)?.to_value())
}

/// A branch in a few words.
fn summary(model: &Model, id: SchemaId) -> String {
    const LONGEST: usize = 80;
    let keywords = model.keywords(id);
    if let Some(title) = keywords.and_then(|keywords| keywords.title.as_deref()) {
        return format!("{title:?}");
    }
    let text = model.source(id).find(&model.schema(id).place.pointer).map(|node| node.to_value().to_string());
    let text = text.unwrap_or_default();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
