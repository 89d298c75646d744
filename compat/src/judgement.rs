//! Two versions of one schema: the verdict in a direction, and what each change has to do with it.

use std::borrow::Cow;

use contracts_model::{
    Model,
    manifest::{FormatMode, Readers, SchemaEntry},
    schema::SchemaId,
    source::pointer_tokens,
};

use crate::{
    Budget, Change, Decision, Subject, Witness,
    change::{Difference, Edit},
    decide,
    decision::refusals,
    leniency,
    report::{Class, Direction, Finding, Location, Refusal, SchemaVerdict, Severity, Verdict},
    rules::{self, Kind, Rule},
    snapshot::Snapshot,
};

/// The most changes of a schema that are tried alone.
const MOST_ALONE: usize = 40;

/// The share of the budget that one change alone may take.
const SHARE_ALONE: u64 = 8;

/// Two versions of one schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'s> {
    pub(crate) old: &'s Snapshot,
    pub(crate) new: &'s Snapshot,
    pub(crate) old_root: SchemaId,
    pub(crate) new_root: SchemaId,
    /// The schema in reports.
    pub(crate) path: &'s str,
}

/// How a question is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) budget: Budget,
    pub(crate) declared_only: bool,
}

/// The answer in one direction.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) verdict: SchemaVerdict,
    pub(crate) findings: Vec<Finding>,
}

/// What a decision about a whole says, apart from its parts.
struct Outcome {
    verdict: Verdict,
    witness: Option<Witness>,
    reason: Option<(String, Location)>,
}

impl From<Decision> for Outcome {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Compatible(_) => Self { verdict: Verdict::Compatible, witness: None, reason: None },
            Decision::Breaking(witness) => {
                Self { verdict: Verdict::Breaking, witness: Some(witness), reason: None }
            }
            Decision::Undecided(obstacle) => {
                let reason = format!("{}: {}", obstacle.construct, obstacle.why);
                Self {
                    verdict: Verdict::Undecided,
                    witness: None,
                    reason: Some((reason, (&obstacle.place).into())),
                }
            }
        }
    }
}

