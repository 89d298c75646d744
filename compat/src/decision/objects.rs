//! Objects: members by name, names by the patterns that match them, and counts.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use contracts_model::value::Value;

use super::{
    graph::{Barrier, PropertyMap},
    literal::{Literal, NameId, PatternId, goal},
    search::{Checked, Constraint, Contradiction},
    solver::{Gathered, OUT_OF_STEPS, Outcome, Solver, Unknown},
    tree::Tree,
};

/// The most members of an object that is built.
const MOST_MEMBERS: u64 = 2_000;

/// The most combinations of patterns that names are sorted by.
const MOST_REGIONS: usize = 256;

/// Names that are tried for a member that no schema names.
const NEW_NAMES: [&str; 3] = ["extra", "other", "more"];

/// Which names are meant.
#[derive(Clone, Debug)]
pub(super) enum NameFilter {
    /// Those in which the pattern matches.
    Matching(PatternId),
    /// Those that neither the properties nor the patterns of the map cover.
    Outside(Rc<PropertyMap>),
    /// Those that meet the condition.
    Meeting(Literal),
}

/// A member that must be there, by name and value.
#[derive(Clone, Debug)]
pub(super) struct SomeMember {
    pub(super) names: NameFilter,
    pub(super) value: Option<Literal>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Presence {
    #[default]
    Open,
    Required,
    Absent,
}

#[derive(Clone, Debug, Default)]
struct Member {
    presence: Presence,
    literals: Vec<Literal>,
}

/// What is known about an object.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectState {
    maps: Vec<Rc<PropertyMap>>,
    members: BTreeMap<NameId, Member>,
    names: Vec<Literal>,
    some: Vec<Rc<SomeMember>>,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
}

impl ObjectState {
    fn required(&self) -> impl Iterator<Item = NameId> + '_ {
        self.members.iter().filter(|(_, member)| member.presence == Presence::Required).map(|(name, _)| *name)
    }

    fn presence(&self, name: NameId) -> Presence {
        self.members.get(&name).map_or(Presence::Open, |member| member.presence)
    }

    /// Every name that a schema mentions.
    fn mentioned(&self) -> BTreeSet<NameId> {
        let outside = self.some.iter().filter_map(|some| match &some.names {
            NameFilter::Outside(map) => Some(map),
            NameFilter::Matching(_) | NameFilter::Meeting(_) => None,
        });
        let in_maps = self.maps.iter().chain(outside).flat_map(|map| map.properties.iter().map(|(name, _)| *name));
        in_maps.chain(self.members.keys().copied()).collect()
    }

    fn patterns(&self) -> BTreeSet<PatternId> {
        let mut patterns: BTreeSet<PatternId> =
            self.maps.iter().flat_map(|map| map.patterns.iter().map(|(pattern, _)| *pattern)).collect();
        for some in &self.some {
            match &some.names {
                NameFilter::Matching(pattern) => _ = patterns.insert(*pattern),
                NameFilter::Outside(map) => patterns.extend(map.patterns.iter().map(|(pattern, _)| *pattern)),
                NameFilter::Meeting(_) => {}
            }
        }
        patterns
    }

    fn check_counts(&self) -> Checked {
        let required = self.required().count() as u64;
        let contradiction = self.max.is_some_and(|max| max < self.min || max < required);
        if contradiction { Err(Contradiction) } else { Ok(()) }
    }
}

/// Names without a mention that the same patterns match.
struct Region {
    /// Conditions on the name.
    names: Vec<Literal>,
    /// Patterns that match.
    matching: BTreeSet<PatternId>,
    /// Conditions on the value.
    value: Vec<Literal>,
}

const UNREADABLE_NAMES: Barrier =
    Barrier { construct: "patternProperties", why: "the pattern needs look-around or back-references" };

const TOO_MANY_REGIONS: Barrier =
    Barrier { construct: "patternProperties", why: "its patterns overlap in too many ways" };

const TOO_MANY_MEMBERS: Barrier =
    Barrier { construct: "minProperties", why: "a document would need very many members" };

