use std::collections::HashSet;

use crate::{
    Level,
    lint::{
        context::{Context, Help, Role, children},
        report::Report,
        rule::{Check, Example, Rule},
    },
    schema::SchemaId,
};

pub(crate) const RULE: Rule = Rule {
    id: "unused-definition",
    level: Some(Level::Note),
    strict: Level::Note,
    what: "a definition that nothing in the set refers to",
    why: "It is left over, or the reference to it was forgotten. References by pointer, by anchor, through other \
          definitions and from other files count; a file that holds nothing but definitions is a library and is left \
          alone.",
    bad: Example::bad(
        r##"{
  "type": "object",
  "properties": { "id": { "$ref": "#identifier" } },
  "additionalProperties": false,
  "$defs": {
    "identifier": { "$anchor": "identifier", "type": "string" },
    "price": { "type": "number", "minimum": 0 }
  }
}"##,
        &["/$defs/price"],
    ),
    good: Example::good(
        r##"{
  "type": "object",
  "properties": { "id": { "$ref": "#identifier" } },
  "additionalProperties": false,
  "$defs": {
    "identifier": { "$anchor": "identifier", "type": "string" }
  }
}"##,
    ),
    check: Check::Schemas(check),
};

fn check(context: &Context<'_>, report: &mut Report<'_, '_>) {
    let used = used(context);
    let mut unused: HashSet<SchemaId> = HashSet::new();
    for id in context.ids() {
        let Role::Definition(name) = context.role(*id) else { continue };
        let Some(parent) = context.parent(*id) else { continue };
        if used.contains(id) || is_library(context, parent) {
            continue;
        }
        unused.insert(*id);
        // One finding for a definition and those in it.
        let mut around = Some(parent);
        let mut inside = false;
        while let Some(outer) = around {
            inside |= unused.contains(&outer);
            around = context.parent(outer);
        }
        if !inside {
            report
                .schema(*id, format!("nothing refers to the definition {name:?}"))
                .help("take it out, or refer to it where it was meant");
        }
    }
}

/// The schemas that the roots of the files lead to, and the schemas around these.
fn used(context: &Context<'_>) -> HashSet<SchemaId> {
    let mut reached: HashSet<SchemaId> = HashSet::new();
    let mut waiting: Vec<SchemaId> = context.model.documents().iter().map(|document| document.root).collect();
    while let Some(id) = waiting.pop() {
        if !reached.insert(id) {
            continue;
        }
        waiting.extend(context.model.applied(id));
        let Some(keywords) = context.model.keywords(id) else { continue };
        // A branch without its `if`, and the schema of an encoded content, are part of the schema too.
        let inner = children(keywords).into_iter().filter(|(_, role)| !matches!(role, Role::Definition(_)));
        waiting.extend(inner.map(|(child, _)| child));
    }
    let mut used = reached.clone();
    for id in reached {
        let mut around = context.parent(id);
        while let Some(outer) = around {
            if !used.insert(outer) {
                break;
            }
            around = context.parent(outer);
        }
    }
    used
}

/// Whether a root holds definitions and nothing that applies.
fn is_library(context: &Context<'_>, id: SchemaId) -> bool {
    let is_root = context.parent(id).is_none();
    is_root
        && context.model.applied(id).is_empty()
        && context.model.keywords(id).is_some_and(|keywords| {
            keywords.types.is_none() && keywords.enumeration.is_none() && keywords.constant.is_none()
        })
}