impl Sides<'_> {
    fn old_subject(&self) -> Subject<'_> {
        Subject { model: &self.old.model, root: self.old_root }
    }

    fn new_subject(&self) -> Subject<'_> {
        Subject { model: &self.new.model, root: self.new_root }
    }

    /// Whether all documents of one side are valid on the other.
    fn decide(&self, direction: Direction, budget: Budget) -> Outcome {
        match direction {
            Direction::Backward => decide(self.old_subject(), self.new_subject(), &budget).into(),
            Direction::Forward => decide(self.new_subject(), self.old_subject(), &budget).into(),
        }
    }

    /// The root of the schema in an edited version of one side.
    fn root_in(model: &Model, original: &Snapshot, root: SchemaId) -> Option<SchemaId> {
        let place = &original.model.schema(root).place;
        model.schema_at(&place.file, &place.pointer)
    }

    /// The same question about what is promised to be written and read; `None` when nothing is promised.
    fn decide_leniently(&self, direction: Direction, asked: &Asked, tolerated: &[&str]) -> Option<Outcome> {
        let (written, written_root, read, read_root) = match direction {
            Direction::Backward => (self.old, self.old_root, self.new, self.new_root),
            Direction::Forward => (self.new, self.new_root, self.old, self.old_root),
        };
        let closed = if asked.declared_only { Some(leniency::declared_only(written)?) } else { None };
        let file = &read.model.schema(read_root).place.file;
        let tolerant = if tolerated.is_empty() { None } else { Some(leniency::tolerant(read, file, tolerated)?) };
        if closed.is_none() && tolerant.is_none() {
            return None;
        }
        let subject = |edited: &Option<Model>, original: &Snapshot, root: SchemaId| match edited {
            Some(model) => Self::root_in(model, original, root),
            None => Some(root),
        };
        let from_root = subject(&closed, written, written_root)?;
        let to_root = subject(&tolerant, read, read_root)?;
        let from = Subject { model: closed.as_ref().unwrap_or(&written.model), root: from_root };
        let to = Subject { model: tolerant.as_ref().unwrap_or(&read.model), root: to_root };
        Some(decide(from, to, &asked.budget).into())
    }

    /// Whether two edits of the old version touch the same place, or shift each other's items.
    fn meet(&self, one: (SchemaId, &Edit), other: (SchemaId, &Edit)) -> bool {
        let path = |(id, edit): (SchemaId, &Edit)| {
            let place = &self.old.model.schema(id).place;
            let mut tokens = vec![place.file.clone()];
            tokens.extend(pointer_tokens(&place.pointer).into_iter().flatten().map(Cow::into_owned));
            tokens.extend(edit.path.iter().cloned());
            // An item that is taken out moves those behind it.
            if edit.value.is_none() && tokens.last().is_some_and(|token| token.parse::<usize>().is_ok()) {
                tokens.pop();
            }
            tokens
        };
        let (one, other) = (path(one), path(other));
        one.starts_with(&other) || other.starts_with(&one)
    }

    /// What some of the changes do without the others; `None` when they cannot be made alone, or not side by side.
    fn only(&self, changes: &[&Change], direction: Direction, budget: Budget) -> Option<Outcome> {
        let mut made: Vec<(SchemaId, Edit)> = Vec::new();
        for change in changes {
            let (id, edits) = change.isolated.as_ref()?;
            if made.iter().any(|(other, edit)| edits.iter().any(|own| self.meet((*id, own), (*other, edit)))) {
                return None;
            }
            made.extend(edits.iter().map(|edit| (*id, edit.clone())));
        }
        let edited = leniency::edited(self.old, made)?;
        let root = Self::root_in(&edited, self.old, self.old_root)?;
        let edited = Subject { model: &edited, root };
        let mut outcome: Outcome = match direction {
            Direction::Backward => decide(self.old_subject(), edited, &budget).into(),
            Direction::Forward => decide(edited, self.old_subject(), &budget).into(),
        };
        // It is a witness only if the other changes let it pass.
        if let Some(witness) = &mut outcome.witness {
            let refused = |subject| refusals(subject, &witness.instance);
            let (by_old, by_new) = (refused(self.old_subject())?, refused(self.new_subject())?);
            let (by_writer, by_reader) = match direction {
                Direction::Backward => (by_old, by_new),
                Direction::Forward => (by_new, by_old),
            };
            if !by_writer.is_empty() || by_reader.is_empty() {
                outcome.witness = None;
            } else {
                witness.refusals = by_reader;
            }
        }
        Some(outcome)
    }
}

