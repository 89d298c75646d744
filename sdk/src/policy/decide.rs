//! How a decision is made: the first rule that applies.

use std::{fmt, sync::Arc};

use contracts_runtime::{Instance, View};
use contracts_types::experiment::{Allocation, Assignment};

use super::{
    bundle::{Bundle, Document},
    decision::{Assigned, PolicyAction, PolicyDecision, PolicyReason},
};
use crate::otlp::{SpanOptions, SpanSink};

/// What a decision is about. Everything is optional.
#[derive(Clone, Copy, Default)]
#[must_use]
pub struct DecideOptions<'a> {
    pub(super) unit_key: Option<&'a str>,
    pub(super) context: Option<Instance<'a>>,
    pub(super) sink: Option<&'a dyn SpanSink>,
}

impl fmt::Debug for DecideOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecideOptions")
            .field("unit_key", &self.unit_key)
            .field("sink", &self.sink.is_some())
            .finish_non_exhaustive()
    }
}

impl<'a> DecideOptions<'a> {
    /// A decision about nothing in particular.
    pub fn new() -> Self {
        Self::default()
    }

    /// What experiments assign by, such as the identifier of a task or a user. The same key is always in the same arm.
    pub fn unit_key(mut self, key: &'a str) -> Self {
        self.unit_key = Some(key);
        self
    }

    /// What the guards of policies look at: an object. Anything else is an empty one.
    pub fn context(mut self, context: &'a impl View) -> Self {
        self.context = Some(context.view());
        self
    }

    /// Where a span of the decision is recorded: an exporter, or a trace.
    pub fn record_in(mut self, sink: &'a dyn SpanSink) -> Self {
        self.sink = Some(sink);
        self
    }
}

