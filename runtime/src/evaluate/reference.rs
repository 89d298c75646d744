//! `$ref` and `$dynamicRef`.

use super::{Asked, Evaluated, Evaluator, Reporter};
use crate::schema::Schema;

impl<'i> Evaluator<'i> {
    pub(super) fn reference<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        if let Some(target) = asked.keyword.reference() {
            self.evaluate(target, asked.instance, asked.place.deeper(), seen, reporter)
        } else {
            reporter.report(|| asked.violation("a reference that is set", "one that is not"));
            false
        }
    }

    pub(super) fn dynamic_reference<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        anchor: &str,
        initial: &'static Schema,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let target = asked.place.scope.outermost(anchor).unwrap_or(initial);
        self.evaluate(target, asked.instance, asked.place.deeper(), seen, reporter)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, View,
        evaluate::testing::{Tables, json},
        schema::{Keyword, Resource, Schema, Types},
    };

    #[test]
    fn references_apply_beside_other_keywords() {
        let schema = Tables::build(&json!({
            "$ref": "#/$defs/short",
            "minLength": 2,
            "$defs": {"short": {"type": "string", "maxLength": 3}},
        }));
        schema.accepts(&json!("abc"));
        assert_eq!(schema.rejects(&json!("abcd"))[0].schema, "test.json#/$defs/short/maxLength");
        assert_eq!(schema.rejects(&json!("a"))[0].schema, "test.json#/minLength");
    }

    #[test]
    fn recursion_follows_the_document() {
        let schema = Tables::build(&json!({
            "properties": {"next": {"$ref": "#"}},
            "additionalProperties": false,
        }));
        schema.accepts(&(0..120).fold(json!({}), |value, _| json!({"next": value})));
        let wrong = (0..120).fold(json!({"x": 1}), |value, _| json!({"next": value}));
        assert_eq!(schema.rejects(&wrong)[0].pointer, "/next".repeat(120));
    }

    #[test]
    fn loops_and_endless_chains_end_in_a_violation() {
        // Threads have a stack of 2 MiB by default, and the caller needs a part of it.
        let small = std::thread::Builder::new().stack_size(5 << 18);
        let thread = small.spawn(|| {
            for looping in [
                json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
                json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}]}),
                json!({"not": {"$ref": "#"}}),
                json!({"if": {"$ref": "#"}}),
                json!({"dependentSchemas": {"a": {"$ref": "#"}}}),
                json!({"oneOf": [{"$ref": "#"}], "unevaluatedProperties": false}),
                json!({"allOf": [{"$ref": "#"}], "unevaluatedProperties": false}),
                json!({"anyOf": [true, {"not": {"$ref": "#/anyOf/1"}}], "oneOf": [{"$ref": "#"}]}),
            ] {
                let violations = Tables::build(&looping).rejects(&json!({"a": 1}));
                assert_eq!(violations.last().unwrap().keyword, "depth", "{looping}");
            }
            // The same once evaluation has begun to remember.
            let long: Vec<_> = (0..30_000).collect();
            let looping = json!({
                "items": {"type": "integer"},
                "oneOf": [{"$ref": "#/$defs/loop"}],
                "$defs": {"loop": {"oneOf": [{"$ref": "#/$defs/loop"}], "unevaluatedItems": false}},
            });
            assert_eq!(Tables::build(&looping).rejects(&json!(long))[0].keyword, "depth");
        });
        thread.unwrap().join().unwrap();
    }

    #[test]
    fn long_chains_of_references_are_followed() {
        let mut definitions = serde_json::Map::new();
        for level in 0..5000 {
            definitions.insert(level.to_string(), json!({"$ref": format!("#/$defs/{}", level + 1)}));
        }
        definitions.insert("5000".to_owned(), json!({"type": "string"}));
        let schema = Tables::build(&json!({"$ref": "#/$defs/0", "$defs": definitions}));
        schema.accepts(&json!("x"));
        assert_eq!(schema.rejects(&json!(1))[0].keyword, "type");
    }

    /// A tree whose extension makes every node strict.
    #[test]
    fn dynamic_references_take_the_outermost_anchor() {
        static TREE: Schema = Schema {
            location: "tree",
            keywords: &[Keyword::Properties(&[("child", &NODE)]), Keyword::Properties(&[("data", &DATA)])],
            resource: Some(&TREE_RESOURCE),
        };
        static NODE: Schema = Schema {
            location: "tree#/properties/child",
            keywords: &[Keyword::DynamicRef { anchor: "node", initial: &TREE }],
            resource: None,
        };
        static DATA: Schema = Schema { location: "", keywords: &[], resource: None };
        static TREE_RESOURCE: Resource = Resource { dynamic_anchors: &[("node", &TREE)] };
        static STRICT: Schema = Schema {
            location: "strict",
            keywords: &[
                Keyword::Type(Types::OBJECT),
                Keyword::Ref(&TREE),
                Keyword::UnevaluatedProperties(&crate::evaluate::testing::FALSE),
            ],
            resource: Some(&STRICT_RESOURCE),
        };
        static STRICT_RESOURCE: Resource = Resource { dynamic_anchors: &[("node", &STRICT)] };
        let good: crate::Json = json!({"child": {"data": 1}}).try_into().unwrap();
        let misspelt: crate::Json = json!({"child": {"daat": 1}}).try_into().unwrap();
        assert!(STRICT.is_valid(good.view(), Mode::Strict));
        assert!(TREE.is_valid(misspelt.view(), Mode::Strict));
        let violation = STRICT.check(misspelt.view(), Mode::Strict).unwrap_err();
        assert_eq!((violation.pointer.as_str(), violation.keyword), ("/child", "unevaluatedProperties"));
    }
}