/// Judges a schema in one direction.
pub(crate) fn judge(
    sides: &Sides<'_>,
    direction: Direction,
    changes: &[Change],
    entry: Option<&SchemaEntry>,
    asked: &Asked,
) -> Judgement {
    let harmful = |change: &Change| match direction {
        Direction::Backward => change.effect.narrows,
        Direction::Forward => change.effect.widens,
    };
    let strict = sides.decide(direction, asked.budget);
    let tolerated = if direction == Direction::Forward { tolerated(sides, changes, entry) } else { Vec::new() };
    let candidates: Vec<&Change> = changes.iter().filter(|change| harmful(change)).collect();
    let breaking = strict.verdict == Verdict::Breaking;
    let tried = if breaking { alone(sides, direction, &candidates, &strict, asked) } else { Vec::new() };
    // A promise answers for the changes that are about what it promises; a break by another change stays one.
    let softened = |(change, trial): (&&Change, &Trial)| {
        matches!(trial, Trial::Harmless)
            || asked.declared_only && change.undeclared_only
            || tolerated.iter().any(|(index, _)| std::ptr::eq(&raw const changes[*index], *change))
    };
    let promised = if breaking {
        let pointers: Vec<&str> = tolerated.iter().map(|(_, pointer)| pointer.as_str()).collect();
        sides
            .decide_leniently(direction, asked, &pointers)
            .filter(|promised| promised.verdict == Verdict::Breaking || candidates.iter().zip(&tried).all(softened))
    } else {
        None
    };

    let mut findings = Vec::new();
    let mut needs_review = None;
    for (index, change) in changes.iter().enumerate() {
        let harm = harmful(change);
        let mut finding = of_change(sides, change);
        let trial = candidates.iter().position(|candidate| std::ptr::eq(*candidate, change));
        let (class, witness) = match (change.rule.kind, strict.verdict) {
            (Kind::Review, _) => (Class::Undecided, None),
            (Kind::Annotation, _) if asserts_format(change, entry) => (Class::Undecided, None),
            (Kind::Annotation, _) => (Class::Annotation, None),
            (_, Verdict::Breaking) if harm => match trial.and_then(|trial| tried.get(trial)) {
                Some(Trial::Harmless) => (Class::Compatible, None),
                Some(Trial::Shown(witness)) => (Class::Breaking, Some(witness.clone())),
                Some(Trial::Together) | None => (Class::Breaking, None),
            },
            (_, Verdict::Undecided) if harm => (Class::Undecided, None),
            _ => (Class::Compatible, None),
        };
        let class = match class {
            Class::Breaking if asked.declared_only && change.undeclared_only => Class::Undeclared,
            Class::Breaking if tolerated.iter().any(|(position, _)| *position == index) => Class::Tolerated,
            class => class,
        };
        finding.class = if change.rule.kind == Kind::Contract { Class::Contract } else { class };
        if class == Class::Undecided && matches!(change.rule.kind, Kind::Review | Kind::Annotation) {
            needs_review.get_or_insert_with(|| finding.message.clone());
        }
        if let Some(witness) = witness {
            finding.refusals = witness.refusals.iter().map(Refusal::from).collect();
            finding.witness = Some(witness.instance);
        }
        findings.push(finding);
    }

    let outcome = promised.unwrap_or(strict);
    let reason = outcome.reason.as_ref().map(|(reason, _)| reason.clone());
    let mut verdict = SchemaVerdict {
        verdict: outcome.verdict,
        witness: outcome.witness.as_ref().map(|witness| witness.instance.clone()),
        refusals: outcome.witness.iter().flat_map(|witness| &witness.refusals).map(Refusal::from).collect(),
        reason,
    };
    let explains = |class: Class, contract: bool| {
        findings.iter().any(|finding| finding.class == class || (contract && finding.class == Class::Contract))
    };
    match outcome.verdict {
        Verdict::Breaking if !explains(Class::Breaking, true) => {
            let rule = rules::find("unexplained").expect("a rule of this crate");
            let mut finding =
                of_whole(sides, rule, "the schema breaks documents, and no change explains it".to_owned());
            finding.class = Class::Breaking;
            finding.witness.clone_from(&verdict.witness);
            finding.refusals.clone_from(&verdict.refusals);
            findings.push(finding);
        }
        Verdict::Undecided if !explains(Class::Undecided, false) => {
            let rule = rules::find("undecided").expect("a rule of this crate");
            let reason = outcome.reason.as_ref();
            let message = reason.map_or_else(
                || "nothing was proved".to_owned(),
                |(reason, _)| format!("nothing was proved; in the way stood {reason}"),
            );
            let mut finding = of_whole(sides, rule, message);
            finding.class = Class::Undecided;
            finding.new = reason.map(|(_, place)| place.clone()).or(finding.new);
            findings.push(finding);
        }
        Verdict::Compatible => {
            if let Some(review) = needs_review {
                verdict.verdict = Verdict::Undecided;
                verdict.reason = Some(review);
            }
        }
        _ => {}
    }
    Judgement { verdict, findings }
}

/// What trying a change alone showed.
#[derive(Clone, Debug)]
enum Trial {
    /// It breaks nothing.
    Harmless,
    /// It breaks this document.
    Shown(Witness),
    /// It breaks something, but not alone or not so that it could be shown.
    Together,
}