/// Decides with a bundle, which must be in force and is not overruled.
pub(super) fn decide(bundle: &Bundle, signed: bool, family: &str, options: &DecideOptions<'_>) -> PolicyDecision {
    let baseline = |reason| PolicyDecision::baseline(reason, Some(bundle), signed);
    if bundle.kill {
        return baseline(PolicyReason::Kill);
    }
    let Some(family) = bundle.family(family) else { return baseline(PolicyReason::NoPolicy) };
    if !family.any_valid {
        return baseline(PolicyReason::InvalidPolicy);
    }
    let Some(first) = family.enabled.first() else { return baseline(PolicyReason::Disabled) };

    let by = |document: &Arc<Document>, action, reason, assignment| PolicyDecision {
        action,
        reason,
        signed,
        counters: Some((bundle.policy_version, bundle.sequence)),
        document: Some(Arc::clone(document)),
        assignment,
    };
    let empty: &[(&'static str, bool)] = &[];
    let context = options.context.unwrap_or(Instance::Object(&empty));
    let mut applying = family.guards.holding(context).filter_map(|policy| family.enabled.get(policy));
    let Some(document) = applying.next() else {
        return by(first, PolicyAction::Fallback, PolicyReason::GuardsFailed, None);
    };
    if applying.next().is_some() {
        return baseline(PolicyReason::AmbiguousPolicy);
    }
    let Some(experiment) = &document.experiment else {
        return by(document, PolicyAction::Execute, PolicyReason::Applied, None);
    };
    let Some(unit_key) = options.unit_key.filter(|key| !key.is_empty()) else {
        return by(document, PolicyAction::Fallback, PolicyReason::NoUnitKey, None);
    };
    let Ok(allocation) = Allocation::of(experiment.view()) else {
        return by(document, PolicyAction::Fallback, PolicyReason::InvalidExperiment, None);
    };
    let assignment = allocation.assign(&bundle.project_id, unit_key);
    let assigned = Assigned {
        experiment: allocation.id().to_owned(),
        arm: assignment.arm().to_owned(),
        propensity: assignment.propensity(),
    };
    let (action, reason) = match assignment {
        Assignment::Holdout { .. } => (PolicyAction::Fallback, PolicyReason::Holdout),
        Assignment::Arm { .. } => (PolicyAction::Execute, PolicyReason::Applied),
    };
    by(document, action, reason, Some(assigned))
}

/// Name of a decision's span.
pub(super) const SPAN: &str = "caveman.policy.decision";

/// What the span of a decision says.
pub(super) fn span(decision: &PolicyDecision) -> SpanOptions {
    let mut span = SpanOptions::new()
        .attribute("cave.policy.decision", decision.action.as_str())
        .attribute("cave.policy.reason", decision.reason.as_str())
        .attribute("cave.policy.signed", decision.signed);
    if let Some(id) = decision.policy_id() {
        span = span.attribute("cave.policy.id", id);
    }
    // A counter is at most 2⁵³ - 1.
    if let Some(version) = decision.policy_version().and_then(|version| i64::try_from(version).ok()) {
        span = span.attribute("cave.policy.version", version);
    }
    if let Some(assigned) = &decision.assignment {
        span = span
            .attribute("cave.experiment.id", assigned.experiment.as_str())
            .attribute("cave.experiment.arm", assigned.arm.as_str())
            .attribute("cave.experiment.propensity", assigned.propensity);
    }
    span
}

#[cfg(test)]
mod tests {
    use super::*;
    use contracts_runtime::{Json, Object};

    fn bundle(rest: &str) -> Bundle {
        Bundle::read(&format!(
            r#"{{"schema_version": "caveman.runtime-policy.v1", "policy_version": 3, "sequence": 9, {rest}}}"#
        ))
        .unwrap()
    }

    /// A document of the family `f`, with more members.
    fn document(id: &str, more: &str) -> String {
        format!(r#"{{"id": "{id}", "task_family": "f", "execute": {{"workflow": "{id}-w"}}{more}}}"#)
    }

    /// Decides about a task of the family `f` with these documents, and says what came of it in short.
    fn outcome(documents: &[String], unit_key: Option<&str>) -> String {
        let bundle = bundle(&format!(r#""project_id": "p", "runtime_policies": [{}]"#, documents.join(",")));
        let context = Json::from_str(r#"{"x": 1}"#).unwrap();
        let mut options = DecideOptions::new().context(&context);
        options.unit_key = unit_key;
        let decision = decide(&bundle, true, "f", &options);
        assert!(decision.signed() && decision.policy_version() == Some(3) && decision.sequence() == Some(9));
        let or_none = |text: Option<&str>| text.unwrap_or("-").to_owned();
        format!(
            "{} {} {} {}",
            decision.action(),
            decision.reason(),
            or_none(decision.policy_id()),
            or_none(decision.workflow())
        )
    }

    #[track_caller]
    fn check(documents: &[String], expected: &str) {
        assert_eq!(outcome(documents, Some("u")), expected, "{documents:?}");
    }

    #[test]
    fn the_rules_in_their_order() {
        const FAILS: &str = r#", "applies_when": [{"field": "x", "op": "eq", "value": 2}]"#;
        const HOLDS: &str = r#", "applies_when": [{"field": "x", "op": "eq", "value": 1.0}]"#;
        let fails = |id: &str, more: &str| document(id, &format!("{FAILS}{more}"));
        check(&[], "baseline no_policy - -");
        check(&[document("a", "")], "execute applied a a-w");
        check(&[document("a", HOLDS), fails("b", "")], "execute applied a a-w");
        check(&[document("a", ""), document("b", HOLDS)], "baseline ambiguous_policy - -");
        check(&[document("a", r#", "disabled": true"#)], "baseline disabled - -");
        check(&[document("a", r#", "disabled": 1"#)], "execute applied a a-w");
        check(&[document("a", r#", "disabled": true"#), document("b", "")], "execute applied b b-w");
        check(&[fails("a", ""), fails("b", r#", "fallback": {"workflow": "z"}"#)], "fallback guards_failed a -");
        check(
            &[
                document("x", r#", "disabled": true, "fallback": {"workflow": "x"}"#),
                fails("a", r#", "fallback": {"workflow": "y"}"#),
                fails("b", r#", "fallback": {"workflow": "z"}"#),
            ],
            "fallback guards_failed a y",
        );
    }

    #[test]
    fn invalid_documents_do_not_count() {
        for invalid in [
            r#"{"task_family": "f"}"#,
            r#"{"id": " ", "task_family": "f", "execute": {"workflow": "w"}}"#,
            r#"{"id": 1, "task_family": "f", "execute": {"workflow": "w"}}"#,
            r#"{"id": "a", "task_family": "f", "execute": {"workflow": "\t"}}"#,
            r#"{"id": "a", "task_family": "f", "execute": "w"}"#,
            r#"{"id": "a", "task_family": "f", "execute": {"workflow": "w"}, "applies_when": {}}"#,
            r#"{"id": "a", "task_family": "f", "execute": {"workflow": "w"}, "applies_when": [{}, null]}"#,
            r#"{"id": "a", "task_family": "f", "execute": {"workflow": "w"}, "fallback": "w"}"#,
            r#"{"id": "a", "task_family": "f", "execute": {"workflow": "w"}, "fallback": []}"#,
        ] {
            check(&[invalid.to_owned()], "baseline invalid_policy - -");
            check(&[invalid.to_owned(), document("b", "")], "execute applied b b-w");
            check(&[invalid.to_owned(), document("b", r#", "disabled": true"#)], "baseline disabled - -");
        }
        for no_document in ["null", "1", "[]", r#"{"task_family": ""}"#, r#"{"task_family": ["f"]}"#, "{}"] {
            check(&[no_document.to_owned()], "baseline no_policy - -");
        }
        for nothing in
            [r#""applies_when": null"#, r#""fallback": null"#, r#""experiment": null"#, r#""applies_when": []"#]
        {
            check(&[document("a", &format!(", {nothing}"))], "execute applied a a-w");
        }
    }

    #[test]
    fn families_are_compared_as_they_stand() {
        let bundle = bundle(
            r#""runtime_policies": [{"id": "a", "task_family": "", "execute": {"workflow": "w"}},
            {"id": "b", "task_family": " ", "execute": {"workflow": "w"}}]"#,
        );
        let reason = |family: &str| decide(&bundle, false, family, &DecideOptions::new()).reason();
        assert_eq!(reason(""), PolicyReason::NoPolicy);
        assert_eq!(reason(" "), PolicyReason::InvalidPolicy);
        assert_eq!(reason("b"), PolicyReason::NoPolicy);
    }

    #[test]
    fn experiments() {
        const VALID: &str = r#"{"id": "e", "arms": [{"name": "n", "fraction": 1}]}"#;
        let experiment =
            |text: &str| [document("a", &format!(r#", "fallback": {{"workflow": "z"}}, "experiment": {text}"#))];
        assert_eq!(outcome(&experiment(VALID), Some("u")), "execute applied a a-w");
        assert_eq!(outcome(&experiment(VALID), Some("")), "fallback no_unit_key a z");
        assert_eq!(outcome(&experiment(VALID), None), "fallback no_unit_key a z");
        // The key is asked for before the experiment is looked at.
        assert_eq!(outcome(&experiment("7"), None), "fallback no_unit_key a z");
        let null = VALID.replace("\"arms\"", "\"holdout_frac\": null, \"arms\"");
        assert_eq!(outcome(&experiment(&null), Some("u")), "execute applied a a-w");
        for invalid in [
            "7",
            "{}",
            r#"{"id": "e", "arms": []}"#,
            r#"{"id": " ", "arms": [{"name": "n", "fraction": 1}]}"#,
            r#"{"id": "e", "holdout_frac": 1, "arms": [{"name": "n", "fraction": 1}]}"#,
            r#"{"id": "e", "arms": [{"name": "holdout", "fraction": 1}]}"#,
            r#"{"id": "e", "arms": [{"name": "n", "fraction": 1e400}]}"#,
            r#"{"id": "e", "arms": [{"name": "n", "fraction": 0}]}"#,
        ] {
            assert_eq!(outcome(&experiment(invalid), Some("u")), "fallback invalid_experiment a z", "{invalid}");
        }
        let held_out = r#"{"id": "e", "holdout_frac": 0.9999999999999999, "arms": [{"name": "n", "fraction": 1}]}"#;
        assert_eq!(outcome(&experiment(held_out), Some("u")), "fallback holdout a z");
    }

    #[test]
    fn integers_of_any_size_are_compared() {
        let huge = "9".repeat(300);
        for (op, value, holds) in
            [("lt", huge.as_str(), true), ("gt", huge.as_str(), false), ("lt", "1e400", false)]
        {
            let guard = format!(r#", "applies_when": [{{"field": "x", "op": "{op}", "value": {value}}}]"#);
            let expected = if holds { "execute applied a a-w" } else { "fallback guards_failed a -" };
            check(&[document("a", &guard)], expected);
        }
    }

    #[test]
    fn what_a_document_carries() {
        let bundle = bundle(&format!(
            r#""runtime_policies": [{}]"#,
            document(
                "a",
                r#", "budget": {"max_cost_usd": 1}, "verify": ["t", 1, null, "u"], "escalation": [{"on": "x"}, "y", []],
                   "fallback": {"workflow": " "}"#
            )
        ));
        let decision = decide(&bundle, false, "f", &DecideOptions::new());
        assert_eq!(decision.verify(), ["t", "u"]);
        assert_eq!(decision.escalation().len(), 1);
        assert_eq!(decision.budget().map(Object::len), Some(1));
        assert_eq!(
            Json::from(&decision).to_string(),
            r#"{"budget":{"max_cost_usd":1},"decision":"execute","escalation":[{"on":"x"}],"policy_id":"a","policy_version":3,"reason":"applied","sequence":9,"signed":false,"verify":["t","u"],"workflow":"a-w"}"#
        );
        // Not blank but not empty either: it stands.
        assert_eq!(decision.document.unwrap().fallback.as_deref(), Some(" "));
    }

    #[test]
    fn only_true_kills() {
        for (kill, reason) in
            [("true", PolicyReason::Kill), ("1", PolicyReason::NoPolicy), ("\"true\"", PolicyReason::NoPolicy)]
        {
            let bundle = bundle(&format!(r#""kill": {kill}"#));
            assert_eq!(decide(&bundle, false, "f", &DecideOptions::new()).reason(), reason);
        }
    }

    #[test]
    fn a_context_that_is_no_object_is_an_empty_one() {
        let bundle = bundle(&format!(
            r#""runtime_policies": [{}, {}]"#,
            document("a", r#", "applies_when": [{"field": "x", "op": "ne", "value": 1}]"#),
            document("b", "")
        ));
        for context in ["null", "[1]", "\"x\"", "{}"] {
            let context = Json::from_str(context).unwrap();
            assert_eq!(decide(&bundle, false, "f", &DecideOptions::new().context(&context)).policy_id(), Some("b"));
        }
        assert_eq!(decide(&bundle, false, "f", &DecideOptions::new()).policy_id(), Some("b"));
    }

    #[test]
    fn attributes_of_a_span_stand_in_order() {
        let bundle = bundle(&format!(
            r#""project_id": "p", "runtime_policies": [{}]"#,
            document("a", r#", "experiment": {"id": "e", "arms": [{"name": "n", "fraction": 1}]}"#)
        ));
        let names = |decision: &PolicyDecision| {
            let origin = crate::otlp::Origin { agent: "a", workflow: "w", trace_id: None, now: 0 };
            let recorded = crate::otlp::Span::new(SPAN, span(decision), &origin);
            recorded.attributes().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            names(&decide(&bundle, true, "f", &DecideOptions::new().unit_key("u"))),
            "cave.policy.decision cave.policy.reason cave.policy.signed cave.policy.id cave.policy.version \
             cave.experiment.id cave.experiment.arm cave.experiment.propensity cave.agent cave.workflow"
        );
        assert_eq!(
            names(&PolicyDecision::baseline(PolicyReason::PolicyUnavailable, None, false)),
            "cave.policy.decision cave.policy.reason cave.policy.signed cave.agent cave.workflow"
        );
    }
}
