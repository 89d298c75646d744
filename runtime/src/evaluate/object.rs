//! Objects: counts, `required`, `dependentRequired`, `properties`, `patternProperties`, `additionalProperties`,
//! `propertyNames` and `dependentSchemas`.

use super::{Asked, Collector, Evaluated, Evaluator, Path, Reporter, Silent, counted, size, value};
use crate::{
    instance::{Instance, ObjectView},
    pattern::Pattern,
    schema::{Keyword, Named, Schema},
    violation::{Violation, describe, quoted},
};

pub(super) fn holds(keyword: &Keyword, members: &dyn ObjectView) -> bool {
    match keyword {
        Keyword::MinProperties(min) => size(members.len()) >= *min,
        Keyword::MaxProperties(max) => size(members.len()) <= *max,
        Keyword::Required(names) => has_all(members, names),
        Keyword::DependentRequired(list) => {
            list.iter().all(|(name, needed)| members.member(name).is_none() || has_all(members, needed))
        }
        _ => true,
    }
}

fn has_all(members: &dyn ObjectView, names: &[&str]) -> bool {
    names.iter().all(|name| members.member(name).is_some())
}

/// The violation of an assertion about an object that does not hold.
pub(super) fn blame(asked: &Asked<'_, '_>, members: &dyn ObjectView) -> Violation {
    let missing = |names: &[&'static str]| -> Vec<&'static str> {
        names.iter().copied().filter(|name| members.member(name).is_none()).collect()
    };
    let count = || counted(members.len(), "member", "members");
    match asked.keyword {
        Keyword::MinProperties(min) => {
            asked.violation(format!("at least {}", counted(*min, "member", "members")), count())
        }
        Keyword::MaxProperties(max) => {
            asked.violation(format!("at most {}", counted(*max, "member", "members")), count())
        }
        Keyword::Required(names) => Violation {
            pointer: asked.place.path.to_pointer(),
            ..Violation::missing_members(&missing(names), &format!("{}/required", asked.schema.location))
        },
        Keyword::DependentRequired(list) => {
            let broken = list
                .iter()
                .filter(|(name, _)| members.member(name).is_some())
                .map(|(name, needed)| (*name, missing(needed)))
                .find(|(_, missing)| !missing.is_empty());
            let (name, missing) = broken.unwrap_or_default();
            let words = Violation::missing_members(&missing, "");
            let expected = format!("{} beside {}", words.expected, quoted([name].into_iter(), "and"));
            asked.violation(expected, words.found)
        }
        keyword => asked.violation(value::describe(keyword), describe(asked.instance)),
    }
}

impl<'i> Evaluator<'i> {
    fn member<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schema: &'static Schema,
        name: &str,
        value: Instance<'i>,
        reporter: &mut R,
    ) -> bool {
        let path = Path::Name(asked.place.path, name);
        self.evaluate(schema, value, asked.place.inside(&path), None, reporter)
    }

    pub(super) fn properties<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        list: &'static [Named],
        members: &'i dyn ObjectView,
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        for (name, schema) in list {
            if let Some(value) = members.member(name) {
                valid &= self.member(asked, schema, name, value, reporter);
                if !valid && reporter.is_full() {
                    return false;
                }
                if let Some(seen) = &mut seen {
                    seen.add_member(name);
                }
            }
        }
        valid
    }

    pub(super) fn pattern_properties<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        list: &'static [(&'static Pattern, &'static Schema)],
        members: &'i dyn ObjectView,
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        members.each_member(&mut |name, value| {
            let mut matched = false;
            for (pattern, schema) in list {
                if !self.matches(pattern, name, asked.place) {
                    continue;
                }
                matched = true;
                valid &= self.member(asked, schema, name, value, reporter);
                if !valid && reporter.is_full() {
                    return false;
                }
            }
            if let Some(seen) = seen.as_deref_mut().filter(|_| matched) {
                seen.add_member(name);
            }
            true
        });
        valid
    }

    pub(super) fn additional_properties<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        members: &'i dyn ObjectView,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let Keyword::AdditionalProperties { properties, patterns, schema } = asked.keyword else { return true };
        let mut valid = true;
        members.each_member(&mut |name, value| {
            let adjacent = properties.binary_search(&name).is_ok()
                || patterns.iter().any(|pattern| self.matches(pattern, name, asked.place));
            if !adjacent {
                valid &=
                    self.other_member(asked, schema, name, value, reporter, || closed_to(properties, patterns));
            }
            valid || !reporter.is_full()
        });
        // Together with the adjacent keywords, every member was evaluated.
        if let Some(seen) = seen {
            seen.add_all_members();
        }
        valid
    }

    /// Evaluates a member that `asked` (`additionalProperties` or `unevaluatedProperties`) takes care of.
    fn other_member<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schema: &'static Schema,
        name: &str,
        value: Instance<'i>,
        reporter: &mut R,
        expected: impl FnOnce() -> String,
    ) -> bool {
        if schema.is_never() {
            reporter
                .report(|| asked.violation(expected(), format!("the member {}", describe(Instance::String(name)))));
            return false;
        }
        self.member(asked, schema, name, value, reporter)
    }

    pub(super) fn unevaluated_properties<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schema: &'static Schema,
        members: &'i dyn ObjectView,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut nothing = Evaluated::default();
        let seen = seen.unwrap_or(&mut nothing);
        if seen.has_all_members() {
            return true;
        }
        seen.seal();
        let mut valid = true;
        members.each_member(&mut |name, value| {
            if !seen.has_member(name) {
                valid &= self.other_member(asked, schema, name, value, reporter, || {
                    "no members but those that the schema describes".to_owned()
                });
            }
            valid || !reporter.is_full()
        });
        seen.add_all_members();
        valid
    }

    pub(super) fn property_names<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schema: &'static Schema,
        members: &'i dyn ObjectView,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        members.each_member(&mut |name, _| {
            let instance = Instance::String(name);
            if !self.evaluate(schema, instance, asked.place.deeper(), None, &mut Silent) {
                valid = false;
                if !R::SILENT {
                    let mut why = Collector::with_levels(1, 0);
                    self.evaluate(schema, instance, asked.place.deeper(), None, &mut why);
                    let expected = why.into_violations().pop().map_or_else(String::new, |why| why.expected);
                    reporter.report(|| {
                        let found = format!("the name {}", describe(instance));
                        asked.violation(format!("every member name to be {expected}"), found)
                    });
                }
            }
            valid || !reporter.is_full()
        });
        valid
    }

    pub(super) fn dependent_schemas<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        list: &'static [Named],
        members: &'i dyn ObjectView,
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        for (name, schema) in list {
            if members.member(name).is_some() {
                valid &= self.evaluate(schema, asked.instance, asked.place.deeper(), seen.as_deref_mut(), reporter);
                if !valid && reporter.is_full() {
                    return false;
                }
            }
        }
        valid
    }
}

