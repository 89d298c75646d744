//! What a decision says.

use std::{fmt, sync::Arc};

use contracts_runtime::{Json, Object};

use super::bundle::{Bundle, Document};

/// What to do with a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyAction {
    /// Run the policy's workflow.
    Execute,
    /// Run the workflow that the policy falls back to; without one, your own path.
    Fallback,
    /// Run your own path: no policy has a say.
    Baseline,
}

/// Why a decision is as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyReason {
    /// This process was told to stop: by [`kill`](super::RuntimePolicyClient::kill) or by its environment.
    LocalKill,
    /// No bundle is in force.
    PolicyUnavailable,
    /// The bundle says that everything stops.
    Kill,
    /// The bundle has no policy for this task family.
    NoPolicy,
    /// None of the policies for this task family is valid.
    InvalidPolicy,
    /// All valid policies for this task family are disabled.
    Disabled,
    /// No policy's guards hold.
    GuardsFailed,
    /// The guards of more than one policy hold.
    AmbiguousPolicy,
    /// The policy applies.
    Applied,
    /// The policy is an experiment, and there is no key to assign a unit by.
    NoUnitKey,
    /// The policy's experiment is not valid.
    InvalidExperiment,
    /// The unit belongs to the holdout of the experiment.
    Holdout,
}

impl PolicyAction {
    /// Its name in every client.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Execute => "execute",
            Self::Fallback => "fallback",
            Self::Baseline => "baseline",
        }
    }
}

impl PolicyReason {
    /// Its name in every client.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LocalKill => "local_kill",
            Self::PolicyUnavailable => "policy_unavailable",
            Self::Kill => "kill",
            Self::NoPolicy => "no_policy",
            Self::InvalidPolicy => "invalid_policy",
            Self::Disabled => "disabled",
            Self::GuardsFailed => "guards_failed",
            Self::AmbiguousPolicy => "ambiguous_policy",
            Self::Applied => "applied",
            Self::NoUnitKey => "no_unit_key",
            Self::InvalidExperiment => "invalid_experiment",
            Self::Holdout => "holdout",
        }
    }
}

impl fmt::Display for PolicyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for PolicyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What to do with a task, and why.
#[derive(Clone, Debug)]
pub struct PolicyDecision {
    pub(super) action: PolicyAction,
    pub(super) reason: PolicyReason,
    pub(super) signed: bool,
    /// Version and sequence of the bundle in force.
    pub(super) counters: Option<(u64, u64)>,
    /// The policy that decided.
    pub(super) document: Option<Arc<Document>>,
    pub(super) assignment: Option<Assigned>,
}

/// Where an experiment has put a unit.
#[derive(Clone, Debug)]
pub(super) struct Assigned {
    pub(super) experiment: String,
    pub(super) arm: String,
    pub(super) propensity: f64,
}

impl PolicyDecision {
    /// The caller's own path, whatever the policies say.
    pub(super) fn baseline(reason: PolicyReason, bundle: Option<&Bundle>, signed: bool) -> Self {
        Self {
            action: PolicyAction::Baseline,
            reason,
            signed,
            counters: bundle.map(|bundle| (bundle.policy_version, bundle.sequence)),
            document: None,
            assignment: None,
        }
    }

    /// What to do.
    pub const fn action(&self) -> PolicyAction {
        self.action
    }

    /// Why.
    pub const fn reason(&self) -> PolicyReason {
        self.reason
    }

    /// The workflow to run; `None` is your own path.
    pub fn workflow(&self) -> Option<&str> {
        let document = self.document.as_ref()?;
        match self.action {
            PolicyAction::Execute => Some(&document.workflow),
            PolicyAction::Fallback => document.fallback.as_deref(),
            PolicyAction::Baseline => None,
        }
    }

    /// The policy that decided.
    pub fn policy_id(&self) -> Option<&str> {
        self.document.as_ref().map(|document| document.id.as_str())
    }

    /// Version of the bundle in force.
    pub fn policy_version(&self) -> Option<u64> {
        self.counters.map(|counters| counters.0)
    }

    /// Sequence number of the bundle in force.
    pub fn sequence(&self) -> Option<u64> {
        self.counters.map(|counters| counters.1)
    }

    /// Whether the bundle in force is signed.
    pub const fn signed(&self) -> bool {
        self.signed
    }

    /// What the policy allows to be spent.
    pub fn budget(&self) -> Option<&Object> {
        self.document.as_ref()?.budget.as_ref()
    }

    /// What the policy wants to be verified.
    pub fn verify(&self) -> &[String] {
        self.document.as_ref().map_or(&[], |document| &document.verify)
    }

    /// What the policy wants to be done when something goes wrong.
    pub fn escalation(&self) -> &[Object] {
        self.document.as_ref().map_or(&[], |document| &document.escalation)
    }

    /// The experiment that assigned the unit.
    pub fn experiment_id(&self) -> Option<&str> {
        self.assignment.as_ref().map(|assigned| assigned.experiment.as_str())
    }

    /// The arm that the unit belongs to; `holdout` for the holdout.
    pub fn arm(&self) -> Option<&str> {
        self.assignment.as_ref().map(|assigned| assigned.arm.as_str())
    }

    /// The probability of any unit to be put into this arm.
    pub fn propensity(&self) -> Option<f64> {
        self.assignment.as_ref().map(|assigned| assigned.propensity)
    }
}

impl From<&PolicyDecision> for Json {
    /// The decision as an object, as for a log. What it does not have is left out, except for `workflow` and `policy_id`,
    /// which are `null`.
    fn from(decision: &PolicyDecision) -> Self {
        let mut object = Object::new();
        object.insert("decision", decision.action.as_str().into());
        object.insert("reason", decision.reason.as_str().into());
        object.insert("workflow", decision.workflow().map(str::to_owned).into());
        object.insert("policy_id", decision.policy_id().map(str::to_owned).into());
        object.insert("signed", decision.signed.into());
        let mut set = |name: &str, value: Option<Self>| {
            if let Some(value) = value {
                object.insert(name, value);
            }
        };
        set("policy_version", decision.policy_version().map(Into::into));
        set("sequence", decision.sequence().map(Into::into));
        set("budget", decision.budget().cloned().map(Into::into));
        set("verify", (!decision.verify().is_empty()).then(|| decision.verify().to_vec().into()));
        set("escalation", (!decision.escalation().is_empty()).then(|| decision.escalation().to_vec().into()));
        set("experiment_id", decision.experiment_id().map(Into::into));
        set("arm", decision.arm().map(Into::into));
        set("propensity", decision.propensity().and_then(|propensity| propensity.try_into().ok()));
        object.into()
    }
}
