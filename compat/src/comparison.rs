//! Two versions of a whole set.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroUsize,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use contracts_model::{
    Finding as ModelFinding,
    manifest::{Approval, Manifest, Role, SchemaEntry},
    schema::Document,
};

use crate::{
    Budget, Subject, change,
    change::Difference,
    judgement::{Asked, Judgement, Sides, judge},
    pairing::{Paired, pair},
    report::{
        Class, Direction, DirectionReport, Finding, Location, Problem, Report, SchemaReport, SchemaVerdict,
        Severity, Status, Step, Verdict,
    },
    rules::{self, Kind},
    snapshot::Snapshot,
    version,
};

/// The directions of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// New readers read old data.
    Backward,
    /// Old readers read new data.
    Forward,
    /// Both.
    Both,
}

impl Directions {
    /// The directions in which documents of that role travel: a request is written by an old client and read by a new
    /// service, a response the other way, and what is stored is read by both while versions change.
    pub fn of_role(role: Option<Role>) -> Self {
        match role {
            None | Some(Role::Request) => Self::Backward,
            Some(Role::Response) => Self::Forward,
            Some(Role::Stored) => Self::Both,
        }
    }

    fn asks(self, direction: Direction) -> bool {
        match self {
            Self::Both => true,
            Self::Backward => direction == Direction::Backward,
            Self::Forward => direction == Direction::Forward,
        }
    }
}

/// How versions are compared.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The directions; without, the role of each schema in the manifest chooses, and `backward` where it has none.
    pub directions: Option<Directions>,
    /// Writers are taken to send declared members and items only.
    pub declared_only: bool,
    /// The work that each decision may take.
    pub budget: Budget,
    /// How many schemas are compared at the same time; the result does not depend on it.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self { directions: None, declared_only: false, budget: Budget::default(), threads }
    }
}

/// Compares two versions of a set.
pub fn compare(old: &Snapshot, new: &Snapshot, options: &Options) -> Report {
    let mut report = listed(old, new, options);
    finish(&mut report, old, new);
    report
}

/// Where a change stands in the new version.
fn stands_at(finding: &Finding) -> Option<&str> {
    finding.new.as_ref().map(|place| place.pointer.as_str())
}

/// Compares a version with the last release, and says what of that is not on the base yet.
///
/// What the base has already is listed and fails nothing: whoever made it answered for it.
pub fn compare_with_base(release: &Snapshot, base: &Snapshot, new: &Snapshot, options: &Options) -> Report {
    let mut report = listed(release, new, options);
    let since_base = listed(base, new, options);
    let directions = || [&report.backward, &report.forward].into_iter().flatten();
    let known: BTreeSet<_> =
        directions().flat_map(|found| &found.findings).map(|it| (it.key(), stands_at(it))).collect();
    let mut introduced = BTreeSet::new();
    for finding in since_base.all_findings() {
        // Both comparisons end in the same version, in which two changes of one rule at one place stand at different
        // keywords. What the comparison with the release finds elsewhere may be any of its changes there.
        let there = Some(stands_at(finding)).filter(|place| known.contains(&(finding.key(), *place)));
        introduced.insert((finding.key(), there));
    }
    let is_introduced = |finding: &Finding| {
        [Some(stands_at(finding)), None].into_iter().any(|place| introduced.contains(&(finding.key(), place)))
    };
    let marks: Vec<bool> = directions().flat_map(|found| &found.findings).map(is_introduced).collect();
    let directions = [&mut report.backward, &mut report.forward].into_iter().flatten();
    for (finding, mark) in directions.flat_map(|found| &mut found.findings).zip(marks) {
        finding.introduced = Some(mark);
    }
    report.base = Some(base.label.clone());
    report.problems.extend(since_base.problems.into_iter().filter(|problem| problem.version == base.label));
    finish(&mut report, release, new);
    report
}

/// One schema, compared.
struct Compared {
    schema: SchemaReport,
    backward: Option<Judgement>,
    forward: Option<Judgement>,
}