/// Tries changes alone, those that may break something.
fn alone(
    sides: &Sides<'_>,
    direction: Direction,
    candidates: &[&Change],
    whole: &Outcome,
    asked: &Asked,
) -> Vec<Trial> {
    if let ([_], Some(witness)) = (candidates, &whole.witness) {
        return vec![Trial::Shown(witness.clone())];
    }
    let budget = Budget { steps: (asked.budget.steps / SHARE_ALONE).max(1) };
    let mut trials: Vec<Trial> = candidates
        .iter()
        .take(MOST_ALONE)
        .map(|change| match sides.only(&[*change], direction, budget) {
            Some(Outcome { verdict: Verdict::Compatible, .. }) => Trial::Harmless,
            Some(Outcome { witness: Some(witness), .. }) => Trial::Shown(witness),
            _ => Trial::Together,
        })
        .collect();
    // What is harmless alone may break something together.
    let harmless: Vec<&Change> = candidates
        .iter()
        .zip(&trials)
        .filter(|(_, trial)| matches!(trial, Trial::Harmless))
        .map(|(change, _)| *change)
        .collect();
    let remain_harmless = harmless.len() < 2
        || matches!(sides.only(&harmless, direction, budget), Some(Outcome { verdict: Verdict::Compatible, .. }));
    if !remain_harmless || harmless.len() == candidates.len() {
        for trial in &mut trials {
            if matches!(trial, Trial::Harmless) {
                *trial = Trial::Together;
            }
        }
    }
    trials.resize(candidates.len(), Trial::Together);
    // The document that shows the whole shows the change that refuses it.
    if let Some(witness) = &whole.witness {
        for (change, trial) in candidates.iter().zip(&mut trials) {
            let points_at = |refusal: &crate::decision::Refusal| {
                let place = change.new.as_ref().or(change.old.as_ref());
                refusal.place.as_ref().zip(place).is_some_and(|(refusing, place)| {
                    refusing.file == place.file && refusing.pointer == place.pointer
                })
            };
            if matches!(trial, Trial::Together) && witness.refusals.iter().any(points_at) {
                *trial = Trial::Shown(witness.clone());
            }
        }
    }
    trials
}

/// The changes that tolerant readers take, each with the pointer of the enum in the old file.
fn tolerated(sides: &Sides<'_>, changes: &[Change], entry: Option<&SchemaEntry>) -> Vec<(usize, String)> {
    let Some(manifest) = sides.old.manifest.as_deref().or(sides.new.manifest.as_deref()) else { return Vec::new() };
    if entry.is_none_or(|entry| entry.readers != Readers::Tolerant) {
        return Vec::new();
    }
    let file = &sides.old.model.schema(sides.old_root).place.file;
    let path = sides.old.model.document(file).map(|document| sides.old.path(document));
    let enums: Vec<&str> = manifest
        .fail_closed
        .iter()
        .filter(|entry| Some(entry.schema.as_str()) == path)
        .map(|entry| entry.at.as_str())
        .collect();
    let mut found = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        let pointer = change.old.as_ref().and_then(|old| old.pointer.strip_suffix("/enum"));
        if let (Difference::ValuesAdded { .. }, Some(pointer)) = (&change.difference, pointer)
            && enums.contains(&pointer)
        {
            found.push((index, pointer.to_owned()));
        }
    }
    found
}

/// Whether readers assert the format that changed.
fn asserts_format(change: &Change, entry: Option<&SchemaEntry>) -> bool {
    matches!(change.difference, Difference::Annotation { keyword: "format", .. })
        && entry.is_some_and(|entry| entry.formats == FormatMode::Assert)
}

/// A finding about a change, not yet judged.
pub(crate) fn of_change(sides: &Sides<'_>, change: &Change) -> Finding {
    Finding {
        rule: change.rule.id.to_owned(),
        class: Class::Compatible,
        severity: Severity::Note,
        schema: sides.path.to_owned(),
        at: change.at.clone(),
        message: change.message.clone(),
        help: change.rule.instead.to_owned(),
        old: change.old.as_ref().map(Location::from),
        new: change.new.as_ref().map(Location::from),
        witness: None,
        refusals: Vec::new(),
        approved: None,
        introduced: None,
    }
}

/// A finding about a schema as a whole, not yet judged.
pub(crate) fn of_whole(sides: &Sides<'_>, rule: &'static Rule, message: String) -> Finding {
    Finding {
        rule: rule.id.to_owned(),
        class: Class::Compatible,
        severity: Severity::Note,
        schema: sides.path.to_owned(),
        at: String::new(),
        message,
        help: rule.instead.to_owned(),
        old: Some((&sides.old.model.schema(sides.old_root).place).into()),
        new: Some((&sides.new.model.schema(sides.new_root).place).into()),
        witness: None,
        refusals: Vec::new(),
        approved: None,
        introduced: None,
    }
}
