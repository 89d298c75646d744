//! Applicators in place: `allOf`, `anyOf`, `oneOf`, `not`, and `if` with `then` and `else`.

use super::{Asked, Evaluated, Evaluator, Reporter, Silent, words};
use crate::{
    schema::{Keyword, Schema},
    violation::describe,
};

impl<'i> Evaluator<'i> {
    pub(super) fn all_of<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        branches: &'static [&'static Schema],
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        for branch in branches {
            valid &= self.evaluate(branch, asked.instance, asked.place.deeper(), seen.as_deref_mut(), reporter);
            if !valid && reporter.is_full() {
                return false;
            }
        }
        valid
    }

    pub(super) fn any_of<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        branches: &'static [&'static Schema],
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = false;
        for branch in branches {
            valid |= self.evaluate(branch, asked.instance, asked.place.deeper(), seen.as_deref_mut(), &mut Silent);
            // Every branch that matches adds to what was evaluated.
            if valid && seen.is_none() {
                return true;
            }
        }
        if !valid && !R::SILENT {
            self.explain_union(asked, branches, reporter);
        }
        valid
    }

    pub(super) fn one_of<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        branches: &'static [&'static Schema],
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut matched = None;
        for (index, branch) in branches.iter().enumerate() {
            if !self.evaluate(branch, asked.instance, asked.place.deeper(), seen.as_deref_mut(), &mut Silent) {
                continue;
            }
            if let Some(first) = matched {
                reporter.report(|| {
                    asked.violation(
                        "a match with exactly one alternative",
                        format!("matches with alternatives {first} and {index}"),
                    )
                });
                return false;
            }
            matched = Some(index);
        }
        if matched.is_none() && !R::SILENT {
            self.explain_union(asked, branches, reporter);
        }
        matched.is_some()
    }

    pub(super) fn not<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        subschema: &'static Schema,
        reporter: &mut R,
    ) -> bool {
        let valid = !self.evaluate(subschema, asked.instance, asked.place.deeper(), None, &mut Silent);
        if !valid {
            reporter.report(|| {
                let expected = words::values(subschema).map_or_else(
                    || "a value that the schema under `not` does not accept".to_owned(),
                    |values| format!("anything but {values}"),
                );
                asked.violation(expected, describe(asked.instance))
            });
        }
        valid
    }

    pub(super) fn conditional<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let Keyword::If { condition, then, otherwise } = asked.keyword else { return true };
        let holds =
            self.evaluate(condition, asked.instance, asked.place.deeper(), seen.as_deref_mut(), &mut Silent);
        let Some(branch) = (if holds { then } else { otherwise }) else { return true };
        let kept = reporter.kept();
        let valid = self.evaluate(branch, asked.instance, asked.place.deeper(), seen, reporter);
        if !valid && !R::SILENT {
            let when = words::condition(condition).map_or_else(
                || format!("because the value {} `if`", if holds { "matches" } else { "does not match" }),
                |condition| format!("{} {condition}", if holds { "when" } else { "unless" }),
            );
            reporter.amend(kept, |violation| {
                violation.expected.push_str(", ");
                violation.expected.push_str(&when);
            });
        }
        valid
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::testing::{Tables, json};

    #[test]
    fn all_of() {
        let schema = Tables::build(&json!({"allOf": [{"minimum": 1}, {"maximum": 3}, {"multipleOf": 2}]}));
        schema.accepts(&json!(2));
        let keywords: Vec<_> = schema.rejects(&json!(-1)).into_iter().map(|violation| violation.keyword).collect();
        assert_eq!(keywords, ["minimum", "multipleOf"]);
    }

    #[test]
    fn any_of() {
        let schema = Tables::build(&json!({"anyOf": [{"type": "string"}, {"minimum": 1, "type": "number"}]}));
        schema.accepts(&json!("a"));
        schema.accepts(&json!(1));
        schema.rejects(&json!(0));
        Tables::build(&json!({"anyOf": [false, true]})).accepts(&json!(1));
        Tables::build(&json!({"anyOf": [false, false]})).rejects(&json!(1));
    }

    #[test]
    fn one_of() {
        let schema = Tables::build(&json!({"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}, {"type": "string"}]}));
        schema.accepts(&json!(4));
        schema.accepts(&json!(9));
        schema.rejects(&json!(5));
        assert_eq!(
            schema.rejects(&json!(6))[0].to_string(),
            "document: expected a match with exactly one alternative, found matches with alternatives 0 and 1 (oneOf)"
        );
        schema.rejects(&json!("in all"));
    }

    #[test]
    fn not() {
        let schema = Tables::build(&json!({"properties": {"a": {"not": {"type": "null"}}}}));
        schema.accepts(&json!({"a": 1}));
        assert_eq!(
            schema.rejects(&json!({"a": null}))[0].to_string(),
            "/a: expected anything but null, found null (not)"
        );
        Tables::build(&json!({"not": {"not": {"const": 1}}})).accepts(&json!(1));
        Tables::build(&json!({"not": {"not": {"const": 1}}})).rejects(&json!(2));
    }

    #[test]
    fn conditionals() {
        let schema = Tables::build(&json!({
            "if": {"properties": {"kind": {"const": "circle"}}, "required": ["kind"]},
            "then": {"required": ["radius"]},
            "else": {"required": ["side"]},
        }));
        schema.accepts(&json!({"kind": "circle", "radius": 1}));
        schema.accepts(&json!({"kind": "square", "side": 1}));
        let violations = schema.rejects(&json!({"kind": "circle", "side": 1}));
        assert_eq!(violations[0].schema, "test.json#/then/required");
        assert_eq!(violations[0].expected, r#"the member "radius", when "kind" is "circle""#);
        let violations = schema.rejects(&json!({"kind": "square"}));
        assert_eq!(violations[0].expected, r#"the member "side", unless "kind" is "circle""#);
        let schema = Tables::build(&json!({
            "allOf": [{"if": {"minLength": 2, "maxLength": 3}, "then": {"type": "object"}}],
            "not": {"anyOf": [{"required": ["a", "b"]}, {"minimum": 7}]},
        }));
        let violations = schema.rejects(&json!("abc"));
        assert_eq!(violations[0].expected, "an object, because the value matches `if`");
        let violations = schema.rejects(&json!(8));
        assert_eq!(
            violations[1].expected,
            r#"anything but an object with the members "a" and "b" or a number at least 7"#
        );
        let schema = Tables::build(&json!({
            "if": {"properties": {"kind": {"const": "circle"}}, "required": ["kind"]},
            "then": {"required": ["radius"]},
            "else": {"required": ["side"]},
        }));
        assert_eq!(schema.rejects(&json!({"radius": 1}))[0].schema, "test.json#/else/required");
        Tables::build(&json!({"if": false, "then": false})).accepts(&json!(1));
        Tables::build(&json!({"if": true, "else": false})).accepts(&json!(1));
        Tables::build(&json!({"if": true, "then": false})).rejects(&json!(1));
    }

    #[test]
    fn only_what_valid_subschemas_evaluated_counts() {
        let schema = Tables::build(&json!({
            "if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
            "then": {"properties": {"b": true}},
            "anyOf": [
                {"properties": {"c": {"type": "string"}}},
                {"properties": {"d": {"type": "string"}}},
            ],
            "not": {"properties": {"e": {"const": 0}}, "required": ["e"]},
            "unevaluatedProperties": false,
        }));
        schema.accepts(&json!({"a": 1, "b": 1, "c": "", "d": ""}));
        for (value, extra) in
            [(json!({"a": 2, "b": 1}), "\"a\""), (json!({"c": 1, "d": ""}), "\"c\""), (json!({"e": 1}), "\"e\"")]
        {
            let violation = &schema.rejects(&value)[0];
            assert_eq!(violation.keyword, "unevaluatedProperties");
            assert_eq!(violation.found, format!("the member {extra}"));
        }
    }

    #[test]
    fn unevaluated_items_and_properties() {
        let schema = Tables::build(&json!({
            "prefixItems": [true],
            "contains": {"type": "string"},
            "allOf": [{"prefixItems": [true, true]}],
            "unevaluatedItems": {"type": "integer"},
        }));
        schema.accepts(&json!([null, null, "a", 1, "b", 2]));
        assert_eq!(schema.rejects(&json!([null, null, "a", null]))[0].pointer, "/3");
        let closed = Tables::build(&json!({"prefixItems": [true], "unevaluatedItems": false}));
        closed.accepts(&json!([1]));
        assert_eq!(
            closed.rejects(&json!([1, 2]))[0].to_string(),
            "document: expected no item at index 1, found 2 (unevaluatedItems)"
        );
        let cousins = Tables::build(&json!({
            "allOf": [{"properties": {"a": true}}, {"unevaluatedProperties": false}],
        }));
        cousins.accepts(&json!({}));
        cousins.rejects(&json!({"a": 1}));
        let nested = Tables::build(&json!({
            "allOf": [{"properties": {"a": true}, "unevaluatedProperties": {"type": "integer"}}],
            "unevaluatedProperties": false,
        }));
        nested.accepts(&json!({"a": "x", "b": 1}));
        assert_eq!(nested.rejects(&json!({"a": "x", "b": "y"}))[0].pointer, "/b");
    }

    #[test]
    fn failed_branches_do_not_make_unevaluated_keywords_speak() {
        let schema = Tables::build(&json!({
            "allOf": [{"properties": {"a": {"type": "string"}}}],
            "unevaluatedProperties": false,
        }));
        let violations = schema.rejects(&json!({"a": 1}));
        assert_eq!(violations.len(), 1);
        assert_eq!(violations[0].pointer, "/a");
    }
}