impl Solver {
    /// Takes a constraint; others than those on objects do not matter.
    pub(super) fn assert_object(&mut self, part: &mut ObjectState, constraint: &Constraint) -> Checked {
        match constraint {
            Constraint::Members(map) => {
                part.maps.push(Rc::clone(map));
                let affected: Vec<NameId> = part
                    .required()
                    .filter(|name| {
                        map.additional.is_some() || !map.patterns.is_empty() || map.property(*name).is_some()
                    })
                    .collect();
                for name in affected {
                    self.check_member(part, name)?;
                }
                // A member that is asked for may have become impossible.
                if map.additional.is_some() {
                    for some in part.some.clone() {
                        self.check_some(part, &some)?;
                    }
                }
                Ok(())
            }
            Constraint::Has(name, literal) => {
                let member = part.members.entry(*name).or_default();
                if member.presence == Presence::Absent {
                    return Err(Contradiction);
                }
                let known = member.presence == Presence::Required;
                member.presence = Presence::Required;
                match literal {
                    Some(literal) if !member.literals.contains(literal) => member.literals.push(*literal),
                    _ if known => return Ok(()),
                    _ => {}
                }
                part.check_counts()?;
                self.check_member(part, *name)
            }
            Constraint::Lacks(name) => {
                let member = part.members.entry(*name).or_default();
                if member.presence == Presence::Required {
                    return Err(Contradiction);
                }
                member.presence = Presence::Absent;
                Ok(())
            }
            Constraint::Names(literal) => {
                part.names.push(*literal);
                for name in part.required().collect::<Vec<_>>() {
                    self.check_member(part, name)?;
                }
                for some in part.some.clone() {
                    self.check_some(part, &some)?;
                }
                Ok(())
            }
            Constraint::Some(some) => {
                part.some.push(Rc::clone(some));
                self.check_some(part, some)
            }
            Constraint::MinMembers(min) => {
                part.min = part.min.max(*min);
                part.check_counts()
            }
            Constraint::MaxMembers(max) => {
                part.max = Some(part.max.map_or(*max, |known| known.min(*max)));
                part.check_counts()
            }
            _ => Ok(()),
        }
    }