/// What a closed object expects.
fn closed_to(properties: &[&str], patterns: &[&Pattern]) -> String {
    match (properties, patterns) {
        ([], []) => "no members".to_owned(),
        (_, []) => format!("no members but {}", quoted(properties.iter().copied(), "and")),
        ([], _) => format!("no members but those that match {}", sources(patterns)),
        _ => format!(
            "no members but {} and those that match {}",
            quoted(properties.iter().copied(), "and"),
            sources(patterns)
        ),
    }
}

fn sources(patterns: &[&Pattern]) -> String {
    crate::violation::enumerated(patterns.iter().map(|pattern| pattern.source().to_owned()), "or")
}

#[cfg(test)]
mod tests {
    use crate::evaluate::testing::{Tables, json};

    #[test]
    fn counts() {
        let schema = Tables::build(&json!({"minProperties": 1, "maxProperties": 1}));
        schema.accepts(&json!({"a": 1}));
        schema.accepts(&json!([]));
        assert_eq!(schema.rejects(&json!({}))[0].expected, "at least 1 member");
        assert_eq!(schema.rejects(&json!({"a": 1, "b": 1}))[0].found, "2 members");
    }

    #[test]
    fn required() {
        let schema = Tables::build(&json!({"properties": {"x": {"required": ["a", "b", "c"]}}}));
        schema.accepts(&json!({"x": {"a": 1, "b": null, "c": 1, "d": 1}}));
        schema.accepts(&json!({"x": "text"}));
        assert_eq!(
            schema.rejects(&json!({"x": {"b": 1}}))[0].to_string(),
            r#"/x: expected the members "a" and "c", found neither (required)"#
        );
    }