/// Everything that differs, before approvals and versions are looked at.
fn listed(old: &Snapshot, new: &Snapshot, options: &Options) -> Report {
    let pairs = pair(old, new);
    let references = (old.references(), new.references());
    let mut compared = in_parallel(&pairs, options.threads, |paired| one(old, new, *paired, &references, options));
    let named = old.is_single_file && new.is_single_file;
    for path in new.broken_paths().chain(old.broken_paths()) {
        // Two files that were named are one schema.
        let is_listed = |one: &Compared| named || one.schema.path == path;
        if !compared.iter().any(is_listed) {
            let subject = About::new(old, new, path, (path, path), options);
            compared.push(subject.uncompared(format!("{path} could not be read")));
        }
    }
    compared.sort_by(|left, right| left.schema.path.cmp(&right.schema.path));
    let mut report = Report {
        verdict: Verdict::Compatible,
        exit: 0,
        old: old.label.clone(),
        new: new.label.clone(),
        base: None,
        assume_declared_only: options.declared_only,
        backward: None,
        forward: None,
        schemas: Vec::new(),
        version: None,
        findings: Vec::new(),
        problems: Vec::new(),
        notes: Vec::new(),
    };
    for snapshot in [old, new] {
        let problems = snapshot.problems.iter().map(|problem| self::problem(snapshot, problem));
        report.problems.extend(problems);
    }
    // A set without schemas still has an answer.
    let asked = options.directions.unwrap_or(Directions::Backward);
    for (direction, slot) in
        [(Direction::Backward, &mut report.backward), (Direction::Forward, &mut report.forward)]
    {
        let nobody_asks = compared.is_empty() && asked.asks(direction);
        if nobody_asks || compared.iter().any(|one| one.in_direction(direction).is_some()) {
            *slot = Some(DirectionReport::default());
        }
    }
    for one in compared {
        for (judgement, slot) in [(one.backward, &mut report.backward), (one.forward, &mut report.forward)] {
            let (Some(judgement), Some(slot)) = (judgement, slot.as_mut()) else { continue };
            slot.add(judgement);
        }
        report.schemas.push(one.schema);
    }
    report
}

impl Compared {
    fn in_direction(&self, direction: Direction) -> Option<&Judgement> {
        match direction {
            Direction::Backward => self.backward.as_ref(),
            Direction::Forward => self.forward.as_ref(),
        }
    }
}

impl DirectionReport {
    fn add(&mut self, judgement: Judgement) {
        let SchemaVerdict { verdict, witness, refusals, reason } = judgement.verdict;
        if self.witness.is_none() && verdict == Verdict::Breaking {
            self.witness = witness;
            self.refusals = refusals;
        }
        if self.reason.is_none() {
            self.reason = reason;
        }
        self.verdict = self.verdict.max(verdict);
        self.findings.extend(judgement.findings);
    }
}

fn problem(snapshot: &Snapshot, finding: &ModelFinding) -> Problem {
    let mut message = finding.message.clone();
    for (place, words) in &finding.related {
        message = format!("{message}; {words}: {place}");
    }
    Problem {
        version: snapshot.label.clone(),
        place: (&finding.place).into(),
        message,
        help: Some(finding.help.clone().unwrap_or_else(|| "correct the file in that version".to_owned())),
    }
}

/// The results of a function for all items, in their order.
fn in_parallel<T: Sync, R: Send + Sync>(items: &[T], threads: usize, run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.iter().map(run).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((item, slot)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| items.get(at).zip(results.get(at)))
                {
                    slot.get_or_init(|| run(item));
                }
            });
        }
    });
    results.into_iter().map(|slot| slot.into_inner().expect("every item was run")).collect()
}

/// Which files refer to which others, in the old and in the new version.
type References<'s> = (BTreeMap<&'s str, BTreeSet<&'s str>>, BTreeMap<&'s str, BTreeSet<&'s str>>);

/// What the manifests say of a schema.
struct About {
    schema: SchemaReport,
    directions: Directions,
    entry: Option<SchemaEntry>,
}

impl About {
    /// `path` is that of the schema in reports, `paths` are those in the old and in the new version.
    fn new(old: &Snapshot, new: &Snapshot, path: &str, paths: (&str, &str), options: &Options) -> Self {
        let entry = |snapshot: &Snapshot, path: &str| -> Option<SchemaEntry> {
            snapshot.manifest.as_ref()?.schemas.iter().find(|entry| entry.path == path).cloned()
        };
        let (old_entry, new_entry) = (entry(old, paths.0), entry(new, paths.1));
        let (old_version, new_version) =
            (old_entry.as_ref().map(|entry| entry.version), new_entry.as_ref().map(|entry| entry.version));
        let entry = new_entry.or(old_entry);
        let role = entry.as_ref().and_then(|entry| entry.role);
        let schema = SchemaReport {
            path: path.to_owned(),
            id: None,
            status: Status::Unchanged,
            consumers: entry.as_ref().map(|entry| entry.consumers.clone()).unwrap_or_default(),
            old_version,
            new_version,
            backward: None,
            forward: None,
        };
        Self { schema, directions: options.directions.unwrap_or_else(|| Directions::of_role(role)), entry }
    }