    fn check_member(&mut self, part: &ObjectState, name: NameId) -> Checked {
        if self.name_is_allowed(part, name) == Some(false) {
            return Err(Contradiction);
        }
        let Some(literals) = self.member_literals(part, name) else { return Ok(()) };
        if self.solve_literals(literals).is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// Refuses at a glance what no name and no value can be: the values of all names outside are bounded by what
    /// every map says about them.
    fn check_some(&mut self, part: &ObjectState, some: &SomeMember) -> Checked {
        if let NameFilter::Meeting(literal) = &some.names {
            let names = part.names.iter().copied().chain([*literal]).collect();
            return if self.solve_literals(names).is_empty() { Err(Contradiction) } else { Ok(()) };
        }
        let Some(value) = some.value else { return Ok(()) };
        let NameFilter::Outside(map) = &some.names else { return Ok(()) };
        // Names outside of another map with the same names and patterns have its additional schema.
        let mut literals = vec![value];
        for other in &part.maps {
            let same_names =
                other.properties.iter().map(|(name, _)| name).eq(map.properties.iter().map(|(name, _)| name));
            let same_patterns = other.patterns.iter().map(|(id, _)| id).eq(map.patterns.iter().map(|(id, _)| id));
            if same_names && same_patterns {
                literals.extend(other.additional.map(Literal::Is));
            }
        }
        if literals.len() > 1 && self.solve_literals(literals).is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    fn name_is_allowed(&mut self, part: &ObjectState, name: NameId) -> Option<bool> {
        if part.names.is_empty() {
            return Some(true);
        }
        let text = Value::String(self.graph.names.text(name).to_string());
        self.meets(&part.names, &text)
    }

    /// The conditions on the value of a member; `None` when a pattern cannot be run.
    fn member_literals(&mut self, part: &ObjectState, name: NameId) -> Option<Vec<Literal>> {
        let mut literals: Vec<Literal> =
            part.members.get(&name).map(|member| member.literals.clone()).unwrap_or_default();
        for map in &part.maps {
            let before = literals.len();
            let mut covered = false;
            if let Some(class) = map.property(name) {
                covered = true;
                literals.push(Literal::Is(class));
            }
            for (pattern, class) in &map.patterns {
                if self.graph.patterns.matches_name(*pattern, name, &self.graph.names)? {
                    covered = true;
                    literals.push(Literal::Is(*class));
                }
            }
            if !covered {
                literals.truncate(before);
                literals.extend(map.additional.map(Literal::Is));
            }
        }
        literals.retain(|literal| !matches!(literal, Literal::Is(class) if self.graph.is_true(*class)));
        Some(literals)
    }

    /// Whether every value of the state has the member, and it meets the condition.
    pub(super) fn surely_has(&mut self, part: &ObjectState, name: NameId, literal: Option<Literal>) -> bool {
        if part.presence(name) != Presence::Required {
            return false;
        }
        let Some(literal) = literal else { return true };
        let Some(mut literals) = self.member_literals(part, name) else { return false };
        if literals.contains(&literal) {
            return true;
        }
        literals.push(literal.negated());
        let (outcome, free) = self.without_assumption(|solver| solver.solve_literals(literals));
        free && outcome.is_empty()
    }

    /// Whether no value of the state has the member.
    pub(super) fn surely_lacks(&mut self, part: &ObjectState, name: NameId) -> bool {
        match part.presence(name) {
            Presence::Absent => return true,
            Presence::Required => return false,
            Presence::Open => {}
        }
        let Some(literals) = self.member_literals(part, name) else { return false };
        let (outcome, free) = self.without_assumption(|solver| solver.solve_literals(literals));
        free && outcome.is_empty()
    }

    /// Finds an object.
    pub(super) fn solve_object(&mut self, part: &ObjectState) -> Outcome {
        if part.check_counts().is_err() {
            return Outcome::Empty;
        }
        self.place_members(part, 0)
    }

    /// Gives the members that must be there somewhere a name each, from the one of that index on.
    fn place_members(&mut self, part: &ObjectState, index: usize) -> Outcome {
        if !self.step() {
            return Outcome::Unknown(self.unknown(OUT_OF_STEPS));
        }
        let Some(some) = part.some.get(index).cloned() else { return self.complete(part) };
        let mut gathered = Gathered::default();
        let mentioned = part.mentioned();
        // Members that are there anyway come first, then others that a schema names, then new ones.
        let (there, named): (Vec<NameId>, Vec<NameId>) =
            mentioned.iter().partition(|name| part.presence(**name) == Presence::Required);
        for name in there.into_iter().chain(named) {
            if part.presence(name) == Presence::Absent {
                continue;
            }
            match self.filter_admits(&some.names, name) {
                Some(true) => {}
                Some(false) => continue,
                None => {
                    gathered.add(self.unknown(UNREADABLE_NAMES));
                    continue;
                }
            }
            let mut next = part.clone();
            if self.assert_object(&mut next, &Constraint::Has(name, some.value)).is_err() {
                continue;
            }
            let outcome =
                self.place(|solver| solver.place_members(&next, index + 1)).unwrap_or_else(Outcome::Unknown);
            if let Some(settled) = gathered.take(outcome) {
                return settled;
            }
        }
        let regions = match self.regions(part, Some(&some)) {
            Ok(regions) => regions,
            Err(unknown) => {
                gathered.add(unknown);
                return gathered.rest();
            }
        };
        for region in regions {
            let value = region.value.iter().copied().chain(some.value).collect();
            if self.solve_literals(value).is_empty() {
                continue;
            }
            let (fresh, unknown) = self.new_names(&region, &mentioned, 1);
            if let Some(unknown) = unknown {
                gathered.add(unknown);
            }
            for name in fresh {
                let mut next = part.clone();
                if self.assert_object(&mut next, &Constraint::Has(name, some.value)).is_err() {
                    continue;
                }
                let outcome =
                    self.place(|solver| solver.place_members(&next, index + 1)).unwrap_or_else(Outcome::Unknown);
                if let Some(settled) = gathered.take(outcome) {
                    return settled;
                }
            }
        }
        gathered.rest()
    }

    fn filter_admits(&mut self, filter: &NameFilter, name: NameId) -> Option<bool> {
        match filter {
            NameFilter::Matching(pattern) => self.graph.patterns.matches_name(*pattern, name, &self.graph.names),
            NameFilter::Outside(map) => {
                if map.property(name).is_some() {
                    return Some(false);
                }
                for (pattern, _) in &map.patterns {
                    if self.graph.patterns.matches_name(*pattern, name, &self.graph.names)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            NameFilter::Meeting(literal) => {
                let text = Value::String(self.graph.names.text(name).to_string());
                self.holds(*literal, &text)
            }
        }
    }

    /// Solves the members, and adds others as long as there are too few.
    fn complete(&mut self, part: &ObjectState) -> Outcome {
        let mut members: BTreeMap<NameId, Rc<Tree>> = BTreeMap::new();
        let mut unknown: Option<Unknown> = None;
        for name in part.required().collect::<Vec<_>>() {
            match self.name_is_allowed(part, name) {
                Some(true) => {}
                Some(false) => return Outcome::Empty,
                None => _ = unknown.get_or_insert(self.unknown(UNREADABLE_NAMES)),
            }
            let Some(literals) = self.member_literals(part, name) else {
                return Outcome::Unknown(self.unknown(UNREADABLE_NAMES));
            };
            match self.solve_literals(literals) {
                Outcome::Empty => return Outcome::Empty,
                Outcome::Inhabited(value) => _ = members.insert(name, value),
                Outcome::Unknown(found) => {
                    let Some(value) = found.candidate.clone() else { return Outcome::Unknown(found) };
                    unknown.get_or_insert(found);
                    members.insert(name, value);
                }
            }
        }
        if part.max.is_some_and(|max| (members.len() as u64) > max) {
            return Outcome::Empty;
        }
        if (members.len() as u64) < part.min {
            if part.min > MOST_MEMBERS {
                return Outcome::Unknown(self.unknown(TOO_MANY_MEMBERS));
            }
            if let Some(found) = self.add_members(part, &mut members) {
                unknown.get_or_insert(found);
            } else if (members.len() as u64) < part.min {
                // Every name that can be there is there.
                return Outcome::Empty;
            }
        }
        let enough = members.len() as u64 >= part.min;
        let members = members.into_iter().map(|(name, value)| (self.graph.names.text(name), value));
        let value = Rc::new(Tree::Object(members.collect()));
        match unknown {
            None => Outcome::Inhabited(value),
            Some(unknown) => Outcome::Unknown(Unknown { candidate: enough.then_some(value), ..unknown }),
        }
    }

    /// Adds optional members up to the fewest that are wanted; gives what kept some from being added.
    fn add_members(&mut self, part: &ObjectState, members: &mut BTreeMap<NameId, Rc<Tree>>) -> Option<Unknown> {
        let mut obstacle = None;
        let mentioned = part.mentioned();
        for name in &mentioned {
            if members.len() as u64 >= part.min {
                return None;
            }
            if part.presence(*name) != Presence::Open {
                continue;
            }
            let (allowed, literals) = (self.name_is_allowed(part, *name), self.member_literals(part, *name));
            match (allowed, literals) {
                (Some(true), Some(literals)) => match self.solve_literals(literals) {
                    Outcome::Empty => {}
                    Outcome::Inhabited(value) => _ = members.insert(*name, value),
                    Outcome::Unknown(unknown) => _ = obstacle.get_or_insert(unknown),
                },
                (Some(false), _) => {}
                _ => _ = obstacle.get_or_insert(self.unknown(UNREADABLE_NAMES)),
            }
        }
        let regions = match self.regions(part, None) {
            Ok(regions) => regions,
            Err(unknown) => return Some(unknown),
        };
        for region in regions {
            let missing = usize::try_from(part.min).unwrap_or(usize::MAX).saturating_sub(members.len());
            if missing == 0 {
                return None;
            }
            match self.solve_literals(region.value.clone()) {
                Outcome::Empty => {}
                Outcome::Inhabited(value) => {
                    let taken = mentioned.iter().chain(members.keys()).copied().collect();
                    let (names, unknown) = self.new_names(&region, &taken, missing);
                    members.extend(names.into_iter().map(|name| (name, Rc::clone(&value))));
                    if let Some(unknown) = unknown {
                        obstacle.get_or_insert(unknown);
                    }
                }
                Outcome::Unknown(unknown) => _ = obstacle.get_or_insert(unknown),
            }
        }
        if members.len() as u64 >= part.min { None } else { obstacle }
    }

    /// Sorts the names that no schema mentions by the patterns that match them and by what members that must be there
    /// ask of their names; only those of the filter, if there is one.
    fn regions(&mut self, part: &ObjectState, some: Option<&SomeMember>) -> Result<Vec<Region>, Unknown> {
        let filter = some.map(|some| &some.names);
        let mut start = part.names.clone();
        let (mut must, mut must_not) = (BTreeSet::new(), BTreeSet::new());
        match filter {
            Some(NameFilter::Matching(pattern)) => _ = must.insert(*pattern),
            Some(NameFilter::Outside(map)) => must_not.extend(map.patterns.iter().map(|(pattern, _)| *pattern)),
            Some(NameFilter::Meeting(literal)) => start.push(*literal),
            None => {}
        }
        // A name may serve several of the members that must be there, so what any of them asks of it sorts names too.
        let asked: BTreeSet<Literal> = part
            .some
            .iter()
            .filter_map(|some| match &some.names {
                NameFilter::Meeting(literal) => Some(*literal),
                NameFilter::Matching(_) | NameFilter::Outside(_) => None,
            })
            .filter(|literal| !start.contains(literal))
            .collect();
        let by_pattern = part.patterns().into_iter().map(|pattern| {
            let sides = [(Literal::Misses(pattern), None), (Literal::Matches(pattern), Some(pattern))];
            let excluded = [must.contains(&pattern), must_not.contains(&pattern)];
            sides.into_iter().zip(excluded).filter(|(_, excluded)| !excluded).map(|(side, _)| side).collect()
        });
        let by_condition = asked.into_iter().map(|literal| vec![(literal.negated(), None), (literal, None)]);
        let sortings: Vec<Vec<(Literal, Option<PatternId>)>> = by_pattern.chain(by_condition).collect();
        let mut regions = vec![Region { names: start, matching: BTreeSet::new(), value: Vec::new() }];
        for sides in sortings {
            let mut split = Vec::new();
            for region in regions {
                for (literal, matched) in &sides {
                    let mut names = region.names.clone();
                    names.push(*literal);
                    let mut matching = region.matching.clone();
                    matching.extend(matched);
                    // Without a name on this side, there is nothing to sort further.
                    if self.solve_literals(names.clone()).is_empty() {
                        continue;
                    }
                    split.push(Region { names, matching, value: Vec::new() });
                }
            }
            regions = split;
            if regions.len() > MOST_REGIONS {
                return Err(self.unknown(TOO_MANY_REGIONS));
            }
        }
        for region in &mut regions {
            for map in &part.maps {
                let mut covered = false;
                for (pattern, class) in &map.patterns {
                    if region.matching.contains(pattern) {
                        covered = true;
                        region.value.push(Literal::Is(*class));
                    }
                }
                if !covered {
                    region.value.extend(map.additional.map(Literal::Is));
                }
            }
            region.value.retain(|literal| !matches!(literal, Literal::Is(class) if self.graph.is_true(*class)));
        }
        Ok(regions)
    }

    /// Up to `count` names of a region that are not taken, and what kept others from being found.
    fn new_names(
        &mut self,
        region: &Region,
        taken: &BTreeSet<NameId>,
        count: usize,
    ) -> (Vec<NameId>, Option<Unknown>) {
        let mut names: Vec<NameId> = Vec::new();
        for text in NEW_NAMES {
            if names.len() < count && self.meets(&region.names, &Value::String(text.to_owned())) == Some(true) {
                let name = self.graph.names.intern(text);
                if !taken.contains(&name) {
                    names.push(name);
                }
            }
        }
        let mut literals = region.names.clone();
        let avoid = |solver: &mut Self, text: &str, literals: &mut Vec<Literal>| {
            let value = solver.graph.values.intern(&Value::String(text.to_owned()));
            literals.push(Literal::Differs(value));
        };
        while names.len() < count {
            if !self.step() {
                return (names, Some(self.unknown(OUT_OF_STEPS)));
            }
            let Some(goal) = goal(literals.clone()) else { return (names, None) };
            let outcome = self.search_kind(&goal, super::search::Kind::String);
            match &outcome {
                Outcome::Empty => return (names, None),
                Outcome::Unknown(unknown) => return (names, Some(unknown.clone())),
                Outcome::Inhabited(value) => {
                    let Some(text) = value.as_str() else { return (names, None) };
                    let name = self.graph.names.intern(text);
                    if !taken.contains(&name) && !names.contains(&name) {
                        names.push(name);
                    }
                    avoid(self, text, &mut literals);
                }
            }
        }
        (names, None)
    }
}
