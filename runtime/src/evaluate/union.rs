//! Why no alternative of an `anyOf` or `oneOf` matched: which one came closest, and what was wrong there.

use std::cmp::Reverse;

use super::{Asked, Collector, Evaluator, Reporter, value::literals_in_words};
use crate::{
    instance::{Instance, View},
    schema::{Keyword, Literal, Schema, Types},
    violation::{Violation, describe, enumerated, push_name},
};

/// How many references and `allOf`s are followed in search of a tag.
const MAX_HOPS: usize = 8;

/// How many violations are counted to tell how close an alternative came.
const COUNTED: usize = 8;

/// What was wrong with one alternative.
struct Attempt {
    branch: &'static Schema,
    index: usize,
    /// Whether the alternative is the one that the tag names.
    tagged: bool,
    violations: Vec<Violation>,
}

impl Attempt {
    /// Smaller is closer: the tag fits, the kind of value fits, the failure is deep inside, the failures are few.
    fn distance(&self, pointer: &str) -> impl Ord + use<> {
        let first = self.violations.first();
        let depth = first.map_or(0, |violation| violation.pointer.matches('/').count());
        (
            !self.tagged,
            first.is_some_and(|first| is_kind(first, pointer)),
            Reverse(depth),
            self.violations.len(),
            self.index,
        )
    }
}

/// Whether the whole value is of the wrong kind.
fn is_kind(violation: &Violation, pointer: &str) -> bool {
    violation.pointer == pointer && matches!(violation.keyword, "type" | "const" | "enum")
}

impl<'i> Evaluator<'i> {
    /// Reports that no alternative matched.
    #[cold]
    #[inline(never)]
    pub(super) fn explain_union<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        branches: &'static [&'static Schema],
        reporter: &mut R,
    ) {
        let instance = asked.instance;
        let tag = Tag::of(branches, instance);
        if let Some(tag) = tag.as_ref().filter(|tag| tag.fitting.is_empty()) {
            let mut violation = asked.violation(literals_in_words(tag.known.iter().copied()), describe(tag.value));
            push_name(&mut violation.pointer, tag.name);
            reporter.report(|| violation);
            return;
        }
        let alternatives = format!("a match with one of {} alternatives", branches.len());
        let mut violation = asked.violation(alternatives, describe(instance));
        let levels = reporter.explained_levels();
        if levels > 0 {
            let mut attempts: Vec<_> = branches
                .iter()
                .enumerate()
                .map(|(index, branch)| {
                    let mut collector = Collector::with_levels(COUNTED, 0);
                    self.evaluate(branch, instance, asked.place.deeper(), None, &mut collector);
                    let tagged = tag.as_ref().is_some_and(|tag| tag.fitting.contains(&index));
                    Attempt { branch, index, tagged, violations: collector.into_violations() }
                })
                .collect();
            attempts.sort_by_cached_key(|attempt| attempt.distance(&violation.pointer));
            // Only the closest alternative is looked into further: unions inside unions would grow without bound.
            if let Some(closest) = attempts.first_mut().filter(|_| levels > 1) {
                let mut collector = Collector::with_levels(1, levels - 1);
                self.evaluate(closest.branch, instance, asked.place.deeper(), None, &mut collector);
                let deeper = collector.into_violations();
                if !deeper.is_empty() {
                    closest.violations = deeper;
                }
            }
            violation.causes =
                attempts.into_iter().filter_map(|attempt| attempt.violations.into_iter().next()).collect();
            if violation.causes.iter().all(|cause| is_kind(cause, &violation.pointer))
                && !violation.causes.is_empty()
            {
                violation.causes.sort_by(|left, right| left.schema.cmp(&right.schema));
                let kinds = std::mem::take(&mut violation.causes).into_iter().map(|cause| cause.expected);
                violation.expected = enumerated(kinds.collect::<Vec<_>>().into_iter(), "or");
            }
        }
        reporter.report(|| violation);
    }
}

/// A member that tells the alternatives apart: each that takes objects has it as `const` or `enum`.
struct Tag<'i> {
    name: &'static str,
    value: Instance<'i>,
    /// All values that some alternative knows, in their order.
    known: Vec<&'static Literal>,
    /// The alternatives that know the value.
    fitting: Vec<usize>,
}

impl<'i> Tag<'i> {
    /// The tag of the instance that fits the fewest alternatives.
    fn of(branches: &'static [&'static Schema], instance: Instance<'i>) -> Option<Self> {
        let Instance::Object(members) = instance else { return None };
        let candidates: Vec<(usize, Vec<Candidate>)> = branches
            .iter()
            .enumerate()
            .filter(|(_, branch)| takes_objects(branch, MAX_HOPS))
            .map(|(index, branch)| {
                let mut found = Vec::new();
                find_tags(branch, MAX_HOPS, &mut found);
                (index, found)
            })
            .collect();
        let (_, first) = candidates.first()?;
        first
            .iter()
            .filter_map(|(name, _)| {
                let value = members.member(name)?;
                let mut tag = Tag { name, value, known: Vec::new(), fitting: Vec::new() };
                for (index, found) in &candidates {
                    let (_, values) = found.iter().find(|(other, _)| other == name)?;
                    if values.iter().any(|literal| literal.view() == value) {
                        tag.fitting.push(*index);
                    }
                    for literal in *values {
                        if !tag.known.iter().any(|known| known.view() == literal.view()) {
                            tag.known.push(literal);
                        }
                    }
                }
                Some(tag)
            })
            .min_by_key(|tag| tag.fitting.len())
    }
}