    /// The comparison, with a judgement for each direction that is asked.
    fn judged(mut self, judge: impl Fn(Direction) -> Judgement) -> Compared {
        let judged = |direction| self.directions.asks(direction).then(|| judge(direction));
        let (backward, forward) = (judged(Direction::Backward), judged(Direction::Forward));
        let verdict = |judgement: &Option<Judgement>| judgement.as_ref().map(|found| found.verdict.clone());
        (self.schema.backward, self.schema.forward) = (verdict(&backward), verdict(&forward));
        Compared { schema: self.schema, backward, forward }
    }

    /// A schema that could not be read in a version.
    fn uncompared(mut self, reason: String) -> Compared {
        self.schema.status = Status::Unreadable;
        let verdict = SchemaVerdict {
            verdict: Verdict::Undecided,
            witness: None,
            refusals: Vec::new(),
            reason: Some(reason),
        };
        self.judged(|_| Judgement { verdict: verdict.clone(), findings: Vec::new() })
    }
}

fn one(
    old: &Snapshot,
    new: &Snapshot,
    paired: Paired<'_>,
    references: &References<'_>,
    options: &Options,
) -> Compared {
    let (old_path, new_path) =
        (paired.old.map(|document| old.path(document)), paired.new.map(|document| new.path(document)));
    let path = new_path.or(old_path).unwrap_or_default();
    let paths = (old_path.unwrap_or_default(), new_path.unwrap_or_default());
    let mut about = About::new(old, new, path, paths, options);
    let id = paired.new.and_then(|document| new.id(document));
    let old_id = paired.old.and_then(|document| old.id(document));
    about.schema.id = id.or(old_id).map(str::to_owned);

    match (paired.old, paired.new) {
        (Some(before), Some(now)) => {
            let alone = |whole: &Snapshot, document: &Document, references| {
                let alone = whole.with_references(&document.name, references)?;
                let root = alone.model.document(&document.name)?.root;
                Some((alone, root))
            };
            let (small_old, small_new) = (alone(old, before, &references.0), alone(new, now, &references.1));
            let (judged_old, old_root) =
                small_old.as_ref().map_or((old, before.root), |(alone, root)| (alone, *root));
            let (judged_new, new_root) = small_new.as_ref().map_or((new, now.root), |(alone, root)| (alone, *root));
            let sides = Sides { old: judged_old, new: judged_new, old_root, new_root, path };
            let changes = change::changes(
                Subject { model: &judged_old.model, root: old_root },
                Subject { model: &judged_new.model, root: new_root },
            );
            let mut of_set = Vec::new();
            if id != old_id {
                let (old, new) = (old_id.map(str::to_owned), id.map(str::to_owned));
                let mut finding = of_set_change(path, &Difference::IdChanged { old, new }, Some(before), Some(now));
                finding.class = Class::Contract;
                of_set.push(finding);
            }
            // Two files that were named are the old and the new version, whatever they are called.
            let named = old.is_single_file && new.is_single_file;
            if paths.0 != paths.1 && id.is_some() && id == old_id && !named {
                let (old, new) = (paths.0.to_owned(), paths.1.to_owned());
                about.schema.status = Status::Renamed;
                of_set.push(of_set_change(path, &Difference::SchemaRenamed { old, new }, Some(before), Some(now)));
            } else if !changes.is_empty() || !of_set.is_empty() {
                about.schema.status = Status::Changed;
            }
            let asked = Asked { budget: options.budget, declared_only: options.declared_only };
            let entry = about.entry.clone();
            about.judged(|direction| {
                let mut judgement = judge(&sides, direction, &changes, entry.as_ref(), &asked);
                judgement.findings.splice(0..0, of_set.iter().cloned());
                judgement
            })
        }
        (before, now) => {
            let broken = before.is_some_and(|document| new.may_hold(document, old))
                || now.is_some_and(|document| old.may_hold(document, new));
            if broken {
                return about.uncompared(format!("{path} could not be read in both versions"));
            }
            let difference = if now.is_some() { Difference::SchemaAdded } else { Difference::SchemaRemoved };
            let mut finding = of_set_change(path, &difference, before, now);
            if now.is_none() {
                finding.class = Class::Contract;
            }
            about.schema.status = if now.is_some() { Status::Added } else { Status::Removed };
            let verdict =
                SchemaVerdict { verdict: Verdict::Compatible, witness: None, refusals: Vec::new(), reason: None };
            about.judged(|_| Judgement { verdict: verdict.clone(), findings: vec![finding.clone()] })
        }
    }
}

