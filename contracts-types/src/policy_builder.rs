//! Building a policy without choosing its `runtime_mode`.

use contracts_runtime::{Error, Json, Map};

use crate::policy::{
    Capabilities, Compression, FailPolicy, Limits, Policy, PolicyBuilder, PolicyRequired, PolicyVersion, Providers,
    Retention, RuntimeMode, RuntimePolicy, TaskProfile, Telemetry,
};

/// The members that every new policy has: all that the schema requires, but `runtime_mode`, which is derived from the
/// grants.
///
/// ```
/// use contracts_types::{Grant, NewPolicy, policy};
///
/// # fn main() -> Result<(), contracts_types::Error> {
/// let providers = policy::Providers::builder(policy::ProvidersRequired {
///     allowed: vec![policy::Provider::Anthropic],
///     allowed_models: vec![],
///     allowed_regions: vec![],
/// })
/// .build()?;
/// # let limits = policy::Limits::from_str(
/// #     r#"{"max_request_bytes": 1, "max_artifact_bytes": 1, "requests_per_minute": 1, "concurrent_requests": 1,
/// #         "monthly_usd": {"soft": 1, "hard": 2}}"#,
/// # )?;
/// # let retention = policy::Retention::from_str(r#"{"policy_id": "ret-30d"}"#)?;
/// # let telemetry = policy::Telemetry::from_str(
/// #     r#"{"metadata_enabled": true, "raw_payloads_enabled": false, "sample_rate": 1}"#,
/// # )?;
/// let policy = NewPolicy {
///     version: 1.try_into()?,
///     fail_policy: policy::FailPolicy::FailClosed,
///     providers,
///     limits,
///     retention,
///     optimizers: Default::default(),
///     sdk: Default::default(),
///     telemetry,
/// }
/// .builder()
/// .capabilities(policy::Capabilities::builder().routing(true).build()?)
/// .build()?;
///
/// assert!(policy.grants().contains(Grant::Routing));
/// assert_eq!(policy.runtime_mode, policy::RuntimeMode::Active);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NewPolicy {
    /// Version of this policy document, counted from 1.
    pub version: PolicyVersion,
    /// What happens to a request when the policy cannot be applied.
    pub fail_policy: FailPolicy,
    /// Where requests may go.
    pub providers: Providers,
    /// Bounds on size, rate and spend.
    pub limits: Limits,
    /// Which retention policy applies to the data.
    pub retention: Retention,
    /// Settings of the optimizers, by optimizer.
    pub optimizers: Map<Json>,
    /// Settings handed to the client SDKs.
    pub sdk: Map<Json>,
    /// What the gateway reports about the traffic.
    pub telemetry: Telemetry,
}

impl NewPolicy {
    /// Goes on to the optional members.
    pub fn builder(self) -> NewPolicyBuilder {
        let Self { version, fail_policy, providers, limits, retention, optimizers, sdk, telemetry } = self;
        NewPolicyBuilder {
            inner: Policy::builder(PolicyRequired {
                version,
                // Grants nothing as long as there are no capabilities; `build` derives the mode from them.
                runtime_mode: RuntimeMode::Record,
                fail_policy,
                providers,
                limits,
                retention,
                optimizers,
                sdk,
                telemetry,
            }),
        }
    }
}

/// Builds a [`Policy`] whose `runtime_mode` is the derived one. Without capabilities the policy grants nothing.
#[derive(Clone, Debug)]
#[must_use]
pub struct NewPolicyBuilder {
    inner: PolicyBuilder,
}

impl NewPolicyBuilder {
    /// Sets the grants.
    pub fn capabilities(self, value: Capabilities) -> Self {
        Self { inner: self.inner.capabilities(value) }
    }

    /// Sets whether every transform is forbidden, whatever the capabilities say.
    pub fn pass_through(self, value: bool) -> Self {
        Self { inner: self.inner.pass_through(value) }
    }

    /// Sets how granted compression works.
    pub fn compress(self, value: Compression) -> Self {
        Self { inner: self.inner.compress(value) }
    }

    /// Sets the routing profiles by task name.
    pub fn task_profiles(self, value: Map<TaskProfile>) -> Self {
        Self { inner: self.inner.task_profiles(value) }
    }

    /// Sets the policies that select an execution path for a task family.
    pub fn runtime_policies(self, value: Vec<RuntimePolicy>) -> Self {
        Self { inner: self.inner.runtime_policies(value) }
    }

    /// Adds a member that the schema does not declare.
    pub fn extra(self, name: impl Into<String>, value: Json) -> Self {
        Self { inner: self.inner.extra(name, value) }
    }

    /// The policy, checked against the whole schema.
    ///
    /// # Errors
    /// When an assertion fails.
    pub fn build(self) -> Result<Policy, Error> {
        let mut policy = self.inner.build()?;
        policy.store_derived_mode();
        Ok(policy)
    }
}
