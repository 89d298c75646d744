//! `compat --batch`: many questions at once, one JSON text a line.

use std::io::Write;

use contracts_compat::{Budget, Decision, Subject, changes, decide, rules::Kind};
use contracts_model::{
    Backtracking, Finding, Level, Model, Options, SchemaSet,
    source::{Node, Source},
};
use serde_json::{Value, json};

use crate::{
    exit::{ExitStatus, Failure},
    files,
    report::Texts,
};

/// Answers every line of a file: `{"id", "old", "new"}` becomes `{"id", "verdict", "witness"?, "reason"?}`.
///
/// Whether everything valid under `old` is valid under `new`: the direction is backward. A line that holds no question
/// is answered too, as undecided with the reason, and makes the run end as a failure.
///
/// The question is about documents alone. A keyword that no dialect knows is an annotation in it, where a comparison of
/// versions leaves a changed one to a person; the reason of such a `compatible` says what changed.
pub(crate) fn batch(
    path: &str,
    budget: Budget,
    texts: &mut Texts,
    out: &mut dyn Write,
) -> Result<ExitStatus, Failure> {
    let path = files::spelled(path);
    let Ok(text) = files::read(&path, texts)? else {
        return Err(Failure::new(format!("{path:?} is not UTF-8 text")).with_help("save it as UTF-8"));
    };
    let mut worst = ExitStatus::Clean;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let (answer, status) = match question(&format!("line {}", number + 1), line) {
            Ok((id, Ok((old, new)))) => answer(&id, &old, &new, budget),
            Ok((id, Err(reason))) => (undecided(&id, &reason), ExitStatus::Failure),
            Err(reason) => (undecided(&Value::Null, &reason), ExitStatus::Failure),
        };
        writeln!(out, "{answer}")?;
        worst = worse(worst, status);
    }
    Ok(worst)
}

/// The status of a run with two answers: a failure above a break above what is undecided.
fn worse(left: ExitStatus, right: ExitStatus) -> ExitStatus {
    let rank = |status| match status {
        ExitStatus::Clean => 0,
        ExitStatus::Undecided => 1,
        ExitStatus::Findings => 2,
        ExitStatus::Failure => 3,
    };
    if rank(right) > rank(left) { right } else { left }
}

type Models = Result<(Model, Model), String>;

/// Reads a line: the id of the question and its two schemas. The outer error says that there is no question at all,
/// the inner one what is wrong with a schema.
fn question(name: &str, line: &str) -> Result<(Value, Models), String> {
    let source = Source::parse(name, line).map_err(|findings| said(name, &findings))?;
    let member = |member: &str| {
        let node = source.root().get(member);
        node.ok_or_else(|| format!("{name} has no member {member:?}; a question is {{\"id\", \"old\", \"new\"}}"))
    };
    let id = member("id")?.to_value().to_serde_json().map_err(|error| format!("{name}: {error}"))?;
    let (old, new) = (member("old")?, member("new")?);
    let models = schema("old", text(line, old)).and_then(|old| Ok((old, schema("new", text(line, new))?)));
    Ok((id, models))
}

fn text<'l>(line: &'l str, node: &Node) -> &'l str {
    &line[node.span.0..node.span.1]
}

fn schema(name: &str, text: &str) -> Result<Model, String> {
    let options = Options { backtracking: Backtracking::Everywhere, reference_loops: true, ..Options::default() };
    let (model, findings) = SchemaSet::with_options(options).add(name, None, text).resolve();
    model.ok_or_else(|| said(name, &findings))
}

/// The first error among findings.
fn said(name: &str, findings: &[Finding]) -> String {
    match findings.iter().find(|finding| finding.level == Level::Error) {
        Some(finding) => format!("{}: {}", finding.place, finding.message),
        None => format!("{name} cannot be read"),
    }
}

fn undecided(id: &Value, reason: &str) -> Value {
    json!({ "id": id, "verdict": "undecided", "reason": reason })
}

fn answer(id: &Value, old: &Model, new: &Model, budget: Budget) -> (Value, ExitStatus) {
    let root = |model| Subject { model, root: Model::documents(model)[0].root };
    match decide(root(old), root(new), &budget) {
        Decision::Compatible(_) => {
            let mut answer = json!({ "id": id, "verdict": "compatible" });
            if let Some(reason) = for_review(root(old), root(new)) {
                answer["reason"] = reason.into();
            }
            (answer, ExitStatus::Clean)
        }
        Decision::Breaking(witness) => {
            let reason = witness.refusals.first().map(|refusal| match refusal.instance_pointer.as_str() {
                "" => refusal.message.clone(),
                pointer => format!("{pointer}: {}", refusal.message),
            });
            let answer = json!({ "id": id, "verdict": "breaking", "witness": witness.instance, "reason": reason });
            (answer, ExitStatus::Findings)
        }
        Decision::Undecided(obstacle) => {
            let reason = format!("`{}` at {}: {}", obstacle.construct, obstacle.place, obstacle.why);
            (undecided(id, &reason), ExitStatus::Undecided)
        }
    }
}

/// What changed that no document shows and that some reader may enforce.
fn for_review(old: Subject<'_>, new: Subject<'_>) -> Option<String> {
    let changes = changes(old, new);
    let mut reviewed = changes.iter().filter(|change| change.rule.kind == Kind::Review);
    let first = reviewed.next()?;
    let more = match reviewed.count() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    Some(format!("as far as validators look; a person should: at {}, {}{more}", place(&first.at), first.message))
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the schema" } else { pointer }
}