    #[test]
    fn dependent_required() {
        let schema = Tables::build(&json!({"dependentRequired": {"card": ["address", "name"], "x": []}}));
        schema.accepts(&json!({"address": 1}));
        schema.accepts(&json!({"card": 1, "address": 1, "name": 1, "x": 1}));
        assert_eq!(
            schema.rejects(&json!({"card": 1, "name": 1}))[0].to_string(),
            r#"document: expected the member "address" beside "card", found no such member (dependentRequired)"#
        );
    }

    #[test]
    fn members_by_name_pattern_and_the_rest() {
        let schema = Tables::build(&json!({
            "properties": {"b": {"type": "string"}, "a": {"type": "string"}},
            "patternProperties": {"^n_": {"type": "number"}, "_i$": {"type": "integer"}},
            "additionalProperties": {"type": "boolean"},
        }));
        schema.accepts(&json!({"a": "x", "n_x": 1.5, "n_i": 1, "other": true}));
        let mut found: Vec<_> = schema
            .rejects(&json!({"a": 1, "b": 1, "n_x": "", "n_i": 1.5, "other": 1}))
            .into_iter()
            .map(|violation| violation.pointer)
            .collect();
        found.sort();
        assert_eq!(found, ["/a", "/b", "/n_i", "/n_x", "/other"]);
    }

    #[test]
    fn closed_objects() {
        let schema = Tables::build(&json!({"properties": {"b": true, "a": true}, "additionalProperties": false}));
        schema.accepts(&json!({"a": 1}));
        let violations = schema.rejects(&json!({"a": 1, "x": 1, "y": 1}));
        assert_eq!(violations.len(), 2);
        assert_eq!(
            violations[0].to_string(),
            r#"document: expected no members but "a" and "b", found the member "x" (additionalProperties)"#
        );
        assert_eq!(violations[0].schema, "test.json#/additionalProperties");
        let schema = Tables::build(&json!({"patternProperties": {"^x": true}, "additionalProperties": false}));
        schema.accepts(&json!({"x1": 1}));
        assert_eq!(schema.rejects(&json!({"y": 1}))[0].expected, "no members but those that match ^x");
        Tables::build(&json!({"additionalProperties": false})).rejects(&json!({"y": 1}));
    }

    #[test]
    fn names() {
        let schema = Tables::build(&json!({"propertyNames": {"pattern": "^[a-z]+$"}}));
        schema.accepts(&json!({"abc": 1}));
        let violations = schema.rejects(&json!({"A": 1, "b": 1, "C": 1}));
        assert_eq!(violations.len(), 2);
        assert_eq!(
            violations[0].to_string(),
            "document: expected every member name to be a string that matches ^[a-z]+$, found the name \"A\" \
             (propertyNames)"
        );
        Tables::build(&json!({"propertyNames": false})).accepts(&json!({}));
        Tables::build(&json!({"propertyNames": false})).rejects(&json!({"a": 1}));
    }

    #[test]
    fn dependent_schemas() {
        let schema = Tables::build(&json!({"dependentSchemas": {"a": {"required": ["b"]}, "c": false}}));
        schema.accepts(&json!({"b": 1}));
        schema.accepts(&json!({"a": 1, "b": 1}));
        assert_eq!(schema.rejects(&json!({"a": 1}))[0].schema, "test.json#/dependentSchemas/a/required");
        assert_eq!(schema.rejects(&json!({"c": 1}))[0].keyword, "false");
    }
}