/// A finding about a schema as a member of the set.
fn of_set_change(path: &str, difference: &Difference, old: Option<&Document>, new: Option<&Document>) -> Finding {
    let (rule, message) = rules::name(difference);
    let place = |document: Option<&Document>| {
        let source = &document?.source;
        let place = source.place_of("/$id").or_else(|| source.place_of("/id")).or_else(|| source.place_of(""));
        place.as_ref().map(Location::from)
    };
    Finding {
        rule: rule.id.to_owned(),
        class: Class::Compatible,
        severity: Severity::Note,
        schema: path.to_owned(),
        at: String::new(),
        message,
        help: rule.instead.to_owned(),
        old: place(old),
        new: place(new),
        witness: None,
        refusals: Vec::new(),
        approved: None,
        introduced: None,
    }
}

/// Looks at approvals and versions, and says how the run ends.
fn finish(report: &mut Report, old: &Snapshot, new: &Snapshot) {
    approve(report, old.manifest.as_deref(), new.manifest.as_deref());
    versions(report, old.manifest.as_deref(), new.manifest.as_deref());
    let announced = report.version.as_ref().is_some_and(|version| version.enough && version.needed == Step::Major);
    let directions = [&mut report.backward, &mut report.forward].into_iter().flatten();
    for finding in directions.flat_map(|direction| &mut direction.findings) {
        let answered = finding.approved.is_some() || finding.introduced == Some(false);
        finding.severity = match finding.class {
            Class::Breaking | Class::Contract if !answered && !announced => Severity::Error,
            Class::Breaking | Class::Contract | Class::Undecided | Class::Undeclared | Class::Tolerated
                if !answered =>
            {
                Severity::Warning
            }
            _ => Severity::Note,
        };
    }
    let open_questions = report.all_findings().any(|finding| {
        finding.class == Class::Undecided
            && finding.approved.is_none()
            && finding.introduced != Some(false)
            && !announced
    });
    let worst = report.directions().map(|(_, direction)| direction.verdict).max().unwrap_or_default();
    report.verdict = if report.problems.is_empty() { worst } else { worst.max(Verdict::Undecided) };
    let errors = report.all_findings().any(|finding| finding.severity == Severity::Error);
    report.exit = match () {
        () if !report.problems.is_empty() => 3,
        () if errors => 1,
        () if open_questions => 2,
        () => 0,
    };
}

/// Marks what the new manifest approves, and lists what it approves in vain.
fn approve(report: &mut Report, old: Option<&Manifest>, new: Option<&Manifest>) {
    let Some(manifest) = new else { return };
    let unreadable: BTreeSet<String> = report
        .schemas
        .iter()
        .filter(|schema| schema.status == Status::Unreadable)
        .map(|schema| schema.path.clone())
        .collect();
    for approval in &manifest.approvals {
        // Nothing was compared, so nothing says that it is stale.
        if unreadable.contains(&approval.schema) {
            continue;
        }
        let mut used = false;
        let current = approval.version == manifest.version;
        let directions = [&mut report.backward, &mut report.forward].into_iter().flatten();
        for finding in directions.flat_map(|direction| &mut direction.findings) {
            let needs_one = matches!(finding.class, Class::Breaking | Class::Contract | Class::Undecided);
            let fits = approval.rule == finding.rule && approval.schema == finding.schema;
            if needs_one && fits && approval.at == finding.at && current {
                finding.approved = Some(approval.reason.clone());
                used = true;
            }
        }
        // What it approves may have reached the base already, before the version is released.
        let merged = current && old.is_some_and(|old| old.approvals.iter().any(|other| is_same(other, approval)));
        if used || merged {
            continue;
        }
        let message = if current {
            format!("nothing that needs an approval is found here by the rule {}", approval.rule)
        } else {
            format!(
                "the change was approved for version {} and the set has version {}",
                approval.version, manifest.version
            )
        };
        let rule = rules::find("stale-approval").expect("a rule of this crate");
        report.findings.push(Finding {
            rule: rule.id.to_owned(),
            class: Class::Approval,
            severity: Severity::Error,
            schema: approval.schema.clone(),
            at: approval.at.clone(),
            message,
            help: rule.instead.to_owned(),
            old: None,
            new: Some((&approval.place).into()),
            witness: None,
            refusals: Vec::new(),
            approved: None,
            introduced: None,
        });
    }
}