/// A member name with the values that it may have.
type Candidate = (&'static str, &'static [Literal]);

fn takes_objects(schema: &'static Schema, hops: usize) -> bool {
    schema.keywords.iter().all(|keyword| match keyword {
        Keyword::Never => false,
        Keyword::Type(types) => types.contains(Types::OBJECT),
        Keyword::Const(literal) => matches!(literal, Literal::Object(_)),
        Keyword::Enum(literals) => literals.iter().any(|literal| matches!(literal, Literal::Object(_))),
        Keyword::Ref(_) | Keyword::LateRef(_) if hops > 0 => {
            keyword.reference().is_none_or(|target| takes_objects(target, hops - 1))
        }
        _ => true,
    })
}

fn find_tags(schema: &'static Schema, hops: usize, found: &mut Vec<Candidate>) {
    for keyword in schema.keywords {
        match keyword {
            Keyword::Properties(list) => {
                found.extend(list.iter().filter_map(|(name, schema)| Some((*name, values(schema, MAX_HOPS)?))));
            }
            Keyword::Ref(_) | Keyword::LateRef(_) if hops > 0 => {
                if let Some(target) = keyword.reference() {
                    find_tags(target, hops - 1, found);
                }
            }
            Keyword::AllOf([branch]) if hops > 0 => find_tags(branch, hops - 1, found),
            _ => {}
        }
    }
}

/// The values of a schema with `const` or `enum`.
fn values(schema: &'static Schema, hops: usize) -> Option<&'static [Literal]> {
    schema.keywords.iter().find_map(|keyword| match keyword {
        Keyword::Const(literal) => Some(std::slice::from_ref(literal)),
        Keyword::Enum(literals) => Some(*literals),
        Keyword::Ref(_) | Keyword::LateRef(_) if hops > 0 => values(keyword.reference()?, hops - 1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::evaluate::testing::{Tables, json};

    fn shapes() -> Tables {
        Tables::build(&json!({
            "properties": {"shape": {"oneOf": [
                {
                    "type": "object",
                    "properties": {"version": {"const": 1}, "kind": {"const": "circle"}, "radius": {"type": "number"}},
                    "required": ["kind", "radius"],
                },
                {"$ref": "#/$defs/rectangle"},
                {"type": "null"},
            ]}},
            "$defs": {"rectangle": {
                "type": "object",
                "properties": {
                    "version": {"const": 1},
                    "kind": {"enum": ["square", "rectangle"]},
                    "width": {"type": "number"},
                },
                "required": ["kind", "width"],
            }},
        }))
    }

    #[test]
    fn an_unknown_tag_is_told_at_the_tag() {
        let violations = shapes().rejects(&json!({"shape": {"kind": "line", "version": 1}}));
        assert_eq!(
            violations[0].to_string(),
            r#"/shape/kind: expected one of "circle", "square" or "rectangle", found "line" (oneOf)"#
        );
    }

    #[test]
    fn the_alternative_of_the_tag_comes_first() {
        let violations = shapes().rejects(&json!({"shape": {"kind": "square", "version": 1, "width": "1"}}));
        assert_eq!(
            violations[0].to_string(),
            "/shape: expected a match with one of 3 alternatives, found \
             {\"kind\":\"square\",\"version\":1,\"width\":\"1\"} (oneOf)\n  \
             - /shape/width: expected a number, found \"1\" (type)\n  \
             - /shape/kind: expected \"circle\", found \"square\" (const)\n  \
             - /shape: expected null, found {\"kind\":\"square\",\"version\":1,\"width\":\"1\"} (type)"
        );
    }

    #[test]
    fn without_a_tag_there_is_one_line_for_each_alternative() {
        let violations = shapes().rejects(&json!({"shape": {}}));
        let causes: Vec<_> = violations[0].causes.iter().map(ToString::to_string).collect();
        assert_eq!(
            causes,
            [
                "/shape: expected the members \"kind\" and \"radius\", found neither (required)",
                "/shape: expected the members \"kind\" and \"width\", found neither (required)",
                "/shape: expected null, found {} (type)",
            ]
        );
    }

    #[test]
    fn alternatives_of_other_kinds_are_listed_in_one_line() {
        let schema = Tables::build(&json!({"anyOf": [{"type": "string"}, {"type": "integer"}, {"const": true}]}));
        let violations = schema.rejects(&json!([]));
        assert_eq!(violations[0].to_string(), "document: expected a string, an integer or true, found [] (anyOf)");
    }

    #[test]
    fn the_deepest_failure_is_closest() {
        let schema = Tables::build(&json!({"anyOf": [
            {"properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"b": {"properties": {"c": {"type": "string"}}}}, "required": ["b"]},
        ]}));
        let violations = schema.rejects(&json!({"b": {"c": 1}}));
        assert_eq!(violations[0].causes[0].pointer, "/b/c");
    }

    #[test]
    fn unions_inside_unions_are_looked_into_along_the_closest_alternative() {
        let schema = Tables::build(&json!({"anyOf": [
            {"type": "null"},
            {"type": "array", "items": {"anyOf": [{"type": "array", "minItems": 1}, {"type": "array", "maxItems": 0, "items": false, "minItems": 1}]}},
        ]}));
        let violations = schema.rejects(&json!([[]]));
        assert_eq!(violations[0].causes[0].pointer, "/0");
        assert_eq!(violations[0].causes[0].causes[0].keyword, "minItems");
    }
}
