//! Arrays: counts, `uniqueItems`, `prefixItems`, `items` and `contains`.

use super::{Asked, Described, Evaluated, Evaluator, Path, Reporter, Silent, counted, size};
use crate::{
    instance::{ArrayView, Instance},
    schema::{Keyword, Schema},
    unique::duplicate,
};

pub(super) fn holds(keyword: &Keyword, items: &dyn ArrayView) -> bool {
    match keyword {
        Keyword::MinItems(min) => size(items.len()) >= *min,
        Keyword::MaxItems(max) => size(items.len()) <= *max,
        Keyword::UniqueItems => duplicate(items).is_none(),
        _ => true,
    }
}

pub(super) fn describe(keyword: &Keyword, items: &dyn ArrayView) -> Described {
    let count = || Some(counted(items.len(), "item", "items"));
    match keyword {
        Keyword::MinItems(min) => Some((format!("at least {}", counted(*min, "item", "items")), count())),
        Keyword::MaxItems(max) => Some((format!("at most {}", counted(*max, "item", "items")), count())),
        Keyword::UniqueItems => {
            let found = duplicate(items).map(|(first, second)| format!("items {first} and {second} to be equal"));
            Some(("items that all differ".to_owned(), found))
        }
        _ => None,
    }
}

impl<'i> Evaluator<'i> {
    /// Evaluates an item, if there is one.
    fn item<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schema: &'static Schema,
        items: &'i dyn ArrayView,
        index: usize,
        reporter: &mut R,
    ) -> bool {
        let Some(item) = items.item(index) else { return true };
        let path = Path::Index(asked.place.path, index);
        self.evaluate(schema, item, asked.place.inside(&path), None, reporter)
    }

    pub(super) fn prefix_items<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schemas: &'static [&'static Schema],
        items: &'i dyn ArrayView,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut valid = true;
        for (index, schema) in schemas.iter().enumerate().take(items.len()) {
            valid &= self.item(asked, schema, items, index, reporter);
            if !valid && reporter.is_full() {
                return false;
            }
        }
        if let Some(seen) = seen {
            seen.add_prefix(schemas.len());
        }
        valid
    }

    pub(super) fn items<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        from: usize,
        schema: &'static Schema,
        items: &'i dyn ArrayView,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let len = items.len();
        if schema.is_never() {
            if len > from {
                let expected = format!("at most {}", counted(from, "item", "items"));
                reporter.report(|| asked.violation(expected, counted(len, "item", "items")));
                return false;
            }
        } else {
            let mut valid = true;
            for index in from..len {
                valid &= self.item(asked, schema, items, index, reporter);
                if !valid && reporter.is_full() {
                    return false;
                }
            }
            if !valid {
                return false;
            }
        }
        if let Some(seen) = seen {
            seen.add_all_items();
        }
        true
    }

    pub(super) fn contains<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        items: &'i dyn ArrayView,
        mut seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let Keyword::Contains { schema, min, max, evaluates } = asked.keyword else { return true };
        let (min, max) = (*min, *max);
        seen = seen.filter(|_| *evaluates);
        let mut matching = 0;
        for index in 0..items.len() {
            let decided = matching >= min && max.is_none();
            if decided && seen.is_none() {
                return true;
            }
            if self.item(asked, schema, items, index, &mut Silent) {
                matching += 1;
                if let Some(seen) = &mut seen {
                    seen.add_item(index);
                }
                if max.is_some_and(|max| matching > max) && R::SILENT {
                    return false;
                }
            }
        }
        let keyword = if matching < min {
            if min == 1 { "contains" } else { "minContains" }
        } else if max.is_some_and(|max| matching > max) {
            "maxContains"
        } else {
            return true;
        };
        reporter.report(|| {
            let (bound, limit) = match max {
                Some(max) if keyword == "maxContains" => ("most", max),
                _ => ("least", min),
            };
            let expected = format!("at {bound} {} that match `contains`", counted(limit, "item", "items"));
            asked.violation_of(keyword, expected, counted(matching, "matching item", "matching items"))
        });
        false
    }

    pub(super) fn unevaluated_items<R: Reporter>(
        &mut self,
        asked: &Asked<'_, 'i>,
        schema: &'static Schema,
        items: &'i dyn ArrayView,
        seen: Option<&mut Evaluated<'i>>,
        reporter: &mut R,
    ) -> bool {
        let mut nothing = Evaluated::default();
        let seen = seen.unwrap_or(&mut nothing);
        if seen.has_all_items() {
            return true;
        }
        seen.seal();
        let mut valid = true;
        for index in (0..items.len()).filter(|index| !seen.has_item(*index)) {
            if schema.is_never() {
                reporter.report(|| {
                    let item = items.item(index).unwrap_or(Instance::Null);
                    let expected = format!("no item at index {index}");
                    asked.violation(expected, crate::violation::describe(item))
                });
                valid = false;
            } else {
                valid &= self.item(asked, schema, items, index, reporter);
            }
            if !valid && reporter.is_full() {
                return false;
            }
        }
        seen.add_all_items();
        valid
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::testing::{Tables, json};

    #[test]
    fn counts() {
        let schema = Tables::build(&json!({"minItems": 1, "maxItems": 2}));
        schema.accepts(&json!([1]));
        schema.accepts(&json!({}));
        assert_eq!(
            schema.rejects(&json!([]))[0].to_string(),
            "document: expected at least 1 item, found 0 items (minItems)"
        );
        assert_eq!(schema.rejects(&json!([1, 2, 3]))[0].expected, "at most 2 items");
    }

    #[test]
    fn unique_items() {
        let schema = Tables::build(&json!({"uniqueItems": true}));
        schema.accepts(&json!([1, true, "1", [1], {"a": 1}]));
        assert_eq!(
            schema.rejects(&json!([[2], 1, [2.0]]))[0].to_string(),
            "document: expected items that all differ, found items 0 and 2 to be equal (uniqueItems)"
        );
    }

    #[test]
    fn tuples_with_tails() {
        let schema = Tables::build(&json!({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}));
        schema.accepts(&json!([]));
        schema.accepts(&json!(["a", 1, 2]));
        let mut pointers: Vec<_> =
            schema.rejects(&json!([1, "a", 2, "b"])).into_iter().map(|v| v.pointer).collect();
        pointers.sort();
        assert_eq!(pointers, ["/0", "/1", "/3"]);
        let closed = Tables::build(&json!({"prefixItems": [true, true], "items": false}));
        closed.accepts(&json!([1, 2]));
        assert_eq!(
            closed.rejects(&json!([1, 2, 3]))[0].to_string(),
            "document: expected at most 2 items, found 3 items (items)"
        );
    }

    #[test]
    fn contains() {
        let schema = Tables::build(&json!({"contains": {"type": "string"}}));
        schema.accepts(&json!([1, "a"]));
        assert_eq!(
            schema.rejects(&json!([1]))[0].to_string(),
            "document: expected at least 1 item that match `contains`, found 0 matching items (contains)"
        );
        let schema = Tables::build(&json!({"contains": {"const": 1}, "minContains": 2, "maxContains": 3}));
        schema.accepts(&json!([1, 1, 2]));
        assert_eq!(schema.rejects(&json!([1, 2]))[0].keyword, "minContains");
        assert_eq!(schema.rejects(&json!([1, 1, 1, 1]))[0].keyword, "maxContains");
        let optional = Tables::build(&json!({"contains": {"const": 1}, "minContains": 0}));
        optional.accepts(&json!([]));
        optional.accepts(&json!([2]));
        let none = Tables::build(&json!({"contains": {"const": 1}, "minContains": 0, "maxContains": 0}));
        none.accepts(&json!([2]));
        none.rejects(&json!([1]));
    }
}