fn is_same(left: &Approval, right: &Approval) -> bool {
    (&left.rule, &left.schema, &left.at, &left.version) == (&right.rule, &right.schema, &right.at, &right.version)
}

/// The step that a finding needs.
fn step_of(finding: &Finding) -> Step {
    let kind = rules::find(&finding.rule).map(|rule| rule.kind);
    match finding.class {
        Class::Breaking | Class::Contract | Class::Undecided if finding.approved.is_none() => Step::Major,
        Class::Annotation => Step::Patch,
        Class::Compatible if kind == Some(Kind::Annotation) => Step::Patch,
        Class::Version | Class::Approval => Step::None,
        _ => Step::Minor,
    }
}

/// Holds the versions of the manifests against what changed.
fn versions(report: &mut Report, old: Option<&Manifest>, new: Option<&Manifest>) {
    let (Some(old), Some(new)) = (old, new) else { return };
    let needed = report.all_findings().map(step_of).max().unwrap_or_default();
    let version = version::report(&old.version, &new.version, needed);
    let place = |at: &contracts_model::Place| Some(Location::from(at));
    if !version.enough {
        let rule = rules::find("version-step-missing").expect("a rule of this crate");
        let went = if version.old == version.new {
            format!("is still {}", version.new)
        } else {
            format!("went from {} to {}", version.old, version.new)
        };
        let message = format!("the changes need a {} step, and the set's version {went}", needed.as_str());
        // What the base has already, somebody answered for.
        let ours = report.all_findings().filter(|finding| finding.introduced != Some(false)).map(step_of).max();
        let severity = if ours == Some(Step::Major) { Severity::Error } else { Severity::Warning };
        // Raising a version mends no break that nobody meant.
        let meant = if needed == Step::Major { "if they are meant, " } else { "" };
        let help = format!("{meant}set `version = \"{}\"` in {}", version.at_least, new.file);
        report.findings.push(of_manifest_finding(
            rule.id,
            String::new(),
            severity,
            message,
            help,
            place(&new.version_place),
        ));
    }
    let mut raised = Vec::new();
    for schema in &report.schemas {
        let (Some(before), Some(now)) = (schema.old_version, schema.new_version) else { continue };
        let directions = [&report.backward, &report.forward].into_iter().flatten();
        let broken = directions.flat_map(|direction| &direction.findings).any(|finding| {
            finding.schema == schema.path
                && matches!(finding.class, Class::Breaking | Class::Contract)
                && finding.approved.is_none()
                && finding.introduced != Some(false)
        });
        if broken && now <= before {
            raised.push((schema.path.clone(), before, now));
        }
    }
    for (path, before, now) in raised {
        let rule = rules::find("schema-version-not-raised").expect("a rule of this crate");
        let message = if now < before {
            format!("{path} breaks its readers, and its own version fell from {before} to {now}")
        } else {
            format!("{path} breaks its readers, and its own version is still {now}")
        };
        let entry = new.schemas.iter().find(|entry| entry.path == path);
        let at = entry.map_or_else(|| place(&new.version_place), |entry| place(&entry.place));
        let help =
            format!("if that is meant, set `version = {}` in [schemas.{path:?}] of {}", before + 1, new.file);
        report.findings.push(of_manifest_finding(rule.id, path, Severity::Error, message, help, at));
    }
    report.version = Some(version);
}

fn of_manifest_finding(
    rule: &str,
    schema: String,
    severity: Severity,
    message: String,
    help: String,
    new: Option<Location>,
) -> Finding {
    Finding {
        rule: rule.to_owned(),
        class: Class::Version,
        severity,
        schema,
        at: String::new(),
        message,
        help,
        old: None,
        new,
        witness: None,
        refusals: Vec::new(),
        approved: None,
        introduced: None,
    }
}
